//! Chains and keys as PEM.

use base64ct::{Base64, Encoding};
use rootbake_core::certificate::Certificate;
use rootbake_core::pem::{self, Block, Content, Label};
use rootbake_core::pki_types::{
    CertificateDer, PrivateKeyDer, PrivatePkcs1KeyDer, PrivatePkcs8KeyDer, PrivateSec1KeyDer,
};

use crate::error::Error;

type Parts = (Vec<CertificateDer<'static>>, PrivateKeyDer<'static>);

pub(super) fn read(chain: &[u8], key: &[u8], password: Option<&[u8]>) -> Result<Parts, Error> {
    if is_swapped(chain, key) {
        return Err(wrong(
            "no-certificates",
            "chain holds a private key and no certificate, and the key input certificates: \
             expected them the other way round"
                .to_owned(),
        ));
    }
    Ok((read_chain(chain)?, read_key(key, password)?))
}

fn is_swapped(chain: &[u8], key: &[u8]) -> bool {
    let holds = |input, wanted: fn(Label<'_>) -> bool| {
        pem::blocks(input).flatten().any(|block| wanted(block.label()))
    };
    let is_key = |label: Label<'_>| matches!(label, Label::PrivateKey(_));
    let is_certificate = |label: Label<'_>| label.is_certificate();
    holds(chain, is_key)
        && !holds(chain, is_certificate)
        && holds(key, is_certificate)
        && !holds(key, is_key)
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

fn read_key(pem: &[u8], password: Option<&[u8]>) -> Result<PrivateKeyDer<'static>, Error> {
    let mut keys = Vec::new();
    for block in pem::blocks(pem) {
        let block = block.map_err(|error| damaged("key", &error))?;
        if let Label::PrivateKey(label) = block.label() {
            keys.push(key_of(label, &block, password)?);
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

fn key_of(
    label: &[u8],
    block: &Block<'_>,
    password: Option<&[u8]>,
) -> Result<PrivateKeyDer<'static>, Error> {
    match label {
        b"PRIVATE KEY" => Ok(PrivatePkcs8KeyDer::from(decode_secret(block)?).into()),
        b"RSA PRIVATE KEY" if !block.is_encrypted() => {
            Ok(PrivatePkcs1KeyDer::from(decode_secret(block)?).into())
        }
        b"EC PRIVATE KEY" if !block.is_encrypted() => {
            Ok(PrivateSec1KeyDer::from(decode_secret(block)?).into())
        }
        b"ENCRYPTED PRIVATE KEY" => match password {
            Some(password) => decrypt(&decode_secret(block)?, password),
            None => Err(encrypted(
                "expected one without a password, or `Identity::from_pem_with_password` (feature \
                 `encrypted-keys`): decrypt it with `openssl pkey`",
            )),
        },
        b"RSA PRIVATE KEY" | b"EC PRIVATE KEY" => Err(encrypted(
            "expected PKCS#8: this is the old form with `Proc-Type`, which `openssl pkcs8 -topk8` \
             converts",
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

fn encrypted(expected: &str) -> Error {
    wrong("encrypted-key", format!("private key is encrypted, {expected}"))
}

/// RFC 5958 section 3
#[cfg(feature = "encrypted-keys")]
fn decrypt(der: &[u8], password: &[u8]) -> Result<PrivateKeyDer<'static>, Error> {
    let opened =
        pkcs8::EncryptedPrivateKeyInfoRef::try_from(der).and_then(|info| info.decrypt(password));
    match opened {
        Ok(document) => Ok(PrivatePkcs8KeyDer::from(document.as_bytes().to_vec()).into()),
        Err(error) => Err(wrong(
            "bad-password",
            format!(
                "private key does not open: {error}; expected its password, and PBES2 with AES \
                 (RFC 8018), which `openssl pkcs8 -topk8` writes"
            ),
        )),
    }
}

/// Nobody has a password to give without the feature.
#[cfg(not(feature = "encrypted-keys"))]
fn decrypt(_: &[u8], _: &[u8]) -> Result<PrivateKeyDer<'static>, Error> {
    Err(encrypted("expected the feature `encrypted-keys`"))
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
    if !labels.is_empty() {
        return format!("{input} holds no {wanted}: found {}", labels.join(", "));
    }
    let found = match pem::content(pem) {
        Content::Blank | Content::Empty => "nothing in it, expected PEM".to_owned(),
        Content::CommentsOnly | Content::Text => format!("text, expected a {wanted} as PEM"),
        Content::Der => "DER, expected PEM: `Identity::from_der` takes it".to_owned(),
        Content::Pkcs12 => {
            "PKCS#12, expected PEM: `Identity::from_pkcs12` (feature `pkcs12`) takes it".to_owned()
        }
        other => other.to_string(),
    };
    format!("{input} holds no {wanted}: found {found}")
}

fn wrong(code: &'static str, message: String) -> Error {
    Error::identity(code, message)
}
