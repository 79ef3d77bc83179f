use rootbake_core::certificate::NameConstraints;

pub(super) const DNS_NAME: u8 = 0x82;
pub(super) const IP_ADDRESS: u8 = 0x87;
const SEQUENCE: u8 = 0x30;
const PERMITTED: u8 = 0xa0;
const EXCLUDED: u8 = 0xa1;

/// Name constraints, taken apart.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Subtrees {
    pub(super) permitted: Vec<Subtree>,
    pub(super) excluded: Vec<Subtree>,
}

/// `GeneralSubtree ::= SEQUENCE { base GeneralName }`
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Subtree {
    /// The tag of the name
    pub(super) form: u8,
    /// The content of the name
    pub(super) base: Vec<u8>,
}

impl Subtrees {
    pub(super) fn own(own: &NameConstraints<'_>) -> Self {
        let take = |(form, base): (u8, &[u8])| Subtree { form, base: base.to_vec() };
        Self {
            permitted: own.permitted().map(take).collect(),
            excluded: own.excluded().map(take).collect(),
        }
    }

    /// What both permit, and what neither excludes.
    pub(super) fn joined(&self, imposed: &Self) -> Result<Self, String> {
        let mut permitted = Vec::new();
        for form in [DNS_NAME, IP_ADDRESS] {
            permitted.extend(intersection(
                form,
                &of_form(form, &self.permitted),
                &of_form(form, &imposed.permitted),
            )?);
        }
        // a lock speaks of no others
        let is_other = |subtree: &&Subtree| ![DNS_NAME, IP_ADDRESS].contains(&subtree.form);
        permitted.extend(self.permitted.iter().filter(is_other).cloned());
        let mut excluded = self.excluded.clone();
        excluded
            .extend(imposed.excluded.iter().filter(|new| !self.excluded.contains(new)).cloned());
        Ok(Self { permitted, excluded })
    }

    /// That of no form all names which are permitted are excluded again.
    pub(super) fn leaves_something(&self, forms: &[u8]) -> Result<(), String> {
        let is_excluded =
            |subtree: &Subtree| self.excluded.iter().any(|excluded| subtree.is_within(excluded));
        let is_empty = |form: &&u8| {
            let permitted = of_form(**form, &self.permitted);
            !permitted.is_empty() && permitted.iter().all(is_excluded)
        };
        match forms.iter().find(is_empty) {
            Some(form) => {
                Err(format!("every {} that is permitted is excluded too", in_words(*form)))
            }
            None => Ok(()),
        }
    }

    /// The DER content of NameConstraints.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut content = Vec::new();
        for (tag, subtrees) in [(PERMITTED, &self.permitted), (EXCLUDED, &self.excluded)] {
            let subtrees: Vec<u8> = subtrees.iter().flat_map(Subtree::encode).collect();
            if !subtrees.is_empty() {
                content.extend(element(tag, &subtrees));
            }
        }
        content
    }
}

fn of_form(form: u8, subtrees: &[Subtree]) -> Vec<Subtree> {
    subtrees.iter().filter(|subtree| subtree.form == form).cloned().collect()
}

/// Of a form that only one of them speaks of, all of that.
fn intersection(form: u8, own: &[Subtree], imposed: &[Subtree]) -> Result<Vec<Subtree>, String> {
    if own.is_empty() || imposed.is_empty() {
        return Ok([own, imposed].concat());
    }
    let mut common: Vec<Subtree> = Vec::new();
    for (own, imposed) in own.iter().flat_map(|own| imposed.iter().map(move |new| (own, new))) {
        let narrower = match (own.is_within(imposed), imposed.is_within(own)) {
            (true, _) => own,
            (false, true) => imposed,
            (false, false) => continue,
        };
        if !common.contains(narrower) {
            common.push(narrower.clone());
        }
    }
    match common.is_empty() {
        true => Err(format!(
            "no {} is permitted both by the root's own name constraints and by the lock",
            in_words(form)
        )),
        false => Ok(common),
    }
}

fn in_words(form: u8) -> &'static str {
    match form {
        DNS_NAME => "DNS name",
        _ => "IP address",
    }
}

impl Subtree {
    /// Whether all names in it are in the other too. Names of other forms than those two are not
    /// looked into.
    fn is_within(&self, other: &Self) -> bool {
        self.form == other.form
            && match self.form {
                DNS_NAME => is_below(&self.base, &other.base),
                IP_ADDRESS => is_in_range(&self.base, &other.base),
                _ => self.base == other.base,
            }
    }

    fn encode(&self) -> Vec<u8> {
        element(SEQUENCE, &element(self.form, &self.base))
    }
}

/// An empty base is all names; one behind a dot only what is below it.
fn is_below(name: &[u8], base: &[u8]) -> bool {
    let Some((above, end)) = name.len().checked_sub(base.len()).map(|at| name.split_at(at)) else {
        return false;
    };
    // above `.example` within `example` stands the dot alone
    let at_label = above.is_empty() || above.ends_with(b".");
    end.eq_ignore_ascii_case(base) && (at_label || base.is_empty() || base.starts_with(b"."))
}

/// Addresses and masks, of the same length.
fn is_in_range(range: &[u8], other: &[u8]) -> bool {
    let octets = |range: &[u8]| -> Vec<(u8, u8)> {
        let (address, mask) = range.split_at(range.len() / 2);
        address.iter().copied().zip(mask.iter().copied()).collect()
    };
    let mut pairs = octets(range).into_iter().zip(octets(other));
    let is_within = |((address, mask), (other, other_mask)): ((u8, u8), (u8, u8))| {
        mask & other_mask == other_mask && address & other_mask == other & other_mask
    };
    range.len() == other.len() && pairs.all(is_within)
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
    use std::slice::from_ref;

    use super::*;

    fn dns(names: &[&str]) -> Vec<Subtree> {
        names
            .iter()
            .map(|name| Subtree { form: DNS_NAME, base: name.as_bytes().to_vec() })
            .collect()
    }

    fn ip(address: [u8; 4], mask: [u8; 4]) -> Subtree {
        Subtree { form: IP_ADDRESS, base: [address, mask].concat() }
    }

    #[test]
    fn intersections_of_dns_names() {
        let table: &[(&[&str], &[&str], &[&str])] = &[
            (&["example"], &["a.example"], &["a.example"]),
            (&["a.example"], &["example"], &["a.example"]),
            (&["example"], &[".example"], &[".example"]),
            (&["EXAMPLE"], &["example"], &["EXAMPLE"]),
            (&[""], &["example"], &["example"]),
            (&["a.example", "b.example", "c"], &["example"], &["a.example", "b.example"]),
            (&["example"], &["badexample"], &[]),
            (&["a.example"], &["b.example"], &[]),
            (&["tr"], &["example"], &[]),
        ];
        for (own, imposed, expected) in table {
            let common = intersection(DNS_NAME, &dns(own), &dns(imposed));
            match expected.is_empty() {
                true => assert!(common.unwrap_err().starts_with("no DNS name is permitted both")),
                false => assert_eq!(common.unwrap(), dns(expected), "{own:?} {imposed:?}"),
            }
        }
    }

    #[test]
    fn intersections_of_ip_addresses() {
        let wide = ip([10, 0, 0, 0], [255, 0, 0, 0]);
        let narrow = ip([10, 1, 0, 0], [255, 255, 0, 0]);
        let other = ip([192, 168, 0, 0], [255, 255, 0, 0]);
        let six = Subtree { form: IP_ADDRESS, base: vec![0; 32] };
        let of = |own: &Subtree, imposed: &Subtree| {
            intersection(IP_ADDRESS, from_ref(own), from_ref(imposed))
        };
        assert_eq!(of(&wide, &narrow).unwrap(), from_ref(&narrow));
        assert_eq!(of(&narrow, &wide).unwrap(), from_ref(&narrow));
        let same_start = ip([10, 0, 0, 0], [255, 255, 0, 0]);
        assert_eq!(of(&wide, &same_start).unwrap(), from_ref(&same_start));
        assert_eq!(of(&same_start, &wide).unwrap(), from_ref(&same_start));
        assert!(of(&wide, &other).unwrap_err().starts_with("no IP address is permitted both"));
        assert!(of(&wide, &six).is_err());
    }

    #[test]
    fn forms_that_only_one_speaks_of_are_kept_and_exclusions_join() {
        let email = Subtree { form: 0x81, base: b"example".to_vec() };
        let range = ip([10, 0, 0, 0], [255, 0, 0, 0]);
        let own = Subtrees {
            permitted: [vec![email.clone(), range.clone()], dns(&["example"])].concat(),
            excluded: dns(&["x.example"]),
        };
        let imposed =
            Subtrees { permitted: dns(&["a.example"]), excluded: dns(&["x.example", "y.example"]) };
        let joined = own.joined(&imposed).unwrap();
        let permitted = [dns(&["a.example"]), vec![range, email]].concat();
        assert_eq!(joined, Subtrees { permitted, excluded: dns(&["x.example", "y.example"]) });
    }

    #[test]
    fn a_constraint_that_permits_no_dns_name_is_refused() {
        let of = |permitted: &[&str], excluded: &[&str]| {
            Subtrees { permitted: dns(permitted), excluded: dns(excluded) }
                .leaves_something(&[DNS_NAME])
        };
        assert!(of(&["a.example"], &["example"]).is_err());
        assert!(of(&["a.example"], &[""]).is_err());
        assert!(of(&["a.example", "b"], &["example"]).is_ok());
        assert!(of(&["example"], &["a.example"]).is_ok());
        assert!(of(&[], &[""]).is_ok());
    }

    #[test]
    fn long_lists_have_long_lengths() {
        let names: Vec<String> = (0..40).map(|n| format!("host-{n:02}.example")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let encoded = Subtrees { permitted: Vec::new(), excluded: dns(&names) }.encode();
        assert_eq!(encoded.get(..4), Some(&[0xa1, 0x82, 0x02, 0xf8][..]));
        assert_eq!(encoded.len(), 4 + 40 * 19);
    }
}
