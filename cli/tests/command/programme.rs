//! `rootbake lock --source`: what root programmes say becomes rules of the lock.

use super::fixtures::Ca;
use super::folder::Folder;

const NEW: &str = "lock ca.pem --provenance somewhere --license in-house --as-of 2026-07-01";

/// A bundle of two roots with its lock, and their fingerprints.
fn folder() -> (Folder, [String; 2]) {
    let roots = ["Root A", "Root B"].map(Ca::new);
    let folder = Folder::new();
    folder.write("ca.pem", roots.each_ref().map(Ca::pem).concat());
    folder.run(NEW).exits(0);
    let sha256 = |ca: &Ca| {
        let digest = rootbake::certificate::sha256(ca.certificate.der());
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    };
    (folder, roots.each_ref().map(sha256))
}

/// Chrome's root store of these versions: root A without rules, root B with these.
fn store(version: u32, [a, b]: &[String; 2], rules: &str) -> String {
    format!(
        "version_major: {version}\ntrust_anchors {{ sha256_hex: \"{a}\" }}\n\
         trust_anchors {{ sha256_hex: \"{b}\" {rules} }}\n"
    )
}

const DATED: &str = "constraints { sct_not_after_sec: 1764547199 min_version: \"153\" } \
                     constraints { max_version_exclusive: \"153\" }";

#[test]
fn a_source_adds_its_rules_and_a_second_time_nothing() {
    let (folder, roots) = folder();
    folder.write("store.textproto", store(40, &roots, DATED));
    let lock = "lock ca.pem --source store.textproto --product-version 154";
    let run = folder.run(&format!("{lock} --check")).exits(1);
    run.says(&format!(
        "\"Root B\", sha256 {}, is now distrusted for certificates issued or first logged after \
         2025-11-30T23:59:59Z\n",
        roots[1]
    ));
    folder.run(lock).exits(0).says("is written").warns("warning[set-for-other-versions]: ");
    let text = folder.read("ca.lock");
    for line in [
        "product_version = \"154.0.0.0\"",
        "purposes = [\"serverAuth\"]",
        "source = \"Chrome Root Store 40\"",
        "sct_not_after = \"2025-11-30T23:59:59Z\"",
        "source = { purposes = \"Chrome Root Store 40\", sct_not_after = \"Chrome Root Store 40, \
         set 1 of 2, from version 153.0.0.0 on\" }",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
    assert!(text.contains("rules = [\"Chrome Root Store 40, sha256 "), "{text}");
    folder.run(lock).exits(0).says("is up to date");
    // without a source the rules stay, and with one that names no version that of the lock counts
    folder.run("lock ca.pem").exits(0).says("is up to date");
    folder.run("lock ca.pem --source store.textproto").exits(0).says("is up to date");
    assert_eq!(folder.read("ca.lock"), text);
}

#[test]
fn a_newer_source_replaces_what_it_said_and_keeps_what_people_wrote() {
    let (folder, roots) = folder();
    folder.write("store.textproto", store(40, &roots, DATED));
    let lock = "lock ca.pem --source store.textproto --product-version 154";
    folder.run(lock).exits(0);
    let by_hand = folder
        .read("ca.lock")
        .replace("label = \"Root A\"", "label = \"Root A\"\npermitted_dns = [\".corp.example\"]")
        .replace(
            "source = \"Chrome Root Store 40\"",
            "source = { permitted_dns = \"ticket 7\", purposes = \"Chrome Root Store 40\" }",
        );
    folder.write("ca.lock", by_hand);
    let later = "constraints { sct_not_after_sec: 1767225599 }";
    folder.write("store.textproto", store(41, &roots, later));
    let run = folder.run("lock ca.pem --source store.textproto").exits(0);
    run.says("after 2025-12-31T23:59:59Z, and no longer distrusted for certificates issued or ")
        .says(" logged after 2025-11-30T23:59:59Z\n");
    let text = folder.read("ca.lock");
    assert!(text.contains("permitted_dns = [\".corp.example\"]"), "{text}");
    assert!(!text.contains("Chrome Root Store 40"), "{text}");

    folder.write("store.textproto", store(42, &roots, ""));
    let run = folder.run("lock ca.pem --source store.textproto").exits(0);
    run.says("is no longer distrusted for ").says(" logged after 2025-12-31T23:59:59Z\n");
    let text = folder.read("ca.lock");
    assert!(!text.contains("sct_not_after") && text.contains("permitted_dns"), "{text}");
}

#[test]
fn a_rule_of_a_person_stays_and_the_difference_is_told() {
    let (folder, roots) = folder();
    let mine =
        "label = \"Root B\"\nsct_not_after = \"2025-01-01T00:00:00Z\"\nsource = \"ticket 7\"";
    folder.write("ca.lock", folder.read("ca.lock").replace("label = \"Root B\"", mine));
    folder.write("store.textproto", store(40, &roots, DATED));
    let run = folder.run("lock ca.pem --source store.textproto --product-version 154").exits(0);
    run.warns("warning[rule-kept]: lock and programme differ, and the lock stays").warns(
        "sct_not_after = \"2025-01-01T00:00:00Z\" in the lock, \"2025-11-30T23:59:59Z\" by \
         Chrome Root Store 40",
    );
    assert!(folder.read("ca.lock").contains("sct_not_after = \"2025-01-01T00:00:00Z\""));
}

#[test]
fn several_alternatives_are_written_one_by_one() {
    let (folder, roots) = folder();
    let rules = "constraints { sct_not_after_sec: 1764547199 } \
                 constraints { permitted_dns_names: \"*.tr\" sct_all_after_sec: 1764547199 }";
    folder.write("store.textproto", store(40, &roots, rules));
    folder.run("lock ca.pem --source store.textproto").exits(0);
    let text = folder.read("ca.lock");
    let expected = "any_of = [\n    { sct_not_after = \"2025-11-30T23:59:59Z\", source = \"Chrome \
                    Root Store 40, set 1 of 2\" },\n    { permitted_dns = [\".tr\"], sct_all_after = \
                    \"2025-11-30T23:59:59Z\", programme = \"Chrome Root Store\", source = \"Chrome Root Store 40, set 2 of 2\" },\n]\n";
    assert!(text.contains(expected), "{text}");
    folder.run("lock ca.pem --source store.textproto").exits(0).says("is up to date");
}

#[test]
fn what_stops_a_source_leaves_the_lock_alone() {
    let (folder, roots) = folder();
    let before = folder.read("ca.lock");
    let stop = |content: &str, arguments: &str, expected: &str| {
        folder.write("store.textproto", content);
        let run = folder.run(&format!("lock ca.pem --source store.textproto {arguments}")).exits(1);
        run.warns(expected);
        assert_eq!(folder.read("ca.lock"), before);
    };
    let dated = store(40, &roots, DATED);
    stop(&dated, "", "error[product-version-needed]: ");
    stop(&dated, "--product-version x", "error[");
    let other = store(40, &roots, "constraints { max_version_exclusive: \"153\" }");
    stop(&other, "--product-version 154", "error[not-trusted-by-programme]: ");
    stop(&store(40, &roots, "constraints { index_after: 1 }"), "", "error[rule-not-enforceable]: ");
    stop("version_major: 40\n", "", "error[");
    stop("a letter\n", "", "error[unknown-programme-format]: ");
    folder.run("lock ca.pem --source absent.txt").exits(1).warns("error[not-readable]: ");
    folder.run("lock ca.pem --product-version 154").exits(2).warns("--source <FILE>");
}

#[test]
fn a_root_of_which_no_source_speaks_is_told() {
    let (folder, [a, _]) = folder();
    let only_a = format!("version_major: 40\ntrust_anchors {{ sha256_hex: \"{a}\" }}\n");
    folder.write("store.textproto", only_a);
    let run = folder.run("lock ca.pem --source store.textproto").exits(0);
    run.warns("warning[not-in-programme]: no programme speaks of the root").warns("\"Root B\"");
}

/// The lock of a folder with rules behind the label of Root A.
fn with_rules(folder: &Folder, rules: &str) -> String {
    let lock = folder.read("ca.lock");
    let at = lock.find("label = \"Root A\"").unwrap();
    let end = at + lock[at..].find("not_after").unwrap();
    let end = end + lock[end..].find('\n').unwrap() + 1;
    format!("{}{rules}\n{}", &lock[..end], &lock[end..])
}

#[test]
fn alternatives_stay_with_their_root_however_a_person_writes_them() {
    for rules in [
        "source = \"ticket 7\"\n[[root.any_of]]\npermitted_dns = [\".a\"]\n[[root.any_of]]\n\
         sct_not_after = \"2025-11-30T23:59:59Z\"",
        "[[root.any_of]]\npermitted_dns = [\".a\"]\nsource = \"ticket 7\"",
        "path_len = 1\n[root.source]\npath_len = \"ticket 7\"",
        "any_of = [{ permitted_dns = [\".a\"], source = \"ticket 7\" }]",
    ] {
        let (folder, roots) = folder();
        let lock = with_rules(&folder, rules);
        folder.write("ca.lock", &lock);
        folder.run("lock ca.pem").exits(0).says("is up to date");
        assert_eq!(folder.read("ca.lock"), lock, "{rules}");
        // and a programme that says something of the same kind overwrites nothing
        let said = "constraints { sct_not_after_sec: 1 } constraints { sct_all_after_sec: 2 }";
        let [a, b] = &roots;
        folder.write("store.textproto", store(40, &[b.clone(), a.clone()], said));
        folder.run("lock ca.pem --source store.textproto").exits(0);
        let lock = folder.read("ca.lock");
        assert!(lock.contains("ticket 7"), "{rules}\n{lock}");
        if rules.contains("any_of") {
            assert!(lock.contains("permitted_dns = [\".a\"]"), "{rules}\n{lock}");
            assert!(!lock.contains("sct_all_after"), "{rules}\n{lock}");
        }
    }
}

#[test]
fn the_names_of_a_programme_are_meant_as_it_means_them() {
    let (folder, roots) = folder();
    folder
        .write("store.textproto", store(40, &roots, "constraints { permitted_dns_names: \"tr\" }"));
    folder.run("lock ca.pem --source store.textproto").exits(0);
    let lock = folder.read("ca.lock");
    assert!(lock.contains("programme = \"Chrome Root Store\""), "{lock}");
    folder.write("store.textproto", store(41, &roots, ""));
    folder.run("lock ca.pem --source store.textproto").exits(0);
    let lock = folder.read("ca.lock");
    assert!(!lock.contains("programme = "), "{lock}");
}

#[test]
fn a_rule_that_a_person_wrote_too_stays_theirs() {
    let (folder, roots) = folder();
    let mine = "purposes = [\"serverAuth\"]\nsource = \"ticket 7\"";
    folder.write("ca.lock", with_rules(&folder, mine));
    folder.write("store.textproto", store(40, &roots, ""));
    folder.run("lock ca.pem --source store.textproto").exits(0);
    assert!(folder.read("ca.lock").contains(mine), "{}", folder.read("ca.lock"));
}
