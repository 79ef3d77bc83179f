//! The store of the operating system: one that the test makes, so that the machine needs none.

use super::fixtures::Ca;
use super::folder::{Folder, Run};

/// Runs the command with a file in the place of the system's store.
fn run(folder: &Folder, arguments: &str) -> Run {
    let store = folder.path("store.pem");
    // else the folder that the machine may have counts too
    let none = folder.path("none");
    std::fs::create_dir_all(&none).unwrap();
    let env =
        [("SSL_CERT_FILE", store.to_str().unwrap()), ("SSL_CERT_DIR", none.to_str().unwrap())];
    folder.run_with(arguments, b"", &env)
}

#[test]
fn the_store_is_shown() {
    let pem = ["Root A", "Root B"].map(|name| Ca::new(name).pem()).concat();
    let folder = Folder::with([("store.pem", pem.as_bytes())]);
    let json = run(&folder, "show --system --json").exits(0).json();
    assert_eq!(json["anchors"].as_array().unwrap().len(), 2);
    assert_eq!(json["anchors"][0]["file"], "system store");
    assert_eq!(json["diagnostics"], serde_json::json!([]));
    folder.write("store.pem", "");
    run(&folder, "show --system").exits(1).warns("error[no-certificates]: store is empty");
}

#[test]
fn a_bad_certificate_in_the_store_hides_no_other() {
    let (a, b) = (Ca::new("Root A"), Ca::new("Root B"));
    let cut = pem::encode(&pem::Pem::new("CERTIFICATE", &a.certificate.der()[..100]));
    let folder = Folder::with([("store.pem", [cut, a.pem(), b.pem()].concat().as_bytes())]);
    let shown = run(&folder, "show --system").exits(1).says("Root A").says("Root B");
    let shown = shown.warns("error[bad-certificate]: ");
    assert_eq!(shown.err.lines().count(), 1);
}

#[test]
fn the_store_is_trusted_in_the_place_of_the_default_roots() {
    let ca = Ca::new("Test Root");
    let folder = Folder::with([("store.pem", ca.pem().as_bytes())]);
    folder.write("chain.pem", ca.server().pem());
    let arguments = "verify --host www.example chain.pem";
    run(&folder, arguments).exits(1).says("118 of mozilla");
    run(&folder, &format!("{arguments} --system")).exits(0).says("accept: CN=Test Root");
    folder.write("store.pem", Ca::new("Other Root").pem());
    run(&folder, &format!("{arguments} --system")).exits(1).says("(1 explicit)");
}
