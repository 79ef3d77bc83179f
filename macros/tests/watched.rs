//! What the compiler watches for `bake!`, and what of that gets into the binary.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod scratch;

use std::fs;
use std::path::Path;

use scratch::{Scratch, fixture};

const MANIFEST: &str = r#"
[dependencies]
rootbake = { path = "WORKSPACE", default-features = false, features = ["macros"] }
"#;

const MAIN: &str = r#"
static CORP: rootbake::RootSet = rootbake::bake!("ca/corp.pem");

fn main() {
    for root in CORP.iter() {
        println!("{} {:?}", root.label().unwrap_or_default(), root.constraints().path_len);
    }
}
"#;

fn text(name: &str) -> String {
    String::from_utf8(fixture(name)).unwrap()
}

#[test]
fn a_changed_bundle_or_lock_is_baked_anew() {
    let scratch = Scratch::new("anew", MANIFEST);
    scratch.write("src/main.rs", MAIN);
    let (pem, lock) = (text("three.pem"), text("three.lock"));
    scratch.write("ca/corp.pem", &pem);
    scratch.write("ca/corp.lock", &lock);
    let first = scratch.run();
    assert_eq!(first.lines().last(), Some("Example Root X3 None"));
    let label = "label = \"Example Root X3\"\n";
    let ruled = lock.replace(label, &format!("{label}path_len = 2\n"));
    assert_ne!(ruled, lock);
    scratch.write("ca/corp.lock", &ruled);
    assert_eq!(scratch.run().lines().last(), Some("Example Root X3 Some(2)"));
    scratch.write("ca/corp.pem", pem + &text("intermediate.pem"));
    let output = scratch.cargo(&["build"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("[root-not-locked]"));
}

#[test]
fn neither_the_text_of_the_bundle_nor_its_path_is_in_the_binary() {
    let scratch = Scratch::new("unleaked", MANIFEST);
    scratch.write("src/main.rs", MAIN);
    scratch.write("ca/corp.pem", fixture("three.pem"));
    scratch.write("ca/corp.lock", fixture("three.lock"));
    scratch.run();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("target/debug");
    let binary = fs::read(target.join("unleaked")).unwrap();
    let holds = |what: &str| binary.windows(what.len()).any(|bytes| bytes == what.as_bytes());
    assert!(holds("Example Root X3"));
    assert!(!holds("-----BEGIN CERTIFICATE"));
    assert!(!holds("ca/corp.pem"));
}
