use super::{Lint, LintSeverity, Offence};

/// A comment that says a root is distrusted, wholly or from some date on. No PEM block can say so, and
/// so it is trusted unless the lock has the rule.
pub(super) const LINT: Lint = Lint {
    id: "comment-says-distrust",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "a comment in front of a root does not speak of distrust",
    citation: "RFC 7468 section 5.2",
    since: "2015-04-01",
    check: |root, _| {
        let unheeded = root.distrust.filter(|_| root.imposed.is_empty());
        unheeded.map(|line| Offence {
            message: "comment says that the root is distrusted",
            found: line.to_owned(),
            expected: "no such comment, or a rule on the root in the lock",
        })
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::{check, root};
    use super::LINT;
    use crate::lock::RuleSet;

    #[test]
    fn table() {
        let rules = RuleSet { permitted_dns: vec![".example".to_owned()], ..RuleSet::default() };
        check(
            &LINT,
            "2026-01-01",
            &[
                (root("no comment"), false),
                (root("a comment").distrust("# Distrust After: 2024-06-30"), true),
                (root("heeded").distrust("# Distrust After: 2024-06-30").any_of(&[rules]), false),
            ],
        );
    }
}
