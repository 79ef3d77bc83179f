//! The file that `RootSet::from_bytes` reads: its layout is in `rootbake_core::root_set::file`.

use std::collections::BTreeSet;

use rootbake_core::certificate::{Validity, sha256};
use rootbake_core::constraints::Constraints;
use rootbake_core::root_set::file::{MAGIC, VERSION};

use crate::emit::manifest;
use crate::imposed::Imposed;
use crate::lint::Linted;
use crate::locked::LockedRoot;
use crate::report::{Finding, Report};

const CHECKSUM: usize = 32;
const NO_PATH_LEN: u8 = u8::MAX;

/// All of it, with labels.
pub(super) fn emit(linted: &Linted<'_>) -> Result<Vec<u8>, Report> {
    let roots = &linted.locked.roots;
    let imposed: BTreeSet<&Imposed> = crate::emit::imposed(roots);
    let manifest = manifest(linted);
    let tables = roots.len() * 26 + imposed.len() * 8;
    let start = MAGIC.len() + 8 + CHECKSUM + manifest.len() + tables;
    let mut file = Tables { start, records: Vec::new(), data: Vec::new() };
    for root in roots {
        file.push_root(root, &imposed).ok_or_else(|| too_large(root))?;
    }
    let last = || roots.last().map(too_large).unwrap_or_default();
    for imposed in &imposed {
        file.push_rule(imposed).ok_or_else(last)?;
    }
    let Tables { records, data, .. } = file;
    let body = [manifest, records, data].concat();
    with_header(&body, imposed.len()).ok_or_else(last)
}

fn with_header(body: &[u8], rules: usize) -> Option<Vec<u8>> {
    let mut front = MAGIC.to_vec();
    front.extend(VERSION.to_le_bytes());
    front.extend(u16::try_from(rules).ok()?.to_le_bytes());
    let length = front.len() + 4 + CHECKSUM + body.len();
    front.extend(u32::try_from(length).ok()?.to_le_bytes());
    let checksum = sha256(&[&front[..], body].concat());
    Some([&front[..], &checksum, body].concat())
}

/// The tables, and the data that they point to.
struct Tables {
    /// Where the data begins
    start: usize,
    records: Vec<u8>,
    data: Vec<u8>,
}

impl Tables {
    fn push_root(&mut self, root: &LockedRoot<'_>, imposed: &BTreeSet<&Imposed>) -> Option<()> {
        let certificate = &root.certificate;
        let name_constraints = root.name_constraints.as_deref().unwrap_or(&[]);
        let parts = [certificate.subject.as_bytes(), certificate.spki.as_bytes(), name_constraints];
        self.push_start()?;
        for part in parts {
            self.records.extend(u16::try_from(part.len()).ok()?.to_le_bytes());
            self.data.extend(part);
        }
        self.push_limits(&root.constraints);
        let place = imposed.iter().position(|imposed| **imposed == root.imposed);
        let place = u16::try_from(place.map_or(0, |place| place + 1)).ok()?;
        self.records.extend(place.to_le_bytes());
        Some(())
    }

    fn push_limits(&mut self, constraints: &Constraints) {
        // what is imposed stands beside it until it is emitted
        let Constraints { validity, key_usage, purposes, path_len, imposed: _ } = constraints;
        let Validity { not_before, not_after } = validity;
        self.records.extend([not_before, not_after].map(|time| time.to_bytes()).concat());
        self.records.extend(key_usage.bits().to_le_bytes());
        self.records.push(purposes.bits());
        self.records.push(path_len.unwrap_or(NO_PATH_LEN));
    }

    fn push_rule(&mut self, imposed: &Imposed) -> Option<()> {
        let packed = imposed.pack()?;
        self.push_start()?;
        self.records.extend(u32::try_from(packed.len()).ok()?.to_le_bytes());
        self.data.extend(packed);
        Some(())
    }

    /// Where the next data will be.
    fn push_start(&mut self) -> Option<()> {
        let start = u32::try_from(self.start + self.data.len()).ok()?;
        self.records.extend(start.to_le_bytes());
        Some(())
    }
}

fn too_large(root: &LockedRoot<'_>) -> Report {
    Finding::error("too-large", "set or one of its parts is larger than its format allows")
        .root(root.name())
        .into()
}
