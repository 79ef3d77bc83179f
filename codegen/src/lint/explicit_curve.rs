use super::{Lint, LintSeverity, refused};

/// An elliptic curve that is spelled out: who chooses its numbers can choose them to know every
/// key (CVE-2020-0601).
pub(super) const LINT: Lint = Lint {
    id: "explicit-curve",
    severity: LintSeverity::Must,
    excusable: false,
    asks: "a key is on a named curve",
    citation: "RFC 5480 section 2.1.1",
    since: "2009-03-01",
    check: |root, _| refused::by(&LINT, root, "a named curve"),
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
            &[(root("named"), false), (root("spelled out").explicit_curve(), true)],
        );
    }
}
