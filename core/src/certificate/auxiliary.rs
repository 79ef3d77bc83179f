use super::extensions::only;
use super::{Certificate, Error, Field, ObjectIdentifier, Purposes};
use crate::der::{Reader, tag};

/// What OpenSSL writes behind a certificate in a block with the label `TRUSTED CERTIFICATE`: its
/// `X509_CERT_AUX`, as `openssl x509 -addtrust`, `-addreject` and `-setalias` make it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Auxiliary<'a> {
    /// What the certificate is trusted for, or `None` where nothing is said
    pub trusted: Option<Purposes>,
    /// What it is rejected for
    pub rejected: Purposes,
    /// The name that somebody gave it, UTF-8 by intention; not checked
    pub alias: Option<&'a [u8]>,
}

impl<'a> Certificate<'a> {
    /// Reads a DER certificate, and the auxiliary data behind it where there is some.
    ///
    /// # Errors
    ///
    /// As for [`from_der`](Self::from_der), and where what follows is not auxiliary data: the
    /// field of the error is [`Field::Auxiliary`] then.
    pub fn from_trusted(bytes: &'a [u8]) -> Result<(Self, Option<Auxiliary<'a>>), Error> {
        let mut rest = Reader::new(bytes);
        rest.read(tag::SEQUENCE)?;
        let auxiliary = rest.bytes();
        let der = bytes.get(..bytes.len() - auxiliary.len()).unwrap_or(bytes);
        let certificate = Self::from_der(der)?;
        if auxiliary.is_empty() {
            return Ok((certificate, None));
        }
        let auxiliary = Auxiliary::read(rest).map_err(|error| error.in_field(Field::Auxiliary))?;
        Ok((certificate, Some(auxiliary)))
    }
}

impl<'a> Auxiliary<'a> {
    /// What is left of some purposes: those that are trusted, where a list says so, and none that
    /// is rejected.
    #[must_use]
    pub fn limit(&self, purposes: Purposes) -> Purposes {
        let trusted = self.trusted.unwrap_or(Purposes::UNRESTRICTED);
        purposes.intersection(trusted).without(self.rejected)
    }

    /// ```text
    /// SEQUENCE { trust SEQUENCE OF OID OPTIONAL, reject [0] SEQUENCE OF OID OPTIONAL,
    ///            alias UTF8String OPTIONAL, keyid OCTET STRING OPTIONAL, other [1] .. OPTIONAL }
    /// ```
    fn read(rest: Reader<'a>) -> Result<Self, Error> {
        const UTF8_STRING: u8 = 0x0c;
        let mut content = only(rest, tag::SEQUENCE)?;
        let trusted = content.read_optional(tag::SEQUENCE)?.map(read_purposes).transpose()?;
        let rejected =
            content.read_optional(tag::constructed(0))?.map(read_purposes).transpose()?;
        let alias = content.read_optional(UTF8_STRING)?.map(|alias| alias.bytes());
        content.read_optional(tag::OCTET_STRING)?;
        content.read_optional(tag::constructed(1))?;
        content.finish()?;
        Ok(Self { trusted, rejected: rejected.unwrap_or(Purposes::NONE), alias })
    }
}

/// An empty list is a list: trusted for nothing, or rejected for nothing.
fn read_purposes(mut list: Reader<'_>) -> Result<Purposes, Error> {
    let mut purposes = Purposes::NONE;
    while !list.is_empty() {
        purposes = purposes.union(Purposes::of(ObjectIdentifier::read_content(&mut list)?));
    }
    Ok(purposes)
}
