use std::borrow::Cow;

use rootbake_core::certificate::{
    Certificate, Error, PublicKey, SignatureAlgorithm, SubjectPublicKeyInfo,
};

use super::Rule;
use super::curves::NamedCurve;
use crate::key_manager::Schemes;

/// One certificate of a chain, as rules see it.
#[derive(Debug)]
pub(crate) struct Link<'a> {
    /// Its place in the chain, the end entity being number 1
    pub(crate) number: usize,
    pub(crate) certificate: Certificate<'a>,
    /// How it is signed; `None` where that does not count
    pub(crate) signature: Option<Signed>,
    pub(super) key: KeyNames,
}

/// How a certificate is signed.
#[derive(Debug)]
pub(crate) struct Signed {
    algorithm: SignatureAlgorithm,
    /// What Java calls it
    pub(super) name: String,
    /// What TLS calls it
    pub(crate) schemes: Schemes,
}

/// What a key is called, and how large it is.
#[derive(Debug)]
pub(super) struct KeyNames {
    pub(super) names: [Cow<'static, str>; 2],
    pub(super) curve: Option<&'static NamedCurve>,
    pub(super) bits: Option<u32>,
}

impl<'a> Link<'a> {
    /// A certificate that a key has signed.
    ///
    /// # Errors
    ///
    /// Where its signature algorithm cannot be read.
    pub(crate) fn signed(
        number: usize,
        certificate: Certificate<'a>,
        by: SubjectPublicKeyInfo<'_>,
    ) -> Result<Self, Error> {
        let algorithm = certificate.signature()?;
        let name = match algorithm {
            SignatureAlgorithm::Other(oid) => oid.to_string(),
            SignatureAlgorithm::RsaPss(hash) => format!("{hash}withRSASSA-PSS"),
            other => other.to_string(),
        };
        let schemes = Schemes::of_signature(algorithm, KeyNames::of(by).is_pss());
        let signature = Some(Signed { algorithm, name, schemes });
        Ok(Self { signature, ..Self::unsigned(number, certificate) })
    }

    /// A certificate whose signature does not count.
    pub(crate) fn unsigned(number: usize, certificate: Certificate<'a>) -> Self {
        Self { number, certificate, signature: None, key: KeyNames::of(certificate.spki) }
    }

    /// Why a rule denies it.
    pub(crate) fn denied_by(&self, rule: &Rule) -> String {
        format!("{}: {}, which the rule `{rule}` denies", self.title(), self.algorithms())
    }

    pub(crate) fn title(&self) -> String {
        let subject = self.certificate.subject.to_string();
        format!("certificate {} of the chain ({subject:?})", self.number)
    }

    pub(crate) fn algorithms(&self) -> String {
        let key = self.certificate.spki.key();
        let key = key.map_or_else(|_| "key that cannot be read".to_owned(), |key| key.to_string());
        match &self.signature {
            Some(Signed { algorithm, .. }) => format!("found signature {algorithm}, key {key}"),
            None => format!("found key {key}"),
        }
    }
}

impl KeyNames {
    /// Of an RSA key, whether it is for RSASSA-PSS alone.
    fn is_pss(&self) -> Option<bool> {
        let [name, _] = &self.names;
        match name.as_ref() {
            "RSA" => Some(false),
            "RSASSA-PSS" => Some(true),
            _ => None,
        }
    }

    /// Of a key that can be read; what cannot is called nothing, and has no size.
    fn of(spki: SubjectPublicKeyInfo<'_>) -> Self {
        let modulus = spki.modulus_bits().ok().flatten();
        let named = |name: &'static str, other: &'static str, bits| Self {
            names: [Cow::Borrowed(name), Cow::Borrowed(other)],
            curve: None,
            bits,
        };
        match spki.key() {
            Ok(PublicKey::Rsa { bits, .. }) => named("RSA", "RSA", Some(bits)),
            Ok(PublicKey::Ec(curve) | PublicKey::CompressedEc(curve)) => {
                let curve = NamedCurve::of(curve);
                Self { curve, ..named("EC", "EC", curve.map(|curve| curve.bits)) }
            }
            Ok(PublicKey::ExplicitCurve) => named("EC", "EC", None),
            Ok(PublicKey::Ed25519) => named("Ed25519", "EdDSA", Some(255)),
            Ok(PublicKey::Ed448) => named("Ed448", "EdDSA", Some(448)),
            Ok(PublicKey::Other(oid)) => match oid.as_bytes() {
                [42, 134, 72, 134, 247, 13, 1, 1, 10] => named("RSASSA-PSS", "RSASSA-PSS", modulus),
                [42, 134, 72, 206, 56, 4, 1] => named("DSA", "DSA", modulus),
                [96, 134, 72, 1, 101, 3, 4, 3, 17] => named("ML-DSA-44", "ML-DSA", None),
                [96, 134, 72, 1, 101, 3, 4, 3, 18] => named("ML-DSA-65", "ML-DSA", None),
                [96, 134, 72, 1, 101, 3, 4, 3, 19] => named("ML-DSA-87", "ML-DSA", None),
                _ => {
                    let name = oid.to_string();
                    let names = [Cow::Owned(name.clone()), Cow::Owned(name)];
                    Self { names, curve: None, bits: None }
                }
            },
            Err(_) => named("", "", None),
        }
    }
}
