//! What `bake!` says when something is wrong: golden messages of the compiler, in `messages/`.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod scratch;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use scratch::{Scratch, fixture};
use serde_json::Value;

const MANIFEST: &str = r#"
[dependencies]
rootbake = { path = "WORKSPACE", default-features = false, features = ["macros"] }
"#;

/// A name for each, and what stands in the parentheses.
const CASES: &[(&str, &str)] = &[
    ("as-of-with-lock", r#""ca/three.pem", as_of = "2026-07-01T00:00:00Z""#),
    ("bad-path-len", r#""ca/three.pem", path_len = 256"#),
    ("bad-policy", r#""ca/three.pem", policy(expired = "ignore")"#),
    ("bad-purpose", r#""ca/three.pem", root("Example Root X1", purposes = ["server"])"#),
    ("bad-sha256", r#""ca/bare.pem", sha256 = "5F3B""#),
    ("bad-time", r#""ca/three.pem", root("Example Root X1", distrust_after = "2026-07-01")"#),
    (
        "changed-since-pinned",
        r#""ca/renewed.pem", sha256 = "5f3b7447574fed6eaf06914e5176aed281d85de8797bed00e7db7cbf0ebeb70f""#,
    ),
    ("damaged-blocks", r#""ca/damaged.pem", unlocked"#),
    ("empty-names", r#""ca/bare.pem", unlocked, permitted_dns = []"#),
    ("end-entity", r#""ca/leaf.pem", unlocked"#),
    ("everything-excluded", r#""ca/leaf.pem", unlocked, exclude("localhost")"#),
    ("exclude-unknown", r#""ca/three.pem", exclude("Example Root X4")"#),
    ("expired", r#""ca/three.pem", lock = "ca/late.lock""#),
    ("folder", r#""ca", unlocked"#),
    ("intermediate", r#""ca/intermediate.pem", unlocked"#),
    ("lock-unknown-key", r#""ca/three.pem", lock = "ca/odd.lock""#),
    ("missing-comma", r#""ca/three.pem" unlocked"#),
    ("missing-file", r#""ca/nowhere.pem", unlocked"#),
    ("missing-lock", r#""ca/three.pem", lock = "ca/nowhere.lock""#),
    ("no-arguments", ""),
    ("no-lock", r#""ca/bare.pem""#),
    ("not-a-literal", r#"concat!("ca/", "three.pem")"#),
    ("not-a-pem", r#""ca/notes.txt", unlocked"#),
    ("not-a-rule", r#""ca/three.pem", root("Example Root X1", sha256 = "5f3b")"#),
    ("partial-chain-of-nothing", r#""ca/three.pem", partial_chain"#),
    ("private-key", r#""ca/key.pem", unlocked"#),
    ("root-not-locked", r#""ca/renewed.pem", lock = "ca/three.lock""#),
    ("root-without-rule", r#""ca/three.pem", root("Example Root X1")"#),
    ("rule-in-lock-too", r#""ca/three.pem", permitted_dns = [".corp.example"]"#),
    ("said-twice", r#""ca/three.pem", labels = true, labels = false"#),
    ("source-of-nothing", r#""ca/three.pem", source = "ticket 7""#),
    ("too-large", r#""ca/three.pem", max_bytes = 500"#),
    ("unknown-policy", r#""ca/three.pem", policy(not_a_ca = "keep")"#),
    ("unknown-setting", r#""ca/three.pem", sha265 = "5f3b""#),
    ("unlocked-beside-lock", r#""ca/three.pem", unlocked"#),
    ("wildcard", r#""ca/bare.pem", unlocked, permitted_dns = ["*.corp.example"]"#),
    ("wrong-form", r#""ca/bare.pem", unlocked = true"#),
];

#[test]
fn every_mistake_is_told_where_the_macro_stands() {
    let scratch = Scratch::new("wrong", MANIFEST);
    write_bundles(&scratch);
    for (name, arguments) in CASES {
        let source = format!(
            "static CORP: rootbake::RootSet =\n    rootbake::bake!({arguments});\n\nfn main() {{\n    assert_eq!(CORP.len(), 3);\n}}\n"
        );
        scratch.write(&format!("src/bin/{name}.rs"), source);
    }
    let said = messages(&scratch);
    for (name, arguments) in CASES {
        let said = said.get(*name).map_or("", String::as_str);
        assert!(!said.is_empty(), "{name} compiles: {arguments}");
        let golden = golden(name);
        if std::env::var_os("REGENERATE").is_some() {
            fs::write(&golden, said).unwrap();
        }
        let expected = fs::read_to_string(golden).unwrap_or_default();
        assert_eq!(said, expected, "{name}: REGENERATE=1 writes it anew");
    }
}

#[test]
fn every_message_has_a_case() {
    let folder = golden("").with_file_name("");
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(CASES.iter().any(|(case, _)| *case == name), "{name}");
    }
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/messages/{name}.txt"))
}

fn write_bundles(scratch: &Scratch) {
    let three = String::from_utf8(fixture("three.pem")).unwrap();
    let lock = String::from_utf8(fixture("three.lock")).unwrap();
    let intermediate = String::from_utf8(fixture("intermediate.pem")).unwrap();
    let key = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0IGtleQ==\n-----END PRIVATE KEY-----\n";
    for (file, content) in [
        ("three.pem", three.clone()),
        ("three.lock", lock.clone()),
        ("bare.pem", three.clone()),
        ("damaged.pem", three.replacen("\nMII", "\nMIJ", 1).replacen("MII", "M*I", 1)),
        ("intermediate.pem", intermediate.clone()),
        ("key.pem", three.clone() + key),
        ("late.lock", lock.replacen("as_of = \"2026", "as_of = \"2045", 1)),
        ("leaf.pem", String::from_utf8(fixture("leaf.pem")).unwrap()),
        ("notes.txt", "Ask the security team.\n".to_owned()),
        ("odd.lock", lock.replacen("license", "licence", 1)),
        ("renewed.pem", three + &intermediate),
    ] {
        scratch.write(&format!("ca/{file}"), content);
    }
}

/// What the compiler says of each program, but for its note on where macros are from.
fn messages(scratch: &Scratch) -> BTreeMap<String, String> {
    let output = scratch.cargo(&["check", "--quiet", "--keep-going", "--message-format=json"]);
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    for line in output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let message: Value = serde_json::from_slice(line).unwrap();
        let Some(rendered) = message["message"]["rendered"].as_str() else { continue };
        let has_place = message["message"]["spans"].as_array().is_some_and(|all| !all.is_empty());
        if has_place {
            let name = message["target"]["name"].as_str().unwrap().to_owned();
            said.entry(name).or_default().push_str(&without_note(rendered));
        }
    }
    assert!(!said.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    said
}

fn without_note(rendered: &str) -> String {
    let lines = rendered.lines().filter(|line| !line.contains("this error originates in"));
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}
