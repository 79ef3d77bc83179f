use pki_types::{Der, TrustAnchor};

use super::RootSet;
use super::stored::Parts;
use crate::certificate::{Fingerprint, Name, SubjectPublicKeyInfo};
use crate::constraints::Constraints;

/// One root of a set.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    parts: Parts,
    set: RootSet,
    place: usize,
}

impl Root {
    /// Subject, key and name constraints, as webpki takes them. It borrows, and costs nothing.
    ///
    /// What else limits the root is in [`constraints`](Self::constraints): check both.
    pub fn anchor(&self) -> TrustAnchor<'static> {
        let Parts { subject, spki, name_constraints, constraints: _ } = self.parts;
        TrustAnchor {
            subject: Der::from_slice(subject),
            subject_public_key_info: Der::from_slice(spki),
            name_constraints: name_constraints.map(Der::from_slice),
        }
    }

    /// What webpki does not know of the root.
    pub fn constraints(&self) -> Constraints {
        self.parts.constraints
    }

    /// Its place in the set, counted from 0.
    pub fn place(&self) -> usize {
        self.place
    }

    /// The SHA-256 of its certificate.
    pub fn fingerprint(&self) -> &'static Fingerprint {
        self.set.manifest().fingerprints().get(self.place).unwrap_or(&[0; 32])
    }

    /// Its name in the lock, where the set was baked with labels. Costs a walk over the labels.
    pub fn label(&self) -> Option<&'static str> {
        self.set.manifest().label(self.place)
    }

    /// The DER of its certificate, where the set was baked with certificates.
    pub fn certificate(&self) -> Option<&'static [u8]> {
        self.set.roots.certificate(self.place)
    }

    /// Its subject.
    pub fn subject(&self) -> Name<'static> {
        Name::from_content(self.parts.subject)
    }

    /// Its key.
    pub fn spki(&self) -> SubjectPublicKeyInfo<'static> {
        SubjectPublicKeyInfo::from_content(self.parts.spki)
    }
}

/// Some roots of a set, in its order.
#[derive(Clone, Debug)]
pub struct Roots {
    set: RootSet,
    next: usize,
    end: usize,
}

impl Roots {
    pub(super) const fn new(set: RootSet, next: usize, end: usize) -> Self {
        Self { set, next, end }
    }
}

impl Iterator for Roots {
    type Item = Root;

    fn next(&mut self) -> Option<Root> {
        let place = self.next;
        if place >= self.end {
            return None;
        }
        self.next += 1;
        Some(Root { parts: self.set.roots.parts(place)?, set: self.set, place })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end.saturating_sub(self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Roots {}
