use rootbake_core::certificate::PublicKey;

use super::{Lint, LintSeverity, Offence};

/// An RSA key of less than 2048 bits; one of less than 1024 is refused elsewhere.
pub(super) const LINT: Lint = Lint {
    id: "short-key",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "an RSA key has at least 2048 bits",
    citation: "CA/Browser Forum TLS BR 2.0.0 section 6.1.5",
    since: "2014-01-01",
    check: |root, _| match root.certificate.spki.key() {
        Ok(PublicKey::Rsa { bits, .. }) if (1024..2048).contains(&bits) => Some(Offence {
            message: "root has a short key",
            found: format!("RSA {bits}"),
            expected: "RSA of at least 2048 bits",
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
                (root("long").rsa(2048), false),
                (root("short").rsa(1024), true),
            ],
        );
    }
}
