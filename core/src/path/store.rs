use pki_types::TrustAnchor;

use crate::certificate::{Name, Purposes};
use crate::constraints::Constraints;
use crate::root_set::RootSet;

/// A set of anchors that can be searched by subject.
///
/// Whatever it holds, a verification asks it only for the issuers of what the peer presented: its
/// cost does not grow with the size of the store beyond that of the search.
pub trait Store {
    /// What names an anchor of this store in the outcome of a verification.
    type Id: Copy;

    /// All anchors with this subject.
    fn anchors(&self, subject: Name<'_>) -> impl Iterator<Item = Candidate<'_, Self::Id>>;

    /// What webpki does not know of an anchor. Asked for the one that a path ends at.
    fn constraints_of(&self, id: Self::Id) -> Option<Constraints>;

    /// The DER of all intermediates with this subject that may complete a path.
    fn intermediates(&self, subject: Name<'_>) -> impl Iterator<Item = &[u8]> {
        let _ = subject;
        core::iter::empty()
    }

    /// The certificate that is accepted for itself, for this purpose, when exactly these bytes are
    /// presented.
    fn pinned(&self, end_entity: &[u8], purpose: Purposes) -> Option<Self::Id> {
        let _ = (end_entity, purpose);
        None
    }

    /// Whether no path for this purpose may hold this certificate, whoever sent it. Asked for the
    /// certificates of a path that is good otherwise; for anchors, their constraints say it.
    fn rejects(&self, der: &[u8], purpose: Purposes) -> bool {
        let _ = (der, purpose);
        false
    }
}

/// An anchor that a path may end at.
#[derive(Debug)]
pub struct Candidate<'a, Id> {
    /// name, key and name constraints; borrowed
    pub anchor: TrustAnchor<'a>,
    /// its name in the outcome
    pub id: Id,
}

/// Its anchors are named by their places: [`RootSet::root`] has the rest.
impl Store for RootSet {
    type Id = usize;

    fn anchors(&self, subject: Name<'_>) -> impl Iterator<Item = Candidate<'_, usize>> {
        self.by_subject(subject).map(|root| Candidate { anchor: root.anchor(), id: root.place() })
    }

    fn constraints_of(&self, place: usize) -> Option<Constraints> {
        self.root(place).map(|root| root.constraints())
    }
}

/// A store that holds nothing, so that every verification fails.
#[derive(Clone, Copy, Debug)]
pub struct NoStore;

impl Store for NoStore {
    type Id = core::convert::Infallible;

    fn anchors(&self, _: Name<'_>) -> impl Iterator<Item = Candidate<'_, Self::Id>> {
        core::iter::empty()
    }

    fn constraints_of(&self, id: Self::Id) -> Option<Constraints> {
        match id {}
    }
}

/// A store, and certificates of servers that are each accepted for themselves: dates, name and
/// purpose are still checked, and none of them ever issues anything.
///
/// For devices, whose few certificates are known when they are built. Costs a comparison with
/// each, and only where no path holds.
#[derive(Clone, Copy, Debug)]
pub struct Pinned<'a, S> {
    /// What paths may end at
    pub store: &'a S,
    /// Whole DER
    pub certificates: &'a [&'a [u8]],
}

/// What names an anchor of [`Pinned`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PinnedOr<Id> {
    /// An anchor of the store
    Anchor(Id),
    /// The place of the pinned certificate, counted from 0
    Pinned(usize),
}

impl<S: Store> Store for Pinned<'_, S> {
    type Id = PinnedOr<S::Id>;

    fn anchors(&self, subject: Name<'_>) -> impl Iterator<Item = Candidate<'_, Self::Id>> {
        self.store
            .anchors(subject)
            .map(|Candidate { anchor, id }| Candidate { anchor, id: PinnedOr::Anchor(id) })
    }

    fn constraints_of(&self, id: Self::Id) -> Option<Constraints> {
        match id {
            PinnedOr::Anchor(id) => self.store.constraints_of(id),
            // no path ends at one
            PinnedOr::Pinned(_) => None,
        }
    }

    fn intermediates(&self, subject: Name<'_>) -> impl Iterator<Item = &[u8]> {
        self.store.intermediates(subject)
    }

    fn pinned(&self, end_entity: &[u8], purpose: Purposes) -> Option<Self::Id> {
        let place = self.certificates.iter().position(|pinned| *pinned == end_entity);
        let of_store = || self.store.pinned(end_entity, purpose).map(PinnedOr::Anchor);
        place.map(PinnedOr::Pinned).or_else(of_store)
    }

    fn rejects(&self, der: &[u8], purpose: Purposes) -> bool {
        self.store.rejects(der, purpose)
    }
}
