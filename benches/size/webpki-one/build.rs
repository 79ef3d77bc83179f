//! Writes the first root of webpki-roots down as that crate does.

use std::{env, fs, path::PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = &webpki_roots::TLS_SERVER_ROOTS[0];
    assert!(root.name_constraints.is_none());
    let text = format!(
        "pub const TLS_SERVER_ROOTS: &[TrustAnchor<'static>] = &[TrustAnchor {{
            subject: Der::from_slice(b\"{}\"),
            subject_public_key_info: Der::from_slice(b\"{}\"),
            name_constraints: None,
        }}];",
        root.subject.escape_ascii(),
        root.subject_public_key_info.escape_ascii(),
    );
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap()).join("one.rs"), text).unwrap();
}
