use std::collections::BTreeMap;

use crate::locked::LockedRoot;

/// The roots of a bundle by what two of them may share.
#[derive(Debug, Default)]
pub(super) struct Beside<'a> {
    by_subject: BTreeMap<&'a [u8], Vec<&'a LockedRoot<'a>>>,
    by_key: BTreeMap<&'a [u8], Vec<&'a LockedRoot<'a>>>,
}

impl<'a> Beside<'a> {
    pub(super) fn of(roots: &'a [LockedRoot<'a>]) -> Self {
        let mut beside = Self::default();
        for root in roots {
            let (subject, key) = (root.certificate.subject, root.certificate.spki);
            beside.by_subject.entry(subject.as_bytes()).or_default().push(root);
            beside.by_key.entry(key.as_bytes()).or_default().push(root);
        }
        beside
    }

    /// All with the name of a root, and so the root itself.
    pub(super) fn of_subject(
        &self,
        root: &LockedRoot<'_>,
    ) -> impl Iterator<Item = &LockedRoot<'a>> {
        let same = self.by_subject.get(root.certificate.subject.as_bytes());
        same.into_iter().flatten().copied()
    }

    /// All with the key of a root, and so the root itself.
    pub(super) fn of_key(&self, root: &LockedRoot<'_>) -> impl Iterator<Item = &LockedRoot<'a>> {
        let same = self.by_key.get(root.certificate.spki.as_bytes());
        same.into_iter().flatten().copied()
    }
}
