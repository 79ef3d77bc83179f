use core::fmt;

use super::{Error, ErrorKind, Field, ObjectIdentifier};
use crate::der::{self, Reader, tag};

/// A SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7), borrowed; the key in it is looked at only
/// when asked for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SubjectPublicKeyInfo<'a>(&'a [u8]);

impl<'a> SubjectPublicKeyInfo<'a> {
    /// From the DER content of a SubjectPublicKeyInfo, without the SEQUENCE header, as
    /// [`TrustAnchor`](pki_types::TrustAnchor) has it. Nothing is checked.
    pub const fn from_content(content: &'a [u8]) -> Self {
        Self(content)
    }

    /// The DER content of the SubjectPublicKeyInfo, without the SEQUENCE header.
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }

    /// The DER content of its AlgorithmIdentifier, without the SEQUENCE header, as
    /// [`SignatureVerificationAlgorithm`](pki_types::SignatureVerificationAlgorithm) names the
    /// keys that it takes.
    ///
    /// # Errors
    ///
    /// Where it does not begin with one.
    pub fn algorithm(&self) -> Result<&'a [u8], Error> {
        Ok(Reader::new(self.0).read(tag::SEQUENCE)?.bytes())
    }

    /// The bits of the key, as
    /// [`SignatureVerificationAlgorithm`](pki_types::SignatureVerificationAlgorithm) takes them.
    ///
    /// # Errors
    ///
    /// Where it is not an algorithm identifier with a bit string.
    pub fn bits(&self) -> Result<&'a [u8], Error> {
        let mut info = Reader::new(self.0);
        info.read(tag::SEQUENCE)?;
        let (bits, _) = der::bit_string(info.read(tag::BIT_STRING)?)?;
        info.finish()?;
        Ok(bits)
    }

    /// What kind of key it is and how strong.
    ///
    /// # Errors
    ///
    /// Where it is not an algorithm identifier with a bit string, or the RSA key inside is not one.
    pub fn key(&self) -> Result<PublicKey, Error> {
        PublicKey::read(Reader::new(self.0))
            .map_err(|error| error.in_field(Field::SubjectPublicKeyInfo))
    }

    /// The bits of a modulus: of an RSA key, also of one for RSASSA-PSS alone (RFC 4055 section
    /// 1.2), or of a DSA key (RFC 3279 section 2.3.2). `None` for other keys.
    ///
    /// # Errors
    ///
    /// Where such a key has no modulus that can be read.
    pub fn modulus_bits(&self) -> Result<Option<u32>, Error> {
        read_modulus_bits(Reader::new(self.0))
            .map_err(|error| error.in_field(Field::SubjectPublicKeyInfo))
    }
}

fn read_modulus_bits(mut info: Reader<'_>) -> Result<Option<u32>, Error> {
    let mut algorithm = info.read(tag::SEQUENCE)?;
    let mut key = match ObjectIdentifier::read_content(&mut algorithm)? {
        // rsaEncryption and id-RSASSA-PSS, 1.2.840.113549.1.1
        [42, 134, 72, 134, 247, 13, 1, 1, 1 | 10] => {
            let mut bits = info.read(tag::BIT_STRING)?;
            bits.skip(1);
            bits.read(tag::SEQUENCE)?
        }
        // id-dsa, 1.2.840.10040.4.1: p stands in the parameters
        [42, 134, 72, 206, 56, 4, 1] => algorithm.read(tag::SEQUENCE)?,
        _ => return Ok(None),
    };
    der::unsigned(key.read(tag::INTEGER)?).map(|modulus| Some(bit_length(modulus)))
}

/// Kind and strength of a public key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PublicKey {
    /// An elliptic curve key on a named curve, its point compressed (RFC 5480 section 2.2): few
    /// crypto providers take it.
    CompressedEc(Curve),
    /// An elliptic curve key on a named curve (RFC 5480 section 2.1.1).
    Ec(Curve),
    /// Ed25519 (RFC 8410)
    Ed25519,
    /// Ed448 (RFC 8410)
    Ed448,
    /// An elliptic curve key with its curve spelled out, which RFC 5480 forbids.
    ExplicitCurve,
    /// Another algorithm.
    Other(ObjectIdentifier),
    /// An RSA key (RFC 3279 section 2.3.1).
    Rsa {
        /// bits of the modulus
        bits: u32,
        /// the public exponent; of one longer than 64 bits, the largest even or odd number of 64
        exponent: u64,
    },
}

/// A named curve (RFC 5480 section 2.1.1.1).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Curve {
    /// secp256r1
    P256,
    /// secp384r1
    P384,
    /// secp521r1
    P521,
    /// Another curve.
    Other(ObjectIdentifier),
}

impl PublicKey {
    fn read(mut info: Reader<'_>) -> Result<Self, Error> {
        let mut algorithm = info.read(tag::SEQUENCE)?;
        let oid = ObjectIdentifier::read_content(&mut algorithm)?;
        let bits = info.read_large(tag::BIT_STRING)?;
        let (point, _) = der::bit_string(bits)?;
        info.finish()?;
        Ok(match oid {
            // 1.2.840.113549.1.1.1
            [42, 134, 72, 134, 247, 13, 1, 1, 1] => Self::read_rsa(bits)?,
            // 1.2.840.10045.2.1
            [42, 134, 72, 206, 61, 2, 1] => match (algorithm.next_is(tag::OID), point) {
                (false, _) => Self::ExplicitCurve,
                (true, [0x04, ..]) => Self::Ec(Curve::read(&mut algorithm)?),
                (true, [0x02 | 0x03, ..]) => Self::CompressedEc(Curve::read(&mut algorithm)?),
                // the point at infinity among them
                _ => return Err(bits.error(ErrorKind::BadPoint)),
            },
            [43, 101, 112] => Self::Ed25519,
            [43, 101, 113] => Self::Ed448,
            _ => Self::Other(ObjectIdentifier::from_content(oid)),
        })
    }

    /// `RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER }`, neither negative
    fn read_rsa(mut bits: Reader<'_>) -> Result<Self, Error> {
        bits.skip(1);
        let mut key = bits.read_large(tag::SEQUENCE)?;
        let modulus = der::unsigned(key.read_large(tag::INTEGER)?)?;
        let exponent = der::unsigned(key.read(tag::INTEGER)?)?;
        key.finish()?;
        Ok(Self::Rsa {
            bits: bit_length(modulus),
            exponent: match exponent {
                [_, _, _, _, _, _, _, _, .., last] => u64::MAX - u64::from(last % 2 == 0),
                short => short.iter().fold(0, |value, &byte| value << 8 | u64::from(byte)),
            },
        })
    }
}

/// Of a number without leading zero octets
fn bit_length(number: &[u8]) -> u32 {
    let Some((first, rest)) = number.split_first() else {
        return 0;
    };
    let rest = u32::try_from(rest.len()).unwrap_or(u32::MAX).min(u32::MAX / 8 - 1);
    rest * 8 + (u8::BITS - first.leading_zeros())
}

impl Curve {
    fn read(parameters: &mut Reader<'_>) -> Result<Self, Error> {
        Ok(match ObjectIdentifier::read_content(parameters)? {
            [42, 134, 72, 206, 61, 3, 1, 7] => Self::P256,
            [43, 129, 4, 0, 34] => Self::P384,
            [43, 129, 4, 0, 35] => Self::P521,
            other => Self::Other(ObjectIdentifier::from_content(other)),
        })
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CompressedEc(curve) => write!(f, "EC {curve}, compressed"),
            Self::Ec(curve) => write!(f, "EC {curve}"),
            Self::Ed25519 => f.write_str("Ed25519"),
            Self::Ed448 => f.write_str("Ed448"),
            Self::ExplicitCurve => f.write_str("EC with explicit parameters"),
            Self::Other(oid) => write!(f, "algorithm {oid}"),
            Self::Rsa { bits, .. } => write!(f, "RSA {bits}"),
        }
    }
}

impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::P256 => f.write_str("P-256"),
            Self::P384 => f.write_str("P-384"),
            Self::P521 => f.write_str("P-521"),
            Self::Other(oid) => write!(f, "on curve {oid}"),
        }
    }
}
