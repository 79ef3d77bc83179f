use core::fmt;

use super::{Certificate, Error, Field, ObjectIdentifier};
use crate::der::{Reader, tag};

/// The algorithm that a certificate is signed by, as far as it has a name here.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SignatureAlgorithm {
    /// DSA (RFC 5758 section 3.1)
    Dsa(Hash),
    /// ECDSA (RFC 5758 section 3.2)
    Ecdsa(Hash),
    /// Ed25519 (RFC 8410 section 6)
    Ed25519,
    /// Ed448 (RFC 8410 section 6)
    Ed448,
    /// Another algorithm.
    Other(ObjectIdentifier),
    /// RSASSA-PKCS1-v1_5 (RFC 8017 appendix A.2.4)
    RsaPkcs1(Hash),
    /// RSASSA-PSS (RFC 4055 section 3.1), with the hash of its parameters
    RsaPss(Hash),
}

/// A hash function.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Hash {
    /// MD2
    Md2,
    /// MD5
    Md5,
    /// SHA-1
    Sha1,
    /// SHA-224
    Sha224,
    /// SHA-256
    Sha256,
    /// SHA-384
    Sha384,
    /// SHA-512
    Sha512,
    /// Another one.
    Other,
}

impl Certificate<'_> {
    /// The algorithm that the certificate says it is signed by (RFC 5280 section 4.1.1.2), with the
    /// hash that it uses.
    ///
    /// # Errors
    ///
    /// Where it does not begin with an object identifier, or the parameters of RSASSA-PSS cannot be
    /// read.
    pub fn signature(&self) -> Result<SignatureAlgorithm, Error> {
        SignatureAlgorithm::read(self.signature_algorithm)
            .map_err(|error| error.in_field(Field::SignatureAlgorithm))
    }
}

impl SignatureAlgorithm {
    fn read(mut algorithm: Reader<'_>) -> Result<Self, Error> {
        let oid = ObjectIdentifier::read_content(&mut algorithm)?;
        Ok(match oid {
            // pkcs-1, 1.2.840.113549.1.1
            [42, 134, 72, 134, 247, 13, 1, 1, 10] => Self::RsaPss(read_pss_hash(algorithm)?),
            &[42, 134, 72, 134, 247, 13, 1, 1, number] => Self::rsa_pkcs1(number, oid),
            // ansi-X9-62 signatures, 1.2.840.10045.4
            [42, 134, 72, 206, 61, 4, 1] => Self::Ecdsa(Hash::Sha1),
            [42, 134, 72, 206, 61, 4, 3, 1] => Self::Ecdsa(Hash::Sha224),
            [42, 134, 72, 206, 61, 4, 3, 2] => Self::Ecdsa(Hash::Sha256),
            [42, 134, 72, 206, 61, 4, 3, 3] => Self::Ecdsa(Hash::Sha384),
            [42, 134, 72, 206, 61, 4, 3, 4] => Self::Ecdsa(Hash::Sha512),
            // id-dsa-with-sha1, 1.2.840.10040.4.3
            [42, 134, 72, 206, 56, 4, 3] => Self::Dsa(Hash::Sha1),
            // id-dsa-with-sha2, 2.16.840.1.101.3.4.3
            [96, 134, 72, 1, 101, 3, 4, 3, 1] => Self::Dsa(Hash::Sha224),
            [96, 134, 72, 1, 101, 3, 4, 3, 2] => Self::Dsa(Hash::Sha256),
            [43, 101, 112] => Self::Ed25519,
            [43, 101, 113] => Self::Ed448,
            _ => Self::Other(ObjectIdentifier::from_content(oid)),
        })
    }

    fn rsa_pkcs1(number: u8, oid: &[u8]) -> Self {
        Self::RsaPkcs1(match number {
            2 => Hash::Md2,
            4 => Hash::Md5,
            5 => Hash::Sha1,
            14 => Hash::Sha224,
            11 => Hash::Sha256,
            12 => Hash::Sha384,
            13 => Hash::Sha512,
            _ => return Self::Other(ObjectIdentifier::from_content(oid)),
        })
    }
}

/// `RSASSA-PSS-params ::= SEQUENCE { hashAlgorithm [0] EXPLICIT DEFAULT sha1, .. }`
fn read_pss_hash(mut algorithm: Reader<'_>) -> Result<Hash, Error> {
    let mut parameters = algorithm.read(tag::SEQUENCE)?;
    let Some(mut hash) = parameters.read_optional(tag::constructed(0))? else {
        return Ok(Hash::Sha1);
    };
    let mut hash = hash.read(tag::SEQUENCE)?;
    Ok(match ObjectIdentifier::read_content(&mut hash)? {
        // 1.3.14.3.2.26
        [43, 14, 3, 2, 26] => Hash::Sha1,
        // nistAlgorithm hashAlgs, 2.16.840.1.101.3.4.2
        [96, 134, 72, 1, 101, 3, 4, 2, 1] => Hash::Sha256,
        [96, 134, 72, 1, 101, 3, 4, 2, 2] => Hash::Sha384,
        [96, 134, 72, 1, 101, 3, 4, 2, 3] => Hash::Sha512,
        [96, 134, 72, 1, 101, 3, 4, 2, 4] => Hash::Sha224,
        _ => Hash::Other,
    })
}

/// As Java names them: `SHA256withRSA`, `RSASSA-PSS with SHA384`.
impl fmt::Display for SignatureAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dsa(hash) => write!(f, "{hash}withDSA"),
            Self::Ecdsa(hash) => write!(f, "{hash}withECDSA"),
            Self::Ed25519 => f.write_str("Ed25519"),
            Self::Ed448 => f.write_str("Ed448"),
            Self::Other(oid) => write!(f, "algorithm {oid}"),
            Self::RsaPkcs1(hash) => write!(f, "{hash}withRSA"),
            Self::RsaPss(hash) => write!(f, "RSASSA-PSS with {hash}"),
        }
    }
}

impl Hash {
    /// Its name without a hyphen: `SHA256`
    pub const fn name(self) -> &'static str {
        match self {
            Self::Md2 => "MD2",
            Self::Md5 => "MD5",
            Self::Sha1 => "SHA1",
            Self::Sha224 => "SHA224",
            Self::Sha256 => "SHA256",
            Self::Sha384 => "SHA384",
            Self::Sha512 => "SHA512",
            Self::Other => "another hash",
        }
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
