use core::fmt;

use super::Violation;
use super::violation::write_list;
use crate::certificate::{Certificate, DnsName, Time};

/// What a root programme or a person decided about a root beyond its certificate.
///
/// A source is text for whoever reads an error: where the decision can be looked up. It is empty
/// where there was none, or where the certificate itself is as strict.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Imposed {
    /// Alternatives: a path must keep all rules of one of them. Where there is none, nothing is
    /// asked of the end entity.
    pub any_of: &'static [RuleSet],
    /// The name constraints in the anchor that were imposed, in words, one by one:
    /// `DNS names under .example`
    pub names: &'static [&'static str],
    /// Their source
    pub names_source: &'static str,
    /// The source of the path length
    pub path_len_source: &'static str,
    /// The source of the purposes
    pub purposes_source: &'static str,
}

/// Rules on the end entities under a root that all must hold.
///
/// SCTs are those that are embedded in the certificate (RFC 6962 section 3.3). They are read, not
/// verified: whether a log signed them, nobody looks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct RuleSet {
    /// The last second of `notBefore`, whenever the path is verified
    pub distrust_after: Option<Time>,
    /// The last second of `notBefore`, and of at least one SCT
    pub sct_not_after: Option<Time>,
    /// All SCTs, of which there is at least one, are later
    pub sct_all_after: Option<Time>,
    /// Every DNS name is one of these, or below one; `.example` is only what is below `example`.
    /// Empty where all names are permitted.
    pub permitted_dns: &'static [&'static str],
    /// Whether a certificate with an IP address among its names is refused. Names of other forms
    /// are left alone.
    pub excludes_ip: bool,
    /// Where the rules can be looked up
    pub source: &'static str,
}

/// What rules ask of an end entity.
#[derive(Clone, Copy, Debug)]
pub struct Issued<'a> {
    /// The end entity
    pub certificate: Certificate<'a>,
    /// The time of its first embedded SCT, in milliseconds since 1970, or `None` where it has none
    /// or their list is malformed
    pub first_sct: Option<u64>,
}

impl Imposed {
    /// Whether something is asked of the end entity.
    pub const fn has_rules(&self) -> bool {
        let Self { any_of, names: _, names_source: _, path_len_source: _, purposes_source: _ } =
            self;
        !any_of.is_empty()
    }

    /// What it is when a name lies outside of the imposed name constraints.
    #[cfg(feature = "verify")]
    pub(crate) fn names_violation(&self) -> Violation {
        Violation::NamesConstrained { allowed: self.names, source: self.names_source }
    }

    /// Of several alternatives that all are violated, the first is told.
    pub(super) fn check(&self, issued: &Issued<'_>) -> Result<(), Violation> {
        let Self { any_of, names: _, names_source: _, path_len_source: _, purposes_source: _ } =
            self;
        let mut all = any_of.iter().map(|rules| rules.check(issued));
        match all.next() {
            Some(Err(first)) if !all.any(|check| check.is_ok()) => Err(first),
            _ => Ok(()),
        }
    }
}

impl RuleSet {
    fn check(&self, issued: &Issued<'_>) -> Result<(), Violation> {
        let Self {
            distrust_after,
            sct_not_after,
            sct_all_after,
            permitted_dns,
            excludes_ip,
            source,
        } = *self;
        let not_before = issued.certificate.validity.not_before;
        for limit in [distrust_after, sct_not_after].into_iter().flatten() {
            if not_before > limit {
                return Err(Violation::DistrustedAfter { not_before, limit, source });
            }
        }
        if let Some(limit) = sct_not_after
            && self.first_sct(issued)? > milliseconds(limit)
        {
            return Err(Violation::SctTooLate { first: second_of(issued), limit, source });
        }
        if let Some(limit) = sct_all_after
            && self.first_sct(issued)? <= milliseconds(limit)
        {
            return Err(Violation::SctTooEarly { first: second_of(issued), limit, source });
        }
        let has_ip = issued.certificate.extensions.ip_addresses().next().is_some();
        match permits(permitted_dns, &issued.certificate) && !(excludes_ip && has_ip) {
            true => Ok(()),
            false => Err(Violation::NameNotPermitted { permitted: permitted_dns, source }),
        }
    }

    fn first_sct(&self, issued: &Issued<'_>) -> Result<i128, Violation> {
        match issued.first_sct {
            Some(first) => Ok(first.into()),
            None => Err(Violation::SctMissing { source: self.source }),
        }
    }
}

/// All rules, joined by `and`, without their source.
impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            distrust_after,
            sct_not_after,
            sct_all_after,
            permitted_dns,
            excludes_ip,
            source: _,
        } = self;
        let mut separator = "";
        for (before, time, behind) in [
            ("issued at", distrust_after, " or before"),
            ("issued and logged at", sct_not_after, " or before"),
            ("logged after", sct_all_after, ""),
        ] {
            if let Some(time) = time {
                write!(f, "{separator}{before} {time}{behind}")?;
                separator = " and ";
            }
        }
        if !permitted_dns.is_empty() {
            write!(f, "{separator}DNS names under ")?;
            write_list(f, permitted_dns)?;
            separator = " and ";
        }
        match excludes_ip {
            true => write!(f, "{separator}no IP addresses"),
            false => Ok(()),
        }
    }
}

fn milliseconds(time: Time) -> i128 {
    i128::from(time.unix_seconds()) * 1000
}

/// The second of the first SCT, for messages.
fn second_of(issued: &Issued<'_>) -> Time {
    let seconds = issued.first_sct.unwrap_or(0) / 1000;
    Time::from_unix_seconds(i64::try_from(seconds).unwrap_or(i64::MAX))
}

/// Whether all DNS names can be read, and are within one of the bases.
fn permits(bases: &[&str], certificate: &Certificate<'_>) -> bool {
    let is_permitted = |name| bases.iter().any(|base| is_within(name, base));
    bases.is_empty() || certificate.extensions.dns_names().all(|name| name.is_ok_and(is_permitted))
}

/// Whether a name is the base or below it (RFC 5280 section 4.2.1.10), without regard to case; a
/// wildcard stands for what is below it.
fn is_within(name: DnsName<'_>, base: &str) -> bool {
    let (name, base) = (name.as_bytes(), base.as_bytes());
    let Some((above, end)) = name.len().checked_sub(base.len()).map(|at| name.split_at(at)) else {
        return false;
    };
    let at_label = above.is_empty() || above.ends_with(b".") || base.starts_with(b".");
    let is_itself = above.is_empty() && base.starts_with(b".");
    end.eq_ignore_ascii_case(base) && at_label && !is_itself
}
