use super::{Lint, LintSeverity, Offence};

/// A root without a name: no certificate can name it as its issuer.
pub(super) const LINT: Lint = Lint {
    id: "empty-subject",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "a root has a subject",
    citation: "RFC 5280 section 4.1.2.6",
    since: "2008-05-01",
    check: |root, _| {
        root.certificate.subject.is_empty().then(|| Offence {
            message: "root has an empty subject",
            found: "a subject without attributes".to_owned(),
            expected: "a distinguished name that is not empty",
        })
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::{check, root};
    use super::LINT;

    #[test]
    fn table() {
        check(&LINT, "2026-01-01", &[(root("named"), false), (root("nameless").nameless(), true)]);
    }
}
