//! Every case of `tests/cases` that a device can run, with the roots in a set file and the
//! algorithms of the device programs: the code is the one that a `SecureContext` gives.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use rootbake::certificate::{Time, sha256};
use rootbake::path::{Checks, Pinned, Presented, verify_server};
use rootbake::pki_types::{CertificateDer, ServerName, SignatureVerificationAlgorithm, UnixTime};
use rootbake::{RootSet, SecureContext, pem};
use rootbake_codegen::{
    Bundle, Decoded, DeviceFormat, Provenance, Source, bake_for_device, refresh,
};

fn read(file: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn now() -> UnixTime {
    let time = Time::from_civil(2026, 11, 30, 0, 0, 0).unwrap().unix_seconds();
    UnixTime::since_unix_epoch(Duration::from_secs(time.try_into().unwrap()))
}

/// All that can be decoded.
fn certificates(text: &[u8]) -> Vec<CertificateDer<'static>> {
    let decode = |block: pem::Block<'_>| {
        let mut der = vec![0; block.der_capacity()];
        block.decode(&mut der).map(|der| CertificateDer::from(der.to_vec())).ok()
    };
    let blocks = pem::blocks(text).flatten().filter(|block| block.label().is_certificate());
    blocks.filter_map(decode).collect()
}

/// The CAs as a device gets them, if they can be baked.
fn set_of(ca: &[u8]) -> Option<RootSet> {
    let source = Source { name: "ca.pem", content: ca };
    let decoded = Decoded::from_pem(source).ok()?;
    let provenance = Provenance {
        name: "case".to_owned(),
        file: "ca.pem".to_owned(),
        sha256: sha256(ca),
        source: "tests/cases".to_owned(),
        as_of: Time::from(now()),
        license: "that of the code".to_owned(),
        product_version: None,
        rules: Vec::new(),
    };
    let lock = refresh(&Bundle::read(&decoded).ok()?, source, None, &provenance, &[]).ok()?.text;
    let lock = Source { name: "ca.lock", content: lock.as_str() };
    let set = bake_for_device(source, lock, DeviceFormat::Bin, &[]).ok()?;
    Some(RootSet::from_bytes(set.bytes.leak()).expect("what was written is read"))
}

fn by_context(ca: &[u8], chain: &[CertificateDer<'_>], host: &ServerName<'_>) -> Option<String> {
    let context = SecureContext::builder().ca(ca).ok()?.build().unwrap();
    let verified = context.verifier().verify_server(&chain[0], &chain[1..], host, now());
    Some(verified.map_or_else(|error| error.code().to_owned(), |_| "accept".to_owned()))
}

/// A context takes each certificate that it is given for itself, too; a device is told which.
fn by_device(
    set: &RootSet,
    pinned: &[&[u8]],
    chain: &[CertificateDer<'_>],
    host: &ServerName<'_>,
) -> String {
    let store = Pinned { store: set, certificates: pinned };
    let algorithms: Vec<&dyn SignatureVerificationAlgorithm> =
        [firmware_algorithms::P256_AND_P384, firmware_algorithms::RSA].concat();
    let checks = Checks {
        algorithms: &algorithms,
        time: now(),
        anchor_dates: true,
        revocation: None,
        permits: None,
    };
    let presented = Presented { end_entity: &chain[0], intermediates: &chain[1..] };
    match verify_server(&presented, host, &store, &checks) {
        Ok(_) => "accept".to_owned(),
        Err(error) => error.code().to_owned(),
    }
}

#[test]
fn a_device_decides_as_a_context_does() {
    let index = String::from_utf8(read("index.tsv")).unwrap();
    let (mut compared, mut refused, mut different) = (0, 0, Vec::new());
    for line in index.lines().skip(1) {
        let [case, variant, kind, ca, chain, host, _] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        if kind == "key" {
            continue;
        }
        let (ca, chain) = (read(ca), certificates(&read(chain)));
        let host = ServerName::try_from(host).unwrap();
        let Some(set) = set_of(&ca) else { continue };
        let Some(expected) = by_context(&ca, &chain, &host) else { continue };
        let given = certificates(&ca);
        let pinned: Vec<&[u8]> = given.iter().map(AsRef::as_ref).collect();
        let found = by_device(&set, &pinned, &chain, &host);
        // keys that the device has no code for
        if found == "unsupported-signature-algorithm" {
            continue;
        }
        compared += 1;
        refused += u32::from(found != "accept");
        if found != expected {
            different.push(format!("{case} {variant}: device {found}, context {expected}"));
        }
    }
    eprintln!("{compared} cases compared, {refused} of them refused");
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(compared > 60 && refused > 20, "{compared} compared, {refused} refused");
}
