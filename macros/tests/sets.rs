//! What `bake!` gives, wherever it stands.
#![no_std]
#![deny(warnings)]

use rootbake::{RootSet, bake};

static LOCKED: RootSet = bake!("tests/fixtures/three.pem");
const RULED: RootSet = bake!(
    r"tests/fixtures/three.pem",
    labels = false,
    certificates = true,
    max_bytes = 10_000,
    root("Example Root X2", path_len = 0, source = "ticket 7"),
    exclude("3bfc08b848ece6903e27e4163d73979ad465daf522a2fe696bf117859d2084f8"),
);
static INTERMEDIATE: RootSet = bake!(
    "tests/fixtures/intermediate.pem",
    unlocked,
    partial_chain,
    name = "partners",
    permitted_dns = [".corp.example", "corp.example"],
    purposes = ["serverAuth"],
);

mod renamed {
    //! Names that the generated code uses, as something else.
    #![allow(dead_code, non_camel_case_types, non_upper_case_globals)]

    pub(crate) use ::rootbake as tls;

    mod core {}
    mod rootbake {}
    struct Some;
    struct None;
    struct Option;
    const SET_TABLE: () = ();

    pub(crate) static SET: tls::RootSet = tls::bake!("tests/fixtures/three.pem");
}

/// A path that comes through another macro.
macro_rules! corp {
    ($path:literal, $sha256:literal) => {
        bake!($path, lock = "tests/fixtures/three.lock", sha256 = $sha256)
    };
}

fn labels(set: &RootSet) -> impl Iterator<Item = Option<&'static str>> {
    set.iter().map(|root| root.label())
}

#[test]
fn a_locked_bundle_is_baked_with_the_rules_of_its_lock() {
    let names = ["Example Root X1", "Example Root X2", "Example Root X3"];
    assert!(labels(&LOCKED).eq(names.map(Some)));
    assert_eq!(LOCKED.name(), "three");
    let last = LOCKED.iter().last().map(|root| root.constraints());
    let imposed = last.and_then(|constraints| constraints.imposed);
    assert_eq!(imposed.map(|imposed| imposed.names_source), Some("a decision of the reader"));
}

#[test]
fn rules_and_filters_hold_beside_the_lock() {
    let path_lens = RULED.iter().map(|root| root.constraints().path_len);
    assert!(path_lens.eq([Some(1), Some(0)]));
    assert!(labels(&RULED).eq([None, None]));
    assert!(RULED.iter().all(|root| root.certificate().is_some()));
    let ruled = RULED.iter().last().and_then(|root| root.constraints().imposed);
    assert_eq!(ruled.map(|imposed| imposed.path_len_source), Some("ticket 7"));
}

#[test]
fn an_intermediate_is_an_anchor_when_that_is_said() {
    assert_eq!((INTERMEDIATE.name(), INTERMEDIATE.len()), ("partners", 1));
    assert_eq!(INTERMEDIATE.as_of().unix_seconds(), 1_609_459_200, "its notBefore");
    // names can be kept by webpki, the purpose cannot
    assert_eq!(INTERMEDIATE.trust_anchors_ignoring_constraints().len(), 1);
    let names = INTERMEDIATE.iter().filter_map(|root| root.constraints().imposed);
    assert!(names.flat_map(|imposed| imposed.names).any(|name| name.contains(".corp.example")));
}

#[test]
fn it_stands_wherever_an_expression_does() {
    fn generic<T: AsRef<str>>(_: T) -> RootSet {
        bake!("tests/fixtures/three.pem")
    }
    let local = bake!("tests/fixtures/three.pem");
    let through = corp!(
        "tests/fixtures/three.pem",
        "5f3b7447574fed6eaf06914e5176aed281d85de8797bed00e7db7cbf0ebeb70f"
    );
    for set in [&generic(""), &local, &through, &renamed::SET] {
        assert_eq!(set.set_sha256(), LOCKED.set_sha256());
    }
}

#[test]
fn two_sets_at_one_place_do_not_meet() {
    let both = [
        bake!("tests/fixtures/three.pem"),
        bake!("tests/fixtures/intermediate.pem", unlocked, partial_chain),
    ];
    assert_eq!(both.map(|set| set.len()), [3, 1]);
}
