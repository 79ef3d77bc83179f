use rootbake_core::certificate::{PublicKey, SubjectPublicKeyInfo};
use rustls::crypto::WebPkiSupportedAlgorithms;

/// Why signatures by this key will not verify, where that can be known beforehand.
pub(crate) fn obstacle(
    spki: SubjectPublicKeyInfo<'_>,
    algorithms: &WebPkiSupportedAlgorithms,
) -> Option<String> {
    // read when the certificate was taken
    let (algorithm, key) = (spki.algorithm().ok()?, spki.key().ok()?);
    let takes = |taken: &[u8]| taken == algorithm;
    if !algorithms.all.iter().any(|verifies| takes(&verifies.public_key_alg_id())) {
        return Some(format!("key is {key}, which the crypto provider does not verify with"));
    }
    match key {
        PublicKey::CompressedEc(_) => {
            Some(format!("key is {key}, which few crypto providers verify with"))
        }
        // the limits of ring and aws-lc-rs
        PublicKey::Rsa { bits, .. } if bits > 8192 => {
            Some(format!("key is {key}, expected at most 8192 bits"))
        }
        PublicKey::Rsa { exponent, .. } if exponent >= 1 << 33 => {
            Some(format!("key is {key} with an exponent of more than 33 bits, expected fewer"))
        }
        _ => None,
    }
}
