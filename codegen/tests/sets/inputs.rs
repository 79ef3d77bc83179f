use rootbake_codegen::{Bake, Input};

use super::{Folder, baked, codes, fixture, names, refused, three};

#[test]
fn pem_and_der_of_the_same_roots_bake_to_the_same() {
    let folder = Folder::new("forms");
    for (position, (pem, der)) in three().iter().enumerate() {
        let comment = pem.lines().next().unwrap();
        // DER has no comment, and the label is the common name
        assert!(comment.starts_with("# Example Root X"));
        folder.write(&format!("der/{position}.der"), der);
    }
    folder.write("pem/all.pem", fixture("three.pem"));
    let bake = |input: &str| {
        let input = Input::new(input).unlocked();
        baked(&folder.bake().name("corp").input(input)).source.replace("der", "pem")
    };
    assert_eq!(bake("der"), bake("pem"));
    let all = ["der/0.der", "der/1.der", "der/2.der"];
    let one_by_one = all
        .iter()
        .fold(folder.bake().name("corp"), |bake, file| bake.input(Input::new(file).unlocked()));
    let table = |source: &str| source.split_once("\nuse ").unwrap().1.to_owned();
    let items = |source: &str| table(source).split("\n/// The 3 roots").next().unwrap().to_owned();
    assert_eq!(items(&baked(&one_by_one).source), items(&bake("pem")));
}

#[test]
fn an_input_is_locked_or_pinned_or_called_unlocked() {
    let folder = Folder::of_three("pins");
    folder.write("bare.pem", fixture("three.pem"));
    let sha256 = "5f3b7447574fed6eaf06914e5176aed281d85de8797bed00e7db7cbf0ebeb70f";
    let other = sha256.replace('5', "6");
    let bake = |input: Input<'static>| folder.bake().input(input);
    let bare = || Input::new("bare.pem");
    for input in [
        Input::new("three.pem"),
        Input::new("three.pem").sha256(sha256),
        bare().lock("three.lock"),
        bare().sha256(sha256),
        bare().unlocked(),
        bare().unlocked().sha256(sha256),
    ] {
        assert_eq!(baked(&bake(input)).roots, 3);
    }
    let wrong = |input: Input<'_>| {
        let report = refused(&folder.bake().input(input));
        codes(&report).join(" ")
    };
    assert_eq!(wrong(bare()), "no-lock");
    assert_eq!(wrong(bare().lock("nowhere.lock")), "not-readable");
    assert_eq!(wrong(Input::new("three.pem").unlocked()), "lock-passed-over");
    assert_eq!(wrong(Input::new("three.pem").sha256(&other)), "sha256-mismatch");
    assert_eq!(wrong(bare().unlocked().sha256(&other)), "sha256-mismatch");
    assert_eq!(wrong(bare().sha256("5F")), "bad-sha256");
    assert_eq!(wrong(Input::new("nowhere.pem").unlocked()), "not-readable");
    assert_eq!(codes(&refused(&folder.bake())), ["no-certificates"]);
}

#[test]
fn a_lock_holds_whatever_else_is_said() {
    let folder = Folder::of_three("locked");
    folder.write("three.pem", fixture("three.pem") + &fixture("renewed.pem"));
    let report = refused(&folder.bake().input("three.pem"));
    assert_eq!(codes(&report), ["root-not-locked"]);
}

#[test]
fn a_folder_is_all_of_its_files() {
    let folder = Folder::new("folder");
    for (position, (pem, _)) in three().iter().enumerate() {
        folder.write(&format!("ca/{position}.crt"), pem);
    }
    folder.write("ca/README", "Ask the security team.\n");
    folder.write("ca/below/more.pem", fixture("renewed.pem"));
    let all = baked(&folder.bake().input(Input::new("ca").unlocked()));
    assert_eq!(names(&all), ["X1", "X2", "X3"]);
    assert_eq!(codes(&all.warnings), ["no-certificates", "not-a-file"]);
    folder.write("ca.lock", fixture("three.lock"));
    assert_eq!(baked(&folder.bake().input("ca")).roots, 3);
    folder.write("ca/broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n");
    assert_eq!(codes(&refused(&folder.bake().input("ca"))), ["unterminated-block"]);
    folder.write("empty/README", "Nothing yet.\n");
    let empty = folder.bake().input(Input::new("empty").unlocked());
    assert_eq!(codes(&refused(&empty)), ["no-certificates"]);
    let pinned = folder.bake().input(Input::new("ca").sha256("00"));
    assert_eq!(codes(&refused(&pinned)), ["no-sha256"]);
}

#[cfg(unix)]
#[test]
fn links_to_a_file_of_the_folder_do_not_count() {
    let folder = Folder::new("links");
    folder.write("ca/corp.pem", fixture("three.pem"));
    std::os::unix::fs::symlink("corp.pem", folder.0.join("ca/0a1b2c3d.0")).unwrap();
    assert_eq!(baked(&folder.bake().input(Input::new("ca").unlocked())).roots, 3);
}

#[test]
fn several_inputs_are_one_set() {
    let folder = Folder::of_three("several");
    folder.write("partner.pem", fixture("intermediate.pem"));
    let partner = || Input::new("partner.pem").unlocked();
    let both = |bake: Bake<'static>| baked(&bake.partial_chain());
    let forth = both(folder.bake().name("all").input("three.pem").input(partner()));
    assert_eq!(names(&forth), ["E1", "X1", "X2", "X3"]);
    let back = both(folder.bake().name("all").input(partner()).input("three.pem"));
    let items = |source: &str| source.split("\n/// The 4 roots").next().unwrap().len();
    assert_eq!(items(&forth.source), items(&back.source));
    folder.write("again.pem", &three()[1].0);
    let twice = folder.bake().input("three.pem").input(Input::new("again.pem").unlocked());
    let report = refused(&twice);
    assert_eq!(codes(&report), ["duplicate"]);
    assert!(report.to_string().contains("again.pem, block 1"), "{report}");
    assert!(report.to_string().contains("three.pem, block 2"), "{report}");
}

#[test]
fn what_is_wrong_with_all_inputs_is_told_at_once() {
    let folder = Folder::of_three("all-wrong");
    folder.write("key.pem", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    folder.write("cut.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n");
    let all = folder.bake().input("three.pem");
    let all = all.input(Input::new("key.pem").unlocked()).input(Input::new("cut.pem").unlocked());
    assert_eq!(codes(&refused(&all)), ["private-key", "unterminated-block"]);
}

#[test]
fn policies_of_locks_that_differ_are_not_joined() {
    let folder = Folder::of_three("policies");
    folder.write("other.pem", fixture("leaf.pem"));
    folder.write("other.lock", fixture("leaf.lock") + "\n[policy]\nexpired = \"drop\"\n");
    folder.write("three.lock", fixture("three.lock") + "\n[policy]\nexpired = \"keep\"\n");
    let both = folder.bake().input("three.pem").input("other.pem");
    assert_eq!(codes(&refused(&both)), ["said-twice"]);
    for (one, other, codes_of_both) in [
        ("lifetime = \"9y\"", "lifetime = \"8y\"", &["said-twice"][..]),
        (
            "",
            "lifetime = \"30y\"\nexpires_within_lifetime = \"fail\"",
            &["expires-within-lifetime"; 4],
        ),
    ] {
        folder.write("three.lock", fixture("three.lock") + "\n[policy]\n" + one);
        folder.write("other.pem", fixture("renewed.pem"));
        let lock = fixture("leaf.lock");
        let bundle = lock.split("[[root]]").next().unwrap();
        let sha256 = sha256_of("renewed.pem");
        let root = format!("[[root]]\nlabel = \"Renewed\"\nsha256 = \"{sha256}\"\n");
        folder.write("other.lock", format!("{bundle}{root}\n[policy]\n{other}\n"));
        let both = folder.bake().input("three.pem").input("other.pem");
        assert_eq!(codes(&refused(&both)), codes_of_both);
    }
}

fn sha256_of(fixture_name: &str) -> String {
    let text = fixture(fixture_name);
    let block = rootbake_core::pem::blocks(text.as_bytes()).next().unwrap().unwrap();
    let mut der = vec![0; block.der_capacity()];
    let digest = rootbake_core::certificate::sha256(block.decode(&mut der).unwrap());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Each input has a lock for itself: that of another does not count, nor do filters.
#[test]
fn what_is_not_locked_is_not_baked_whatever_is_chosen() {
    let folder = Folder::of_three("not-locked");
    folder.write("three.pem", fixture("three.pem") + &fixture("renewed.pem"));
    let label = rootbake_codegen::Filter::Label("Example Root X1");
    let chosen = folder.bake().input("three.pem").include(label);
    assert_eq!(codes(&refused(&chosen)), ["root-not-locked"]);
}

#[test]
fn a_constant_is_an_identifier() {
    let folder = Folder::of_three("constants");
    let bake = |constant: &'static str| {
        Bake::new(constant).relative_to(folder.0.clone()).input("three.pem")
    };
    for constant in ["", " CORP", "CORP X", "corp-x", "1", "_", "r#corp", "A::B", "CORP; static B"]
    {
        assert_eq!(codes(&refused(&bake(constant))), ["bad-argument"], "{constant:?}");
    }
    for constant in ["CORP", "_corp", "C1"] {
        baked(&bake(constant));
    }
}
