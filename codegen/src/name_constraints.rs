//! Name constraints that a lock imposes, as the DER that webpki enforces (RFC 5280 section
//! 4.2.1.10).

use rootbake_core::certificate::Certificate;

use crate::lock::Rules;

/// Which names the certificates under a root may hold: the DER content of NameConstraints, or
/// `None` where nothing limits them.
///
/// Where a person permits names to a CA, IP addresses are shut out too: who says "only below
/// corp.example" does not mean "and any IP address". A programme's rule is kept as the programme
/// means it.
pub(crate) fn of(certificate: &Certificate<'_>, rules: &Rules) -> Result<Option<Vec<u8>>, String> {
    let own = certificate.extensions.name_constraints;
    let imposed = !rules.permitted_dns.is_empty() || !rules.excluded_dns.is_empty();
    match (own, imposed) {
        (Some(_), true) => {
            Err("root has name constraints of its own, and the lock imposes others".to_owned())
        }
        (Some(own), false) => Ok(Some(own.as_bytes().to_vec())),
        (None, true) => Ok(Some(encode(rules))),
        (None, false) => Ok(None),
    }
}

const DNS_NAME: u8 = 0x82;
const IP_ADDRESS: u8 = 0x87;
const SEQUENCE: u8 = 0x30;
const PERMITTED: u8 = 0xa0;
const EXCLUDED: u8 = 0xa1;

fn encode(rules: &Rules) -> Vec<u8> {
    let dns = |names: &[String]| {
        names.iter().flat_map(|name| subtree(DNS_NAME, name.as_bytes())).collect()
    };
    let permitted: Vec<u8> = dns(&rules.permitted_dns);
    let mut excluded: Vec<u8> = dns(&rules.excluded_dns);
    if !permitted.is_empty() && rules.programme.is_none() {
        // all IPv4 and all IPv6 addresses: address and mask of zeros
        excluded.extend(subtree(IP_ADDRESS, &[0; 8]));
        excluded.extend(subtree(IP_ADDRESS, &[0; 32]));
    }
    let mut content = Vec::new();
    for (tag, subtrees) in [(PERMITTED, permitted), (EXCLUDED, excluded)] {
        if !subtrees.is_empty() {
            content.extend(element(tag, &subtrees));
        }
    }
    content
}

/// `GeneralSubtree ::= SEQUENCE { base GeneralName }`
fn subtree(form: u8, base: &[u8]) -> Vec<u8> {
    element(SEQUENCE, &element(form, base))
}

fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len().to_be_bytes();
    let significant = length.iter().skip_while(|&&byte| byte == 0);
    let mut element = vec![tag];
    match content.len() {
        short @ 0..=0x7f => element.extend(u8::try_from(short)),
        _ => {
            element.extend(u8::try_from(significant.clone().count()).map(|octets| 0x80 | octets));
            element.extend(significant);
        }
    }
    element.extend(content);
    element
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(permitted: &[&str], excluded: &[&str], programme: Option<&str>) -> Rules {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Rules {
            permitted_dns: owned(permitted),
            excluded_dns: owned(excluded),
            programme: programme.map(str::to_owned),
            ..Rules::default()
        }
    }

    #[test]
    fn a_programme_s_rule_is_what_webpki_roots_has_for_it() {
        let encoded = encode(&rules(&[".tr"], &[], Some("mozilla")));
        assert_eq!(encoded, b"\xa0\x070\x05\x82\x03.tr");
    }

    #[test]
    fn a_person_s_rule_shuts_out_ip_addresses() {
        let encoded = encode(&rules(&["a.example"], &[], None));
        let (permitted, excluded) = encoded.split_at(15);
        assert_eq!(permitted, b"\xa0\x0d0\x0b\x82\x09a.example");
        assert_eq!(excluded.first(), Some(&0xa1));
        assert_eq!(excluded.len(), 2 + 12 + 36);
    }

    #[test]
    fn long_lists_have_long_lengths() {
        let names: Vec<String> = (0..40).map(|n| format!("host-{n:02}.example")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let encoded = encode(&rules(&[], &names, None));
        assert_eq!(encoded.get(..4), Some(&[0xa1, 0x82, 0x02, 0xf8][..]));
        assert_eq!(encoded.len(), 4 + 40 * 19);
    }
}
