//! Real handshakes over TCP on loopback: who trusts whom, for both versions of TLS and both crypto
//! providers.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use common::{Ca, PROVIDERS, identity};
use rootbake::certificate::Certificate;
use rootbake::pki_types::ServerName;
use rootbake::{ClientAuth, ContextBuilder, Error, SecureContext, VerifyError, roots};
use rustls::client::ResolvesClientCert;
use rustls::sign::CertifiedKey;
use rustls::{
    ClientConfig, ClientConnection, ServerConfig, ServerConnection, SignatureScheme, StreamOwned,
    SupportedProtocolVersion, version,
};

/// What one connection ended in, on both sides.
struct Outcome {
    client: io::Result<()>,
    server: io::Result<Vec<u8>>,
}

impl Outcome {
    fn client_code(&self) -> &'static str {
        match &self.client {
            Ok(()) => "accepted",
            Err(error) => VerifyError::of_io(error).map_or("another error", VerifyError::code),
        }
    }

    fn server_code(&self) -> &'static str {
        match &self.server {
            Ok(_) => "accepted",
            Err(error) => VerifyError::of_io(error).map_or("another error", VerifyError::code),
        }
    }
}

fn connect(client: Arc<ClientConfig>, server: Arc<ServerConfig>) -> Outcome {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || serve(&listener, server));
    let client = ask(client, TcpStream::connect(address).unwrap());
    Outcome { client, server: server.join().unwrap() }
}

fn serve(listener: &TcpListener, config: Arc<ServerConfig>) -> io::Result<Vec<u8>> {
    let (stream, _) = listener.accept()?;
    let mut tls = StreamOwned::new(ServerConnection::new(config).unwrap(), stream);
    let mut question = [0; 4];
    tls.read_exact(&mut question)?;
    tls.write_all(b"pong")?;
    tls.conn.send_close_notify();
    tls.flush()?;
    Ok(question.to_vec())
}

fn ask(config: Arc<ClientConfig>, stream: TcpStream) -> io::Result<()> {
    let name = ServerName::try_from("localhost").unwrap();
    let mut tls = StreamOwned::new(ClientConnection::new(config, name).unwrap(), stream);
    tls.write_all(b"ping")?;
    let mut answer = [0; 4];
    tls.read_exact(&mut answer)?;
    assert_eq!(&answer, b"pong");
    Ok(())
}

const VERSIONS: [&[&SupportedProtocolVersion]; 2] = [&[&version::TLS12], &[&version::TLS13]];

/// Calls with a builder for each provider and version.
fn everywhere(mut check: impl FnMut(&dyn Fn() -> ContextBuilder, &str)) {
    for (provider, new) in PROVIDERS {
        for versions in VERSIONS {
            let builder =
                || SecureContext::builder().crypto_provider(new()).protocol_versions(versions);
            check(&builder, &format!("{provider}, {:?}", versions[0].version));
        }
    }
}

#[test]
fn the_defaults_refuse_a_private_chain_and_the_explicit_ca_accepts_it() {
    let (ca, other) = (Ca::new("Test CA"), Ca::new("Other CA"));
    everywhere(|builder, how| {
        let server = builder().identity(identity(&ca)).build().unwrap().server_config().unwrap();
        let table: [(ContextBuilder, &str); 6] = [
            (builder(), "unknown-issuer"),
            (builder().no_roots(), "unknown-issuer"),
            (builder().ca(other.pem()).unwrap(), "unknown-issuer"),
            (builder().ca(ca.pem()).unwrap(), "accepted"),
            (builder().ca(ca.pem()).unwrap().roots(&roots::MOZILLA), "accepted"),
            (builder().ca(other.pem()).unwrap().ca(ca.pem()).unwrap(), "accepted"),
        ];
        for (row, (client, expected)) in table.into_iter().enumerate() {
            let client = client.build().unwrap().client_config();
            let outcome = connect(client, Arc::clone(&server));
            assert_eq!(outcome.client_code(), expected, "{how}, row {row}: {:?}", outcome.client);
            assert_eq!(outcome.server.is_ok(), expected == "accepted", "{how}, row {row}");
        }
    });
}

#[test]
fn a_server_asks_for_what_its_client_auth_says() {
    let (ca, clients, strangers) =
        (Ca::new("Test CA"), Ca::new("Client CA"), Ca::new("Stranger CA"));
    let impostors = Ca::new("Client CA");
    everywhere(|builder, how| {
        let server = |client_auth| {
            let builder = builder().identity(identity(&ca)).ca(clients.pem()).unwrap();
            builder.client_auth(client_auth).build().unwrap().server_config().unwrap()
        };
        let client = |with: Option<&Ca>| {
            let builder = builder().ca(ca.pem()).unwrap();
            let builder = match with {
                Some(issuer) => builder.identity(identity(issuer)),
                None => builder,
            };
            builder.build().unwrap().client_config()
        };
        for (client_auth, with, expected) in [
            (ClientAuth::None, Some(&strangers), "accepted"),
            (ClientAuth::Optional, None, "accepted"),
            (ClientAuth::Optional, Some(&clients), "accepted"),
            // kept back: none of the CAs that the server names has issued it
            (ClientAuth::Optional, Some(&strangers), "accepted"),
            (ClientAuth::Optional, Some(&impostors), "bad-signature"),
            (ClientAuth::Required, None, "another error"),
            (ClientAuth::Required, Some(&clients), "accepted"),
        ] {
            let outcome = connect(client(with), server(client_auth));
            let of = with.map(|ca| ca.name);
            assert_eq!(outcome.server_code(), expected, "{how}, {client_auth:?} {of:?}");
        }
    });
}

#[test]
fn the_explicit_intermediates_complete_a_chain_that_is_short() {
    let root = Ca::new("Test Root");
    let upper = root.intermediate("Upper Intermediate");
    let lower = upper.intermediate("Lower Intermediate");
    let stranger = root.intermediate("Stranger");
    everywhere(|builder, how| {
        let client = || builder().ca(root.pem()).unwrap().build().unwrap().client_config();
        for (given, expected) in [
            (root.pem(), "unknown-issuer"),
            (root.pem() + &lower.pem(), "unknown-issuer"),
            (stranger.pem() + &upper.pem() + &lower.pem(), "accepted"),
        ] {
            let server = builder().identity(identity(&lower)).ca(given).unwrap();
            let outcome = connect(client(), server.build().unwrap().server_config().unwrap());
            assert_eq!(outcome.client_code(), expected, "{how}");
        }
    });
}

/// A client without a certificate that keeps the names which a server asks for.
#[derive(Debug, Default)]
struct Hints(Mutex<Vec<Vec<u8>>>);

impl ResolvesClientCert for Hints {
    fn resolve(&self, names: &[&[u8]], _: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        *self.0.lock().unwrap() = names.iter().map(|name| name.to_vec()).collect();
        None
    }

    fn has_certs(&self) -> bool {
        true
    }
}

#[test]
fn a_server_names_its_explicit_cas_and_no_baked_root() {
    let (ca, clients) = (Ca::new("Test CA"), Ca::new("Client CA"));
    let intermediate = clients.intermediate("Client Intermediate");
    everywhere(|builder, how| {
        let given = clients.pem() + &intermediate.pem() + &clients.pem();
        let server = builder().identity(identity(&ca)).ca(given).unwrap().roots(&roots::MOZILLA);
        let server = server.client_auth(ClientAuth::Optional).build().unwrap();
        let client = builder().ca(ca.pem()).unwrap().build().unwrap();
        let hints = Arc::new(Hints::default());
        let mut config = (*client.client_config()).clone();
        config.client_auth_cert_resolver = Arc::<Hints>::clone(&hints);
        let outcome = connect(Arc::new(config), server.server_config().unwrap());
        assert_eq!(outcome.server_code(), "accepted", "{how}");
        let certificate = Certificate::from_der(clients.der()).unwrap();
        let subject = certificate.subject.as_bytes();
        let named = hints.0.lock().unwrap();
        let [only] = named.as_slice() else { panic!("{how}: {} names", named.len()) };
        // with its header, which the name of an anchor leaves out
        assert!(only.ends_with(subject) && only.len() == subject.len() + 2, "{how}");
    });
}

#[test]
fn client_auth_needs_a_ca_that_was_named_for_it() {
    let ca = Ca::new("Test CA");
    let builder = || SecureContext::builder().client_auth(ClientAuth::Required);
    let error = builder().identity(identity(&ca)).build().unwrap_err();
    assert_eq!(error, Error::ClientAuthNeedsCa);
    assert_eq!(error.code(), "client-auth-needs-ca");
    assert!(builder().no_roots().build().is_err());
    assert!(builder().roots(&roots::MOZILLA).build().is_ok());
    assert!(builder().ca(ca.pem()).unwrap().build().is_ok());
}

#[test]
fn the_protocol_is_the_first_that_both_sides_speak() {
    let ca = Ca::new("Test CA");
    let server = SecureContext::builder().identity(identity(&ca)).alpn(["h2", "http/1.1"]);
    let client = SecureContext::builder().ca(ca.pem()).unwrap().alpn(["http/1.1", "h2"]);
    let (server, client) = (server.build().unwrap(), client.build().unwrap());
    let name = ServerName::try_from("localhost").unwrap();
    let mut client = ClientConnection::new(client.client_config(), name).unwrap();
    let mut server = ServerConnection::new(server.server_config().unwrap()).unwrap();
    while client.is_handshaking() || server.is_handshaking() {
        let mut flight = Vec::new();
        client.write_tls(&mut flight).unwrap();
        server.read_tls(&mut flight.as_slice()).unwrap();
        server.process_new_packets().unwrap();
        flight.clear();
        server.write_tls(&mut flight).unwrap();
        client.read_tls(&mut flight.as_slice()).unwrap();
        client.process_new_packets().unwrap();
    }
    assert_eq!(client.alpn_protocol(), Some(&b"h2"[..]));
}

#[test]
fn a_server_without_an_identity_is_an_error() {
    let context = SecureContext::builder().build().unwrap();
    assert_eq!(context.server_config().unwrap_err(), Error::NoIdentity);
}

#[test]
fn a_configuration_is_made_once() {
    let ca = Ca::new("Test CA");
    let context = SecureContext::builder().identity(identity(&ca)).build().unwrap();
    assert!(Arc::ptr_eq(&context.client_config(), &context.client_config()));
    let server = || context.server_config().unwrap();
    assert!(Arc::ptr_eq(&server(), &server()));
}

#[tokio::test]
async fn tokio_rustls_takes_the_configurations() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let ca = Ca::new("Test CA");
    let server = SecureContext::builder().identity(identity(&ca)).build().unwrap();
    let client = SecureContext::builder().ca(ca.pem()).unwrap().build().unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serve = async {
        let (stream, _) = listener.accept().await.unwrap();
        let acceptor = tokio_rustls::TlsAcceptor::from(server.server_config().unwrap());
        let mut tls = acceptor.accept(stream).await.unwrap();
        tls.write_all(b"pong").await.unwrap();
        tls.shutdown().await.unwrap();
    };
    let ask = async {
        let stream = tokio::net::TcpStream::connect(address).await.unwrap();
        let connector = tokio_rustls::TlsConnector::from(client.client_config());
        let name = ServerName::try_from("localhost").unwrap();
        let mut answer = Vec::new();
        connector.connect(name, stream).await.unwrap().read_to_end(&mut answer).await.unwrap();
        answer
    };
    let ((), answer) = tokio::join!(serve, ask);
    assert_eq!(answer, b"pong");
}
