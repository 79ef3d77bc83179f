use pki_types::TrustAnchor;

use super::Limits;
#[cfg(feature = "sha256")]
use super::file::SetFile;
use crate::constraints::{Constraints, Imposed};

/// Where the roots are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stored {
    Table(Slices),
    #[cfg(feature = "sha256")]
    File(SetFile),
}

/// Where the roots of a table are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slices {
    pub(super) anchors: &'static [TrustAnchor<'static>],
    pub(super) limits: &'static [Limits],
    pub(super) imposed: &'static [Imposed],
    /// Of each root, or empty where they were not baked
    pub(super) certificates: &'static [&'static [u8]],
}

impl Stored {
    /// Of the root at a place that there is.
    pub(super) fn subject(&self, place: usize) -> &'static [u8] {
        match self {
            Self::Table(slices) => slices.anchors.get(place).map(|anchor| anchor.subject.as_ref()),
            #[cfg(feature = "sha256")]
            Self::File(file) => file.subject(place),
        }
        .unwrap_or(&[])
    }

    pub(super) fn parts(&self, place: usize) -> Option<Parts> {
        match self {
            Self::Table(slices) => slices.parts(place),
            #[cfg(feature = "sha256")]
            Self::File(file) => file.parts(place),
        }
    }

    pub(super) fn certificate(&self, place: usize) -> Option<&'static [u8]> {
        match self {
            Self::Table(slices) => slices.certificates.get(place).copied(),
            #[cfg(feature = "sha256")]
            Self::File(_) => None,
        }
    }
}

impl Slices {
    fn parts(&self, place: usize) -> Option<Parts> {
        let anchor = self.anchors.get(place)?;
        let imposed = |place| self.imposed.get(place).copied();
        Some(Parts {
            subject: anchor.subject.as_ref(),
            spki: anchor.subject_public_key_info.as_ref(),
            name_constraints: anchor.name_constraints.as_deref(),
            constraints: self.limits.get(place)?.constraints(imposed),
        })
    }
}

/// A root as it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) subject: &'static [u8],
    pub(super) spki: &'static [u8],
    pub(super) name_constraints: Option<&'static [u8]>,
    pub(super) constraints: Constraints,
}
