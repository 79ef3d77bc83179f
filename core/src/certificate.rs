//! A certificate (RFC 5280 section 4.1), read once into a view that borrows its bytes.
//!
//! The same view reads a root when it is baked and an explicit CA when a context starts, so both
//! give the same anchor. It decides nothing: which certificate may be trusted for what is said in
//! [`constraints`](crate::constraints) and, with the feature `verify`, in `path`.
//!
//! ```
//! use rootbake_core::certificate::{Certificate, ErrorKind};
//!
//! let error = Certificate::from_der(&[0x30, 0x80]).unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::IndefiniteLength);
//! assert_eq!(
//!     error.to_string(),
//!     "certificate has an indefinite length: this is BER, expected DER (byte 0)",
//! );
//! ```

mod auxiliary;
mod error;
mod error_kind;
mod extensions;
mod key;
mod name;
mod name_constraints;
mod oid;
mod signature;
mod time;
mod usage;

pub use auxiliary::Auxiliary;
pub use error::{Error, Field};
pub use error_kind::ErrorKind;
#[cfg(feature = "verify")]
pub(crate) use extensions::Extension;
pub use extensions::{BasicConstraints, DnsName, Extensions};
pub use key::{Curve, PublicKey, SubjectPublicKeyInfo};
pub use name::{AttributeValue, Name};
pub use name_constraints::{NameConstraints, NameForm};
pub use oid::ObjectIdentifier;
pub use signature::{Hash, SignatureAlgorithm};
pub use time::{Time, Validity};
pub use usage::{KeyUsage, Purposes};

use pki_types::{Der, TrustAnchor};

use crate::der::{self, Reader, tag};

/// The SHA-256 of a certificate's DER.
pub type Fingerprint = [u8; 32];

/// The SHA-256 of some bytes.
#[cfg(feature = "sha256")]
pub fn sha256(bytes: &[u8]) -> Fingerprint {
    hmac_sha256::Hash::hash(bytes)
}

/// A certificate, as it stands in its DER.
///
/// Its signature is not verified, and nothing is compared with a clock.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Certificate<'a> {
    /// All of it, tag and length included
    pub der: &'a [u8],
    /// `version`
    pub version: Version,
    /// Content of `serialNumber`: two's complement, big-endian. It may be zero, negative or longer
    /// than 20 bytes: such roots are trusted widely.
    pub serial: &'a [u8],
    /// Content of `signature`, an AlgorithmIdentifier
    signature_algorithm: Reader<'a>,
    /// `issuer`
    pub issuer: Name<'a>,
    /// `validity`
    pub validity: Validity,
    /// `subject`
    pub subject: Name<'a>,
    /// `subjectPublicKeyInfo`
    pub spki: SubjectPublicKeyInfo<'a>,
    /// `extensions`
    pub extensions: Extensions<'a>,
}

/// The version of a certificate (RFC 5280 section 4.1.2.1)
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Version {
    /// No extensions
    V1 = 1,
    /// Unique identifiers
    V2 = 2,
    /// Extensions
    V3 = 3,
}

impl<'a> Certificate<'a> {
    /// Reads a DER certificate that takes up all of `der`.
    ///
    /// Costs about two hundred nanoseconds and no memory.
    ///
    /// # Errors
    ///
    /// Where the bytes are not the DER of a certificate; an extension that bears on trust and
    /// cannot be read makes the whole certificate unreadable. Two liberties are taken, as everyone
    /// takes them: FALSE may be written out where it is the default, and GeneralizedTime may be
    /// used before 2050.
    pub fn from_der(der: &'a [u8]) -> Result<Self, Error> {
        let mut outer = Reader::new(der);
        let mut signed = outer.read_large(tag::SEQUENCE)?;
        outer.finish()?;
        let mut tbs = signed.read_large(tag::SEQUENCE)?;
        let algorithm = signed
            .read(tag::SEQUENCE)
            .map_err(|error| error.in_field(Field::SignatureAlgorithm))?;
        der::bit_string(signed.read_large(tag::BIT_STRING)?)?;
        signed.finish()?;
        Self::read_tbs(der, &mut tbs, algorithm)
    }

    fn read_tbs(der: &'a [u8], tbs: &mut Reader<'a>, algorithm: Reader<'a>) -> Result<Self, Error> {
        let version = Version::read(tbs).map_err(|error| error.in_field(Field::Version))?;
        let serial = read_serial(tbs).map_err(|error| error.in_field(Field::SerialNumber))?;
        read_algorithm(tbs, algorithm)
            .map_err(|error| error.in_field(Field::SignatureAlgorithm))?;
        let issuer = read_name(tbs, None).map_err(|error| error.in_field(Field::Issuer))?;
        Ok(Self {
            der,
            version,
            serial,
            signature_algorithm: algorithm,
            issuer,
            validity: Validity::read(tbs)?,
            subject: read_name(tbs, Some(issuer))
                .map_err(|error| error.in_field(Field::Subject))?,
            spki: read_spki(tbs).map_err(|error| error.in_field(Field::SubjectPublicKeyInfo))?,
            extensions: read_extensions(tbs, version)?,
        })
    }

    /// Issuer and subject of a DER certificate, without reading what stands behind them.
    ///
    /// # Errors
    ///
    /// Where the bytes up to the subject are not those of a certificate.
    pub fn names_of(der: &'a [u8]) -> Result<(Name<'a>, Name<'a>), Error> {
        let mut tbs = Reader::new(der).read(tag::SEQUENCE)?.read(tag::SEQUENCE)?;
        Version::read(&mut tbs)?;
        tbs.read(tag::INTEGER)?;
        tbs.read(tag::SEQUENCE)?;
        let issuer = tbs.read(tag::SEQUENCE)?;
        tbs.read(tag::SEQUENCE)?;
        let subject = tbs.read(tag::SEQUENCE)?;
        Ok((Name::from_content(issuer.bytes()), Name::from_content(subject.bytes())))
    }

    /// The certificate as webpki knows an anchor: name, key and name constraints. It borrows.
    ///
    /// What else limits it is in [`Constraints::of`](crate::constraints::Constraints::of).
    pub fn trust_anchor(&self) -> TrustAnchor<'a> {
        TrustAnchor {
            subject: Der::from_slice(self.subject.as_bytes()),
            subject_public_key_info: Der::from_slice(self.spki.as_bytes()),
            name_constraints: self
                .extensions
                .name_constraints
                .map(|constraints| Der::from_slice(constraints.as_bytes())),
        }
    }

    /// The algorithm that the certificate says it is signed by (RFC 5280 section 4.1.1.2).
    ///
    /// # Errors
    ///
    /// Where it is not an object identifier.
    pub fn signature_algorithm(&self) -> Result<ObjectIdentifier, Error> {
        ObjectIdentifier::read(&mut { self.signature_algorithm })
            .map_err(|error| error.in_field(Field::SignatureAlgorithm))
    }

    /// Whether issuer and subject are the same bytes.
    pub fn is_self_issued(&self) -> bool {
        self.issuer == self.subject
    }

    /// Whether it is self-issued, and not by a former key of the same name: then the two key
    /// identifiers differ. Its signature is not verified.
    pub fn is_own_issuer(&self) -> bool {
        let rolled_over = match (self.extensions.authority_key_id, self.extensions.subject_key_id) {
            (Some(authority), Some(subject)) => authority != subject,
            _ => false,
        };
        self.is_self_issued() && !rolled_over
    }

    /// The SHA-256 of [`der`](Self::der); 118 roots take about 0.1 ms.
    #[cfg(feature = "sha256")]
    pub fn fingerprint(&self) -> Fingerprint {
        sha256(self.der)
    }
}

impl Version {
    /// `[0] EXPLICIT INTEGER DEFAULT v1`
    fn read(tbs: &mut Reader<'_>) -> Result<Self, Error> {
        const USUAL: [u8; 5] = [tag::constructed(0), 3, tag::INTEGER, 1, 2];
        if tbs.bytes().starts_with(&USUAL) {
            tbs.skip(USUAL.len());
            return Ok(Self::V3);
        }
        let Some(mut explicit) = tbs.read_optional(tag::constructed(0))? else {
            return Ok(Self::V1);
        };
        let place = explicit;
        let version = der::small_unsigned(explicit.read(tag::INTEGER)?)?;
        explicit.finish()?;
        match version {
            1 => Ok(Self::V2),
            2 => Ok(Self::V3),
            // DER leaves a default out (X.690 section 11.5)
            0 => Err(place.error(ErrorKind::DefaultWrittenOut)),
            other => {
                Err(place.error(ErrorKind::UnsupportedVersion { found: u16::from(other) + 1 }))
            }
        }
    }
}

fn read_serial<'a>(tbs: &mut Reader<'a>) -> Result<&'a [u8], Error> {
    der::integer(tbs.read(tag::INTEGER)?)
}

/// RFC 5280 section 4.1.2.3: the same as behind the signed part
fn read_algorithm(tbs: &mut Reader<'_>, outer: Reader<'_>) -> Result<(), Error> {
    let inner = tbs.read(tag::SEQUENCE)?;
    match inner.bytes() == outer.bytes() {
        true => Ok(()),
        false => Err(inner.error(ErrorKind::AlgorithmMismatch)),
    }
}

/// A name that is the same as the one `checked` before needs no second check: of most anchors, issuer and subject are.
fn read_name<'a>(tbs: &mut Reader<'a>, checked: Option<Name<'a>>) -> Result<Name<'a>, Error> {
    let content = tbs.read(tag::SEQUENCE)?;
    let name = Name::from_content(content.bytes());
    if checked != Some(name) {
        Name::check(content)?;
    }
    Ok(name)
}

fn read_spki<'a>(tbs: &mut Reader<'a>) -> Result<SubjectPublicKeyInfo<'a>, Error> {
    let content = tbs.read_large(tag::SEQUENCE)?;
    Ok(SubjectPublicKeyInfo::from_content(content.bytes()))
}

/// `issuerUniqueID [1], subjectUniqueID [2], extensions [3]`: all optional, none in version 1,
/// extensions in version 3 only
fn read_extensions<'a>(tbs: &mut Reader<'a>, version: Version) -> Result<Extensions<'a>, Error> {
    for n in [1, 2] {
        let place = *tbs;
        if tbs.read_optional(tag::implicit(n))?.is_some() && version < Version::V2 {
            return Err(place
                .error(ErrorKind::FieldNeedsNewerVersion)
                .in_field(Field::UniqueIdentifier));
        }
    }
    let place = *tbs;
    let extensions = match tbs.read_optional(tag::constructed(3))? {
        None => Ok(Extensions::default()),
        Some(_) if version < Version::V3 => Err(place.error(ErrorKind::FieldNeedsNewerVersion)),
        Some(explicit) => Extensions::read(explicit),
    };
    let extensions = extensions.map_err(|error| error.in_field(Field::Extensions))?;
    tbs.finish()?;
    Ok(extensions)
}
