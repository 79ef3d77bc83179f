use super::{Lint, LintSeverity, refused};

/// An extension that must be understood, and is not.
pub(super) const LINT: Lint = Lint {
    id: "unknown-critical-extension",
    severity: LintSeverity::Must,
    excusable: false,
    asks: "every critical extension is processed",
    citation: "RFC 5280 section 4.2",
    since: "2008-05-01",
    check: |root, _| refused::by(&LINT, root, "critical extensions of RFC 5280 only"),
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
                (root("none"), false),
                (root("unknown and critical").critical_extension(), true),
                (root("unknown").noncritical_extension(), false),
            ],
        );
    }
}
