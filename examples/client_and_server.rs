//! A server with a certificate of a private CA, and a client that trusts that CA alone; both ask
//! for each other's certificate. The client on the default roots is refused. The certificate of
//! the server is renewed while it runs.
//!
//! `cargo run --example client_and_server`

use std::error::Error;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, IsCa, Issuer, KeyPair,
};
use rootbake::pki_types::ServerName;
use rootbake::{ClientAuth, Identity, PeerOffer, SecureContext};
use rustls::{
    ClientConfig, ClientConnection, ServerConfig, ServerConnection, SignatureScheme, StreamOwned,
};

fn main() -> Result<(), Box<dyn Error>> {
    let (ca, chain, key) = certificates()?;

    let server = SecureContext::builder()
        .identity(Identity::from_pem(&chain, &key)?.named("www"))
        .algorithm_constraints("SHA1, RSA keySize < 2048".parse()?)
        .ca(&ca)?
        .client_auth(ClientAuth::Required)
        .build()?;
    let client =
        SecureContext::builder().identity(Identity::from_pem(&chain, &key)?).ca(&ca)?.build()?;
    let stranger = SecureContext::builder().build()?;

    let address = serve(server.server_config()?)?;
    assert_eq!(greet(address, client.client_config())?, "hello");
    match greet(address, stranger.client_config()) {
        Ok(_) => Err("the client on the default roots is accepted")?,
        Err(error) => println!("the client on the default roots: {error}"),
    }

    let keys = server.key_manager().ok_or("it has an identity")?;
    keys.replace("www", Identity::from_pem(&chain, &key)?)?;
    assert_eq!(greet(address, client.client_config())?, "hello");
    let schemes = [SignatureScheme::ECDSA_NISTP256_SHA256];
    let selection = keys.explain(&PeerOffer::of_client(&schemes).server_name("other.example"));
    println!("a client that asks for another name is shown\n{selection}");
    Ok(())
}

fn greet(address: std::net::SocketAddr, config: Arc<ClientConfig>) -> std::io::Result<String> {
    let name = ServerName::try_from("localhost").map_err(std::io::Error::other)?;
    let connection = ClientConnection::new(config, name).map_err(std::io::Error::other)?;
    let mut tls = StreamOwned::new(connection, TcpStream::connect(address)?);
    let mut greeting = String::new();
    tls.read_to_string(&mut greeting)?;
    Ok(greeting)
}

fn serve(config: Arc<ServerConfig>) -> std::io::Result<std::net::SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let Ok(connection) = ServerConnection::new(Arc::clone(&config)) else { continue };
            let mut tls = StreamOwned::new(connection, stream);
            if tls.write_all(b"hello").is_ok() {
                tls.conn.send_close_notify();
                let _ = tls.flush();
            }
        }
    });
    Ok(address)
}

/// A CA, a certificate for `localhost` that it issued, and that one's key, as PEM.
fn certificates() -> Result<(String, String, String), rcgen::Error> {
    let mut ca = CertificateParams::default();
    ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    ca.distinguished_name.push(DnType::CommonName, "Example CA");
    let ca_key = KeyPair::generate()?;
    let ca_certificate = ca.self_signed(&ca_key)?;
    let mut leaf = CertificateParams::new(["localhost".to_owned()])?;
    leaf.distinguished_name = DistinguishedName::new();
    leaf.distinguished_name.push(DnType::CommonName, "example server");
    let leaf_key = KeyPair::generate()?;
    let leaf_certificate = leaf.signed_by(&leaf_key, &Issuer::new(ca, ca_key))?;
    Ok((ca_certificate.pem(), leaf_certificate.pem(), leaf_key.serialize_pem()))
}
