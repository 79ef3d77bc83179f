//! The verifier without TLS: paths to explicit and baked anchors, and every limit of an anchor.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::path::PathBuf;
use std::time::Duration;

use common::sets::MANY;
use common::{Ca, fixture_ca, leaf_params};
use rcgen::{
    BasicConstraints, CertificateParams, ExtendedKeyUsagePurpose, GeneralSubtree, IsCa, KeyPair,
    KeyUsagePurpose, NameConstraints, date_time_ymd,
};
use rootbake::certificate::Certificate;
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rootbake::{Anchor, SecureContext, VerifiedPath, VerifyError, roots};

/// The first second of a year
fn year(year: u16) -> UnixTime {
    let time = rootbake::certificate::Time::from_civil(year, 1, 1, 0, 0, 0).unwrap();
    seconds(time.unix_seconds().try_into().unwrap())
}

fn seconds(seconds: u64) -> UnixTime {
    UnixTime::since_unix_epoch(Duration::from_secs(seconds))
}

fn name(name: &str) -> ServerName<'_> {
    ServerName::try_from(name).unwrap()
}

/// The code that a context answers a server's chain with.
fn code(context: &SecureContext, chain: &[&CertificateDer<'static>], at: UnixTime) -> &'static str {
    code_for(context, chain, "localhost", at)
}

fn code_for(
    context: &SecureContext,
    chain: &[&CertificateDer<'static>],
    host: &str,
    at: UnixTime,
) -> &'static str {
    let others: Vec<_> = chain[1..].iter().map(|der| (*der).clone()).collect();
    match context.verifier().verify_server(chain[0], &others, &name(host), at) {
        Ok(_) => "accepted",
        Err(error) => error.code(),
    }
}

fn only(ca: &Ca) -> SecureContext {
    SecureContext::builder().ca(ca.pem()).unwrap().build().unwrap()
}

fn many() -> SecureContext {
    SecureContext::builder().roots(&MANY).build().unwrap()
}

#[test]
fn each_context_trusts_what_was_said_and_nothing_else() {
    let private = Ca::new("Private CA");
    let (own, baked) = (private.leaf(), fixture_ca("Plain").leaf());
    let builder = SecureContext::builder;
    let with_private = || builder().ca(private.pem()).unwrap();
    let table = [
        (builder(), "unknown-issuer", "unknown-issuer"),
        (builder().no_roots(), "unknown-issuer", "unknown-issuer"),
        (builder().roots(&MANY), "unknown-issuer", "accepted"),
        (with_private(), "accepted", "unknown-issuer"),
        (with_private().no_roots(), "accepted", "unknown-issuer"),
        (with_private().roots(&MANY), "accepted", "accepted"),
        (with_private().roots(&roots::MOZILLA), "accepted", "unknown-issuer"),
        (with_private().roots(&roots::MOZILLA).roots(&MANY), "accepted", "accepted"),
    ];
    for (row, (builder, of_own, of_baked)) in table.into_iter().enumerate() {
        let context = builder.build().unwrap();
        assert_eq!(code(&context, &[own.certificate.der()], year(2030)), of_own, "row {row}");
        assert_eq!(code(&context, &[baked.certificate.der()], year(2030)), of_baked, "row {row}");
    }
}

#[test]
fn every_limit_of_a_baked_root_is_enforced() {
    for (root, host, expected) in [
        ("Plain", "localhost", "accepted"),
        ("Same Name", "localhost", "accepted"),
        ("Same Name Twin", "localhost", "accepted"),
        ("Clients Only", "localhost", "anchor-purpose"),
        ("Expired", "localhost", "anchor-expired"),
        ("No Cert Sign", "localhost", "anchor-key-usage"),
        ("Constrained", "localhost", "name-not-permitted"),
        ("Constrained", "www.allowed.example", "accepted"),
        ("Constrained", "127.0.0.1", "name-not-permitted"),
    ] {
        let leaf = fixture_ca(root).leaf_with(|params| {
            *params = CertificateParams::new([host.to_owned()]).unwrap();
            params.not_after = date_time_ymd(2040, 1, 1);
        });
        let found = code_for(&many(), &[leaf.certificate.der()], host, year(2030));
        assert_eq!(found, expected, "{root}, {host}");
    }
}

#[test]
fn a_root_for_clients_serves_for_clients() {
    let leaf = fixture_ca("Clients Only").leaf();
    let context = many();
    let verified = context.verifier().verify_client(leaf.certificate.der(), &[], year(2030));
    assert!(
        matches!(verified.unwrap().anchor, Anchor::Baked(root) if root.label() == Some("Clients Only"))
    );
}

#[test]
fn the_path_length_counts_intermediates_that_are_not_self_issued() {
    let root = fixture_ca("Path Length");
    let (direct, below) = (root.leaf(), root.intermediate("Intermediate"));
    let deep = below.leaf();
    let self_issued = root.intermediate("Path Length");
    let renewed = self_issued.leaf();
    let context = many();
    let at = year(2030);
    assert_eq!(code(&context, &[direct.certificate.der()], at), "accepted");
    assert_eq!(code(&context, &[deep.certificate.der(), below.der()], at), "anchor-path-length");
    assert_eq!(code(&context, &[renewed.certificate.der(), self_issued.der()], at), "accepted");
}

#[test]
fn the_same_limits_hold_for_an_explicit_ca() {
    let ca = |change: fn(&mut CertificateParams)| Ca::with("Private CA", change);
    let table: [(Ca, &str); 7] = [
        (ca(|_| ()), "accepted"),
        (ca(|params| params.key_usages = vec![KeyUsagePurpose::CrlSign]), "anchor-key-usage"),
        (ca(|params| params.key_usages.clear()), "accepted"),
        (
            ca(|params| params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth]),
            "anchor-purpose",
        ),
        (ca(|params| params.extended_key_usages = vec![ExtendedKeyUsagePurpose::Any]), "accepted"),
        (ca(|params| params.not_after = date_time_ymd(2029, 1, 1)), "anchor-expired"),
        (ca(|params| params.not_before = date_time_ymd(2031, 1, 1)), "anchor-not-yet-valid"),
    ];
    for (row, (ca, expected)) in table.iter().enumerate() {
        let leaf = ca.leaf();
        assert_eq!(code(&only(ca), &[leaf.certificate.der()], year(2030)), *expected, "row {row}");
    }
}

#[test]
fn the_dates_of_an_anchor_hold_to_the_second() {
    let ca = Ca::with("Private CA", |params| {
        params.not_before = date_time_ymd(2025, 1, 1);
        params.not_after = date_time_ymd(2026, 1, 1);
    });
    let (leaf, context) = (ca.leaf(), only(&ca));
    let (first, last) = (year(2025).as_secs(), year(2026).as_secs());
    for (at, expected) in [
        (first - 1, "anchor-not-yet-valid"),
        (first, "accepted"),
        (last, "accepted"),
        (last + 1, "anchor-expired"),
    ] {
        assert_eq!(code(&context, &[leaf.certificate.der()], seconds(at)), expected, "{at}");
    }
    let lenient = SecureContext::builder().ca(ca.pem()).unwrap().check_anchor_dates(false);
    let lenient = lenient.build().unwrap();
    assert_eq!(code(&lenient, &[leaf.certificate.der()], seconds(last + 1)), "accepted");
}

#[test]
fn the_end_entity_is_held_to_its_own_limits() {
    let ca = Ca::new("Private CA");
    let context = only(&ca);
    let with = |change: fn(&mut CertificateParams)| ca.leaf_with(change).certificate;
    for (row, (certificate, at, expected)) in [
        (with(|_| ()), year(2030), "accepted"),
        (with(|_| ()), year(2041), "expired"),
        (with(|_| ()), year(2019), "not-yet-valid"),
        (with(|params| params.subject_alt_names.clear()), year(2030), "name-mismatch"),
        (
            with(|params| params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained)),
            year(2030),
            "ca-as-end-entity",
        ),
        (
            with(|params| params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth]),
            year(2030),
            "purpose",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(code(&context, &[certificate.der()], at), expected, "row {row}");
    }
    let leaf = ca.leaf();
    assert_eq!(
        code_for(&context, &[leaf.certificate.der()], "example.com", year(2030)),
        "name-mismatch"
    );
    let garbage = CertificateDer::from_slice(b"garbage");
    assert_eq!(code(&context, &[&garbage], year(2030)), "bad-certificate");
}

#[test]
fn names_outside_of_an_explicit_ca_s_constraints_are_refused() {
    let ca = Ca::with("Private CA", |params| {
        params.name_constraints = Some(NameConstraints {
            permitted_subtrees: vec![GeneralSubtree::DnsName("allowed.example".to_owned())],
            excluded_subtrees: Vec::new(),
        });
    });
    let context = only(&ca);
    for (host, expected) in
        [("www.allowed.example", "accepted"), ("www.other.example", "name-constraint")]
    {
        let leaf = ca.leaf_with(|params| {
            *params = CertificateParams::new([host.to_owned()]).unwrap();
        });
        assert_eq!(code_for(&context, &[leaf.certificate.der()], host, year(2030)), expected);
    }
}

#[test]
fn an_intermediate_completes_a_path_and_is_an_anchor_only_when_asked_for() {
    let root = Ca::new("Private Root");
    let intermediate = root.intermediate("Private Intermediate");
    let leaf = intermediate.leaf();
    let at = year(2030);
    let builder = |pem: String| SecureContext::builder().ca(pem).unwrap();
    let both = builder(root.pem() + &intermediate.pem()).build().unwrap();
    assert_eq!(code(&both, &[leaf.certificate.der()], at), "accepted");
    let alone = builder(intermediate.pem()).build().unwrap();
    assert_eq!(code(&alone, &[leaf.certificate.der()], at), "unknown-issuer");
    assert_eq!(alone.anchors().count(), 0);
    let partial = builder(intermediate.pem()).allow_partial_trust_chain(true).build().unwrap();
    assert_eq!(code(&partial, &[leaf.certificate.der()], at), "accepted");
    assert_eq!(partial.anchors().count(), 1);
    let root_alone = only(&root);
    assert_eq!(code(&root_alone, &[leaf.certificate.der()], at), "unknown-issuer");
    assert_eq!(code(&root_alone, &[leaf.certificate.der(), intermediate.der()], at), "accepted");
}

#[test]
fn a_self_signed_certificate_is_trusted_for_itself_and_issues_nothing() {
    let key = KeyPair::generate().unwrap();
    let mut params = leaf_params();
    params.is_ca = IsCa::ExplicitNoCa;
    let pinned = params.self_signed(&key).unwrap();
    let other = params.self_signed(&KeyPair::generate().unwrap()).unwrap();
    let issued = leaf_params();
    let issuer = rcgen::Issuer::from_params(&params, &key);
    let issued = issued.signed_by(&KeyPair::generate().unwrap(), &issuer).unwrap();
    let context = SecureContext::builder().ca(pinned.pem()).unwrap().build().unwrap();
    let at = year(2030);
    assert_eq!(code(&context, &[pinned.der()], at), "accepted");
    assert_eq!(code(&context, &[pinned.der()], year(2041)), "expired");
    assert_eq!(code_for(&context, &[pinned.der()], "example.com", at), "name-mismatch");
    assert_eq!(code(&context, &[other.der()], at), "unknown-issuer");
    assert_eq!(code(&context, &[issued.der()], at), "unknown-issuer");
}

#[test]
fn a_certificate_trusted_for_itself_is_held_to_its_purposes() {
    let mut params = leaf_params();
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    let pinned = params.self_signed(&KeyPair::generate().unwrap()).unwrap();
    let context = SecureContext::builder().ca(pinned.pem()).unwrap().build().unwrap();
    assert_eq!(code(&context, &[pinned.der()], year(2030)), "purpose");
    assert!(context.verifier().verify_client(pinned.der(), &[], year(2030)).is_ok());
}

#[test]
fn an_intermediate_is_not_trusted_for_itself() {
    let intermediate = Ca::new("Private Root").intermediate("localhost");
    assert_eq!(code(&only(&intermediate), &[intermediate.der()], year(2030)), "ca-as-end-entity");
}

#[test]
fn more_intermediates_than_are_looked_at_refuse_no_chain_that_does_not_need_them() {
    let root = Ca::new("Private Root");
    let needed = root.intermediate("Private Intermediate");
    let leaf = needed.leaf();
    let namesakes: String =
        (0..40).map(|_| root.intermediate("Private Intermediate").pem()).collect();
    let context = SecureContext::builder().ca(root.pem() + &namesakes).unwrap().build().unwrap();
    let sent = [leaf.certificate.der(), needed.der()];
    assert_eq!(code(&context, &sent, year(2030)), "accepted");
    let strangers: Vec<Ca> = (0..40).map(|_| root.intermediate("Stranger")).collect();
    let chain: Vec<_> = sent.into_iter().chain(strangers.iter().map(Ca::der)).collect();
    assert_eq!(code(&context, &chain, year(2030)), "accepted");
    let others = Ca::new("Other Root");
    let names: Vec<String> = (0..40).map(|number| format!("Issuer {number}")).collect();
    let issuers: Vec<Ca> =
        names.iter().map(|name| others.intermediate(name.clone().leak())).collect();
    let below: Vec<Ca> = issuers.iter().map(|issuer| issuer.intermediate("Below")).collect();
    let chain: Vec<_> = sent.into_iter().chain(below.iter().map(Ca::der)).collect();
    assert_eq!(code(&only(&root), &chain, year(2030)), "accepted");
}

#[test]
fn all_anchors_of_one_name_are_tried() {
    let cas: Vec<Ca> = (0..40).map(|_| Ca::new("One Of Many")).collect();
    let pem: String = cas.iter().map(Ca::pem).collect();
    let context = SecureContext::builder().ca(pem).unwrap().build().unwrap();
    for ca in &cas {
        assert_eq!(code(&context, &[ca.leaf().certificate.der()], year(2030)), "accepted");
    }
    let stranger = Ca::new("One Of Many").leaf();
    assert_eq!(code(&context, &[stranger.certificate.der()], year(2030)), "bad-signature");
}

#[test]
fn more_anchors_of_one_name_than_are_tried_is_said() {
    let pem: String = (0..80).map(|_| Ca::new("One Of Many").pem()).collect();
    let context = SecureContext::builder().ca(pem).unwrap().build().unwrap();
    let stranger = Ca::new("One Of Many").leaf();
    assert_eq!(code(&context, &[stranger.certificate.der()], year(2030)), "too-many-candidates");
}

#[test]
fn what_a_peer_sends_beside_its_path_does_not_matter() {
    let ca = Ca::new("Private CA");
    let leaf = ca.leaf();
    let strangers: Vec<Ca> = (0..200).map(|_| Ca::new("Stranger")).collect();
    let mut chain = vec![leaf.certificate.der()];
    chain.extend(strangers.iter().map(Ca::der));
    let garbage = CertificateDer::from_slice(b"garbage");
    chain.push(&garbage);
    assert_eq!(code(&only(&ca), &chain, year(2030)), "accepted");
}

#[test]
fn the_outcome_names_the_path() {
    let root = fixture_ca("Plain");
    let intermediate = root.intermediate("Intermediate");
    let leaf = intermediate.leaf();
    let context = many();
    let sent = [intermediate.der().clone()];
    let verified = context.verifier();
    let verified: VerifiedPath<'_> = verified
        .verify_server(leaf.certificate.der(), &sent, &name("localhost"), year(2030))
        .unwrap();
    assert_eq!(verified.intermediates, [&sent[0][..]]);
    let Anchor::Baked(anchor) = verified.anchor else { panic!("the anchor is baked") };
    assert_eq!(anchor.label(), Some("Plain"));
    assert_eq!(verified.anchor.fingerprint(), *anchor.fingerprint());

    let explicit = SecureContext::builder().ca(root.pem()).unwrap().build().unwrap();
    let verified = explicit
        .verifier()
        .verify_server(leaf.certificate.der(), &sent, &name("localhost"), year(2030))
        .unwrap();
    assert!(matches!(verified.anchor, Anchor::Explicit(der) if der == &root.der()[..]));
}

#[test]
fn a_refusal_says_what_was_found_and_what_was_expected() {
    let ca = Ca::new("Private CA");
    let leaf = ca.leaf();
    let refuse = |context: &SecureContext, host: &str| -> VerifyError {
        context
            .verifier()
            .verify_server(leaf.certificate.der(), &[], &name(host), year(2030))
            .unwrap_err()
    };
    let unknown = refuse(&SecureContext::builder().build().unwrap(), "localhost");
    assert_eq!(
        unknown.to_string(),
        "no anchor has issued this: found issuer \"CN=Private CA\" at the top of the chain of \
         \"CN=leaf\", expected one of the anchors (118 of mozilla); if that issuer is to be \
         trusted, give its certificate as a CA (`.ca(..)`, `--ca`) [unknown-issuer]",
    );
    let other = refuse(&only(&ca), "example.com");
    assert_eq!(
        other.to_string(),
        "certificate of the peer is for other names: found localhost, expected \"example.com\" \
         [name-mismatch]",
    );
    let nothing = refuse(&SecureContext::builder().no_roots().build().unwrap(), "localhost");
    assert!(nothing.to_string().contains("(no anchors at all)"), "{nothing}");
}

/// A real chain under a real root, with the rule that Mozilla imposes on it.
#[test]
fn a_chain_of_tubitak_holds_under_the_baked_root_only() {
    let Some(data) = std::env::var_os("ROOTBAKE_TEST_DATA") else {
        eprintln!("skipped: ROOTBAKE_TEST_DATA is not set");
        return;
    };
    let folder = PathBuf::from(data).join("mozilla-webpki-roots");
    let read = |file: &str| CertificateDer::from(std::fs::read(folder.join(file)).unwrap());
    let (intermediate, leaf) = (read("inter.der"), read("subj.der"));
    let end_entity = Certificate::from_der(&leaf).unwrap();
    let at = seconds(end_entity.validity.not_before.unix_seconds().try_into().unwrap());
    let host = end_entity.extensions.dns_names().next().unwrap().unwrap().to_string();
    let private = Ca::new("Private CA");
    let both = SecureContext::builder().ca(private.pem()).unwrap().roots(&roots::MOZILLA);
    let chain = [&leaf, &intermediate];
    for (context, expected) in [
        (SecureContext::builder().build().unwrap(), "accepted"),
        (both.build().unwrap(), "accepted"),
        (only(&private), "unknown-issuer"),
    ] {
        assert_eq!(code_for(&context, &chain, &host, at), expected, "{host}");
    }
}

#[test]
fn an_intermediate_may_sign_certificates_by_its_key_usage() {
    let root = Ca::new("Private CA");
    for (usages, expected) in [
        (vec![], "accepted"),
        (vec![KeyUsagePurpose::KeyCertSign], "accepted"),
        (vec![KeyUsagePurpose::CrlSign, KeyUsagePurpose::DigitalSignature], "issuer-key-usage"),
    ] {
        let below = root.intermediate_with("Intermediate", |params| params.key_usages = usages);
        let leaf = below.leaf();
        let chain = [leaf.certificate.der(), below.der()];
        assert_eq!(code(&only(&root), &chain, year(2030)), expected);
    }
}

#[test]
fn anchors_of_one_name_keep_their_own_limits() {
    let clients = Ca::with("Twin", |params| {
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    });
    let all = Ca::new("Twin");
    let (of_clients, of_all) = (clients.leaf(), all.leaf());
    for pem in [clients.pem() + &all.pem(), all.pem() + &clients.pem()] {
        let context = SecureContext::builder().ca(pem).unwrap().build().unwrap();
        let found = code(&context, &[of_clients.certificate.der()], year(2030));
        assert_eq!(found, "anchor-purpose");
        assert_eq!(code(&context, &[of_all.certificate.der()], year(2030)), "accepted");
    }
}

#[test]
fn a_limit_of_an_anchor_beyond_the_first_sixteen_is_told() {
    let limited = || {
        Ca::with("Many", |params| {
            params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        })
    };
    let all: Vec<Ca> = (0..20).map(|_| limited()).collect();
    let pem: String = all.iter().map(Ca::pem).collect();
    let context = SecureContext::builder().ca(pem).unwrap().build().unwrap();
    for ca in &all {
        let leaf = ca.leaf();
        let found = code(&context, &[leaf.certificate.der()], year(2030));
        assert_eq!(found, "anchor-purpose");
    }
}
