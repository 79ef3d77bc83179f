use std::fs;
use std::process::{Command, Stdio};

use super::fixtures::{Ca, REJECT_SERVERS, private_key, self_signed, truncated, trusted};
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
        (&1.into(), &().into())
    );
    let cut = &ca.certificate.der()[..100];
    folder.write("cut.der", cut);
    folder
        .run("show cut.der")
        .exits(1)
        .warns("error[bad-certificate]: ")
        .warns("(cut.der, block 1)");
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
        .warns("(ca.pem, block 1, line 1, column 1)")
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

#[test]
fn auxiliary_data_of_openssl_limits_a_certificate() {
    let ca = Ca::new("Test Root");
    let rejected = trusted(&ca.certificate, REJECT_SERVERS);
    let folder = Folder::with([("ca.pem", rejected.as_bytes())]);
    let run = folder.run("show ca.pem").exits(0);
    assert!(run.out.contains("only for clientAuth") && !run.out.contains("serverAuth"), "{run:?}");
    run.warns("warning[aux-rejects-server-auth]: ").warns("(ca.pem, block 1, line 1)");
    let json = folder.run("show ca.pem --json").exits(0).json();
    assert_eq!(json["diagnostics"][0]["code"], "aux-rejects-server-auth");
    folder.write("ca.pem", trusted(&ca.certificate, b"?"));
    folder.run("show ca.pem").exits(1).warns("error[bad-auxiliary-data]: ");
}

#[test]
fn the_alias_of_auxiliary_data_is_the_label() {
    let ca = Ca::new("Test Root");
    // `openssl x509 -setalias`: a SEQUENCE with a UTF8String
    let alias = |alias: &str| {
        let length = u8::try_from(alias.len()).unwrap();
        let auxiliary = [&[0x30, length + 2, 0x0c, length], alias.as_bytes()].concat();
        Folder::with([("ca.pem", trusted(&ca.certificate, &auxiliary).as_bytes())])
    };
    let label =
        |folder: Folder| folder.run("show ca.pem --json").exits(0).json()["anchors"][0].take();
    let anchor = label(alias("The \"old\" one"));
    assert_eq!(anchor["label"], "The \"old\" one");
    assert_eq!(anchor["subject"], "CN=Test Root");
    assert_eq!(label(alias("a\u{1b}[31m\u{202e}b"))["label"], "a\\u{1b}[31m\\u{202e}b");
    assert_eq!(label(alias(""))["label"], "Test Root");
}

#[test]
fn a_p11_kit_file_is_refused_since_it_can_distrust() {
    let p11 = format!(
        "# This file has been auto-generated and written by p11-kit.\n[p11-kit-object-v1]\n\
         label: \"Test Root\"\nx-distrusted: true\n{}\n",
        Ca::new("Test Root").pem()
    );
    let folder = Folder::with([("ca.p11-kit", p11.as_bytes())]);
    let run = folder.run("show ca.p11-kit").exits(1).warns("error[p11-kit-file]: ");
    assert_eq!(run.warns("(ca.p11-kit, block 1, line 5)").out, "");
    let run = folder.run("verify --ca ca.p11-kit --host www.example -").exits(1);
    run.warns("error[p11-kit-file]: ");
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
    folder.run("show certs/sub").exits(1).warns("error[no-certificates]: folder has no file with");
    folder.write("certs/sub/README", "what was in here\n");
    folder.run("show certs/sub").exits(1).warns("error[no-certificates]: folder has no file with");
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
    std::os::unix::fs::symlink("loop.pem", folder.path("certs/loop.pem")).unwrap();
    let run = folder.run("show certs").exits(1).says("Test Root");
    run.warns("error[not-readable]: ").warns("(certs/broken.pem)").warns("(certs/loop.pem)");
}

#[test]
fn a_certificate_that_is_there_twice_is_shown_once() {
    let pem = Ca::new("Test Root").pem();
    let folder = Folder::with([("a.pem", pem.as_bytes()), ("b.pem", pem.as_bytes())]);
    let run = folder.run("show a.pem b.pem").exits(0).says("ANCHOR (1)");
    run.warns("warning[duplicate]: certificate is there already, in another input, ")
        .warns("(b.pem, block 1, line 1)");
    folder.write("b.pem", pem.repeat(10));
    let run = folder.run("show a.pem b.pem").exits(0);
    assert_eq!(run.err.lines().count(), 4);
    run.warns("warning[duplicate]: and 7 more like it, see `rootbake show --json` (b.pem)");
    let json = folder.run("show a.pem b.pem --json").exits(0).json();
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 10);
}

#[test]
fn the_baked_set_is_shown_with_its_rules() {
    let run = Folder::new().run("show --baked mozilla").exits(0).says("ANCHOR (118)");
    let line = run.out.lines().find(|line| line.starts_with("TUBITAK")).unwrap();
    assert!(line.contains("  DNS names only under .tr; only for serverAuth  "), "{line}");
    let line = run.out.lines().find(|line| line.starts_with("Izenpe.com")).unwrap();
    let rule =
        "only certificates issued at 2026-04-15T23:59:59Z or before (source: NSS certdata.txt)";
    assert!(line.contains(rule), "{line}");
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
