use rootbake_codegen::{Bake, Filter, Impose, Input};

use super::{Folder, baked, codes, fixture, names, refused};

fn unlocked(folder: &Folder) -> Bake<'static> {
    folder.write("bare.pem", fixture("three.pem"));
    folder.bake().input(Input::new("bare.pem").unlocked())
}

#[test]
fn imposed_rules_are_those_that_a_lock_would_impose() {
    let folder = Folder::of_three("imposed");
    let rule = "permitted_dns = [\".example\"]\nsource = \"a decision of the reader\"\n";
    let lock = fixture("three.lock");
    assert!(lock.contains(rule));
    folder.write("bare.lock", lock.replace(rule, ""));
    folder.write("bare.pem", fixture("three.pem"));
    let impose = Impose::on(Filter::Label("Example Root X3"), "a decision of the reader");
    let by_code = folder.bake().input("bare.pem").impose(impose.permitted_dns([".example"]));
    assert_eq!(baked(&by_code).source, baked(&folder.bake().input("three.pem")).source);
}

#[test]
fn every_imposed_rule_shows_with_its_source() {
    let folder = Folder::new("every-rule");
    let impose = Impose::on_all("ticket 7")
        .permitted_dns(["corp.example"])
        .path_len(0)
        .purposes(["serverAuth"])
        .distrust_after("2027-01-01T00:00:00Z");
    let source = baked(&unlocked(&folder).impose(impose)).source;
    for rule in [
        "DNS names under corp.example, no IP addresses (source: ticket 7)",
        "at most 0 intermediates (source: ticket 7)",
        "only for serverAuth (source: ticket 7)",
        "issued at 2027-01-01T00:00:00Z or before (source: ticket 7)",
    ] {
        assert_eq!(
            source.matches(&format!("/// rule:    {rule}\n")).count(),
            3,
            "{rule}\n{source}"
        );
    }
}

#[test]
fn a_rule_that_cannot_be_is_told() {
    let folder = Folder::of_three("bad-rules");
    let on_all = || Impose::on_all("a test");
    for (impose, code) in [
        (on_all().permitted_dns([]), "bad-rule"),
        (on_all().permitted_dns(["*.example"]), "bad-rule"),
        (on_all().purposes([]), "bad-rule"),
        (on_all().purposes(["server"]), "bad-rule"),
        (on_all().distrust_after("2027-01-01"), "bad-rule"),
        (Impose::on_all(" ").path_len(0), "bad-rule"),
        (Impose::on(Filter::Label("X9"), "a test").path_len(0), "unused-filter"),
        // the lock permits names to one of them already
        (on_all().permitted_dns([".example"]), "said-twice"),
    ] {
        let report = refused(&folder.bake().input("three.pem").impose(impose));
        assert_eq!(codes(&report), [code], "{report}");
    }
}

#[test]
fn a_policy_is_that_of_a_lock() {
    let folder = Folder::of_three("policy");
    let late = fixture("three.lock").replacen("as_of = \"2026", "as_of = \"2045", 1);
    folder.write("three.lock", &late);
    let three = || folder.bake().input("three.pem");
    assert_eq!(codes(&baked(&three()).warnings), ["expired"; 3]);
    assert_eq!(codes(&refused(&three().policy("expired", "fail"))), ["expired"; 3]);
    assert_eq!(codes(&refused(&three().policy("expired", "drop"))), ["no-roots-left"]);
    assert_eq!(codes(&refused(&three().policy("expired", "pass"))), ["unknown-policy"]);
    assert_eq!(codes(&refused(&three().policy("not_a_ca", "keep"))), ["unknown-policy"]);
    folder.write("three.lock", late + "\n[policy]\nexpired = \"keep\"\n");
    assert_eq!(codes(&refused(&three().policy("expired", "keep"))), ["said-twice"]);
}

#[test]
fn where_nobody_sees_warnings_they_are_errors_unless_they_were_decided_on() {
    let folder = Folder::of_three("undecided");
    let late = fixture("three.lock").replacen("as_of = \"2026", "as_of = \"2045", 1);
    folder.write("three.lock", late);
    let three = || folder.bake().input("three.pem");
    assert_eq!(codes(&three().block().unwrap_err()), ["expired"; 3]);
    let block = three().policy("expired", "keep").block().unwrap();
    assert_eq!(block.source.matches("RootSet :: of").count(), 1);
    let files: Vec<_> = block.files.iter().map(|file| file.to_str().unwrap()).collect();
    assert_eq!(files, ["three.pem", "three.lock"]);
}

#[test]
fn the_day_of_a_bundle_without_a_lock_is_in_it_or_said() {
    let folder = Folder::of_three("as-of");
    let day = |bake: &Bake<'_>| {
        let source = baked(bake).source;
        source.lines().find_map(|line| line.strip_prefix("// as of:  ")).unwrap().to_owned()
    };
    assert_eq!(day(&unlocked(&folder)), "2020-01-01T00:00:00Z");
    let said = unlocked(&folder).as_of("2045-01-01T00:00:00Z");
    assert_eq!(day(&said), "2045-01-01T00:00:00Z");
    assert_eq!(codes(&baked(&said).warnings), ["expired"; 3]);
    assert_eq!(codes(&refused(&unlocked(&folder).as_of("2045"))), ["bad-rule"]);
    let locked = folder.bake().input("three.pem").as_of("2045-01-01T00:00:00Z");
    assert_eq!(codes(&refused(&locked)), ["said-twice"]);
}

#[test]
fn intermediates_are_anchors_only_when_that_is_said() {
    let folder = Folder::new("partial");
    folder.write("partner.pem", fixture("intermediate.pem"));
    let partner = || folder.bake().input(Input::new("partner.pem").unlocked());
    let report = refused(&partner());
    assert_eq!(codes(&report), ["not-self-issued"]);
    assert!(report.to_string().contains("partial_chain"), "{report}");
    assert_eq!(baked(&partner().partial_chain()).roots, 1);
    let roots = unlocked(&folder).partial_chain();
    assert_eq!(codes(&refused(&roots)), ["unused-exception"]);
}

#[test]
fn the_block_for_a_macro_is_what_it_was() {
    let folder = Folder::of_three("block");
    let block = folder.bake().input("three.pem").block().unwrap().source;
    let golden =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/three.block");
    if std::env::var_os("REGENERATE").is_some() {
        std::fs::write(&golden, &block).unwrap();
    }
    assert_eq!(block, std::fs::read_to_string(golden).unwrap(), "REGENERATE=1 writes it anew");
}

/// Who writes it where the set is baked is a person, whoever has spoken in the lock.
#[test]
fn names_that_code_permits_shut_out_ip_addresses() {
    let folder = Folder::of_three("by-a-person");
    let label = "label = \"Example Root X2\"\n";
    let spoken =
        format!("{label}purposes = [\"serverAuth\"]\nprogramme = \"P\"\nsource = \"P 1\"\n");
    folder.write("three.lock", fixture("three.lock").replace(label, &spoken));
    let impose = Impose::on(Filter::Label("Example Root X2"), "ticket 7");
    let bake = folder.bake().input("three.pem").impose(impose.permitted_dns(["corp.example"]));
    let rule = "/// rule:    DNS names under corp.example, no IP addresses (source: ticket 7)\n";
    let source = baked(&bake).source;
    assert!(source.contains(rule), "{source}");
}

#[test]
fn roots_with_rules_beyond_webpki_are_left_out_by_name() {
    let folder = Folder::of_three("within-webpki");
    let bake = || folder.bake().input("three.pem").within_webpki();
    // X1 limits the length of paths
    let set = baked(&bake());
    assert_eq!(names(&set), ["X2", "X3"]);
    assert_eq!(codes(&set.warnings), ["beyond-webpki"]);
    let told = set.warnings.findings()[0].message();
    assert!(told.starts_with("\"Example Root X1\" is left out"), "{told}");
    assert!(told.contains("at most 1 intermediate"), "{told}");
    // names are kept
    let named = Impose::on(Filter::Label("Example Root X2"), "a test").permitted_dns([".example"]);
    assert_eq!(names(&baked(&bake().impose(named))), ["X2", "X3"]);
    let dated = Impose::on_all("a test").distrust_after("2030-01-01T00:00:00Z");
    assert_eq!(codes(&bake().impose(dated).bake().unwrap_err()), ["no-roots-left"]);
}
