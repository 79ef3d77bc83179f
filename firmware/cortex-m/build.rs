//! Hands the memory layout to the linker.

use std::{env, fs, path::PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=memory.x");
    println!("cargo::rustc-link-arg-bins=-Tlink.x");
    let out_dir = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    println!("cargo::rustc-link-search={}", out_dir.display());
    if let Err(error) = fs::copy("memory.x", out_dir.join("memory.x")) {
        println!("cargo::error=memory.x cannot be copied: {error}");
    }
}
