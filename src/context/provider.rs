//! The crypto provider, and what rustls makes of it.

use std::sync::{Arc, LazyLock};

use rustls::client::ResolvesClientCert;
use rustls::crypto::CryptoProvider;
use rustls::sign::CertifiedKey;
use rustls::time_provider::{DefaultTimeProvider, TimeProvider};
use rustls::{
    ClientConfig, ConfigBuilder, DEFAULT_VERSIONS, SignatureScheme, SupportedProtocolVersion,
    WantsVerifier,
};

use crate::error::Error;

/// A configuration of a client up to where its verifier is wanted: rustls has said by then that
/// the crypto provider can serve the protocol versions.
pub(super) type ClientBuilder = ConfigBuilder<ClientConfig, WantsVerifier>;

/// The builder for the given provider, else for the process default, else for that of our
/// features; nothing is installed.
pub(super) fn client_builder(
    given: Option<Arc<CryptoProvider>>,
    versions: &[&'static SupportedProtocolVersion],
) -> Result<ClientBuilder, Error> {
    let chosen = given.or_else(|| CryptoProvider::get_default().cloned());
    if chosen.is_none()
        && core::ptr::eq(versions, DEFAULT_VERSIONS)
        && let Some(usual) = usual()
    {
        return Ok(usual);
    }
    begin(chosen.or_else(of_features).ok_or(Error::NoCryptoProvider)?, versions)
}

/// The builder for the provider of our features and the default versions, made once.
pub(super) fn usual() -> Option<ClientBuilder> {
    static USUAL: LazyLock<Option<ClientBuilder>> =
        LazyLock::new(|| begin(of_features()?, DEFAULT_VERSIONS).ok());
    USUAL.clone()
}

fn begin(
    provider: Arc<CryptoProvider>,
    versions: &[&'static SupportedProtocolVersion],
) -> Result<ClientBuilder, Error> {
    static CLOCK: LazyLock<Arc<dyn TimeProvider>> = LazyLock::new(|| Arc::new(DefaultTimeProvider));
    ClientConfig::builder_with_details(provider, Arc::clone(&CLOCK))
        .with_protocol_versions(versions)
        .map_err(|error| Error::CryptoProvider(error.to_string()))
}

fn of_features() -> Option<Arc<CryptoProvider>> {
    #[cfg(all(feature = "aws-lc-rs", not(feature = "ring")))]
    use rustls::crypto::aws_lc_rs as ours;
    #[cfg(feature = "ring")]
    use rustls::crypto::ring as ours;
    #[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
    {
        static PROVIDER: LazyLock<Arc<CryptoProvider>> =
            LazyLock::new(|| Arc::new(ours::default_provider()));
        Some(Arc::clone(&PROVIDER))
    }
    #[cfg(not(any(feature = "ring", feature = "aws-lc-rs")))]
    None
}

/// The answer of a client that has no certificate, one for all contexts.
pub(super) fn no_client_certificate() -> Arc<dyn ResolvesClientCert> {
    static NONE: LazyLock<Arc<NoCertificate>> = LazyLock::new(|| Arc::new(NoCertificate));
    Arc::<NoCertificate>::clone(&NONE)
}

#[derive(Debug)]
struct NoCertificate;

impl ResolvesClientCert for NoCertificate {
    fn resolve(&self, _: &[&[u8]], _: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        None
    }

    fn has_certs(&self) -> bool {
        false
    }
}
