//! rustls-webpki as the third reader.

use rootbake_core::certificate::Certificate;
use rootbake_core::pki_types::{CertificateDer, TrustAnchor};
use webpki::EndEntityCert;

use crate::reading::first_different;

/// What webpki lets be seen of a certificate.
pub(crate) struct WebpkiReading<'a> {
    pub(crate) anchor: TrustAnchor<'a>,
    /// Where webpki takes the certificate as one that a peer may present
    pub(crate) end_entity: Option<EndEntityCert<'a>>,
}

impl<'a> WebpkiReading<'a> {
    pub(crate) fn of(der: &'a CertificateDer<'a>) -> Result<Self, webpki::Error> {
        Ok(Self {
            anchor: webpki::anchor_from_trusted_cert(der)?,
            end_entity: EndEntityCert::try_from(der).ok(),
        })
    }

    /// The first field in which it differs from ours.
    pub(crate) fn differing(&self, ours: &Certificate<'_>) -> Option<&'static str> {
        let Self { anchor, end_entity } = self;
        let end_entity = end_entity.as_ref();
        let same = |theirs: fn(&EndEntityCert<'a>) -> Vec<u8>, ours: &[u8]| {
            end_entity.is_none_or(|end_entity| theirs(end_entity) == ours)
        };
        first_different(&[
            ("trust anchor", *anchor == ours.trust_anchor()),
            ("serial", same(|theirs| theirs.serial().to_vec(), ours.serial)),
            ("issuer", same(|theirs| theirs.issuer().to_vec(), ours.issuer.as_bytes())),
            ("subject", same(|theirs| theirs.subject().to_vec(), ours.subject.as_bytes())),
        ])
    }
}
