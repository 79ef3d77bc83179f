//! Names of DNS that a programme constrains a root to, in the form that a lock has.

use crate::lock::is_dns_constraint;
use crate::report::Finding;

/// `*.tr` and `.tr` are what is below `tr`; `tr` is that and itself.
pub(super) fn permitted(name: &str) -> Result<String, Finding> {
    let lower = name.to_ascii_lowercase();
    let constraint = lower.strip_prefix('*').filter(|rest| rest.starts_with('.')).unwrap_or(&lower);
    match is_dns_constraint(constraint) {
        true => Ok(constraint.to_owned()),
        false => Err(Finding::error("bad-programme-value", "not a DNS name to constrain by")
            .found(format_args!("{name:?}"))
            .expected("labels of a-z, 0-9 and `-`, with `*.` or `.` in front for what is below")),
    }
}
