use std::ops::Range;

use rootbake_core::certificate::{Auxiliary, Certificate, Purposes};
use rootbake_core::constraints::Constraints;
use rootbake_core::pem::{self, Block};
use rootbake_core::pki_types::{Der, TrustAnchor};
use rootbake_core::role::Role;

use super::Entry;
use crate::trust::usable::KeyLimit;

/// A certificate as offsets into the bytes: nothing here refers to itself.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub(super) der: Span,
    pub(super) subject: Span,
    spki: Span,
    name_constraints: Option<Span>,
    pub(super) constraints: Constraints,
    pub(super) rejected: Purposes,
    /// The name that auxiliary data gives it
    pub(super) alias: Option<Span>,
    pub(super) key_limit: Option<KeyLimit>,
    pub(super) role: Role,
    pub(super) place: Place,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    start: u32,
    length: u32,
}

/// Where in its input a certificate stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) input: usize,
    pub(super) block: Option<u32>,
    pub(super) line: Option<u32>,
    pub(super) column: Option<u32>,
}

impl Parts {
    /// The parts of a certificate whose DER starts at `start` of the store's bytes; `None` where
    /// an offset does not fit.
    pub(super) fn of(
        certificate: &Certificate<'_>,
        role: Role,
        start: usize,
        place: Place,
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
            rejected: Purposes::NONE,
            alias: None,
            key_limit: None,
            role,
            place,
        })
    }

    /// Keeps to the auxiliary data that stands behind the certificate.
    pub(super) fn heed(&mut self, auxiliary: &Auxiliary<'_>, der: &[u8]) {
        self.constraints.purposes = auxiliary.limit(self.constraints.purposes);
        self.rejected = auxiliary.rejected;
        let start = self.der.start();
        self.alias = auxiliary.alias.and_then(|alias| Span::within(der, alias, start));
    }

    pub(super) fn join(&mut self, same: &Self) {
        let purposes = &mut self.constraints.purposes;
        *purposes = purposes.intersection(same.constraints.purposes);
        self.rejected = self.rejected.union(same.rejected);
    }

    /// The bytes that it takes up: its DER, and up to the end of the alias where it has one.
    pub(super) fn taken(&self) -> Range<usize> {
        let end = self.alias.map_or(0, Span::end);
        self.der.start()..end.max(self.der.end())
    }

    /// Says where it is once its bytes have been moved so far to the front.
    pub(super) fn shift(&mut self, distance: usize) {
        let Self { der, subject, spki, name_constraints, alias, .. } = self;
        let always = [der, subject, spki].into_iter();
        for span in always.chain(name_constraints).chain(alias) {
            // within what fits already
            span.start -= u32::try_from(distance).unwrap_or(0);
        }
    }

    pub(super) fn borrow<'a>(&self, index: usize, bytes: &'a [u8]) -> Entry<'a> {
        let Self { der, subject, spki, name_constraints, constraints, key_limit, role, .. } = self;
        Entry {
            index,
            der: der.of(bytes),
            anchor: TrustAnchor {
                subject: Der::from_slice(subject.of(bytes)),
                subject_public_key_info: Der::from_slice(spki.of(bytes)),
                name_constraints: name_constraints.map(|span| Der::from_slice(span.of(bytes))),
            },
            constraints: *constraints,
            key_limit: *key_limit,
            role: *role,
        }
    }
}

impl Span {
    pub(super) fn of(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.start()..).and_then(|rest| rest.get(..self.length())).unwrap_or(&[])
    }

    pub(super) fn start(self) -> usize {
        usize::try_from(self.start).unwrap_or(usize::MAX)
    }

    fn end(self) -> usize {
        self.start().saturating_add(self.length())
    }

    pub(super) fn length(self) -> usize {
        usize::try_from(self.length).unwrap_or(usize::MAX)
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

impl Place {
    pub(super) const NOWHERE: Self =
        Self { input: usize::MAX, block: None, line: None, column: None };

    pub(super) fn block(input: usize, block: &Block<'_>) -> Self {
        Self { input, block: Some(block.number()), line: Some(block.line()), column: None }
    }

    pub(super) fn of_error(input: usize, error: &pem::Error) -> Self {
        Self {
            input,
            block: Some(error.block()),
            line: Some(error.line()),
            column: Some(error.column()),
        }
    }

    pub(super) fn certificate(input: usize, number: u32) -> Self {
        Self { input, block: Some(number), line: None, column: None }
    }
}
