use core::fmt;
use core::marker::PhantomData;

use pki_types::{AlgorithmIdentifier, InvalidSignature, SignatureVerificationAlgorithm, alg_id};
use rsa::pkcs1v15::Pkcs1v15Sign;
use rsa::pkcs8::AssociatedOid;
use rsa::sha2::digest::{Digest, DynDigest};
use rsa::sha2::{Sha256, Sha384, Sha512};
use rsa::traits::{PublicKeyParts, SignatureScheme};
use rsa::{BigUint, Pss, RsaPublicKey, pkcs1};

use crate::{P256_SHA256, P256_SHA384};

const PKCS1_SHA256: &dyn SignatureVerificationAlgorithm =
    &Rsa::<Sha256, Plain>::new(alg_id::RSA_PKCS1_SHA256);
const PKCS1_SHA384: &dyn SignatureVerificationAlgorithm =
    &Rsa::<Sha384, Plain>::new(alg_id::RSA_PKCS1_SHA384);
const PKCS1_SHA512: &dyn SignatureVerificationAlgorithm =
    &Rsa::<Sha512, Plain>::new(alg_id::RSA_PKCS1_SHA512);
const PSS_SHA256: &dyn SignatureVerificationAlgorithm =
    &Rsa::<Sha256, Salted>::new(alg_id::RSA_PSS_SHA256);
const PSS_SHA384: &dyn SignatureVerificationAlgorithm =
    &Rsa::<Sha384, Salted>::new(alg_id::RSA_PSS_SHA384);
const PSS_SHA512: &dyn SignatureVerificationAlgorithm =
    &Rsa::<Sha512, Salted>::new(alg_id::RSA_PSS_SHA512);

/// RSA with keys of 2048 to 8192 bits, PKCS #1 v1.5 and PSS
pub static RSA: &[&dyn SignatureVerificationAlgorithm] =
    &[PKCS1_SHA256, PKCS1_SHA384, PKCS1_SHA512, PSS_SHA256, PSS_SHA384, PSS_SHA512];

/// What most devices with an RSA root need
pub static P256_AND_RSA: &[&dyn SignatureVerificationAlgorithm] =
    &[P256_SHA256, P256_SHA384, PKCS1_SHA256, PKCS1_SHA384, PKCS1_SHA512, PSS_SHA256];

/// The sizes of keys that ring takes too.
const KEY_BYTES: core::ops::RangeInclusive<usize> = 256..=1024;

/// RSA with a padding, over the digest of a message.
struct Rsa<D, P> {
    signature: AlgorithmIdentifier,
    marker: PhantomData<fn(D, P)>,
}

impl<D, P> Rsa<D, P> {
    const fn new(signature: AlgorithmIdentifier) -> Self {
        Self { signature, marker: PhantomData }
    }
}

impl<D: Digest, P: Padding<D>> SignatureVerificationAlgorithm for Rsa<D, P> {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        let key = read_key(public_key).ok_or(InvalidSignature)?;
        let verified = P::scheme().verify(&key, &D::digest(message), signature);
        verified.map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::RSA_ENCRYPTION
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        self.signature
    }
}

/// A key from the DER of an RSAPublicKey (RFC 8017 appendix A.1.1).
fn read_key(der: &[u8]) -> Option<RsaPublicKey> {
    let key = pkcs1::RsaPublicKey::try_from(der).ok()?;
    let modulus = BigUint::from_bytes_be(key.modulus.as_bytes());
    let exponent = BigUint::from_bytes_be(key.public_exponent.as_bytes());
    let key = RsaPublicKey::new_with_max_size(modulus, exponent, KEY_BYTES.end() * 8).ok()?;
    KEY_BYTES.contains(&key.size()).then_some(key)
}

impl<D, P> fmt::Debug for Rsa<D, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rsa")
    }
}

trait Padding<D> {
    fn scheme() -> impl SignatureScheme;
}

/// PKCS #1 v1.5
struct Plain;

impl<D: Digest + AssociatedOid> Padding<D> for Plain {
    fn scheme() -> impl SignatureScheme {
        Pkcs1v15Sign::new::<D>()
    }
}

/// PSS, with a salt as long as the digest
struct Salted;

impl<D: Digest + DynDigest + Send + Sync + 'static> Padding<D> for Salted {
    fn scheme() -> impl SignatureScheme {
        Pss::new::<D>()
    }
}
