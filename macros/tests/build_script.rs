//! Build scripts as the README has them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod scratch;

use std::fs;
use std::path::Path;

use scratch::{Scratch, fixture};

const MANIFEST: &str = r#"
[dependencies]
rootbake = { path = "WORKSPACE", default-features = false }

[build-dependencies]
rootbake-codegen = { path = "WORKSPACE/codegen" }
"#;

const MAIN: &str = r#"
include!(concat!(env!("OUT_DIR"), "/corp.rs"));

fn main() {
    for root in CORP.iter() {
        println!("{}", root.label().unwrap_or_default());
    }
}
"#;

/// The build script in the README.
fn of_the_readme() -> String {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = fs::read_to_string(readme).unwrap();
    let blocks = readme.split("```rust\n").filter_map(|behind| behind.split("```").next());
    blocks.filter(|block| block.contains("rootbake_codegen::{")).last().unwrap().to_owned()
}

#[test]
fn the_one_in_the_readme_bakes() {
    let scratch = Scratch::new("readme", MANIFEST);
    scratch.write("build.rs", of_the_readme());
    scratch.write("src/main.rs", MAIN);
    scratch.write("ca/corp.pem", fixture("three.pem"));
    scratch.write("ca/corp.lock", fixture("three.lock"));
    scratch.write("ca/partners/one.crt", fixture("intermediate.pem"));
    assert_eq!(scratch.run(), "Example Intermediate E1\nExample Root X1\nExample Root X3\n");
}

#[test]
fn a_change_of_a_file_with_an_odd_name_is_noticed() {
    let scratch = Scratch::new("watched", MANIFEST);
    let script = r#"
        fn main() {
            let input = rootbake_codegen::Input::new("ca/two\nlines .pem ").unlocked();
            rootbake_codegen::Bake::new("CORP").input(input).run();
        }
    "#;
    scratch.write("build.rs", script);
    scratch.write("src/main.rs", MAIN);
    let three = String::from_utf8(fixture("three.pem")).unwrap();
    scratch.write("ca/two\nlines .pem ", &three);
    assert_eq!(scratch.run().lines().count(), 3);
    let end = three.find("# Example Root X3").unwrap();
    scratch.write("ca/two\nlines .pem ", three.split_at(end).0);
    assert_eq!(scratch.run().lines().count(), 2);
}

#[test]
fn a_lock_that_comes_later_is_noticed() {
    let scratch = Scratch::new("later", MANIFEST);
    let script = r#"
        fn main() {
            let pinned = rootbake_codegen::Input::new("ca/corp.pem")
                .sha256("5f3b7447574fed6eaf06914e5176aed281d85de8797bed00e7db7cbf0ebeb70f");
            rootbake_codegen::Bake::new("CORP").input(pinned).run();
        }
    "#;
    scratch.write("build.rs", script);
    let label = "root.label()";
    assert!(MAIN.contains(label));
    let ruled = "root.anchor().name_constraints.as_ref().map(|_| \"ruled\")";
    scratch.write("src/main.rs", MAIN.replace(label, ruled));
    scratch.write("ca/corp.pem", fixture("three.pem"));
    assert_eq!(scratch.run(), "\n\n\n");
    scratch.write("ca/corp.lock", fixture("three.lock"));
    assert_eq!(scratch.run().matches("ruled").count(), 1);
}
