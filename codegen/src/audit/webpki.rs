//! The anchor that rustls-webpki makes of a certificate.

use rootbake_core::certificate::Certificate;
use rootbake_core::pki_types::{CertificateDer, TrustAnchor};
use webpki::anchor_from_trusted_cert;

use super::{disagree, hex, or_none};
use crate::bundle::BundleRoot;
use crate::report::Report;

const WEBPKI: &str = "rustls-webpki";

/// What is compared, each field as text.
type Anchor = [(&'static str, String); 3];

pub(super) fn compare(root: &BundleRoot<'_>, der: &[u8], report: &mut Report) {
    let theirs = match theirs(der) {
        Ok(theirs) => theirs,
        Err(error) => {
            return report.push(disagree(root, "certificate", "readable", &error, WEBPKI));
        }
    };
    for ((field, ours), (_, theirs)) in ours(&root.certificate).iter().zip(&theirs) {
        if ours != theirs {
            report.push(disagree(root, field, ours, theirs, WEBPKI));
        }
    }
}

fn ours(certificate: &Certificate<'_>) -> Anchor {
    fields(&certificate.trust_anchor())
}

fn theirs(der: &[u8]) -> Result<Anchor, String> {
    let der = CertificateDer::from(der);
    let anchor = anchor_from_trusted_cert(&der);
    anchor.map(|anchor| fields(&anchor)).map_err(|error| format!("unreadable ({error})"))
}

fn fields(anchor: &TrustAnchor<'_>) -> Anchor {
    let TrustAnchor { subject, subject_public_key_info, name_constraints } = anchor;
    let name_constraints = name_constraints.as_ref().map(|content| hex(content));
    [
        ("subject of the anchor", hex(subject)),
        ("key of the anchor", hex(subject_public_key_info)),
        ("name constraints of the anchor", or_none(name_constraints)),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::{bundle_of, sign};
    use super::*;

    #[test]
    fn every_field_that_differs_is_found() {
        let plain = sign("plain", |_| ());
        let other = sign("other", |params| {
            params.name_constraints = Some(rcgen::NameConstraints {
                permitted_subtrees: vec![rcgen::GeneralSubtree::DnsName("example".to_owned())],
                excluded_subtrees: Vec::new(),
            });
        });
        bundle_of(&plain, |root| {
            let mut report = Report::default();
            compare(root, plain.der(), &mut report);
            assert!(report.is_empty(), "{report}");
            compare(root, other.der(), &mut report);
            assert_eq!(report.findings().len(), 3, "{report}");
            assert!(report.to_string().contains(", by rustls-webpki"), "{report}");
            compare(root, b"\x30\x00", &mut report);
            assert_eq!(report.findings().len(), 4, "{report}");
        });
    }
}
