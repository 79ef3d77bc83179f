//! The certificate bundle of ESP-IDF, in both of its layouts.

use rootbake_core::certificate::PublicKey;

use super::{Loss, der};
use crate::locked::LockedRoot;
use crate::report::{Finding, Report};

/// Whole elements, as the bundle has them.
struct Entry<'a> {
    name: Vec<u8>,
    key: Vec<u8>,
    root: &'a LockedRoot<'a>,
}

/// A key that mbedTLS, which the device verifies with, does not read: the bundle would hold it, and
/// nothing would verify with it. Which curves it has is for the device to say.
pub(super) fn loss_of_key(root: &LockedRoot<'_>) -> Option<(Loss, String)> {
    match root.certificate.spki.key() {
        Ok(PublicKey::Rsa { .. } | PublicKey::Ec(_)) => None,
        _ => Some((Loss::Keys, crate::emit::key_in_words(root))),
    }
}

/// Offsets of the entries, 32 bits little-endian, counted from the start; then the entries.
pub(super) fn emit(roots: &[&LockedRoot<'_>], warnings: &mut Report) -> Result<Vec<u8>, Report> {
    let entries = sorted(roots, warnings);
    let (mut offsets, mut bundle) = (Vec::new(), Vec::new());
    for entry in &entries {
        let offset = u32::try_from(entries.len() * 4 + bundle.len());
        offsets.extend(offset.map_err(|_| too_large(entry))?.to_le_bytes());
        bundle.extend(entry.encode(u16::to_le_bytes)?);
    }
    Ok([offsets, bundle].concat())
}

/// The number of entries, 16 bits big-endian; then the entries.
pub(super) fn emit_v4(roots: &[&LockedRoot<'_>], warnings: &mut Report) -> Result<Vec<u8>, Report> {
    let entries = sorted(roots, warnings);
    let count = u16::try_from(entries.len());
    let last = || entries.last().map(too_large).unwrap_or_default();
    let mut bundle = count.map_err(|_| last())?.to_be_bytes().to_vec();
    for entry in &entries {
        bundle.extend(entry.encode(u16::to_be_bytes)?);
    }
    Ok(bundle)
}

/// In the order by which the device searches: that of whole names, of which shorter ones mostly
/// come first.
fn sorted<'a>(roots: &[&'a LockedRoot<'a>], warnings: &mut Report) -> Vec<Entry<'a>> {
    let entry = |root: &&'a LockedRoot<'a>| Entry {
        name: der::sequence(root.certificate.subject.as_bytes()),
        key: der::sequence(root.certificate.spki.as_bytes()),
        root,
    };
    let mut entries: Vec<Entry<'_>> = roots.iter().map(entry).collect();
    // stable: of one name, they stay in the order of the set, which is that of fingerprints
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    for pair in entries.windows(2) {
        if let [one, other] = pair
            && one.name == other.name
        {
            warnings.push(same_name(one, other));
        }
    }
    entries
}

fn same_name(one: &Entry<'_>, other: &Entry<'_>) -> Finding {
    Finding::error("same-subject", "device finds one root of a name alone")
        .warning()
        .root(other.root.name())
        .found(format_args!("the subject of {}", one.root.name()))
        .help("what the one issued that is not found will be refused: leave one out")
}

fn too_large(entry: &Entry<'_>) -> Report {
    Finding::error("too-large", "bundle or one of its parts is larger than its format allows")
        .root(entry.root.name())
        .into()
}

impl Entry<'_> {
    /// Lengths of name and key, name, key.
    fn encode(&self, number: fn(u16) -> [u8; 2]) -> Result<Vec<u8>, Report> {
        let length = |part: &[u8]| u16::try_from(part.len()).map_err(|_| too_large(self));
        let lengths = [number(length(&self.name)?), number(length(&self.key)?)].concat();
        Ok([&lengths[..], &self.name, &self.key].concat())
    }
}
