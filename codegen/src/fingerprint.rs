//! Fingerprints in the hexadecimal that locks and generated code write.

use std::collections::BTreeMap;

use rootbake_core::certificate::Fingerprint;

/// By fingerprint; of several with the same one the last. `collect` would sort them first: its code
/// for every type of value is a tenth of what this crate costs to build.
pub(crate) fn map<V>(entries: impl Iterator<Item = (Fingerprint, V)>) -> BTreeMap<Fingerprint, V> {
    let mut map = BTreeMap::new();
    map.extend(entries);
    map
}

pub(crate) fn hex(fingerprint: &Fingerprint) -> String {
    digits(fingerprint).collect()
}

/// The first sixteen digits, in upper case: enough to tell roots apart, and short enough to read.
pub(crate) fn short(fingerprint: &Fingerprint) -> String {
    digits(fingerprint).take(16).map(|digit| digit.to_ascii_uppercase()).collect()
}

/// Without the machinery of formatting, which took a seventh of the time of baking.
fn digits(fingerprint: &Fingerprint) -> impl Iterator<Item = char> {
    let halves = fingerprint.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    halves.filter_map(|half| char::from_digit(half.into(), 16))
}

/// 64 digits of lower case, so that there is one way to write each.
pub(crate) fn parse(text: &str) -> Option<Fingerprint> {
    let digits = text.as_bytes();
    let mut fingerprint = [0; 32];
    if digits.len() != 64 {
        return None;
    }
    for (byte, pair) in fingerprint.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair.iter().try_fold(0, |value, digit| match digit {
            b'0'..=b'9' => Some(value << 4 | (digit - b'0')),
            b'a'..=b'f' => Some(value << 4 | (digit - b'a' + 10)),
            _ => None,
        })?;
    }
    Some(fingerprint)
}
