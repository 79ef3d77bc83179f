use std::borrow::Cow;

use rootbake_core::certificate::Certificate;
use rootbake_core::constraints::Constraints;
use rootbake_core::role::Role;

/// A certificate that was given to a context.
#[derive(Clone, Debug)]
pub struct Supplied<'a> {
    /// The certificate
    pub certificate: Certificate<'a>,
    /// What it is by its own content: with partial chains allowed, an intermediate is an anchor too
    pub role: Role,
    /// What limits it: its own extensions, and the auxiliary data behind it
    pub constraints: Constraints,
    /// The name that the auxiliary data behind it gives it
    pub alias: Option<Cow<'a, str>>,
    /// The input: the name of its file, or which call it was given in
    pub input: &'a str,
    /// The number of its block in the input, counted from 1
    pub block: Option<u32>,
    /// The line in the input, counted from 1
    pub line: Option<u32>,
}
