//! A program that knows nothing of rootbake: ureq as it comes, which trusts what webpki-roots has.
//!
//! `program ca DIR NAME` makes a CA in `DIR/NAME.pem`, and `DIR/NAME.chain` and `DIR/NAME.key` for
//! `localhost`. `program get DIR NAME` serves that chain on loopback and says what ureq makes of it.
//! `program count` says how many roots there are.

use std::error::Error;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;
use std::{env, fs, thread};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["ca", folder, name] => make(folder.as_ref(), name)?,
        ["get", folder, name] => match get(folder.as_ref(), name)? {
            Ok(answer) => println!("{name}: {answer}"),
            Err(error) => println!("{name}: refused: {error}"),
        },
        ["count"] => println!("{} roots", webpki_roots::TLS_SERVER_ROOTS.len()),
        _ => Err("usage: program ca DIR NAME, or get DIR NAME, or count")?,
    }
    Ok(())
}

fn make(folder: &Path, name: &str) -> Result<()> {
    let mut ca = CertificateParams::default();
    ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    ca.distinguished_name.push(DnType::CommonName, name);
    let ca_key = KeyPair::generate()?;
    fs::write(folder.join(name).with_extension("pem"), ca.self_signed(&ca_key)?.pem())?;
    let key = KeyPair::generate()?;
    let leaf = CertificateParams::new(["localhost".to_owned()])?;
    let leaf = leaf.signed_by(&key, &Issuer::new(ca, ca_key))?;
    fs::write(folder.join(name).with_extension("chain"), leaf.pem())?;
    Ok(fs::write(folder.join(name).with_extension("key"), key.serialize_pem())?)
}

fn get(folder: &Path, name: &str) -> Result<std::result::Result<String, ureq::Error>> {
    let chain = CertificateDer::pem_file_iter(folder.join(name).with_extension("chain"))?;
    let chain = chain.collect::<std::result::Result<_, _>>()?;
    let key = PrivateKeyDer::from_pem_file(folder.join(name).with_extension("key"))?;
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(chain, key)?;
    let address = serve(Arc::new(config))?;
    let answer = ureq::get(format!("https://localhost:{}/", address.port())).call();
    Ok(answer.and_then(|mut answer| answer.body_mut().read_to_string()))
}

/// Answers one request.
fn serve(config: Arc<ServerConfig>) -> Result<SocketAddr> {
    let listener = TcpListener::bind("localhost:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || -> std::io::Result<()> {
        let connection = ServerConnection::new(config).map_err(std::io::Error::other)?;
        let mut tls = StreamOwned::new(connection, listener.accept()?.0);
        let mut request = [0; 4096];
        let _ = tls.read(&mut request)?;
        tls.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\ntrusted")?;
        tls.conn.send_close_notify();
        tls.flush()
    });
    Ok(address)
}
