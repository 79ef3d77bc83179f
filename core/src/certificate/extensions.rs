use core::fmt::{self, Write};

use super::name_constraints::NameConstraints;
use super::usage::{KeyUsage, Purposes};
use super::{Error, ErrorKind, Field, ObjectIdentifier};
use crate::der::{self, Reader, tag};

/// The extensions of a certificate that bear on trust (RFC 5280 section 4.2), each read as far as
/// path validation needs it; `None` where the certificate has none.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default)]
pub struct Extensions<'a> {
    /// `keyIdentifier` of the authorityKeyIdentifier (section 4.2.1.1)
    pub authority_key_id: Option<&'a [u8]>,
    /// basicConstraints (section 4.2.1.9)
    pub basic_constraints: Option<BasicConstraints>,
    /// DER value of cRLDistributionPoints (section 4.2.1.13); the points are not read
    pub crl_distribution_points: Option<&'a [u8]>,
    /// extKeyUsage (section 4.2.1.12)
    pub extended_key_usage: Option<Purposes>,
    /// keyUsage (section 4.2.1.3)
    pub key_usage: Option<KeyUsage>,
    /// nameConstraints (section 4.2.1.10)
    pub name_constraints: Option<NameConstraints<'a>>,
    /// DER content of the subjectAltName's SEQUENCE (section 4.2.1.6); its names are not read
    pub subject_alt_name: Option<&'a [u8]>,
    /// subjectKeyIdentifier (section 4.2.1.2)
    pub subject_key_id: Option<&'a [u8]>,
    /// The first critical extension that rootbake does not process. Such a certificate must not be
    /// trusted (section 4.2). Critical certificatePolicies do not count: without a policy to ask
    /// for they exclude nothing.
    pub unknown_critical: Option<ObjectIdentifier>,
    /// Whether certificatePolicies are there and critical (section 4.2.1.4)
    pub critical_policies: bool,
    /// Which of the extensions 2.5.29.0 to 2.5.29.127 were seen, for the second look
    seen: [u32; 4],
}

/// A `dNSName`, not checked for being one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct DnsName<'a>(&'a [u8]);

impl<'a> DnsName<'a> {
    /// The bytes of the IA5String.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.0
    }
}

impl fmt::Display for DnsName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&byte| match byte {
            b'!'..=b'~' => f.write_char(char::from(byte)),
            _ => write!(f, "\\x{byte:02x}"),
        })
    }
}

/// basicConstraints (RFC 5280 section 4.2.1.9)
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct BasicConstraints {
    /// `cA`
    pub ca: bool,
    /// `pathLenConstraint`: how many intermediates that are not self-issued may follow; a value
    /// over 255 is kept as 255
    pub path_len: Option<u8>,
}

const CRL_DISTRIBUTION_POINTS: u8 = 31;
const CERTIFICATE_POLICIES: u8 = 32;

/// `Extension ::= SEQUENCE { extnID, critical DEFAULT FALSE, extnValue OCTET STRING }`
pub(crate) struct Extension<'a> {
    /// Content of an OBJECT IDENTIFIER
    pub(crate) oid: &'a [u8],
    critical: bool,
    pub(crate) value: Reader<'a>,
}

impl<'a> Extensions<'a> {
    /// Reads `[3] EXPLICIT SEQUENCE OF Extension` from its content. An empty sequence is let
    /// through: there are certificates with one.
    pub(super) fn read(mut explicit: Reader<'a>) -> Result<Self, Error> {
        let mut list = explicit.read(tag::SEQUENCE)?;
        explicit.finish()?;
        let mut extensions = Self::default();
        while !list.is_empty() {
            let place = list;
            let extension = Extension::read(&mut list)?;
            extensions.take(&extension, place)?;
        }
        Ok(extensions)
    }

    /// The DNS names of the subjectAltName (section 4.2.1.6), as they stand there: wildcards
    /// included, not checked for being names. Where the list cannot be read on, the error comes
    /// last.
    pub fn dns_names(&self) -> impl Iterator<Item = Result<DnsName<'a>, Error>> + use<'a> {
        self.names(2).map(|name| name.map(DnsName))
    }

    /// The IP addresses of the subjectAltName, as they stand there: four or sixteen octets, not
    /// checked for that. Where the list cannot be read on, the error comes last.
    pub fn ip_addresses(&self) -> impl Iterator<Item = Result<&'a [u8], Error>> + use<'a> {
        self.names(7)
    }

    /// The contents of the names of one form.
    fn names(&self, form: u8) -> impl Iterator<Item = Result<&'a [u8], Error>> + use<'a> {
        let mut names = Reader::new(self.subject_alt_name.unwrap_or(&[]));
        core::iter::from_fn(move || {
            while !names.is_empty() {
                match names.element() {
                    Ok(name) if name.tag == tag::implicit(form) => {
                        return Some(Ok(name.content.bytes()));
                    }
                    Ok(_) => (),
                    Err(error) => {
                        names = Reader::new(&[]);
                        return Some(Err(error));
                    }
                }
            }
            None
        })
    }

    fn take(&mut self, extension: &Extension<'a>, place: Reader<'a>) -> Result<(), Error> {
        let Extension { oid, critical, value } = *extension;
        // id-ce, 2.5.29 (RFC 5280 appendix A.2)
        let &[0x55, 0x1d, number @ 0..=127] = oid else {
            self.leave(oid, critical);
            return Ok(());
        };
        if self.has_seen(number) {
            return Err(place.error(ErrorKind::DuplicateExtension { number }));
        }
        self.critical_policies |= critical && number == CERTIFICATE_POLICIES;
        self.take_numbered(number, value).map(|known| match known {
            true => (),
            false => self.leave(oid, critical),
        })
    }

    /// Whether 2.5.29.`number` was there before; from now on it was.
    fn has_seen(&mut self, number: u8) -> bool {
        let bit = 1 << (number % 32);
        self.seen.get_mut(usize::from(number / 32)).is_some_and(|seen| {
            let before = *seen & bit != 0;
            *seen |= bit;
            before
        })
    }

    /// Whether the extension 2.5.29.`number` is one that path validation here processes.
    fn take_numbered(&mut self, number: u8, value: Reader<'a>) -> Result<bool, Error> {
        let field = match number {
            14 => Field::SubjectKeyIdentifier,
            15 => Field::KeyUsage,
            17 => Field::SubjectAltName,
            19 => Field::BasicConstraints,
            30 => Field::NameConstraints,
            // see `unknown_critical`
            CERTIFICATE_POLICIES => return Ok(true),
            CRL_DISTRIBUTION_POINTS => {
                self.crl_distribution_points = Some(value.bytes());
                // of use for a certificate of a path, and for no anchor
                return Ok(false);
            }
            35 => Field::AuthorityKeyIdentifier,
            37 => Field::ExtendedKeyUsage,
            _ => return Ok(false),
        };
        self.take_field(field, value).map(|()| true).map_err(|error| error.in_field(field))
    }

    fn take_field(&mut self, field: Field, value: Reader<'a>) -> Result<(), Error> {
        match field {
            Field::AuthorityKeyIdentifier => self.authority_key_id = read_authority_key_id(value)?,
            Field::BasicConstraints => {
                self.basic_constraints = Some(BasicConstraints::read(only(value, tag::SEQUENCE)?)?);
            }
            Field::ExtendedKeyUsage => {
                self.extended_key_usage = Some(Purposes::read(only(value, tag::SEQUENCE)?)?);
            }
            Field::KeyUsage => {
                self.key_usage = Some(KeyUsage::read(only(value, tag::BIT_STRING)?)?);
            }
            Field::NameConstraints => {
                self.name_constraints = Some(NameConstraints::read(only(value, tag::SEQUENCE)?)?);
            }
            Field::SubjectAltName => {
                self.subject_alt_name = Some(only(value, tag::SEQUENCE)?.bytes());
            }
            Field::SubjectKeyIdentifier => {
                self.subject_key_id = Some(only(value, tag::OCTET_STRING)?.bytes());
            }
            _ => (),
        }
        Ok(())
    }

    fn leave(&mut self, oid: &[u8], critical: bool) {
        if critical && self.unknown_critical.is_none() {
            self.unknown_critical = Some(ObjectIdentifier::from_content(oid));
        }
    }
}

impl<'a> Extension<'a> {
    pub(crate) fn read(list: &mut Reader<'a>) -> Result<Self, Error> {
        let mut content = list.read(tag::SEQUENCE)?;
        let oid = ObjectIdentifier::read_content(&mut content)?;
        // `critical FALSE` written out is not DER, and common: let through, as everywhere
        let critical = match content.read_optional(tag::BOOLEAN)? {
            Some(critical) => der::boolean(critical)?,
            None => false,
        };
        let value = content.read(tag::OCTET_STRING)?;
        content.finish()?;
        Ok(Self { oid, critical, value })
    }
}

impl BasicConstraints {
    /// `SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER (0..MAX) OPTIONAL }`
    fn read(mut content: Reader<'_>) -> Result<Self, Error> {
        let ca = match content.read_optional(tag::BOOLEAN)? {
            Some(ca) => der::boolean(ca)?,
            None => false,
        };
        let path_len = content.read_optional(tag::INTEGER)?.map(der::small_unsigned).transpose()?;
        content.finish()?;
        Ok(Self { ca, path_len })
    }
}

/// `SEQUENCE { [0] keyIdentifier OPTIONAL, [1] .., [2] .. }`
fn read_authority_key_id(value: Reader<'_>) -> Result<Option<&[u8]>, Error> {
    let mut content = only(value, tag::SEQUENCE)?;
    let key_id = content.read_optional(tag::implicit(0))?;
    Ok(key_id.map(|key_id| key_id.bytes()))
}

/// The content of the one element with this tag.
pub(super) fn only(mut value: Reader<'_>, tag: u8) -> Result<Reader<'_>, Error> {
    let content = value.read(tag)?;
    value.finish()?;
    Ok(content)
}
