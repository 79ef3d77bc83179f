use rootbake_codegen::{Filter, Input};

use super::{Folder, baked, codes, fixture, names, refused, three};

const X2: &str = "31c582b3fa32cd668481ef7a54337a5f3a6a9caaac991f9ce68fc08507bea4c8";

/// `three.pem`, its second root for clients only, and an intermediate from Spain with another key.
fn folder(name: &str) -> Folder {
    let folder = Folder::of_three(name);
    let rule = "purposes = [\"clientAuth\"]\nsource = \"a test\"\n";
    let label = "label = \"Example Root X2\"\n";
    folder.write("three.lock", fixture("three.lock").replace(label, &format!("{label}{rule}")));
    folder.write("partner.pem", fixture("intermediate.pem"));
    folder
}

#[test]
fn filters_choose_by_every_property() {
    let folder = folder("filters");
    let all = || {
        folder.bake().input("three.pem").input(Input::new("partner.pem").unlocked()).partial_chain()
    };
    for (filter, like_this) in [
        (Filter::Country("ES"), "E1"),
        (Filter::Key("Ed25519"), "E1 X1 X2 X3"),
        (Filter::Label("Example Root X3"), "X3"),
        (Filter::Purpose("serverAuth"), "E1 X1 X3"),
        (Filter::Purpose("clientAuth"), "E1 X1 X2 X3"),
        (Filter::Sha256(X2), "X2"),
    ] {
        let included = all().include(Filter::Country("ES")).include(filter);
        let with_partner = match like_this.contains("E1") {
            true => like_this.to_owned(),
            false => format!("E1 {like_this}"),
        };
        assert_eq!(names(&baked(&included)).join(" "), with_partner, "{filter}");
    }
    let without = all().exclude(Filter::Sha256(X2)).exclude(Filter::Label("Example Root X1"));
    assert_eq!(names(&baked(&without)), ["E1", "X3"]);
    let both = all().include(Filter::Key("Ed25519")).exclude(Filter::Purpose("serverAuth"));
    let both = both.include(Filter::Country("ES"));
    // the intermediate is gone too, and with it what `partial_chain` is about
    assert_eq!(codes(&refused(&both)), ["unused-exception"]);
}

#[test]
fn a_filter_that_nothing_is_like_is_an_error() {
    let folder = folder("unused");
    let three = || folder.bake().input("three.pem");
    for filter in [
        Filter::Country("es"),
        Filter::Key("RSA"),
        Filter::Label("Example Root"),
        Filter::Purpose("server"),
        Filter::Sha256(&X2[..63]),
    ] {
        for bake in [three().include(filter), three().exclude(filter)] {
            assert_eq!(codes(&refused(&bake))[0], "unused-filter", "{filter}");
        }
    }
    let none_left = three().exclude(Filter::Key("Ed25519"));
    assert_eq!(codes(&refused(&none_left)), ["no-roots-left"]);
}

#[test]
fn an_excluded_root_needs_no_exception_and_has_none() {
    let folder = Folder::of_three("excluded");
    let lock = fixture("three.lock").replacen("as_of = \"2026", "as_of = \"2045", 1);
    let exception =
        format!("\n[[exception]]\nlint = \"expired\"\nreason = \"a test\"\nsha256 = \"{X2}\"\n");
    folder.write("three.lock", lock + &exception + "\n[policy]\nexpired = \"fail\"\n");
    let three = || folder.bake().input("three.pem");
    assert_eq!(codes(&refused(&three())), ["expired", "expired"]);
    let only = three().include(Filter::Sha256(X2));
    assert_eq!(names(&baked(&only)), ["X2"]);
    let others = three().exclude(Filter::Sha256(X2));
    assert_eq!(codes(&refused(&others)), ["expired", "expired"]);
}

#[test]
fn chains_choose_the_roots_that_they_need() {
    let folder = folder("chains");
    folder.write("chain.pem", &three()[2].0);
    folder.write("elsewhere.pem", fixture("intermediate.pem"));
    let three = || folder.bake().input("three.pem");
    assert_eq!(names(&baked(&three().only_for_chains("chain.pem"))), ["X3"]);
    let also = three().only_for_chains("chain.pem").include(Filter::Sha256(X2));
    assert_eq!(names(&baked(&also)), ["X2", "X3"]);
    let report = refused(&three().only_for_chains("chain.pem").only_for_chains("elsewhere.pem"));
    assert_eq!(codes(&report), ["chain-without-root"]);
    assert!(report.to_string().contains("C=ES, CN=Example Root X9"), "{report}");
    assert_eq!(codes(&refused(&three().only_for_chains("nowhere.pem"))), ["not-readable"]);
}

#[test]
fn chains_that_a_smaller_set_loses_are_counted_and_told() {
    let folder = folder("coverage");
    for (place, (chain, _)) in three().iter().enumerate() {
        folder.write(&format!("hosts/{place}.pem"), chain);
    }
    folder.write("elsewhere.pem", fixture("intermediate.pem"));
    let three = || folder.bake().input("three.pem").count_chains("hosts");
    // the second root is for clients only
    let all = baked(&three());
    assert_eq!(all.coverage.to_string(), "2 of 3 chains, 66.6 %");
    let fewer = baked(&three().exclude(Filter::Label("Example Root X1")));
    assert_eq!((fewer.coverage.chains, fewer.coverage.covered), (3, 1));
    let told = codes(&fewer.warnings);
    assert_eq!(told.iter().filter(|code| **code == "chain-not-covered").count(), 2, "{told:?}");
    let told = fewer.warnings.to_string();
    assert!(told.contains("hosts/0.pem") && told.contains("hosts/1.pem"), "{told}");
    let elsewhere = baked(&three().count_chains("elsewhere.pem"));
    assert_eq!(elsewhere.coverage.to_string(), "2 of 4 chains, 50.0 %");
    assert_eq!(baked(&folder.bake().input("three.pem")).coverage.to_string(), "0 of 0 chains");
    assert_eq!(codes(&refused(&three().count_chains("nowhere"))), ["not-readable"]);
}

#[test]
fn a_set_keeps_to_its_budget() {
    let folder = folder("budget");
    let three = || folder.bake().input("three.pem");
    let size = baked(&three()).size;
    assert_eq!((size.roots, size.per_root()), (3, size.total().div_ceil(3)));
    assert_eq!(baked(&three().max_bytes(size.total())).size, size);
    let report = refused(&three().max_bytes(size.total() - 1));
    assert_eq!(codes(&report), ["too-large"]);
    assert!(report.to_string().contains(&format!("3 roots, {} bytes", size.total())), "{report}");
    let options = || rootbake_codegen::Options::new("CORP");
    let whole = rootbake_codegen::Bake::new(options().certificates(true)).relative_to(&folder.0);
    let whole = baked(&whole.input("three.pem")).size;
    assert!(whole.certificates > size.subjects + size.keys, "{whole}");
    assert_eq!((whole.subjects, whole.keys), (0, 0));
    let bare = rootbake_codegen::Bake::new(options().labels(false)).relative_to(&folder.0);
    let bare = baked(&bare.input("three.pem")).size;
    assert_eq!(size.manifest - bare.manifest, 3 * "_Example Root X1".len());
}
