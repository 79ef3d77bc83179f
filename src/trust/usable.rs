use rootbake_core::certificate::{PublicKey, SubjectPublicKeyInfo};
use rustls::crypto::WebPkiSupportedAlgorithms;

/// What of a key, whatever its algorithm, crypto providers do not take.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum KeyLimit {
    /// A compressed point, which few providers take
    Compressed,
    /// An RSA exponent of more than 33 bits: ring and aws-lc-rs take no more
    Exponent,
    /// An RSA modulus of more than 8192 bits: the same
    Modulus,
}

/// The limit that this key oversteps.
pub(crate) fn limit(key: PublicKey) -> Option<KeyLimit> {
    match key {
        PublicKey::CompressedEc(_) => Some(KeyLimit::Compressed),
        PublicKey::Rsa { bits, .. } if bits > 8192 => Some(KeyLimit::Modulus),
        PublicKey::Rsa { exponent, .. } if exponent >= 1 << 33 => Some(KeyLimit::Exponent),
        _ => None,
    }
}

/// Why signatures by this key will not verify, where that can be known beforehand.
pub(crate) fn obstacle(
    spki: SubjectPublicKeyInfo<'_>,
    limit: Option<KeyLimit>,
    algorithms: &WebPkiSupportedAlgorithms,
) -> Option<String> {
    // read when the certificate was taken
    let algorithm = spki.algorithm().ok()?;
    let takes = |taken: &[u8]| taken == algorithm;
    let is_taken = algorithms.all.iter().any(|verifies| takes(&verifies.public_key_alg_id()));
    let why = match (is_taken, limit) {
        (true, None) => return None,
        (false, _) => "which the crypto provider does not verify with",
        (true, Some(KeyLimit::Compressed)) => "which few crypto providers verify with",
        (true, Some(KeyLimit::Exponent)) => "its exponent of more than 33 bits, expected fewer",
        (true, Some(KeyLimit::Modulus)) => "expected at most 8192 bits",
    };
    Some(format!("key is {}, {why}", spki.key().ok()?))
}
