use core::fmt;
use core::marker::PhantomData;

use ecdsa::hazmat::bits2field;
use p256::elliptic_curve::ff::PrimeField;
use p256::elliptic_curve::group::Group;
use p256::elliptic_curve::ops::{Invert, Reduce};
use p256::elliptic_curve::point::AffineCoordinates;
use p384::ecdsa::signature::hazmat::PrehashVerifier;
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
        let ([of_base, of_key], r) = p256_factors(digest, signature)?;
        let x = p256_sum(&of_base, &of_key, p256_key(key)?)?;
        (p256::Scalar::reduce_bytes(&x) == r).then_some(())
    }
}

// in functions of their own: what each takes of the stack is free again before the next

#[inline(never)]
fn p256_key(point: &[u8]) -> Option<p256::ProjectivePoint> {
    let key = p256::PublicKey::from_sec1_bytes(point).ok()?;
    Some(key.to_projective())
}

/// By what the base point and the key are multiplied, and what the x-coordinate of the sum must be:
/// steps 3 to 5 of FIPS 186-5 section 6.4.2.
#[inline(never)]
fn p256_factors(digest: &[u8], signature: &[u8]) -> Option<([p256::FieldBytes; 2], p256::Scalar)> {
    let (r, s) = p256::ecdsa::Signature::from_der(signature).ok()?.split_scalars();
    let hash = p256::Scalar::reduce_bytes(&bits2field::<p256::NistP256>(digest).ok()?);
    let inverse = *s.invert_vartime();
    Some(([(hash * inverse).to_repr(), (*r * inverse).to_repr()], *r))
}

/// The x-coordinate of both products' sum, bit by bit for both at once: without the tables of the
/// products, which take 1.5 KB of the stack. All of it is public, so that its time may tell of it.
#[inline(never)]
fn p256_sum(
    of_base: &p256::FieldBytes,
    of_key: &p256::FieldBytes,
    key: p256::ProjectivePoint,
) -> Option<p256::FieldBytes> {
    let base = p256::ProjectivePoint::GENERATOR;
    let both = base + key;
    let mut sum = p256::ProjectivePoint::IDENTITY;
    for (of_base, of_key) in of_base.iter().zip(of_key) {
        for bit in (0..8).rev() {
            sum = sum.double();
            match (of_base >> bit & 1, of_key >> bit & 1) {
                (0, 0) => (),
                (_, 0) => sum += &base,
                (0, _) => sum += &key,
                _ => sum += &both,
            }
        }
    }
    let is_identity = bool::from(sum.is_identity());
    (!is_identity).then(|| sum.to_affine().x())
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
