use pki_types::CertificateDer;

use super::{Candidate, Checks, ErrorKind, Issuer, Link, Presented, Store};
use crate::certificate::{Certificate, Purposes, Time};

/// Dates, purpose and revocation of a certificate that is trusted by exact match; nothing else is
/// left to verify of it.
pub(super) fn verify<S: Store>(
    presented: &Presented<'_>,
    purpose: Purposes,
    store: &S,
    checks: &Checks<'_>,
) -> Result<(), ErrorKind> {
    let certificate =
        Certificate::from_der(presented.end_entity).map_err(|_| ErrorKind::BadCertificate)?;
    let (time, validity) = (Time::from(checks.time), certificate.validity);
    if time < validity.not_before {
        let not_before = validity.not_before;
        return Err(ErrorKind::NotYetValid { time, not_before });
    }
    if time > validity.not_after {
        let not_after = validity.not_after;
        return Err(ErrorKind::Expired { time, not_after });
    }
    let purposes = certificate.extensions.extended_key_usage;
    if !purposes.is_none_or(|purposes| purposes.allows(purpose)) {
        return Err(ErrorKind::Purpose);
    }
    match is_revoked(&certificate, presented, store, checks) {
        true => Err(ErrorKind::Revoked),
        false => Ok(()),
    }
}

/// Whether one who has the name of its issuer has revoked it: there is no path that says which of
/// them it was. That its status is not known is no reason here to refuse it.
fn is_revoked<S: Store>(
    certificate: &Certificate<'_>,
    presented: &Presented<'_>,
    store: &S,
    checks: &Checks<'_>,
) -> bool {
    let Checks { algorithms, time, anchor_dates: _, revocation: Some(revocation), permits: _ } =
        *checks
    else {
        return false;
    };
    let revokes = |issuer: Issuer<'_>| {
        let link = Link { certificate, is_ca: false, issuer, algorithms, time };
        revocation.check(&link) == Err(ErrorKind::Revoked)
    };
    let name = certificate.issuer;
    let sent = presented.intermediates.iter().map(CertificateDer::as_ref);
    let of_store = store.anchors(name).any(|Candidate { anchor, id }| {
        let constraints = store.constraints_of(id);
        constraints.is_some_and(|limits| revokes(Issuer::of_anchor(&anchor, limits.key_usage)))
    });
    of_store
        || sent
            .chain(store.intermediates(name))
            .filter_map(|der| Certificate::from_der(der).ok())
            .any(|intermediate| intermediate.subject == name && revokes(Issuer::of(&intermediate)))
}
