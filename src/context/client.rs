use std::sync::{Arc, OnceLock};

use rustls::ClientConfig;
use rustls::client::ResolvesClientCert;

use super::provider::{self, ClientBuilder};
use crate::key_manager::KeyManager;
use crate::verifier::Verifier;

/// The configuration of a client, or all that it takes to make it.
#[derive(Debug)]
pub(super) enum Client {
    Made(Arc<ClientConfig>),
    /// Of a context that may be a server, and is a client only if somebody asks
    OnDemand(Box<OnDemand>),
}

#[derive(Debug)]
pub(super) struct OnDemand {
    builder: ClientBuilder,
    key_manager: Arc<KeyManager>,
    alpn: Vec<Vec<u8>>,
    made: OnceLock<Arc<ClientConfig>>,
}

impl Client {
    /// Of a context without an identity.
    pub(super) fn new(
        builder: ClientBuilder,
        verifier: &Arc<Verifier>,
        alpn: Vec<Vec<u8>>,
    ) -> Self {
        let resolver = provider::no_client_certificate();
        Self::Made(Arc::new(make(builder, verifier, resolver, alpn)))
    }

    pub(super) fn on_demand(
        builder: ClientBuilder,
        key_manager: Arc<KeyManager>,
        alpn: Vec<Vec<u8>>,
    ) -> Self {
        let made = OnceLock::new();
        Self::OnDemand(Box::new(OnDemand { builder, key_manager, alpn, made }))
    }

    pub(super) fn config(&self, verifier: &Arc<Verifier>) -> Arc<ClientConfig> {
        match self {
            Self::Made(config) => Arc::clone(config),
            Self::OnDemand(parts) => {
                Arc::clone(parts.made.get_or_init(|| Arc::new(parts.make(verifier))))
            }
        }
    }
}

impl OnDemand {
    fn make(&self, verifier: &Arc<Verifier>) -> ClientConfig {
        let Self { builder, key_manager, alpn, made: _ } = self;
        let resolver = Arc::<KeyManager>::clone(key_manager);
        make(builder.clone(), verifier, resolver, alpn.clone())
    }
}

#[inline]
fn make(
    builder: ClientBuilder,
    verifier: &Arc<Verifier>,
    resolver: Arc<dyn ResolvesClientCert>,
    alpn: Vec<Vec<u8>>,
) -> ClientConfig {
    let verifier = Arc::<Verifier>::clone(verifier);
    let builder = builder.dangerous().with_custom_certificate_verifier(verifier);
    let mut config = builder.with_client_cert_resolver(resolver);
    config.alpn_protocols = alpn;
    config
}
