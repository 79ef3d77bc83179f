//! What is in a finished binary: the manifest of a set exactly where its anchors are used.
//!
//! Builds two small programs, stripped and with link-time optimisation, as a user would.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rootbake::root_set::Manifest;
use rootbake::roots::MOZILLA;

/// Looks an anchor up and asks for nothing else.
const USES: &str = r#"
fn main() {
    let subject = std::env::args().nth(1).unwrap_or_default();
    let subject = rootbake::certificate::Name::from_content(subject.as_bytes());
    println!("{}", rootbake::roots::MOZILLA.by_subject(subject).len());
}
"#;

/// Depends on the crate, and asks for no root.
const IGNORES: &str = r#"
fn main() {
    let subject = std::env::args().nth(1).unwrap_or_default();
    println!("{}", rootbake::certificate::Name::from_content(subject.as_bytes()));
}
"#;

const MANIFEST: &str = r#"
[package]
name = "binaries"
version = "0.0.0"
edition = "2024"

[dependencies]
rootbake = { path = "ROOTBAKE", default-features = false, features = ["mozilla"] }

[profile.release]
lto = "fat"
codegen-units = 1
panic = "abort"
strip = true

[workspace]
"#;

#[test]
fn the_manifest_is_in_a_binary_exactly_when_the_set_is_used() {
    let folder = build();
    let uses = fs::read(folder.join("uses")).unwrap();
    let used = manifests(&uses);
    let [set] = used.as_slice() else { panic!("found {} manifests", used.len()) };
    let expected: Vec<_> = MOZILLA.iter().map(|root| *root.fingerprint()).collect();
    assert_eq!(set.fingerprints(), expected);
    assert_eq!((set.name(), set.set_sha256()), (MOZILLA.name(), MOZILLA.set_sha256()));
    assert_eq!(set.label(0), None);

    let ignored = fs::read(folder.join("ignores")).unwrap();
    assert!(manifests(&ignored).is_empty());
    assert!(ignored.len() + 40_000 < uses.len(), "{} and {} bytes", ignored.len(), uses.len());
}

#[test]
fn a_manifest_with_a_flipped_byte_is_damaged() {
    let intact = MOZILLA.manifest().as_bytes();
    assert!(Manifest::read(intact).is_ok());
    for position in 0..intact.len() {
        let mut damaged = intact.to_vec();
        damaged[position] ^= 1;
        assert!(Manifest::read(&damaged).is_err(), "byte {position}");
    }
    for length in 0..intact.len() {
        assert!(Manifest::read(&intact[..length]).is_err(), "{length} bytes");
    }
    let followed = [intact, b"whatever comes next"].concat();
    assert_eq!(Manifest::read(&followed).unwrap().len(), 118);
}

/// The folder of the two finished programs.
fn build() -> PathBuf {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("binaries");
    let root = env!("CARGO_MANIFEST_DIR");
    fs::create_dir_all(package.join("src/bin")).unwrap();
    fs::write(package.join("Cargo.toml"), MANIFEST.replace("ROOTBAKE", root)).unwrap();
    fs::write(package.join("src/bin/uses.rs"), USES).unwrap();
    fs::write(package.join("src/bin/ignores.rs"), IGNORES).unwrap();
    // the same versions as everywhere else, so that nothing has to be fetched
    fs::copy(Path::new(root).join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    let target = package.join("target");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "--offline"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS")
        .status();
    assert!(status.unwrap().success());
    target.join("release")
}

/// All manifests in some bytes.
fn manifests(bytes: &[u8]) -> Vec<Manifest<'_>> {
    (0..bytes.len())
        .filter(|&start| bytes[start..].starts_with(&Manifest::MAGIC))
        .filter_map(|start| Manifest::read(&bytes[start..]).ok())
        .collect()
}
