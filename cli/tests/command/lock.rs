use super::fixtures::{Ca, private_key, truncated};
use super::folder::Folder;

const NEW: &str = "lock ca.pem --provenance somewhere --license in-house";

/// A bundle of two roots, the second under a comment with its name.
fn folder() -> (Folder, [String; 2]) {
    let roots = ["Root A", "Root B"].map(|name| Ca::new(name).pem());
    let [a, b] = &roots;
    let folder = Folder::new();
    folder.write("ca.pem", format!("{a}\n# Second Root\n{b}"));
    (folder, roots)
}

/// The roots of a lock by their labels, in its order.
fn labels(lock: &str) -> Vec<&str> {
    lock.lines().filter_map(|line| line.strip_prefix("label = ")).collect()
}

#[test]
fn a_new_lock_holds_every_root_and_what_is_said_of_the_bundle() {
    let (folder, _) = folder();
    let run = folder.run(&format!("{NEW} --as-of 2026-07-01")).exits(0).warns_of_nothing();
    run.says("adds \"Root A\", sha256 ").says("adds \"Second Root\", sha256 ");
    let lock = folder.read("ca.lock");
    for line in [
        "name = \"ca\"",
        "file = \"ca.pem\"",
        "source = \"somewhere\"",
        "as_of = \"2026-07-01T00:00:00Z\"",
        "license = \"in-house\"",
        "key = \"EC P-256\"",
        "not_after = \"2040-01-01T00:00:00Z\"",
    ] {
        assert!(lock.lines().any(|found| found == line), "{line} is not in\n{lock}");
    }
    let mut found = labels(&lock);
    found.sort();
    assert_eq!(found, ["\"Root A\"", "\"Second Root\""]);
    let hashes: Vec<_> =
        lock.lines().filter(|line| line.starts_with("sha256 = ")).skip(1).collect();
    assert!(hashes.is_sorted());
}

#[test]
fn the_day_of_a_new_lock_is_source_date_epoch_or_today() {
    let (folder, _) = folder();
    let with = |value| folder.run_with(NEW, b"", &[("SOURCE_DATE_EPOCH", value)]);
    with("yesterday").exits(1).warns("error[bad-source-date-epoch]: ");
    with("1000000000").exits(0);
    assert!(folder.read("ca.lock").contains("as_of = \"2001-09-09T01:46:40Z\""));
    std::fs::remove_file(folder.path("ca.lock")).unwrap();
    // set and empty is not set
    with("").exits(0);
    let lock = folder.read("ca.lock");
    let day = lock.lines().find(|line| line.starts_with("as_of = \"20")).unwrap();
    assert!(day.ends_with("T00:00:00Z\""), "{day}");
}

#[test]
fn a_new_lock_needs_to_know_where_the_bundle_is_from() {
    let (folder, _) = folder();
    for arguments in ["lock ca.pem", "lock ca.pem --provenance x", "lock ca.pem --license x"] {
        folder
            .run(arguments)
            .exits(2)
            .warns("--provenance and --license are required for a new lock")
            .warns("there is no ca.lock");
    }
    assert!(!folder.path("ca.lock").exists());
}

#[test]
fn a_second_lock_is_the_first() {
    let (folder, _) = folder();
    folder.run(&format!("{NEW} --as-of 2026-07-01")).exits(0);
    let first = folder.read("ca.lock");
    let run = folder.run_with("lock ca.pem", b"", &[("SOURCE_DATE_EPOCH", "1000000000")]);
    run.exits(0).says("ca.lock is up to date: 2 roots");
    assert_eq!(folder.read("ca.lock"), first);
    folder.run("lock ca.pem --check").exits(0).says("is up to date");
}

#[test]
fn what_people_write_stays() {
    let (folder, [a, b]) = folder();
    folder.run(&format!("{NEW} --as-of 2026-07-01")).exits(0);
    let lock = folder.read("ca.lock");
    let hash = |name: &str| {
        let (_, entry) = lock.split_once(&format!("label = \"{name}\"")).unwrap();
        entry.split('"').nth(1).unwrap().to_owned()
    };
    let edited = lock
        .replace("as_of = \"2026-07-01T00:00:00Z\"", "as_of = \"2026-07-01T00:00:00Z\" # a Wednesday")
        .replace(
            "label = \"Root A\"",
            "# asked for by the mail team\nlabel = \"Our root\"\npermitted_dns = [\"corp.example\"]\nsource = \"ticket 7\"",
        )
        + &format!(
            "\n# for a year\n[[exception]]\nlint = \"expired\"\nsha256 = \"{}\"\nreason = \"still needed\"\n# the end\n",
            hash("Second Root")
        );
    folder.write("ca.lock", &edited);
    folder.run("lock ca.pem").exits(0).says("is up to date");
    assert_eq!(folder.read("ca.lock"), edited);

    // a root comes and another goes
    let c = Ca::new("Root C").pem();
    folder.write("ca.pem", [&a, "\n", &c].concat());
    let run = folder.run_with("lock ca.pem", b"", &[("SOURCE_DATE_EPOCH", "1800000000")]).exits(0);
    let run = run.says("adds \"Root C\"").says("drops \"Second Root\"");
    run.says("ca.lock is written: 2 roots");
    let lock = folder.read("ca.lock");
    for text in [
        "as_of = \"2027-01-15T08:00:00Z\" # a Wednesday\n",
        "[[root]]\n# asked for by the mail team\nlabel = \"Our root\"\n",
        "permitted_dns = [\"corp.example\"]\nsource = \"ticket 7\"\n",
        "\n# for a year\n[[exception]]\n",
        "# the end\n",
    ] {
        assert!(lock.contains(text), "{text} is not in\n{lock}");
    }
    assert!(lock.rfind("[[root]]") < lock.find("[[exception]]"), "{lock}");
    folder.run("lock ca.pem").exits(0).says("is up to date");
    assert_eq!(folder.read("ca.lock"), lock);

    folder.write("ca.pem", [a, b].concat());
    folder.run("lock ca.pem --as-of 1900000000").exits(0).says("drops \"Root C\"");
    assert!(folder.read("ca.lock").contains("as_of = \"2030-03-17T17:46:40Z\" # a Wednesday"));
}

#[test]
fn what_is_there_for_reading_is_that_of_the_certificate() {
    let (folder, _) = folder();
    folder.run(&format!("{NEW} --as-of 2026-07-01")).exits(0);
    let right = folder.read("ca.lock");
    folder.edit("ca.lock", "key = \"EC P-256\"", "key = \"RSA 4096\"");
    folder.edit("ca.lock", "not_after = \"2040", "not_after = \"2060");
    folder.run("lock ca.pem --check").exits(1).says("is not up to date");
    folder.run("lock ca.pem").exits(0);
    assert_eq!(folder.read("ca.lock"), right);
}

#[test]
fn arguments_replace_what_a_lock_says_of_its_bundle() {
    let (folder, _) = folder();
    folder.run(&format!("{NEW} --as-of 2026-07-01")).exits(0);
    folder.run("lock ca.pem --provenance elsewhere --name corp").exits(0).says("is written");
    let lock = folder.read("ca.lock");
    assert!(lock.contains("name = \"corp\"") && lock.contains("source = \"elsewhere\""), "{lock}");
    assert!(lock.contains("license = \"in-house\"") && lock.contains("2026-07-01"), "{lock}");
}

#[test]
fn roots_in_one_list_keep_their_rules() {
    let (folder, _) = folder();
    folder.run(&format!("{NEW} --as-of 2026-07-01")).exits(0);
    let lock = folder.read("ca.lock");
    let (bundle, roots) = lock.split_once("[[root]]").unwrap();
    let roots: Vec<_> = roots
        .split("[[root]]")
        .map(|root| root.trim().replace('\n', ", "))
        .map(|root| format!("{{ {root}, path_len = 1, source = \"ticket 8\" }}"))
        .collect();
    folder.write("ca.lock", format!("root = [{}]\n{bundle}", roots.join(", ")));
    folder.run("lock ca.pem").exits(0);
    assert_eq!(folder.read("ca.lock").matches("path_len = 1").count(), 2);
}

#[test]
fn check_writes_nothing_and_fails_where_the_lock_is_stale() {
    let (folder, [a, _]) = folder();
    let run = folder.run("lock ca.pem --check").exits(1);
    run.says("adds \"Root A\"").says("ca.lock does not exist: ");
    assert!(!folder.path("ca.lock").exists());
    folder.run(NEW).exits(0);
    let lock = folder.read("ca.lock");
    folder.run("lock ca.pem --check").exits(0);
    folder.write("ca.pem", a);
    folder.run("lock ca.pem --check").exits(1).says("drops \"Second Root\"");
    assert_eq!(folder.read("ca.lock"), lock);
}

#[test]
fn nothing_is_written_where_something_cannot_be_read() {
    let root = Ca::new("Root A");
    let folder = Folder::with([
        ("empty.pem", b""),
        ("garbage.pem", b"\x00\x01\x02"),
        ("key.pem", [root.pem(), private_key()].concat().as_bytes()),
        ("truncated.pem", [root.pem(), truncated(&root.pem())].concat().as_bytes()),
        ("twice.pem", [root.pem(), root.pem()].concat().as_bytes()),
        ("ca.der", &root.certificate.der()[1..]),
    ]);
    for (bundle, code) in [
        ("missing.pem", "not-readable"),
        ("empty.pem", "no-certificates"),
        ("garbage.pem", "no-certificates"),
        ("key.pem", "private-key"),
        ("truncated.pem", "unterminated-block"),
        ("twice.pem", "duplicate"),
        ("ca.der", "no-certificates"),
    ] {
        let run = folder.run(&format!("lock {bundle} --provenance x --license x")).exits(1);
        assert_eq!(run.out, "", "{bundle}");
        run.warns(&format!("error[{code}]: ")).warns(bundle);
    }
    let left = std::fs::read_dir(folder.path("")).unwrap().count();
    assert_eq!(left, 6, "no lock, and no temporary file");
}

#[test]
fn a_lock_that_cannot_be_read_is_not_replaced() {
    let (folder, _) = folder();
    for (lock, code) in [("not toml", "bad-lock"), ("[bundle]\n", "missing-lock-key")] {
        folder.write("ca.lock", lock);
        folder.run(NEW).exits(1).warns(&format!("error[{code}]: "));
        assert_eq!(folder.read("ca.lock"), lock);
    }
    folder.run("lock ca.lock").exits(1);
}

#[cfg(unix)]
#[test]
fn a_lock_keeps_its_permissions_and_stays_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let (folder, _) = folder();
    folder.run(NEW).exits(0);
    let (lock, target) = (folder.path("ca.lock"), folder.path("kept.toml"));
    std::fs::rename(&lock, &target).unwrap();
    std::fs::set_permissions(&target, PermissionsExt::from_mode(0o640)).unwrap();
    symlink("kept.toml", &lock).unwrap();
    folder.run("lock ca.pem --name other").exits(0).says("is written");
    assert!(lock.is_symlink());
    assert_eq!(std::fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(folder.read("kept.toml").contains("name = \"other\""));
}
