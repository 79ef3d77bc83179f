use rootbake_core::root_set::Header;

use super::set_sha256;
use crate::lint::Linted;

/// The manifest around its fingerprints, which the generated code inserts.
pub(super) struct ManifestParts {
    pub(super) head: Vec<u8>,
    pub(super) labels: Vec<u8>,
    pub(super) checksum: Vec<u8>,
    roots: usize,
}

impl ManifestParts {
    pub(super) fn of(linted: &Linted<'_>, with_labels: bool) -> Self {
        let locked = &linted.locked;
        let name = &locked.provenance.name;
        let labels = match with_labels {
            true => locked.roots.iter().flat_map(|root| short_text(root.label)).collect(),
            false => Vec::new(),
        };
        let mut parts =
            Self { head: Vec::new(), labels, checksum: vec![0; 8], roots: locked.roots.len() };
        let name = short_text(name);
        let mut header = Header {
            labels: with_labels,
            length: 0,
            count: u32::try_from(parts.roots).unwrap_or(u32::MAX),
            as_of: locked.provenance.as_of,
            set_sha256: set_sha256::of(locked),
        };
        parts.head = [&header.to_bytes()[..], &name].concat();
        header.length = u32::try_from(parts.length()).unwrap_or(u32::MAX);
        parts.head = [&header.to_bytes()[..], &name].concat();
        parts.checksum = parts.checksum_over(linted);
        parts
    }

    pub(super) fn length(&self) -> usize {
        self.head.len() + 32 * self.roots + self.labels.len() + self.checksum.len()
    }

    fn checksum_over(&self, linted: &Linted<'_>) -> Vec<u8> {
        let mut whole = self.head.clone();
        for root in &linted.locked.roots {
            whole.extend(root.fingerprint);
        }
        whole.extend(&self.labels);
        let digest = rootbake_core::certificate::sha256(&whole);
        digest.iter().copied().take(self.checksum.len()).collect()
    }
}

/// A length in one byte, and the text; the lock has seen to it that it fits.
fn short_text(text: &str) -> Vec<u8> {
    let mut bytes: Vec<u8> = u8::try_from(text.len()).into_iter().collect();
    bytes.extend(text.bytes());
    bytes
}
