//! Rules on end entities that are imposed on a root: to the second and the millisecond, names as
//! they stand in certificates, and alternatives.

use rootbake_core::certificate::{Certificate, Purposes, Time};
use rootbake_core::constraints::{Constraints, Imposed, Issued, PathFacts, RuleSet, Violation};

use crate::parts::{Parts, extension, sequence, tlv, utc_time, validity};

/// 2025-11-30T23:59:59Z
const LIMIT: i64 = 1_764_547_199;
const SECOND: u64 = 1000;
const LIMIT_MS: u64 = 1_764_547_199 * SECOND;

const NO_RULES: RuleSet = RuleSet {
    distrust_after: None,
    sct_not_after: None,
    sct_all_after: None,
    permitted_dns: &[],
    excludes_ip: false,
    source: "programme 7",
};
const DISTRUST: RuleSet = RuleSet { distrust_after: Some(at(LIMIT)), ..NO_RULES };
const SCT_NOT_AFTER: RuleSet = RuleSet { sct_not_after: Some(at(LIMIT)), ..NO_RULES };
const SCT_ALL_AFTER: RuleSet = RuleSet { sct_all_after: Some(at(LIMIT)), ..NO_RULES };
const NAMES: RuleSet = RuleSet { permitted_dns: &[".tr", "corp.example"], ..NO_RULES };

const fn at(seconds: i64) -> Time {
    Time::from_unix_seconds(seconds)
}

/// What is asked of an end entity: when it was issued, its first SCT, its names.
#[derive(Clone, Copy)]
struct Leaf<'a> {
    not_before: i64,
    first_sct: Option<u64>,
    names: &'a [&'a str],
}

const LEAF: Leaf<'static> =
    Leaf { not_before: LIMIT, first_sct: Some(LIMIT_MS), names: &["localhost"] };

/// The verdict of some alternatives on an end entity.
fn verdict(any_of: &'static [RuleSet], leaf: Leaf<'_>) -> Result<(), Violation> {
    let names: Vec<u8> = leaf.names.iter().flat_map(|name| tlv(0x82, name.as_bytes())).collect();
    verdict_on_names(any_of, leaf, &sequence(&[&names]))
}

fn verdict_on_names(
    any_of: &'static [RuleSet],
    leaf: Leaf<'_>,
    subject_alt_name: &[u8],
) -> Result<(), Violation> {
    let text: String = at(leaf.not_before).to_string().split_off(2);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let mut parts = Parts::root();
    parts.validity = validity(&utc_time(&format!("{digits}Z")), &utc_time("400101000000Z"));
    parts.only(extension(17, subject_alt_name));
    let der = parts.der();
    let certificate = Certificate::from_der(&der).unwrap();
    let imposed =
        Imposed { any_of, names: &[], names_source: "", path_len_source: "", purposes_source: "" };
    let imposed: &'static Imposed = Box::leak(Box::new(imposed));
    let constraints = Constraints { imposed: Some(imposed), ..Constraints::of(&certificate) };
    let facts = PathFacts { time: None, purpose: Purposes::SERVER_AUTH, intermediates: 0 };
    let first_sct = leaf.first_sct;
    constraints.check(&facts, || Ok(Issued { certificate, first_sct }))
}

fn code(any_of: &'static [RuleSet], leaf: Leaf<'_>) -> &'static str {
    verdict(any_of, leaf).map_or_else(|violation| violation.code(), |()| "accepted")
}

#[test]
fn dates_of_issue_count_to_the_second() {
    for rules in [&[DISTRUST], &[SCT_NOT_AFTER]] {
        assert_eq!(code(rules, LEAF), "accepted");
        assert_eq!(code(rules, Leaf { not_before: LIMIT + 1, ..LEAF }), "distrusted-after");
    }
    // whatever is logged: that rule does not ask for SCTs
    assert_eq!(code(&[DISTRUST], Leaf { first_sct: None, ..LEAF }), "accepted");
    assert_eq!(code(&[SCT_ALL_AFTER], Leaf { not_before: 0, ..LEAF }), "sct-too-early");
}

#[test]
fn times_of_scts_count_to_the_millisecond() {
    let table = [
        (Some(0), "accepted", "sct-too-early"),
        (Some(LIMIT_MS), "accepted", "sct-too-early"),
        (Some(LIMIT_MS + 1), "sct-too-late", "accepted"),
        (Some(LIMIT_MS + SECOND), "sct-too-late", "accepted"),
        (Some(u64::MAX), "sct-too-late", "accepted"),
        (None, "sct-missing", "sct-missing"),
    ];
    for (first_sct, not_after, all_after) in table {
        let leaf = Leaf { first_sct, ..LEAF };
        assert_eq!(code(&[SCT_NOT_AFTER], leaf), not_after, "{first_sct:?}");
        assert_eq!(code(&[SCT_ALL_AFTER], leaf), all_after, "{first_sct:?}");
    }
}

#[test]
fn names() {
    let table: &[(&[&str], bool)] = &[
        (&["www.gov.tr"], true),
        (&["gov.TR"], true),
        (&["*.gov.tr"], true),
        (&["*.tr"], true),
        (&["tr"], false),
        (&[".tr"], false),
        (&["wwwtr"], false),
        (&["gov.tr."], false),
        (&["gov.tr.example"], false),
        (&["corp.example"], true),
        (&["a.b.CORP.example"], true),
        (&["*.corp.example"], true),
        (&["badcorp.example"], false),
        (&["example"], false),
        (&["*.example"], false),
        (&["corp.example", "other.example"], false),
        (&["corp.example", "gov.tr"], true),
        (&[""], false),
        (&[], true),
    ];
    for (names, permitted) in table {
        let expected = if *permitted { "accepted" } else { "name-not-permitted" };
        assert_eq!(code(&[NAMES], Leaf { names, ..LEAF }), expected, "{names:?}");
    }
}

#[test]
fn names_of_other_forms_are_left_alone_and_unreadable_ones_are_not_permitted() {
    let ip = tlv(0x87, &[10, 0, 0, 1]);
    assert!(verdict_on_names(&[NAMES], LEAF, &sequence(&[&ip])).is_ok());
    static NO_IP: [RuleSet; 1] = [RuleSet { excludes_ip: true, ..NAMES }];
    let both = sequence(&[&tlv(0x82, b"gov.tr"), &ip]);
    for (rules, names, expected) in [
        (&NO_IP, sequence(&[&ip]), "name-not-permitted"),
        (&NO_IP, both, "name-not-permitted"),
        (&NO_IP, sequence(&[&tlv(0x82, b"gov.tr")]), "accepted"),
    ] {
        let found = verdict_on_names(rules, LEAF, &names);
        assert_eq!(found.map_or_else(|violation| violation.code(), |()| "accepted"), expected);
    }
    let cut = [tlv(0x82, b"gov.tr"), vec![0x82, 9, b'a']].concat();
    let violation = verdict_on_names(&[NAMES], LEAF, &sequence(&[&cut])).unwrap_err();
    assert_eq!(violation.code(), "name-not-permitted");
}

#[test]
fn all_rules_of_one_alternative_must_hold() {
    static BOTH: [RuleSet; 1] = [RuleSet { permitted_dns: NAMES.permitted_dns, ..DISTRUST }];
    static EITHER: [RuleSet; 2] = [DISTRUST, NAMES];
    let late = LIMIT + 1;
    let table = [
        (LIMIT, "gov.tr", "accepted", "accepted"),
        (late, "gov.tr", "distrusted-after", "accepted"),
        (LIMIT, "gov.example", "name-not-permitted", "accepted"),
        (late, "gov.example", "distrusted-after", "distrusted-after"),
    ];
    for (not_before, name, both, either) in table {
        let leaf = Leaf { not_before, names: &[name], ..LEAF };
        assert_eq!(code(&BOTH, leaf), both, "{name} {not_before}");
        assert_eq!(code(&EITHER, leaf), either, "{name} {not_before}");
    }
    assert_eq!(code(&[], Leaf { first_sct: None, not_before: late, ..LEAF }), "accepted");
}

#[test]
fn messages_have_both_sides_and_the_source() {
    let late = Leaf { not_before: LIMIT + 1, first_sct: Some(LIMIT_MS + 1), ..LEAF };
    let message = |rules, leaf| verdict(rules, leaf).unwrap_err().to_string();
    assert_eq!(
        message(&[DISTRUST], late),
        "anchor is distrusted for what it issues now: found a certificate issued at \
         2025-12-01T00:00:00Z, expected at 2025-11-30T23:59:59Z or before (source: programme 7)"
    );
    assert_eq!(
        message(&[SCT_NOT_AFTER], Leaf { not_before: LIMIT, ..late }),
        "anchor is distrusted for what is logged now: found the first SCT at \
         2025-11-30T23:59:59Z, expected one at 2025-11-30T23:59:59Z or before (source: programme 7)"
    );
    assert_eq!(
        message(&[SCT_ALL_AFTER], LEAF),
        "anchor needs later SCTs: found the first at 2025-11-30T23:59:59Z, expected all later \
         than 2025-11-30T23:59:59Z (source: programme 7)"
    );
    assert_eq!(
        message(&[SCT_ALL_AFTER], Leaf { first_sct: None, ..LEAF }),
        "anchor needs SCTs: found none in the certificate of the peer, or a malformed list (source: \
         programme 7)"
    );
    assert_eq!(
        message(&[NAMES], LEAF),
        "anchor may not certify all names of the peer: expected DNS names under .tr, \
         corp.example (source: programme 7)"
    );
}

#[test]
fn a_root_with_rules_is_not_for_libraries_that_know_none() {
    let mut constraints = Constraints::of(&Certificate::from_der(&Parts::patched(|_| ())).unwrap());
    static SOURCES: Imposed = Imposed {
        any_of: &[],
        names: &["DNS names under .tr"],
        names_source: "programme 7",
        path_len_source: "",
        purposes_source: "",
    };
    static RULES: Imposed = Imposed { any_of: &[DISTRUST], ..SOURCES };
    constraints.imposed = Some(&SOURCES);
    assert!(constraints.are_within_webpki());
    constraints.imposed = Some(&RULES);
    assert!(!constraints.are_within_webpki());
}
