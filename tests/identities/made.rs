//! Chains with made-up keys and signatures: nobody verifies them here, so that they can be of any
//! algorithm.

use std::sync::Arc;

use rootbake::pki_types::UnixTime;
use rootbake::{
    AlgorithmConstraints, Candidate, ContextBuilder, Error, Identity, KeyManager, PeerOffer,
    SecureContext,
};
use rustls::sign::{Signer, SigningKey};
use rustls::{SignatureAlgorithm, SignatureScheme};

use crate::parts::{self, Parts, name, public_key, rsa_of_bits, sequence, tlv, utc_time, validity};

/// A kind of key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Kind {
    Ec256,
    Ec384,
    /// On secp224k1, by its size below what Java takes
    Ec224,
    /// On a curve without a name here
    EcUnknown,
    Rsa(usize),
    /// For RSASSA-PSS alone, of 2048 bits
    Pss,
    Ed25519,
}

/// How a certificate is signed: the hash by its bits.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Signed {
    Ecdsa(u16),
    Rsa(u16),
    Pss(u16),
}

/// A certificate for `www.example.com` by `CA`, from 2020 up to 2040.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made {
    pub(crate) subject: &'static str,
    pub(crate) issuer: &'static str,
    pub(crate) key: Kind,
    pub(crate) signed: Signed,
    pub(crate) from: &'static str,
    pub(crate) until: &'static str,
    /// Content of keyUsage: unused bits, then bits
    pub(crate) usage: Option<&'static [u8]>,
    /// Last arcs of the purposes
    pub(crate) purposes: Option<&'static [u8]>,
    pub(crate) names: &'static [&'static str],
    pub(crate) is_ca: bool,
    /// Of its own key, and of the one that signed it
    pub(crate) key_ids: Option<[u8; 2]>,
}

pub(crate) const DIGITAL_SIGNATURE: &[u8] = &[7, 0x80];
pub(crate) const KEY_ENCIPHERMENT: &[u8] = &[5, 0x20];
pub(crate) const KEY_AGREEMENT: &[u8] = &[3, 0x08];
pub(crate) const SERVER_AUTH: &[u8] = &[1];
pub(crate) const CLIENT_AUTH: &[u8] = &[2];
pub(crate) const TIME_STAMPING: &[u8] = &[8];

/// Nothing is to be said against it.
pub(crate) const LEAF: Made = Made {
    subject: "leaf",
    issuer: "CA",
    key: Kind::Ec256,
    signed: Signed::Ecdsa(256),
    from: "200101000000Z",
    until: "400101000000Z",
    usage: None,
    purposes: None,
    names: &["www.example.com"],
    is_ca: false,
    key_ids: None,
};

/// The intermediate that has issued it.
pub(crate) const CA: Made = Made { subject: "CA", issuer: "Root", names: &[], is_ca: true, ..LEAF };

impl Made {
    pub(crate) fn der(&self) -> Vec<u8> {
        let mut made = Parts::root();
        let algorithm = self.signed.der();
        made.algorithm.clone_from(&algorithm);
        made.outer_algorithm = algorithm;
        made.subject = name(12, self.subject.as_bytes());
        made.issuer = name(12, self.issuer.as_bytes());
        made.validity = validity(&utc_time(self.from), &utc_time(self.until));
        made.spki = self.key.der();
        made.extensions = None;
        if self.is_ca {
            made.extend(parts::basic_constraints(parts::CA));
        }
        if let Some(usage) = self.usage {
            made.extend(parts::key_usage(usage));
        }
        if let Some(purposes) = self.purposes {
            made.extend(parts::purposes(purposes));
        }
        if let Some([own, issuer]) = self.key_ids {
            made.extend(parts::subject_key_id(&[own]));
            made.extend(parts::authority_key_id(&[issuer]));
        }
        if !self.names.is_empty() {
            let names: Vec<_> = self.names.iter().map(|name| tlv(0x82, name.as_bytes())).collect();
            made.extend(parts::extension(17, &tlv(0x30, &names.concat())));
        }
        if made.extensions.is_none() {
            made.version_1();
        }
        made.der()
    }

    /// Named as its subject.
    pub(crate) fn identity(&self) -> Identity {
        chain(&[*self])
    }
}

impl Kind {
    fn der(self) -> Vec<u8> {
        const EC: &[u8] = &[42, 134, 72, 206, 61, 2, 1];
        match self {
            Self::Ec224 => public_key(EC, &tlv(6, &[43, 129, 4, 0, 32]), &[4; 57]),
            Self::Ec256 => public_key(EC, &tlv(6, &[42, 134, 72, 206, 61, 3, 1, 7]), &[4; 65]),
            Self::Ec384 => public_key(EC, &tlv(6, &[43, 129, 4, 0, 34]), &[4; 97]),
            Self::EcUnknown => public_key(EC, &tlv(6, &[42, 3, 4]), &[4; 65]),
            Self::Rsa(bits) => rsa_of_bits(bits),
            Self::Pss => {
                let key = sequence(&[&tlv(2, &parts::modulus(2048)), &[2, 1, 3]]);
                public_key(&[42, 134, 72, 134, 247, 13, 1, 1, 10], &[], &key)
            }
            Self::Ed25519 => public_key(&[43, 101, 112], &[], &[1; 32]),
        }
    }

    pub(crate) fn schemes(self) -> Vec<SignatureScheme> {
        let codes: &[u16] = match self {
            Self::Ec224 | Self::Ec256 | Self::EcUnknown => &[0x0403],
            Self::Ec384 => &[0x0503],
            Self::Rsa(_) => &[0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601],
            Self::Pss => &[0x0809, 0x080a, 0x080b],
            Self::Ed25519 => &[0x0807],
        };
        codes.iter().map(|code| SignatureScheme::from(*code)).collect()
    }
}

impl Signed {
    fn der(self) -> Vec<u8> {
        let algorithm = |oid: &[u8], rest: &[u8]| sequence(&[&tlv(6, oid), rest]);
        match self {
            Self::Ecdsa(bits) => {
                let number = [(256, 2), (384, 3), (512, 4)].iter().find(|(b, _)| *b == bits);
                algorithm(&[42, 134, 72, 206, 61, 4, 3, number.unwrap().1], &[])
            }
            Self::Rsa(bits) => {
                let numbers = [(1, 5), (256, 11), (384, 12), (512, 13)];
                let number = numbers.iter().find(|(b, _)| *b == bits).unwrap().1;
                algorithm(&[42, 134, 72, 134, 247, 13, 1, 1, number], &[5, 0])
            }
            Self::Pss(bits) => {
                let number = [(256, 1), (384, 2), (512, 3)].iter().find(|(b, _)| *b == bits);
                let hash = &[96, 134, 72, 1, 101, 3, 4, 2, number.unwrap().1];
                let parameters = sequence(&[&tlv(0xa0, &algorithm(hash, &[5, 0]))]);
                algorithm(&[42, 134, 72, 134, 247, 13, 1, 1, 10], &parameters)
            }
        }
    }
}

/// The end entity first; named as its subject.
pub(crate) fn chain(certificates: &[Made]) -> Identity {
    let key = Arc::new(MadeUpKey(certificates[0].key));
    let identity = Identity::from_signing_key(certificates.iter().map(Made::der), key).unwrap();
    identity.named(certificates[0].subject)
}

/// A key that says which schemes it has, and cannot sign.
#[derive(Debug)]
pub(crate) struct MadeUpKey(pub(crate) Kind);

impl SigningKey for MadeUpKey {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        let scheme = self.0.schemes().into_iter().find(|scheme| offered.contains(scheme))?;
        Some(Box::new(MadeUpSigner(scheme)))
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        match self.0 {
            Kind::Ec224 | Kind::Ec256 | Kind::Ec384 | Kind::EcUnknown => SignatureAlgorithm::ECDSA,
            Kind::Rsa(_) | Kind::Pss => SignatureAlgorithm::RSA,
            Kind::Ed25519 => SignatureAlgorithm::ED25519,
        }
    }
}

#[derive(Debug)]
struct MadeUpSigner(SignatureScheme);

impl Signer for MadeUpSigner {
    fn sign(&self, _: &[u8]) -> Result<Vec<u8>, rustls::Error> {
        Ok(vec![0; 8])
    }

    fn scheme(&self) -> SignatureScheme {
        self.0
    }
}

pub(crate) fn builder() -> ContextBuilder {
    SecureContext::builder().no_roots()
}

pub(crate) fn context(
    identities: impl IntoIterator<Item = Identity>,
    constraints: Option<&str>,
) -> Result<SecureContext, Error> {
    let mut builder = builder();
    if let Some(constraints) = constraints {
        let constraints: AlgorithmConstraints = constraints.parse().unwrap();
        builder = builder.algorithm_constraints(constraints);
    }
    identities.into_iter().fold(builder, ContextBuilder::identity).build()
}

pub(crate) fn manager(identities: impl IntoIterator<Item = Identity>) -> Arc<KeyManager> {
    Arc::clone(context(identities, None).unwrap().key_manager().unwrap())
}

/// 2026-07-17, within the validity of all that is good.
pub(crate) fn at(offer: PeerOffer<'_>) -> PeerOffer<'_> {
    offer.at(UnixTime::since_unix_epoch(std::time::Duration::from_secs(1_784_246_400)))
}

/// All schemes that anything here has.
pub(crate) fn all_schemes() -> Vec<SignatureScheme> {
    let kinds = [Kind::Ec256, Kind::Ec384, Kind::Rsa(2048), Kind::Pss, Kind::Ed25519];
    let mut schemes: Vec<_> = kinds.into_iter().flat_map(Kind::schemes).collect();
    schemes.push(SignatureScheme::ECDSA_NISTP521_SHA512);
    schemes
}

/// The name of the one that is served, with the code of its rank.
pub(crate) fn chosen(manager: &KeyManager, offer: PeerOffer<'_>) -> Option<(String, &'static str)> {
    let selection = manager.explain(&at(offer));
    let Candidate { name, verdict, .. } = selection.chosen()?.clone();
    Some((name, verdict.unwrap().code()))
}
