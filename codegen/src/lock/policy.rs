use std::collections::BTreeMap;

use super::Lifetime;

/// `[policy]`: what becomes of roots that a lint minds, by the name of the lint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Policy {
    pub(crate) actions: BTreeMap<&'static str, Action>,
    /// How long the product is promised to work
    pub(crate) lifetime: Option<Lifetime>,
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
    pub(crate) const LINTS: [(&'static str, &'static str); 18] = [
        ("comment_says_distrust", "comment-says-distrust"),
        ("differing_constraints", "differing-constraints"),
        ("distrust_date_passed", "distrust-date-passed"),
        ("duplicate_key", "duplicate-key"),
        ("duplicate_subject", "duplicate-subject"),
        ("empty_subject", "empty-subject"),
        ("expired", "expired"),
        ("expires_within_lifetime", "expires-within-lifetime"),
        ("imposed_constraint", "imposed-constraint"),
        ("long_serial", "long-serial"),
        ("missing_key_usage", "missing-key-usage"),
        ("name_constraint_not_enforced", "name-constraint-not-enforced"),
        ("negative_serial", "negative-serial"),
        ("not_for_tls_servers", "not-for-tls-servers"),
        ("odd_name", "odd-name"),
        ("short_key", "short-key"),
        ("small_exponent", "small-exponent"),
        ("weak_signature", "weak-signature"),
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
