use pki_types::{CertificateDer, Der, TrustAnchor};
use webpki::EndEntityCert;

use super::{ErrorKind, Store};
use crate::certificate::{Certificate, Name};

/// How many anchors one call of webpki gets.
pub(super) const CAPACITY: usize = 16;

/// How many names are looked up for one chain.
const MAX_ISSUERS: usize = 32;

/// How many intermediates webpki gets when the store adds some.
const MAX_JOINED: usize = 32;

const TOO_MANY: ErrorKind = ErrorKind::TooManyIntermediates { limit: MAX_JOINED };

/// The distinct names of issuers in what was presented, and in what the store adds to it.
pub(super) struct Issuers<'p> {
    names: [Name<'p>; MAX_ISSUERS],
    used: usize,
    overflow: Option<ErrorKind>,
}

impl<'p> Issuers<'p> {
    // in line, arrays are made in one place and copied to another
    #[inline(never)]
    pub(super) fn none() -> Self {
        Self { names: [const { Name::from_content(&[]) }; MAX_ISSUERS], used: 0, overflow: None }
    }

    /// In place, as all arrays here are filled: a copy would be on the stack, too.
    pub(super) fn collect<S: Store>(
        &mut self,
        end_entity: &'p EndEntityCert<'p>,
        presented: &'p [CertificateDer<'p>],
        store: &'p S,
        supplied: &mut Intermediates<'p>,
    ) {
        self.add(Name::from_content(end_entity.issuer()));
        presented.iter().for_each(|certificate| self.add_of(certificate));
        // the list grows while it is walked: an intermediate of the store has an issuer too
        let mut next = 0;
        while let Some(name) = self.as_slice().get(next).copied() {
            for intermediate in store.intermediates(name) {
                match supplied.supply(presented, intermediate) {
                    Ok(()) => self.add_of(intermediate),
                    Err(full) => self.overflow = Some(full),
                }
            }
            next += 1;
        }
    }

    /// Why no path was found: maybe because not all could be looked at.
    pub(super) fn explain(&self, error: ErrorKind) -> ErrorKind {
        match (error, self.overflow) {
            (ErrorKind::UnknownIssuer, Some(overflow)) => overflow,
            _ => error,
        }
    }

    fn as_slice(&self) -> &[Name<'p>] {
        self.names.get(..self.used).unwrap_or(&[])
    }

    /// A self-issued certificate asks for no name that whoever leads to it has not asked for; one
    /// that cannot be read, webpki leaves out as well.
    #[inline(never)]
    fn add_of(&mut self, der: &'p [u8]) {
        match Certificate::names_of(der) {
            Ok((issuer, subject)) if issuer != subject => self.add(issuer),
            _ => (),
        }
    }

    fn add(&mut self, name: Name<'p>) {
        if self.as_slice().contains(&name) {
            return;
        }
        match self.names.get_mut(self.used) {
            Some(place) => {
                *place = name;
                self.used += 1;
            }
            None => self.overflow = Some(ErrorKind::TooManyIssuers { limit: MAX_ISSUERS }),
        }
    }
}

/// Intermediates side by side, as webpki wants them.
pub(super) struct Intermediates<'p> {
    certificates: [CertificateDer<'p>; MAX_JOINED],
    used: usize,
}

impl<'p> Intermediates<'p> {
    #[inline(never)]
    pub(super) fn new() -> Self {
        Self { certificates: [const { CertificateDer::from_slice(&[]) }; MAX_JOINED], used: 0 }
    }

    pub(super) fn as_slice(&self) -> &[CertificateDer<'p>] {
        self.certificates.get(..self.used).unwrap_or(&[])
    }

    /// All there are to build paths from: the presented ones where nothing was supplied.
    pub(super) fn or<'a>(
        &'a self,
        presented: &'a [CertificateDer<'p>],
    ) -> &'a [CertificateDer<'p>] {
        match self.used {
            0 => presented,
            _ => self.as_slice(),
        }
    }

    /// One that the store adds; the presented ones come before the first of them.
    fn supply(&mut self, presented: &[CertificateDer<'p>], der: &'p [u8]) -> Result<(), ErrorKind> {
        if self.used == 0 && presented.len() < MAX_JOINED {
            for certificate in presented {
                self.push(certificate.clone())?;
            }
        }
        match self.as_slice().iter().any(|known| known.as_ref() == der) {
            true => Ok(()),
            false if self.used < presented.len() => Err(TOO_MANY),
            false => self.push(CertificateDer::from_slice(der)),
        }
    }

    fn push(&mut self, certificate: CertificateDer<'p>) -> Result<(), ErrorKind> {
        let place = self.certificates.get_mut(self.used);
        *place.ok_or(TOO_MANY)? = certificate;
        self.used += 1;
        Ok(())
    }
}

/// The anchors that may have issued some of it, and the name of each.
pub(super) struct Candidates<'p, Id> {
    anchors: [TrustAnchor<'p>; CAPACITY],
    ids: [Option<Id>; CAPACITY],
    used: usize,
    overflowed: bool,
}

impl<'p, Id: Copy> Candidates<'p, Id> {
    #[inline(never)]
    pub(super) fn none() -> Self {
        const NONE: TrustAnchor<'static> = TrustAnchor {
            subject: Der::from_slice(&[]),
            subject_public_key_info: Der::from_slice(&[]),
            name_constraints: None,
        };
        Self { anchors: [NONE; CAPACITY], ids: [None; CAPACITY], used: 0, overflowed: false }
    }

    /// Makes them the anchors with these names, without those that former calls had. In place:
    /// they are most of what a verification has on its stack.
    #[inline(never)]
    pub(super) fn fill<S: Store<Id = Id>>(
        &mut self,
        issuers: &Issuers<'p>,
        store: &'p S,
        former_calls: usize,
    ) {
        let mut all = issuers
            .as_slice()
            .iter()
            .flat_map(|name| store.anchors(*name))
            .skip(former_calls * CAPACITY);
        self.used = 0;
        let places = self.anchors.iter_mut().zip(&mut self.ids);
        for ((anchor, id), found) in places.zip(&mut all) {
            *anchor = found.anchor;
            *id = Some(found.id);
            self.used += 1;
        }
        self.overflowed = self.used == CAPACITY && all.next().is_some();
    }

    /// Leaves only the anchors on which name constraints were imposed, without these. Whether there
    /// is one.
    pub(super) fn drop_imposed_names<S: Store<Id = Id>>(&mut self, store: &S) -> bool {
        let mut kept = 0;
        for place in 0..self.used {
            let (Some(anchor), Some(Some(id))) = (self.anchors.get(place), self.ids.get(place))
            else {
                continue;
            };
            let (anchor, id) = (anchor.clone(), *id);
            if has_imposed_names(store, id) {
                self.put(kept, TrustAnchor { name_constraints: None, ..anchor }, id);
                kept += 1;
            }
        }
        self.used = kept;
        kept > 0
    }

    fn put(&mut self, place: usize, anchor: TrustAnchor<'p>, id: Id) {
        if let (Some(to), Some(beside)) = (self.anchors.get_mut(place), self.ids.get_mut(place)) {
            (*to, *beside) = (anchor, Some(id));
        }
    }

    pub(super) fn anchors(&self) -> &[TrustAnchor<'p>] {
        self.anchors.get(..self.used).unwrap_or(&[])
    }

    pub(super) fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// The name of an anchor: it is found by its place, since subjects and keys may repeat.
    pub(super) fn find(&self, anchor: &TrustAnchor<'_>) -> Option<Id> {
        let place = self.anchors().iter().position(|candidate| core::ptr::eq(candidate, anchor))?;
        *self.ids.get(place)?
    }
}

fn has_imposed_names<S: Store>(store: &S, id: S::Id) -> bool {
    let imposed = store.constraints_of(id).and_then(|constraints| constraints.imposed);
    imposed.is_some_and(|imposed| !imposed.names().is_empty())
}
