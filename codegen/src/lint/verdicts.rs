//! What follows from what the lints find.

use rootbake_core::certificate::Time;

use super::{Beside, Findings, LINTS, Lint, LintSeverity, Offence, Setting};
use crate::fingerprint;
use crate::lock::{Action, Exception, Policy};
use crate::locked::{Locked, LockedRoot};
use crate::report::{Finding, Report};

/// What is found, root by root.
pub(super) struct Verdicts<'a> {
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
    pub(super) fn new(locked: &Locked<'a>, noting: bool) -> Self {
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
    pub(super) fn judge(&mut self, locked: &Locked<'_>) -> Vec<bool> {
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

    pub(super) fn finish(mut self, locked: &Locked<'_>, left: usize) -> Findings {
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
