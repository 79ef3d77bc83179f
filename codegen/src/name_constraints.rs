//! Name constraints that a lock imposes, as the DER that webpki enforces (RFC 5280 section
//! 4.2.1.10).

mod subtrees;

use rootbake_core::certificate::Certificate;

use crate::lock::{NameRules, Rules};
use subtrees::{DNS_NAME, IP_ADDRESS, Subtree, Subtrees};

/// Which names the certificates under a root may hold: the DER content of NameConstraints, or
/// `None` where nothing limits them.
///
/// Where a person permits names to a CA, IP addresses are shut out too: who says "only below
/// corp.example" does not mean "and any IP address". A programme's rule is kept as the programme
/// means it.
///
/// The root's own constraints hold as well: of what both permit in one form the intersection, a
/// form that only one of them speaks of as it is, and all that either excludes. Where that leaves
/// nothing, the error says so: never a constraint that is empty, which would permit everything.
pub(crate) fn of(certificate: &Certificate<'_>, rules: &Rules) -> Result<Option<Vec<u8>>, String> {
    let own = certificate.extensions.name_constraints;
    if rules.names.is_empty() {
        return Ok(own.map(|own| own.as_bytes().to_vec()));
    }
    let imposed = Subtrees::imposed(rules);
    // also of the lock alone: that all IP addresses are shut out beside permitted names is no fault
    let both = rules.names.permitted_ip.is_empty();
    imposed.leaves_something(if both { &[DNS_NAME] } else { &[DNS_NAME, IP_ADDRESS] })?;
    let all = match own {
        Some(own) => Subtrees::own(&own).joined(&imposed)?,
        None => imposed,
    };
    all.leaves_something(&[DNS_NAME])?;
    Ok(Some(all.encode()))
}

impl Subtrees {
    fn imposed(rules: &Rules) -> Self {
        let NameRules { permitted_dns, excluded_dns, permitted_ip, excluded_ip } = &rules.names;
        let dns = |names: &[String]| -> Vec<Subtree> {
            names.iter().map(|name| Subtree { form: DNS_NAME, base: name.clone().into() }).collect()
        };
        let ip = |ranges: &[crate::lock::IpRange]| -> Vec<Subtree> {
            ranges.iter().map(|range| Subtree { form: IP_ADDRESS, base: range.octets() }).collect()
        };
        let mut excluded = [dns(excluded_dns), ip(excluded_ip)].concat();
        if !permitted_dns.is_empty() && permitted_ip.is_empty() && rules.programme.is_none() {
            // all IPv4 and all IPv6 addresses: address and mask of zeros
            excluded.push(Subtree { form: IP_ADDRESS, base: vec![0; 8] });
            excluded.push(Subtree { form: IP_ADDRESS, base: vec![0; 32] });
        }
        Self { permitted: [dns(permitted_dns), ip(permitted_ip)].concat(), excluded }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(permitted: &[&str], programme: Option<&str>) -> Rules {
        let mut rules = Rules::default();
        rules.names.permitted_dns = permitted.iter().map(|&name| name.to_owned()).collect();
        rules.programme = programme.map(str::to_owned);
        rules
    }

    #[test]
    fn a_programme_s_rule_is_what_webpki_roots_has_for_it() {
        let encoded = Subtrees::imposed(&rules(&[".tr"], Some("mozilla"))).encode();
        assert_eq!(encoded, b"\xa0\x070\x05\x82\x03.tr");
    }

    #[test]
    fn a_person_s_rule_shuts_out_ip_addresses() {
        let encoded = Subtrees::imposed(&rules(&["a.example"], None)).encode();
        let (permitted, excluded) = encoded.split_at(15);
        assert_eq!(permitted, b"\xa0\x0d0\x0b\x82\x09a.example");
        assert_eq!(excluded.first(), Some(&0xa1));
        assert_eq!(excluded.len(), 2 + 12 + 36);
    }

    #[test]
    fn what_is_wider_than_the_root_s_own_constraints_changes_nothing_of_them() {
        let mut params = rcgen::CertificateParams::default();
        params.name_constraints = Some(rcgen::NameConstraints {
            permitted_subtrees: vec![rcgen::GeneralSubtree::DnsName("a.example".to_owned())],
            excluded_subtrees: Vec::new(),
        });
        let root = params.self_signed(&rcgen::KeyPair::generate().unwrap()).unwrap();
        let certificate = Certificate::from_der(root.der()).unwrap();
        let of = |permitted: &str| of(&certificate, &rules(&[permitted], Some("mozilla")));
        assert_eq!(of("example").unwrap().unwrap(), b"\xa0\x0d0\x0b\x82\x09a.example");
        assert!(of("b.example").is_err());
    }
}
