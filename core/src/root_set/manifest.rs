use core::fmt;

use crate::certificate::{Fingerprint, Time};

/// The plain bytes in a binary that say which roots are baked into it.
///
/// All numbers are little-endian:
///
/// | bytes | what |
/// | --- | --- |
/// | 16 | [`MAGIC`](Self::MAGIC) |
/// | 2 | [`VERSION`](Self::VERSION) |
/// | 2 | flags: bit 0, labels follow; no other bit is set |
/// | 4 | length of the whole manifest |
/// | 4 | number of roots |
/// | 8 | `as_of`, seconds since 1970 |
/// | 32 | `set_sha256` |
/// | 1 + n | length of the name, name |
/// | 32 each | fingerprints, in the order of the anchors |
/// | 1 + n each | with bit 0: length of the label, label |
/// | 8 | the first bytes of the SHA-256 over all of the above |
#[derive(Clone, Copy, Debug)]
pub struct Manifest<'a> {
    bytes: &'a [u8],
}

const FLAG_LABELS: u16 = 1;
const FIXED: usize = 68;
#[cfg(feature = "sha256")]
const CHECKSUM: usize = 8;

impl<'a> Manifest<'a> {
    /// The first bytes of every manifest. The line ends and the control character show a file that
    /// was sent as text.
    pub const MAGIC: [u8; 16] = *b"ROOTBAKE-SET\r\n\x1a\n";

    /// The layout above.
    pub const VERSION: u16 = 1;

    /// A manifest that the code generator wrote and that nobody else can have touched.
    pub(super) const fn trusted(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Reads the manifest that `bytes` begins with, and checks all of it.
    ///
    /// # Errors
    ///
    /// Where there is none, or it is damaged.
    #[cfg(feature = "sha256")]
    pub fn read(bytes: &'a [u8]) -> Result<Self, ManifestError> {
        if !bytes.starts_with(&Self::MAGIC) {
            return Err(ManifestError::NoMagic);
        }
        let version = u16::from_le_bytes(Self { bytes }.field(16));
        if version != Self::VERSION {
            return Err(ManifestError::UnknownVersion { found: version });
        }
        let length = usize::try_from(u32::from_le_bytes(Self { bytes }.field(20)));
        let length = length.map_err(|_| ManifestError::Damaged)?;
        let manifest = bytes.get(..length).map(|bytes| Self { bytes });
        let manifest =
            manifest.ok_or(ManifestError::Truncated { found: bytes.len(), expected: length })?;
        match manifest.is_intact() {
            true => Ok(manifest),
            false => Err(ManifestError::Damaged),
        }
    }

    /// The checksum first: what it holds for, this wrote.
    #[cfg(feature = "sha256")]
    fn is_intact(&self) -> bool {
        let Some((content, checksum)) = self.bytes.split_last_chunk::<CHECKSUM>() else {
            return false;
        };
        hmac_sha256::Hash::hash(content).starts_with(checksum)
            && self.flags() & !FLAG_LABELS == 0
            && self.end_of_labels() == Some(content.len())
    }

    /// Where the labels end, walked once.
    #[cfg(feature = "sha256")]
    fn end_of_labels(&self) -> Option<usize> {
        let mut at = self.fingerprints_at().checked_add(self.len().checked_mul(32)?)?;
        if self.has_labels() {
            for _ in 0..self.len() {
                at += 1 + self.text_at(at)?.len();
            }
        }
        Some(at)
    }

    /// All of it.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many roots there are.
    pub fn len(&self) -> usize {
        usize::try_from(u32::from_le_bytes(self.field(24))).unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name in the lock.
    pub fn name(&self) -> &'a str {
        self.text_at(FIXED).unwrap_or("")
    }

    /// The day the bundle stands for.
    pub fn as_of(&self) -> Time {
        Time::from_unix_seconds(i64::from_le_bytes(self.field(28)))
    }

    /// The SHA-256 over the sorted fingerprints and constraints.
    pub fn set_sha256(&self) -> &'a [u8; 32] {
        self.bytes.get(36..).and_then(|rest| rest.first_chunk()).unwrap_or(&[0; 32])
    }

    /// The SHA-256 of each certificate, in the order of the anchors.
    pub fn fingerprints(&self) -> &'a [Fingerprint] {
        let first = self.fingerprints_at();
        let bytes = self.bytes.get(first..).unwrap_or(&[]);
        let (fingerprints, _) = bytes.as_chunks();
        fingerprints.get(..self.len()).unwrap_or(&[])
    }

    /// The label of one root, where labels were baked.
    pub fn label(&self, index: usize) -> Option<&'a str> {
        if !self.has_labels() || index >= self.len() {
            return None;
        }
        let mut at = self.labels_at();
        for _ in 0..index {
            at += 1 + self.text_at(at)?.len();
        }
        self.text_at(at)
    }

    fn has_labels(&self) -> bool {
        self.flags() & FLAG_LABELS != 0
    }

    fn flags(&self) -> u16 {
        u16::from_le_bytes(self.field(18))
    }

    fn fingerprints_at(&self) -> usize {
        FIXED + 1 + self.name().len()
    }

    fn labels_at(&self) -> usize {
        self.fingerprints_at().saturating_add(self.len().saturating_mul(size_of::<Fingerprint>()))
    }

    fn text_at(&self, at: usize) -> Option<&'a str> {
        let (&length, rest) = self.bytes.get(at..)?.split_first()?;
        core::str::from_utf8(rest.get(..usize::from(length))?).ok()
    }

    fn field<const N: usize>(&self, at: usize) -> [u8; N] {
        self.bytes.get(at..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
    }
}

/// Why some bytes are not a manifest.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ManifestError {
    /// The checksum, the flags or the counts do not fit the content.
    Damaged,
    /// It does not begin like one.
    NoMagic,
    /// It is cut.
    Truncated {
        /// bytes there
        found: usize,
        /// bytes announced
        expected: usize,
    },
    /// It has a layout of another version of rootbake.
    UnknownVersion {
        /// the version
        found: u16,
    },
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged => {
                f.write_str("manifest is damaged: its checksum, flags or counts do not fit")
            }
            Self::NoMagic => f.write_str("not a manifest: it does not begin like one"),
            Self::Truncated { found, expected } => {
                write!(f, "manifest is cut short: found {found} bytes, expected {expected}")
            }
            Self::UnknownVersion { found } => {
                write!(f, "manifest has version {found}, expected {}", Manifest::VERSION)
            }
        }
    }
}

impl core::error::Error for ManifestError {}

/// What the code generator puts before the name: [`Manifest`] has the layout.
#[doc(hidden)]
pub struct Header {
    pub labels: bool,
    pub length: u32,
    pub count: u32,
    pub as_of: Time,
    pub set_sha256: [u8; 32],
}

impl Header {
    #[doc(hidden)]
    pub fn to_bytes(&self) -> [u8; FIXED] {
        let Self { labels, length, count, as_of, set_sha256 } = self;
        let flags = if *labels { FLAG_LABELS } else { 0 };
        let mut bytes = [0; FIXED];
        let fields: [&[u8]; 7] = [
            &Manifest::MAGIC,
            &Manifest::VERSION.to_le_bytes(),
            &flags.to_le_bytes(),
            &length.to_le_bytes(),
            &count.to_le_bytes(),
            &as_of.unix_seconds().to_le_bytes(),
            set_sha256,
        ];
        for (byte, value) in bytes.iter_mut().zip(fields.into_iter().flatten()) {
            *byte = *value;
        }
        bytes
    }
}
