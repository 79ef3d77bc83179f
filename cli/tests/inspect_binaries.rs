//! `rootbake inspect` on programs as linkers leave them: stripped, with link-time optimisation,
//! position-independent and not, static, and as a raw image.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ONE: &str = r#"
fn main() {
    let subject = std::env::args().nth(1).unwrap_or_default();
    let subject = rootbake::certificate::Name::from_content(subject.as_bytes());
    println!("{}", rootbake::roots::MOZILLA.by_subject(subject).len());
}
"#;

const TWO: &str = r#"
fn main() {
    let subject = std::env::args().nth(1).unwrap_or_default();
    let subject = rootbake::certificate::Name::from_content(subject.as_bytes());
    println!("{}", rootbake::roots::MOZILLA.by_subject(subject).len());
    println!("{}", rootbake::roots::CHROME.by_subject(subject).len());
}
"#;

const MANIFEST: &str = r#"
[package]
name = "inspected"
version = "0.0.0"
edition = "2024"

[dependencies]
rootbake = { path = "ROOTBAKE", default-features = false, features = ["chrome", "mozilla"] }

[profile.release]
lto = "fat"
codegen-units = 1
panic = "abort"
strip = true

[workspace]
"#;

#[test]
fn sets_are_found_however_a_program_is_linked() {
    let package = package();
    for (how, flags) in [
        ("position-independent", &["-Crelocation-model=pic"][..]),
        ("at a fixed address", &["-Crelocation-model=static"]),
        ("static", &["-Ctarget-feature=+crt-static"]),
    ] {
        for (program, sets) in [("one", &["mozilla"][..]), ("two", &["chrome", "mozilla"])] {
            let Some(binary) = build(&package, program, flags) else {
                eprintln!("skipped: {program} cannot be linked {how} here");
                continue;
            };
            assert_eq!(inspect(&binary), sets, "{program}, {how}");
            match raw(&binary) {
                Some(image) => assert_eq!(inspect(&image), sets, "{program}, {how}, raw"),
                None => eprintln!("skipped: no objcopy that makes a raw image of {program}, {how}"),
            }
        }
    }
}

/// The names of the sets, sorted.
fn inspect(binary: &Path) -> Vec<String> {
    let run = Command::new(env!("CARGO_BIN_EXE_rootbake"))
        .args(["inspect", "--json"])
        .arg(binary)
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    let json: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    let sets = json["sets"].as_array().unwrap().iter();
    let mut names: Vec<_> = sets.map(|set| set["name"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

fn package() -> PathBuf {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inspected");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    fs::create_dir_all(package.join("src/bin")).unwrap();
    let manifest = MANIFEST.replace("ROOTBAKE", root.to_str().unwrap());
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::write(package.join("src/bin/one.rs"), ONE).unwrap();
    fs::write(package.join("src/bin/two.rs"), TWO).unwrap();
    // the same versions as everywhere else, so that nothing has to be fetched
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    package
}

fn build(package: &Path, program: &str, flags: &[&str]) -> Option<PathBuf> {
    let target = package.join("target");
    let run = Command::new(env!("CARGO"))
        .args(["rustc", "--quiet", "--release", "--offline", "--bin", program, "--"])
        .args(flags)
        .current_dir(package)
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&run.stderr);
    match run.status.success() {
        true => Some(target.join("release").join(program)),
        // a static C library is not installed everywhere
        false if text.contains("linking with") => None,
        false => panic!("{text}"),
    }
}

/// What a programmer would flash.
fn raw(binary: &Path) -> Option<PathBuf> {
    let image = binary.with_extension("bin");
    let run = Command::new("objcopy").args(["-O", "binary"]).arg(binary).arg(&image).status();
    run.is_ok_and(|status| status.success()).then_some(image)
}
