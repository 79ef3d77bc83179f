mod loading;

use std::ops::Range;

use rootbake_core::certificate::{Certificate, Name};
use rootbake_core::constraints::Constraints;
use rootbake_core::pem::Block;
use rootbake_core::pki_types::{Der, TrustAnchor};
use rootbake_core::role::Role;

use crate::diagnostic::{Diagnostic, Severity};
use loading::Loading;

/// The certificates that were given to a context, in two allocations: their bytes, and for each
/// where in them its parts are. Sorted by subject.
#[derive(Clone, Debug, Default)]
pub(crate) struct ExplicitStore {
    bytes: Vec<u8>,
    entries: Vec<Parts>,
}

/// A certificate as offsets into the bytes: nothing here refers to itself.
#[derive(Clone, Debug)]
struct Parts {
    der: Span,
    subject: Span,
    spki: Span,
    name_constraints: Option<Span>,
    constraints: Constraints,
    role: Role,
    block: u32,
    line: u32,
}

#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    length: u32,
}

/// A certificate of the store, borrowed.
pub(crate) struct Entry<'a> {
    pub(crate) index: usize,
    pub(crate) der: &'a [u8],
    pub(crate) anchor: TrustAnchor<'a>,
    pub(crate) constraints: Constraints,
    pub(crate) role: Role,
}

impl ExplicitStore {
    /// Adds the certificates of a PEM input, all or none.
    ///
    /// Tells of everything that is odd; of what was refused, if something was.
    pub(crate) fn add_pem(
        &mut self,
        input: &str,
        pem: &[u8],
    ) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let mut diagnostics = Loading::new(self, input).read(pem)?;
        diagnostics.extend(self.sort().map(|duplicate| Diagnostic {
            severity: Severity::Warning,
            code: "duplicate",
            message: "certificate is there already, and counts once".to_owned(),
            input: input.to_owned(),
            block: Some(duplicate.block),
            line: Some(duplicate.line),
        }));
        Ok(diagnostics)
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
        let first = self.entries.partition_point(|parts| self.slice(parts.subject) < subject);
        let same = self.entries.get(first..).unwrap_or(&[]);
        let same = same.iter().take_while(|parts| self.slice(parts.subject) == subject).count();
        self.range(first..first + same)
    }

    /// The certificate of exactly these bytes, where it is one that is trusted for itself: not an
    /// end entity's issuer that happens to be presented.
    pub(crate) fn pinned(&self, der: &[u8]) -> Option<usize> {
        if self.entries.is_empty() {
            return None;
        }
        let (_, subject) = Certificate::names_of(der).ok()?;
        self.by_subject(subject)
            .find(|entry| entry.der == der && entry.role != Role::Intermediate)
            .map(|entry| entry.index)
    }

    pub(crate) fn der(&self, index: usize) -> &[u8] {
        self.entries.get(index).map_or(&[], |parts| self.slice(parts.der))
    }

    fn range(&self, range: Range<usize>) -> impl Iterator<Item = Entry<'_>> {
        let parts = self.entries.get(range.clone()).unwrap_or(&[]);
        range.zip(parts).map(|(index, parts)| {
            let Parts {
                der,
                subject,
                spki,
                name_constraints,
                constraints,
                role,
                block: _,
                line: _,
            } = parts;
            Entry {
                index,
                der: self.slice(*der),
                anchor: TrustAnchor {
                    subject: Der::from_slice(self.slice(*subject)),
                    subject_public_key_info: Der::from_slice(self.slice(*spki)),
                    name_constraints: name_constraints
                        .map(|span| Der::from_slice(self.slice(span))),
                },
                constraints: *constraints,
                role: *role,
            }
        })
    }

    fn slice(&self, span: Span) -> &[u8] {
        span.of(&self.bytes)
    }

    /// Sorts by subject, and takes out what is there twice: of two that are equal the one that was
    /// given later, since the sort is stable.
    fn sort(&mut self) -> impl Iterator<Item = Parts> {
        let Self { bytes, entries } = self;
        entries.sort_by(|a, b| {
            let by_subject = a.subject.of(bytes).cmp(b.subject.of(bytes));
            by_subject.then_with(|| a.der.of(bytes).cmp(b.der.of(bytes)))
        });
        let mut duplicates = Vec::new();
        entries.dedup_by(|later, earlier| {
            let same = later.der.of(bytes) == earlier.der.of(bytes);
            if same {
                duplicates.push(later.clone());
            }
            same
        });
        duplicates.into_iter()
    }
}

impl Parts {
    /// The parts of a certificate whose DER starts at `start` of the store's bytes; `None` where
    /// an offset does not fit.
    fn of(
        certificate: &Certificate<'_>,
        role: Role,
        start: usize,
        block: &Block<'_>,
    ) -> Option<Self> {
        let der = certificate.der;
        let span = |part: &[u8]| Span::within(der, part, start);
        let name_constraints = certificate.extensions.name_constraints;
        Some(Self {
            der: span(der)?,
            subject: span(certificate.subject.as_bytes())?,
            spki: span(certificate.spki.as_bytes())?,
            name_constraints: match name_constraints {
                Some(constraints) => Some(span(constraints.as_bytes())?),
                None => None,
            },
            constraints: Constraints::of(certificate),
            role,
            block: block.number(),
            line: block.line(),
        })
    }
}

impl Span {
    fn of(self, bytes: &[u8]) -> &[u8] {
        let start = usize::try_from(self.start).unwrap_or(usize::MAX);
        let length = usize::try_from(self.length).unwrap_or(usize::MAX);
        let rest = bytes.get(start..).unwrap_or(&[]);
        rest.get(..length).unwrap_or(&[])
    }

    /// Where `part`, a piece of `der`, will be when `der` is at `start`.
    fn within(der: &[u8], part: &[u8], start: usize) -> Option<Self> {
        let offset = part.as_ptr().addr().checked_sub(der.as_ptr().addr())?;
        Some(Self {
            start: u32::try_from(start.checked_add(offset)?).ok()?,
            length: u32::try_from(part.len()).ok()?,
        })
    }
}
