//! What contexts allocate: nothing that grows with the number of baked roots.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use allocation_counter::{AllocationInfo, measure};
use common::sets::{MANY, ONE};
use common::{Ca, identity};
use rootbake::pki_types::{ServerName, UnixTime};
use rootbake::{ContextBuilder, RootSet, SecureContext, roots};

/// What is allocated from the builder to the client's configuration, once everything that happens
/// once has happened.
fn cost(builder: impl Fn() -> ContextBuilder) -> AllocationInfo {
    let build = || drop(builder().build().unwrap().client_config());
    build();
    measure(build)
}

#[test]
fn a_context_allocates_the_same_for_one_baked_root_and_for_all() {
    let on = |set: &'static RootSet| cost(move || SecureContext::builder().roots(set));
    let one = on(&ONE);
    assert!(ONE.len() < MANY.len() && MANY.len() < roots::MOZILLA.len());
    assert_eq!(on(&MANY), one);
    assert_eq!(on(&roots::MOZILLA), one);
    let default = cost(SecureContext::builder);
    assert!(default.bytes_total <= one.bytes_total, "{default:?} {one:?}");
    // nor more than one that trusts nothing
    let nothing = cost(|| SecureContext::builder().no_roots());
    assert!(default.bytes_total <= nothing.bytes_total, "{default:?} {nothing:?}");
}

#[test]
fn a_context_with_its_own_ca_allocates_the_same_whatever_is_baked() {
    let pem = Ca::new("Private CA").pem();
    let own = || SecureContext::builder().ca(&pem).unwrap();
    let alone = cost(own);
    let one = cost(|| own().roots(&ONE));
    assert_eq!(cost(|| own().roots(&roots::MOZILLA)), one);
    // the list of sets
    let list = i64::try_from(one.bytes_total - alone.bytes_total).unwrap();
    assert!((1..=64).contains(&list), "{alone:?} {one:?}");
}

#[test]
fn the_second_configuration_allocates_nothing() {
    let ca = Ca::new("Private CA");
    let context = SecureContext::builder().identity(identity(&ca)).build().unwrap();
    drop((context.client_config(), context.server_config().unwrap()));
    let again = measure(|| drop((context.client_config(), context.server_config().unwrap())));
    assert_eq!(again.count_total, 0, "{again:?}");
}

#[test]
fn a_look_up_allocates_nothing() {
    let subjects: Vec<_> = roots::MOZILLA.iter().map(|root| root.subject()).collect();
    let fingerprints: Vec<_> = roots::MOZILLA.iter().map(|root| root.fingerprint()).collect();
    let looked_up = measure(|| {
        assert!(subjects.iter().all(|subject| roots::MOZILLA.by_subject(*subject).len() > 0));
        assert!(fingerprints.iter().all(|known| roots::MOZILLA.by_fingerprint(known).is_some()));
        assert!(roots::MOZILLA.trust_anchors().count() > 0);
    });
    assert_eq!(looked_up.count_total, 0, "{looked_up:?}");
}

#[test]
fn crls_add_no_allocation_to_a_verification() {
    let ca = Ca::new("Private CA");
    let leaf = ca.leaf();
    let plain = || SecureContext::builder().ca(ca.pem()).unwrap();
    let [crl, newer] = [1, 2].map(|number| ca.crl(number));
    let with_crls = plain().crl(crl).unwrap().crl(newer).unwrap();
    let [plain, with_crls] = [plain(), with_crls].map(|builder| {
        let context = builder.build().unwrap();
        let (peer, now) = (leaf.certificate.der(), UnixTime::now());
        measure(|| assert!(context.verifier().verify_client(peer, &[], now).is_ok()))
    });
    assert_eq!(with_crls, plain);
}

/// On the rules of a path alone, without what the outcome is wrapped in for the caller.
#[test]
fn the_path_check_allocates_nothing() {
    use rootbake::path::{Checks, Presented, verify_server};
    let root = common::fixture_ca("Plain");
    let intermediate = root.intermediate("Intermediate");
    let leaf = intermediate.leaf();
    let sent = [intermediate.der().clone()];
    let presented = Presented { end_entity: leaf.certificate.der(), intermediates: &sent };
    let provider = rustls::crypto::ring::default_provider();
    let checks = Checks {
        algorithms: provider.signature_verification_algorithms.all,
        time: UnixTime::now(),
        anchor_dates: true,
        revocation: None,
        permits: None,
    };
    let name = ServerName::try_from("localhost").unwrap();
    let verified = measure(|| {
        assert!(verify_server(&presented, &name, &MANY, &checks).is_ok());
    });
    assert_eq!(verified.count_total, 0, "{verified:?}");
}

#[test]
fn choosing_an_identity_allocates_nothing() {
    use rustls::client::ResolvesClientCert;
    let ca = Ca::new("Private CA");
    let builder = SecureContext::builder().identity(identity(&ca)).identity(identity(&ca));
    let context = builder.build().unwrap();
    let keys = context.key_manager().unwrap();
    let schemes = [rustls::SignatureScheme::ECDSA_NISTP256_SHA256];
    let choose = || assert!(ResolvesClientCert::resolve(&**keys, &[], &schemes).is_some());
    // a thread registers itself once with what swaps identities
    choose();
    let again = measure(choose);
    assert_eq!(again.count_total, 0, "{again:?}");
}
