use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;

use rootbake_core::certificate::{Purposes, Time};

/// What was decided about a root beyond what its certificate says.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Rules {
    pub(crate) names: NameRules,
    pub(crate) path_len: Option<u8>,
    pub(crate) purposes: Option<Purposes>,
    /// What every end entity must keep; it permits no names, since `names` does
    pub(crate) always: RuleSet,
    /// Alternatives of which every end entity must keep one
    pub(crate) any_of: Vec<RuleSet>,
    /// The root programme that decided on names, or `None` where a person did
    pub(crate) programme: Option<String>,
    /// Where each decision can be read, by its key; that of all others by the empty key
    pub(crate) sources: BTreeMap<String, String>,
}

/// Names that the certificates under a root may hold, or may not.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct NameRules {
    pub(crate) permitted_dns: Vec<String>,
    pub(crate) excluded_dns: Vec<String>,
    pub(crate) permitted_ip: Vec<IpRange>,
    pub(crate) excluded_ip: Vec<IpRange>,
}

/// Rules on end entities that all must hold: those of `rootbake_core::constraints::RuleSet`.
#[derive(Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct RuleSet {
    pub(crate) distrust_after: Option<Time>,
    pub(crate) sct_not_after: Option<Time>,
    pub(crate) sct_all_after: Option<Time>,
    pub(crate) permitted_dns: Vec<String>,
    /// Where a person permits names: they do not mean IP addresses
    pub(crate) excludes_ip: bool,
    pub(crate) source: String,
}

/// A range of IP addresses, as `10.0.0.0/8` writes it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct IpRange {
    address: IpAddr,
    prefix: u8,
}

impl Rules {
    /// What is asked, wherever that can be read.
    #[cfg(feature = "lock")]
    pub(super) fn without_sources(&self) -> Self {
        let mut rules = Self { sources: BTreeMap::new(), ..self.clone() };
        let sets = rules.any_of.iter_mut().chain([&mut rules.always]);
        sets.for_each(|set| set.source.clear());
        rules
    }

    /// Where the decisions with these keys can be read, each once; those on names with the
    /// programme that speaks there, where it is one.
    pub(crate) fn source(&self, keys: &[&str]) -> String {
        let of = |key: &&str| {
            let source = self.sources.get(*key).or_else(|| self.sources.get(""))?;
            Some(match self.programme.as_deref().filter(|_| NameRules::KEYS.contains(key)) {
                Some(by) if !is_of(source, by) => format!("{by}: {source}"),
                _ => source.clone(),
            })
        };
        let mut sources: Vec<String> = keys.iter().filter_map(of).collect();
        sources.dedup();
        sources.join("; ")
    }
}

/// Whether a source is this programme, in whatever version.
pub(super) fn is_of(source: &str, programme: &str) -> bool {
    let rest = source.strip_prefix(programme);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',', ':']))
}

impl NameRules {
    /// The keys of the lock that they have.
    pub(crate) const KEYS: [&'static str; 4] =
        ["permitted_dns", "excluded_dns", "permitted_ip", "excluded_ip"];

    pub(crate) fn is_empty(&self) -> bool {
        self.keys().is_empty()
    }

    /// The keys of the lock that there are.
    pub(crate) fn keys(&self) -> Vec<&'static str> {
        let Self { permitted_dns, excluded_dns, permitted_ip, excluded_ip } = self;
        let there = [
            !permitted_dns.is_empty(),
            !excluded_dns.is_empty(),
            !permitted_ip.is_empty(),
            !excluded_ip.is_empty(),
        ];
        Self::KEYS
            .into_iter()
            .zip(there)
            .filter_map(|(key, is_there)| is_there.then_some(key))
            .collect()
    }
}

impl RuleSet {
    pub(crate) fn is_empty(&self) -> bool {
        let Self {
            distrust_after,
            sct_not_after,
            sct_all_after,
            permitted_dns,
            excludes_ip: _,
            source: _,
        } = self;
        distrust_after.is_none()
            && sct_not_after.is_none()
            && sct_all_after.is_none()
            && permitted_dns.is_empty()
    }

    /// The keys of the lock that it has.
    pub(crate) fn keys(&self) -> Vec<&'static str> {
        let Self {
            distrust_after,
            sct_not_after,
            sct_all_after,
            permitted_dns,
            excludes_ip: _,
            source: _,
        } = self;
        [
            ("distrust_after", distrust_after.is_some()),
            ("sct_not_after", sct_not_after.is_some()),
            ("sct_all_after", sct_all_after.is_some()),
            ("permitted_dns", !permitted_dns.is_empty()),
        ]
        .into_iter()
        .filter_map(|(key, has)| has.then_some(key))
        .collect()
    }
}

/// All rules, joined by `and`.
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
        let dates = [
            ("issued at", " or before", distrust_after),
            ("issued and logged at", " or before", sct_not_after),
            ("logged after", "", sct_all_after),
        ];
        let dates = dates.into_iter().filter_map(|(before, behind, time)| {
            Some(format!("{before} {}{behind}", time.as_ref()?))
        });
        let names = permitted_dns.join(", ");
        let names = (!names.is_empty()).then(|| format!("DNS names under {names}"));
        let no_ip = excludes_ip.then(|| "no IP addresses".to_owned());
        f.write_str(&dates.chain(names).chain(no_ip).collect::<Vec<_>>().join(" and "))
    }
}

impl IpRange {
    /// An address of which all bits behind the prefix are zero.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = text.split_once('/')?;
        let range = Self { address: address.parse().ok()?, prefix: prefix.parse().ok()? };
        // one way to write each
        let is_range = range.to_string() == text && range.masks().is_some();
        is_range.then_some(range)
    }

    /// Address and mask, as name constraints have it (RFC 5280 section 4.2.1.10).
    pub(crate) fn octets(&self) -> Vec<u8> {
        let (address, mask) = self.masks().unwrap_or_default();
        [address, mask].concat()
    }

    fn masks(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        let address = match self.address {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets().to_vec(),
        };
        let bits = usize::from(self.prefix);
        if bits > address.len() * 8 {
            return None;
        }
        let mask: Vec<u8> = (0..address.len()).map(|octet| mask_octet(bits, octet)).collect();
        let fits = address.iter().zip(&mask).all(|(address, mask)| address & !mask == 0);
        fits.then_some((address, mask))
    }
}

/// One octet of a mask whose first bits are ones.
fn mask_octet(ones: usize, octet: usize) -> u8 {
    match ones.saturating_sub(octet * 8) {
        8.. => u8::MAX,
        ones => !(u8::MAX >> ones),
    }
}

impl fmt::Display for IpRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { address, prefix } = self;
        write!(f, "{address}/{prefix}")
    }
}

/// A host name, or one behind a dot (RFC 5280 section 4.2.1.10 as webpki reads it). An IP address
/// is none, though it looks like one: it would constrain nothing.
pub(crate) fn is_dns_constraint(name: &str) -> bool {
    let name = name.strip_prefix('.').unwrap_or(name);
    name.len() <= 253
        && name.parse::<IpAddr>().is_err()
        && name.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        })
}
