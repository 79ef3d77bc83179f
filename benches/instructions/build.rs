//! Bakes two variations of Mozilla's bundle: its first root alone, and all of it with a root of our
//! own that has issued a chain.

use std::{env, fs, path::PathBuf};

use rcgen::{
    BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    date_time_ymd,
};

#[path = "../support/bake.rs"]
mod bake;

fn main() {
    let mozilla = bake::roots("mozilla.pem");
    bake::bake_variation("one.pem", bake::first_root(&mozilla), "ONE", false);

    let root_key = KeyPair::generate().unwrap();
    let root = ca("Benchmark Root X1").self_signed(&root_key).unwrap();
    let root_issuer = Issuer::new(ca("Benchmark Root X1"), root_key);
    let intermediate_key = KeyPair::generate().unwrap();
    let intermediate_params = ca("Benchmark Intermediate E1");
    let intermediate = intermediate_params.signed_by(&intermediate_key, &root_issuer).unwrap();
    let intermediate_issuer = Issuer::new(intermediate_params, intermediate_key);
    let leaf_params = dated(CertificateParams::new(["www.example.com".to_owned()]).unwrap());
    let leaf_key = KeyPair::generate().unwrap();
    let leaf = leaf_params.signed_by(&leaf_key, &intermediate_issuer).unwrap();

    let with_own = format!("{mozilla}\n# Benchmark Root X1\n{}", root.pem());
    bake::bake_variation("with_own.pem", &with_own, "WITH_OWN", false);
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    fs::write(out_dir.join("own.pem"), root.pem()).unwrap();
    for (name, certificate) in [("root", root), ("intermediate", intermediate), ("leaf", leaf)] {
        fs::write(out_dir.join(name).with_extension("der"), certificate.der()).unwrap();
    }
}

fn ca(name: &str) -> CertificateParams {
    let mut params = dated(CertificateParams::default());
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::OrganizationName, "rootbake");
    params.distinguished_name.push(DnType::CommonName, name);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params
}

fn dated(mut params: CertificateParams) -> CertificateParams {
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    params
}
