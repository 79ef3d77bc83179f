//! What a key signs by, less what rules deny.

use std::sync::Arc;

use rootbake_core::certificate::Time;
use rootbake_core::pki_types::{SubjectPublicKeyInfoDer, UnixTime};
use rustls::sign::{Signer, SigningKey};
use rustls::{SignatureAlgorithm, SignatureScheme};

use super::schemes::Schemes;

/// The schemes that a key may sign by.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Signing {
    permitted: Schemes,
    /// Those that are denied from some second on
    ending: Vec<(Time, Schemes)>,
}

impl Signing {
    pub(crate) const fn by(permitted: Schemes) -> Self {
        Self { permitted, ending: Vec::new() }
    }

    /// Takes out what a rule denies.
    pub(crate) fn deny(&mut self, schemes: Schemes) {
        self.permitted = self.permitted.without(schemes);
    }

    /// Takes out what a rule denies from this second on.
    pub(crate) fn deny_from(&mut self, time: Time, schemes: Schemes) {
        self.ending.push((time, schemes));
    }

    /// Those that it may sign by at a moment, which is asked for only where it makes a difference.
    #[inline]
    pub(super) fn at(&self, now: impl FnOnce() -> Time) -> Schemes {
        match self.ending.is_empty() {
            true => self.permitted,
            false => self.permitted.without(self.ended(now())),
        }
    }

    fn ended(&self, now: Time) -> Schemes {
        let ended = self.ending.iter().filter(|(from, _)| *from <= now);
        ended.fold(Schemes::NONE, |all, (_, schemes)| all.union(*schemes))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.permitted.is_empty()
    }

    /// `ed25519; no longer by rsa_pkcs1_sha256`
    pub(super) fn list(&self, now: Time) -> String {
        let permitted = self.at(|| now).list();
        match self.ended(now) {
            Schemes::NONE => permitted,
            ended => format!("{permitted}; no longer by {}", ended.list()),
        }
    }

    /// The key, kept to these schemes where it signs by others too.
    pub(crate) fn restrict(&self, key: Arc<dyn SigningKey>) -> Arc<dyn SigningKey> {
        match self.ending.is_empty() && self.permitted == Schemes::of_key(&*key) {
            true => key,
            false => Arc::new(Restricted { key, signing: self.clone() }),
        }
    }
}

/// A key that does not sign by all the schemes that it could.
#[derive(Debug)]
struct Restricted {
    key: Arc<dyn SigningKey>,
    signing: Signing,
}

/// As many schemes as have a name; a peer that lists more repeats itself.
const MOST: usize = 32;

impl SigningKey for Restricted {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        let signing = self.signing.at(|| UnixTime::now().into());
        let mut left = [SignatureScheme::Unknown(0); MOST];
        let permitted = offered.iter().filter(|scheme| Schemes::of(&[**scheme]).meets(signing));
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
