//! What a root must be like to be baked: one file for each requirement.

mod bad_exponent;
mod bad_key;
mod beside;
mod comment_says_distrust;
mod differing_constraints;
mod distrust_date_passed;
mod duplicate_key;
mod duplicate_subject;
mod empty_subject;
mod expired;
mod expires_within_lifetime;
mod explicit_curve;
mod imposed_constraint;
mod long_serial;
mod missing_key_usage;
mod name_constraint_not_enforceable;
mod name_constraint_not_enforced;
mod negative_serial;
mod no_key_cert_sign;
mod not_a_ca;
mod not_for_tls_servers;
mod not_self_issued;
mod odd_name;
mod refused;
mod short_key;
mod small_exponent;
mod unknown_critical_extension;
mod verdicts;
mod weak_key;
mod weak_signature;

use rootbake_core::certificate::{Fingerprint, Time};

use crate::emit::set_sha256;
use crate::lock::Lifetime;
use crate::locked::{Locked, LockedRoot};
use crate::report::Report;
use beside::Beside;
use verdicts::Verdicts;

/// The lints, in the order of their names.
const LINTS: [Lint; 27] = [
    bad_exponent::LINT,
    bad_key::LINT,
    comment_says_distrust::LINT,
    differing_constraints::LINT,
    distrust_date_passed::LINT,
    duplicate_key::LINT,
    duplicate_subject::LINT,
    empty_subject::LINT,
    expired::LINT,
    expires_within_lifetime::LINT,
    explicit_curve::LINT,
    imposed_constraint::LINT,
    long_serial::LINT,
    missing_key_usage::LINT,
    name_constraint_not_enforceable::LINT,
    name_constraint_not_enforced::LINT,
    negative_serial::LINT,
    no_key_cert_sign::LINT,
    not_a_ca::LINT,
    not_for_tls_servers::LINT,
    not_self_issued::LINT,
    odd_name::LINT,
    short_key::LINT,
    small_exponent::LINT,
    unknown_critical_extension::LINT,
    weak_key::LINT,
    weak_signature::LINT,
];

/// One requirement on roots.
#[derive(Clone, Copy, Debug)]
pub struct Lint {
    /// Its name, which is that of its file with `-` for `_`
    pub id: &'static str,
    /// What follows where it is not met
    pub severity: LintSeverity,
    /// Whether a lock can make an exception: not where trusting the root could harm whoever trusts
    /// it for nothing but what it says
    pub excusable: bool,
    /// What is asked, in one sentence
    pub asks: &'static str,
    /// The document, its version and section that ask for it
    pub citation: &'static str,
    /// The day from which on they do
    pub since: &'static str,
    /// What is wrong with a root, if something is: found and expected
    check: fn(&LockedRoot<'_>, &Setting<'_>) -> Option<Offence>,
}

/// What a root is looked at against.
#[derive(Debug)]
struct Setting<'a> {
    as_of: Time,
    /// How long the product is promised to work
    lifetime: Option<Lifetime>,
    /// The other roots of the bundle
    beside: &'a Beside<'a>,
}

/// What follows where a root does not meet a requirement, unless a policy says otherwise.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LintSeverity {
    /// Nothing is baked
    Must,
    /// It is baked with a warning
    Should,
    /// It is baked, and nothing is said: for policies to decide otherwise
    May,
}

/// Both sides of a requirement that is not met.
#[derive(Debug)]
struct Offence {
    message: &'static str,
    found: String,
    expected: &'static str,
}

/// Every lint, in the order of their names.
pub fn lints() -> &'static [Lint] {
    &LINTS
}

/// All that the lints say of a bundle.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What stops it from being baked
    pub errors: Report,
    /// What should be known
    pub warnings: Report,
    /// What may be known, and is not told when it is baked
    pub notes: Report,
}

/// A bundle whose roots are what roots must be.
///
/// Comes only from [`Linted::new`].
#[derive(Debug)]
pub struct Linted<'a> {
    pub(crate) locked: Locked<'a>,
    /// What should be known, but stops nothing
    pub(crate) warnings: Report,
}

impl<'a> Linted<'a> {
    /// Lints every root, and leaves out those that the policy of the lock drops.
    ///
    /// # Errors
    ///
    /// Where a root is not what it must be and no exception is made for it, an exception of the
    /// lock applies to nothing, or no root is left.
    pub fn new(mut locked: Locked<'a>) -> Result<Self, Report> {
        let mut verdicts = Verdicts::new(&locked, false);
        let kept = verdicts.judge(&locked);
        let all = std::mem::take(&mut locked.roots).into_iter().zip(kept);
        locked.roots = all.filter_map(|(root, kept)| kept.then_some(root)).collect();
        let Findings { errors, warnings, notes: _ } = verdicts.finish(&locked, locked.roots.len());
        errors.or(Self { locked, warnings })
    }

    /// What identifies the roots and their limits: the `set_sha256` of the baked set.
    pub fn set_sha256(&self) -> Fingerprint {
        set_sha256(&self.locked)
    }

    /// What should be known of the roots, but stops nothing.
    pub fn warnings(&self) -> &Report {
        &self.warnings
    }
}

impl Locked<'_> {
    /// All that the lints say, whether or not it stops the bundle from being baked.
    pub fn lint(&self) -> Findings {
        let mut verdicts = Verdicts::new(self, true);
        let kept = verdicts.judge(self);
        verdicts.finish(self, kept.into_iter().filter(|kept| *kept).count())
    }
}

#[cfg(test)]
mod tests;
