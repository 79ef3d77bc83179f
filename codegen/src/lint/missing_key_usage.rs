use super::{Lint, LintSeverity, Offence};

/// A root that does not say what its key is for.
pub(super) const LINT: Lint = Lint {
    id: "missing-key-usage",
    severity: LintSeverity::May,
    excusable: true,
    asks: "a root has a key usage",
    citation: "RFC 5280 section 4.2.1.3",
    since: "2008-05-01",
    check: |root, _| {
        root.certificate.extensions.key_usage.is_none().then(|| Offence {
            message: "root has no key usage",
            found: "no keyUsage extension".to_owned(),
            expected: "keyCertSign and cRLSign",
        })
    },
};

#[cfg(test)]
mod tests {
    use rcgen::KeyUsagePurpose::{CrlSign, KeyCertSign};

    use super::super::tests::{check, root};
    use super::LINT;

    #[test]
    fn table() {
        check(
            &LINT,
            "2026-01-01",
            &[(root("none"), true), (root("some").key_usage(&[KeyCertSign, CrlSign]), false)],
        );
    }
}
