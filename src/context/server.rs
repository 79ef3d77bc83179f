use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use rustls::crypto::CryptoProvider;
use rustls::server::NoClientAuth;
use rustls::server::danger::ClientCertVerifier;
use rustls::{ServerConfig, SupportedProtocolVersion};

use super::ClientAuth;
use crate::error::Error;
use crate::key_manager::KeyManager;
use crate::verifier::{ClientVerifier, Verifier};

/// The configuration of a server, and all that it takes to make it.
#[derive(Debug)]
pub(super) struct Server {
    pub(super) key_manager: Arc<KeyManager>,
    pub(super) client_auth: ClientAuth,
    pub(super) provider: Arc<CryptoProvider>,
    pub(super) versions: Cow<'static, [&'static SupportedProtocolVersion]>,
    pub(super) alpn: Vec<Vec<u8>>,
    pub(super) made: OnceLock<Arc<ServerConfig>>,
}

impl Server {
    pub(super) fn config(&self, verifier: &Arc<Verifier>) -> Result<Arc<ServerConfig>, Error> {
        if let Some(config) = self.made.get() {
            return Ok(Arc::clone(config));
        }
        let config = Arc::new(self.make(verifier)?);
        Ok(Arc::clone(self.made.get_or_init(|| config)))
    }

    fn make(&self, verifier: &Arc<Verifier>) -> Result<ServerConfig, Error> {
        let client_verifier: Arc<dyn ClientCertVerifier> = match self.client_auth {
            ClientAuth::None => Arc::new(NoClientAuth),
            asked => {
                let required = asked == ClientAuth::Required;
                Arc::new(ClientVerifier::new(Arc::clone(verifier), required))
            }
        };
        let mut config = ServerConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_protocol_versions(&self.versions)
            .map_err(|error| Error::CryptoProvider(error.to_string()))?
            .with_client_cert_verifier(client_verifier)
            .with_cert_resolver(Arc::<KeyManager>::clone(&self.key_manager));
        config.alpn_protocols.clone_from(&self.alpn);
        Ok(config)
    }
}
