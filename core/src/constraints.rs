//! What an anchor may be used for, and the one check that holds a path against it.
//!
//! An anchor of webpki is a name, a key and name constraints (RFC 5280 section 6.1.1 (d)). What
//! else limits a root, in its certificate or by decision of who trusts it, is in [`Constraints`]
//! and enforced by [`Constraints::check`]. Name constraints stay in the anchor, also imposed ones:
//! webpki enforces them.
//!
//! ```
//! use rootbake_core::certificate::{KeyUsage, Purposes, Time, Validity};
//! use rootbake_core::constraints::{Constraints, PathFacts, Violation};
//!
//! let day = |day| Time::from_civil(2026, 7, day, 0, 0, 0).unwrap();
//! let constraints = Constraints {
//!     validity: Validity { not_before: day(1), not_after: day(31) },
//!     key_usage: KeyUsage::UNRESTRICTED,
//!     purposes: Purposes::SERVER_AUTH,
//!     path_len: Some(1),
//!     imposed: None,
//! };
//! let facts = PathFacts { time: Some(day(5)), purpose: Purposes::SERVER_AUTH, intermediates: 2 };
//! let check = constraints.check(&facts, || unreachable!("nothing imposed asks for it"));
//! assert_eq!(check, Err(Violation::PathLength { found: 2, allowed: 1, source: "" }));
//! ```

mod imposed;
mod violation;

pub use imposed::{Imposed, Issued, RuleSet};
pub use violation::Violation;

use crate::certificate::{Certificate, KeyUsage, Purposes, Time, Validity};

/// The limits of one anchor that webpki does not know.
///
/// A new kind of limit is a new field here: the check below and the emitter of the code generator
/// then do not compile until they handle it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Constraints {
    /// When the root itself is valid
    pub validity: Validity,
    /// What its key may be used for
    pub key_usage: KeyUsage,
    /// What the certificates under it may be used for
    pub purposes: Purposes,
    /// How many intermediates that are not self-issued may stand between it and the end entity
    /// (RFC 5280 section 4.2.1.9)
    pub path_len: Option<u8>,
    /// What was decided about it beyond its certificate: rules on single end entities, and the
    /// sources of what is stricter above than the certificate says. Behind a pointer, since most
    /// roots share it or have none.
    pub imposed: Option<&'static Imposed>,
}

/// What the check needs to know of a path that is otherwise good.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PathFacts {
    /// The moment to hold the anchor's dates against, or `None` to leave them alone
    pub time: Option<Time>,
    /// What the end entity is used for: one purpose
    pub purpose: Purposes,
    /// How many intermediates of the path are not self-issued
    pub intermediates: u8,
}

impl Constraints {
    /// The limits that a root's certificate sets itself.
    pub fn of(certificate: &Certificate<'_>) -> Self {
        let extensions = &certificate.extensions;
        Self {
            validity: certificate.validity,
            key_usage: extensions.key_usage.unwrap_or(KeyUsage::UNRESTRICTED),
            purposes: extensions.extended_key_usage.unwrap_or(Purposes::UNRESTRICTED),
            path_len: extensions.basic_constraints.and_then(|constraints| constraints.path_len),
            imposed: None,
        }
    }

    /// Whether a path may end at this anchor. `issued` is called only where a rule on the end
    /// entity was imposed.
    ///
    /// # Errors
    ///
    /// The first limit that the path does not keep, or what `issued` fails with.
    pub fn check<'a, E: From<Violation>>(
        &self,
        facts: &PathFacts,
        issued: impl FnOnce() -> Result<Issued<'a>, E>,
    ) -> Result<(), E> {
        let Self { validity, key_usage, purposes: _, path_len: _, imposed } = self;
        if let Some(time) = facts.time {
            check_validity(validity, time)?;
        }
        if !key_usage.allows(KeyUsage::KEY_CERT_SIGN) {
            return Err(Violation::KeyUsage { found: *key_usage }.into());
        }
        self.check_use(facts)?;
        match imposed {
            Some(imposed) if imposed.has_rules() => Ok(imposed.check(&issued()?)?),
            _ => Ok(()),
        }
    }

    /// What limits the use of the anchor, by itself or by decision.
    fn check_use(&self, facts: &PathFacts) -> Result<(), Violation> {
        let Self { validity: _, key_usage: _, purposes, path_len, imposed } = *self;
        if !purposes.allows(facts.purpose) {
            let source = imposed.map_or("", |imposed| imposed.purposes_source);
            return Err(Violation::Purpose { found: purposes, expected: facts.purpose, source });
        }
        match path_len {
            Some(allowed) if facts.intermediates > allowed => {
                let source = imposed.map_or("", |imposed| imposed.path_len_source);
                Err(Violation::PathLength { found: facts.intermediates, allowed, source })
            }
            _ => Ok(()),
        }
    }

    /// Whether a library that knows nothing of these limits may use the anchor for TLS servers
    /// without trusting more than rootbake would, but for the dates: purposes do not narrow what
    /// it does, and there is neither a path length nor a rule on end entities.
    ///
    /// The dates do not count, since no library that takes bare anchors looks at them.
    pub const fn are_within_webpki(&self) -> bool {
        let Self { validity: _, key_usage, purposes, path_len, imposed } = self;
        let has_rules = match imposed {
            Some(imposed) => imposed.has_rules(),
            None => false,
        };
        key_usage.allows(KeyUsage::KEY_CERT_SIGN)
            && purposes.allows(Purposes::SERVER_AUTH)
            && path_len.is_none()
            && !has_rules
    }
}

/// The dates of an anchor: both seconds are within (RFC 5280 section 4.1.2.5)
fn check_validity(validity: &Validity, time: Time) -> Result<(), Violation> {
    let Validity { not_before, not_after } = *validity;
    if time < not_before {
        return Err(Violation::NotYetValid { time, not_before });
    }
    if time > not_after {
        return Err(Violation::Expired { time, not_after });
    }
    Ok(())
}
