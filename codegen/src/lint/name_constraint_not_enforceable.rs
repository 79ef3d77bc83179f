use super::{Lint, LintSeverity, refused};

/// A root that is limited in directory names, which nobody here holds certificates against: without
/// the limit it would be trusted for more than it is.
pub(super) const LINT: Lint = Lint {
    id: "name-constraint-not-enforceable",
    severity: LintSeverity::Must,
    excusable: false,
    asks: "no name constraint is on directory names",
    citation: "RFC 5280 section 4.2.1.10",
    since: "2008-05-01",
    check: |root, _| {
        refused::by(&LINT, root, "constraints on DNS names, IP addresses and e-mail addresses only")
    },
};

#[cfg(test)]
mod tests {
    use rcgen::DistinguishedName;
    use rcgen::GeneralSubtree::{DirectoryName, DnsName};

    use super::super::tests::{check, root};
    use super::LINT;

    #[test]
    fn table() {
        check(
            &LINT,
            "2026-01-01",
            &[
                (root("no constraint"), false),
                (root("dns").permitted(DnsName("example".to_owned())), false),
                (root("directory").permitted(DirectoryName(DistinguishedName::new())), true),
            ],
        );
    }
}
