//! Local identities, and what they are held against.

use std::sync::Arc;

use rustls::crypto::CryptoProvider;
use rustls::{ProtocolVersion, SupportedProtocolVersion};

use super::ContextBuilder;
use crate::algorithm_constraints::AlgorithmConstraints;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::identity::{Identity, Loader};
use crate::key_manager::KeyManager;
use crate::verifier::Verifier;

/// What was said about identities.
#[derive(Debug, Default)]
pub(super) struct Identities {
    given: Vec<Identity>,
    constraints: Option<AlgorithmConstraints>,
    unchecked: bool,
}

impl ContextBuilder {
    /// A chain and key to be known by: needed by servers, and by clients of servers that ask.
    /// Several calls add up; [`KeyManager`] says which a peer is shown.
    ///
    /// Where the chain is short, the intermediates among the explicit CAs complete it.
    pub fn identity(mut self, identity: Identity) -> Self {
        self.identities.get_or_insert_default().given.push(identity);
        self
    }

    /// What chains are held against: local ones, instead of
    /// [`AlgorithmConstraints::jdk_defaults`], and those of peers, instead of nothing.
    ///
    /// A local chain that is denied is an error of [`build`](Self::build). Of a peer's path, every
    /// certificate but the anchor has to keep to the rules, and so has the scheme that it signs the
    /// handshake by.
    pub fn algorithm_constraints(mut self, constraints: AlgorithmConstraints) -> Self {
        self.identities.get_or_insert_default().constraints = Some(constraints);
        self
    }

    /// Picks an identity by the kind of its key and its issuers alone, as Java's SunX509 did: no
    /// rule, date, usage or name counts. For comparison.
    pub fn unchecked(mut self) -> Self {
        self.identities.get_or_insert_default().unchecked = true;
        self
    }
}

impl Identities {
    pub(super) fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// What was said, for the verifier; our defaults deny nothing that rustls verifies.
    pub(super) fn constraints(&self) -> Option<Box<AlgorithmConstraints>> {
        self.constraints.clone().map(Box::new)
    }

    /// Refuses a rule about versions, cipher suites or groups of TLS that could be negotiated: it
    /// would not be kept to.
    pub(super) fn check(
        &self,
        provider: &CryptoProvider,
        versions: &[&'static SupportedProtocolVersion],
    ) -> Result<(), Error> {
        match &self.constraints {
            Some(constraints) => enforceable(constraints, provider, versions),
            None => Ok(()),
        }
    }

    pub(super) fn load(
        self,
        provider: Arc<CryptoProvider>,
        verifier: Arc<Verifier>,
    ) -> Result<(KeyManager, Vec<Diagnostic>), Error> {
        let constraints = self.constraints.unwrap_or_else(AlgorithmConstraints::jdk_defaults);
        let is_checked = !self.unchecked;
        let loader = Loader { provider, verifier, constraints, is_checked };
        KeyManager::new(self.given, loader)
    }
}

/// Names of parts of the cipher suites that rustls has.
const PARTS: [&str; 10] = [
    "AES",
    "AES_128_GCM",
    "AES_256_GCM",
    "CHACHA20",
    "CHACHA20_POLY1305",
    "ECDHE",
    "ECDHE_ECDSA",
    "ECDHE_RSA",
    "GCM",
    "POLY1305",
];

fn enforceable(
    constraints: &AlgorithmConstraints,
    provider: &CryptoProvider,
    versions: &[&'static SupportedProtocolVersion],
) -> Result<(), Error> {
    let suites = provider.cipher_suites.iter();
    let suites = suites.map(|suite| suite.suite().as_str().unwrap_or_default());
    // Java has no 13 in the names of those of TLS 1.3
    let suites: Vec<String> = suites.map(|name| name.replace("TLS13_", "TLS_")).collect();
    let groups = provider.kx_groups.iter();
    let groups: Vec<_> = groups.filter_map(|group| group.name().as_str()).collect();
    let versions = versions.iter().map(|version| match version.version {
        ProtocolVersion::TLSv1_2 => "TLSv1.2",
        _ => "TLSv1.3",
    });
    let names = PARTS.into_iter().chain(versions).chain(groups);
    for name in names.chain(suites.iter().map(String::as_str)) {
        if let Some(rule) = constraints.rules().iter().find(|rule| rule.is_about_tls(name)) {
            let message = format!(
                "rule `{rule}` denies {name}, which these constraints do not rule over: leave it \
                 out with `.protocol_versions(..)` or `.crypto_provider(..)` instead"
            );
            return Err(Error::identity("rule-not-enforceable", message));
        }
    }
    Ok(())
}
