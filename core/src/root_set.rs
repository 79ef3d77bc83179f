//! Baked bundles: static tables of anchors, and what is asked of them.
//!
//! One `static` table holds a manifest, the anchors sorted by (subject, SHA-256), and beside each
//! anchor what webpki does not know of it. The manifest is plain bytes in the same allocation, so
//! that a linker keeps it exactly when it keeps the anchors, and a security team finds it in a
//! stripped binary. A look-up is a binary search; nothing is parsed, hashed or allocated.

mod limits;
mod manifest;

#[doc(hidden)]
pub use limits::Limits;
#[doc(hidden)]
pub use manifest::Header;
pub use manifest::{Manifest, ManifestError};

use pki_types::TrustAnchor;

use crate::certificate::{Fingerprint, Name, SubjectPublicKeyInfo, Time};
use crate::constraints::{Constraints, Imposed};

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

/// A baked bundle of roots.
///
/// It is five slices; every method borrows from the table behind them.
#[derive(Debug)]
pub struct RootSet {
    manifest: &'static [u8],
    anchors: &'static [TrustAnchor<'static>],
    limits: &'static [Limits],
    imposed: &'static [Imposed],
    /// Of each root, or empty where they were not baked
    certificates: &'static [&'static [u8]],
}

impl RootSet {
    #[doc(hidden)]
    pub const fn of<const N: usize, const M: usize>(table: &'static Table<N, M>) -> Self {
        Self {
            manifest: &table.manifest,
            anchors: &table.anchors,
            limits: &table.limits,
            imposed: table.imposed,
            certificates: &[],
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn with_certificates(self, certificates: &'static [&'static [u8]]) -> Self {
        Self { certificates, ..self }
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
        self.anchors.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.anchors.is_empty()
    }

    /// All roots, sorted by (subject, SHA-256).
    pub fn iter(&self) -> Roots {
        self.range(0, self.anchors.len())
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
        let first = self.anchors.partition_point(|anchor| anchor.subject.as_ref() < subject);
        let same = self
            .anchors
            .get(first..)
            .unwrap_or(&[])
            .iter()
            .take_while(|anchor| anchor.subject.as_ref() == subject)
            .count();
        self.range(first, first + same)
    }

    /// The root whose certificate has this SHA-256. Costs a walk over the fingerprints.
    pub fn by_fingerprint(&self, fingerprint: &Fingerprint) -> Option<Root> {
        let position =
            self.manifest().fingerprints().iter().position(|known| known == fingerprint)?;
        self.range(position, position + 1).next()
    }

    /// Copies of the anchors that a library without rootbake's checks may use for TLS servers: all
    /// but those with a rule that webpki cannot keep. The copies borrow, and cost no memory.
    ///
    /// Goes into `rustls::RootCertStore`, which collects and extends from it. The dates of the
    /// roots themselves are looked at by no such library; [`Constraints`] has them.
    pub fn trust_anchors(&self) -> impl Iterator<Item = TrustAnchor<'static>> + use<> {
        self.iter()
            .filter(|root| root.constraints.are_within_webpki())
            .map(|root| root.anchor.clone())
    }

    /// All anchors as webpki knows them.
    ///
    /// What is lost, and not enforced by who takes them: the path length and the purposes of each
    /// root, whether its key may sign certificates, its dates, and every rule on end entities that
    /// a root programme or a person imposed: dates from which on the root is distrusted, and SCTs.
    /// Name constraints are kept, imposed ones too.
    pub const fn trust_anchors_ignoring_constraints(&self) -> &'static [TrustAnchor<'static>] {
        self.anchors
    }

    fn range(&self, first: usize, end: usize) -> Roots {
        Roots {
            manifest: self.manifest(),
            anchors: self.anchors,
            limits: self.limits,
            imposed: self.imposed,
            certificates: self.certificates,
            next: first,
            end,
        }
    }
}

impl IntoIterator for &RootSet {
    type Item = Root;
    type IntoIter = Roots;

    fn into_iter(self) -> Roots {
        self.iter()
    }
}

/// One root of a baked bundle.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    anchor: &'static TrustAnchor<'static>,
    constraints: Constraints,
    manifest: Manifest<'static>,
    certificate: Option<&'static [u8]>,
    index: usize,
}

impl Root {
    /// Subject, key and name constraints, as webpki takes them.
    ///
    /// What else limits the root is in [`constraints`](Self::constraints): check both.
    pub fn anchor(&self) -> &'static TrustAnchor<'static> {
        self.anchor
    }

    /// What webpki does not know of the root.
    pub fn constraints(&self) -> Constraints {
        self.constraints
    }

    /// Its place in the set, counted from 0.
    pub fn place(&self) -> usize {
        self.index
    }

    /// The SHA-256 of its certificate.
    pub fn fingerprint(&self) -> &'static Fingerprint {
        self.manifest.fingerprints().get(self.index).unwrap_or(&[0; 32])
    }

    /// Its name in the lock, where the set was baked with labels. Costs a walk over the labels.
    pub fn label(&self) -> Option<&'static str> {
        self.manifest.label(self.index)
    }

    /// The DER of its certificate, where the set was baked with certificates.
    pub fn certificate(&self) -> Option<&'static [u8]> {
        self.certificate
    }

    /// Its subject.
    pub fn subject(&self) -> Name<'static> {
        Name::from_content(self.anchor.subject.as_ref())
    }

    /// Its key.
    pub fn spki(&self) -> SubjectPublicKeyInfo<'static> {
        SubjectPublicKeyInfo::from_content(self.anchor.subject_public_key_info.as_ref())
    }
}

/// Some roots of a baked bundle, in its order.
#[derive(Clone, Debug)]
pub struct Roots {
    manifest: Manifest<'static>,
    anchors: &'static [TrustAnchor<'static>],
    limits: &'static [Limits],
    imposed: &'static [Imposed],
    certificates: &'static [&'static [u8]],
    next: usize,
    end: usize,
}

impl Iterator for Roots {
    type Item = Root;

    fn next(&mut self) -> Option<Root> {
        let index = self.next;
        if index >= self.end {
            return None;
        }
        self.next += 1;
        Some(Root {
            anchor: self.anchors.get(index)?,
            constraints: self.limits.get(index)?.constraints(self.imposed),
            manifest: self.manifest,
            certificate: self.certificates.get(index).copied(),
            index,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end.saturating_sub(self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Roots {}
