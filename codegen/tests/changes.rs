//! What a lock changes, in sentences.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use rootbake_codegen::{Bundle, Decoded, Holdings, Lock, Source};

const RULES: &str = "source = \"a test\"";

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    fs::read_to_string(folder.join(name)).unwrap()
}

fn holdings(lock: &str) -> Holdings {
    let lock = Lock::read(Source { name: "three.lock", content: lock });
    Holdings::of_lock(&lock.unwrap_or_else(|report| panic!("{report}")))
}

fn changes(before: &str, now: &str) -> Vec<String> {
    holdings(now).changes_since(&holdings(before)).iter().map(ToString::to_string).collect()
}

/// The lock with these rules on the second root.
fn with(rules: &str) -> String {
    let label = "label = \"Example Root X2\"\n";
    fixture("three.lock").replacen(label, &format!("{label}{rules}\n{RULES}\n"), 1)
}

#[test]
fn every_rule_is_a_sentence() {
    let none = fixture("three.lock");
    let time = |key: &str| format!("{key} = \"2026-04-15T23:59:59Z\"");
    for (rules, sentence) in [
        (time("distrust_after"), "distrusted for certificates issued after 2026-04-15T23:59:59Z"),
        (
            time("sct_not_after"),
            "distrusted for certificates issued or first logged after 2026-04-15T23:59:59Z",
        ),
        (
            time("sct_all_after"),
            "distrusted for certificates unless all logged after 2026-04-15T23:59:59Z",
        ),
        (
            "permitted_dns = [\".example\"]".to_owned(),
            "limited to DNS names under .example, no IP addresses",
        ),
        (
            "programme = \"x\"\npermitted_dns = [\".example\"]".to_owned(),
            "limited to DNS names under .example",
        ),
        ("excluded_ip = [\"10.0.0.0/8\"]".to_owned(), "limited to no IP addresses in 10.0.0.0/8"),
        ("path_len = 0".to_owned(), "limited to 0 intermediates below it"),
        ("purposes = [\"serverAuth\"]".to_owned(), "trusted only for serverAuth"),
        (
            format!("any_of = [{{ {} }}]", time("distrust_after")),
            "trusted only for certificates issued at 2026-04-15T23:59:59Z or before",
        ),
    ] {
        let ruled = with(&rules);
        let [new] = &*changes(&none, &ruled) else { panic!("{rules}") };
        assert!(new.starts_with("\"Example Root X2\", sha256 "), "{new}");
        assert!(new.ends_with(&format!(", is now {sentence}")), "{new}");
        let [lifted] = &*changes(&ruled, &none) else { panic!("{rules}") };
        assert!(lifted.ends_with(&format!(", is no longer {sentence}")), "{lifted}");
        assert!(changes(&ruled, &ruled).is_empty());
    }
}

#[test]
fn a_rule_that_changes_names_both() {
    let [changed] = &*changes(&with("path_len = 2"), &with("path_len = 1")) else { panic!() };
    let expected = "is now limited to 1 intermediates below it, and no longer limited to 2 intermediates below it";
    assert!(changed.ends_with(expected), "{changed}");
}

#[test]
fn roots_that_come_and_go_are_described() {
    let lock = fixture("three.lock");
    let (first, _) = lock.rsplit_once("[[root]]").unwrap();
    let [added] = &*changes(first, &lock) else { panic!() };
    assert!(added.starts_with("adds \"") && added.ends_with(", expires 2040, Ed25519"), "{added}");
    let [dropped] = &*changes(&lock, first) else { panic!() };
    assert_eq!(dropped.replacen("drops", "adds", 1), *added);
}

#[test]
fn rules_are_compared_where_both_sides_know_them() {
    let pem = fixture("three.pem");
    let decoded = Decoded::from_pem(Source { name: "three.pem", content: pem.as_bytes() }).unwrap();
    let bundle = Holdings::of_bundle(&Bundle::read(&decoded).unwrap());
    assert_eq!(bundle.len(), 3);
    assert!(holdings(&with("path_len = 1")).changes_since(&bundle).is_empty());
    let mut known = Holdings::default();
    assert!(known.is_empty());
    known.add([7; 32], None);
    let changes = bundle.changes_since(&known);
    assert_eq!(changes.len(), 4);
    let unknown = changes.last().unwrap().to_string();
    assert_eq!(unknown, format!("drops sha256 {}", "07".repeat(32)));
}
