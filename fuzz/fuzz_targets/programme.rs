//! The readers of what root programmes say.
//!
//! What they are held to stands here, and not in `src/`, which the tests of `rootbake` share: it has
//! nothing to do with them.
#![no_main]

use std::collections::BTreeSet;

use libfuzzer_sys::fuzz_target;
use rootbake::certificate::sha256;
use rootbake_codegen::{Programme, ProgrammeRoot, ProgrammeRules, Source};

fuzz_target!(|input: &[u8]| check(input));

/// For any bytes:
///
/// - there is at least one root, and none is there twice;
/// - a certificate that is there has the fingerprint that is said;
/// - a set of rules has a rule;
/// - the same bytes say the same again;
/// - what is told fits on its lines.
fn check(input: &[u8]) {
    let read = || Programme::read(Source { name: "programme", content: input }, Some("154"));
    let told = match read() {
        Ok(programme) => {
            check_read(&programme);
            assert_eq!(read().as_ref(), Ok(&programme));
            programme.notes
        }
        Err(report) => {
            assert!(!report.is_empty());
            report
        }
    };
    for line in told.to_string().lines() {
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}

fn check_read(programme: &Programme) {
    let fingerprints: BTreeSet<_> = programme.roots.iter().map(|root| root.fingerprint).collect();
    assert_eq!(fingerprints.len(), programme.roots.len());
    assert!(!programme.roots.is_empty());
    programme.roots.iter().for_each(check_root);
}

fn check_root(root: &ProgrammeRoot) {
    assert!(root.der.as_ref().is_none_or(|der| sha256(der) == root.fingerprint));
    for rules in &root.any_of {
        let ProgrammeRules { distrust_after, sct_not_after, sct_all_after, .. } = rules;
        let dates = [distrust_after, sct_not_after, sct_all_after];
        assert!(dates.iter().any(|date| date.is_some()) || !rules.permitted_dns.is_empty());
    }
}
