//! Chrome's root store, as JSON and as text.

use rootbake_codegen::{Programme, ProgrammeRoot, Verdict};
use rootbake_core::certificate::Purposes;

use super::texts::{JSON, TEXTPROTO};
use super::{check, read, root, time, with};

const VERSION: Option<&str> = Some("154.0.8037.97");

fn json(version: Option<&str>) -> Programme {
    read("root_store.json", JSON.as_bytes(), version).unwrap()
}

fn textproto(version: Option<&str>) -> Programme {
    read("root_store.textproto", TEXTPROTO.as_bytes(), version).unwrap()
}

#[test]
fn sets_are_alternatives_for_a_version() {
    let programme = json(None);
    assert_eq!(programme.name, "Chrome Root Store 40");
    assert_eq!(programme.product_version.as_deref(), VERSION);
    assert!(programme.roots.iter().all(|root| root.purposes == Some(Purposes::SERVER_AUTH)));
    let free = root(&programme, "free");
    assert_eq!((&free.verdict, &free.any_of, free.line), (&Verdict::Trusted, &Vec::new(), 6));
    let until = root(&programme, "until a date");
    let [rules] = until.any_of.as_slice() else { panic!() };
    assert_eq!(rules.sct_not_after, Some(time("2027-09-14T23:59:59Z")));
    assert_eq!(rules.source, "Chrome Root Store 40, set 1 of 2, from version 153.0.8010.0 on");
    let [first, second] = root(&programme, "either").any_of.as_slice() else { panic!() };
    assert_eq!(first.sct_all_after, Some(time("1970-01-01T00:00:01Z")));
    assert_eq!(first.distrust_after, Some(time("2024-12-31T23:59:59Z")));
    assert_eq!(first.permitted_dns, ["example.org", ".tr"]);
    assert_eq!(first.source, "Chrome Root Store 40, set 1 of 2");
    assert_eq!(second.sct_not_after, Some(time("1970-01-01T00:00:00Z")));
    assert_eq!(
        second.source,
        "Chrome Root Store 40, set 2 of 2, from version 139.0.0.0 on and before version 160.0.0.0"
    );
    assert_eq!(
        root(&programme, "gone").verdict.to_string(),
        "not trusted: none of its 1 constraint sets applies to version 154.0.8037.97"
    );
}

#[test]
fn both_forms_say_the_same() {
    let of = |programme: Programme| -> Vec<ProgrammeRoot> {
        let roots = programme.roots.into_iter().map(|root| ProgrammeRoot { line: 0, ..root });
        roots.collect()
    };
    for version in ["154", "153.0.8010.0", "153.0.8009.99", "138", "130.9"] {
        let (json, mut textproto) = (of(json(Some(version))), of(textproto(Some(version))));
        let additional = textproto.pop().unwrap();
        assert_eq!(json, textproto, "{version}");
        assert_eq!(additional.purposes, None);
        assert_eq!(
            additional.verdict.to_string(),
            "not trusted: it is an additional certificate, and no anchor for TLS"
        );
    }
}

#[test]
fn bounds_of_versions_are_compared_as_numbers() {
    let sets = |version, label| root(&json(Some(version)), label).any_of.len();
    // set 1 is from 153.0.8010.0 on; before, the other has no rule
    for (version, expected) in
        [("153.0.8010.0", 1), ("153.0.8010", 1), ("153.0.8009.999", 0), ("1000", 1), ("99", 0)]
    {
        assert_eq!(sets(version, "until a date"), expected, "{version}");
    }
    // set 2 is from 139 on, and before 160
    for (version, expected) in
        [("138.9.9.9", 1), ("139", 2), ("139.0.0.0", 2), ("159.9.9.9", 2), ("160.0.0.0", 1)]
    {
        assert_eq!(sets(version, "either"), expected, "{version}");
    }
    assert_eq!(root(&json(Some("130")), "gone").verdict, Verdict::Trusted);
    assert_ne!(root(&json(Some("131")), "gone").verdict, Verdict::Trusted);
}

#[test]
fn labels_are_names_or_comments() {
    let programme = textproto(VERSION);
    let labels = programme.roots.iter().map(|root| root.label.as_deref().unwrap());
    let expected = ["free", "until a date", "either", "gone", "no anchor"];
    assert_eq!(labels.collect::<Vec<_>>(), expected);
    let line = TEXTPROTO.lines().position(|line| line.starts_with("trust_anchors {")).unwrap();
    assert_eq!(root(&programme, "free").line, line + 1);
}

#[test]
fn dropped_sets_and_other_anchors_are_notes() {
    check("chrome-notes", "root_store.textproto", TEXTPROTO.as_bytes(), VERSION);
}

#[test]
fn a_certificate_may_stand_in_the_text() {
    let der = with(TEXTPROTO, "sha256_hex: \"04040404", "der: \"\\303\\000\\\"04040404");
    let programme = read("root_store.textproto", der.as_bytes(), VERSION).unwrap();
    let gone = root(&programme, "gone");
    let der = gone.der.as_deref().unwrap();
    assert!(der.starts_with(b"\xc3\0\"0404"));
    assert_eq!(gone.fingerprint, rootbake_core::certificate::sha256(der));
}

#[test]
fn every_mistake_in_json_is_named() {
    let fields = "\"display_name\": \"gone\"";
    let set = "\"max_version_exclusive\": \"131\"";
    let gone = "0404040404040404040404040404040404040404040404040404040404040404";
    for (message, from, to) in [
        ("not-json", "\"anchors\": [", "\"anchors\": ("),
        ("unknown-field", "\"source\"", "\"signed\": true, \"source\""),
        ("unknown-in-anchor", fields, "\"display_name\": \"gone\", \"distrusted\": true"),
        ("unknown-in-set", set, "\"max_version\": \"131\""),
        ("unknown-kind", "\"Additional\"", "\"Mtc\""),
        ("missing-constraints", "\"constraints\": [],", ""),
        ("wrong-type", "1820966399", "\"2027-09-14\""),
        ("field-twice", fields, "\"display_name\": \"gone\", \"display_name\": \"here\""),
        ("bad-version", "\"154.0.8037.97\"", "\"Chrome 154\""),
        ("bad-bound", "\"131\"", "\"\""),
        ("bad-sha256", gone, "04"),
        ("twice", gone, &"01".repeat(32)),
        ("time-out-of-bounds", "1820966399", "-1"),
        ("bad-name", "\".tr\"", "\"*\""),
        ("index-not-after", "\"sct_all_after_sec\": 1", "\"index_not_after\": 1"),
        ("index-after", "\"sct_all_after_sec\": 1", "\"index_after\": 1"),
        ("starts-after", "\"sct_all_after_sec\": 1", "\"validity_starts_after_sec\": 1"),
        ("no-version", "\"154.0.8037.97\"", "null"),
    ] {
        check(&format!("json-{message}"), "root_store.json", with(JSON, from, to).as_bytes(), None);
    }
    let none = "{\"root_store_version\": 1, \"anchors\": []}";
    check("json-no-roots", "root_store.json", none.as_bytes(), None);
}

#[test]
fn a_rule_of_other_versions_need_not_be_enforceable() {
    let text = with(
        JSON,
        "\"max_version_exclusive\": \"131\"",
        "\"index_after\": 1, \"max_version_exclusive\": \"131\"",
    );
    assert!(read("root_store.json", text.as_bytes(), Some("131")).is_ok());
    let error = read("root_store.json", text.as_bytes(), Some("130")).unwrap_err();
    assert!(error.has("rule-not-enforceable"));
}

#[test]
fn every_mistake_in_the_text_is_named() {
    let major = "version_major: 40";
    let tls = "tls_trust_anchor: true";
    let sct = "sct_not_after_sec: 1820966399";
    let gone = "sha256_hex: \"0404040404040404040404040404040404040404040404040404040404040404\"";
    for (message, from, to) in [
        ("no-version-major", major, ""),
        ("version-twice", major, "version_major: 40 version_major: 41"),
        ("unknown-field", major, "version_major: 40 version_minor: 1"),
        ("unknown-in-anchor", tls, "tls_trust_anchor: true distrusted: true"),
        ("unknown-in-set", sct, "sct_not_after: 1"),
        ("unknown-in-mtc", "log_id", "logs"),
        ("no-colon", sct, "sct_not_after_sec 1"),
        ("float", sct, "sct_not_after_sec: 1.5"),
        ("octal-nine", sct, "sct_not_after_sec: 09"),
        ("signed-twice", sct, "sct_not_after_sec: --9"),
        ("too-large", "crs_root_id: 3", "crs_root_id: 2147483648"),
        ("wrong-kind", sct, "sct_not_after_sec: \"1\""),
        ("not-a-boolean", tls, "tls_trust_anchor: yes"),
        ("no-certificate", gone, ""),
        ("certificate-twice", gone, &format!("{gone} der: \"0\"")),
        ("bad-sha256", gone, "sha256_hex: \"04\""),
        ("contradiction", "crs_root_id: 3", "tls_trust_anchor: false"),
        ("bad-escape", "\\332", "\\z"),
        ("large-escape", "\\332", "\\777"),
        ("surrogate", "\\332", "\\ud800"),
        ("not-utf-8", "\".t\\x72\"", "\"\\xff\""),
        ("open-string", "'until'", "'until"),
        ("stray", major, "version_major: 40 %"),
        ("wrong-brace", ">\n", "}\n"),
        ("open-list", "\"Example.org\", ", "\"Example.org\"; "),
        ("extension", major, "version_major: 40 [a.b]: 1"),
    ] {
        let message = format!("textproto-{message}");
        check(&message, "root_store.textproto", with(TEXTPROTO, from, to).as_bytes(), VERSION);
    }
    let cut = &TEXTPROTO[..TEXTPROTO.rfind('}').unwrap()];
    check("textproto-cut", "root_store.textproto", cut.as_bytes(), VERSION);
    let deep = format!("trust_anchors {}", "{ a ".repeat(100_000));
    check("textproto-deep", "root_store.textproto", deep.as_bytes(), VERSION);
    check("textproto-no-product", "root_store.textproto", TEXTPROTO.as_bytes(), None);
    check("textproto-no-roots", "root_store.textproto", major.as_bytes(), None);
}
