use std::collections::BTreeMap;

/// `[policy]`: what becomes of roots that a lint minds, by the name of the lint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Policy {
    pub(crate) actions: BTreeMap<&'static str, Action>,
}

/// What becomes of a root that a lint minds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Action {
    /// It is baked, and its limits are enforced.
    Keep,
    /// It is left out.
    Drop,
    /// Nothing is baked.
    Fail,
}

impl Policy {
    /// The lints that a policy may be made for, as its keys are named, with `_` for `-`.
    pub(crate) const LINTS: [(&'static str, &'static str); 5] = [
        ("distrust_date_passed", "distrust-date-passed"),
        ("expired", "expired"),
        ("imposed_constraint", "imposed-constraint"),
        ("not_for_tls_servers", "not-for-tls-servers"),
        ("short_key", "short-key"),
    ];

    /// What was decided for a lint, where something was.
    pub(crate) fn of(&self, lint: &str) -> Option<Action> {
        self.actions.get(lint).copied()
    }
}

impl Action {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "keep" => Some(Self::Keep),
            "drop" => Some(Self::Drop),
            "fail" => Some(Self::Fail),
            _ => None,
        }
    }
}
