//! What rules say of one certificate, and of one signature of a handshake.

use rootbake_core::certificate::Time;

use super::AlgorithmConstraints;
use super::link::{KeyNames, Link, Signed};
use super::rule::{Condition, Rule, Target, Usages};
use crate::key_manager::{Schemes, Side};

/// Where something is used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    pub(crate) side: Side,
    /// Whether its path ends at an anchor of a baked set
    pub(crate) jdk_ca: bool,
    pub(crate) time: Time,
}

/// What the rules say.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Decision<'r> {
    Permitted,
    Denied(&'r Rule),
    /// Permitted up to the second before this one
    Before(Time),
}

/// The kinds of key that Java knows, also those that no certificate for TLS has.
const KEYS: [&str; 29] = [
    "AES",
    "ARCFOUR",
    "Blowfish",
    "ChaCha20",
    "DES",
    "DESede",
    "DH",
    "DiffieHellman",
    "DSA",
    "EC",
    "ECDH",
    "Ed25519",
    "Ed448",
    "EdDSA",
    "ML-DSA",
    "ML-DSA-44",
    "ML-DSA-65",
    "ML-DSA-87",
    "ML-KEM",
    "ML-KEM-512",
    "ML-KEM-768",
    "ML-KEM-1024",
    "RC2",
    "RC4",
    "RSA",
    "RSASSA-PSS",
    "X25519",
    "X448",
    "XDH",
];

impl AlgorithmConstraints {
    /// What the rules say of a certificate.
    pub(crate) fn of_link(&self, link: &Link<'_>, scope: Scope) -> Decision<'_> {
        self.decide(scope, |rule| rule.is_about(link))
    }

    /// What the rules say of handshakes signed by one scheme.
    pub(crate) fn of_handshake(&self, scheme: Schemes, time: Time) -> Decision<'_> {
        // whose handshake it is makes no difference to rules about handshakes
        let scope = Scope { side: Side::Server, jdk_ca: false, time };
        self.decide(scope, |rule| rule.is_about_handshake(scheme))
    }

    /// The first rule that denies now, else the one that is the first to deny.
    fn decide(&self, scope: Scope, is_about: impl Fn(&Rule) -> bool) -> Decision<'_> {
        let mut decision = Decision::Permitted;
        let rules = self.rules.iter().filter(|rule| is_about(rule) && rule.holds_in(scope));
        for rule in rules {
            match (rule.from(), decision) {
                (None, _) => return Decision::Denied(rule),
                (Some(from), _) if from <= scope.time => return Decision::Denied(rule),
                (Some(from), Decision::Before(known)) if known <= from => (),
                (Some(from), _) => decision = Decision::Before(from),
            }
        }
        decision
    }
}

impl Rule {
    fn is_about(&self, link: &Link<'_>) -> bool {
        let usages = self.usages();
        let for_signatures = !usages.intersection(Usages::CERTIFICATE_SIGNATURE).is_empty();
        let for_chains =
            !usages.intersection(Usages::TLS_SERVER.union(Usages::TLS_CLIENT)).is_empty();
        let key = Some(&link.key).filter(|_| for_chains);
        let signature = link.signature.as_ref().filter(|_| for_signatures || for_chains);
        key.is_some_and(|key| self.is_about_key(key))
            || signature.is_some_and(|signature| self.is_about_signature(signature))
    }

    fn is_about_key(&self, key: &KeyNames) -> bool {
        let Target::Name(name) = &self.target else {
            return key.curve.is_some_and(|curve| self.is_about_curve(curve));
        };
        // a size that cannot be told is no excuse
        key.names.iter().any(|known| is_same(known, name))
            && key.bits.is_none_or(|bits| self.size_holds(bits))
    }

    fn is_about_signature(&self, signature: &Signed) -> bool {
        let Target::Name(name) = &self.target else {
            return false;
        };
        // the size of the key that signed is looked at where that key is
        !self.asks_for_size()
            && (is_part(&signature.name, name) || has_name(signature.schemes, name))
    }

    fn is_about_handshake(&self, scheme: Schemes) -> bool {
        let Target::Name(name) = &self.target else {
            return false;
        };
        let parts = scheme.algorithms().any(|algorithm| is_part(algorithm, name));
        !self.usages().intersection(Usages::HANDSHAKE_SIGNATURE).is_empty()
            && !self.asks_for_size()
            && (parts || has_name(scheme, name))
    }

    /// Whether all conditions hold, but for those about keys and days.
    fn holds_in(&self, scope: Scope) -> bool {
        let side = match scope.side {
            Side::Client => Usages::TLS_CLIENT,
            Side::Server => Usages::TLS_SERVER,
        };
        let signatures = Usages::HANDSHAKE_SIGNATURE.union(Usages::CERTIFICATE_SIGNATURE);
        let jdk_ca = scope.jdk_ca || !self.conditions.contains(&Condition::JdkCa);
        jdk_ca && !self.usages().intersection(side.union(signatures)).is_empty()
    }

    /// The first second at which it denies, where it does not always.
    fn from(&self) -> Option<Time> {
        self.conditions.iter().find_map(|condition| match condition {
            Condition::DenyAfter(time) => Some(*time),
            _ => None,
        })
    }

    /// Whether its name is that of a kind of key, or an object identifier, which may be one: nothing
    /// else has a size, such as a hash or a name with a slip of the pen in it.
    pub(super) fn is_of_key(&self) -> bool {
        let Target::Name(name) = &self.target else {
            return false;
        };
        let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'.';
        KEYS.iter().any(|key| key.eq_ignore_ascii_case(name)) || name.bytes().all(is_digit)
    }
}

fn has_name(schemes: Schemes, name: &str) -> bool {
    schemes.names().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether a name is all of an algorithm's, or the part of it between `/`, `with`, `and` and `in`.
fn is_part(algorithm: &str, name: &str) -> bool {
    let parts = algorithm.split('/').flat_map(|part| part.split("with"));
    let mut parts = parts.flat_map(|part| part.split("and")).flat_map(|part| part.split("in"));
    is_same(algorithm, name) || parts.any(|part| is_same(part, name))
}

/// Whatever the case, and `SHA-1` is `SHA1`.
fn is_same(a: &str, b: &str) -> bool {
    letters(a).eq(letters(b))
}

fn letters(name: &str) -> impl Iterator<Item = u8> {
    let bytes = name.as_bytes();
    let is_behind_sha = move |at: usize| {
        let start = at.checked_sub(3).and_then(|start| bytes.get(start..at));
        start.is_some_and(|start| start.eq_ignore_ascii_case(b"SHA"))
    };
    let counted = bytes.iter().enumerate();
    let counted = counted.filter(move |(at, byte)| **byte != b'-' || !is_behind_sha(*at));
    counted.map(|(_, byte)| byte.to_ascii_uppercase())
}
