//! Bakes Mozilla's roots, ten of them, one of them, and those of the device tests.
#![allow(clippy::expect_used, clippy::panic, reason = "a build script fails by panicking")]

use std::path::PathBuf;
use std::{env, fs};

use rootbake_codegen::{Options, Source, bake};
use rootbake_core::certificate::sha256;
use rootbake_core::pem;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg-bins=-Tlink.x");
    println!(
        "cargo::rustc-link-search={}",
        env::var("CARGO_MANIFEST_DIR").expect("cargo") + "/../cortex-m"
    );
    for count in [1, 10, 118] {
        first_roots("../../roots/mozilla", count, &format!("MOZILLA_{count}"));
    }
    first_roots("../fixtures/data/roots", 2, "DEVICE");
}

/// Bakes the first roots of a bundle, without labels.
fn first_roots(bundle: &str, count: usize, constant: &str) {
    let (pem, lock) = (read(&format!("{bundle}.pem")), read(&format!("{bundle}.lock")));
    let end = "-----END CERTIFICATE-----\n";
    let pem: String = pem.split_inclusive(end).take(count).collect();
    let hashes = fingerprints(&pem);
    let mut entries = lock.split("[[root]]");
    let head = entries.next().expect("a lock").to_owned();
    let is_kept = |entry: &&str| hashes.iter().any(|hash| entry.contains(hash));
    let lock = entries.filter(is_kept).fold(head, |lock, entry| lock + "[[root]]" + entry);
    let baked = bake(
        Source { name: bundle, content: pem.as_bytes() },
        Source { name: "its lock", content: lock.as_str() },
        &Options::new(constant).labels(false),
    )
    .unwrap_or_else(|report| panic!("{report}"));
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").expect("cargo"));
    let file = out_dir.join(constant.to_lowercase()).with_extension("rs");
    fs::write(file, baked.source).expect("OUT_DIR can be written to");
    // for `sizes.sh`
    println!("cargo::rustc-env={constant}_BYTES={}", baked.anchor_bytes);
}

fn read(file: &str) -> String {
    println!("cargo::rerun-if-changed={file}");
    fs::read_to_string(file).expect("a file of the repository")
}

fn fingerprints(text: &str) -> Vec<String> {
    let hash = |block: pem::Block<'_>| {
        let mut der = vec![0; block.der_capacity()];
        let hash = sha256(block.decode(&mut der).expect("a certificate"));
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    };
    pem::blocks(text.as_bytes()).map(|block| hash(block.expect("a block"))).collect()
}
