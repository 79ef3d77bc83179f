use super::{Lint, LintSeverity, refused};

/// An RSA key of less than 1024 bits, which people at home can take apart.
pub(super) const LINT: Lint = Lint {
    id: "weak-key",
    severity: LintSeverity::Must,
    excusable: false,
    asks: "an RSA key has at least 1024 bits",
    citation: "CA/Browser Forum TLS BR 2.0.0 section 6.1.5",
    since: "2014-01-01",
    check: |root, _| refused::by(&LINT, root, "RSA of at least 2048 bits"),
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
                (root("short").rsa(1024), false),
                (root("weak").rsa(1016), true),
            ],
        );
    }
}
