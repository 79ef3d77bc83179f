//! Which identities are for which name of a server.

use std::collections::HashMap;

/// Longest name in DNS, without its root.
const LONGEST: usize = 253;

/// The name that a peer asks for, as names are compared: ASCII in lower case, without the dot of
/// the root. Held in place, so that a handshake allocates nothing for it.
pub(super) struct HostName {
    bytes: [u8; LONGEST],
    length: usize,
}

impl HostName {
    /// `None` where it cannot be the name of a host; international names are so as A-labels only
    /// (RFC 5890 section 2.3.2.1), which is how TLS has them.
    pub(super) fn new(name: &str) -> Option<Self> {
        let name = name.strip_suffix('.').unwrap_or(name).as_bytes();
        let mut bytes = [0; LONGEST];
        bytes.get_mut(..name.len())?.copy_from_slice(name);
        bytes.make_ascii_lowercase();
        (!name.is_empty() && name.is_ascii()).then_some(Self { bytes, length: name.len() })
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

/// The identities of each name in their certificates, by place.
#[derive(Debug, Default)]
pub(super) struct Names {
    exact: HashMap<Box<[u8]>, Vec<u32>>,
    /// By what stands behind `*.`
    wildcard: HashMap<Box<[u8]>, Vec<u32>>,
}

impl Names {
    /// Takes a dNSName in lower case. What peers match with no name is left out: a wildcard that is
    /// not the whole first label, or has but one label behind it (RFC 6125 section 6.4.3).
    pub(super) fn add(&mut self, name: &[u8], place: u32) {
        let (names, key) = match name.strip_prefix(b"*.") {
            Some(parent) if parent.contains(&b'.') => (&mut self.wildcard, parent),
            Some(_) => return,
            None => (&mut self.exact, name),
        };
        if !key.contains(&b'*') {
            let places = names.entry(key.into()).or_default();
            // a certificate may have a name twice
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
    }

    /// The places of the identities for a name, those of its own before those of a wildcard.
    pub(super) fn find(&self, name: &HostName) -> impl Iterator<Item = u32> {
        let exact = self.exact.get(name.as_bytes());
        let wildcard = self.of_wildcard(name);
        exact.into_iter().chain(wildcard).flatten().copied()
    }

    fn of_wildcard(&self, name: &HostName) -> Option<&Vec<u32>> {
        if self.wildcard.is_empty() {
            return None;
        }
        let dot = name.as_bytes().iter().position(|&byte| byte == b'.')?;
        // "*" stands for one label that is not empty
        let parent = if dot == 0 { None } else { name.as_bytes().get(dot + 1..) };
        self.wildcard.get(parent?)
    }
}
