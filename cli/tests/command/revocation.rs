//! CRLs of 2026, held against a chain of three.

use super::fixtures::{Ca, INTERMEDIATE, LEAF};
use super::folder::{Folder, Run};

/// The chain of a server, and CRLs of its root and of its intermediate.
fn folder() -> Folder {
    let root = Ca::new("Test Root");
    let intermediate = root.intermediate("Test Intermediate");
    let pem = |ca: &Ca, revoked: &[u64]| ca.crl(revoked).pem().unwrap();
    Folder::with([
        ("ca.pem", root.pem().as_bytes()),
        ("chain.pem", [intermediate.server().pem(), intermediate.pem()].concat().as_bytes()),
        ("root.crl", pem(&root, &[]).as_bytes()),
        ("root.revokes.crl", pem(&root, &[INTERMEDIATE]).as_bytes()),
        ("leaf.crl", pem(&intermediate, &[]).as_bytes()),
        ("leaf.der", intermediate.crl(&[]).der()),
        ("leaf.revokes.crl", pem(&intermediate, &[LEAF]).as_bytes()),
        // the serial number revoked, but by another
        ("other.crl", pem(&Ca::new("Other Root"), &[LEAF, INTERMEDIATE]).as_bytes()),
    ])
}

fn verify(folder: &Folder, arguments: &str) -> Run {
    verify_at(folder, "2026-06-01", arguments)
}

fn verify_at(folder: &Folder, time: &str, arguments: &str) -> Run {
    let always = "--ca ca.pem --host www.example chain.pem";
    folder.run(&format!("verify {always} --time {time} {arguments}"))
}

#[track_caller]
fn rejects(run: Run, code: &str) {
    run.exits(1).says(&format!("reject[{code}]: ")).warns_of_nothing();
}

#[test]
fn a_path_whose_crls_revoke_nothing_is_accepted() {
    let folder = folder();
    verify(&folder, "--crl root.crl --crl leaf.crl").exits(0).says("accept: CN=Test Root");
    verify(&folder, "--crl root.crl --crl leaf.der").exits(0);
    folder.write("all.crl", [folder.read("root.crl"), folder.read("leaf.crl")].concat());
    verify(&folder, "--crl all.crl").exits(0);
    verify(&folder, "--crl all.crl --crl other.crl").exits(0);
}

#[test]
fn what_is_revoked_is_refused_as_deep_as_one_looks() {
    let folder = folder();
    rejects(verify(&folder, "--crl root.crl --crl leaf.revokes.crl"), "revoked");
    let intermediate = "--crl root.revokes.crl --crl leaf.crl";
    rejects(verify(&folder, intermediate), "revoked");
    rejects(verify(&folder, &format!("{intermediate} --crl-depth chain")), "revoked");
    verify(&folder, &format!("{intermediate} --crl-depth end-entity")).exits(0);
    rejects(verify(&folder, "--crl leaf.revokes.crl --crl-depth end-entity"), "revoked");
    // nobody asked
    verify(&folder, "").exits(0);
}

#[test]
fn every_certificate_needs_a_crl_unless_told_otherwise() {
    let folder = folder();
    for crl in ["leaf.crl", "root.crl", "other.crl"] {
        rejects(verify(&folder, &format!("--crl {crl}")), "unknown-revocation-status");
        verify(&folder, &format!("--crl {crl} --allow-unknown-status")).exits(0);
    }
    verify(&folder, "--crl leaf.crl --crl-depth end-entity").exits(0);
    rejects(verify(&folder, "--crl leaf.revokes.crl --allow-unknown-status"), "revoked");
}

#[test]
fn a_crl_has_expired_after_its_next_update() {
    let folder = folder();
    let crls = "--crl root.crl --crl leaf.crl";
    verify_at(&folder, "2026-12-31T23:59:59Z", crls).exits(0);
    rejects(verify_at(&folder, "2027-01-02", crls), "crl-expired");
    verify_at(&folder, "2027-01-02", &format!("{crls} --allow-expired-crl")).exits(0);
    let revoked = "--crl root.crl --crl leaf.revokes.crl --allow-expired-crl";
    rejects(verify_at(&folder, "2027-01-02", revoked), "revoked");
}

#[test]
fn clients_are_held_against_crls_too() {
    let root = Ca::new("Test Root");
    let folder = Folder::with([
        ("ca.pem", root.pem().as_bytes()),
        ("client.pem", root.client().pem().as_bytes()),
        ("good.crl", root.crl(&[]).der()),
        ("revokes.crl", root.crl(&[LEAF]).der()),
    ]);
    let verify = |crl: &str| {
        let always = "verify --ca ca.pem --purpose client client.pem --time 2026-06-01";
        folder.run(&format!("{always} --crl {crl}"))
    };
    verify("good.crl").exits(0);
    rejects(verify("revokes.crl"), "revoked");
}

#[test]
fn a_file_that_is_no_crl_is_an_error_under_its_name() {
    let folder = folder();
    folder.write("empty.crl", b"");
    folder.write("bad.der", b"\x30\x82\x00\x01\x00");
    for (file, code, place) in [
        ("ca.pem", "not-a-crl", "(ca.pem, block 1, line 1)"),
        ("empty.crl", "no-crl", "(empty.crl)"),
        ("bad.der", "bad-crl", "(bad.der)"),
        ("missing.crl", "not-readable", "(missing.crl)"),
    ] {
        let run = verify(&folder, &format!("--crl root.crl --crl {file}")).exits(1);
        assert_eq!(run.out, "", "{file}");
        run.warns(&format!("error[{code}]: ")).warns(place);
        let json = verify(&folder, &format!("--crl {file} --json")).exits(1).json();
        assert_eq!((&json["result"], &json["code"]), (&"reject".into(), &code.into()));
    }
}
