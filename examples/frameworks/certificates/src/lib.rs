//! A private CA and what it issued, and a server to talk to, for the other examples.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::{io, thread};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// What most examples return.
pub type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// PEM of a CA, of a chain that it issued, and of the key of that.
pub struct Private {
    pub ca: String,
    pub chain: String,
    pub key: String,
}

/// A CA of this name, and a certificate for `localhost`.
pub fn private(name: &str) -> Result<Private> {
    let mut ca = CertificateParams::default();
    ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    ca.distinguished_name.push(DnType::CommonName, name);
    let ca_key = KeyPair::generate()?;
    let pem = ca.self_signed(&ca_key)?.pem();
    let key = KeyPair::generate()?;
    let mut leaf = CertificateParams::new(["localhost".to_owned()])?;
    leaf.distinguished_name.push(DnType::CommonName, "localhost");
    let chain = leaf.signed_by(&key, &Issuer::new(ca, ca_key))?.pem();
    Ok(Private { ca: pem, chain, key: key.serialize_pem() })
}

/// Answers every request on loopback with "hello".
pub fn serve(config: Arc<ServerConfig>) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("localhost:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let Ok(connection) = ServerConnection::new(Arc::clone(&config)) else { continue };
            // a client that refuses the certificate ends the connection
            let _ = answer(StreamOwned::new(connection, stream));
        }
    });
    Ok(address)
}

fn answer(mut tls: impl Read + Write) -> io::Result<()> {
    let mut request = [0; 4096];
    if tls.read(&mut request)? > 0 {
        tls.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")?;
    }
    tls.flush()
}

/// An error with all that is behind it.
pub fn chain_of(error: &dyn std::error::Error) -> String {
    let behind = std::iter::successors(Some(error), |error| error.source());
    behind.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
