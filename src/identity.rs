use std::fmt;

use base64ct::{Base64, Encoding};
use rootbake_core::certificate::Certificate;
use rootbake_core::pem::{self, Block, Label};
use rootbake_core::pki_types::{
    CertificateDer, PrivateKeyDer, PrivatePkcs1KeyDer, PrivatePkcs8KeyDer, PrivateSec1KeyDer,
};
use rustls::InconsistentKeys;
use rustls::crypto::CryptoProvider;
use rustls::sign::CertifiedKey;

use crate::error::Error;
use crate::trust::TrustStore;

/// An end entity and as many intermediates as webpki follows.
const LONGEST_CHAIN: usize = 7;

/// A local chain and its private key.
///
/// What it shows of itself, also by `Debug`, holds nothing of the key.
pub struct Identity {
    name: String,
    chain: Vec<CertificateDer<'static>>,
    key: PrivateKeyDer<'static>,
}

impl Identity {
    /// From PEM: the chain with the end entity first, and the key as PKCS#8, PKCS#1 or SEC1. Both
    /// arguments may be the same text that holds both.
    ///
    /// Whether the key belongs to the end entity is checked when the context is built.
    ///
    /// # Errors
    ///
    /// Where a block cannot be read, or there is not one key and at least one certificate.
    pub fn from_pem(chain: impl AsRef<[u8]>, key: impl AsRef<[u8]>) -> Result<Self, Error> {
        let chain = read_chain(chain.as_ref())?;
        let key = read_key(key.as_ref())?;
        Ok(Self { name: String::new(), chain, key })
    }

    /// The name that messages call it by; without one, the subject of its end entity.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The subject of the end entity, as far as it can be read.
    fn display_name(&self) -> String {
        if !self.name.is_empty() {
            return self.name.clone();
        }
        let end_entity = self.chain.first().map(|der| Certificate::from_der(der));
        match end_entity {
            Some(Ok(certificate)) => certificate.subject.to_string(),
            _ => "certificate that cannot be read".to_owned(),
        }
    }

    /// Adds the intermediates of a store that lead on from a chain that is too short, so that peers
    /// which know the root alone can follow it.
    pub(crate) fn complete(&mut self, store: &TrustStore) {
        while self.chain.len() < LONGEST_CHAIN
            && let Some(last) = self.chain.last()
            && let Some(above) = store.issuer_of(last)
            && !self.chain.iter().any(|known| known.as_ref() == above)
        {
            let above = CertificateDer::from(above.to_vec());
            self.chain.push(above);
        }
    }

    /// The key where the provider keeps it, once it is known to belong to the end entity.
    pub(crate) fn certify(self, provider: &CryptoProvider) -> Result<CertifiedKey, Error> {
        let name = self.display_name();
        let key = provider.key_provider.load_private_key(self.key);
        let key = key.map_err(|error| {
            wrong("unusable-key", format!("key of {name:?} cannot be loaded: {error}"))
        })?;
        let certified = CertifiedKey::new(self.chain, key);
        match certified.keys_match() {
            // a key that does not show its public half, such as one in hardware
            Ok(()) | Err(rustls::Error::InconsistentKeys(InconsistentKeys::Unknown)) => {
                Ok(certified)
            }
            Err(rustls::Error::InconsistentKeys(_)) => Err(wrong(
                "key-mismatch",
                format!(
                    "key does not belong to the first certificate of {name:?}: found another \
                     public key in the certificate, expected that of the private key"
                ),
            )),
            Err(error) => Err(wrong(
                "bad-certificate",
                format!("first certificate of {name:?} cannot be read: {error}"),
            )),
        }
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("name", &self.display_name())
            .field("certificates", &self.chain.len())
            .finish_non_exhaustive()
    }
}

fn read_chain(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, Error> {
    let mut chain = Vec::new();
    for block in pem::blocks(pem) {
        let block = block.map_err(|error| damaged("chain", &error))?;
        if block.label().is_certificate() {
            let der = decode("chain", &block)?;
            Certificate::from_der(&der).map_err(|error| {
                let message =
                    format!("{error} (chain, block {}, line {})", block.number(), block.line());
                wrong("bad-certificate", message)
            })?;
            chain.push(CertificateDer::from(der));
        }
    }
    match chain.is_empty() {
        false => Ok(chain),
        true => Err(wrong("no-certificates", nothing("chain", "certificate", pem))),
    }
}

fn read_key(pem: &[u8]) -> Result<PrivateKeyDer<'static>, Error> {
    let mut keys = Vec::new();
    for block in pem::blocks(pem) {
        let block = block.map_err(|error| damaged("key", &error))?;
        if let Label::PrivateKey(label) = block.label() {
            keys.push(key_of(label, &block)?);
        }
    }
    match (keys.pop(), keys.len()) {
        (Some(key), 0) => Ok(key),
        (Some(_), others) => Err(wrong(
            "ambiguous-key",
            format!("key input holds {} private keys, expected one", others + 1),
        )),
        (None, _) => Err(wrong("no-private-key", nothing("key", "private key", pem))),
    }
}

fn key_of(label: &[u8], block: &Block<'_>) -> Result<PrivateKeyDer<'static>, Error> {
    match label {
        b"PRIVATE KEY" => Ok(PrivatePkcs8KeyDer::from(decode_secret(block)?).into()),
        b"RSA PRIVATE KEY" if !block.is_encrypted() => {
            Ok(PrivatePkcs1KeyDer::from(decode_secret(block)?).into())
        }
        b"EC PRIVATE KEY" if !block.is_encrypted() => {
            Ok(PrivateSec1KeyDer::from(decode_secret(block)?).into())
        }
        b"ENCRYPTED PRIVATE KEY" | b"RSA PRIVATE KEY" | b"EC PRIVATE KEY" => Err(wrong(
            "encrypted-key",
            "private key is encrypted, expected one without a password: decrypt it with \
             `openssl pkey`"
                .to_owned(),
        )),
        other => Err(wrong(
            "unusable-key",
            format!(
                "private key has the label {:?}, expected PRIVATE KEY, RSA PRIVATE KEY or EC \
                 PRIVATE KEY",
                String::from_utf8_lossy(other)
            ),
        )),
    }
}

fn decode(input: &str, block: &Block<'_>) -> Result<Vec<u8>, Error> {
    let mut der = vec![0; block.der_capacity()];
    let length = block.decode(&mut der).map_err(|error| damaged(input, &error))?.len();
    der.truncate(length);
    Ok(der)
}

/// In time that tells nothing of the content, unlike [`decode`].
fn decode_secret(block: &Block<'_>) -> Result<Vec<u8>, Error> {
    let compact = block.base64().iter().copied().filter(|byte| !byte.is_ascii_whitespace());
    let compact: Vec<u8> = compact.collect();
    let mut der = vec![0; compact.len() / 4 * 3];
    match Base64::decode(compact.as_slice(), &mut der).map(<[u8]>::len) {
        Ok(length) => {
            der.truncate(length);
            Ok(der)
        }
        Err(_) => {
            let (block, line) = (block.number(), block.line());
            let message = format!("private key is not base64 (key, block {block}, line {line})");
            Err(wrong("bad-private-key", message))
        }
    }
}

fn damaged(input: &str, error: &pem::Error) -> Error {
    let (block, line) = (error.block(), error.line());
    wrong(error.code(), format!("{} ({input}, block {block}, line {line})", error.kind()))
}

fn nothing(input: &str, wanted: &str, pem: &[u8]) -> String {
    let labels: Vec<String> =
        pem::blocks(pem).flatten().map(|block| block.label().to_string()).collect();
    match labels.is_empty() {
        true => format!("{input} holds no {wanted}: it is {}", pem::content(pem)),
        false => format!("{input} holds no {wanted}: found {}", labels.join(", ")),
    }
}

fn wrong(code: &'static str, message: String) -> Error {
    Error::Identity { code, message }
}
