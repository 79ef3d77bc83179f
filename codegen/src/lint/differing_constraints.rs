use crate::locked::LockedRoot;

use super::{Lint, LintSeverity, Offence};

/// The same name and key twice, under limits that differ: a path that one of them refuses may end at the
/// other.
pub(super) const LINT: Lint = Lint {
    id: "differing-constraints",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "roots of one name and key have the same limits",
    citation: "RFC 5280 section 6.1.1 (d)",
    since: "2008-05-01",
    check: |root, setting| {
        let limits = |root: &LockedRoot<'_>| {
            let own = root.name_constraints.clone();
            (root.constraints, root.imposed.any_of.clone(), own)
        };
        let same_key = |other: &&LockedRoot<'_>| other.certificate.spki == root.certificate.spki;
        let mut twins = setting.beside.of_subject(root).filter(same_key);
        twins.find(|twin| limits(twin) != limits(root)).map(|twin| Offence {
            message: "root has the name and key of another under other limits",
            found: format!(
                "{} has other dates, purposes, path length, names or rules",
                twin.name()
            ),
            expected: "one of the two, or the same limits for both",
        })
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::{check_beside, root};
    use super::LINT;
    use crate::lock::RuleSet;

    #[test]
    fn table() {
        let rules = RuleSet { permitted_dns: vec![".example".to_owned()], ..RuleSet::default() };
        for (other, minded) in [
            (root("same").serial(&[2]), false),
            (root("same").until(2040), true),
            (root("same").serial(&[2]).any_of(&[rules]), true),
            (root("same").until(2040).rsa(2048), false),
            (root("another name").until(2040), false),
        ] {
            check_beside(&LINT, &root("same"), &other, minded);
        }
    }
}
