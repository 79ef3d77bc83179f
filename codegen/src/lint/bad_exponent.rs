use super::{Lint, LintSeverity, refused};

/// An RSA key with which anybody can sign, or nobody.
pub(super) const LINT: Lint = Lint {
    id: "bad-exponent",
    severity: LintSeverity::Must,
    excusable: false,
    asks: "an RSA key has an odd exponent from 3 on",
    citation: "CA/Browser Forum TLS BR 2.0.0 section 6.1.6",
    since: "2013-01-01",
    check: |root, _| refused::by(&LINT, root, "an odd exponent from 3 on, 65537 by custom"),
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
                (root("three").rsa(2048).exponent_of_three(), false),
                (root("even").rsa(2048).even_exponent(), true),
            ],
        );
    }
}
