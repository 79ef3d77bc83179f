//! Where explicit CAs come from: bytes, DER, files, folders, the environment, the system.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use common::Ca;
use rootbake::role::Role;
use rootbake::{CaSource, Diagnostic, Error, SecureContext, Severity, pem, roots};

fn load(source: CaSource<'_>) -> Result<SecureContext, Error> {
    SecureContext::builder().ca_from(source)?.build()
}

/// Severity, code and the end of the input's name of everything that is told.
fn told(diagnostics: &[Diagnostic]) -> Vec<(Severity, &'static str, String)> {
    let name = |told: &Diagnostic| {
        Path::new(&told.input).file_name().unwrap().to_string_lossy().into_owned()
    };
    let mut all: Vec<_> =
        diagnostics.iter().map(|each| (each.severity, each.code, name(each))).collect();
    all.sort_by(|a, b| a.2.cmp(&b.2).then(a.1.cmp(b.1)));
    all
}

fn refused(source: CaSource<'_>) -> Vec<(Severity, &'static str, String)> {
    match load(source) {
        Err(Error::Input(diagnostics)) => told(&diagnostics),
        other => panic!("{other:?}"),
    }
}

/// A folder of files, removed in the end.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

use Severity::{Error as Bad, Warning as Odd};

#[test]
fn der_is_taken_as_der_and_by_its_looks() {
    let (first, second) = (Ca::new("First CA"), Ca::new("Second CA"));
    let both = [&first.der()[..], second.der()].concat();
    for source in [CaSource::der(&both), CaSource::bytes(&both)] {
        assert_eq!(load(source).unwrap().anchors().count(), 2);
    }
    assert_eq!(load(CaSource::bytes(&first.pem())).unwrap().anchors().count(), 1);
    let cut = &both[..both.len() - 1];
    let error = load(CaSource::der(cut).named("ca.der")).unwrap_err();
    assert_eq!(error.code(), "bad-certificate");
    assert!(error.to_string().ends_with("(ca.der, block 2)"), "{error}");
    assert!(load(CaSource::der(b"")).is_err());
    let trailing = [&first.der()[..], b"rest"].concat();
    assert_eq!(load(CaSource::der(&trailing)).unwrap_err().code(), "bad-certificate");
}

#[test]
fn a_file_is_pem_or_der_and_named_in_messages() {
    let ca = Ca::new("Private CA");
    let folder = folder(&[
        ("ca.pem", ca.pem().as_bytes()),
        ("ca.cer", ca.der()),
        ("empty.pem", b""),
        ("line\nbreak.pem", b"?"),
    ]);
    let file = |name: &str| CaSource::file(folder.path().join(name));
    assert_eq!(load(file("ca.pem")).unwrap().anchors().count(), 1);
    assert_eq!(load(file("ca.cer")).unwrap().anchors().count(), 1);
    assert_eq!(refused(file("empty.pem")), [(Bad, "no-certificates", "empty.pem".to_owned())]);
    assert_eq!(refused(file("gone.pem")), [(Bad, "not-readable", "gone.pem".to_owned())]);
    let name = "line\\nbreak.pem".to_owned();
    assert_eq!(refused(file("line\nbreak.pem")), [(Bad, "no-certificates", name)]);
}

#[cfg(unix)]
#[test]
fn a_file_whose_name_is_not_utf8_is_read_and_shown() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(OsStr::from_bytes(b"caf\xe9.pem"));
    fs::write(&path, Ca::new("Private CA").pem()).unwrap();
    let context = load(CaSource::file(&path)).unwrap();
    let supplied = context.supplied().next().unwrap();
    assert!(supplied.input.ends_with("caf\u{fffd}.pem"), "{}", supplied.input);
    assert_eq!(load(CaSource::folder(folder.path())).unwrap().anchors().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_folder_gives_every_file_once_and_names_every_entry_that_does_not() {
    use std::os::unix::fs::symlink;
    let (first, second) = (Ca::new("First CA"), Ca::new("Second CA"));
    let folder = folder(&[
        ("first.pem", first.pem().as_bytes()),
        ("second.crt", second.der()),
        ("README", b"put CAs here\n"),
    ]);
    let path = |name: &str| folder.path().join(name);
    symlink("first.pem", path("0a1b2c3d.0")).unwrap();
    fs::create_dir(path("below")).unwrap();
    let odd =
        [(Odd, "no-certificates", "README".to_owned()), (Odd, "not-a-file", "below".to_owned())];

    let context = load(CaSource::folder(folder.path())).unwrap();
    assert_eq!(context.anchors().count(), 2);
    assert_eq!(told(context.diagnostics()), odd);

    symlink("nowhere.pem", path("dangling.0")).unwrap();
    symlink("loop.0", path("loop.0")).unwrap();
    let bad = |name: &str| (Bad, "not-readable", name.to_owned());
    let expected = [&odd[..], &[bad("dangling.0"), bad("loop.0")]].concat();
    assert_eq!(refused(CaSource::folder(folder.path())), expected);

    let context = load(CaSource::folder(folder.path()).lossy()).unwrap();
    assert_eq!(context.anchors().count(), 2);
    assert_eq!(told(context.diagnostics()), expected);
}

#[test]
fn a_folder_with_nothing_in_it_is_an_error() {
    let empty = tempfile::tempdir().unwrap();
    let error = load(CaSource::folder(empty.path())).unwrap_err();
    assert_eq!(error.code(), "no-certificates");
    let gone = empty.path().join("gone");
    assert_eq!(load(CaSource::folder(gone)).unwrap_err().code(), "not-readable");
    let readme = folder(&[("README", b"put CAs here\n")]);
    let lossy = CaSource::folder(readme.path()).lossy();
    assert_eq!(load(lossy).unwrap_err().code(), "no-certificates");
}

#[test]
fn a_file_of_a_folder_that_is_damaged_hides_no_other() {
    let ca = Ca::new("Private CA");
    let cut = ca.pem().replace("-----END CERTIFICATE-----", "");
    let folder = folder(&[("a-cut.pem", cut.as_bytes()), ("whole.pem", ca.pem().as_bytes())]);
    let expected = [(Bad, "unterminated-block", "a-cut.pem".to_owned())];
    assert_eq!(refused(CaSource::folder(folder.path())), expected);
    let context = load(CaSource::folder(folder.path()).lossy()).unwrap();
    assert_eq!(context.anchors().count(), 1);
    assert_eq!(told(context.diagnostics()), expected);
}

#[test]
fn a_file_of_a_folder_in_another_form_is_an_error() {
    let ca = Ca::new("Private CA");
    let utf16: Vec<u8> = ca.pem().encode_utf16().flat_map(u16::to_le_bytes).collect();
    let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    for (name, content) in [("utf16.pem", &utf16[..]), ("ca.gz", &gzip), ("login.html", b"<html>")]
    {
        let folder = folder(&[(name, content), ("whole.pem", ca.pem().as_bytes())]);
        let expected = [(Bad, "no-certificates", name.to_owned())];
        assert_eq!(refused(CaSource::folder(folder.path())), expected);
        let lossy = load(CaSource::folder(folder.path()).lossy()).unwrap();
        assert_eq!(lossy.anchors().count(), 1);
    }
}

#[test]
fn lossy_takes_what_can_be_taken_and_lists_the_rest() {
    let (good, bad) = (Ca::new("Good CA").pem(), Ca::new("Bad CA").pem());
    let text = bad.replacen("MII", "M*I", 1) + &good;
    let context = SecureContext::builder().ca_lossy(&text).unwrap().build().unwrap();
    assert_eq!(context.anchors().count(), 1);
    let told = &context.diagnostics()[0];
    assert_eq!((told.severity, told.code), (Bad, "base64-character"));
    assert_eq!((told.block, told.line, told.column), (Some(1), Some(2), Some(2)));
    let nothing = bad.replacen("MII", "M*I", 1);
    assert!(SecureContext::builder().ca_lossy(&nothing).is_err());
    assert!(SecureContext::builder().ca_lossy("").is_err());
}

#[test]
fn a_variable_that_is_not_set_changes_nothing() {
    let builder = SecureContext::builder().extra_ca_from_env("ROOTBAKE_TEST_NOT_SET").unwrap();
    assert_eq!(builder.build().unwrap().anchors().count(), roots::MOZILLA.len());
}

#[test]
fn a_variable_adds_to_all_else_and_may_not_yield_nothing() {
    let ca = Ca::new("Extra CA");
    let folder = folder(&[("ca.pem", ca.pem().as_bytes()), ("empty.pem", b"")]);
    let file = |name: &str| folder.path().join(name);
    for (value, expected) in [
        (PathBuf::new(), "119 of which 0 explicit"),
        (file("ca.pem"), "119 of which 1 explicit"),
        (file("empty.pem"), "no-certificates"),
        (file("gone.pem"), "not-readable"),
    ] {
        // the environment of a process that has threads cannot be changed: ask another one
        let output = Command::new(env::current_exe().unwrap())
            .args(["--ignored", "--exact", "child_with_a_variable", "--nocapture"])
            .env("ROOTBAKE_TEST_EXTRA_CA", &value)
            .output()
            .unwrap();
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        let expected = match expected.strip_prefix("119 of which 0") {
            Some(rest) => format!("118 of which 0{rest}"),
            None => expected.to_owned(),
        };
        assert!(output.contains(&format!("<{expected}>")), "{value:?}: {output}");
    }
}

#[test]
#[ignore = "is run by the test above, with a variable set"]
fn child_with_a_variable() {
    let context = SecureContext::builder()
        .extra_ca_from_env("ROOTBAKE_TEST_EXTRA_CA")
        .and_then(rootbake::ContextBuilder::build);
    match context {
        Ok(context) => {
            let (all, explicit) = (context.anchors().count(), context.supplied().count());
            println!("<{all} of which {explicit} explicit>");
        }
        Err(error) => println!("<{}>", error.code()),
    }
}

#[test]
fn what_was_supplied_can_be_looked_at_and_handed_on() {
    let root = Ca::new("Private Root");
    let intermediate = root.intermediate("Private Intermediate");
    let text = format!("{}\n{}", root.pem(), intermediate.pem());
    let context = load(CaSource::pem(&text).named("corp.pem")).unwrap();
    let supplied: Vec<_> = context.supplied().collect();
    let roles: Vec<_> = supplied.iter().map(|supplied| supplied.role).collect();
    assert_eq!(roles, [Role::Anchor, Role::Intermediate].map(|role| role));
    assert!(supplied.iter().all(|supplied| supplied.input == "corp.pem"));
    assert_eq!(supplied.iter().map(|supplied| supplied.block).max(), Some(Some(2)));

    let anchor = context.anchors().next().unwrap();
    assert_eq!(anchor.certificate(), Some(&root.der()[..]));
    let text = anchor.pem().unwrap().to_string();
    let block = pem::blocks(text.as_bytes()).next().unwrap().unwrap();
    let mut buffer = vec![0; block.der_capacity()];
    assert_eq!(block.decode(&mut buffer).unwrap(), &root.der()[..]);
    assert_eq!(text, root.pem().replace("\r\n", "\n"));
}

#[cfg(feature = "system")]
#[test]
fn the_system_store_is_what_its_variables_say() {
    let ca = Ca::new("System CA");
    let folder = folder(&[("bundle.pem", ca.pem().as_bytes())]);
    let output = Command::new(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "child_with_a_system_store", "--nocapture"])
        .env("SSL_CERT_FILE", folder.path().join("bundle.pem"))
        .env_remove("SSL_CERT_DIR")
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.contains("<System CA>"), "{output}");
}

#[cfg(feature = "system")]
#[test]
#[ignore = "is run by the test above, with variables set"]
fn child_with_a_system_store() {
    let context = load(CaSource::system()).unwrap();
    for anchor in context.anchors() {
        println!("<{}>", anchor.subject().short().unwrap());
    }
}
