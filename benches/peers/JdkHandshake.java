// Handshakes of Java with itself, with the key manager SunX509 and with PKIX: the cells of
// benches/handshake.rs, over two SSLEngines in memory. Prints a table.
//
//     java benches/peers/JdkHandshake.java [seconds for each cell and side]
//
// Needs the JDK that runs it: the certificates are made by its keytool. Each side has a key store of
// PKCS#12, as programs have it. The two key managers take turns, so that what disturbs the machine
// disturbs both.

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.TrustManagerFactory;

public final class JdkHandshake {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String HOST = "www.example.com";

    public static void main(String[] arguments) throws Exception {
        double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 3;
        Path folder = Files.createTempDirectory("rootbake-jdk");
        try {
            System.out.println(System.getProperty("java.vm.name") + " " + Runtime.version() + "; medians");
            System.out.println();
            System.out.println("| handshakes | SunX509, a second | PKIX, a second | ratio | quartiles |");
            System.out.println("| --- | --- | --- | --- | --- |");
            for (String key : new String[] {"P-256", "RSA-2048"}) {
                Path store = makeStore(folder, key);
                for (String version : new String[] {"1.2", "1.3"}) {
                    for (boolean clientAuth : new boolean[] {false, true}) {
                        for (boolean resumed : new boolean[] {false, true}) {
                            row(store, key, version, resumed, clientAuth, seconds);
                        }
                    }
                }
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    private static void row(
            Path store, String key, String version, boolean resumed, boolean clientAuth, double seconds)
            throws Exception {
        Side old = new Side(store, "SunX509", version, resumed, clientAuth);
        Side pkix = new Side(store, "PKIX", version, resumed, clientAuth);
        run(old, pkix, seconds / 2);
        double[][] samples = run(old, pkix, seconds);
        String name = "TLS " + version + " " + key + (resumed ? " resumed" : " full")
                + (clientAuth ? ", client too" : "");
        System.out.printf(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %.2f | %.2f to %.2f |%n",
                name,
                quantile(samples[0], 0.5),
                quantile(samples[1], 0.5),
                quantile(samples[2], 0.5),
                quantile(samples[2], 0.25),
                quantile(samples[2], 0.75));
    }

    /** Handshakes a second of each, and the ratio of the two, in short turns. */
    private static double[][] run(Side first, Side second, double seconds) throws Exception {
        List<double[]> samples = new ArrayList<>();
        long end = System.nanoTime() + (long) (2 * seconds * 1e9);
        do {
            double a = first.rate();
            double b = second.rate();
            samples.add(new double[] {a, b, b / a});
        } while (System.nanoTime() < end);
        double[][] columns = new double[3][];
        for (int column = 0; column < 3; column++) {
            int at = column;
            columns[column] = samples.stream().mapToDouble(sample -> sample[at]).sorted().toArray();
        }
        return columns;
    }

    private static double quantile(double[] sorted, double part) {
        return sorted[(int) Math.min(sorted.length - 1, part * sorted.length)];
    }

    /** A context for both sides, with one kind of key manager. */
    private static final class Side {
        private static final int TURN = 20;
        private final SSLContext context;
        private final String version;
        private final boolean resumed;
        private final boolean clientAuth;
        /** When the last session was created: one that is resumed stays the same. */
        private long last;

        Side(Path store, String keyManager, String version, boolean resumed, boolean clientAuth)
                throws Exception {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream input = Files.newInputStream(store)) {
                keys.load(input, PASSWORD);
            }
            KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(keyManager);
            keyManagers.init(keys, PASSWORD);
            TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
            trustManagers.init(keys);
            context = SSLContext.getInstance("TLS");
            context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
            this.version = "TLSv" + version;
            this.resumed = resumed;
            this.clientAuth = clientAuth;
        }

        double rate() throws Exception {
            long start = System.nanoTime();
            for (int number = 0; number < TURN; number++) {
                shake();
            }
            return TURN / ((System.nanoTime() - start) / 1e9);
        }

        private void shake() throws Exception {
            SSLEngine client = context.createSSLEngine(HOST, 443);
            client.setUseClientMode(true);
            client.setEnabledProtocols(new String[] {version});
            SSLEngine server = context.createSSLEngine();
            server.setUseClientMode(false);
            server.setEnabledProtocols(new String[] {version});
            server.setNeedClientAuth(clientAuth);
            ByteBuffer up = ByteBuffer.allocate(client.getSession().getPacketBufferSize() * 2);
            ByteBuffer down = ByteBuffer.allocate(server.getSession().getPacketBufferSize() * 2);
            client.beginHandshake();
            server.beginHandshake();
            boolean isDone = false;
            while (!isDone) {
                boolean wrote = step(client, up, down) | step(server, down, up);
                isDone = !wrote && isAtRest(client) && isAtRest(server)
                        && up.position() == 0 && down.position() == 0;
            }
            long created = client.getSession().getCreationTime();
            if (resumed && last != 0 && created != last) {
                throw new IllegalStateException(version + ": a session was not resumed");
            }
            last = created;
            if (!resumed) {
                // forgotten by both sides: the next one is full
                client.getSession().invalidate();
                server.getSession().invalidate();
                forget(context.getClientSessionContext());
                forget(context.getServerSessionContext());
            }
        }

        private static void forget(javax.net.ssl.SSLSessionContext sessions) {
            for (byte[] id : java.util.Collections.list(sessions.getIds())) {
                javax.net.ssl.SSLSession session = sessions.getSession(id);
                if (session != null) {
                    session.invalidate();
                }
            }
        }

        private static boolean isAtRest(SSLEngine engine) {
            return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
        }

        /** Reads what has come, runs tasks, writes what is due; whether anything happened. */
        private static boolean step(SSLEngine engine, ByteBuffer out, ByteBuffer in) throws Exception {
            ByteBuffer nothing = ByteBuffer.allocate(0);
            ByteBuffer data = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
            boolean moved = false;
            while (true) {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
                SSLEngineResult result;
                if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                    result = engine.wrap(nothing, out);
                } else if (in.position() > 0) {
                    in.flip();
                    result = engine.unwrap(in, data);
                    in.compact();
                } else {
                    return moved;
                }
                if (result.bytesConsumed() == 0 && result.bytesProduced() == 0
                        && engine.getHandshakeStatus() != HandshakeStatus.NEED_TASK) {
                    return moved;
                }
                moved = true;
            }
        }
    }

    /** A key store with a root to trust, and a chain of two below it with its key. */
    private static Path makeStore(Path folder, String key) throws Exception {
        List<String> kind = key.equals("P-256")
                ? List.of("-keyalg", "EC", "-groupname", "secp256r1")
                : List.of("-keyalg", "RSA", "-keysize", "2048");
        Path store = folder.resolve(key + ".p12");
        Path authorities = folder.resolve(key + "-authorities.p12");
        generate(authorities, "root", "CN=Handshake Root", kind, "bc:c");
        generate(authorities, "intermediate", "CN=Handshake Intermediate", kind, "bc:c");
        generate(store, "leaf", "CN=" + HOST, kind, null);
        Path root = folder.resolve(key + "-root.pem");
        keytool(authorities, "-exportcert", "-alias", "root", "-rfc", "-file", root.toString());
        Path intermediate = issue(folder, authorities, "intermediate", authorities, "root", "bc:c");
        keytool(authorities, "-importcert", "-noprompt", "-alias", "intermediate", "-file", intermediate.toString());
        Path leaf = issue(folder, store, "leaf", authorities, "intermediate", "san=dns:" + HOST);
        keytool(store, "-importcert", "-noprompt", "-alias", "root", "-file", root.toString());
        Path chain = folder.resolve(key + "-chain.pem");
        Files.writeString(chain, Files.readString(leaf) + Files.readString(intermediate));
        keytool(store, "-importcert", "-noprompt", "-alias", "leaf", "-file", chain.toString());
        return store;
    }

    private static void generate(Path store, String alias, String name, List<String> kind, String extension)
            throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("-genkeypair", "-alias", alias, "-dname", name, "-validity", "3650"));
        arguments.addAll(kind);
        if (extension != null) {
            arguments.addAll(List.of("-ext", extension));
        }
        keytool(store, arguments.toArray(new String[0]));
    }

    private static Path issue(
            Path folder, Path store, String alias, Path authorities, String issuer, String extension)
            throws Exception {
        Path request = folder.resolve(alias + ".csr");
        Path certificate = folder.resolve(alias + ".pem");
        keytool(store, "-certreq", "-alias", alias, "-file", request.toString());
        keytool(authorities, "-gencert", "-alias", issuer, "-validity", "3650", "-rfc", "-ext", extension,
                "-infile", request.toString(), "-outfile", certificate.toString());
        return certificate;
    }

    private static void keytool(Path store, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(Arrays.asList(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", new String(PASSWORD)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + output);
        }
    }
}
