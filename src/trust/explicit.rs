mod crowd;
mod loading;
mod parts;

use std::borrow::Cow;
use std::ops::Range;

use rootbake_core::certificate::{Certificate, Fingerprint, Name, Purposes, sha256};
use rootbake_core::constraints::Constraints;
use rootbake_core::pki_types::TrustAnchor;
use rootbake_core::role::Role;

use super::Supplied;
use super::usable::KeyLimit;
use crate::diagnostic::{Diagnostic, Severity};
use loading::Loading;
use parts::{Parts, Place};

/// The certificates that were given to a context, in two allocations: their bytes, and for each
/// where in them its parts are. Sorted by subject.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExplicitStore {
    bytes: Vec<u8>,
    entries: Vec<Parts>,
    /// The names of the inputs, for messages
    inputs: Vec<Cow<'static, str>>,
    /// Certificates that must not be used for some purpose, wherever else they are trusted; sorted
    rejected: Vec<(Fingerprint, Purposes)>,
    /// Certificates whose auxiliary data cannot be read: it may reject them
    unreadable: Vec<Fingerprint>,
}

/// What became of one input.
#[derive(Default)]
pub(crate) struct Loaded {
    /// How many certificates were taken, counting those that were there already
    pub(crate) taken: usize,
    /// All that could not be taken, and all that is odd
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// A certificate of the store, borrowed.
pub(crate) struct Entry<'a> {
    pub(crate) index: usize,
    pub(crate) der: &'a [u8],
    pub(crate) anchor: TrustAnchor<'a>,
    pub(crate) constraints: Constraints,
    pub(crate) key_limit: Option<KeyLimit>,
    pub(crate) role: Role,
}

impl ExplicitStore {
    pub(crate) const fn new() -> Self {
        Self {
            bytes: Vec::new(),
            entries: Vec::new(),
            inputs: Vec::new(),
            rejected: Vec::new(),
            unreadable: Vec::new(),
        }
    }

    /// Takes every certificate that can be taken out of a PEM text.
    pub(crate) fn add_pem(&mut self, input: Cow<'static, str>, text: &[u8]) -> Loaded {
        self.add(input, |loading| loading.pem(text))
    }

    /// The same for DER certificates, one behind the other.
    pub(crate) fn add_der(&mut self, input: Cow<'static, str>, bytes: &[u8]) -> Loaded {
        self.add(input, |loading| loading.der(bytes))
    }

    /// The same for DER certificates that are told apart already: a bad one cannot reach into the
    /// next.
    #[cfg(feature = "system")]
    pub(crate) fn add_each_der<'d>(
        &mut self,
        input: Cow<'static, str>,
        certificates: impl Iterator<Item = &'d [u8]>,
    ) -> Loaded {
        self.add(input, |loading| loading.each_der(certificates))
    }

    /// How many certificates there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.range(0..self.entries.len())
    }

    pub(crate) fn by_subject(&self, subject: Name<'_>) -> impl Iterator<Item = Entry<'_>> {
        let subject = subject.as_bytes();
        let first = self.entries.partition_point(|parts| parts.subject.of(&self.bytes) < subject);
        let same = self.entries.get(first..).unwrap_or(&[]);
        let same = same.iter().take_while(|parts| parts.subject.of(&self.bytes) == subject).count();
        self.range(first..first + same)
    }

    /// The certificate of exactly these bytes, where it is one that is trusted for itself: not an
    /// intermediate that happens to be presented.
    pub(crate) fn pinned(&self, der: &[u8]) -> Option<Entry<'_>> {
        if self.entries.is_empty() {
            return None;
        }
        let (_, subject) = Certificate::names_of(der).ok()?;
        self.by_subject(subject).find(|entry| entry.der == der && entry.role != Role::Intermediate)
    }

    /// For what this certificate must not be used, by the auxiliary data of a certificate here.
    pub(crate) fn rejected(&self, fingerprint: impl FnOnce() -> Fingerprint) -> Purposes {
        if self.rejected.is_empty() {
            return Purposes::NONE;
        }
        let fingerprint = fingerprint();
        let found = self.rejected.binary_search_by_key(&fingerprint, |(rejected, _)| *rejected);
        let found = found.ok().and_then(|index| self.rejected.get(index));
        found.map_or(Purposes::NONE, |(_, purposes)| *purposes)
    }

    /// All certificates, for whoever wants to see what was given.
    pub(crate) fn supplied(&self) -> impl Iterator<Item = Supplied<'_>> {
        self.entries.iter().filter_map(|parts| {
            let Place { input, block, line, column: _ } = parts.place;
            let alias = parts.alias.map(|alias| alias.of(&self.bytes));
            Some(Supplied {
                // read before
                certificate: Certificate::from_der(parts.der.of(&self.bytes)).ok()?,
                role: parts.role,
                constraints: parts.constraints,
                alias: alias.map(String::from_utf8_lossy),
                input: self.inputs.get(input).map_or("", |input| input),
                block,
                line,
            })
        })
    }

    pub(crate) fn der(&self, index: usize) -> &[u8] {
        self.entries.get(index).map_or(&[], |parts| parts.der.of(&self.bytes))
    }

    pub(crate) fn entry(&self, index: usize) -> Option<Entry<'_>> {
        self.entries.get(index).map(|parts| parts.borrow(index, &self.bytes))
    }

    fn range(&self, range: Range<usize>) -> impl Iterator<Item = Entry<'_>> {
        let parts = self.entries.get(range.clone()).unwrap_or(&[]);
        range.zip(parts).map(|(index, parts)| parts.borrow(index, &self.bytes))
    }

    fn add(
        &mut self,
        input: Cow<'static, str>,
        load: impl FnOnce(Loading<'_>) -> Vec<Diagnostic>,
    ) -> Loaded {
        let before = self.entries.len();
        self.inputs.push(input);
        let diagnostics = load(Loading::new(self));
        Loaded { taken: self.entries.len() - before, diagnostics }
    }

    /// Sorts by subject, joins what is there twice, and notes what is rejected: once for a source,
    /// however many files it has.
    pub(crate) fn settle(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        for place in self.sort() {
            let message = "certificate is there already, and counts once".to_owned();
            diagnostics.push(self.tell(Severity::Warning, place, "duplicate", message));
        }
        self.rejected = self
            .entries
            .iter()
            .filter(|parts| !parts.rejected.is_none())
            .map(|parts| (sha256(parts.der.of(&self.bytes)), parts.rejected))
            .filter(|(fingerprint, _)| !self.unreadable.contains(fingerprint))
            .collect();
        let unreadable = self.unreadable.iter();
        self.rejected.extend(unreadable.map(|fingerprint| (*fingerprint, Purposes::UNRESTRICTED)));
        self.rejected.sort_unstable_by_key(|(fingerprint, _)| *fingerprint);
    }

    /// A warning about one certificate.
    pub(crate) fn warn(&self, index: usize, code: &'static str, message: String) -> Diagnostic {
        let place = self.entries.get(index).map_or(Place::NOWHERE, |parts| parts.place);
        self.tell(Severity::Warning, place, code, message)
    }

    fn tell(
        &self,
        severity: Severity,
        place: Place,
        code: &'static str,
        message: String,
    ) -> Diagnostic {
        let Place { input, block, line, column } = place;
        let input = self.inputs.get(input).map_or("", |input| input).to_owned();
        Diagnostic { severity, code, message, input, block, line, column }
    }

    /// Sorts, and joins a certificate that is there twice into the one given first, since the sort
    /// is stable: what limits either limits both. Where the others stood.
    fn sort(&mut self) -> Vec<Place> {
        let Self { bytes, entries, inputs: _, rejected: _, unreadable: _ } = self;
        entries.sort_by(|a, b| {
            let by_subject = a.subject.of(bytes).cmp(b.subject.of(bytes));
            by_subject.then_with(|| a.der.of(bytes).cmp(b.der.of(bytes)))
        });
        let mut duplicates = Vec::new();
        entries.dedup_by(|later, earlier| {
            let same = later.der.of(bytes) == earlier.der.of(bytes);
            if same {
                duplicates.push(later.place);
                earlier.join(later);
            }
            same
        });
        if !duplicates.is_empty() {
            self.compact();
        }
        duplicates
    }

    /// Gives back the bytes that no certificate takes up any more.
    fn compact(&mut self) {
        let Self { bytes, entries, inputs: _, rejected: _, unreadable: _ } = self;
        let mut in_place: Vec<&mut Parts> = entries.iter_mut().collect();
        in_place.sort_unstable_by_key(|parts| parts.der.start());
        let mut kept = 0;
        for parts in in_place {
            let taken = parts.taken();
            let length = taken.len();
            parts.shift(taken.start - kept);
            // in order and apart from each other: `kept` is never ahead of what is taken
            bytes.copy_within(taken, kept);
            kept += length;
        }
        bytes.truncate(kept);
        bytes.shrink_to_fit();
    }
}
