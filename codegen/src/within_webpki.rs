//! Sets of bare anchors: a root with a rule that webpki cannot keep is left out, by name.

use crate::emit::rules_in_words;
use crate::lint::Linted;
use crate::locked::LockedRoot;
use crate::report::{Finding, Report};

impl Linted<'_> {
    /// Leaves out the roots with a rule that webpki cannot keep, each with a warning.
    pub(crate) fn within_webpki(mut self) -> Result<Self, Report> {
        let (kept, beyond): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.locked.roots).into_iter().partition(is_within);
        if kept.is_empty() {
            return Err(none_left(self.locked.lock_file, &beyond).into());
        }
        self.locked.roots = kept;
        beyond.iter().for_each(|root| self.warnings.push(left_out(root)));
        Ok(self)
    }
}

fn is_within(root: &LockedRoot<'_>) -> bool {
    root.constraints.are_within_webpki() && root.imposed.any_of.is_empty()
}

fn left_out(root: &LockedRoot<'_>) -> Finding {
    let rules = rules_in_words(root).join("; ");
    let message =
        format!("{:?} is left out: webpki cannot keep all of its rules ({rules})", root.label);
    Finding::error("beyond-webpki", message).root(root.name()).on_place(&root.place).warning()
}

fn none_left(lock_file: &str, beyond: &[LockedRoot<'_>]) -> Finding {
    let first = beyond.first().map(LockedRoot::name).unwrap_or_default();
    Finding::error("no-roots-left", "every root has a rule that webpki cannot keep")
        .at(lock_file)
        .found(format_args!("{} roots, the first of them {first}", beyond.len()))
        .expected("at least one root without such a rule")
        .help("give the bundle to `SecureContext`, which keeps them all")
}
