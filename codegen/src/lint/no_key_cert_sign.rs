use rootbake_core::certificate::KeyUsage;

use super::{Lint, LintSeverity, Offence};

/// A root whose key usage does not let it sign certificates, so that no path can end at it.
pub(super) const LINT: Lint = Lint {
    id: "no-key-cert-sign",
    severity: LintSeverity::Must,
    excusable: true,
    asks: "the key usage of a root lets it sign certificates",
    citation: "RFC 5280 section 4.2.1.3, CA/Browser Forum TLS BR 2.0.0 section 7.1.2.1.2",
    since: "2008-05-01",
    check: |root, _| {
        let usage = root.constraints.key_usage;
        (!usage.allows(KeyUsage::KEY_CERT_SIGN)).then(|| Offence {
            message: "root may not sign certificates",
            found: format!("key usage {usage}"),
            expected: "keyCertSign among them, or no key usage",
        })
    },
};

#[cfg(test)]
mod tests {
    use rcgen::KeyUsagePurpose::{CrlSign, DigitalSignature, KeyCertSign};

    use super::super::tests::{check, root};
    use super::LINT;

    #[test]
    fn table() {
        check(
            &LINT,
            "2026-01-01",
            &[
                (root("no key usage"), false),
                (root("signs").key_usage(&[KeyCertSign, CrlSign]), false),
                (root("does not").key_usage(&[DigitalSignature, CrlSign]), true),
            ],
        );
    }
}
