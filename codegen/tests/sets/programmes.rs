use std::fs;
use std::path::{Path, PathBuf};

use rootbake_codegen::Input;

use super::{Folder, baked, codes, fixture, names, refused};

fn data() -> Option<PathBuf> {
    let data = std::env::var_os("ROOTBAKE_TEST_DATA").map(PathBuf::from);
    if data.is_none() {
        eprintln!("skipped: ROOTBAKE_TEST_DATA is not set");
    }
    data
}

/// The lines that say what limits the roots, without the place of what is imposed.
fn limits(source: &str) -> Vec<&str> {
    let limits = source.lines().filter(|line| line.contains("_v1 :: Limits"));
    limits.map(|line| line.rsplit_once(',').unwrap().0).collect()
}

fn rules(source: &str) -> Vec<&str> {
    source.lines().filter(|line| line.starts_with("/// rule:")).collect()
}

/// The three roots as Chrome would list them: the second until a day, the third no longer.
fn root_store() -> String {
    let sha256s: Vec<String> = super::three()
        .iter()
        .map(|(_, der)| {
            let digest = rootbake_core::certificate::sha256(der);
            digest.iter().map(|byte| format!("{byte:02x}")).collect()
        })
        .collect();
    let [x1, x2, x3] = sha256s.as_slice() else { panic!() };
    format!(
        "version_major: 40\n\
         trust_anchors {{ sha256_hex: \"{x1}\" }}\n\
         trust_anchors {{ sha256_hex: \"{x2}\" constraints {{ sct_not_after_sec: 1820966399 }} }}\n\
         trust_anchors {{ sha256_hex: \"{x3}\" constraints {{ max_version_exclusive: \"100\" }} }}\n"
    )
}

#[test]
fn rules_of_a_programme_are_imposed_and_what_it_does_not_trust_is_left_out() {
    let folder = Folder::new("store");
    folder.write("bare.pem", fixture("three.pem"));
    folder.write("store.textproto", root_store());
    let input = || Input::new("bare.pem").unlocked().rules("store.textproto");
    let all = baked(&folder.bake().input(input().product_version("154")));
    assert_eq!(names(&all), ["X1", "X2"]);
    let rule = "/// rule:    issued and logged at 2027-09-14T23:59:59Z or before";
    assert_eq!(all.source.matches(rule).count(), 1, "{}", all.source);
    folder.write("other.pem", fixture("renewed.pem"));
    let other = Input::new("other.pem").unlocked().rules("store.textproto").product_version("154");
    let report = refused(&folder.bake().input(other));
    assert!(report.has("not-in-programme") && report.has("anchor-without-certificate"), "{report}");
}

#[test]
fn rules_are_pinned_as_their_bundle_is() {
    let folder = Folder::of_three("pinned-rules");
    folder.write("bare.pem", fixture("three.pem"));
    folder.write("store.textproto", root_store());
    let sha256 = "5f3b7447574fed6eaf06914e5176aed281d85de8797bed00e7db7cbf0ebeb70f";
    let pinned = Input::new("bare.pem").sha256(sha256).rules("store.textproto");
    assert_eq!(codes(&refused(&folder.bake().input(pinned.clone()))), ["no-lock"]);
    let wrong = pinned.rules_sha256(sha256);
    assert_eq!(codes(&refused(&folder.bake().input(wrong))), ["sha256-mismatch"]);
    let locked = Input::new("three.pem").rules("store.textproto");
    assert_eq!(codes(&refused(&folder.bake().input(locked))), ["said-twice"]);
}

#[test]
fn certdata_bakes_to_what_mozilla_imposes() {
    let Some(data) = data() else { return };
    let folder = Folder::new("certdata");
    folder.write("certdata.txt", fs::read(data.join("nss-certdata/certdata.txt")).unwrap());
    let all = baked(&folder.bake().input(Input::new("certdata.txt").unlocked()));
    assert!(all.roots > 100, "{} roots", all.roots);
    let rules = rules(&all.source);
    assert!(rules.iter().any(|rule| rule.contains("issued at 2026-04-15")), "{rules:?}");
    assert!(rules.iter().any(|rule| rule.contains("only for serverAuth, emailProtection")));
}

/// A lock that the command has written, and the file that it was written from, say the same.
#[test]
fn chrome_root_store_bakes_to_what_its_lock_says() {
    let roots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../roots");
    let Some(data) = data() else { return };
    let folder = Folder::new("chrome");
    let store = data.join("chrome-root-store/root_store_v40.json");
    folder.write("root_store.json", fs::read(store).unwrap());
    folder.write("bare.pem", fs::read(roots.join("chrome.pem")).unwrap());
    folder.write("locked.pem", fs::read(roots.join("chrome.pem")).unwrap());
    folder.write("locked.lock", fs::read(roots.join("chrome.lock")).unwrap());
    let ruled = Input::new("bare.pem").unlocked().rules("root_store.json");
    // the root store has intermediates among its anchors
    let ruled = baked(&folder.bake().input(ruled).partial_chain()).source;
    let locked = baked(&folder.bake().input("locked.pem")).source;
    assert_eq!(limits(&ruled), limits(&locked));
    assert_eq!(rules(&ruled), rules(&locked));
    assert!(rules(&ruled).len() > 100);
}
