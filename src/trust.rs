mod anchor;
mod explicit;
mod supplied;
mod usable;

use std::borrow::Cow;

use rootbake_core::RootSet;
use rootbake_core::certificate::{Certificate, Name, Purposes, SubjectPublicKeyInfo, sha256};
use rootbake_core::constraints::Constraints;
use rootbake_core::path::{Candidate, Store};
use rootbake_core::pki_types::TrustAnchor;
use rootbake_core::role::Role;
use rootbake_core::root_set::Root;
use rustls::crypto::WebPkiSupportedAlgorithms;

use crate::diagnostic::Diagnostic;

pub use anchor::Anchor;
pub(crate) use explicit::{Entry, ExplicitStore, Loaded};
pub use supplied::Supplied;

/// All that one context trusts.
#[derive(Clone, Debug)]
pub(crate) struct TrustStore {
    /// Nothing where there is none, so that a context on the defaults moves a pointer around
    pub(crate) explicit: Option<Box<ExplicitStore>>,
    /// Borrowed for the defaults, so that they cost no allocation
    pub(crate) sets: Cow<'static, [&'static RootSet]>,
    /// Whether an explicit intermediate is an anchor too
    pub(crate) partial_chain: bool,
}

/// An [`Anchor`] that borrows nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Id {
    Baked(Root),
    Explicit(usize),
}

impl TrustStore {
    /// The explicit CAs, where there are any.
    pub(crate) fn explicit(&self) -> &ExplicitStore {
        static NONE: ExplicitStore = ExplicitStore::new();
        self.explicit.as_deref().unwrap_or(&NONE)
    }

    /// All anchors that serve for TLS: the explicit ones by subject, then each set.
    pub(crate) fn anchors(&self) -> impl Iterator<Item = Anchor<'_>> {
        let baked = self.sets.iter().flat_map(|set| self.baked_anchors(set));
        self.explicit_anchors().chain(baked.map(Anchor::Baked))
    }

    /// What limits an anchor in this context.
    pub(crate) fn constraints(&self, anchor: &Anchor<'_>) -> Option<Constraints> {
        match anchor {
            Anchor::Baked(root) => Some(self.limits_of(root)),
            Anchor::Explicit(der) => {
                let mut same = self.explicit().by_subject(anchor.subject());
                same.find(|entry| entry.der == *der).map(|entry| self.limits_of_entry(&entry))
            }
        }
    }

    pub(crate) fn resolve(&self, id: Id) -> Anchor<'_> {
        match id {
            Id::Baked(root) => Anchor::Baked(root),
            Id::Explicit(index) => Anchor::Explicit(self.explicit().der(index)),
        }
    }

    /// What the anchors are, in words: `2 explicit, 118 of mozilla`.
    pub(crate) fn describe(&self) -> String {
        let explicit = match self.explicit_anchors().count() {
            0 => None,
            count => Some(format!("{count} explicit")),
        };
        let baked = self.sets.iter().map(|set| {
            let anchors = self.baked_anchors(set).count();
            format!("{anchors} of {}", set.name())
        });
        let all: Vec<String> = explicit.into_iter().chain(baked).collect();
        match all.is_empty() {
            true => "no anchors at all".to_owned(),
            false => all.join(", "),
        }
    }

    /// Tells of every explicit CA whose signatures this crypto provider does not verify.
    pub(crate) fn unusable_keys(&self, algorithms: &WebPkiSupportedAlgorithms) -> Vec<Diagnostic> {
        let issuers = self.explicit().entries().filter(|entry| entry.role.issues());
        issuers
            .filter_map(|entry| {
                let spki = entry.anchor.subject_public_key_info.as_ref();
                let spki = SubjectPublicKeyInfo::from_content(spki);
                let obstacle = usable::obstacle(spki, entry.key_limit, algorithms)?;
                let subject = Name::from_content(entry.anchor.subject.as_ref()).to_string();
                Some(self.explicit().warn(
                    entry.index,
                    "unusable-key",
                    format!("{obstacle}: {subject}"),
                ))
            })
            .collect()
    }

    /// The explicit intermediate that has issued a certificate: by its name, and by the key
    /// identifier where both say one.
    pub(crate) fn issuer_of(&self, der: &[u8]) -> Option<&[u8]> {
        let certificate = Certificate::from_der(der).ok()?;
        if certificate.is_self_issued() {
            return None;
        }
        let wanted = certificate.extensions.authority_key_id;
        let key_id = |der| Certificate::from_der(der).ok()?.extensions.subject_key_id;
        self.intermediates(certificate.issuer).find(|der| match (wanted, key_id(der)) {
            (Some(wanted), Some(found)) => wanted == found,
            _ => true,
        })
    }

    /// Whether an anchor is that of a baked root.
    pub(crate) fn is_baked(&self, anchor: &TrustAnchor<'_>) -> bool {
        let subject = Name::from_content(anchor.subject.as_ref());
        let mut roots = self.sets.iter().flat_map(|set| set.by_subject(subject));
        let key = &anchor.subject_public_key_info;
        roots.any(|root| root.anchor().subject_public_key_info == *key)
    }

    fn explicit_anchors(&self) -> impl Iterator<Item = Anchor<'_>> {
        self.explicit()
            .entries()
            .filter(|entry| self.is_anchor(entry.role) && is_for_tls(&self.limits_of_entry(entry)))
            .map(|entry| Anchor::Explicit(entry.der))
    }

    fn baked_anchors(&self, set: &'static RootSet) -> impl Iterator<Item = Root> {
        set.iter().filter(|root| is_for_tls(&self.limits_of(root)))
    }

    /// The limits of a baked root, and what auxiliary data rejects it for.
    fn limits_of(&self, root: &Root) -> Constraints {
        let rejected = self.explicit().rejected(|| *root.fingerprint());
        let constraints = root.constraints();
        Constraints { purposes: constraints.purposes.without(rejected), ..constraints }
    }

    fn limits_of_entry(&self, entry: &Entry<'_>) -> Constraints {
        let rejected = self.explicit().rejected(|| sha256(entry.der));
        let constraints = entry.constraints;
        Constraints { purposes: constraints.purposes.without(rejected), ..constraints }
    }

    pub(crate) fn is_anchor(&self, role: Role) -> bool {
        role == Role::Anchor || self.partial_chain && role == Role::Intermediate
    }
}

fn is_for_tls(constraints: &Constraints) -> bool {
    let tls = Purposes::SERVER_AUTH.union(Purposes::CLIENT_AUTH);
    !constraints.purposes.intersection(tls).is_none()
}

/// A store with one anchor, to see what that one says.
pub(crate) struct Only<'a> {
    pub(crate) store: &'a TrustStore,
    pub(crate) anchor: Id,
}

impl Store for Only<'_> {
    type Id = Id;

    fn anchors(&self, subject: Name<'_>) -> impl Iterator<Item = Candidate<'_, Id>> {
        let wanted = self.store.resolve(self.anchor).fingerprint();
        let is_wanted = move |id| self.store.resolve(id).fingerprint() == wanted;
        Store::anchors(self.store, subject).filter(move |candidate| is_wanted(candidate.id))
    }

    fn constraints_of(&self, id: Id) -> Option<Constraints> {
        self.store.constraints_of(id)
    }

    fn intermediates(&self, subject: Name<'_>) -> impl Iterator<Item = &[u8]> {
        self.store.intermediates(subject)
    }

    fn rejects(&self, der: &[u8], purpose: Purposes) -> bool {
        self.store.rejects(der, purpose)
    }
}

impl Store for TrustStore {
    type Id = Id;

    fn anchors(&self, subject: Name<'_>) -> impl Iterator<Item = Candidate<'_, Id>> {
        let named = self.explicit().by_subject(subject);
        let explicit = named
            .filter(|entry| self.is_anchor(entry.role))
            .map(|entry| Candidate { anchor: entry.anchor, id: Id::Explicit(entry.index) });
        let baked = self.sets.iter().flat_map(move |set| set.by_subject(subject));
        let baked = baked.map(|root| Candidate { anchor: root.anchor(), id: Id::Baked(root) });
        explicit.chain(baked)
    }

    fn constraints_of(&self, id: Id) -> Option<Constraints> {
        match id {
            Id::Baked(root) => Some(self.limits_of(&root)),
            Id::Explicit(index) => {
                self.explicit().entry(index).map(|entry| self.limits_of_entry(&entry))
            }
        }
    }

    fn intermediates(&self, subject: Name<'_>) -> impl Iterator<Item = &[u8]> {
        self.explicit()
            .by_subject(subject)
            .filter(|entry| entry.role == Role::Intermediate)
            .map(|entry| entry.der)
    }

    fn pinned(&self, end_entity: &[u8], purpose: Purposes) -> Option<Id> {
        let entry = self.explicit().pinned(end_entity)?;
        let limits = self.limits_of_entry(&entry);
        limits.purposes.allows(purpose).then_some(Id::Explicit(entry.index))
    }

    fn rejects(&self, der: &[u8], purpose: Purposes) -> bool {
        self.explicit().rejected(|| sha256(der)).allows(purpose)
    }
}
