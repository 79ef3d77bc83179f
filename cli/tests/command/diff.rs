use rootbake::roots::{CHROME, MOZILLA};
use serde_json::Value;

use super::fixtures::Ca;
use super::folder::{Folder, assert_keys};

/// Two locked bundles: A and B, B and C.
fn folder() -> Folder {
    let [a, b, c] = ["Root A", "Root B", "Root C"].map(|name| Ca::new(name).pem());
    let folder = Folder::new();
    folder.lock("old.pem", [&a, "\n", &b].concat());
    folder.lock("new.pem", [&b, "\n", &c].concat());
    folder
}

#[test]
fn roots_that_come_and_go_are_told() {
    let folder = folder();
    let run = folder.run("diff old.pem new.pem").exits(1).warns_of_nothing();
    let run = run.says("adds \"Root C\", sha256 ").says(", expires 2040, EC P-256\n");
    let run = run.says("drops \"Root A\", sha256 ");
    run.says("from old.pem (2 roots) to new.pem (2 roots): 1 added, 1 removed, 0 rules changed");
    let run = folder.run("diff new.pem new.pem").exits(0);
    run.says("new.pem (2 roots) and new.pem (2 roots) hold the same roots and rules");
}

#[test]
fn pins_are_compared_by_name() {
    let run = Folder::new().run("diff mozilla-2026-02 mozilla-2026-07").exits(1);
    let run = run.says("adds \"Telia EC TLS Root CA v3\", ").says("drops \"Certigna\", ");
    run.says(
        "(136 roots) to mozilla-2026-07.pem (121 roots): 4 added, 19 removed, 0 rules changed",
    );
}

#[test]
fn rules_that_change_are_told() {
    let folder = folder();
    folder.write("ruled.pem", folder.read("old.pem"));
    let rule = "label = \"Root B\"\ndistrust_after = \"2026-04-15T23:59:59Z\"\nsource = \"x\"";
    folder.write("ruled.lock", folder.read("old.lock").replace("label = \"Root B\"", rule));
    let run = folder.run("diff old.pem ruled.pem").exits(1);
    let run = run.says("is now distrusted for certificates issued after 2026-04-15T23:59:59Z\n");
    run.says("0 added, 0 removed, 1 rule changed");
    // nobody knows the rules of a bundle without a lock
    std::fs::remove_file(folder.path("old.lock")).unwrap();
    let run = folder.run("diff old.pem ruled.pem").exits(0);
    run.says("hold the same roots; rules were not compared");
}

#[test]
fn a_binary_is_compared_by_its_fingerprints() {
    let folder = Folder::new();
    let both = [MOZILLA.manifest().as_bytes(), b"....", CHROME.manifest().as_bytes()].concat();
    folder.write("mozilla.bin", MOZILLA.manifest().as_bytes());
    folder.write("both.bin", both);
    let run = folder.run("diff mozilla.bin mozilla").exits(0);
    run.says("mozilla.bin (118 roots) and mozilla.pem (118 roots) hold the same roots and rules");
    let run = folder.run("diff both.bin mozilla").exits(1).says("drops \"");
    assert!(!run.out.contains("adds "), "{run:?}");
    let run = folder.run("diff mozilla both.bin").exits(1).says("adds \"");
    assert!(!run.out.contains("drops "), "{run:?}");
}

#[test]
fn a_binary_with_the_same_roots_under_other_rules_differs() {
    let folder = Folder::new();
    let pem: String =
        rootbake::roots::source::MOZILLA_PEM.iter().copied().map(char::from).collect();
    folder.write("mozilla.pem", pem);
    let lock = rootbake::roots::source::MOZILLA_LOCK;
    let (before, label) = lock.split_once("label = ").unwrap();
    let (label, after) = label.split_once('\n').unwrap();
    // one that has no path length of its own
    let rule = "path_len = 9\n";
    let rest = after.replacen("source = \"", "source = \"or ", 1);
    folder.write("mozilla.lock", format!("{before}label = {label}\n{rule}{rest}"));
    folder.write("mozilla.bin", MOZILLA.manifest().as_bytes());
    let run = folder.run("diff mozilla.bin mozilla.pem").exits(1);
    run.says("hold the same roots, but their rules differ");
}

#[test]
fn the_json_has_the_same() {
    let folder = folder();
    let json = folder.run("diff old.pem new.pem --json").exits(1).json();
    assert_keys(&json, ["same", "added", "removed", "changed", "same_rules"]);
    assert_eq!((&json["same"], &json["same_rules"]), (&Value::Bool(false), &Value::Bool(false)));
    assert_keys(&json["added"][0], ["label", "sha256", "not_after", "key"]);
    assert_eq!(json["added"][0]["label"], "Root C");
    assert_eq!(json["removed"][0]["not_after"], "2040-01-01T00:00:00Z");
    assert_eq!(json["changed"], Value::Array(Vec::new()));
    let json = folder.run("diff old.pem old.pem --json").exits(0).json();
    assert_eq!((&json["same"], &json["same_rules"]), (&Value::Bool(true), &Value::Bool(true)));
}

#[test]
fn wrong_inputs_are_told() {
    let folder = folder();
    let mut damaged = MOZILLA.manifest().as_bytes().to_vec();
    damaged[200] ^= 1;
    folder.write("damaged.bin", damaged);
    folder.write("other.elf", "\x7fELF");
    folder.write("text.pem", "no certificate");
    folder.write("stale.pem", [folder.read("old.pem"), folder.read("new.pem")].concat());
    folder.write("mixed.pem", folder.read("new.pem"));
    folder.write("mixed.lock", folder.read("old.lock"));
    for (side, code) in [
        ("missing.pem", "not-readable"),
        ("damaged.bin", "damaged-manifest"),
        ("other.elf", "no-root-set"),
        ("text.pem", "no-certificates"),
        ("stale.pem", "duplicate"),
        ("mixed.pem", "root-missing"),
    ] {
        let run = folder.run(&format!("diff old.pem {side}")).exits(1);
        assert_eq!(run.out, "", "{side}");
        run.warns(&format!("error[{code}]: "));
    }
}

#[test]
fn a_side_is_whatever_can_be_baked() {
    let [a, b] = ["Root A", "Root B"].map(Ca::new);
    let folder = Folder::new();
    folder.write("a.der", a.certificate.der());
    folder.write("both.pem", [a.pem(), b.pem()].concat());
    folder.write("report.csv", super::bake::report(&[(&a, "Websites"), (&b, "Email")]));
    std::fs::create_dir(folder.path("ca")).unwrap();
    folder.write("ca/a.der", a.certificate.der());
    folder.write("ca/b.pem", b.pem());
    for same in ["a.der report.csv", "ca both.pem", "report.csv a.der"] {
        folder.run(&format!("diff {same}")).exits(0).says("hold the same roots");
    }
    let run = folder.run("diff report.csv ca").exits(1).says("adds \"Root B\", sha256 ");
    run.says("from report.csv (1 root) to ca (2 roots): 1 added");
    let run = folder.run_with("diff - a.der", b.certificate.der(), &[]).exits(1);
    run.says("from stdin (1 root) to a.der (1 root): 1 added, 1 removed");
    std::fs::write(folder.path("ca/broken.pem"), "-----BEGIN CERTIFICATE-----").unwrap();
    folder.run("diff ca a.der").exits(1).warns("ca/broken.pem, block 1, line 1");
}
