use rootbake::RootSet;
use rootbake::root_set::Manifest;
use rootbake::roots::{CHROME, MOZILLA};
use serde_json::Value;

use super::folder::{Folder, Run, assert_keys};

/// An image of some sets, each behind a few bytes of something else.
fn image(sets: &[&RootSet]) -> Vec<u8> {
    let mut image = Vec::new();
    for set in sets {
        image.extend([0xa5; 7]);
        image.extend(set.manifest().as_bytes());
    }
    image
}

fn inspect(image: impl AsRef<[u8]>, arguments: &str) -> Run {
    Folder::with([("firmware.bin", image.as_ref())])
        .run(&format!("inspect firmware.bin{arguments}"))
}

#[test]
fn a_set_is_shown_with_its_day_its_hash_and_its_roots() {
    let run = inspect(image(&[&MOZILLA]), "").exits(0).warns_of_nothing();
    let run = run.says(&format!("\"mozilla\" as of {}, 118 roots", MOZILLA.as_of()));
    let run = run.says(" bytes at byte 7 of raw image").says("set:      sha256 ");
    let run = run.says("the same roots and rules as \"mozilla\" of this command");
    for root in &MOZILLA {
        let hex: String = root.fingerprint().iter().map(|byte| format!("{byte:02x}")).collect();
        let row = run.out.lines().find(|line| line.ends_with(&hex)).unwrap();
        assert!(row.starts_with(root.label().unwrap()), "{row}");
    }
}

#[test]
fn the_json_has_the_same() {
    let json = inspect(image(&[&CHROME, &MOZILLA]), " --json").exits(0).json();
    assert_keys(&json, ["file", "format", "sets", "diagnostics"]);
    let sets = json["sets"].as_array().unwrap();
    let set = |set: &Value| (set["name"].clone(), set["roots"].as_array().unwrap().len());
    let found: Vec<_> = sets.iter().map(set).collect();
    assert_eq!(found, [("chrome".into(), CHROME.len()), ("mozilla".into(), MOZILLA.len())]);
    assert_keys(&sets[0], ["name", "as_of", "set_sha256", "offset", "bytes", "same_as", "roots"]);
    assert_keys(&sets[0]["roots"][0], ["sha256", "label"]);
    assert_eq!(sets[0]["offset"], 7);
    assert_eq!(json["diagnostics"], Value::Array(Vec::new()));
}

#[test]
fn the_command_itself_has_two_sets() {
    let binary = env!("CARGO_BIN_EXE_rootbake");
    let run = Folder::new().run_args(["inspect", binary], b"", &[]).exits(0);
    run.says("\"mozilla\" as of ").says("\"chrome\" as of ");
}

#[test]
fn a_damaged_manifest_is_told_beside_the_intact_one() {
    let mut image = image(&[&MOZILLA, &CHROME]);
    // in the magic, in the header, in a fingerprint
    for position in [9, 7 + 24, 7 + 300] {
        image[position] ^= 1;
        let run = inspect(&image, "").exits(1).says("\"chrome\" as of ");
        run.warns("error[damaged-manifest]: manifest is damaged").warns("at byte 7");
        image[position] ^= 1;
    }
    let json = inspect(&image[..image.len() - 1], " --json").exits(1).json();
    assert_eq!(json["diagnostics"][0]["code"], "damaged-manifest");
    let message = json["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.contains("cut short: found "), "{message}");
}

#[test]
fn a_file_without_a_set_says_so() {
    for (content, text) in [
        (&b""[..], "no root set in 0 bytes of raw image"),
        (b"\x7fELF and nothing else", "no root set in 21 bytes of ELF"),
        (b":10010000214601360121470136007EFE09D2190140", "it looks like Intel HEX: convert it"),
        (b"\x1f\x8b\x08\0", "it looks like gzip"),
        (b"ROOTBAKE_BUNDLE=ca.pem", "no root set in 22 bytes"),
    ] {
        inspect(content, "").exits(1).warns("error[no-root-set]: ").warns(text);
    }
}

#[test]
fn a_mark_alone_is_no_damage() {
    let image = [&image(&[&MOZILLA]), &Manifest::MAGIC[..], b"text behind the mark"].concat();
    inspect(image, "").exits(0).warns("warning[mark-without-manifest]: ");
}

#[test]
fn what_cannot_be_read_is_told() {
    Folder::new().run("inspect missing.bin").exits(1).warns("error[not-readable]: ");
    let folder = Folder::new();
    let run = folder.run_with("inspect -", MOZILLA.manifest().as_bytes(), &[]);
    run.exits(0).says("\"mozilla\" as of ");
}
