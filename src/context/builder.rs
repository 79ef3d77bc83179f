use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use rootbake_core::RootSet;
use rustls::crypto::CryptoProvider;
use rustls::{DEFAULT_VERSIONS, SupportedProtocolVersion};

use super::client::Client;
use super::identities::Identities;
use super::provider::ClientBuilder;
use super::server::Server;
use super::{ClientAuth, SecureContext, defaults, provider};
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::revocation::{Crls, RevocationDepth, UnknownStatus};
use crate::trust::{ExplicitStore, TrustStore};
use crate::verifier::Verifier;

/// What a [`SecureContext`] is to be.
#[derive(Debug)]
#[must_use = "a context is made by `build`"]
pub struct ContextBuilder {
    // behind pointers what few contexts have, since a builder is moved by each call
    pub(super) explicit: Option<Box<ExplicitStore>>,
    /// How many inputs there were, to tell them apart in messages
    pub(super) inputs: u32,
    /// Whether one of them replaces the defaults
    pub(super) replaces_defaults: bool,
    pub(super) crls: Option<Box<Crls>>,
    roots: Vec<&'static RootSet>,
    no_roots: bool,
    partial_chain: bool,
    anchor_dates: bool,
    pub(super) identities: Option<Box<Identities>>,
    client_auth: ClientAuth,
    provider: Option<Arc<CryptoProvider>>,
    alpn: Vec<Vec<u8>>,
    versions: Cow<'static, [&'static SupportedProtocolVersion]>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl ContextBuilder {
    pub(super) fn new() -> Self {
        Self {
            explicit: None,
            inputs: 0,
            replaces_defaults: false,
            crls: None,
            roots: Vec::new(),
            no_roots: false,
            partial_chain: false,
            anchor_dates: true,
            identities: None,
            client_auth: ClientAuth::None,
            provider: None,
            alpn: Vec::new(),
            versions: Cow::Borrowed(DEFAULT_VERSIONS),
            diagnostics: Vec::new(),
        }
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

    /// Holds paths against the CRLs of a PEM text, or against one that is DER; several calls add
    /// up. Both directions are checked: servers, and the clients of a server.
    ///
    /// Every certificate of a path but its anchor needs a CRL then, and one that has not expired,
    /// unless [`revocation_depth`](Self::revocation_depth),
    /// [`unknown_status`](Self::unknown_status) or
    /// [`check_crl_expiration`](Self::check_crl_expiration) say otherwise. The signature of a CRL
    /// is verified whenever it is used, by the key that signed the certificate.
    ///
    /// The order in which CRLs are given decides nothing. A certificate is revoked where any CRL by
    /// its issuer lists it; it is known not to be where a CRL answers for it: one without an
    /// issuingDistributionPoint, or with one that the certificate names. Of CRLs with the same
    /// issuingDistributionPoint only the newest counts, by date and number; all do that the two do
    /// not put in order.
    ///
    /// # Errors
    ///
    /// [`Error::Input`] where something else is in the text, or a CRL cannot be read: delta and
    /// indirect CRLs are not.
    pub fn crl(self, pem_or_der: impl AsRef<[u8]>) -> Result<Self, Error> {
        self.crl_named("crl", pem_or_der)
    }

    /// The same as [`crl`](Self::crl), with the name that messages call the input by.
    ///
    /// # Errors
    ///
    /// As for [`crl`](Self::crl).
    pub fn crl_named(mut self, name: &str, pem_or_der: impl AsRef<[u8]>) -> Result<Self, Error> {
        let crls = self.crls.get_or_insert_default();
        crls.add(name, pem_or_der.as_ref()).map_err(Error::Input)?;
        Ok(self)
    }

    /// Which certificates of a path are held against the CRLs.
    pub fn revocation_depth(mut self, depth: RevocationDepth) -> Self {
        self.crls.get_or_insert_default().depth = depth;
        self
    }

    /// What becomes of a certificate for which no CRL answers.
    pub fn unknown_status(mut self, status: UnknownStatus) -> Self {
        self.crls.get_or_insert_default().unknown_status = status;
        self
    }

    /// Whether a CRL must not have expired; it must not, unless this says otherwise.
    pub fn check_crl_expiration(mut self, check: bool) -> Self {
        self.crls.get_or_insert_default().expiration = check;
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
        self.check()?;
        if self.says_nothing()
            && let Some(context) = defaults::context(&self.alpn)
        {
            return Ok(context);
        }
        let client_builder = provider::client_builder(self.provider.clone(), &self.versions)?;
        self.build_with(client_builder)
    }

    /// What can be wrong whatever the crypto provider is.
    fn check(&self) -> Result<(), Error> {
        if let Some(protocol) = self.alpn.iter().find(|alpn| !(1..=255).contains(&alpn.len())) {
            return Err(Error::Alpn { found: protocol.len() });
        }
        match &self.crls {
            Some(crls) if crls.is_empty() => Err(Error::RevocationNeedsCrl),
            _ => Ok(()),
        }
    }

    /// Whether all is as it was in the beginning, but for the application protocols.
    fn says_nothing(&self) -> bool {
        let Self {
            explicit,
            inputs: _,
            replaces_defaults,
            crls,
            roots,
            no_roots,
            partial_chain: _,
            anchor_dates,
            identities,
            client_auth,
            provider,
            alpn: _,
            versions,
            diagnostics: _,
        } = self;
        explicit.is_none()
            && !replaces_defaults
            && crls.is_none()
            && roots.is_empty()
            && !no_roots
            && *anchor_dates
            && identities.is_none()
            && *client_auth == ClientAuth::None
            && provider.is_none()
            && matches!(versions, Cow::Borrowed(_))
    }

    pub(super) fn build_with(self, client_builder: ClientBuilder) -> Result<SecureContext, Error> {
        let named = self.replaces_defaults || !self.roots.is_empty();
        if self.client_auth != ClientAuth::None && !named {
            return Err(Error::ClientAuthNeedsCa);
        }
        let sets = match (named || self.no_roots, default_roots()) {
            (true, _) => Cow::Owned(self.roots),
            (false, Some(default)) => Cow::Borrowed(default),
            (false, None) => return Err(Error::NoRoots),
        };
        let provider = client_builder.crypto_provider();
        if let Some(identities) = &self.identities {
            identities.check(provider, &self.versions)?;
        }
        let algorithms = provider.signature_verification_algorithms;
        let store = TrustStore { explicit: self.explicit, sets, partial_chain: self.partial_chain };
        let mut diagnostics = self.diagnostics;
        diagnostics.extend(store.unusable_keys(&algorithms));
        let mut verifier = Verifier::new(store, algorithms, self.anchor_dates, self.crls);
        verifier.constraints = self.identities.as_ref().and_then(|own| own.constraints());
        let verifier = Arc::new(verifier);
        let Some(identities) = self.identities.filter(|identities| !identities.is_empty()) else {
            let client = Client::new(client_builder, &verifier, self.alpn);
            return Ok(SecureContext { verifier, client, server: None, diagnostics });
        };
        let (key_manager, told) = identities.load(Arc::clone(provider), Arc::clone(&verifier))?;
        diagnostics.extend(told);
        let key_manager = Arc::new(key_manager);
        let server = Box::new(Server {
            key_manager: Arc::clone(&key_manager),
            client_auth: self.client_auth,
            provider: Arc::clone(provider),
            versions: self.versions,
            alpn: self.alpn.clone(),
            made: OnceLock::new(),
        });
        let client = Client::on_demand(client_builder, key_manager, self.alpn);
        Ok(SecureContext { verifier, client, server: Some(server), diagnostics })
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
