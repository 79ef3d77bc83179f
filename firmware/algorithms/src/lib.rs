//! Signature algorithms of RustCrypto in the shape that rustls-webpki and rootbake take: what a
//! device needs to verify certificates in software.
//!
//! A device with an accelerator implements [`SignatureVerificationAlgorithm`] over that instead;
//! the table that it hands to rootbake is all that changes.
#![no_std]

mod ecdsa;
#[cfg(feature = "rsa")]
mod rsa;

pub use ecdsa::{P256_SHA256, P256_SHA384, P384_SHA256, P384_SHA384};
#[cfg(feature = "rsa")]
pub use rsa::{P256_AND_RSA, RSA};

use pki_types::SignatureVerificationAlgorithm;

/// What is needed where all certificates have P-256 keys.
pub static P256: &[&dyn SignatureVerificationAlgorithm] = &[P256_SHA256, P256_SHA384];

/// What is needed where some have P-384 keys: three times the code.
pub static P256_AND_P384: &[&dyn SignatureVerificationAlgorithm] =
    &[P256_SHA256, P256_SHA384, P384_SHA256, P384_SHA384];
