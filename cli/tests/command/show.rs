use std::fs;
use std::process::{Command, Stdio};

use super::fixtures::{Ca, private_key, self_signed, truncated};
use super::folder::{Folder, assert_keys};

const ENTRY: [&str; 10] = [
    "label",
    "sha256",
    "subject",
    "not_before",
    "not_after",
    "key",
    "constraints",
    "file",
    "block",
    "line",
];

#[test]
fn certificates_are_shown_by_their_roles() {
    let ca = Ca::new("Test Root");
    let pem = [ca.pem(), ca.intermediate("Test Intermediate").pem(), self_signed().pem()].concat();
    let folder = Folder::with([("ca.pem", pem.as_bytes())]);
    let run = folder.run("show ca.pem").exits(0);
    let lines: Vec<&str> = run.out.lines().collect();
    let [anchors, root, intermediates, intermediate, pinned, leaf] = lines.as_slice() else {
        panic!("six lines: {run:#?}");
    };
    assert!(anchors.starts_with("ANCHOR (1) ") && root.starts_with("Test Root "), "{run:#?}");
    assert!(root.contains("EC P-256  2040-01-01  at most 2 intermediates"), "{root}");
    assert!(intermediates.starts_with("INTERMEDIATE (1) "), "{run:#?}");
    assert!(intermediate.starts_with("Test Intermediate "), "{run:#?}");
    assert!(pinned.starts_with("ACCEPTED FOR ITSELF (1) "), "{run:#?}");
    assert!(leaf.starts_with("leaf ") && leaf.contains("only for serverAuth"), "{run:#?}");
    run.warns("warning[not-a-ca]: ").warns("(ca.pem, block 3, line ");
}

#[test]
fn json_has_the_documented_keys_and_no_others() {
    let ca = Ca::new("Test Root");
    let pem = [ca.pem(), ca.intermediate("Test Intermediate").pem(), self_signed().pem()].concat();
    let folder = Folder::with([("ca.pem", pem.as_bytes())]);
    let json = folder.run("show ca.pem --json").exits(0).warns_of_nothing().json();
    assert_keys(&json, ["anchors", "intermediates", "pinned", "diagnostics"]);
    for list in ["anchors", "intermediates", "pinned"] {
        assert_eq!(json[list].as_array().unwrap().len(), 1, "{list}");
        assert_keys(&json[list][0], ENTRY);
    }
    let root = &json["anchors"][0];
    assert_eq!(root["subject"], "CN=Test Root");
    assert_eq!(root["not_before"], "2020-01-01T00:00:00Z");
    assert_eq!(root["constraints"], serde_json::json!(["at most 2 intermediates"]));
    assert_eq!(
        (&root["file"], &root["block"], &root["line"]),
        (&"ca.pem".into(), &1.into(), &1.into())
    );
    let diagnostic = &json["diagnostics"][0];
    assert_keys(diagnostic, ["code", "severity", "message", "file", "block", "line"]);
    assert_eq!(
        (&diagnostic["code"], &diagnostic["severity"]),
        (&"not-a-ca".into(), &"warning".into())
    );
}

#[test]
fn der_is_told_by_its_content() {
    let ca = Ca::new("Test Root");
    let folder = Folder::with([("ca.bin", ca.certificate.der())]);
    folder.run("show ca.bin").exits(0).says("Test Root").warns_of_nothing();
    let json = folder.run("show ca.bin --json").exits(0).json();
    assert_eq!(
        (&json["anchors"][0]["block"], &json["anchors"][0]["line"]),
        (&().into(), &().into())
    );
    let cut = &ca.certificate.der()[..100];
    folder.write("cut.der", cut);
    folder.run("show cut.der").exits(1).warns("error[bad-certificate]: ").warns("(cut.der)");
}

#[test]
fn standard_input_is_read() {
    let pem = Ca::new("Test Root").pem();
    let run = Folder::new().run_with("show - --json", pem.as_bytes(), &[]).exits(0);
    assert_eq!(run.json()["anchors"][0]["file"], "stdin");
}

#[test]
fn a_bad_block_hides_nothing() {
    let (first, last) = (Ca::new("First").pem(), Ca::new("Last").pem());
    let garbled = "-----BEGIN CERTIFICATE-----\nMAMCAQU=\n-----END CERTIFICATE-----\n";
    let pem = [truncated(&first), "\n".to_owned(), garbled.to_owned(), last].concat();
    let folder = Folder::with([("ca.pem", pem.as_bytes())]);
    folder
        .run("show ca.pem")
        .exits(1)
        .says("Last")
        .warns("error[unterminated-block]: ")
        .warns("(ca.pem, block 1, line 1)")
        .warns("error[bad-certificate]: ")
        .warns("(ca.pem, block 2, line ");
}

#[test]
fn a_private_key_is_skipped_and_never_shown() {
    let (ca, key) = (Ca::new("Test Root").pem(), private_key());
    let folder = Folder::with([("ca.pem", [ca.as_str(), &key].concat().as_bytes())]);
    let run = folder.run("show ca.pem").exits(0).warns("warning[private-key]: ");
    let secret = key.lines().nth(1).unwrap();
    assert!(!run.out.contains(secret) && !run.err.contains(secret));
    folder.write("key.pem", &key);
    folder.run("show key.pem").exits(1).warns("error[no-certificates]: ");
}

/// `openssl x509 -addreject serverAuth` writes a SEQUENCE with [0] and one object identifier.
#[test]
fn auxiliary_data_of_openssl_limits_a_certificate() {
    let ca = Ca::new("Test Root");
    let reject_servers = b"\x30\x0c\xa0\x0a\x06\x08\x2b\x06\x01\x05\x05\x07\x03\x01";
    let trusted = |auxiliary: &[u8]| {
        let content = [ca.certificate.der(), auxiliary].concat();
        pem::encode(&pem::Pem::new("TRUSTED CERTIFICATE", content))
    };
    let folder = Folder::with([("ca.pem", trusted(reject_servers).as_bytes())]);
    let run = folder.run("show ca.pem").exits(0);
    assert!(run.out.contains("only for clientAuth") && !run.out.contains("serverAuth"), "{run:?}");
    folder.write("ca.pem", trusted(b"?"));
    folder.run("show ca.pem").exits(1).warns("error[bad-auxiliary-data]: ");
}

#[test]
fn inputs_without_certificates_say_what_they_are() {
    let folder = Folder::with([
        ("empty.pem", b""),
        ("garbage.pem", b"\x01\x02 nothing of the kind"),
        ("comment.pem", b"# later\n"),
    ]);
    folder.run("show missing.pem").exits(1).warns("error[not-readable]: ").warns("(missing.pem)");
    folder.run("show empty.pem").exits(1).warns("error[no-certificates]: ").warns("empty");
    folder.run("show garbage.pem").exits(1).warns("error[no-certificates]: ");
    folder.run("show comment.pem").exits(1).warns("comments only");
    let json = folder.run("show missing.pem --json").exits(1).warns_of_nothing().json();
    assert_eq!(json["diagnostics"][0]["code"], "not-readable");
}

#[test]
fn a_directory_is_its_files_in_the_order_of_their_names() {
    let folder = Folder::new();
    let (a, b) = (Ca::new("Root A"), Ca::new("Root B"));
    fs::create_dir_all(folder.path("certs/sub")).unwrap();
    folder.write("certs/2.pem", a.pem());
    folder.write("certs/1.der", b.certificate.der());
    folder.write("certs/README", "what is in here\n");
    let run = folder.run("show certs").exits(0);
    assert!(run.out.find("Root B").unwrap() < run.out.find("Root A").unwrap(), "{run:#?}");
    let run = run.warns("warning[no-certificates]: ").warns("(certs/README)");
    run.warns("warning[not-a-file]: ").warns("(certs/sub)");
    folder.run("show certs/sub").exits(1).warns("error[no-certificates]: directory is empty");
    folder.write("certs/sub/README", "what was in here\n");
    folder.run("show certs/sub").exits(1).warns("error[no-certificates]: no file in it");
}

#[cfg(unix)]
#[test]
fn links_of_a_directory_are_read_once_and_broken_ones_named() {
    let folder = Folder::new();
    fs::create_dir(folder.path("certs")).unwrap();
    folder.write("certs/ca.pem", Ca::new("Test Root").pem());
    std::os::unix::fs::symlink("ca.pem", folder.path("certs/0a775a30.0")).unwrap();
    folder.run("show certs").exits(0).says("Test Root").warns_of_nothing();
    std::os::unix::fs::symlink("gone.pem", folder.path("certs/broken.pem")).unwrap();
    let run = folder.run("show certs").exits(1).says("Test Root");
    run.warns("error[not-readable]: ").warns("(certs/broken.pem)");
}

#[test]
fn a_certificate_that_is_there_twice_is_shown_once() {
    let pem = Ca::new("Test Root").pem();
    let folder = Folder::with([("a.pem", pem.as_bytes()), ("b.pem", pem.as_bytes())]);
    let run = folder.run("show a.pem b.pem").exits(0).says("ANCHOR (1)");
    run.warns("warning[duplicate]: certificate is there already: a.pem, block 1, line 1 (b.pem, ");
    folder.write("b.pem", pem.repeat(10));
    let run = folder.run("show a.pem b.pem").exits(0);
    assert_eq!(run.err.lines().count(), 4);
    run.warns("warning[duplicate]: and 7 more like it, see --json (b.pem)");
    let json = folder.run("show a.pem b.pem --json").exits(0).json();
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 10);
}

#[test]
fn the_baked_set_is_shown_with_its_rules() {
    let run = Folder::new().run("show --baked mozilla").exits(0).says("ANCHOR (118)");
    let line = run.out.lines().find(|line| line.starts_with("TUBITAK")).unwrap();
    assert!(line.contains("  DNS names only under .tr  "), "{line}");
    let json = Folder::new().run("show --baked mozilla --json").exits(0).json();
    assert_eq!(json["anchors"].as_array().unwrap().len(), 118);
    assert_keys(&json["anchors"][0], ENTRY);
    assert_eq!(json["anchors"][0]["file"], "mozilla");
}

#[test]
fn a_file_name_cannot_steer_the_terminal() {
    let folder = Folder::new();
    let run = folder.run_args(["show", "\u{1b}[31mca.pem"], b"", &[]).exits(1);
    run.warns("(\\u{1b}[31mca.pem)");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_name_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"c\xffa.pem");
    fs::write(folder.path(name), Ca::new("Test Root").pem()).unwrap();
    folder.run_args([std::ffi::OsStr::new("show"), name], b"", &[]).exits(0).says("Test Root");
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rootbake"))
        .args(["show", "--baked", "mozilla", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
