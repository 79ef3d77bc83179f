use pki_types::CertificateDer;

use super::{Checks, ErrorKind};
use crate::certificate::{Certificate, Purposes, Time};

/// Dates and purpose of a certificate that is trusted by exact match; nothing else is left to
/// verify of it.
pub(super) fn verify(
    end_entity: &CertificateDer<'_>,
    purpose: Purposes,
    checks: &Checks<'_>,
) -> Result<(), ErrorKind> {
    let certificate = Certificate::from_der(end_entity).map_err(|_| ErrorKind::BadCertificate)?;
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
    match purposes.is_none_or(|purposes| purposes.allows(purpose)) {
        true => Ok(()),
        false => Err(ErrorKind::Purpose),
    }
}
