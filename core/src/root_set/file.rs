//! A root set as a file, so that the roots of a device change without its program: in a partition
//! of flash, in memory that is mapped, or behind `include_bytes!`.
//!
//! All numbers are little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 16 | [`MAGIC`] |
//! | 2 | [`VERSION`] |
//! | 2 | number of imposed rules, `m` |
//! | 4 | length of the whole file |
//! | 32 | SHA-256 over all but these 32 bytes |
//! | | the [`Manifest`], which says how many roots there are |
//! | 26 each | for each root, in the order of the manifest: |
//! | | 4: where its data begins, from the start of the file; 2, 2, 2: lengths of its subject, key, and name constraints (0 where there are none) |
//! | | 5, 5: first and last second, since 1970 plus 2^39, big-endian; 2: key usage; 1: purposes; 1: path length, or 255; 2: the place of what is imposed, from 1, or 0 |
//! | 8 `m` | for each imposed rule: 4: where its data begins; 4: its length |
//! | | the data of the roots, then that of the rules, in order and without gaps |
//!
//! A signature over the file has its place behind it, since the file knows its own length:
//!
//! ```
//! use rootbake_core::root_set::file;
//! use rootbake_core::RootSet;
//!
//! # fn signature_is_good(_: &[u8], _: Option<&[u8; 64]>) -> bool { true }
//! fn roots(partition: &'static [u8]) -> Option<RootSet> {
//!     let (set, behind) = file::split(partition).ok()?;
//!     // by a key that the program has: nothing else says who wrote the file
//!     if !signature_is_good(set, behind.first_chunk()) {
//!         return None;
//!     }
//!     RootSet::from_bytes(set).ok()
//! }
//! # assert!(roots(b"no such file").is_none());
//! ```

mod error;
mod record;

pub use error::FileError;

use super::Manifest;
use super::stored::Parts;
use crate::certificate::{Fingerprint, Purposes, SubjectPublicKeyInfo};
use crate::constraints::Imposed;
use record::Record;

/// The first bytes of every file.
pub const MAGIC: [u8; 16] = *b"ROOTBAKE-BIN\r\n\x1a\n";

/// The layout above.
pub const VERSION: u16 = 1;

/// Everything in front of the manifest.
const HEADER: usize = 56;
const VERSION_AT: usize = 16;
const RULES_AT: usize = 18;
const LENGTH_AT: usize = 20;
const CHECKSUM_AT: usize = 24;

/// The file that `bytes` begins with, and what stands behind it. Only its start and its length are
/// looked at.
///
/// # Errors
///
/// Where it is no such file, is of another version, or cut.
pub fn split(bytes: &[u8]) -> Result<(&[u8], &[u8]), FileError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(FileError::NoMagic);
    }
    let version = u16::from_le_bytes(field(bytes, VERSION_AT));
    if version != VERSION && bytes.len() >= HEADER {
        return Err(FileError::UnknownVersion { found: version });
    }
    // the header at least, whatever a cut one says
    let length = usize::try_from(u32::from_le_bytes(field(bytes, LENGTH_AT))).unwrap_or(usize::MAX);
    let length = length.max(HEADER);
    bytes
        .split_at_checked(length)
        .ok_or(FileError::Truncated { found: bytes.len(), expected: length })
}

/// A file that was checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetFile {
    bytes: &'static [u8],
    records: &'static [[u8; record::SIZE]],
    rules: &'static [[u8; 8]],
}

impl SetFile {
    /// Checks all of a file. Its parts stand in the one order and at the one place that each can
    /// have, so that nothing overlaps and nothing is left over.
    pub(super) fn read(bytes: &'static [u8]) -> Result<(&'static [u8], Self), FileError> {
        let (bytes, behind) = split(bytes)?;
        if !behind.is_empty() {
            return Err(FileError::TrailingData { found: behind.len() });
        }
        check_sha256(bytes)?;
        let rest = bytes.get(HEADER..).unwrap_or(&[]);
        let manifest = Manifest::read(rest).map_err(FileError::Manifest)?;
        let at = HEADER + manifest.as_bytes().len();
        let (records, at) = table(bytes, at, manifest.len())?;
        let (rules, at) = table(bytes, at, u16::from_le_bytes(field(bytes, RULES_AT)).into())?;
        let file = Self { bytes, records, rules };
        file.check(manifest.fingerprints(), at)?;
        Ok((manifest.as_bytes(), file))
    }

    pub(super) const fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn subject(&self, place: usize) -> Option<&'static [u8]> {
        let [subject, _, _] = Record::read(self.records.get(place)?)?.split(self.bytes)?;
        Some(subject)
    }

    pub(super) fn parts(&self, place: usize) -> Option<Parts> {
        let record = Record::read(self.records.get(place)?)?;
        let [subject, spki, name_constraints] = record.split(self.bytes)?;
        let name_constraints = (!name_constraints.is_empty()).then_some(name_constraints);
        let constraints = record.limits.constraints(|place| self.imposed(place));
        Some(Parts { subject, spki, name_constraints, constraints })
    }

    fn imposed(&self, place: usize) -> Option<Imposed> {
        Imposed::checked(self.bytes.get(record::range(self.rules.get(place)?)?)?)
    }

    /// That the data stands from `at` to the end, part by part, and means something.
    fn check(&self, fingerprints: &[Fingerprint], mut at: usize) -> Result<(), FileError> {
        let mut last = None;
        for (place, (entry, fingerprint)) in self.records.iter().zip(fingerprints).enumerate() {
            let (subject, end) = self.check_root(entry, at).ok_or(FileError::BadRoot { place })?;
            let this = Some((subject, fingerprint));
            if last >= this {
                return Err(FileError::Unsorted { place });
            }
            (last, at) = (this, end);
        }
        for (place, span) in self.rules.iter().enumerate() {
            let data = record::range(span).filter(|data| data.start == at);
            let data = data.filter(|_| self.imposed(place).is_some());
            at = data.ok_or(FileError::BadRule { place })?.end;
        }
        match at == self.bytes.len() {
            true => Ok(()),
            false => Err(FileError::Damaged { at }),
        }
    }

    /// The subject of a root whose data begins at `at`, and where that ends.
    fn check_root(&self, entry: &[u8; record::SIZE], at: usize) -> Option<(&'static [u8], usize)> {
        let record = Record::read(entry)?;
        let data = record.data().filter(|data| data.start == at)?;
        let [subject, spki, _] = record.split(self.bytes)?;
        let has_rules = usize::from(record.limits.imposed) <= self.rules.len();
        let purposes = record.limits.purposes;
        let has_purposes = purposes == Purposes::UNRESTRICTED || Purposes::KNOWN.allows(purposes);
        // of the rest, whoever uses it reads what it needs
        let has_key = SubjectPublicKeyInfo::from_content(spki).key().is_ok();
        (has_rules && has_purposes && has_key).then_some((subject, data.end))
    }
}

fn check_sha256(bytes: &[u8]) -> Result<(), FileError> {
    let damaged = FileError::Checksum;
    let (front, rest) = bytes.split_at_checked(CHECKSUM_AT).ok_or(damaged)?;
    let (expected, rest) = rest.split_first_chunk::<32>().ok_or(damaged)?;
    let mut hash = hmac_sha256::Hash::new();
    hash.update(front);
    hash.update(rest);
    match hash.finalize() == *expected {
        true => Ok(()),
        false => Err(damaged),
    }
}

/// Entries of one size, and where they end.
fn table<const N: usize>(
    bytes: &'static [u8],
    at: usize,
    count: usize,
) -> Result<(&'static [[u8; N]], usize), FileError> {
    let (entries, _) = bytes.get(at..).unwrap_or(&[]).as_chunks();
    let entries = entries.get(..count).ok_or(FileError::Damaged { at })?;
    Ok((entries, at + size_of_val(entries)))
}

/// A number of the header, which is there.
fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
}
