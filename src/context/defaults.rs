use std::sync::{Arc, LazyLock};

use rustls::crypto::CryptoProvider;

use super::client::Client;
use super::provider::{self, ClientBuilder};
use super::{ContextBuilder, SecureContext};
use crate::verifier::Verifier;

/// What all contexts share about which nothing was said: it is always the same.
struct Defaults {
    builder: ClientBuilder,
    verifier: Arc<Verifier>,
}

static DEFAULTS: LazyLock<Option<Defaults>> = LazyLock::new(|| {
    let builder = provider::usual()?;
    let context = ContextBuilder::new().build_with(builder.clone()).ok()?;
    Some(Defaults { builder, verifier: context.verifier })
});

/// A context on the default roots and the crypto provider of our features. `None` where either is
/// missing, or the process has a provider of its own: the long way says what is wrong, or takes
/// that one.
pub(super) fn context(alpn: &[Vec<u8>]) -> Option<SecureContext> {
    if CryptoProvider::get_default().is_some() {
        return None;
    }
    let Defaults { builder, verifier } = DEFAULTS.as_ref()?;
    let verifier = Arc::clone(verifier);
    let client = Client::new(builder.clone(), &verifier, alpn.to_vec());
    Some(SecureContext { verifier, client, server: None, diagnostics: Vec::new() })
}
