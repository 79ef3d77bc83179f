//! Bundles of roots, baked or in a file, and what is asked of them.
//!
//! One `static` table holds a manifest, the anchors sorted by (subject, SHA-256), and beside each
//! anchor what webpki does not know of it. The manifest is plain bytes in the same allocation, so
//! that a linker keeps it exactly when it keeps the anchors, and a security team finds it in a
//! stripped binary. A look-up is a binary search; nothing is parsed, hashed or allocated.

#[cfg(feature = "sha256")]
pub mod file;
mod limits;
mod manifest;
mod root;
mod stored;

#[doc(hidden)]
pub use limits::Limits;
#[doc(hidden)]
pub use manifest::Header;
pub use manifest::{Manifest, ManifestError};
pub use root::{Root, Roots};

use pki_types::TrustAnchor;

use crate::certificate::{Fingerprint, Name, Time};
use crate::constraints::Imposed;
#[cfg(feature = "sha256")]
use file::{FileError, SetFile};
use stored::{Slices, Stored};

/// A baked bundle as generated code writes it down; read it through [`RootSet`].
#[doc(hidden)]
#[repr(C)]
#[derive(Debug)]
pub struct Table<const N: usize, const M: usize> {
    pub manifest: [u8; M],
    pub anchors: [TrustAnchor<'static>; N],
    pub limits: [Limits; N],
    pub imposed: &'static [Imposed],
}

/// A bundle of roots: baked, or read [`from_bytes`](Self::from_bytes).
///
/// It is a few slices; every method borrows from the table or the file behind them.
#[derive(Clone, Copy, Debug)]
pub struct RootSet {
    manifest: &'static [u8],
    roots: Stored,
}

impl RootSet {
    #[doc(hidden)]
    pub const fn of<const N: usize, const M: usize>(table: &'static Table<N, M>) -> Self {
        Self {
            manifest: &table.manifest,
            roots: Stored::Table(Slices {
                anchors: &table.anchors,
                limits: &table.limits,
                imposed: table.imposed,
                certificates: &[],
            }),
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn with_certificates(self, certificates: &'static [&'static [u8]]) -> Self {
        let roots = match self.roots {
            Stored::Table(slices) => Stored::Table(Slices { certificates, ..slices }),
            #[cfg(feature = "sha256")]
            Stored::File(_) => self.roots,
        };
        Self { roots, ..self }
    }

    /// Reads the file that `rootbake bake --emit bin` writes: [`mod@file`] has its layout. The slice is
    /// all of it, as [`file::split`] finds it in a partition of flash or in memory that is mapped.
    ///
    /// Nothing is allocated or copied: the set borrows the bytes. Everything is checked, once, in
    /// one pass and one SHA-256. That the bytes are from who may decide on roots, the caller has
    /// checked before, by a signature over them.
    ///
    /// # Errors
    ///
    /// Where it is no such file, is of another version, cut, or anything but what is written: each
    /// byte of it counts.
    #[cfg(feature = "sha256")]
    pub fn from_bytes(bytes: &'static [u8]) -> Result<Self, FileError> {
        let (manifest, file) = SetFile::read(bytes)?;
        Ok(Self { manifest, roots: Stored::File(file) })
    }

    /// The name in the lock: `mozilla`
    pub fn name(&self) -> &'static str {
        self.manifest().name()
    }

    /// The day the bundle stands for, as its lock says.
    pub fn as_of(&self) -> Time {
        self.manifest().as_of()
    }

    /// The SHA-256 over the roots and their constraints; order, comments and line ends of the
    /// bundle change nothing in it.
    pub fn set_sha256(&self) -> &'static [u8; 32] {
        self.manifest().set_sha256()
    }

    /// The plain bytes that say in a binary which roots are in it.
    pub fn manifest(&self) -> Manifest<'static> {
        Manifest::trusted(self.manifest)
    }

    /// How many roots there are.
    pub const fn len(&self) -> usize {
        match &self.roots {
            Stored::Table(slices) => slices.anchors.len(),
            #[cfg(feature = "sha256")]
            Stored::File(file) => file.len(),
        }
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All roots, sorted by (subject, SHA-256).
    pub fn iter(&self) -> Roots {
        self.range(0, self.len())
    }

    /// The root at a place, counted from 0, in the order of [`iter`](Self::iter).
    pub fn root(&self, place: usize) -> Option<Root> {
        self.range(place, self.len()).next()
    }

    /// All roots with this subject: several may share one. The subject is the DER content of a
    /// `Name` without its SEQUENCE header, compared as bytes.
    ///
    /// Costs a binary search: seven comparisons for 118 roots.
    pub fn by_subject(&self, subject: Name<'_>) -> Roots {
        let subject = subject.as_bytes();
        let (mut first, mut end) = (0, self.len());
        while first < end {
            let middle = first + (end - first) / 2;
            match self.roots.subject(middle) < subject {
                true => first = middle + 1,
                false => end = middle,
            }
        }
        let is_same = |place: &usize| self.roots.subject(*place) == subject;
        let same = (first..self.len()).take_while(is_same).count();
        self.range(first, first + same)
    }

    /// The root whose certificate has this SHA-256. Costs a walk over the fingerprints.
    pub fn by_fingerprint(&self, fingerprint: &Fingerprint) -> Option<Root> {
        let known = self.manifest().fingerprints();
        self.root(known.iter().position(|known| known == fingerprint)?)
    }

    /// Copies of the anchors that a library without rootbake's checks may use for TLS servers: all
    /// but those with a rule that webpki cannot keep. The copies borrow, and cost no memory.
    ///
    /// Goes into `rustls::RootCertStore`, which collects and extends from it. The dates of the
    /// roots themselves are looked at by no such library; [`Root::constraints`] has them.
    pub fn trust_anchors(&self) -> impl Iterator<Item = TrustAnchor<'static>> + use<> {
        self.iter().filter(|root| root.constraints().are_within_webpki()).map(|root| root.anchor())
    }

    /// All anchors as webpki knows them.
    ///
    /// What is lost, and not enforced by who takes them: the path length and the purposes of each
    /// root, whether its key may sign certificates, its dates, and every rule on end entities that
    /// a root programme or a person imposed: dates from which on the root is distrusted, and SCTs.
    /// Name constraints are kept, imposed ones too.
    ///
    /// Empty for a set that was read from a file: there is no such table in it.
    pub const fn trust_anchors_ignoring_constraints(&self) -> &'static [TrustAnchor<'static>] {
        match &self.roots {
            Stored::Table(slices) => slices.anchors,
            #[cfg(feature = "sha256")]
            Stored::File(_) => &[],
        }
    }

    fn range(&self, first: usize, end: usize) -> Roots {
        Roots::new(*self, first, end)
    }
}

impl IntoIterator for &RootSet {
    type Item = Root;
    type IntoIter = Roots;

    fn into_iter(self) -> Roots {
        self.iter()
    }
}
