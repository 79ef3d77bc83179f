use core::cmp::Ordering;

use rootbake_core::certificate::{Name, Time};
use rootbake_core::path::{self, Link, Signed, webpki};

/// What is kept of a CRL.
#[derive(Debug)]
pub(super) struct Crl {
    issuer: Vec<u8>,
    pub(super) this_update: Time,
    pub(super) next_update: Time,
    number: Option<Vec<u8>>,
    scope: Option<Scope>,
    message: Vec<u8>,
    algorithm: Vec<u8>,
    signature: Vec<u8>,
    /// Serial numbers in order
    revoked: Vec<Box<[u8]>>,
}

#[derive(Debug, Eq, PartialEq)]
struct Scope {
    names: Vec<u8>,
    only_end_entities: bool,
    only_cas: bool,
}

impl Crl {
    pub(super) fn from_der(der: &[u8]) -> Result<Self, webpki::Error> {
        let crl = path::Crl::from_der(der)?;
        let revoked = crl.revoked().map(|serial| serial.map(Box::from));
        let mut revoked: Vec<_> = revoked.collect::<Result<_, _>>()?;
        revoked.sort_unstable();
        let Signed { message, algorithm, signature } = crl.signed;
        Ok(Self {
            issuer: crl.issuer.as_bytes().to_vec(),
            this_update: crl.this_update,
            next_update: crl.next_update,
            number: crl.number.map(<[u8]>::to_vec),
            scope: crl.scope.map(Scope::from),
            message: message.to_vec(),
            algorithm: algorithm.to_vec(),
            signature: signature.to_vec(),
            revoked,
        })
    }

    pub(super) fn has_issuer(&self, name: Name<'_>) -> bool {
        self.issuer == name.as_bytes()
    }

    /// Whether the certificate would stand here if it were revoked.
    pub(super) fn covers(&self, link: &Link<'_>) -> bool {
        self.scope.as_ref().is_none_or(|scope| link.is_within(&scope.as_path()))
    }

    /// Whether the certificate stands here, in the scope or not.
    pub(super) fn lists(&self, link: &Link<'_>) -> bool {
        let serial = link.certificate.serial;
        self.revoked.binary_search_by(|revoked| revoked.as_ref().cmp(serial)).is_ok()
    }

    /// Whether the key that issued the certificate has signed the CRL.
    pub(super) fn is_signed(&self, link: &Link<'_>) -> bool {
        let Self { message, algorithm, signature, .. } = self;
        link.issuer_signed(&Signed { message, algorithm, signature })
    }

    /// Whether it has taken the place of another by the same issuer: not where date and number
    /// (RFC 5280 section 5.2.3) contradict each other.
    pub(super) fn supersedes(&self, other: &Self) -> bool {
        let numbers = match (&self.number, &other.number) {
            (Some(number), Some(other)) => (number.len(), number).cmp(&(other.len(), other)),
            _ => Ordering::Equal,
        };
        let orders = [self.this_update.cmp(&other.this_update), numbers];
        self.scope == other.scope
            && orders.contains(&Ordering::Greater)
            && !orders.contains(&Ordering::Less)
    }
}

impl Scope {
    fn as_path(&self) -> path::Scope<'_> {
        let Self { ref names, only_end_entities, only_cas } = *self;
        path::Scope { names, only_end_entities, only_cas }
    }
}

impl From<path::Scope<'_>> for Scope {
    fn from(scope: path::Scope<'_>) -> Self {
        let path::Scope { names, only_end_entities, only_cas } = scope;
        Self { names: names.to_vec(), only_end_entities, only_cas }
    }
}
