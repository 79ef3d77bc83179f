//! Algorithm constraints held against the paths of peers.

use std::cell::RefCell;

use rootbake_core::certificate::{Certificate, Error, SubjectPublicKeyInfo, Time};
use rootbake_core::path::webpki::{Cert, VerifiedPath};
use rootbake_core::pki_types::UnixTime;
use rustls::SignatureScheme;

use crate::algorithm_constraints::{AlgorithmConstraints, Decision, Link, Scope};
use crate::key_manager::{Schemes, Side};
use crate::trust::TrustStore;

/// Rules, and the first of what they denied of the paths that were tried.
pub(super) struct Rules<'a> {
    pub(super) constraints: &'a AlgorithmConstraints,
    pub(super) store: &'a TrustStore,
    pub(super) side: Side,
    pub(super) time: Time,
    pub(super) denial: &'a RefCell<Option<String>>,
}

impl Rules<'_> {
    /// Whether every certificate of a path but its anchor keeps to the rules.
    pub(super) fn permit(&self, path: &VerifiedPath<'_>) -> bool {
        let denial = match self.denied_of(path) {
            Ok(None) => return true,
            Ok(Some(denial)) => denial,
            Err(error) => format!("certificate of the path cannot be read: {error}"),
        };
        self.denial.borrow_mut().get_or_insert(denial);
        false
    }

    fn denied_of(&self, path: &VerifiedPath<'_>) -> Result<Option<String>, Error> {
        let mut ders = vec![path.end_entity().der()];
        ders.extend(path.intermediate_certificates().map(Cert::der));
        let certificates = ders.iter().map(|der| Certificate::from_der(der));
        let certificates = certificates.collect::<Result<Vec<_>, _>>()?;
        let anchor = path.anchor();
        let anchor_key = anchor.subject_public_key_info.as_ref();
        let above = certificates.iter().skip(1).map(|certificate| certificate.spki);
        let keys = above.chain([SubjectPublicKeyInfo::from_content(anchor_key)]);
        let jdk_ca = self.store.is_baked(anchor);
        let scope = Scope { side: self.side, jdk_ca, time: self.time };
        for (number, (certificate, key)) in (1..).zip(certificates.iter().zip(keys)) {
            let link = Link::signed(number, *certificate, key)?;
            if let Decision::Denied(rule) = self.constraints.of_link(&link, scope) {
                return Ok(Some(link.denied_by(rule)));
            }
        }
        Ok(None)
    }
}

/// Whether rules permit handshakes that are signed by a scheme.
pub(super) fn permit_scheme(
    constraints: Option<&AlgorithmConstraints>,
    scheme: SignatureScheme,
) -> bool {
    let (scheme, now) = (Schemes::of(&[scheme]), Time::from(UnixTime::now()));
    let decision = constraints.map(|constraints| constraints.of_handshake(scheme, now));
    !matches!(decision, Some(Decision::Denied(_)))
}
