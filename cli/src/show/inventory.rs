use std::collections::BTreeSet;
use std::path::Path;

use rootbake::role::Role;
use rootbake::{CaSource, ContextBuilder, Diagnostic, Error, RootSet, SecureContext};
use serde::Serialize;

use super::entry::Entry;
use crate::input;
use crate::json::diagnostics_json;
use crate::output::has_errors;

/// All that the inputs hold, each certificate once.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Inventory {
    pub(super) anchors: Vec<Entry>,
    pub(super) intermediates: Vec<Entry>,
    pub(super) pinned: Vec<Entry>,
    #[serde(serialize_with = "diagnostics_json")]
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The fingerprints of all of them
    #[serde(skip)]
    known: BTreeSet<String>,
}

impl Inventory {
    pub(super) fn add_set(&mut self, set: &RootSet) {
        for root in set {
            self.add_entry(Role::Anchor, Entry::of_root(&root, set.name()));
        }
    }

    /// A file, a folder, or standard input.
    pub(super) fn add_path(&mut self, path: &Path) -> Result<(), Error> {
        match input::with_cas(path, |cas| self.add(cas)) {
            Ok(added) => added,
            Err(unreadable) => {
                self.diagnostics.push(unreadable);
                Ok(())
            }
        }
    }

    /// What a context takes of these CAs. Each input has a context of its own, since one of which
    /// nothing can be taken leaves none behind.
    pub(super) fn add(&mut self, cas: CaSource<'_>) -> Result<(), Error> {
        let built = SecureContext::builder().ca_from(cas.lossy()).and_then(ContextBuilder::build);
        let context = match built {
            Err(Error::Input(refused)) => {
                self.diagnostics.extend(refused);
                return Ok(());
            }
            built => built?,
        };
        self.diagnostics.extend_from_slice(context.diagnostics());
        // in the order of the input, where the context has them by subject
        let mut supplied: Vec<_> = context.supplied().collect();
        supplied.sort_by_key(|supplied| (supplied.input, supplied.block));
        for supplied in &supplied {
            self.add_entry(supplied.role, Entry::of(supplied));
        }
        Ok(())
    }

    /// Whether something in the inputs was refused.
    pub(super) fn is_refused(&self) -> bool {
        has_errors(&self.diagnostics)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.anchors.iter().chain(&self.intermediates).chain(&self.pinned)
    }

    fn add_entry(&mut self, role: Role, entry: Entry) {
        if !self.known.insert(entry.sha256.clone()) {
            let message = "certificate is there already, in another input, and is shown once";
            self.diagnostics.push(entry.warn("duplicate", message.to_owned()));
            return self.join(entry);
        }
        match role {
            Role::Anchor => self.anchors.push(entry),
            Role::Intermediate => self.intermediates.push(entry),
            Role::Pinned => self.pinned.push(entry),
        }
    }

    /// What limits a certificate in one input limits it in all, as it does within one context.
    fn join(&mut self, entry: Entry) {
        // seldom enough to look for the other
        if !entry.is_self_contained() {
            let lists = [&mut self.anchors, &mut self.intermediates, &mut self.pinned];
            let mut entries = lists.into_iter().flatten();
            if let Some(known) = entries.find(|known| known.sha256 == entry.sha256) {
                known.join(entry);
            }
        }
    }
}
