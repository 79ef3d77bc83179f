mod builder;
mod provider;
mod sources;

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use rustls::client::ResolvesClientCert;
use rustls::server::NoClientAuth;
use rustls::server::danger::ClientCertVerifier;
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{ClientConfig, ConfigBuilder, ServerConfig, SupportedProtocolVersion, WantsVerifier};

use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::trust::AnchorId;
use crate::verifier::{ClientVerifier, Verifier};

pub use builder::ContextBuilder;

/// The trust and the identity of one side of TLS connections.
///
/// Built once and shared; the configurations that rustls wants are made on first use and kept.
#[derive(Debug)]
pub struct SecureContext {
    verifier: Arc<Verifier>,
    identity: Option<Arc<CertifiedKey>>,
    client_auth: ClientAuth,
    alpn: Vec<Vec<u8>>,
    versions: Cow<'static, [&'static SupportedProtocolVersion]>,
    /// The half-made configuration, of which rustls has already said that it will do
    client_builder: ConfigBuilder<ClientConfig, WantsVerifier>,
    client_config: OnceLock<Arc<ClientConfig>>,
    server_config: OnceLock<Arc<ServerConfig>>,
    diagnostics: Vec<Diagnostic>,
}

/// Whether a server asks its clients for a certificate.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum ClientAuth {
    /// It does not ask.
    #[default]
    None,
    /// It asks, and serves clients without one too.
    Optional,
    /// It serves only clients with a certificate that one of its anchors has issued.
    Required,
}

impl SecureContext {
    /// A context on the default roots, until something else is said.
    pub fn builder() -> ContextBuilder {
        ContextBuilder::new()
    }

    /// The configuration for clients. The first call makes it, in about as much time as rustls
    /// takes without any roots; later ones clone an `Arc`.
    ///
    /// The context's identity, where it has one, answers servers that ask for a certificate.
    pub fn client_config(&self) -> Arc<ClientConfig> {
        Arc::clone(self.client_config.get_or_init(|| Arc::new(self.new_client_config())))
    }

    /// The configuration for servers. The first call makes it; later ones clone an `Arc`.
    ///
    /// # Errors
    ///
    /// [`Error::NoIdentity`] where the context has none.
    pub fn server_config(&self) -> Result<Arc<ServerConfig>, Error> {
        let identity = self.identity.as_ref().ok_or(Error::NoIdentity)?;
        if let Some(config) = self.server_config.get() {
            return Ok(Arc::clone(config));
        }
        let config = Arc::new(self.new_server_config(identity)?);
        Ok(Arc::clone(self.server_config.get_or_init(|| config)))
    }

    /// Verifies chains as connections do, without one.
    pub fn verifier(&self) -> &Verifier {
        &self.verifier
    }

    /// What was odd about the inputs, and did not stop the context from being built.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The anchors that the context trusts for TLS: the explicit ones by subject, then those of
    /// each set.
    pub fn anchors(&self) -> impl Iterator<Item = AnchorId<'_>> {
        self.verifier.store().anchors()
    }

    /// How many certificates were parsed to build what the context trusts: its explicit CAs, and
    /// of the baked roots none.
    pub fn parsed_certificates(&self) -> usize {
        self.verifier.store().explicit.len()
    }

    fn new_client_config(&self) -> ClientConfig {
        let verifier = Arc::clone(&self.verifier);
        let builder =
            self.client_builder.clone().dangerous().with_custom_certificate_verifier(verifier);
        let mut config = match &self.identity {
            Some(identity) => {
                let resolver: Arc<dyn ResolvesClientCert> =
                    Arc::new(SingleCertAndKey::from(Arc::clone(identity)));
                builder.with_client_cert_resolver(resolver)
            }
            None => builder.with_no_client_auth(),
        };
        config.alpn_protocols.clone_from(&self.alpn);
        config
    }

    fn new_server_config(&self, identity: &Arc<CertifiedKey>) -> Result<ServerConfig, Error> {
        let provider = Arc::clone(self.client_builder.crypto_provider());
        let verifier: Arc<dyn ClientCertVerifier> = match self.client_auth {
            ClientAuth::None => Arc::new(NoClientAuth),
            asked => {
                let required = asked == ClientAuth::Required;
                Arc::new(ClientVerifier::new(Arc::clone(&self.verifier), required))
            }
        };
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&self.versions)
            .map_err(|error| Error::CryptoProvider(error.to_string()))?
            .with_client_cert_verifier(verifier)
            .with_cert_resolver(Arc::new(SingleCertAndKey::from(Arc::clone(identity))));
        config.alpn_protocols.clone_from(&self.alpn);
        Ok(config)
    }
}
