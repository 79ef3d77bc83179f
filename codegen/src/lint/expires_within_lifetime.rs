use super::{Lint, LintSeverity, Offence};

/// A root that ends before the product does in which it is baked: `lifetime` in the policy of the
/// lock promises how long that is.
pub(super) const LINT: Lint = Lint {
    id: "expires-within-lifetime",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "a root is valid through the promised life of the product",
    citation: "RFC 5280 section 4.1.2.5",
    since: "2008-05-01",
    check: |root, setting| {
        let lifetime = setting.lifetime?;
        let (last, ends) = (root.constraints.validity.not_after, lifetime.end(setting.as_of));
        // of one that has expired the lint `expired` tells
        (setting.as_of <= last && last < ends).then(|| Offence {
            message: "root expires within the promised life of the product",
            found: format!("last second {last}, life of {lifetime} until {ends}"),
            expected: "a root that outlives the product",
        })
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::{check_within, root};
    use super::LINT;

    #[test]
    fn table() {
        check_within(
            &LINT,
            "2026-01-01",
            "10y",
            &[
                (root("outlives it").until(2037), false),
                (root("ends with it").until(2036), false),
                (root("ends before").until(2035), true),
                (root("has ended").until(2025), false),
            ],
        );
    }

    #[test]
    fn without_a_promise_nothing_is_broken() {
        super::super::tests::check(&LINT, "2026-01-01", &[(root("ends").until(2027), false)]);
    }
}
