//! From an identity as it was given to one that handshakes can be answered with.

use std::sync::Arc;

use rootbake_core::certificate::{Certificate, Time};
use rootbake_core::pki_types::{CertificateDer, UnixTime};
use rustls::crypto::CryptoProvider;
use rustls::sign::{CertifiedKey, SigningKey};

use super::examine::{Examination, Findings};
use super::{Identity, Key, chain, check};
use crate::algorithm_constraints::AlgorithmConstraints;
use crate::diagnostic::{Diagnostic, Severity};
use crate::error::Error;
use crate::key_manager::Entry;
use crate::verifier::Verifier;

/// What it takes to load an identity, now and when it is renewed.
pub(crate) struct Loader {
    pub(crate) provider: Arc<CryptoProvider>,
    /// Whose intermediates complete a chain
    pub(crate) verifier: Arc<Verifier>,
    pub(crate) constraints: AlgorithmConstraints,
    /// Whether anything counts but the kind of the key and its issuers
    pub(crate) is_checked: bool,
}

impl Loader {
    /// The identity with all that is known of it, and what is odd about it: every check that does
    /// not depend on the peer, once.
    pub(crate) fn load(&self, mut identity: Identity) -> Result<(Entry, Vec<Diagnostic>), Error> {
        let order = chain::sort(&mut identity.chain);
        // known only once the end entity stands first
        let name = identity.display_name();
        let Identity { name: _, mut chain, key, mut remarks } = identity;
        remarks.extend(order);
        chain::complete(&mut chain, self.verifier.store());
        let key = self.signing_key(key, &chain, &name)?;
        let findings = self.examine(&name, &chain, &key)?;
        remarks.extend(findings.remarks);
        let told = remarks.into_iter().map(|(code, message)| warning(&name, code, message));
        let told = told.collect();
        let key = findings.facts.signs.restrict(key);
        let certified = Arc::new(CertifiedKey::new(chain, key));
        let Findings { facts, spans, usage, names, denials, .. } = findings;
        Ok((Entry { name, certified, facts, spans, usage, names, denials }, told))
    }

    fn signing_key(
        &self,
        key: Key,
        chain: &[CertificateDer<'_>],
        name: &str,
    ) -> Result<Arc<dyn SigningKey>, Error> {
        match key {
            Key::Signing(key) => Ok(key),
            Key::Der(der) => self.provider.key_provider.load_private_key(der).map_err(|error| {
                let message = format!(
                    "key of {name:?} cannot be loaded: {error} (its certificate has a key {}); \
                     expected one of a kind and size that the crypto provider has, with its public \
                     key where it is EC",
                    kind_of_key(chain)
                );
                Error::identity("unusable-key", message)
            }),
        }
    }

    fn examine(
        &self,
        name: &str,
        chain: &[CertificateDer<'_>],
        key: &Arc<dyn SigningKey>,
    ) -> Result<Findings, Error> {
        let read = |der| {
            Certificate::from_der(der).map_err(|error| {
                let message = format!("certificate of {name:?} cannot be read: {error}");
                Error::identity("bad-certificate", message)
            })
        };
        let certificates = chain.iter().map(|der| read(der)).collect::<Result<Vec<_>, _>>()?;
        check::belongs(&**key, &certificates, name)?;
        let examination = Examination {
            name,
            certificates: &certificates,
            key: &**key,
            constraints: &self.constraints,
            now: Time::from(UnixTime::now()),
        };
        match self.is_checked {
            true => examination.run(),
            false => examination.skip(),
        }
    }
}

/// Of the end entity, in words.
fn kind_of_key(chain: &[CertificateDer<'_>]) -> String {
    let end_entity = chain.first().and_then(|der| Certificate::from_der(der).ok());
    let key = end_entity.and_then(|certificate| certificate.spki.key().ok());
    key.map_or_else(|| "that cannot be read".to_owned(), |key| key.to_string())
}

fn warning(name: &str, code: &'static str, message: String) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        code,
        message,
        input: format!("identity {name:?}"),
        block: None,
        line: None,
        column: None,
    }
}
