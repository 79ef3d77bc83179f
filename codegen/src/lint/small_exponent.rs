use rootbake_core::certificate::PublicKey;

use super::{Lint, LintSeverity, Offence};

/// An RSA key with a public exponent below 65537; one that is even or below 3 is refused elsewhere.
pub(super) const LINT: Lint = Lint {
    id: "small-exponent",
    severity: LintSeverity::May,
    excusable: true,
    asks: "an RSA key has an exponent of at least 65537",
    citation: "CA/Browser Forum TLS BR 2.0.0 section 6.1.6",
    since: "2013-01-01",
    check: |root, _| match root.certificate.spki.key() {
        Ok(PublicKey::Rsa { exponent, .. }) if exponent < 65_537 => Some(Offence {
            message: "root has a small rsa exponent",
            found: exponent.to_string(),
            expected: "at least 65537",
        }),
        _ => None,
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::{check, root};
    use super::LINT;

    #[test]
    fn table() {
        check(
            &LINT,
            "2026-01-01",
            &[
                (root("another kind of key"), false),
                (root("usual").rsa(2048), false),
                (root("three").rsa(2048).exponent_of_three(), true),
            ],
        );
    }
}
