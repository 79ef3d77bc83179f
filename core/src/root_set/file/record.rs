use core::ops::Range;

use crate::certificate::{KeyUsage, Purposes, Time, Validity};
use crate::root_set::Limits;

/// Bytes of a root's entry.
pub(super) const SIZE: usize = 26;

/// The entry of a root, read.
#[derive(Clone, Copy)]
pub(super) struct Record {
    start: usize,
    subject: usize,
    spki: usize,
    name_constraints: usize,
    pub(super) limits: Limits,
}

impl Record {
    pub(super) fn read(entry: &[u8; SIZE]) -> Option<Self> {
        let mut rest = &entry[..];
        Some(Self {
            start: usize::try_from(u32::from_le_bytes(take(&mut rest)?)).ok()?,
            subject: u16::from_le_bytes(take(&mut rest)?).into(),
            spki: u16::from_le_bytes(take(&mut rest)?).into(),
            name_constraints: u16::from_le_bytes(take(&mut rest)?).into(),
            limits: Limits {
                validity: Validity {
                    not_before: Time::from_bytes(take(&mut rest)?),
                    not_after: Time::from_bytes(take(&mut rest)?),
                },
                key_usage: KeyUsage::from_bits(u16::from_le_bytes(take(&mut rest)?)),
                purposes: Purposes::from_bits(u8::from_le_bytes(take(&mut rest)?)),
                path_len: u8::from_le_bytes(take(&mut rest)?),
                imposed: u16::from_le_bytes(take(&mut rest)?),
            },
        })
    }

    /// All of its data.
    pub(super) fn data(&self) -> Option<Range<usize>> {
        let length = self.subject + self.spki + self.name_constraints;
        Some(self.start..self.start.checked_add(length)?)
    }

    /// Subject, key and name constraints, of the whole file.
    pub(super) fn split<'a>(&self, file: &'a [u8]) -> Option<[&'a [u8]; 3]> {
        let (subject, rest) = file.get(self.data()?)?.split_at_checked(self.subject)?;
        let (spki, name_constraints) = rest.split_at_checked(self.spki)?;
        Some([subject, spki, name_constraints])
    }
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, behind) = rest.split_first_chunk()?;
    *rest = behind;
    Some(*taken)
}

/// Where something is: 4 bytes where it begins, 4 its length.
pub(super) fn range(span: &[u8; 8]) -> Option<Range<usize>> {
    let mut rest = &span[..];
    let [start, length] = [take(&mut rest)?, take(&mut rest)?]
        .map(|number| usize::try_from(u32::from_le_bytes(number)).ok());
    let start = start?;
    Some(start..start.checked_add(length?)?)
}
