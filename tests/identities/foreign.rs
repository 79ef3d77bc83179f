//! OpenSSL as the other side, where it is installed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;

use rootbake::pki_types::ServerName;
use rootbake::{ContextBuilder, Identity, SecureContext};
use rustls::{ClientConfig, ClientConnection, ServerConfig, ServerConnection, StreamOwned};
use tempfile::TempDir;

use crate::common::Ca;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/100-peer-cannot-use-our-key");

fn of_kind(kind: &str) -> Identity {
    let read = |what| std::fs::read(format!("{CASES}/{kind}-{what}.pem")).unwrap();
    Identity::from_pem(read("chain"), read("key")).unwrap().named(kind)
}

fn has_openssl() -> bool {
    let found = Command::new("openssl").arg("version").stdout(Stdio::null()).status().is_ok();
    if !found {
        eprintln!("skipped: openssl is not installed");
    }
    found
}

/// Answers one connection with `pong`, and says whether that worked.
fn serve_once(config: Arc<ServerConfig>) -> (u16, thread::JoinHandle<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let served = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut tls = StreamOwned::new(ServerConnection::new(config).unwrap(), stream);
        let written = tls.write_all(b"pong\n").and_then(|()| tls.flush());
        tls.conn.send_close_notify();
        let _ = tls.flush();
        // until the other side has gone
        let _ = tls.read_to_end(&mut Vec::new());
        written.is_ok()
    });
    (port, served)
}

/// What `openssl s_client` says of a server.
fn s_client(config: Arc<ServerConfig>, arguments: &[&str]) -> (bool, String) {
    let (port, served) = serve_once(config);
    let output = Command::new("openssl")
        .args(["s_client", "-connect", &format!("127.0.0.1:{port}"), "-verify_return_error"])
        .args(["-CAfile", &format!("{CASES}/ca.pem")])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (served.join().unwrap() && output.status.success(), text)
}

#[test]
fn s_client_gets_the_kind_that_it_can_verify() {
    if !has_openssl() {
        return;
    }
    let config = |kinds: &[&str]| {
        let builder = SecureContext::builder().no_roots();
        let builder = kinds.iter().fold(builder, |builder, kind| builder.identity(of_kind(kind)));
        builder.build().unwrap().server_config().unwrap()
    };
    let ecdsa = ["-sigalgs", "ECDSA+SHA256"];
    let rsa = ["-sigalgs", "RSA-PSS+SHA256:RSA+SHA256:ECDSA+SHA256"];
    for version in ["-tls1_2", "-tls1_3"] {
        for (kinds, sigalgs, expected) in [
            (&["rsa", "ec"][..], &ecdsa, Some("ECDSA")),
            (&["ec", "rsa"], &ecdsa, Some("ECDSA")),
            (&["rsa", "ec"], &rsa, Some("RSA-PSS")),
            (&["ec", "rsa"], &rsa, Some("ECDSA")),
            (&["rsa"], &ecdsa, None),
        ] {
            let arguments = [&sigalgs[..], &[version]].concat();
            let (fine, text) = s_client(config(kinds), &arguments);
            assert_eq!(fine, expected.is_some(), "{kinds:?} {arguments:?}: {text}");
            match expected {
                Some(kind) => {
                    let line = format!("Peer signature type: {kind}");
                    assert!(text.contains(&line), "{kinds:?} {arguments:?}: {text}");
                }
                None => assert!(text.contains("access denied"), "{text}"),
            }
        }
    }
}

#[test]
fn s_client_gets_the_certificate_of_the_name_that_it_asks_for() {
    if !has_openssl() {
        return;
    }
    let ca = Ca::new("Foreign CA");
    let names = ["www.example.com", "www.example.net"];
    let identities = names.map(|name| {
        let leaf = ca.leaf_with(|params| {
            params.subject_alt_names = vec![rcgen::SanType::DnsName(name.try_into().unwrap())];
            params.distinguished_name.push(rcgen::DnType::CommonName, name);
        });
        Identity::from_pem(leaf.certificate.pem(), leaf.key.serialize_pem()).unwrap()
    });
    let builder = SecureContext::builder().no_roots();
    let server = identities.into_iter().fold(builder, ContextBuilder::identity).build().unwrap();
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("ca.pem");
    std::fs::write(&file, ca.pem()).unwrap();
    let file = file.to_str().unwrap();
    for (asked, found) in [(names[0], names[0]), (names[1], names[1]), ("other.example", names[0])]
    {
        let config = server.server_config().unwrap();
        let (fine, text) = s_client(config, &["-CAfile", file, "-servername", asked]);
        assert!(fine, "{text}");
        assert!(text.contains(&format!("CN = {found}")), "{asked}: {text}");
    }
}

/// `openssl s_server` on some port, until it is dropped.
struct Server {
    process: Child,
    port: u16,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut process = Command::new("openssl")
            .args(["s_server", "-accept", &format!("127.0.0.1:{port}"), "-www", "-naccept", "1"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("ACCEPT") {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0, "s_server has not started");
        }
        process.stdout = Some(output.into_inner());
        Self { process, port }
    }

    /// Its page about the connection, which says whose certificate it was shown.
    fn page(&self, config: Arc<ClientConfig>) -> String {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let name = ServerName::try_from("host.test").unwrap();
        let mut tls = StreamOwned::new(ClientConnection::new(config, name).unwrap(), stream);
        let mut page = Vec::new();
        let asked = tls.write_all(b"GET / HTTP/1.0\r\n\r\n");
        // it closes without a word
        let read = tls.read_to_end(&mut page);
        format!("{asked:?} {} {}", String::from_utf8_lossy(&page), read.is_ok())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn s_server_is_shown_what_its_ca_has_issued() {
    if !has_openssl() {
        return;
    }
    let (first, second) = (Ca::new("First Clients"), Ca::new("Second Clients"));
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("clients.pem");
    std::fs::write(&file, second.pem()).unwrap();
    let file = file.to_str().unwrap();
    let ca = std::fs::read(format!("{CASES}/ca.pem")).unwrap();
    let identity = |ca: &Ca| crate::common::identity(ca).named(ca.name);
    let (certificate, key) = (format!("{CASES}/ec-chain.pem"), format!("{CASES}/ec-key.pem"));
    let of_server = ["-cert", &certificate, "-key", &key, "-CAfile", file];
    for version in ["-tls1_2", "-tls1_3"] {
        for (issuers, is_shown) in
            [(&[&first, &second][..], true), (&[&second, &first], true), (&[&first], false)]
        {
            let server = Server::start(&[&of_server[..], &["-verify", "1", version]].concat());
            let builder = SecureContext::builder().ca(&ca).unwrap();
            let builder =
                issuers.iter().fold(builder, |builder, ca| builder.identity(identity(ca)));
            let page = server.page(builder.build().unwrap().client_config());
            assert!(page.contains("HTTP/1.0 200"), "{version}: {page}");
            assert_eq!(page.contains("Second Clients"), is_shown, "{version}: {page}");
            assert!(!page.contains("First Clients"), "{version}: {page}");
        }
    }
}
