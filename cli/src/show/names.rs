//! Name constraints (RFC 5280 section 4.2.1.10) in words. They are enforced as bytes, by webpki: this
//! is for reading only.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, Ipv6Addr};

use x509_parser::asn1_rs::FromDer;
use x509_parser::extensions::{GeneralName, GeneralSubtree, NameConstraints};

/// What the DER content of NameConstraints says, a sentence for each form of name.
pub(super) fn in_words(content: &[u8]) -> Vec<String> {
    let sequence = sequence(content);
    let words = match NameConstraints::from_der(&sequence) {
        Ok((_, constraints)) => sentences(&constraints),
        Err(_) => Vec::new(),
    };
    match words.is_empty() {
        // there are some all the same
        true => vec!["only for names within its name constraints".to_owned()],
        false => words,
    }
}

fn sentences(constraints: &NameConstraints<'_>) -> Vec<String> {
    let NameConstraints { permitted_subtrees, excluded_subtrees } = constraints;
    let permitted = by_form(permitted_subtrees.as_deref().unwrap_or(&[]));
    let excluded = by_form(excluded_subtrees.as_deref().unwrap_or(&[]));
    let only = permitted.iter().map(|(form, names)| format!("{form} only {}", names.join(", ")));
    let no = excluded.iter().map(|(form, names)| format!("no {form} {}", names.join(", ")));
    only.chain(no).collect()
}

/// The content with its tag and length in front of it.
fn sequence(content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).unwrap_or(u32::MAX).to_be_bytes();
    // four octets of length are BER, which x509-parser takes
    [&[0x30, 0x84], length.as_slice(), content].concat()
}

fn by_form(subtrees: &[GeneralSubtree<'_>]) -> BTreeMap<&'static str, Vec<String>> {
    let mut forms = BTreeMap::<_, Vec<_>>::new();
    for subtree in subtrees {
        let (form, name) = describe(&subtree.base);
        forms.entry(form).or_default().push(name);
    }
    forms
}

fn describe(name: &GeneralName<'_>) -> (&'static str, String) {
    match name {
        GeneralName::DNSName(name) => ("DNS names", format!("under {}", text(name))),
        GeneralName::RFC822Name(name) => ("e-mail addresses", format!("of {}", text(name))),
        GeneralName::URI(name) => ("URIs", format!("of {}", text(name))),
        GeneralName::DirectoryName(name) => {
            ("directory names", format!("under {}", text(&name.to_string())))
        }
        GeneralName::IPAddress(range) => ("IP addresses", format!("in {}", ip_range(range))),
        _ => ("names of other forms", "in its constraints".to_owned()),
    }
}

/// Text out of a certificate, its control characters escaped; empty where it is all names.
fn text(name: &str) -> String {
    match name {
        "" => "any".to_owned(),
        name => name.escape_debug().to_string(),
    }
}

/// An address and a mask of the same length.
fn ip_range(range: &[u8]) -> String {
    let (address, mask) = range.split_at(range.len() / 2);
    let ones: u32 = mask.iter().map(|byte| byte.count_ones()).sum();
    if let Ok(address) = <[u8; 4]>::try_from(address) {
        return format!("{}/{ones}", Ipv4Addr::from(address));
    }
    match <[u8; 16]>::try_from(address) {
        Ok(address) => format!("{}/{ones}", Ipv6Addr::from(address)),
        Err(_) => format!("a range of {} bytes", range.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn constraints_as_bundles_have_them() {
        // permitted .tr
        assert_eq!(in_words(b"\xa0\x070\x05\x82\x03.tr"), ["DNS names only under .tr"]);
        // permitted 10.0.0.0/8, excluded a and b.c
        let content =
            b"\xa0\x0c0\x0a\x87\x08\x0a\0\0\0\xff\0\0\0\xa1\x0c0\x03\x82\x01a0\x05\x82\x03b.c";
        let words = ["IP addresses only in 10.0.0.0/8", "no DNS names under a, under b.c"];
        assert_eq!(in_words(content), words);
        assert_eq!(in_words(b"?"), ["only for names within its name constraints"]);
    }
}
