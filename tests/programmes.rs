//! The baked sets against what their root programmes say, read again from the programmes' own files:
//! every rule is there with the source's value, and no other.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use std::path::PathBuf;

use rootbake::RootSet;
use rootbake::certificate::Time;
use rootbake::root_set::Root;
use rootbake::roots::{CHROME, MOZILLA};
use rootbake_codegen::{Programme, ProgrammeRules, Source, Verdict};

/// A file of the test data as a programme, or `None` where there is none.
fn programme(file: &str) -> Option<Programme> {
    let Some(folder) = std::env::var_os("ROOTBAKE_TEST_DATA") else {
        eprintln!("skipped: ROOTBAKE_TEST_DATA is not set, and {file} is third parties' data");
        return None;
    };
    let content = std::fs::read(PathBuf::from(folder).join(file)).unwrap();
    Some(Programme::read(Source { name: file, content: &content }, None).unwrap())
}

/// Distrust-after, SCT-not-after, SCT-all-after and names of a set of rules.
type Rules = (Option<Time>, Option<Time>, Option<Time>, Vec<String>);

fn baked_rules(root: &Root) -> Vec<Rules> {
    let any_of = root.constraints().imposed.into_iter().flat_map(|imposed| imposed.any_of());
    let rules = any_of.map(|rules| {
        let names = rules.permitted_dns.iter().map(str::to_owned);
        (rules.distrust_after, rules.sct_not_after, rules.sct_all_after, names.collect())
    });
    rules.collect()
}

/// Holds the roots that a programme speaks of against it; how many there are.
fn check(set: &RootSet, programme: &Programme) -> usize {
    let mut spoken_of = 0;
    for root in set {
        let said = programme.roots.iter().find(|said| said.fingerprint == *root.fingerprint());
        let Some(said) = said else { continue };
        let label = root.label().unwrap();
        spoken_of += 1;
        assert_eq!(said.verdict, Verdict::Trusted, "{label}");
        let constraints = root.constraints();
        assert_eq!(Some(constraints.purposes), said.purposes, "{label}");
        let mut expected: Vec<Rules> = said.any_of.iter().map(of_set).collect();
        if let Some(date) = said.distrust_after {
            assert!(expected.is_empty());
            expected.push((Some(date), None, None, Vec::new()));
        }
        assert_eq!(baked_rules(&root), expected, "{label}");
    }
    spoken_of
}

fn of_set(set: &ProgrammeRules) -> Rules {
    let ProgrammeRules { distrust_after, sct_not_after, sct_all_after, permitted_dns, source: _ } =
        set;
    (*distrust_after, *sct_not_after, *sct_all_after, permitted_dns.clone())
}

#[test]
fn chrome_is_what_the_chrome_root_store_says() {
    let Some(programme) = programme("chrome-root-store/root_store_v40.json") else { return };
    assert_eq!(programme.product_version.as_deref(), Some("154.0.8037.97"));
    assert_eq!(programme.roots.len(), CHROME.len());
    assert_eq!(check(&CHROME, &programme), 115);
}

#[test]
fn mozilla_is_what_nss_says() {
    let Some(programme) = programme("nss-certdata/certdata.txt") else { return };
    // four roots are newer than that file; what it has and the bundle has not, the tests of the code
    // generator name
    assert_eq!(check(&MOZILLA, &programme), 114);
}
