//! The lock: what a person has reviewed of a bundle, and decided about its roots.

mod lifetime;
mod policy;
mod read;
mod rules;
#[cfg(feature = "lock")]
mod write;

#[cfg(feature = "lock")]
pub use write::{Refreshed, refresh};

pub(crate) use lifetime::Lifetime;
pub(crate) use policy::{Action, Policy};
pub(crate) use rules::{IpRange, NameRules, RuleSet, Rules, is_dns_constraint};

use rootbake_core::certificate::{Fingerprint, Time};

use crate::bundle::Source;
use crate::report::Report;

/// A lock, read and checked by itself.
#[derive(Clone, Debug)]
pub struct Lock<'a> {
    pub(crate) file: &'a str,
    /// Where the bundle is from
    pub provenance: Provenance,
    pub(crate) policy: Policy,
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
    /// The version of the product whose rules the lock holds, where its root programme has
    /// different ones for different versions
    pub product_version: Option<String>,
    /// What the rules of root programmes were taken from: `NSS certdata.txt, sha256 ..`
    pub rules: Vec<String>,
}

/// `[[root]]`: one root that was reviewed.
#[derive(Clone, Debug)]
pub(crate) struct LockRoot {
    pub(crate) label: String,
    pub(crate) fingerprint: Fingerprint,
    /// For whoever reads the lock, as is the next
    #[cfg_attr(not(feature = "lock"), expect(dead_code, reason = "for sentences about changes"))]
    pub(crate) key: Option<String>,
    #[cfg_attr(not(feature = "lock"), expect(dead_code, reason = "for sentences about changes"))]
    pub(crate) not_after: Option<Time>,
    pub(crate) rules: Rules,
    pub(crate) line: usize,
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
