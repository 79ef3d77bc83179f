//! What differs between two collections of roots, in sentences.

mod words;

use std::collections::BTreeMap;
use std::fmt;

use rootbake_core::certificate::{Fingerprint, Time};

use crate::bundle::{Bundle, BundleRoot};
use crate::fingerprint::hex;
use crate::lint::Linted;
use crate::lock::{Lock, LockRoot};

/// The roots of one side of a comparison, and what is known of each.
#[derive(Clone, Debug, Default)]
pub struct Holdings(BTreeMap<Fingerprint, Holding>);

#[derive(Clone, Debug)]
struct Holding {
    root: ChangedRoot,
    /// What was imposed, in words by the key of the rule; `None` where nobody knows
    rules: Option<BTreeMap<&'static str, String>>,
}

/// A root that a change is about.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ChangedRoot {
    /// Its name, where one is known
    pub label: Option<String>,
    /// The SHA-256 of its certificate, in hexadecimal
    pub sha256: String,
    /// Its last second, where it is known
    pub not_after: Option<Time>,
    /// Kind and strength of its key, where they are known
    pub key: Option<String>,
}

/// One difference between two collections of roots. Displayed as a sentence:
///
/// ```text
/// adds "Example Root X2", sha256 69729b8e.., expires 2046, RSA 4096
/// drops "Example Root X1", sha256 96bcec06.., expires 2030, RSA 2048
/// "Example Root X3", sha256 4ff460d5.., is now distrusted for certificates issued after 2026-04-15T23:59:59Z
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LockChange {
    /// A root that was not there.
    Added(ChangedRoot),
    /// A root that is no longer there.
    Removed(ChangedRoot),
    /// A rule on a root that is new, another, or lifted.
    Ruled {
        /// the root
        root: ChangedRoot,
        /// what it is now: `is now limited to DNS names under .example`
        rule: String,
    },
}

impl Holdings {
    /// The roots of a bundle of which nobody has said how far they are trusted.
    pub fn of_bundle(bundle: &Bundle<'_>) -> Self {
        let roots = bundle.roots.iter();
        Self(roots.map(|root| (root.fingerprint, Holding::of_bundle_root(root))).collect())
    }

    /// The roots that a lock describes, by what it says of them.
    pub fn of_lock(lock: &Lock<'_>) -> Self {
        let roots = lock.roots.iter();
        Self(roots.map(|root| (root.fingerprint, Holding::of_locked(root))).collect())
    }

    /// The roots that are baked of a bundle and its lock.
    pub fn of_linted(linted: &Linted<'_>, lock: &Lock<'_>) -> Self {
        let baked = linted.locked.roots.iter().map(|root| root.fingerprint);
        let mut all = Self::of_lock(lock);
        Self(baked.filter_map(|fingerprint| all.0.remove_entry(&fingerprint)).collect())
    }

    /// Adds a root of which only the fingerprint is known, and perhaps its name.
    pub fn add(&mut self, fingerprint: Fingerprint, label: Option<String>) {
        let root = ChangedRoot { label, sha256: hex(&fingerprint), not_after: None, key: None };
        self.0.insert(fingerprint, Holding { root, rules: None });
    }

    /// How many roots there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What `self` changes about `former`: roots added, then rules, then roots dropped, each sorted
    /// by fingerprint. Rules are compared where both sides know them; names are not.
    pub fn changes_since(&self, former: &Self) -> Vec<LockChange> {
        let only = |in_this: &Self, in_that: &Self| -> Vec<ChangedRoot> {
            let only = in_this.0.iter().filter(|(root, _)| !in_that.0.contains_key(*root));
            only.map(|(_, holding)| holding.root.clone()).collect()
        };
        let both = self.0.iter().filter_map(|(root, now)| Some((now, former.0.get(root)?)));
        let ruled = both.flat_map(|(now, before)| now.rules_since(before));
        let added = only(self, former).into_iter().map(LockChange::Added);
        let removed = only(former, self).into_iter().map(LockChange::Removed);
        added.chain(ruled).chain(removed).collect()
    }
}

impl Holding {
    fn of_bundle_root(root: &BundleRoot<'_>) -> Self {
        let certificate = &root.certificate;
        let root = ChangedRoot {
            label: Some(root.label()),
            sha256: hex(&root.fingerprint),
            not_after: Some(certificate.validity.not_after),
            key: certificate.spki.key().ok().map(|key| key.to_string()),
        };
        Self { root, rules: None }
    }

    fn of_locked(root: &LockRoot) -> Self {
        let LockRoot { label, fingerprint, key, not_after, rules, line: _ } = root;
        let root = ChangedRoot {
            label: Some(label.clone()),
            sha256: hex(fingerprint),
            not_after: *not_after,
            key: key.clone(),
        };
        Self { root, rules: Some(words::of(rules)) }
    }

    fn rules_since(&self, former: &Self) -> Vec<LockChange> {
        let (Some(now), Some(before)) = (&self.rules, &former.rules) else { return Vec::new() };
        let sentences = words::differences(before, now);
        let ruled = |rule| LockChange::Ruled { root: self.root.clone(), rule };
        sentences.into_iter().map(ruled).collect()
    }
}

impl LockChange {
    /// The root that it is about.
    pub fn root(&self) -> &ChangedRoot {
        match self {
            Self::Added(root) | Self::Removed(root) | Self::Ruled { root, .. } => root,
        }
    }
}

impl fmt::Display for LockChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Added(root) => write!(f, "adds {root}{}", root.details()),
            Self::Removed(root) => write!(f, "drops {root}{}", root.details()),
            Self::Ruled { root, rule } => write!(f, "{root}, {rule}"),
        }
    }
}

impl ChangedRoot {
    fn details(&self) -> String {
        let year = self.not_after.map(|last| last.to_string());
        let year = year.as_deref().and_then(|last| last.split('-').next());
        let expires = year.map(|year| format!(", expires {year}")).unwrap_or_default();
        let key = self.key.as_ref().map(|key| format!(", {key}")).unwrap_or_default();
        expires + &key
    }
}

/// `"Example Root X2", sha256 69729b8e..`
impl fmt::Display for ChangedRoot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.label {
            Some(label) => write!(f, "{label:?}, sha256 {}", self.sha256),
            None => write!(f, "sha256 {}", self.sha256),
        }
    }
}
