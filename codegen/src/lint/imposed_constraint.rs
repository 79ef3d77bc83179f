use super::{Lint, LintSeverity, Offence};
use crate::emit::rules_in_words;

/// A root on which more was imposed than its certificate says. It is enforced here; whoever hands
/// on bare anchors may want none of these.
pub(super) const LINT: Lint = Lint {
    id: "imposed-constraint",
    severity: LintSeverity::May,
    excusable: true,
    asks: "only its certificate limits a root",
    citation: "Mozilla Root Store Policy 3.0 section 7.3",
    since: "2025-03-15",
    check: |root, _| {
        let imposed = &root.imposed;
        let limited = !imposed.any_of.is_empty() || !imposed.names.is_empty();
        (limited || !imposed.path_len_source.is_empty()).then(|| Offence {
            message: "root is limited beyond what its certificate says",
            found: rules_in_words(root).join("; "),
            expected: "a root that only its certificate limits",
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
                (root("nothing imposed"), false),
                (root("limited by itself").key_usage(&[]), false),
                (root("limited").any_of(&[rules]), true),
                (root("shortened").path_len_by("a test"), true),
            ],
        );
    }
}
