//! Chain and key from a PKCS#12 file (RFC 7292).

use p12_keystore::error::Error as Unreadable;
use p12_keystore::{Pkcs12Archive, PrivateKeyBag};
use rootbake_core::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

use super::chain::{self, Remark};
use super::{Identity, Key, read_chain};
use crate::error::Error;

impl Identity {
    /// From a PKCS#12 file with one private key: the chain that leads on from the certificate of
    /// that key. It is opened once, here, and never again. Needs the feature `pkcs12`.
    ///
    /// # Errors
    ///
    /// Where the password is wrong, the file cannot be read, or does not hold one key and its
    /// certificate.
    pub fn from_pkcs12(file: impl AsRef<[u8]>, password: &str) -> Result<Self, Error> {
        let archive = Pkcs12Archive::from_pkcs12(file.as_ref(), password).map_err(unreadable)?;
        let [bag] = archive.keys.as_slice() else {
            return Err(no_one_key(archive.keys.len()));
        };
        let certificates = certificates(&archive, bag)?;
        let (chain, remark) = follow(certificates);
        let key = PrivatePkcs8KeyDer::from(bag.key.as_der().to_vec());
        let identity = Self::new(chain, Key::Der(PrivateKeyDer::from(key)));
        Ok(Self { remarks: remark.into_iter().collect(), ..identity })
    }
}

fn unreadable(error: Unreadable) -> Error {
    match error {
        Unreadable::MacError(_) | Unreadable::UnpadError => Error::identity(
            "bad-password",
            "pkcs12 file does not open: found another password than that of the file".to_owned(),
        ),
        error => {
            let message = format!("pkcs12 file cannot be read: {error}; expected DER (RFC 7292)");
            Error::identity("bad-pkcs12", message)
        }
    }
}

fn no_one_key(found: usize) -> Error {
    let code = if found == 0 { "no-private-key" } else { "ambiguous-key" };
    let message = format!("pkcs12 file holds {found} private keys, expected one");
    Error::identity(code, message)
}

/// That of the key first, by the identifier that the file gives both; where it gives none, that
/// has to show by the chain.
fn certificates(
    archive: &Pkcs12Archive,
    key: &PrivateKeyBag,
) -> Result<Vec<CertificateDer<'static>>, Error> {
    let id = key.local_key_id.as_ref().map(|id| id.0.as_slice());
    let (mut own, others): (Vec<_>, Vec<_>) =
        archive.certs.iter().partition(|bag| id.is_some() && bag.local_key_id.as_deref() == id);
    let is_told = !own.is_empty();
    own.extend(others);
    let mut chain = read_chain(own.into_iter().map(|bag| bag.cert.as_der()))?;
    if !is_told {
        // in which order a file has them says nothing, so that there is nothing to tell
        let _ = chain::sort(&mut chain);
    }
    Ok(chain)
}

/// The chain from the first certificate upwards; a file may hold others, which are left out and
/// told of.
fn follow(
    certificates: Vec<CertificateDer<'static>>,
) -> (Vec<CertificateDer<'static>>, Option<Remark>) {
    let chain = chain::upwards(&certificates);
    let left = certificates.len() - chain.len();
    let message = format!(
        "pkcs12 file holds {left} certificates beside the chain of its key: they are not sent"
    );
    (chain, (left > 0).then_some(("unused-certificate", message)))
}
