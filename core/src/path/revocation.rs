use core::fmt;

use pki_types::{CertificateDer, SignatureVerificationAlgorithm, TrustAnchor, UnixTime};
use webpki::VerifiedPath;

use super::{Checks, ErrorKind, Scope, Signed};
use crate::certificate::{Certificate, KeyUsage, SubjectPublicKeyInfo};

/// What knows which certificates have been revoked.
///
/// A path that is good otherwise is held against it, certificate by certificate from below the
/// anchor down to the end entity.
pub trait Revocation: fmt::Debug {
    /// Whether the certificate may be used.
    ///
    /// # Errors
    ///
    /// Where it is revoked, or not known not to be.
    fn check(&self, link: &Link<'_>) -> Result<(), ErrorKind>;
}

/// One certificate of a path, and what signed it.
#[derive(Clone, Copy, Debug)]
pub struct Link<'a> {
    /// The certificate
    pub certificate: &'a Certificate<'a>,
    /// Whether it has issued another of the path
    pub is_ca: bool,
    /// What signed it
    pub issuer: Issuer<'a>,
    /// The signature algorithms of [`Checks`]
    pub algorithms: &'a [&'a dyn SignatureVerificationAlgorithm],
    /// The moment to check for
    pub time: UnixTime,
}

/// What is needed of an issuer to hold its certificates against its CRLs.
#[derive(Clone, Copy, Debug)]
pub struct Issuer<'a> {
    /// Its key
    pub key: SubjectPublicKeyInfo<'a>,
    /// What the key may be used for
    pub usage: KeyUsage,
}

impl Link<'_> {
    /// Whether the issuer has signed a CRL, and may (RFC 5280 section 6.3.3 (f) and (g)). Another
    /// key of the same CA does not count.
    pub fn issuer_signed(&self, crl: &Signed<'_>) -> bool {
        let Issuer { key, usage } = self.issuer;
        usage.allows(KeyUsage::CRL_SIGN) && crl.is_by(key, self.algorithms)
    }

    /// Whether the certificate is one of those that a CRL is limited to (RFC 5280 section 6.3.3
    /// (b)). One that names no distribution point is not: it may stand on another CRL.
    pub fn is_within(&self, scope: &Scope<'_>) -> bool {
        let excluded = if self.is_ca { scope.only_end_entities } else { scope.only_cas };
        let points = self.certificate.extensions.crl_distribution_points;
        !excluded && points.is_some_and(|points| scope.is_named_by(points))
    }
}

impl<'a> Issuer<'a> {
    pub(super) fn of(certificate: &Certificate<'a>) -> Self {
        let usage = certificate.extensions.key_usage.unwrap_or(KeyUsage::UNRESTRICTED);
        Self { key: certificate.spki, usage }
    }

    pub(super) fn of_anchor(anchor: &'a TrustAnchor<'_>, usage: KeyUsage) -> Self {
        Self { key: SubjectPublicKeyInfo::from_content(&anchor.subject_public_key_info), usage }
    }
}

/// Holds every certificate of a path against what is known; `anchor_usage` is what the key of the
/// anchor may be used for.
pub(super) fn check(
    path: &VerifiedPath<'_>,
    anchor_usage: KeyUsage,
    checks: &Checks<'_>,
) -> Result<(), ErrorKind> {
    let Checks { algorithms, time, anchor_dates: _, revocation: Some(revocation), permits: _ } =
        *checks
    else {
        return Ok(());
    };
    let intermediates = path.intermediate_certificates().rev();
    let intermediates = intermediates.map(|certificate| (certificate.der(), true));
    let mut above: Option<CertificateDer<'_>> = None;
    for (der, is_ca) in intermediates.chain([(path.end_entity().der(), false)]) {
        let issuer = match &above {
            Some(issuer) => Issuer::of(&read(issuer)?),
            None => Issuer::of_anchor(path.anchor(), anchor_usage),
        };
        let certificate = &read(&der)?;
        revocation.check(&Link { certificate, is_ca, issuer, algorithms, time })?;
        above = Some(der);
    }
    Ok(())
}

fn read<'a>(der: &'a CertificateDer<'_>) -> Result<Certificate<'a>, ErrorKind> {
    Certificate::from_der(der).map_err(|_| ErrorKind::BadCertificate)
}
