//! What core refuses in any role, each for a lint of its own.

use rootbake_core::role::{Refusal, Role};

use super::{Lint, Offence};
use super::{
    bad_exponent, bad_key, explicit_curve, name_constraint_not_enforceable,
    unknown_critical_extension, weak_key,
};
use crate::locked::LockedRoot;

/// What a lint minds, where core refuses the root for it. Of several refusals the first counts: it
/// is one too many.
pub(super) fn by(lint: &Lint, root: &LockedRoot<'_>, expected: &'static str) -> Option<Offence> {
    let refusal = Role::of(&root.certificate, false).err()?;
    (lint_of(&refusal).id == lint.id).then(|| Offence {
        message: "root cannot be trusted for anything",
        found: refusal.to_string(),
        expected,
    })
}

/// One for each, so that nothing which core refuses is baked.
const fn lint_of(refusal: &Refusal) -> &'static Lint {
    match refusal {
        Refusal::BadExponent { .. } => &bad_exponent::LINT,
        Refusal::BadKey => &bad_key::LINT,
        Refusal::DirectoryNameConstraint => &name_constraint_not_enforceable::LINT,
        Refusal::ExplicitCurve => &explicit_curve::LINT,
        Refusal::UnknownCriticalExtension { .. } => &unknown_critical_extension::LINT,
        Refusal::WeakKey { .. } => &weak_key::LINT,
    }
}
