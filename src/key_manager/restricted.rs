use std::sync::Arc;

use rootbake_core::certificate::Time;
use rootbake_core::pki_types::{SubjectPublicKeyInfoDer, UnixTime};
use rustls::sign::{Signer, SigningKey};
use rustls::{SignatureAlgorithm, SignatureScheme};

use super::schemes::Schemes;

/// A key that does not sign by all the schemes that it could.
#[derive(Debug)]
struct Restricted {
    key: Arc<dyn SigningKey>,
    /// The schemes that are denied, and from when on where not always
    denied: Vec<(Schemes, Option<Time>)>,
}

/// The key, kept from signing by schemes that rules deny, where there are any.
pub(crate) fn restrict(
    key: Arc<dyn SigningKey>,
    denied: Vec<(Schemes, Option<Time>)>,
) -> Arc<dyn SigningKey> {
    match denied.is_empty() {
        true => key,
        false => Arc::new(Restricted { key, denied }),
    }
}

/// As many schemes as have a name; a peer that lists more repeats itself.
const MOST: usize = 32;

impl SigningKey for Restricted {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        let now = Time::from(UnixTime::now());
        let is_over = |from: &Option<Time>| from.is_none_or(|from| from <= now);
        let denied = self.denied.iter().filter(|(_, from)| is_over(from));
        let denied = denied.fold(Schemes::NONE, |all, (schemes, _)| all.union(*schemes));
        let mut left = [SignatureScheme::Unknown(0); MOST];
        let permitted = offered.iter().filter(|scheme| !Schemes::of(&[**scheme]).meets(denied));
        for (place, scheme) in left.iter_mut().zip(permitted) {
            *place = *scheme;
        }
        self.key.choose_scheme(&left)
    }

    fn public_key(&self) -> Option<SubjectPublicKeyInfoDer<'_>> {
        self.key.public_key()
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        self.key.algorithm()
    }
}
