//! Bakes two variations of Mozilla's bundle: its first root alone, and all of it with a root of our
//! own that has issued a chain.

use std::{env, fs, path::PathBuf};

use rcgen::{
    BasicConstraints, CertificateParams, CustomExtension, DnType, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, date_time_ymd,
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
    let mut leaf_params = dated(CertificateParams::new(["www.example.com".to_owned()]).unwrap());
    leaf_params.custom_extensions.push(scts());
    let leaf_key = KeyPair::generate().unwrap();
    let leaf = leaf_params.signed_by(&leaf_key, &intermediate_issuer).unwrap();

    let with_own = format!("{mozilla}\n# Benchmark Root X1\n{}", root.pem());
    bake::bake_variation("with_own.pem", &with_own, "WITH_OWN", false);
    bake::bake_edited("with_rules.pem", &with_own, "WITH_RULES", false, |lock| {
        lock.replace("label = \"Benchmark Root X1\"\n", RULES)
    });
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    fs::write(out_dir.join("own.pem"), root.pem()).unwrap();
    for (name, certificate) in [("root", root), ("intermediate", intermediate), ("leaf", leaf)] {
        fs::write(out_dir.join(name).with_extension("der"), certificate.der()).unwrap();
    }
}

/// Every kind of rule on end entities, which the leaf keeps.
const RULES: &str = "\
label = \"Benchmark Root X1\"
distrust_after = \"2030-11-30T23:59:59Z\"
any_of = [
    { permitted_dns = [\".example.net\"] },
    { permitted_dns = [\".example.com\"], sct_not_after = \"2030-11-30T23:59:59Z\", sct_all_after = \"2010-01-01T00:00:00Z\" },
]
source = \"a benchmark\"
";

/// Two SCTs of version 1 (RFC 6962 section 3.2) with made-up logs and signatures.
fn scts() -> CustomExtension {
    let sct = [&[0][..], &[7; 32], &1_600_000_000_000_u64.to_be_bytes(), &[0, 0, 4, 3, 0, 2, 1, 1]];
    let sct = sct.concat();
    let [high, low] = u16::try_from(sct.len()).unwrap().to_be_bytes();
    let both = [&[high, low][..], &sct, &[high, low], &sct].concat();
    let length = u8::try_from(both.len()).unwrap();
    let content = [&[4, length + 2, 0, length][..], &both].concat();
    CustomExtension::from_oid_content(&[1, 3, 6, 1, 4, 1, 11129, 2, 4, 2], content)
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
