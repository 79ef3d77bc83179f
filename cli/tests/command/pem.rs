use super::fixtures::{Ca, REJECT_SERVERS, self_signed, truncated, trusted};
use super::folder::{Folder, Run};

/// The fingerprints in the JSON of a run, sorted.
fn fingerprints(run: &Run) -> Vec<String> {
    let json = run.json();
    let lists = ["anchors", "intermediates", "pinned"].map(|list| json[list].as_array().unwrap());
    let entries = lists.into_iter().flatten();
    let mut all: Vec<_> =
        entries.map(|entry| entry["sha256"].as_str().unwrap().to_owned()).collect();
    all.sort();
    all
}

/// What `show --pem` makes of some inputs, shown again.
fn again(folder: &Folder, inputs: &str, code: i32) -> Vec<String> {
    let run = folder.run(&format!("show {inputs} --pem")).exits(code);
    let run = folder.run_with("show - --json", run.out.as_bytes(), &[]).exits(0);
    fingerprints(&run)
}

#[test]
fn any_input_becomes_a_clean_bundle() {
    let (ca, other) = (Ca::new("Test Root"), Ca::new("Other Root"));
    let pem = [ca.intermediate("Test Intermediate").pem(), self_signed().pem(), ca.pem()].concat();
    let folder = Folder::with([
        ("ca.pem", pem.replace('\n', "\r\n").as_bytes()),
        ("other.der", other.certificate.der()),
        ("noise.pem", [&truncated(&ca.pem()), "\n", &ca.pem()].concat().as_bytes()),
    ]);
    let run = folder.run("show ca.pem other.der --pem").exits(0);
    let labels: Vec<_> = run.out.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(labels, ["# Test Root", "# Other Root", "# Test Intermediate", "# leaf"]);
    assert!(run.out.starts_with("# Test Root\n-----BEGIN CERTIFICATE-----\n"), "{run:#?}");
    let shown = folder.run("show ca.pem other.der --json").exits(0);
    assert_eq!(again(&folder, "ca.pem other.der", 0), fingerprints(&shown));
    // what is damaged is told, and left out
    assert_eq!(again(&folder, "noise.pem ca.pem", 1), again(&folder, "ca.pem", 0));
}

#[test]
fn a_label_survives_in_the_lock_of_the_bundle() {
    let folder = Folder::with([("ca.der", Ca::new("Test Root").certificate.der())]);
    folder.write("ca.pem", folder.run("show ca.der --pem").exits(0).out);
    folder.run("lock ca.pem --provenance x --license x").exits(0).says("adds \"Test Root\"");
}

#[test]
fn what_a_pem_block_would_lose_is_left_out() {
    let (ca, other) = (Ca::new("Test Root"), Ca::new("Other Root"));
    let pem = [trusted(&ca.certificate, REJECT_SERVERS), other.pem()].concat();
    let folder = Folder::with([("ca.pem", pem.as_bytes())]);
    let run = folder.run("show ca.pem --pem").exits(0).says("# Other Root\n");
    assert!(!run.out.contains("Test Root"), "{run:#?}");
    run.warns("warning[not-in-pem]: certificate is left out: ")
        .warns("only for clientAuth")
        .warns("CN=Test Root (ca.pem, block 1, line 1)");
    // also where another input has it without
    folder.write("plain.pem", ca.pem());
    let run = folder.run("show plain.pem ca.pem").exits(0);
    let run = run.says("only for clientAuth").warns("warning[duplicate]: ");
    assert_eq!(run.out.matches("Test Root").count(), 1, "{run:#?}");
    for inputs in ["plain.pem ca.pem", "ca.pem plain.pem"] {
        let run = folder.run(&format!("show {inputs} --pem")).exits(0);
        assert!(!run.out.contains("Test Root"), "{run:#?}");
    }
}

#[test]
fn the_baked_set_becomes_a_bundle_but_for_roots_with_rules_of_others() {
    let folder = Folder::new();
    let all = fingerprints(&folder.run("show --baked mozilla --json").exits(0));
    let run = folder.run("show --baked mozilla --pem").exits(0);
    let left_out = run.err.lines().count();
    assert!(run.err.lines().all(|line| line.starts_with("warning[not-in-pem]: ")), "{}", run.err);
    let run = folder.run_with("show - --json", run.out.as_bytes(), &[]).exits(0);
    let found = fingerprints(&run);
    assert_eq!((found.len() + left_out, left_out), (all.len(), 2), "{}", run.err);
    assert!(found.iter().all(|fingerprint| all.contains(fingerprint)));
}

#[test]
fn a_root_that_is_for_more_or_less_than_servers_is_one_for_servers() {
    // Mozilla trusts most for e-mail too, and none for clients
    let run = Folder::new().run("show --baked chrome --pem").exits(0);
    // those that Chrome asks for SCTs of
    assert_eq!(run.err.lines().count(), 47, "{}", run.err);
    assert_eq!(run.out.matches("-----BEGIN CERTIFICATE-----").count(), 115 - 47);
}
