//! Rules of a lock: what is emitted for them, what they are joined to, what a policy makes of them.

use rootbake_codegen::Baked;

use crate::{LOCK, PEM, check, try_bake, with};

const X2: &str = "Example Root X2";

/// The fixture with these lines for a root that has no rules.
fn bake_with(lines: &str) -> Baked {
    try_bake(&PEM, &with(X2, lines)).unwrap_or_else(|report| panic!("{report}"))
}

fn bake_with_policy(policy: &str, lines: &str) -> Baked {
    let lock = format!("{}\n[policy]\n{policy}\n", with(X2, lines));
    try_bake(&PEM, &lock).unwrap_or_else(|report| panic!("{report}"))
}

/// What stands above that root.
fn rules(baked: &Baked) -> Vec<&str> {
    let (_, root) = baked.source.split_once("\n/// Example Root X2\n").unwrap();
    let (doc, _) = root.split_once("\nconst").unwrap();
    doc.lines().filter_map(|line| line.strip_prefix("/// rule:    ")).collect()
}

#[test]
fn the_stricter_path_length_holds() {
    // the root's own is 1
    let with = |path_len: u8| {
        let lock = with("Example Root X1", &format!("path_len = {path_len}\nsource = \"a test\""));
        try_bake(&PEM, &lock).unwrap().source
    };
    assert!(with(0).contains("/// rule:    at most 0 intermediates (source: a test)\n"));
    assert!(with(3).contains("/// rule:    at most 1 intermediate\n"));
}

#[test]
fn dates_are_emitted_with_their_sources() {
    let baked = bake_with(
        "distrust_after = \"2025-11-30T23:59:59Z\"\nsct_all_after = \"2020-01-01T00:00:00Z\"\n\
         purposes = [\"serverAuth\"]\nprogramme = \"chrome\"\n\
         source = { distrust_after = \"bug 1\", sct_all_after = \"bug 2\", purposes = \"bug 3\" }",
    );
    assert_eq!(
        rules(&baked),
        [
            "issued at 2025-11-30T23:59:59Z or before and logged after 2020-01-01T00:00:00Z (source: \
             bug 1; bug 2)",
            "only for serverAuth (source: bug 3)",
        ]
    );
    // one alternative with two dates: 2025-11-30T23:59:59Z and 2020-01-01T00:00:00Z
    let packed =
        r#"imposed (b"\x01\x05\x80i,\xda\x7f\x80^\x0b\xe1\x00\x00\x00\x0c\x00bug 1; bug 2"#;
    assert!(baked.source.contains(packed), "{}", baked.source);
}

#[test]
fn what_must_always_hold_is_joined_to_every_alternative() {
    let baked = bake_with(
        "distrust_after = \"2025-11-30T23:59:59Z\"\nsource = \"bug 1\"\nany_of = [\
         { distrust_after = \"2026-11-30T23:59:59Z\", permitted_dns = [\".tr\"] }, \
         { sct_not_after = \"2024-11-30T23:59:59Z\", source = \"bug 2\" }]",
    );
    assert_eq!(
        rules(&baked),
        [
            "issued at 2025-11-30T23:59:59Z or before and DNS names under .tr and no IP addresses (source: bug 1), or \
          issued at 2025-11-30T23:59:59Z or before and issued and logged at 2024-11-30T23:59:59Z or \
          before (source: bug 1; bug 2)"
        ]
    );
}

#[test]
fn what_many_roots_share_is_emitted_once() {
    let rule = "purposes = [\"serverAuth\"]\nsource = \"a test\"";
    let at = |root: &str, lock: &str| lock.replacen(root, &format!("{root}\"\n{rule}\n#"), 1);
    let lock = at(X2, &at("Example Root X1", &LOCK));
    let source = try_bake(&PEM, &lock).unwrap_or_else(|report| panic!("{report}")).source;
    assert_eq!(source.matches("rootbake_v1 :: imposed (").count(), 2, "{source}");
}

#[test]
fn rules_change_the_identity_of_the_set_and_sources_do_not() {
    let head = |lines: &str| {
        let source = bake_with(lines).source;
        source.split("ROOTBAKE-SET").nth(1).unwrap().chars().take(300).collect::<String>()
    };
    let date = |day: u8, source: &str| {
        head(&format!("distrust_after = \"2025-11-{day:02}T23:59:59Z\"\nsource = \"{source}\""))
    };
    assert_eq!(date(30, "bug 1"), date(30, "bug 2"));
    assert_ne!(date(30, "bug 1"), date(29, "bug 1"));
    assert_ne!(date(30, "bug 1"), head("# nothing"));
    let alternative = |key: &str| {
        head(&format!("source = \"a\"\nany_of = [{{ {key} = \"2025-11-30T23:59:59Z\" }}]"))
    };
    assert_eq!(alternative("distrust_after"), date(30, "bug 1"));
    assert_ne!(alternative("sct_not_after"), alternative("sct_all_after"));
}

#[test]
fn every_mistake_in_a_rule_is_named() {
    let rule = |lines: &str| with(X2, &format!("{lines}\nsource = \"a test\""));
    check("rule-bad-range", &PEM, &rule("permitted_ip = [\"10.0.0.1/8\"]"));
    check("rule-bad-date", &PEM, &rule("distrust_after = \"2025-11-30\""));
    check("rule-on-email", &PEM, &rule("permitted_email = [\"example\"]"));
    check("rule-no-purpose", &PEM, &rule("purposes = []"));
    check("rule-other-purpose", &PEM, &rule("purposes = [\"others\"]"));
    check("rule-ip-as-dns", &PEM, &rule("excluded_dns = [\"10.0.0.1\"]"));
    check("rule-blank-source", &PEM, &with(X2, "path_len = 1\nsource = \" \""));
    let range = "[\"10.0.0.0/8\"]";
    let both = format!("permitted_ip = {range}\nexcluded_ip = {range}");
    check("rule-all-ip-excluded", &PEM, &rule(&both));
    check("rule-all-excluded", &PEM, &rule("permitted_dns = [\"a.b\"]\nexcluded_dns = [\"b\"]"));
    let alternative = |lines: &str| rule(&format!("any_of = [{{ {lines} }}]"));
    check("rule-empty-alternative", &PEM, &alternative("source = \"x\""));
    check("rule-unknown-in-alternative", &PEM, &alternative("path_len = 1"));
    check("rule-no-alternatives", &PEM, &rule("any_of = []"));
    let date = "distrust_after = \"2025-11-30T23:59:59Z\"";
    let sources = |sources: &str| with(X2, &format!("{date}\nsource = {{ {sources} }}"));
    check("rule-without-its-source", &PEM, &sources(""));
    check("rule-source-of-nothing", &PEM, &sources("distrust_after = \"a\", path_len = \"b\""));
    check("policy-unknown-lint", &PEM, &(LOCK.clone() + "\n[policy]\nnot_a_ca = \"drop\"\n"));
    check("policy-bad-lifetime", &PEM, &(LOCK.clone() + "\n[policy]\nlifetime = \"ten years\"\n"));
    check("policy-unknown-action", &PEM, &(LOCK.clone() + "\n[policy]\nexpired = \"warn\"\n"));
}

#[test]
fn a_policy_drops_or_fails_and_every_root_left_out_is_told() {
    let passed = "distrust_after = \"2025-11-30T23:59:59Z\"\nsource = \"a test\"";
    let lock = |policy: &str| format!("{}\n[policy]\n{policy}\n", with(X2, passed));
    check("policy-drop", &PEM, &lock("distrust_date_passed = \"drop\""));
    check("policy-fail", &PEM, &lock("distrust_date_passed = \"fail\""));
    // X3 permits names only
    for (policy, left, told) in [
        ("", 3, 0),
        ("distrust_date_passed = \"keep\"", 3, 0),
        ("distrust_date_passed = \"drop\"", 2, 1),
        ("imposed_constraint = \"drop\"", 1, 2),
    ] {
        let baked = bake_with_policy(policy, passed);
        let warnings = baked.warnings.findings().len();
        assert_eq!((baked.roots, warnings), (left, told), "{policy}");
    }
    let baked = bake_with_policy("distrust_date_passed = \"drop\"", passed);
    assert!(!baked.source.contains(X2), "{}", baked.source);
}

#[test]
fn an_exception_keeps_a_root_from_a_policy() {
    let servers = "purposes = [\"clientAuth\"]\nsource = \"a test\"";
    let drop = "not_for_tls_servers = \"drop\"";
    assert_eq!(bake_with_policy(drop, servers).roots, 2);
    let (_, rest) = LOCK.split_once(X2).unwrap();
    let sha256 = rest.lines().find(|line| line.starts_with("sha256")).unwrap();
    let exception =
        format!("[[exception]]\nlint = \"not-for-tls-servers\"\nreason = \"a test\"\n{sha256}");
    let kept = bake_with_policy(&format!("{drop}\n{exception}"), servers);
    assert_eq!((kept.roots, kept.warnings.is_empty()), (3, true));
}

#[test]
fn a_root_that_ends_within_the_promised_life_is_told_or_stops_the_build() {
    // as of July 2026, and they end with the year 2039
    assert!(bake_with_policy("lifetime = \"13y\"", "").warnings.is_empty());
    let baked = bake_with_policy("lifetime = \"14y\"", "");
    assert_eq!((baked.roots, baked.warnings.findings().len()), (3, 3));
    assert!(baked.warnings.has("expires-within-lifetime"));
    let fail = "\n[policy]\nlifetime = \"163m\"\nexpires_within_lifetime = \"fail\"\n";
    check("policy-lifetime-fail", &PEM, &(LOCK.clone() + fail));
}

#[test]
fn a_policy_that_leaves_nothing_is_an_error() {
    let all = LOCK.replacen("as_of = \"2026", "as_of = \"2045", 1);
    check("policy-drops-all", &PEM, &(all + "\n[policy]\nexpired = \"drop\"\n"));
}

#[test]
fn every_key_of_a_lock_is_documented() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let documented = std::fs::read_to_string(folder.join("LOCK.md")).unwrap();
    let other = LOCK.replace("[bundle]\n", "[bundle]\nx = 1\n").replacen(
        "[[root]]\n",
        "[[root]]\nx = 1\nany_of = [{ x = 1 }]\nsource = \"x\"\n",
        1,
    );
    let report =
        try_bake(&PEM, &(other + "\n[policy]\nx = 1\n[[exception]]\nx = 1\n")).unwrap_err();
    let text = report.to_string();
    let expected = text.lines().filter_map(|line| line.strip_prefix("  expected: "));
    let lists: Vec<&str> =
        expected.filter(|list| list.contains(", ") && !list.contains(" or ")).collect();
    // bundle, policy, alternative, root, exception
    assert_eq!(lists.len(), 5, "{text}");
    for key in lists.iter().flat_map(|list| list.split(", ")) {
        let ways = [format!("\n{key} = "), format!("`{key}`"), format!("[[root.{key}]]")];
        assert!(ways.iter().any(|way| documented.contains(way)), "{key}");
    }
}
