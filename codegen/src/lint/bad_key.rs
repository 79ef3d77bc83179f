use super::{Lint, LintSeverity, refused};

/// A public key that cannot be read, so that nothing verifies by it.
pub(super) const LINT: Lint = Lint {
    id: "bad-key",
    severity: LintSeverity::Must,
    excusable: false,
    asks: "a public key can be read",
    citation: "RFC 5280 section 4.1.2.7",
    since: "2008-05-01",
    check: |root, _| {
        refused::by(&LINT, root, "an RSA, EC, Ed25519 or Ed448 key as its RFC writes it")
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
                (root("usual").rsa(2048), false),
                (root("exponent that is no number").rsa(2048).unreadable_key(), true),
            ],
        );
    }
}
