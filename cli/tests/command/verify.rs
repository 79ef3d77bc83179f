use super::fixtures::{Ca, private_key, self_signed, truncated};
use super::folder::{Folder, Run, assert_keys};

const KEYS: [&str; 5] = ["result", "code", "message", "anchor", "path"];

/// A root, an intermediate, and the chains of a server and a client under it.
fn folder() -> Folder {
    let root = Ca::new("Test Root");
    let intermediate = root.intermediate("Test Intermediate");
    let (server, client) = (intermediate.server(), intermediate.client());
    let chain = [server.pem(), intermediate.pem()].concat();
    let folder = Folder::with([
        ("ca.pem", root.pem().as_bytes()),
        ("other.pem", Ca::new("Other Root").pem().as_bytes()),
        ("intermediate.pem", intermediate.pem().as_bytes()),
        ("chain.pem", chain.as_bytes()),
        ("client.pem", [client.pem(), intermediate.pem()].concat().as_bytes()),
        ("truncated.pem", truncated(&server.pem()).as_bytes()),
        ("empty.pem", b""),
        ("garbage.pem", b"\x00\x01\x02"),
        ("key.pem", private_key().as_bytes()),
    ]);
    folder.write("chain-and-key.pem", [chain, private_key()].concat());
    folder.write("server.der", server.der());
    folder
}

#[track_caller]
fn rejects(run: Run, code: &str) {
    run.exits(1).says(&format!("reject[{code}]: ")).warns_of_nothing();
}

#[test]
fn a_chain_to_an_explicit_ca_is_accepted() {
    let folder = folder();
    let run = folder.run("verify --ca ca.pem --host www.example chain.pem").exits(0);
    let run = run.says("accept: CN=Test Root\n").says("CN=Test Intermediate").says("CN=leaf");
    assert_eq!(run.warns_of_nothing().out.lines().count(), 5);
    let run = folder.run("verify --ca other.pem --ca ca.pem --host www.example chain.pem");
    run.exits(0).says("accept: CN=Test Root");
    folder.run("verify --ca ca.pem --roots mozilla --host www.example chain.pem").exits(0);
    folder.run("verify --ca ca.pem --ca intermediate.pem --host www.example server.der").exits(0);
}

#[test]
fn what_does_not_hold_is_rejected_by_its_code() {
    let folder = folder();
    let verify = |arguments: &str| folder.run(&format!("verify {arguments}"));
    rejects(verify("--host www.example chain.pem"), "unknown-issuer");
    rejects(verify("--roots mozilla --host www.example chain.pem"), "unknown-issuer");
    rejects(verify("--ca other.pem --host www.example chain.pem"), "unknown-issuer");
    rejects(verify("--ca ca.pem --host www.example server.der"), "unknown-issuer");
    rejects(verify("--ca ca.pem --host two.example chain.pem"), "name-mismatch");
    rejects(verify("--ca ca.pem --host 192.0.2.1 chain.pem"), "name-mismatch");
    rejects(verify("--ca ca.pem --host www.example client.pem"), "purpose");
}

#[test]
fn time_is_rfc_3339_or_unix_seconds() {
    let folder = folder();
    let verify = |time: &str| {
        folder.run(&format!("verify --ca ca.pem --host www.example --time {time} chain.pem"))
    };
    verify("2020-01-01T00:00:00Z").exits(0);
    verify("2039-12-31T23:59:59+00:00").exits(0);
    verify("1893456000").exits(0);
    rejects(verify("2019-12-31T23:59:59Z"), "not-yet-valid");
    rejects(verify("2019-12-31"), "not-yet-valid");
    rejects(verify("0"), "not-yet-valid");
    rejects(verify("2040-01-02T00:00:00Z"), "expired");
}

#[test]
fn a_path_ends_at_an_intermediate_only_where_that_is_asked_for() {
    let folder = folder();
    let arguments = "verify --ca intermediate.pem --host www.example chain.pem";
    rejects(folder.run(arguments), "unknown-issuer");
    let run = folder.run(&format!("{arguments} --partial-chain"));
    run.exits(0).says("accept: CN=Test Intermediate");
}

#[test]
fn a_certificate_is_accepted_for_itself() {
    let (certificate, folder) = (self_signed(), Folder::new());
    folder.write("self.pem", certificate.pem());
    let run = folder.run("verify --ca self.pem --host www.example --json self.pem").exits(0);
    let json = run.json();
    assert_eq!(json["path"], serde_json::json!([json["anchor"]]));
}

#[test]
fn clients_are_verified_against_named_anchors_only() {
    let folder = folder();
    folder.run("verify --ca ca.pem --purpose client client.pem").exits(0).says("accept: ");
    rejects(folder.run("verify --ca ca.pem --purpose client chain.pem"), "purpose");
    rejects(folder.run("verify --roots mozilla --purpose client client.pem"), "unknown-issuer");
    let run = folder.run("verify --purpose client client.pem").exits(1);
    assert_eq!(run.out, "");
    run.warns("error[client-auth-needs-ca]: ");
}

#[test]
fn json_has_the_documented_keys_and_no_others() {
    let folder = folder();
    let run = folder.run("verify --ca ca.pem --host www.example --json chain.pem").exits(0);
    let json = run.warns_of_nothing().json();
    assert_keys(&json, KEYS);
    assert_eq!((&json["result"], &json["code"]), (&"accept".into(), &().into()));
    let path = json["path"].as_array().unwrap();
    assert_eq!((path.len(), path.last()), (3, Some(&json["anchor"])));
    assert!(path.iter().all(|sha256| sha256.as_str().unwrap().len() == 64));

    let run = folder.run("verify --host www.example --json chain.pem").exits(1);
    let json = run.warns_of_nothing().json();
    assert_keys(&json, KEYS);
    assert_eq!((&json["result"], &json["code"]), (&"reject".into(), &"unknown-issuer".into()));
    assert!(json["message"].as_str().unwrap().contains("CN=Test Root"));
    assert_eq!((&json["anchor"], &json["path"]), (&().into(), &serde_json::json!([])));
}

#[test]
fn inputs_that_cannot_be_used_are_errors_and_never_accepted() {
    let folder = folder();
    for (arguments, code) in [
        ("--ca missing.pem --host www.example chain.pem", "not-readable"),
        ("--ca empty.pem --host www.example chain.pem", "no-certificates"),
        ("--ca garbage.pem --host www.example chain.pem", "no-certificates"),
        ("--ca key.pem --host www.example chain.pem", "no-certificates"),
        ("--ca truncated.pem --host www.example chain.pem", "unterminated-block"),
        ("--ca ca.pem --host www.example missing.pem", "not-readable"),
        ("--ca ca.pem --host www.example empty.pem", "no-certificates"),
        ("--ca ca.pem --host www.example garbage.pem", "no-certificates"),
        ("--ca ca.pem --host www.example key.pem", "no-certificates"),
        ("--ca ca.pem --host www.example truncated.pem", "unterminated-block"),
    ] {
        let run = folder.run(&format!("verify {arguments}")).exits(1);
        assert_eq!(run.out, "", "{arguments}");
        run.warns(&format!("error[{code}]: "));
        let json = folder.run(&format!("verify --json {arguments}")).exits(1).json();
        assert_keys(&json, KEYS);
        assert_eq!((&json["result"], &json["code"]), (&"reject".into(), &code.into()));
    }
}

#[test]
fn a_private_key_beside_the_chain_is_a_warning() {
    let run = folder().run("verify --ca ca.pem --host www.example chain-and-key.pem").exits(0);
    run.warns("warning[private-key]: ");
}

#[test]
fn the_chain_comes_from_standard_input_too() {
    let folder = folder();
    let chain = folder.read("chain.pem");
    let arguments = "verify --ca ca.pem --host www.example -";
    folder.run_with(arguments, chain.as_bytes(), &[]).exits(0).says("accept: ");
}

#[test]
fn what_was_imposed_on_the_anchor_and_is_kept_is_told() {
    let Some(data) = std::env::var_os("ROOTBAKE_TEST_DATA") else {
        eprintln!(
            "skipped: ROOTBAKE_TEST_DATA is not set, and a real chain is third parties' data"
        );
        return;
    };
    let data = std::path::PathBuf::from(data).join("mozilla-webpki-roots");
    let chain = ["subj.der", "inter.der"]
        .map(|file| std::fs::read(data.join(file)).unwrap())
        .map(|der| rootbake::pem::encode("CERTIFICATE", &der).to_string());
    let folder = Folder::with([("chain.pem", chain.concat().as_bytes())]);
    let verify = "verify --roots mozilla --time 2018-07-20 --host testssl.kamusm.gov.tr chain.pem";
    folder
        .run(verify)
        .exits(0)
        .says("  kept:     only DNS names under .tr (source: Mozilla: CCADB, ")
        .says("  kept:     only for serverAuth (source: NSS certdata.txt)\n");
}
