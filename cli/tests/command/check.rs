use rcgen::{DistinguishedName, DnType};
use serde_json::Value;

use super::fixtures::{Ca, private_key, truncated};
use super::folder::{Folder, Run, assert_keys};

const DAY: &str = "--as-of 2026-12-01";

fn folder() -> Folder {
    let folder = Folder::new();
    let [a, b] = ["Root A", "Root B"].map(|name| Ca::new(name).pem());
    folder.lock("ca.pem", format!("# Root A\n{a}\n# Root B\n{b}"));
    folder
}

fn check(folder: &Folder, arguments: &str) -> Run {
    folder.run(&format!("check {DAY} {arguments}"))
}

/// The codes of all findings, in their order.
fn codes(run: &Run) -> Vec<String> {
    let json = run.json();
    let bundles = json["bundles"].as_array().unwrap().iter();
    let findings = bundles.flat_map(|bundle| bundle["findings"].as_array().unwrap());
    findings.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_bundle_with_its_lock_is_fine() {
    let run = check(&folder(), "ca.pem").exits(0).warns_of_nothing();
    run.says("ca.pem: 2 roots, fine, 0 warnings, 0 notes\n");
}

#[test]
fn what_is_baked_into_the_command_is_fine() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("roots")).unwrap();
    folder.write("roots/mozilla.pem", rootbake::roots::source::MOZILLA_PEM);
    folder.write("roots/mozilla.lock", rootbake::roots::source::MOZILLA_LOCK);
    folder.write("Cargo.lock", "version = 4\n");
    // without a name it is found
    let run = check(&folder, "").exits(0).warns_of_nothing();
    run.says("roots/mozilla.pem: 118 roots, fine, 0 warnings, ");
}

#[test]
fn every_lock_here_and_one_folder_down_is_looked_at() {
    let folder = folder();
    std::fs::create_dir(folder.path("more")).unwrap();
    folder.write("more/broken.lock", "[bundle]\n");
    let run = check(&folder, "").exits(1).says("ca.pem: 2 roots, fine");
    run.warns("error[not-readable]: ").warns("more/broken.pem");
    Folder::new().run("check").exits(1).warns("error[no-lock]: no lock of a bundle here");
}

#[test]
fn a_finding_stands_over_the_line_that_it_is_about() {
    let folder = folder();
    folder.edit("ca.pem", "# Root B", "# Root B, to be distrusted\n# Root B");
    let run = check(&folder, "ca.pem").exits(1);
    let pem = folder.read("ca.pem");
    let line = pem.lines().zip(1..).filter(|(line, _)| line.starts_with("-----BEGIN")).last();
    let (_, line) = line.unwrap();
    let run = run.warns("warning[comment-says-distrust]: comment says that the root is distrusted");
    let run = run.warns(&format!("--> ca.pem:{line}:1\n"));
    let run = run.warns(&format!("{line} | -----BEGIN CERTIFICATE-----\n")).warns("| ^^^^^^^^");
    // the bytes of the file are others, too
    run.warns("error[lock-not-fresh]: ").says("ca.pem: 2 roots, 1 error, 1 warning, 0 notes");
}

#[test]
fn all_is_told_at_once() {
    let odd = Ca::with("Root C", |params| {
        params.distinguished_name = DistinguishedName::new();
        params.distinguished_name.push(DnType::CountryName, "GERMANY");
        params.not_after = rcgen::date_time_ymd(2027, 1, 1);
        params.key_usages = Vec::new();
    });
    let folder = Folder::new();
    folder.lock("ca.pem", odd.pem());
    folder.edit("ca.lock", "[bundle]", "[policy]\nlifetime = \"10y\"\n\n[bundle]");
    folder.edit("ca.lock", "as_of = \"2026-07-01T00:00:00Z\"", "as_of = \"2025-11-30T00:00:00Z\"");
    let run = check(&folder, "ca.pem --json").exits(1);
    assert_eq!(
        codes(&run),
        ["stale-bundle", "expires-within-lifetime", "missing-key-usage", "odd-name"]
    );
    let run = check(&folder, "ca.pem --notes").exits(1);
    run.warns("note[odd-name]: ").warns("as_of = \"2025-11-30T00:00:00Z\"").warns("ca.lock:");
    let run = check(&folder, "ca.pem").exits(1).says("2 notes (--notes shows them)");
    assert!(!run.err.contains("odd-name"), "{run:?}");
    // a month more, and it is not stale
    let run = check(&folder, "ca.pem --max-age 13").exits(0);
    run.says("1 root, fine, 1 warning, 2 notes");
}

#[test]
fn the_json_has_places_and_facts() {
    let folder = folder();
    folder.edit("ca.lock", "sha256 = \"", "sha256 = \"F");
    let json = check(&folder, "ca.pem --json").exits(1).json();
    assert_keys(&json, ["bundles"]);
    assert_keys(&json["bundles"][0], ["file", "lock", "roots", "findings"]);
    let finding = &json["bundles"][0]["findings"][0];
    assert_keys(finding, ["code", "severity", "message", "file", "line", "facts"]);
    assert_eq!(
        (&finding["code"], &finding["severity"]),
        (&"bad-lock-value".into(), &"error".into())
    );
    assert_eq!(finding["file"], Value::from("ca.lock"));
    assert!(finding["line"].is_u64(), "{finding}");
    assert!(finding["facts"].as_array().unwrap().iter().any(|fact| fact["name"] == "expected"));
}

#[test]
fn a_lock_of_other_roots_is_told_root_by_root() {
    let folder = folder();
    folder.write("ca.pem", [folder.read("ca.pem"), Ca::new("Root C").pem()].concat());
    let run = check(&folder, "ca.pem --json").exits(1);
    assert_eq!(codes(&run), ["root-not-locked"]);
    // what else a lock says of its bundle
    let folder = self::folder();
    folder.edit("ca.lock", "file = \"ca.pem\"", "file = \"other.pem\"");
    let run = check(&folder, "ca.pem").exits(1).warns("error[lock-not-fresh]: ");
    run.warns("| file = \"other.pem\"\n").warns("expected: file = \"ca.pem\"\n");
    assert_eq!(codes(&check(&folder, "ca.pem --json").exits(1)), ["lock-not-fresh"]);
    std::fs::remove_file(folder.path("ca.lock")).unwrap();
    assert_eq!(codes(&check(&folder, "ca.pem --json").exits(1)), ["no-lock"]);
}

#[test]
fn an_exception_that_applies_to_nothing_is_told_over_its_line() {
    let folder = folder();
    let sha256 = "0".repeat(64);
    let exception = format!(
        "\n[[exception]]\nlint = \"expired\"\nreason = \"a test\"\nsha256 = \"{sha256}\"\n"
    );
    folder.write("ca.lock", folder.read("ca.lock") + &exception);
    let run = check(&folder, "ca.pem").exits(1).warns("error[unused-exception]: ");
    run.warns(" | [[exception]]");
}

#[test]
fn no_byte_of_a_private_key_is_shown() {
    let folder = folder();
    let key = private_key();
    let secret: Vec<&str> = key.lines().filter(|line| !line.starts_with('-')).collect();
    for broken in [key.clone(), truncated(&key), key.replacen('M', "*", 1), key.replace('\n', "")] {
        folder.write("ca.pem", [folder.read("ca.pem"), broken].concat());
        let run = check(&folder, "ca.pem").exits(1);
        assert!(!secret.iter().any(|line| run.err.contains(&line[1..20])), "{run:?}");
        assert!(run.err.contains("error["), "{run:?}");
    }
}

#[test]
fn wrong_inputs_are_told() {
    let folder = folder();
    folder.write("empty.pem", "");
    folder.write("cut.pem", truncated(&Ca::new("Root C").pem()));
    check(&folder, "missing.pem").exits(1).warns("error[not-readable]: ");
    for (input, code) in [("empty.pem", "no-certificates"), ("cut.pem", "unterminated-block")] {
        check(&folder, input).exits(1).warns(&format!("error[{code}]: ")).warns(input);
    }
    let env = [("SOURCE_DATE_EPOCH", "yesterday")];
    folder.run_with("check ca.pem", b"", &env).exits(1).warns("error[bad-source-date-epoch]: ");
}
