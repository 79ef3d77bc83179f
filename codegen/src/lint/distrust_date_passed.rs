use rootbake_core::certificate::Time;

use super::{Lint, LintSeverity, Offence};
use crate::lock::RuleSet;

/// A root that is distrusted for everything issued on the day that the bundle stands for. What it
/// issued before is trusted on.
pub(super) const LINT: Lint = Lint {
    id: "distrust-date-passed",
    severity: LintSeverity::May,
    excusable: true,
    asks: "a root is trusted for what it issues on the day of the bundle",
    citation: "Mozilla Root Store Policy 3.0 section 7.3",
    since: "2025-03-15",
    check: |root, setting| {
        let as_of = setting.as_of;
        // a root of which one alternative has no date is trusted
        let all: Option<Vec<Time>> = root.imposed.any_of.iter().map(last_issuance).collect();
        let last = all?.into_iter().max()?;
        (last < as_of).then(|| Offence {
            message: "root is distrusted for what it issues now",
            found: format!("last accepted issuance {last}, bundle as of {as_of}"),
            expected: "a root that is trusted on the day of the bundle",
        })
    },
};

/// Until when certificates may be issued, or `None` where that is for ever.
fn last_issuance(rules: &RuleSet) -> Option<Time> {
    rules.distrust_after.into_iter().chain(rules.sct_not_after).min()
}

#[cfg(test)]
mod tests {
    use rootbake_core::certificate::Time;

    use super::super::tests::{check, root};
    use super::LINT;
    use crate::lock::RuleSet;

    fn until(day: u8) -> RuleSet {
        let distrust_after = Time::from_civil(2025, 12, day, 23, 59, 59);
        RuleSet { distrust_after, ..RuleSet::default() }
    }

    fn until_midnight() -> RuleSet {
        let distrust_after = Time::from_civil(2025, 12, 11, 0, 0, 0);
        RuleSet { distrust_after, ..RuleSet::default() }
    }

    fn logged_until(day: u8) -> RuleSet {
        let sct_not_after = Time::from_civil(2025, 12, day, 23, 59, 59);
        RuleSet { sct_not_after, ..RuleSet::default() }
    }

    #[test]
    fn table() {
        let names = RuleSet { permitted_dns: vec![".example".to_owned()], ..RuleSet::default() };
        check(
            &LINT,
            "2025-12-11",
            &[
                (root("no date"), false),
                (root("passed").any_of(&[until(10)]), true),
                (root("that second").any_of(&[until_midnight()]), false),
                (root("today").any_of(&[until(11)]), false),
                (root("logs passed").any_of(&[logged_until(10)]), true),
                (root("one passed").any_of(&[until(10), until(12)]), false),
                (root("both passed").any_of(&[until(10), logged_until(9)]), true),
                (root("names for ever").any_of(&[until(10), names]), false),
            ],
        );
    }
}
