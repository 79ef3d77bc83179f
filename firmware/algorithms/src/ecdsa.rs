use core::fmt;
use core::marker::PhantomData;

use p256::ecdsa::signature::hazmat::PrehashVerifier;
use pki_types::{AlgorithmIdentifier, InvalidSignature, SignatureVerificationAlgorithm, alg_id};
use sha2::digest::Output;
use sha2::{Digest, Sha256, Sha384};

/// ECDSA on P-256 with SHA-256
pub const P256_SHA256: &dyn SignatureVerificationAlgorithm =
    &Ecdsa::<P256, Sha256>::new(alg_id::ECDSA_P256, alg_id::ECDSA_SHA256);

/// ECDSA on P-256 with SHA-384
pub const P256_SHA384: &dyn SignatureVerificationAlgorithm =
    &Ecdsa::<P256, Sha384>::new(alg_id::ECDSA_P256, alg_id::ECDSA_SHA384);

/// ECDSA on P-384 with SHA-256
pub const P384_SHA256: &dyn SignatureVerificationAlgorithm =
    &Ecdsa::<P384, Sha256>::new(alg_id::ECDSA_P384, alg_id::ECDSA_SHA256);

/// ECDSA on P-384 with SHA-384
pub const P384_SHA384: &dyn SignatureVerificationAlgorithm =
    &Ecdsa::<P384, Sha384>::new(alg_id::ECDSA_P384, alg_id::ECDSA_SHA384);

/// ECDSA on a curve, over the digest of a message.
struct Ecdsa<C, D> {
    key: AlgorithmIdentifier,
    signature: AlgorithmIdentifier,
    marker: PhantomData<fn(C, D)>,
}

impl<C, D> Ecdsa<C, D> {
    const fn new(key: AlgorithmIdentifier, signature: AlgorithmIdentifier) -> Self {
        Self { key, signature, marker: PhantomData }
    }
}

impl<C: Curve, D: Digest> SignatureVerificationAlgorithm for Ecdsa<C, D> {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        // RFC 5480 section 2.2 leaves compressed points to the reader; ring takes none either
        match public_key.first() {
            Some(0x04) => C::verify(public_key, &digest::<D>(message), signature),
            _ => None,
        }
        .ok_or(InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        self.key
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        self.signature
    }
}

/// Its state is off the stack before the curve needs that.
#[inline(never)]
fn digest<D: Digest>(message: &[u8]) -> Output<D> {
    D::digest(message)
}

impl<C, D> fmt::Debug for Ecdsa<C, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ecdsa")
    }
}

trait Curve {
    /// `key` is an uncompressed point, `signature` the DER of an ECDSA-Sig-Value.
    fn verify(key: &[u8], digest: &[u8], signature: &[u8]) -> Option<()>;
}

struct P256;

impl Curve for P256 {
    fn verify(key: &[u8], digest: &[u8], signature: &[u8]) -> Option<()> {
        p256_key(key)?.verify_prehash(digest, &p256_signature(signature)?).ok()
    }
}

// what reading takes of the stack is free again before the curve needs that: 0.5 KB

#[inline(never)]
fn p256_key(point: &[u8]) -> Option<p256::ecdsa::VerifyingKey> {
    p256::ecdsa::VerifyingKey::from_sec1_bytes(point).ok()
}

#[inline(never)]
fn p256_signature(der: &[u8]) -> Option<p256::ecdsa::Signature> {
    p256::ecdsa::Signature::from_der(der).ok()
}

struct P384;

impl Curve for P384 {
    fn verify(key: &[u8], digest: &[u8], signature: &[u8]) -> Option<()> {
        p384_key(key)?.verify_prehash(digest, &p384_signature(signature)?).ok()
    }
}

#[inline(never)]
fn p384_key(point: &[u8]) -> Option<p384::ecdsa::VerifyingKey> {
    p384::ecdsa::VerifyingKey::from_sec1_bytes(point).ok()
}

#[inline(never)]
fn p384_signature(der: &[u8]) -> Option<p384::ecdsa::Signature> {
    p384::ecdsa::Signature::from_der(der).ok()
}
