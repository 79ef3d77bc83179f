// For build scripts: bakes a bundle that is a variation of roots/mozilla.pem.

use std::{env, fs, path::PathBuf};

use rootbake_codegen::{Bundle, Decoded, Lock, Options, Source, bake, refresh};

/// The text of `roots/FILE`.
pub fn roots(file: &str) -> String {
    let manifest_dir = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let repository = manifest_dir.ancestors().find(|dir| dir.join("roots/mozilla.pem").exists());
    let path = repository.unwrap().join("roots").join(file);
    println!("cargo::rerun-if-changed={}", path.display());
    fs::read_to_string(path).unwrap()
}

/// The first root of a bundle.
pub fn first_root(bundle: &str) -> &str {
    const END: &str = "-----END CERTIFICATE-----\n";
    &bundle[..bundle.find(END).unwrap() + END.len()]
}

/// Bakes `bundle` into `OUT_DIR/NAME.rs`, with a lock that differs from Mozilla's as the bundle does.
pub fn bake_variation(name: &str, bundle: &str, constant: &str, labels: bool) {
    bake_edited(name, bundle, constant, labels, |lock| lock);
}

/// The same with a lock that is edited.
pub fn bake_edited(
    name: &str,
    bundle: &str,
    constant: &str,
    labels: bool,
    edit: impl Fn(String) -> String,
) {
    println!("cargo::rerun-if-changed=build.rs");
    let lock = roots("mozilla.lock");
    let existing = Source { name: "mozilla.lock", content: lock.as_str() };
    let source = Source { name, content: bundle.as_bytes() };
    let decoded = Decoded::from_pem(source).unwrap();
    let provenance = Lock::read(existing).unwrap().provenance;
    let bundle = Bundle::read(&decoded).unwrap();
    let refreshed = refresh(&bundle, source, Some(existing), &provenance, &[]).unwrap();
    let lock = edit(refreshed.text);
    let lock = Source { name: "variation.lock", content: lock.as_str() };
    let options = Options::new(constant).labels(labels);
    let baked = bake(source, lock, &options).unwrap_or_else(|report| panic!("{report}"));
    let out_dir = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    fs::write(out_dir.join(name).with_extension("rs"), baked.source).unwrap();
}
