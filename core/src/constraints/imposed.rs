use core::fmt;

use super::Violation;
use super::packed::{Texts, Unpacked};
use crate::certificate::{Certificate, DnsName, Time};

/// What a root programme or a person decided about a root beyond its certificate.
///
/// A source is text for whoever reads an error: where the decision can be looked up. It is empty
/// where there was none, or where the certificate itself is as strict.
///
/// It borrows packed bytes, and reads what is asked for.
#[derive(Clone, Copy, Eq, PartialEq)]
pub struct Imposed {
    packed: &'static [u8],
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
    pub permitted_dns: Texts,
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
    /// What the code generator packed.
    pub(crate) const fn packed(packed: &'static [u8]) -> Self {
        Self { packed }
    }

    /// Bytes of a file, if they are packed as they should be, up to the last one.
    #[cfg(feature = "sha256")]
    pub(crate) fn checked(packed: &'static [u8]) -> Option<Self> {
        let rest = Self { packed }.read()?.rest;
        rest.0.is_empty().then_some(Self { packed })
    }

    /// Alternatives: a path must keep all rules of one of them. Where there is none, nothing is
    /// asked of the end entity.
    pub fn any_of(&self) -> impl Iterator<Item = RuleSet> + use<> {
        let (mut rest, count) = self.alternatives();
        (0..count).map(move |_| RuleSet::unpack(&mut rest).unwrap_or(DAMAGED))
    }

    /// The name constraints in the anchor that were imposed, in words, one by one:
    /// `DNS names under .example`
    pub fn names(&self) -> Texts {
        self.read().map_or(Texts::NONE, |read| read.names)
    }

    /// Their source.
    pub fn names_source(&self) -> &'static str {
        self.read().map_or("", |read| read.names_source)
    }

    /// The source of the path length.
    pub fn path_len_source(&self) -> &'static str {
        self.read().map_or("", |read| read.path_len_source)
    }

    /// The source of the purposes.
    pub fn purposes_source(&self) -> &'static str {
        self.read().map_or("", |read| read.purposes_source)
    }

    /// Whether something is asked of the end entity.
    pub const fn has_rules(&self) -> bool {
        !matches!(self.packed, [0, ..])
    }

    /// What it is when a name lies outside of the imposed name constraints.
    #[cfg(feature = "verify")]
    pub(crate) fn names_violation(&self) -> Violation {
        Violation::NamesConstrained { allowed: self.names(), source: self.names_source() }
    }

    /// Of several alternatives that all are violated, the first is told.
    pub(super) fn check(&self, issued: &Issued<'_>) -> Result<(), Violation> {
        let mut all = self.any_of().map(|rules| rules.check(issued));
        match all.next() {
            Some(Err(first)) if !all.any(|check| check.is_ok()) => Err(first),
            _ => Ok(()),
        }
    }

    /// Where the alternatives begin, and how many there are: of damaged bytes one, that nothing
    /// keeps.
    fn alternatives(&self) -> (Unpacked, u8) {
        let mut rest = Unpacked(self.packed);
        let count = rest.byte().unwrap_or(1);
        (rest, count)
    }

    fn read(&self) -> Option<Read> {
        let (mut rest, count) = self.alternatives();
        for _ in 0..count {
            RuleSet::unpack(&mut rest)?;
        }
        Some(Read {
            names: rest.texts()?,
            names_source: rest.text()?,
            path_len_source: rest.text()?,
            purposes_source: rest.text()?,
            rest,
        })
    }
}

/// What stands behind the alternatives.
struct Read {
    names: Texts,
    names_source: &'static str,
    path_len_source: &'static str,
    purposes_source: &'static str,
    #[cfg_attr(not(feature = "sha256"), expect(dead_code, reason = "for files"))]
    rest: Unpacked,
}

impl fmt::Debug for Imposed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Imposed")
            .field("names", &self.names())
            .field("has_rules", &self.has_rules())
            .finish_non_exhaustive()
    }
}

/// What nothing keeps: for a root whose rules cannot be read.
pub(super) const DAMAGED: RuleSet = RuleSet {
    distrust_after: Some(Time::from_unix_seconds(i64::MIN)),
    sct_not_after: None,
    sct_all_after: None,
    permitted_dns: Texts::NONE,
    excludes_ip: true,
    source: "a damaged table",
};

impl RuleSet {
    fn unpack(rest: &mut Unpacked) -> Option<Self> {
        let there = rest.byte().filter(|there| *there < 16)?;
        Some(Self {
            distrust_after: rest.time(there & 1 != 0)?,
            sct_not_after: rest.time(there & 2 != 0)?,
            sct_all_after: rest.time(there & 4 != 0)?,
            permitted_dns: rest.texts()?,
            excludes_ip: there & 8 != 0,
            source: rest.text()?,
        })
    }

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
            write!(f, "{separator}DNS names under {permitted_dns}")?;
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
fn permits(bases: Texts, certificate: &Certificate<'_>) -> bool {
    let is_permitted = |name| bases.iter().any(|base| is_within(name, base));
    bases.is_empty() || certificate.extensions.dns_names().all(|name| name.is_ok_and(is_permitted))
}

/// Whether a name is the base or below it (RFC 5280 section 4.2.1.10), without regard to case; a
/// wildcard stands for what is below it.
fn is_within(name: DnsName<'_>, base: &str) -> bool {
    let (name, base) = (name.as_bytes(), base.as_bytes());
    let at = name.len().checked_sub(base.len());
    let Some((above, end)) = at.and_then(|at| name.split_at_checked(at)) else {
        return false;
    };
    let at_label = above.is_empty() || above.ends_with(b".") || base.starts_with(b".");
    let is_itself = above.is_empty() && base.starts_with(b".");
    end.eq_ignore_ascii_case(base) && at_label && !is_itself
}
