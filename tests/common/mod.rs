//! Certificates for tests: made anew by rcgen, valid from 2020 to 2040.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses some of it, and clippy allows unwrap only within #[test]"
)]

use std::sync::Arc;

use rcgen::{
    BasicConstraints, CertificateParams, CertificateRevocationListParams, DistinguishedName,
    DnType, IsCa, Issuer, KeyIdMethod, KeyPair, KeyUsagePurpose, date_time_ymd,
};
use rootbake::Identity;
use rootbake::pki_types::CertificateDer;
use rustls::crypto::{CryptoProvider, aws_lc_rs, ring};

type NewProvider = fn() -> Arc<CryptoProvider>;

/// Both crypto providers, by name.
pub(crate) const PROVIDERS: [(&str, NewProvider); 2] = [
    ("ring", || Arc::new(ring::default_provider())),
    ("aws-lc-rs", || Arc::new(aws_lc_rs::default_provider())),
];

/// A throw-away certification authority.
pub(crate) struct Ca {
    pub(crate) name: &'static str,
    certificate: rcgen::Certificate,
    issuer: Issuer<'static, KeyPair>,
}

/// A certificate and its key.
pub(crate) struct Leaf {
    pub(crate) certificate: rcgen::Certificate,
    pub(crate) key: KeyPair,
}

impl Ca {
    /// A root.
    pub(crate) fn new(name: &'static str) -> Self {
        Self::with(name, |_| ())
    }

    /// A root with something changed.
    pub(crate) fn with(name: &'static str, change: impl FnOnce(&mut CertificateParams)) -> Self {
        let mut params = ca_params(name);
        change(&mut params);
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        Self { name, certificate, issuer: Issuer::new(params, key) }
    }

    /// An intermediate below this one.
    pub(crate) fn intermediate(&self, name: &'static str) -> Self {
        self.intermediate_with(name, |_| ())
    }

    /// An intermediate below this one with something changed.
    pub(crate) fn intermediate_with(
        &self,
        name: &'static str,
        change: impl FnOnce(&mut CertificateParams),
    ) -> Self {
        let mut params = ca_params(name);
        change(&mut params);
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        Self { name, certificate, issuer: Issuer::new(params, key) }
    }

    /// An intermediate below this one, and one of the same name and key below another.
    pub(crate) fn cross_signed(&self, other: &Self, name: &'static str) -> [Self; 2] {
        let key = KeyPair::generate().unwrap();
        [self, other].map(|above| {
            let params = ca_params(name);
            let key = KeyPair::from_pem(&key.serialize_pem()).unwrap();
            let certificate = params.signed_by(&key, &above.issuer).unwrap();
            Self { name, certificate, issuer: Issuer::new(params, key) }
        })
    }

    pub(crate) fn issuer(&self) -> &Issuer<'static, KeyPair> {
        &self.issuer
    }

    pub(crate) fn pem(&self) -> String {
        self.certificate.pem()
    }

    pub(crate) fn der(&self) -> &CertificateDer<'static> {
        self.certificate.der()
    }

    /// A CRL with this number that revokes nothing, as DER.
    pub(crate) fn crl(&self, number: u64) -> Vec<u8> {
        let params = CertificateRevocationListParams {
            this_update: date_time_ymd(2020, 1, 1),
            next_update: date_time_ymd(2040, 1, 1),
            crl_number: number.into(),
            issuing_distribution_point: None,
            revoked_certs: Vec::new(),
            key_identifier_method: KeyIdMethod::Sha256,
        };
        params.signed_by(&self.issuer).unwrap().der().to_vec()
    }

    /// A certificate for `localhost`.
    pub(crate) fn leaf(&self) -> Leaf {
        self.leaf_with(|_| ())
    }

    /// A certificate for `localhost` with something changed.
    pub(crate) fn leaf_with(&self, change: impl FnOnce(&mut CertificateParams)) -> Leaf {
        let mut params = leaf_params();
        change(&mut params);
        let key = KeyPair::generate().unwrap();
        Leaf { certificate: params.signed_by(&key, &self.issuer).unwrap(), key }
    }
}

/// What a certificate for `localhost` is made of.
pub(crate) fn leaf_params() -> CertificateParams {
    let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, "leaf");
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    params
}

fn ca_params(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, name);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    params
}

/// A leaf of this CA with its key.
pub(crate) fn identity(ca: &Ca) -> Identity {
    let leaf = ca.leaf();
    Identity::from_pem(leaf.certificate.pem(), leaf.key.serialize_pem()).unwrap()
}

/// The baked sets of `tests/fixtures`.
pub(crate) mod sets {
    #![allow(unused_imports, reason = "two generated files share a module each")]
    mod many {
        include!("../fixtures/many.rs");
    }
    mod one {
        include!("../fixtures/one.rs");
    }
    pub(crate) use many::MANY;
    pub(crate) use one::ONE;
}

/// The root of `tests/fixtures/many.pem` with this name, to issue certificates by.
pub(crate) fn fixture_ca(name: &'static str) -> Ca {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    let file = format!("{folder}/keys/{}.pem", name.to_lowercase().replace(' ', "-"));
    let key = KeyPair::from_pem(&std::fs::read_to_string(file).unwrap()).unwrap();
    let params = ca_params(name.trim_end_matches(" Twin"));
    let certificate = params.self_signed(&key).unwrap();
    Ca { name, certificate, issuer: Issuer::new(params, key) }
}
