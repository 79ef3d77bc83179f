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
mod weak_key;
mod weak_signature;

use rootbake_core::certificate::{Fingerprint, Time};

use crate::emit::set_sha256;
use crate::fingerprint;
use crate::lock::{Action, Exception, Lifetime, Policy};
use crate::locked::{Locked, LockedRoot};
use crate::report::{Finding, Report};
use beside::Beside;

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

/// What is found, root by root.
struct Verdicts<'a> {
    policy: &'a Policy,
    exceptions: &'a [Exception],
    as_of: Time,
    /// Which of the exceptions apply to something
    used: Vec<bool>,
    /// Whether notes are asked for
    noting: bool,
    findings: Findings,
}

impl<'a> Verdicts<'a> {
    fn new(locked: &Locked<'a>, noting: bool) -> Self {
        Self {
            policy: locked.policy,
            exceptions: locked.exceptions,
            as_of: locked.provenance.as_of,
            used: vec![false; locked.exceptions.len()],
            noting,
            findings: Findings::default(),
        }
    }

    /// Lints every root; which of them are baked.
    fn judge(&mut self, locked: &Locked<'_>) -> Vec<bool> {
        let beside = Beside::of(&locked.roots);
        let (as_of, lifetime) = (self.as_of, self.policy.lifetime);
        let setting = Setting { as_of, lifetime, beside: &beside };
        locked.roots.iter().map(|root| self.keep(root, &setting)).collect()
    }

    /// Lints a root; whether it is baked.
    fn keep(&mut self, root: &LockedRoot<'_>, setting: &Setting<'_>) -> bool {
        // all of them: one root may be told of twice
        let failed = LINTS.iter().filter(|lint| !self.passes(lint, root, setting)).count();
        failed == 0
    }

    fn passes(&mut self, lint: &Lint, root: &LockedRoot<'_>, setting: &Setting<'_>) -> bool {
        let action = self.policy.of(lint.id);
        let Some(offence) = (lint.check)(root, setting) else { return true };
        let exception = position(self.exceptions, lint, root);
        if let Some(used) = exception.and_then(|position| self.used.get_mut(position)) {
            *used = true;
            return true;
        }
        let finding = finding(lint, root, offence);
        let Findings { errors, warnings, notes } = &mut self.findings;
        match (action, lint.severity) {
            (None | Some(Action::Keep), LintSeverity::May) if !self.noting => (),
            (None | Some(Action::Keep), LintSeverity::May) => notes.push(finding.warning()),
            (Some(Action::Drop), _) => warnings.push(left_out(lint, finding)),
            (Some(Action::Fail), _) | (None, LintSeverity::Must) => errors.push(finding),
            _ => warnings.push(finding.warning()),
        }
        action != Some(Action::Drop)
    }

    fn finish(mut self, locked: &Locked<'_>, left: usize) -> Findings {
        let Findings { errors, warnings, notes: _ } = &mut self.findings;
        for (exception, _) in self.exceptions.iter().zip(&self.used).filter(|(_, used)| !**used) {
            errors.push(unused(exception, locked.lock_file));
        }
        if left == 0 && errors.is_empty() {
            errors.push(none_left(locked.lock_file, warnings));
        }
        self.findings
    }
}

/// A root that is not baked, and why.
fn left_out(lint: &Lint, finding: Finding) -> Finding {
    let message = format!("{}, and is left out by the policy on {}", finding.message(), lint.id);
    finding.with_message(message).warning()
}

fn none_left(lock_file: &str, warnings: &Report) -> Finding {
    Finding::error("no-roots-left", "policy leaves out every root")
        .at(lock_file)
        .found(format_args!("{} findings, each of which drops a root", warnings.findings().len()))
        .expected("at least one root that no [policy] drops")
}

fn position(exceptions: &[Exception], lint: &Lint, root: &LockedRoot<'_>) -> Option<usize> {
    exceptions.iter().position(|exception| {
        lint.excusable && exception.lint == lint.id && exception.fingerprint == root.fingerprint
    })
}

fn finding(lint: &Lint, root: &LockedRoot<'_>, offence: Offence) -> Finding {
    let Offence { message, found, expected } = offence;
    Finding::error(lint.id, message)
        .root(root.name())
        .on_place(&root.place)
        .found(found)
        .expected(expected)
        .fact("source", format_args!("{} (since {})", lint.citation, lint.since))
        .help(match lint.excusable {
            true => format!(
                "take the root out of the bundle, or say why it stays in an [[exception]] of the \
                 lock with lint = {:?}",
                lint.id
            ),
            false => "take the root out of the bundle: no exception can be made".to_owned(),
        })
}

fn unused(exception: &Exception, lock_file: &str) -> Finding {
    let Exception { lint, fingerprint, line } = exception;
    Finding::error("unused-exception", "exception applies to nothing")
        .at(format_args!("{lock_file}, line {line}"))
        .on(lock_file, *line)
        .found(format_args!("lint {lint:?} for sha256 {}", fingerprint::hex(fingerprint)))
        .expected("a lint that can be excused and that the root of that fingerprint does not pass")
        .help("delete the exception")
}

#[cfg(test)]
mod tests;
