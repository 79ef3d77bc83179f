//! What a lock imposes on a root, in the shape in which it is enforced.

use rootbake_core::certificate::{Certificate, Time};
use rootbake_core::constraints::Constraints;

use crate::lock::{IpRange, NameRules, RuleSet, Rules};

/// An owned `rootbake_core::constraints::Imposed`.
#[derive(Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Imposed {
    pub(crate) any_of: Vec<RuleSet>,
    pub(crate) names: Vec<String>,
    pub(crate) names_source: String,
    pub(crate) path_len_source: String,
    pub(crate) purposes_source: String,
}

/// The limits of a root: those of its certificate and those of the lock. Both hold.
pub(crate) fn constrain(certificate: &Certificate<'_>, rules: &Rules) -> (Constraints, Imposed) {
    let own = Constraints::of(certificate);
    let Constraints { validity, key_usage, purposes: _, path_len: _, imposed: _ } = own;
    let path_len = match (own.path_len, rules.path_len) {
        (Some(own), Some(imposed)) => Some(own.min(imposed)),
        (own, imposed) => own.or(imposed),
    };
    let purposes =
        rules.purposes.map_or(own.purposes, |imposed| own.purposes.intersection(imposed));
    let source = |is_stricter: bool, keys: &[&str]| match is_stricter {
        true => rules.source(keys),
        false => String::new(),
    };
    let mut names = names_in_words(rules);
    if !names.is_empty() && certificate.extensions.name_constraints.is_some() {
        // webpki looks at all of them together
        names.push("names within its own name constraints".to_owned());
    }
    let imposed = Imposed {
        any_of: alternatives(rules),
        names,
        names_source: source(!rules.names.is_empty(), &rules.names.keys()),
        path_len_source: source(path_len != own.path_len, &["path_len"]),
        purposes_source: source(purposes != own.purposes, &["purposes"]),
    };
    (Constraints { validity, key_usage, purposes, path_len, imposed: None }, imposed)
}

impl Imposed {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What must always hold, joined to every alternative.
fn alternatives(rules: &Rules) -> Vec<RuleSet> {
    let Rules { names: _, path_len: _, purposes: _, always, any_of, programme: _, sources: _ } =
        rules;
    match (always.is_empty(), any_of.is_empty()) {
        (true, _) => any_of.clone(),
        (false, true) => vec![always.clone()],
        (false, false) => any_of.iter().map(|set| join(always, set)).collect(),
    }
}

/// The rules of both.
fn join(always: &RuleSet, set: &RuleSet) -> RuleSet {
    let earlier = |a: Option<Time>, b: Option<Time>| a.into_iter().chain(b).min();
    RuleSet {
        distrust_after: earlier(always.distrust_after, set.distrust_after),
        sct_not_after: earlier(always.sct_not_after, set.sct_not_after),
        sct_all_after: always.sct_all_after.into_iter().chain(set.sct_all_after).max(),
        permitted_dns: set.permitted_dns.clone(),
        excludes_ip: set.excludes_ip,
        source: match always.source == set.source {
            true => set.source.clone(),
            false => format!("{}; {}", always.source, set.source),
        },
    }
}

/// The imposed name constraints, one by one.
pub(crate) fn names_in_words(rules: &Rules) -> Vec<String> {
    let NameRules { permitted_dns, excluded_dns, permitted_ip, excluded_ip } = &rules.names;
    let shuts_out_ip = !permitted_dns.is_empty() && permitted_ip.is_empty();
    let mut words = Vec::new();
    let mut say = |what: &str, names: Vec<String>| {
        if !names.is_empty() {
            words.push(format!("{what} {}", names.join(", ")));
        }
    };
    let text = |ranges: &[IpRange]| ranges.iter().map(ToString::to_string).collect();
    say("DNS names under", permitted_dns.clone());
    say("no DNS names under", excluded_dns.clone());
    say("IP addresses in", text(permitted_ip));
    say("no IP addresses in", text(excluded_ip));
    if shuts_out_ip && rules.programme.is_none() {
        words.push("no IP addresses".to_owned());
    }
    words
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, ExtendedKeyUsagePurpose, KeyPair};

    use super::*;
    use rootbake_core::certificate::Purposes;

    #[test]
    fn purposes_of_both_are_what_is_left() {
        let mut params = CertificateParams::default();
        params.extended_key_usages =
            vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::CodeSigning];
        let root = params.self_signed(&KeyPair::generate().unwrap()).unwrap();
        let certificate = Certificate::from_der(root.der()).unwrap();
        let imposed = Purposes::SERVER_AUTH.union(Purposes::CLIENT_AUTH);
        let rules = Rules { purposes: Some(imposed), ..Rules::default() };
        let (constraints, _) = constrain(&certificate, &rules);
        assert_eq!(constraints.purposes, Purposes::SERVER_AUTH);
    }

    #[test]
    fn of_two_sets_the_stricter_dates_hold() {
        let at = |seconds| Some(Time::from_unix_seconds(seconds));
        let set = |distrust, not_after, all_after| RuleSet {
            distrust_after: distrust,
            sct_not_after: not_after,
            sct_all_after: all_after,
            ..RuleSet::default()
        };
        let joined = join(&set(at(1), at(2), at(3)), &set(at(2), at(1), at(4)));
        assert_eq!(joined, RuleSet { source: String::new(), ..set(at(1), at(1), at(4)) });
        let joined = join(&set(None, at(2), at(3)), &set(at(5), None, None));
        assert_eq!(joined, set(at(5), at(2), at(3)));
    }
}
