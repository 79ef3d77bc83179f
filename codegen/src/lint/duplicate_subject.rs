use super::{Lint, LintSeverity, Offence};

/// One name with two keys, as after a renewal. Every path tries both.
pub(super) const LINT: Lint = Lint {
    id: "duplicate-subject",
    severity: LintSeverity::May,
    excusable: true,
    asks: "a name has one key",
    citation: "RFC 5280 section 4.1.2.6",
    since: "2008-05-01",
    check: |root, setting| {
        let key = root.certificate.spki;
        let mut same = setting.beside.of_subject(root);
        let other = same.find(|other| other.certificate.spki != key)?;
        Some(Offence {
            message: "root has the name of another with another key",
            found: format!("the subject of {}", other.name()),
            expected: "a subject of its own",
        })
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::{check_beside, root};
    use super::LINT;

    #[test]
    fn table() {
        check_beside(&LINT, &root("one"), &root("one").rsa(2048), true);
        check_beside(&LINT, &root("one"), &root("one").serial(&[2]), false);
        check_beside(&LINT, &root("one"), &root("other").rsa(2048), false);
    }
}
