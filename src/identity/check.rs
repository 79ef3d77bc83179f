//! Whether a key belongs to the end entity of a chain.

use rootbake_core::certificate::Certificate;
use rustls::SignatureAlgorithm;
use rustls::sign::SigningKey;

use crate::error::Error;

/// By their public keys; a key that does not show its own, such as one in hardware, is taken at its
/// word as long as it is of the right kind.
///
/// # Errors
///
/// `key-mismatch`
pub(super) fn belongs(
    key: &dyn SigningKey,
    chain: &[Certificate<'_>],
    name: &str,
) -> Result<(), Error> {
    let Some(end_entity) = chain.first() else {
        return Ok(());
    };
    let message = match fits(key, end_entity) {
        true => return Ok(()),
        false => match chain.iter().position(|certificate| has_same_key(key, certificate)) {
            Some(position) => format!(
                "the key fits certificate {} of the chain: put the end entity first",
                position + 1
            ),
            None => format!(
                "key does not belong to the first certificate of {name:?}: found a key for {}{}, \
                 expected that of the certificate, {}",
                kind(key),
                if is_of_kind(key.algorithm(), end_entity) { " of another pair" } else { "" },
                end_entity.spki.key().map_or_else(|error| error.to_string(), |key| key.to_string())
            ),
        },
    };
    Err(Error::identity("key-mismatch", message))
}

fn fits(key: &dyn SigningKey, certificate: &Certificate<'_>) -> bool {
    match key.public_key() {
        Some(_) => has_same_key(key, certificate),
        None => is_of_kind(key.algorithm(), certificate),
    }
}

fn has_same_key(key: &dyn SigningKey, certificate: &Certificate<'_>) -> bool {
    let content = certificate.spki.as_bytes();
    // the header of a SEQUENCE of this length
    let header = match content.len() {
        0..=0x7f => 2,
        0x80..=0xff => 3,
        _ => 4,
    };
    key.public_key().is_some_and(|own| own.get(header..) == Some(content))
}

fn is_of_kind(algorithm: SignatureAlgorithm, certificate: &Certificate<'_>) -> bool {
    use rootbake_core::certificate::PublicKey;
    match (algorithm, certificate.spki.key()) {
        (_, Ok(PublicKey::Other(_))) => true,
        (SignatureAlgorithm::RSA, Ok(key)) => matches!(key, PublicKey::Rsa { .. }),
        (SignatureAlgorithm::ECDSA, Ok(key)) => {
            matches!(key, PublicKey::Ec(_) | PublicKey::CompressedEc(_) | PublicKey::ExplicitCurve)
        }
        (SignatureAlgorithm::ED25519, Ok(key)) => key == PublicKey::Ed25519,
        (SignatureAlgorithm::ED448, Ok(key)) => key == PublicKey::Ed448,
        _ => true,
    }
}

fn kind(key: &dyn SigningKey) -> String {
    match key.algorithm() {
        SignatureAlgorithm::RSA => "RSA".to_owned(),
        SignatureAlgorithm::ECDSA => "EC".to_owned(),
        SignatureAlgorithm::ED25519 => "Ed25519".to_owned(),
        SignatureAlgorithm::ED448 => "Ed448".to_owned(),
        other => format!("signature algorithm {}", u8::from(other)),
    }
}
