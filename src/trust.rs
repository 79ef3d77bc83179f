mod explicit;

use std::borrow::Cow;

use rootbake_core::RootSet;
use rootbake_core::certificate::{Fingerprint, Name, sha256};
use rootbake_core::path::{Candidate, Store};
use rootbake_core::role::Role;
use rootbake_core::root_set::Root;

pub(crate) use explicit::ExplicitStore;

/// All that one context trusts.
#[derive(Clone, Debug)]
pub(crate) struct TrustStore {
    pub(crate) explicit: ExplicitStore,
    /// Borrowed for the defaults, so that they cost no allocation
    pub(crate) sets: Cow<'static, [&'static RootSet]>,
    /// Whether an explicit intermediate is an anchor too
    pub(crate) partial_chain: bool,
}

/// Which anchor a path ended at.
#[derive(Clone, Copy, Debug)]
pub enum AnchorId<'a> {
    /// A root of a baked set
    Baked(Root),
    /// The DER of a certificate that was given to the context
    Explicit(&'a [u8]),
}

impl AnchorId<'_> {
    /// The SHA-256 of the anchor's certificate; computed anew for an explicit one.
    pub fn fingerprint(&self) -> Fingerprint {
        match self {
            Self::Baked(root) => *root.fingerprint(),
            Self::Explicit(der) => sha256(der),
        }
    }
}

/// An [`AnchorId`] that borrows nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Id {
    Baked(Root),
    Explicit(usize),
}

impl TrustStore {
    /// How many anchors there are.
    pub(crate) fn anchors(&self) -> usize {
        let baked: usize = self.sets.iter().map(|set| set.len()).sum();
        let explicit = self.explicit.entries().filter(|entry| self.is_anchor(entry.role)).count();
        baked + explicit
    }

    pub(crate) fn resolve(&self, id: Id) -> AnchorId<'_> {
        match id {
            Id::Baked(root) => AnchorId::Baked(root),
            Id::Explicit(index) => AnchorId::Explicit(self.explicit.der(index)),
        }
    }

    /// What the anchors are, in words: `2 explicit, 118 of mozilla`.
    pub(crate) fn describe(&self) -> String {
        let explicit = self.explicit.entries().filter(|entry| self.is_anchor(entry.role)).count();
        let explicit = (explicit > 0).then(|| format!("{explicit} explicit"));
        let baked = self.sets.iter().map(|set| format!("{} of {}", set.len(), set.name()));
        let all: Vec<String> = explicit.into_iter().chain(baked).collect();
        match all.is_empty() {
            true => "no anchors at all".to_owned(),
            false => all.join(", "),
        }
    }

    fn is_anchor(&self, role: Role) -> bool {
        role == Role::Anchor || self.partial_chain && role == Role::Intermediate
    }
}

impl Store for TrustStore {
    type Id = Id;

    fn anchors(&self, subject: Name<'_>) -> impl Iterator<Item = Candidate<'_, Id>> {
        let explicit =
            self.explicit.by_subject(subject).filter(|entry| self.is_anchor(entry.role)).map(
                |entry| Candidate {
                    anchor: entry.anchor,
                    constraints: entry.constraints,
                    id: Id::Explicit(entry.index),
                },
            );
        let baked =
            self.sets.iter().flat_map(move |set| set.by_subject(subject)).map(|root| Candidate {
                anchor: root.anchor().clone(),
                constraints: *root.constraints(),
                id: Id::Baked(root),
            });
        explicit.chain(baked)
    }

    fn intermediates(&self, subject: Name<'_>) -> impl Iterator<Item = &[u8]> {
        self.explicit
            .by_subject(subject)
            .filter(|entry| entry.role == Role::Intermediate)
            .map(|entry| entry.der)
    }

    fn pinned(&self, end_entity: &[u8]) -> Option<Id> {
        self.explicit.pinned(end_entity).map(Id::Explicit)
    }
}
