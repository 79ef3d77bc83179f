//! The manifests in a finished binary or firmware image, whatever wraps them.
//!
//! They are searched byte by byte, since a manifest is plain bytes in any format: nothing here
//! depends on sections, symbols or relocations, which strippers and linkers rewrite.

use std::collections::BTreeSet;

use memchr::memmem;
use rootbake::root_set::{Manifest, ManifestError};

const RAW: &str = "raw image";

/// The bytes of a binary.
#[derive(Clone, Copy)]
pub(crate) struct Image<'a>(pub(crate) &'a [u8]);

/// What stands where a manifest begins, or seems to.
#[derive(Debug)]
pub(crate) struct Mark<'a> {
    /// In bytes from the start of the file
    pub(crate) offset: usize,
    pub(crate) kind: MarkKind<'a>,
}

#[derive(Debug)]
pub(crate) enum MarkKind<'a> {
    Set(Manifest<'a>),
    Damaged(ManifestError),
    /// The mark alone, as a program has it that reads manifests
    Bare,
}

impl<'a> Image<'a> {
    /// All marks, in the order of the file; one byte of a mark may be wrong.
    pub(crate) fn marks(self) -> Vec<Mark<'a>> {
        let offsets = self.offsets().into_iter();
        offsets.filter_map(|offset| self.mark(offset)).collect()
    }

    /// Whether it is a program or has a manifest, and so is no bundle.
    pub(crate) fn is_binary(self) -> bool {
        self.format() != RAW || !self.marks().is_empty()
    }

    /// What the file is, by its first bytes.
    pub(crate) fn format(self) -> &'static str {
        match self.0 {
            [0x7f, b'E', b'L', b'F', ..] => "ELF",
            [b'M', b'Z', ..] => "PE",
            [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] | [0xfe, 0xed, 0xfa, 0xcf | 0xce, ..] => "Mach-O",
            [0xca, 0xfe, 0xba, 0xbe | 0xbf, ..] => "universal Mach-O",
            [b'!', b'<', b'a', b'r', b'c', b'h', b'>', ..] => "archive",
            [0, b'a', b's', b'm', ..] => "WebAssembly",
            _ => RAW,
        }
    }

    /// Why a file may hold sets that cannot be seen.
    pub(crate) fn wrapping(self) -> Option<&'static str> {
        match self.0 {
            [b':', b'0'..=b'9', ..] => Some("Intel HEX"),
            [b'S', b'0' | b'1' | b'3', b'0'..=b'9', ..] => Some("Motorola S-records"),
            [b'U', b'F', b'2', b'\n', ..] => Some("UF2"),
            [0x1f, 0x8b, ..] => Some("gzip"),
            [0xfd, b'7', b'z', b'X', b'Z', ..] => Some("xz"),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some("zstd"),
            [b'P', b'K', 3, 4, ..] => Some("ZIP"),
            bytes if memmem::find(bytes, b"UPX!").is_some() => Some("UPX"),
            _ => None,
        }
    }

    /// Where a mark begins of which at least one half is right.
    fn offsets(self) -> BTreeSet<usize> {
        let (head, tail) = Manifest::MAGIC.split_at(Manifest::MAGIC.len() / 2);
        let of_head = memmem::find_iter(self.0, head);
        let of_tail = memmem::find_iter(self.0, tail);
        of_head.chain(of_tail.filter_map(|tail| tail.checked_sub(head.len()))).collect()
    }

    fn mark(self, offset: usize) -> Option<Mark<'a>> {
        let rest = self.0.get(offset..)?;
        let right = rest.iter().zip(Manifest::MAGIC).filter(|(found, byte)| *found == byte).count();
        let mark = |kind| Some(Mark { offset, kind });
        match (Manifest::MAGIC.len() - right, Manifest::read(rest)) {
            (0, Ok(manifest)) => mark(MarkKind::Set(manifest)),
            (0, Err(error)) if is_likely(rest) => mark(MarkKind::Damaged(error)),
            (0, Err(_)) => mark(MarkKind::Bare),
            (1, Err(_)) if is_likely(rest) => mark(MarkKind::Damaged(ManifestError::Damaged)),
            _ => None,
        }
    }
}

/// Whether a manifest was meant: of version, flags and length, which [`Manifest`] has the places
/// of, at most one is out of its range.
fn is_likely(bytes: &[u8]) -> bool {
    let Some(&[low, high, flags, flags_high, a, b, c, d]) = bytes.get(16..24) else {
        // cut in its header
        return true;
    };
    let length = usize::try_from(u32::from_le_bytes([a, b, c, d])).unwrap_or(usize::MAX);
    let odd = [
        u16::from_le_bytes([low, high]) != Manifest::VERSION,
        flags > 1 || flags_high != 0,
        length < 77 || length > bytes.len(),
    ];
    odd.into_iter().filter(|odd| *odd).count() < 2
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing, reason = "a test fails by panicking")]

    use rootbake::roots::{CHROME, MOZILLA};

    use super::*;

    fn kinds(bytes: &[u8]) -> Vec<(usize, char)> {
        let of = |kind: &MarkKind<'_>| match kind {
            MarkKind::Set(_) => 'S',
            MarkKind::Damaged(_) => 'D',
            MarkKind::Bare => 'B',
        };
        Image(bytes).marks().iter().map(|mark| (mark.offset, of(&mark.kind))).collect()
    }

    #[test]
    fn whatever_byte_is_flipped_is_noticed() {
        let intact = CHROME.manifest().as_bytes();
        for position in 0..intact.len() {
            let mut image = [&[0; 5][..], intact, &[0; 5]].concat();
            image[5 + position] ^= 0x80;
            assert_eq!(kinds(&image), [(5, 'D')], "byte {position}");
        }
    }

    #[test]
    fn a_cut_manifest_is_damaged() {
        let intact = MOZILLA.manifest().as_bytes();
        for length in 16..intact.len() {
            assert_eq!(kinds(&intact[..length]), [(0, 'D')], "{length} bytes");
        }
    }

    #[test]
    fn two_sets_side_by_side_are_two() {
        let (first, second) = (CHROME.manifest().as_bytes(), MOZILLA.manifest().as_bytes());
        assert_eq!(kinds(&[first, second].concat()), [(0, 'S'), (first.len(), 'S')]);
    }

    #[test]
    fn a_mark_in_front_of_something_else_is_bare() {
        let text = [&Manifest::MAGIC[..], b"and some text of another kind"].concat();
        assert_eq!(kinds(&text), [(0, 'B')]);
        assert_eq!(kinds(&[&Manifest::MAGIC[..], &[0; 40]].concat()), [(0, 'B')]);
        assert_eq!(kinds(b"ROOTBAKE_BUNDLE and -SET\r\n\x1a\n"), []);
    }
}
