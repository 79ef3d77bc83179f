//! What ureq asks of TLS that is not its own: nothing here knows rootbake.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};
use ureq::Error;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, LazyBuffers, NextTimeout, Transport, TransportAdapter,
};

/// TLS by a configuration of rustls, over what the connector before it in a chain connected.
pub struct TlsConnector(pub Arc<ClientConfig>);

impl<In: Transport> Connector<In> for TlsConnector {
    type Out = TlsTransport;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<TlsTransport>, Error> {
        let Some(transport) = chained else { return Ok(None) };
        let host = details.uri.host().unwrap_or_default();
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        let config = Arc::clone(&self.0);
        let mut conn = ClientConnection::new(config, name).map_err(io::Error::other)?;
        let transport: Box<dyn Transport> = Box::new(transport);
        let mut sock = TransportAdapter::new(transport, details.current_time.clone());
        sock.set_timeout(details.timeout);
        conn.complete_io(&mut sock)?;
        let sizes = (details.config.input_buffer_size(), details.config.output_buffer_size());
        let buffers = LazyBuffers::new(sizes.0, sizes.1);
        Ok(Some(TlsTransport { buffers, stream: StreamOwned { conn, sock } }))
    }
}

impl fmt::Debug for TlsConnector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TlsConnector")
    }
}

pub struct TlsTransport {
    buffers: LazyBuffers,
    stream: StreamOwned<ClientConnection, TransportAdapter>,
}

impl Transport for TlsTransport {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.stream.sock.set_timeout(timeout);
        Ok(self.stream.write_all(&self.buffers.output()[..amount])?)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.stream.sock.set_timeout(timeout);
        let amount = self.stream.read(self.buffers.input_append_buf())?;
        self.buffers.input_appended(amount);
        Ok(amount > 0)
    }

    fn is_open(&mut self) -> bool {
        self.stream.sock.get_mut().is_open()
    }

    fn is_tls(&self) -> bool {
        true
    }
}

impl fmt::Debug for TlsTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TlsTransport")
    }
}
