use super::{Lint, LintSeverity, Offence};

/// A root whose last second has passed on the day that the bundle stands for. It harms nobody,
/// since its dates are enforced.
pub(super) const LINT: Lint = Lint {
    id: "expired",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "a root is valid on the day of the bundle",
    citation: "RFC 5280 section 4.1.2.5",
    since: "2008-05-01",
    check: |root, setting| {
        let as_of = setting.as_of;
        let last = root.constraints.validity.not_after;
        (last < as_of).then(|| Offence {
            message: "root has expired",
            found: format!("last second {last}, bundle as of {as_of}"),
            expected: "a root that is valid on the day of the bundle",
        })
    },
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
            &[
                (root("valid").until(2030), false),
                (root("ends that second").until(2026), false),
                (root("ended a year before").until(2025), true),
            ],
        );
    }
}
