use std::fmt;

use rootbake_core::certificate::{Certificate, Fingerprint, Name, sha256};
use rootbake_core::pem;
use rootbake_core::root_set::Root;

/// An anchor of a context.
#[derive(Clone, Copy, Debug)]
pub enum Anchor<'a> {
    /// A root of a baked set
    Baked(Root),
    /// The DER of a certificate that was given to the context
    Explicit(&'a [u8]),
}

impl<'a> Anchor<'a> {
    /// Its subject.
    pub fn subject(&self) -> Name<'a> {
        match self {
            Self::Baked(root) => root.subject(),
            Self::Explicit(der) => {
                let names = Certificate::names_of(der);
                // it was read when the context was built
                names.map_or(Name::from_content(&[]), |(_, subject)| subject)
            }
        }
    }

    /// The SHA-256 of its certificate; computed anew for an explicit one.
    pub fn fingerprint(&self) -> Fingerprint {
        match self {
            Self::Baked(root) => *root.fingerprint(),
            Self::Explicit(der) => sha256(der),
        }
    }

    /// Its whole certificate as DER, for a stack that wants that. Of a baked root only where it was
    /// baked with it: feature `certificates`.
    pub fn certificate(&self) -> Option<&'a [u8]> {
        match self {
            Self::Baked(root) => root.certificate(),
            Self::Explicit(der) => Some(der),
        }
    }

    /// Its whole certificate as a PEM block, shown as needed.
    pub fn pem(&self) -> Option<impl fmt::Display + use<'a>> {
        self.certificate().map(|der| pem::encode("CERTIFICATE", der))
    }
}
