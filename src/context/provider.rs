use std::sync::Arc;
#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
use std::sync::LazyLock;

use rustls::crypto::CryptoProvider;

use crate::error::Error;

/// The given provider, else the process default, else that of our features; nothing is installed.
pub(super) fn choose(given: Option<Arc<CryptoProvider>>) -> Result<Arc<CryptoProvider>, Error> {
    given
        .or_else(|| CryptoProvider::get_default().cloned())
        .or_else(of_features)
        .ok_or(Error::NoCryptoProvider)
}

#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
fn of_features() -> Option<Arc<CryptoProvider>> {
    #[cfg(not(feature = "ring"))]
    use rustls::crypto::aws_lc_rs as provider;
    #[cfg(feature = "ring")]
    use rustls::crypto::ring as provider;
    static PROVIDER: LazyLock<Arc<CryptoProvider>> =
        LazyLock::new(|| Arc::new(provider::default_provider()));
    Some(Arc::clone(&PROVIDER))
}

#[cfg(not(any(feature = "ring", feature = "aws-lc-rs")))]
fn of_features() -> Option<Arc<CryptoProvider>> {
    None
}
