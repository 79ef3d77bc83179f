use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rootbake::{Identity, SecureContext};
use rustls::pki_types::ServerName;
use rustls::{ClientConnection, ServerConfig, ServerConnection, StreamOwned};

use super::authority::Authority;
use crate::output::Failure;

const GREETING: &[u8] = b"hello";

/// Nothing here takes that long: a demonstration fails rather than hangs.
const PATIENCE: Duration = Duration::from_secs(2);

/// A TLS server on a port of its own, until the command ends.
pub(super) struct Server {
    address: SocketAddr,
}

/// What a handshake agreed on, and what the server said behind it.
pub(super) struct Session {
    pub(super) version: String,
    pub(super) cipher_suite: String,
    pub(super) greeting: String,
}

impl Server {
    pub(super) fn start(authority: &Authority) -> Result<Self, Failure> {
        let (chain, key) = authority.server();
        let identity = Identity::from_pem(chain, key)?.named("server on loopback");
        let config =
            SecureContext::builder().no_roots().identity(identity).build()?.server_config()?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(no_loopback)?;
        let address = listener.local_addr().map_err(no_loopback)?;
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // a client that refuses the certificate is what the first connection is for
                let _ = greet(stream, &config);
            }
        });
        Ok(Self { address })
    }

    /// Connects as any client would, by the name `localhost`.
    pub(super) fn connect(&self, context: &SecureContext) -> io::Result<Session> {
        let name = ServerName::try_from("localhost").map_err(io::Error::other)?;
        let client =
            ClientConnection::new(context.client_config(), name).map_err(io::Error::other)?;
        let mut stream = StreamOwned::new(client, patient(TcpStream::connect(self.address)?)?);
        let mut greeting = String::new();
        stream.read_to_string(&mut greeting)?;
        let connection = &stream.conn;
        Ok(Session {
            version: connection
                .protocol_version()
                .map(|version| format!("{version:?}"))
                .unwrap_or_default(),
            cipher_suite: connection
                .negotiated_cipher_suite()
                .map(|suite| format!("{:?}", suite.suite()))
                .unwrap_or_default(),
            greeting,
        })
    }
}

fn greet(stream: TcpStream, config: &Arc<ServerConfig>) -> io::Result<()> {
    let server = ServerConnection::new(Arc::clone(config)).map_err(io::Error::other)?;
    let mut stream = StreamOwned::new(server, patient(stream)?);
    stream.write_all(GREETING)?;
    stream.conn.send_close_notify();
    stream.flush()
}

fn patient(stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

fn no_loopback(error: io::Error) -> Failure {
    super::unexpected("server cannot listen on loopback", error)
}
