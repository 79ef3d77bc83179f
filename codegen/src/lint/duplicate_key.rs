use super::{Lint, LintSeverity, Offence};

/// One key under two names: what happens to the one, such as a compromise, happens to the other.
pub(super) const LINT: Lint = Lint {
    id: "duplicate-key",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "a key belongs to one name",
    citation: "RFC 5280 section 4.1.2.6",
    since: "2008-05-01",
    check: |root, setting| {
        let subject = root.certificate.subject;
        let mut same = setting.beside.of_key(root);
        let other = same.find(|other| other.certificate.subject != subject)?;
        Some(Offence {
            message: "root has the key of another name",
            found: format!("the key of {}", other.name()),
            expected: "a key of its own",
        })
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::{check_beside, root};
    use super::LINT;

    #[test]
    fn table() {
        check_beside(&LINT, &root("one"), &root("other"), true);
        check_beside(&LINT, &root("one"), &root("other").rsa(2048), false);
        check_beside(&LINT, &root("one"), &root("one").serial(&[2]), false);
    }
}
