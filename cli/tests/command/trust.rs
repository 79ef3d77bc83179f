//! What `verify` takes for anchors, and how it tells why a path ends at none.

use std::fs;

use rcgen::{CertificateParams, date_time_ymd};

use super::fixtures::{Ca, REJECT_SERVERS, trusted};
use super::folder::{Folder, Run, assert_keys};

/// A root, and the certificate of a server under it.
fn folder() -> (Folder, Ca) {
    let ca = Ca::new("Test Root");
    let folder = Folder::with([
        ("ca.pem", ca.pem().as_bytes()),
        ("ca.der", ca.certificate.der()),
        ("chain.pem", ca.server().pem().as_bytes()),
    ]);
    (folder, ca)
}

fn verify(folder: &Folder, arguments: &str) -> Run {
    folder.run(&format!("verify --host www.example {arguments}"))
}

#[test]
fn a_ca_is_pem_or_der_or_from_standard_input() {
    let (folder, ca) = folder();
    verify(&folder, "--ca ca.pem chain.pem").exits(0).warns_of_nothing();
    verify(&folder, "--ca ca.der chain.pem").exits(0).warns_of_nothing();
    let arguments = "verify --host www.example --ca - chain.pem";
    folder.run_with(arguments, ca.pem().as_bytes(), &[]).exits(0).says("accept: CN=Test Root");
    folder
        .run_with(arguments, b"", &[])
        .exits(1)
        .warns("error[no-certificates]: ")
        .warns("(stdin)");
}

#[test]
fn a_folder_of_cas_is_trusted_as_a_whole_or_refused() {
    let (folder, ca) = folder();
    fs::create_dir(folder.path("cas")).unwrap();
    let refused = verify(&folder, "--ca cas chain.pem").exits(1);
    refused.warns("error[no-certificates]: folder has no file with a certificate (cas)");
    folder.write("cas/README", "what is in here\n");
    folder.write("cas/1.der", ca.certificate.der());
    folder.write("cas/2.pem", Ca::new("Other Root").pem());
    let run = verify(&folder, "--ca cas chain.pem").exits(0).says("accept: CN=Test Root");
    run.warns("warning[no-certificates]: ").warns("(cas/README)");
    folder.write("cas/3.pem", &ca.pem()[..200]);
    let run = verify(&folder, "--ca cas chain.pem").exits(1);
    run.warns("error[unterminated-block]: ").warns("(cas/3.pem, block 1, line 1, column 1)");
}

#[test]
fn auxiliary_data_binds_a_ca_and_not_a_chain() {
    let (folder, ca) = folder();
    folder.write("rejected.pem", trusted(&ca.certificate, REJECT_SERVERS));
    let run = verify(&folder, "--ca rejected.pem chain.pem").exits(1).says("reject[");
    run.warns("warning[aux-rejects-server-auth]: ");
    folder.write("chain.pem", trusted(&ca.server(), REJECT_SERVERS));
    verify(&folder, "--ca ca.pem chain.pem").exits(0).warns_of_nothing();
    folder.write("chain.pem", trusted(&ca.server(), b"?"));
    verify(&folder, "--ca ca.pem chain.pem").exits(1).says("reject[bad-certificate]: ");
}

#[test]
fn the_dates_of_an_anchor_can_be_left_alone() {
    let (folder, _) = folder();
    let expires = |params: &mut CertificateParams| params.not_after = date_time_ymd(2025, 1, 1);
    let ca = Ca::with("Old Root", expires);
    folder.write("ca.pem", ca.pem());
    folder.write("chain.pem", ca.server().pem());
    let arguments = "--ca ca.pem --time 2026-06-01 chain.pem";
    verify(&folder, arguments).exits(1).says("reject[anchor-expired]: ");
    verify(&folder, &format!("{arguments} --no-anchor-dates")).exits(0).says("CN=Old Root");
}

#[test]
fn a_hint_says_what_lies_behind_a_refusal() {
    let (folder, ca) = folder();
    folder.write("ca.pem", Ca::new("Test Root").pem());
    let refused = verify(&folder, "--ca ca.pem chain.pem").exits(1);
    refused.says("has that name and another key").says("\n  hint:     issuer-key-differs\n");

    let intermediate = ca.intermediate("Test Intermediate");
    folder.write("ca.pem", intermediate.pem());
    folder.write("chain.pem", intermediate.server().pem());
    let run = verify(&folder, "--ca ca.pem chain.pem").exits(1);
    run.says("\n  hint:     partial-chain\n");
    verify(&folder, "--ca ca.pem chain.pem --partial-chain").exits(0);
    let json = verify(&folder, "--ca ca.pem chain.pem --json").exits(1).json();
    assert_keys(&json, ["result", "code", "message", "anchor", "path"]);
}
