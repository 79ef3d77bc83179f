//! The fixtures: that the generated source is what the code generator writes today, and how they
//! are made anew.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, GeneralSubtree, IsCa,
    KeyPair, KeyUsagePurpose, NameConstraints, PKCS_ED25519, SerialNumber, date_time_ymd,
};
use rootbake_codegen::{Options, Source, bake};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn generate(bundle: &str, constant: &str) -> String {
    let pem = fs::read(folder().join(format!("{bundle}.pem"))).unwrap();
    let lock = fs::read_to_string(folder().join(format!("{bundle}.lock"))).unwrap();
    let baked = bake(
        Source { name: &format!("tests/fixtures/{bundle}.pem"), content: &pem },
        Source { name: &format!("tests/fixtures/{bundle}.lock"), content: &lock },
        &Options::new(constant),
    );
    baked.unwrap_or_else(|report| panic!("{report}")).source
}

#[test]
fn the_generated_source_is_what_is_generated_today() {
    for (bundle, constant) in [("many", "MANY"), ("one", "ONE")] {
        let golden = folder().join(format!("{bundle}.rs"));
        let generated = generate(bundle, constant);
        if std::env::var_os("REGENERATE").is_some() {
            fs::write(&golden, &generated).unwrap();
        }
        let golden = fs::read_to_string(&golden).unwrap();
        assert_eq!(generated, golden, "REGENERATE=1 writes it anew");
    }
}

/// The roots of `many.pem`: each has one thing that a test needs.
fn roots() -> Vec<(&'static str, CertificateParams)> {
    let root = |name: &'static str, change: fn(&mut CertificateParams)| {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name.trim_end_matches(" Twin"));
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(2040, 1, 1);
        params.serial_number = Some(SerialNumber::from_slice(name.as_bytes()));
        change(&mut params);
        (name, params)
    };
    vec![
        root("Alternatives", |_| ()),
        root("Clients Only", |params| {
            params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        }),
        root("Constrained", |_| ()),
        root("Distrusted After", |_| ()),
        root("Distrusted Names", |_| ()),
        root("Excluded", |_| ()),
        root("Expired", |params| params.not_after = date_time_ymd(2022, 1, 1)),
        root("Ip Ranges", |_| ()),
        root("No Cert Sign", |params| params.key_usages = vec![KeyUsagePurpose::CrlSign]),
        root("Own And Imposed", |params| {
            params.name_constraints = Some(NameConstraints {
                permitted_subtrees: vec![GeneralSubtree::DnsName("example".to_owned())],
                excluded_subtrees: vec![],
            });
        }),
        root("Path Length", |params| {
            params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        }),
        root("Path Length Imposed", |_| ()),
        root("Plain", |_| ()),
        root("Same Name", |_| ()),
        root("Same Name Twin", |_| ()),
        root("Scts After", |_| ()),
        root("Scts Before", |_| ()),
        root("Servers Imposed", |_| ()),
    ]
}

#[test]
#[ignore = "writes many.pem and one.pem anew, from the keys in keys.pem"]
fn remake() {
    let keys = folder().join("keys");
    fs::create_dir_all(&keys).unwrap();
    let mut many = String::new();
    for (name, params) in roots() {
        let file = keys.join(format!("{}.pem", name.to_lowercase().replace(' ', "-")));
        let key = match fs::read_to_string(&file) {
            Ok(pem) => KeyPair::from_pem(&pem).unwrap(),
            Err(_) => KeyPair::generate_for(&PKCS_ED25519).unwrap(),
        };
        fs::write(&file, key.serialize_pem()).unwrap();
        let pem = params.self_signed(&key).unwrap().pem().replace("\r\n", "\n");
        if name == "Plain" {
            fs::write(folder().join("one.pem"), format!("# {name}\n{pem}")).unwrap();
        }
        many.push_str(&format!("# {name}\n{pem}"));
    }
    fs::write(folder().join("many.pem"), many).unwrap();
}
