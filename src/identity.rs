mod chain;
mod check;
mod examine;
mod loading;
mod pem;
#[cfg(feature = "pkcs12")]
mod pkcs12;
mod remarks;

use std::fmt;
use std::sync::Arc;

use rootbake_core::certificate::Certificate;
use rootbake_core::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::SigningKey;

use crate::error::Error;

use chain::Remark;
pub(crate) use loading::Loader;

/// A local chain and its private key.
///
/// What it shows of itself, also by `Debug`, holds nothing of the key. Whether the key belongs to
/// the end entity is checked when the context is built, and so is all else: a chain in the wrong
/// order is put right where there is one right order, and told of; so are certificates that have
/// expired, are not valid yet, have no subjectAltName, are CAs, or are for neither side of TLS.
pub struct Identity {
    name: String,
    chain: Vec<CertificateDer<'static>>,
    key: Key,
    /// What was odd about where it is from
    remarks: Vec<Remark>,
}

/// A private key, before a crypto provider has it or after.
enum Key {
    Der(PrivateKeyDer<'static>),
    Signing(Arc<dyn SigningKey>),
}

impl Identity {
    /// From PEM: the chain with the end entity first, and the key as PKCS#8, PKCS#1 or SEC1. Both
    /// arguments may be the same text that holds both, in any order.
    ///
    /// # Errors
    ///
    /// Where a block cannot be read, or there is not one key and at least one certificate.
    pub fn from_pem(chain: impl AsRef<[u8]>, key: impl AsRef<[u8]>) -> Result<Self, Error> {
        let (chain, key) = pem::read(chain.as_ref(), key.as_ref(), None)?;
        Ok(Self::new(chain, Key::Der(key)))
    }

    /// The same for a key with a password: PKCS#8 with PBES2 (RFC 8018 section 6.2), by AES and
    /// PBKDF2 or scrypt. It is opened once, here, and never again. Needs the feature
    /// `encrypted-keys`.
    ///
    /// # Errors
    ///
    /// As for [`from_pem`](Self::from_pem), and where the password does not open the key.
    #[cfg(feature = "encrypted-keys")]
    pub fn from_pem_with_password(
        chain: impl AsRef<[u8]>,
        key: impl AsRef<[u8]>,
        password: impl AsRef<[u8]>,
    ) -> Result<Self, Error> {
        let password = Some(password.as_ref());
        let (chain, key) = pem::read(chain.as_ref(), key.as_ref(), password)?;
        Ok(Self::new(chain, Key::Der(key)))
    }

    /// From the DER of each certificate, the end entity first, and of the key as PKCS#8, PKCS#1 or
    /// SEC1.
    ///
    /// # Errors
    ///
    /// Where there is no certificate, or one cannot be read, or the key is none of the three.
    pub fn from_der<C: AsRef<[u8]>>(
        chain: impl IntoIterator<Item = C>,
        key: impl AsRef<[u8]>,
    ) -> Result<Self, Error> {
        let key = PrivateKeyDer::try_from(key.as_ref().to_vec()).map_err(|_| {
            let expected = "expected the DER of PKCS#8, PKCS#1 or SEC1, without a password";
            Error::identity("bad-private-key", format!("private key is none: {expected}"))
        })?;
        Ok(Self::new(read_chain(chain)?, Key::Der(key)))
    }

    /// From the DER of each certificate, the end entity first, and a key that signs by itself, such
    /// as one in hardware. That it belongs to the end entity is checked where it shows its public
    /// half.
    ///
    /// # Errors
    ///
    /// Where there is no certificate, or one cannot be read.
    pub fn from_signing_key<C: AsRef<[u8]>>(
        chain: impl IntoIterator<Item = C>,
        key: Arc<dyn SigningKey>,
    ) -> Result<Self, Error> {
        Ok(Self::new(read_chain(chain)?, Key::Signing(key)))
    }

    fn new(chain: Vec<CertificateDer<'static>>, key: Key) -> Self {
        Self { name: String::new(), chain, key, remarks: Vec::new() }
    }

    /// The name that messages and [`KeyManager::replace`](crate::KeyManager::replace) call it by;
    /// without one, the subject of its end entity.
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
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("name", &self.display_name())
            .field("certificates", &self.chain.len())
            .finish_non_exhaustive()
    }
}

fn read_chain<C: AsRef<[u8]>>(
    chain: impl IntoIterator<Item = C>,
) -> Result<Vec<CertificateDer<'static>>, Error> {
    let mut certificates = Vec::new();
    for (position, der) in chain.into_iter().enumerate() {
        Certificate::from_der(der.as_ref()).map_err(|error| {
            let message = format!("{error} (chain, certificate {})", position + 1);
            Error::identity("bad-certificate", message)
        })?;
        certificates.push(CertificateDer::from(der.as_ref().to_vec()));
    }
    match certificates.is_empty() {
        false => Ok(certificates),
        true => Err(Error::identity(
            "no-certificates",
            "chain holds no certificate: expected that of the key at least".to_owned(),
        )),
    }
}
