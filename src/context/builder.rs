use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use rootbake_core::RootSet;
use rustls::crypto::CryptoProvider;
use rustls::{ClientConfig, DEFAULT_VERSIONS, SupportedProtocolVersion};

use super::{ClientAuth, SecureContext, provider};
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::identity::Identity;
use crate::trust::{ExplicitStore, TrustStore};
use crate::verifier::Verifier;

/// What a [`SecureContext`] is to be.
#[derive(Debug)]
#[must_use = "a context is made by `build`"]
pub struct ContextBuilder {
    explicit: ExplicitStore,
    inputs: u32,
    roots: Vec<&'static RootSet>,
    no_roots: bool,
    partial_chain: bool,
    anchor_dates: bool,
    identity: Option<Identity>,
    client_auth: ClientAuth,
    provider: Option<Arc<CryptoProvider>>,
    alpn: Vec<Vec<u8>>,
    versions: Cow<'static, [&'static SupportedProtocolVersion]>,
    diagnostics: Vec<Diagnostic>,
}

impl ContextBuilder {
    pub(super) fn new() -> Self {
        Self {
            explicit: ExplicitStore::default(),
            inputs: 0,
            roots: Vec::new(),
            no_roots: false,
            partial_chain: false,
            anchor_dates: true,
            identity: None,
            client_auth: ClientAuth::None,
            provider: None,
            alpn: Vec::new(),
            versions: Cow::Borrowed(DEFAULT_VERSIONS),
            diagnostics: Vec::new(),
        }
    }

    /// Trusts the CA certificates of a PEM text, and no longer the default roots. Several calls
    /// add up.
    ///
    /// Self-issued CAs become anchors; others complete paths, and are anchors only with
    /// [`allow_partial_trust_chain`](Self::allow_partial_trust_chain). A certificate that is not a
    /// CA is accepted when a server presents that very certificate. What is odd but usable is told
    /// by [`SecureContext::diagnostics`].
    ///
    /// # Errors
    ///
    /// [`Error::Input`] with all that is wrong, where a block cannot be read or may not be
    /// trusted, or there is none: nothing of the text is taken then.
    pub fn ca(self, pem: impl AsRef<[u8]>) -> Result<Self, Error> {
        let name = match self.inputs {
            0 => "ca".to_owned(),
            before => format!("ca {}", before + 1),
        };
        self.ca_named(&name, pem)
    }

    /// The same as [`ca`](Self::ca), with the name that messages call the text by: that of its
    /// file.
    ///
    /// # Errors
    ///
    /// As for [`ca`](Self::ca).
    pub fn ca_named(mut self, name: &str, pem: impl AsRef<[u8]>) -> Result<Self, Error> {
        self.inputs += 1;
        let told = self.explicit.add_pem(name, pem.as_ref()).map_err(Error::Input)?;
        self.diagnostics.extend(told);
        Ok(self)
    }

    /// Trusts the roots of a baked set, beside what else is named. Without any call, and without
    /// [`ca`](Self::ca), that is the default set.
    pub fn roots(mut self, set: &'static RootSet) -> Self {
        if !self.roots.iter().any(|known| core::ptr::eq(*known, set)) {
            self.roots.push(set);
        }
        self
    }

    /// Trusts nothing but what is named beside it, and may trust nothing at all.
    pub fn no_roots(mut self) -> Self {
        self.no_roots = true;
        self
    }

    /// Whether an intermediate that was given with [`ca`](Self::ca) is an anchor too, so that a
    /// path may end there without its root.
    pub fn allow_partial_trust_chain(mut self, allow: bool) -> Self {
        self.partial_chain = allow;
        self
    }

    /// Whether an anchor must itself be valid when a path is verified; it must, unless this says
    /// otherwise.
    pub fn check_anchor_dates(mut self, check: bool) -> Self {
        self.anchor_dates = check;
        self
    }

    /// The chain and key to be known by: needed by servers, and by clients of servers that ask.
    pub fn identity(mut self, identity: Identity) -> Self {
        self.identity = Some(identity);
        self
    }

    /// Whether a server asks its clients for a certificate. Who may issue to clients must be named
    /// by [`ca`](Self::ca) or [`roots`](Self::roots): the default public roots issue to anybody.
    pub fn client_auth(mut self, client_auth: ClientAuth) -> Self {
        self.client_auth = client_auth;
        self
    }

    /// The crypto provider. Without it the process default of rustls, else ring or aws-lc-rs by
    /// feature; nothing is installed.
    pub fn crypto_provider(mut self, provider: Arc<CryptoProvider>) -> Self {
        self.provider = Some(provider);
        self
    }

    /// The application protocols to offer or accept, the preferred one first: `["h2", "http/1.1"]`
    /// (RFC 7301).
    pub fn alpn<P: AsRef<[u8]>>(mut self, protocols: impl IntoIterator<Item = P>) -> Self {
        self.alpn = protocols.into_iter().map(|protocol| protocol.as_ref().to_vec()).collect();
        self
    }

    /// The versions of TLS, such as `&[&rustls::version::TLS13]`; without it 1.2 and 1.3.
    pub fn protocol_versions(mut self, versions: &[&'static SupportedProtocolVersion]) -> Self {
        self.versions = Cow::Owned(versions.to_vec());
        self
    }

    /// Checks all that was said, and makes the context.
    ///
    /// On the default roots it costs about as much as the builder of rustls on an empty store.
    ///
    /// # Errors
    ///
    /// Everything that is wrong shows here: what is named is contradictory, the key does not
    /// belong to its certificate, or there is no crypto provider for it.
    pub fn build(self) -> Result<SecureContext, Error> {
        let named = self.explicit.len() > 0 || !self.roots.is_empty();
        if self.client_auth != ClientAuth::None && !named {
            return Err(Error::ClientAuthNeedsCa);
        }
        let sets = match (named || self.no_roots, default_roots()) {
            (true, _) => Cow::Owned(self.roots),
            (false, Some(default)) => Cow::Borrowed(default),
            (false, None) => return Err(Error::NoRoots),
        };
        let provider = provider::choose(self.provider)?;
        let identity = match self.identity {
            Some(identity) => Some(Arc::new(identity.certify(&provider)?)),
            None => None,
        };
        let store = TrustStore { explicit: self.explicit, sets, partial_chain: self.partial_chain };
        let algorithms = provider.signature_verification_algorithms;
        let client_builder = ClientConfig::builder_with_provider(provider)
            .with_protocol_versions(&self.versions)
            .map_err(|error| Error::CryptoProvider(error.to_string()))?;
        Ok(SecureContext {
            verifier: Arc::new(Verifier::new(store, algorithms, self.anchor_dates)),
            identity,
            client_auth: self.client_auth,
            alpn: self.alpn,
            versions: self.versions,
            client_builder,
            client_config: OnceLock::new(),
            server_config: OnceLock::new(),
            diagnostics: self.diagnostics,
        })
    }
}

#[cfg(feature = "mozilla")]
fn default_roots() -> Option<&'static [&'static RootSet]> {
    static DEFAULT: [&RootSet; 1] = [&crate::roots::MOZILLA];
    Some(&DEFAULT)
}

#[cfg(not(feature = "mozilla"))]
fn default_roots() -> Option<&'static [&'static RootSet]> {
    None
}
