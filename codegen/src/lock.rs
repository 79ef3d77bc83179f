//! The lock: what a person has reviewed of a bundle, and decided about its roots.

mod read;
#[cfg(feature = "lock")]
mod write;

#[cfg(feature = "lock")]
pub(crate) use read::value::is_dns_constraint;
#[cfg(feature = "lock")]
pub use write::{LockChange, refresh};

use rootbake_core::certificate::{Fingerprint, Purposes, Time};

use crate::bundle::Source;
use crate::report::Report;

/// A lock, read and checked by itself.
#[derive(Clone, Debug)]
pub struct Lock<'a> {
    pub(crate) file: &'a str,
    /// Where the bundle is from
    pub provenance: Provenance,
    pub(crate) roots: Vec<LockRoot>,
    pub(crate) exceptions: Vec<Exception>,
}

/// `[bundle]`: where a bundle is from.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The name of the set, as the binary will say it
    pub name: String,
    /// The file that is locked, beside the lock
    pub file: String,
    /// The SHA-256 of that file
    pub sha256: Fingerprint,
    /// Where it was taken from
    pub source: String,
    /// The day it stands for; all that depends on "today" is measured against it
    pub as_of: Time,
    /// The licence of the data
    pub license: String,
}

/// `[[root]]`: one root that was reviewed.
#[derive(Clone, Debug)]
pub(crate) struct LockRoot {
    pub(crate) label: String,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) rules: Rules,
    pub(crate) line: usize,
}

/// What was decided about a root beyond what its certificate says.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Rules {
    pub(crate) permitted_dns: Vec<String>,
    pub(crate) excluded_dns: Vec<String>,
    pub(crate) path_len: Option<u8>,
    pub(crate) purposes: Option<Purposes>,
    /// The root programme that decided, or `None` where a person did
    pub(crate) programme: Option<String>,
    /// Where the decision can be read
    pub(crate) source: Option<String>,
}

impl Rules {
    pub(crate) fn is_empty(&self) -> bool {
        let Self { permitted_dns, excluded_dns, path_len, purposes, programme: _, source: _ } =
            self;
        permitted_dns.is_empty()
            && excluded_dns.is_empty()
            && path_len.is_none()
            && purposes.is_none()
    }
}

/// `[[exception]]`: a lint that does not hold for one root, and why.
#[derive(Clone, Debug)]
pub(crate) struct Exception {
    pub(crate) lint: String,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) line: usize,
}

impl<'a> Lock<'a> {
    /// Reads a lock.
    ///
    /// # Errors
    ///
    /// Where it is not TOML, or something in it is missing, unknown or not of the right kind: a
    /// rule that is not understood is never passed over.
    pub fn read(source: Source<'a, str>) -> Result<Self, Report> {
        read::read(source)
    }
}
