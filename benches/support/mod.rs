//! What the benchmarks share: the bundle, a chain of three, and the provider of both sides.
#![allow(dead_code, reason = "each benchmark uses some of it")]

pub(crate) mod peer;

use std::sync::Arc;
use std::time::Duration;

use criterion::Criterion;
use rcgen::{
    BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    date_time_ymd,
};
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::crypto::{CryptoProvider, ring};

/// The bundle that `roots::MOZILLA` was baked from.
pub(crate) const MOZILLA_PEM: &[u8] = include_bytes!("../../roots/mozilla.pem");

/// How many roots are in it.
pub(crate) const ROOTS: u64 = 118;

/// ring, given to both sides in the same way.
pub(crate) fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// The certificates of [`MOZILLA_PEM`], in its order.
pub(crate) fn mozilla_ders() -> Vec<Vec<u8>> {
    let mut ders = Vec::new();
    for block in rootbake::pem::blocks(MOZILLA_PEM) {
        let block = block.unwrap();
        let mut der = vec![0; block.der_capacity()];
        let length = block.decode(&mut der).unwrap().len();
        der.truncate(length);
        ders.push(der);
    }
    ders
}

/// A moment within the validity of all that is made here: 2026-07-17.
pub(crate) fn now() -> UnixTime {
    UnixTime::since_unix_epoch(Duration::from_secs(1_784_246_400))
}

/// A server's chain on P-256: root, intermediate, leaf, as an authority in public would issue it.
pub(crate) struct Chain {
    pub(crate) root_pem: String,
    pub(crate) root: CertificateDer<'static>,
    pub(crate) leaf: CertificateDer<'static>,
    pub(crate) leaf_pem: String,
    pub(crate) leaf_key_pem: String,
    pub(crate) intermediates: Vec<CertificateDer<'static>>,
}

impl Chain {
    /// The name in the leaf.
    pub(crate) const HOST: &'static str = "www.example.com";

    pub(crate) fn new() -> Self {
        let root_params = ca("Benchmark Root X1");
        let root_key = KeyPair::generate().unwrap();
        let root = root_params.self_signed(&root_key).unwrap();
        let root_issuer = Issuer::new(root_params, root_key);

        let intermediate_params = ca("Benchmark Intermediate E1");
        let intermediate_key = KeyPair::generate().unwrap();
        let intermediate = intermediate_params.signed_by(&intermediate_key, &root_issuer).unwrap();
        let intermediate_issuer = Issuer::new(intermediate_params, intermediate_key);

        let mut leaf_params = CertificateParams::new([Self::HOST.to_owned()]).unwrap();
        leaf_params.not_before = date_time_ymd(2020, 1, 1);
        leaf_params.not_after = date_time_ymd(2040, 1, 1);
        let leaf_key = KeyPair::generate().unwrap();
        let leaf = leaf_params.signed_by(&leaf_key, &intermediate_issuer).unwrap();

        Self {
            root_pem: root.pem(),
            root: root.der().clone(),
            leaf: leaf.der().clone(),
            leaf_pem: leaf.pem(),
            leaf_key_pem: leaf_key.serialize_pem(),
            intermediates: vec![intermediate.der().clone()],
        }
    }

    pub(crate) fn host() -> ServerName<'static> {
        ServerName::try_from(Self::HOST).unwrap()
    }
}

fn ca(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::OrganizationName, "rootbake");
    params.distinguished_name.push(DnType::CommonName, name);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    params
}

/// Short runs: ratios within one run count, and those settle soon.
pub(crate) fn criterion() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(50)
}
