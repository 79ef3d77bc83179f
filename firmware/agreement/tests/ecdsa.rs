//! The arithmetic of `firmware-algorithms` beside that of the crate it is made of.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails by panicking")]

use firmware_algorithms::{P256_SHA256, P256_SHA384, P384_SHA256, P384_SHA384};
use p256::ecdsa::signature::hazmat::PrehashSigner;
use rootbake::pki_types::SignatureVerificationAlgorithm;
use sha2::{Digest, Sha256, Sha384};

/// A key, a message and its signatures, of a seed.
fn signed<S>(
    seed: u8,
    digest: &[u8],
    key: fn(&[u8]) -> (S, Vec<u8>),
    der: fn(&S, &[u8]) -> Vec<u8>,
    size: usize,
) -> (Vec<u8>, Vec<u8>) {
    let mut secret = vec![0x5a; size];
    secret[size - 1] = seed;
    let (key, public) = key(&secret);
    let signature = der(&key, digest);
    (public, signature)
}

fn p256_key(secret: &[u8]) -> (p256::ecdsa::SigningKey, Vec<u8>) {
    let key = p256::ecdsa::SigningKey::from_slice(secret).unwrap();
    let public = key.verifying_key().to_encoded_point(false).as_bytes().to_vec();
    (key, public)
}

fn p256_der(key: &p256::ecdsa::SigningKey, digest: &[u8]) -> Vec<u8> {
    let signature: p256::ecdsa::Signature = key.sign_prehash(digest).unwrap();
    signature.to_der().as_bytes().to_vec()
}

fn p384_key(secret: &[u8]) -> (p384::ecdsa::SigningKey, Vec<u8>) {
    let key = p384::ecdsa::SigningKey::from_slice(secret).unwrap();
    let public = key.verifying_key().to_encoded_point(false).as_bytes().to_vec();
    (key, public)
}

fn p384_der(key: &p384::ecdsa::SigningKey, digest: &[u8]) -> Vec<u8> {
    let signature: p384::ecdsa::Signature = key.sign_prehash(digest).unwrap();
    signature.to_der().as_bytes().to_vec()
}

/// The good signature is taken, and none over another message, of another key, or that differs in
/// a bit.
fn hold(
    algorithm: &dyn SignatureVerificationAlgorithm,
    sign: impl Fn(u8, &[u8]) -> (Vec<u8>, Vec<u8>),
) {
    for seed in 1..4 {
        let message = vec![seed; usize::from(seed) * 37];
        let (key, signature) = sign(seed, &message);
        assert!(algorithm.verify_signature(&key, &message, &signature).is_ok(), "{seed}");
        assert!(algorithm.verify_signature(&key, &message[1..], &signature).is_err());
        let (other, _) = sign(seed + 1, &message);
        assert!(algorithm.verify_signature(&other, &message, &signature).is_err());
        for byte in 0..signature.len() {
            let mut flipped = signature.clone();
            flipped[byte] ^= 1 << (byte % 8);
            assert!(algorithm.verify_signature(&key, &message, &flipped).is_err(), "byte {byte}");
        }
        assert!(algorithm.verify_signature(&[], &message, &signature).is_err());
        assert!(algorithm.verify_signature(&key[..key.len() - 1], &message, &signature).is_err());
    }
}

#[test]
fn signatures_of_p256_are_verified() {
    let of = |digest: &[u8], seed| signed(seed, digest, p256_key, p256_der, 32);
    hold(P256_SHA256, |seed, message| of(&Sha256::digest(message), seed));
    hold(P256_SHA384, |seed, message| of(&Sha384::digest(message), seed));
}

#[test]
fn signatures_of_p384_are_verified() {
    let of = |digest: &[u8], seed| signed(seed, digest, p384_key, p384_der, 48);
    hold(P384_SHA256, |seed, message| of(&Sha256::digest(message), seed));
    hold(P384_SHA384, |seed, message| of(&Sha384::digest(message), seed));
}

/// r and s of nothing but small numbers, with which no signature is good.
#[test]
fn numbers_out_of_range_are_refused() {
    let message = b"message";
    let (key, _) = signed(1, &Sha256::digest(message), p256_key, p256_der, 32);
    for [r, s] in [[0, 0], [0, 1], [1, 0], [1, 1], [1, 2]] {
        let signature = [0x30, 6, 2, 1, r, 2, 1, s];
        assert!(P256_SHA256.verify_signature(&key, message, &signature).is_err(), "{r} {s}");
    }
}
