use super::{Lint, LintSeverity, Offence};

/// A root that is limited in names of forms that webpki does not hold certificates against: whoever
/// reads the root may believe that they are. One on directory names is refused elsewhere.
pub(super) const LINT: Lint = Lint {
    id: "name-constraint-not-enforced",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "name constraints are of forms that are enforced",
    citation: "RFC 5280 section 4.2.1.10",
    since: "2008-05-01",
    check: |root, _| {
        let constraints = root.certificate.extensions.name_constraints?;
        let mut subtrees = constraints.permitted().chain(constraints.excluded());
        let form = subtrees.find_map(|(tag, _)| not_enforced(tag))?;
        Some(Offence {
            message: "root has a name constraint that is not enforced",
            found: format!("a constraint on {form}"),
            expected: "constraints on DNS names and IP addresses only",
        })
    },
};

/// The form of a `GeneralName` by its tag, where it is not enforced.
fn not_enforced(tag: u8) -> Option<&'static str> {
    match tag & 0x1f {
        0 => Some("other names"),
        1 => Some("e-mail addresses"),
        3 => Some("X.400 addresses"),
        5 => Some("EDI party names"),
        6 => Some("URIs"),
        8 => Some("registered identifiers"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rcgen::GeneralSubtree::{DnsName, Rfc822Name};

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
                (root("mail").permitted(Rfc822Name("example".to_owned())), true),
            ],
        );
    }
}
