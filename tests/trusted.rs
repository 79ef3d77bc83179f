//! `TRUSTED CERTIFICATE`: what the auxiliary data behind a certificate says is kept to, also for
//! the same certificate in another set.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::sets::MANY;
use common::{Ca, fixture_ca, leaf_params};
use rcgen::KeyPair;
use rootbake::certificate::Purposes;
use rootbake::pki_types::pem::PemObject;
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rootbake::{Anchor, ContextBuilder, SecureContext, pem};

const SERVER_AUTH: &[u8] = &[6, 8, 43, 6, 1, 5, 5, 7, 3, 1];
const CLIENT_AUTH: &[u8] = &[6, 8, 43, 6, 1, 5, 5, 7, 3, 2];
const EMAIL: &[u8] = &[6, 8, 43, 6, 1, 5, 5, 7, 3, 4];
const ANY: &[u8] = &[6, 4, 85, 29, 37, 0];

fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    [&[tag, content.len().try_into().unwrap()], content].concat()
}

/// A certificate with auxiliary data: trusted for, rejected for, named.
fn trusted(der: &[u8], trust: Option<&[&[u8]]>, reject: &[&[u8]], alias: &str) -> String {
    let trust = trust.map(|oids| element(0x30, &oids.concat())).unwrap_or_default();
    let reject = match reject {
        [] => Vec::new(),
        oids => element(0xa0, &oids.concat()),
    };
    let alias = match alias {
        "" => Vec::new(),
        alias => element(0x0c, alias.as_bytes()),
    };
    let auxiliary = element(0x30, &[trust, reject, alias].concat());
    pem::encode("TRUSTED CERTIFICATE", &[der, &auxiliary].concat()).to_string()
}

/// What the two directions say of a leaf of this CA.
fn codes(builder: ContextBuilder, ca: &Ca, sent: &[CertificateDer<'static>]) -> [&'static str; 2] {
    let context = builder.build().unwrap();
    let leaf = ca.leaf();
    let der = leaf.certificate.der();
    let (name, now) = (ServerName::try_from("localhost").unwrap(), UnixTime::now());
    let server = context.verifier().verify_server(der, sent, &name, now);
    let client = context.verifier().verify_client(der, sent, now);
    [server, client].map(|result| result.map_or_else(|error| error.code(), |_| "accepted"))
}

fn given(pem: &str) -> ContextBuilder {
    SecureContext::builder().ca(pem).unwrap()
}

#[test]
fn trust_and_reject_lists_are_honoured_for_both_purposes() {
    let ca = Ca::new("Private CA");
    type Lists<'a> = (Option<&'a [&'a [u8]]>, &'a [&'a [u8]]);
    let table: [(Lists<'_>, [&str; 2]); 9] = [
        ((None, &[]), ["accepted", "accepted"]),
        ((Some(&[SERVER_AUTH]), &[]), ["accepted", "anchor-purpose"]),
        ((Some(&[CLIENT_AUTH]), &[]), ["anchor-purpose", "accepted"]),
        ((Some(&[EMAIL]), &[]), ["anchor-purpose", "anchor-purpose"]),
        ((Some(&[]), &[]), ["anchor-purpose", "anchor-purpose"]),
        ((Some(&[ANY]), &[]), ["accepted", "accepted"]),
        ((None, &[SERVER_AUTH]), ["anchor-purpose", "accepted"]),
        ((None, &[ANY]), ["anchor-purpose", "anchor-purpose"]),
        ((Some(&[SERVER_AUTH, CLIENT_AUTH]), &[SERVER_AUTH]), ["anchor-purpose", "accepted"]),
    ];
    for (row, ((trust, reject), expected)) in table.into_iter().enumerate() {
        let pem = trusted(ca.der(), trust, reject, "");
        assert_eq!(codes(given(&pem), &ca, &[]), expected, "row {row}");
        // given again without the lists it is no more than it was
        let twice = given(&pem).ca(ca.pem()).unwrap();
        assert_eq!(codes(twice, &ca, &[]), expected, "row {row}, given twice");
        let twice = given(&ca.pem()).ca(pem).unwrap();
        assert_eq!(codes(twice, &ca, &[]), expected, "row {row}, given twice, the plain one first");
    }
}

#[test]
fn a_rejected_certificate_is_excluded_from_baked_sets_too() {
    let root = fixture_ca("Plain");
    let baked = MANY.iter().find(|root| root.label() == Some("Plain")).unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/one.pem");
    let der = CertificateDer::from_pem_file(file).unwrap();
    let with_set = |builder: ContextBuilder| builder.roots(&MANY);
    let other = Ca::new("Private CA").pem();
    assert_eq!(codes(with_set(given(&other)), &root, &[]), ["accepted", "accepted"]);
    let rejecting = trusted(&der, None, &[SERVER_AUTH], "");
    let expected = ["anchor-purpose", "accepted"];
    assert_eq!(codes(with_set(given(&rejecting)), &root, &[]), expected, "{}", baked.subject());
}

#[test]
fn a_rejected_intermediate_is_refused_also_when_the_peer_sends_it() {
    let root = Ca::new("Private Root");
    let intermediate = root.intermediate("Private Intermediate");
    let sent = [intermediate.der().clone()];
    let plain = given(&root.pem());
    assert_eq!(codes(plain, &intermediate, &sent), ["accepted", "accepted"]);
    let rejecting = trusted(intermediate.der(), None, &[SERVER_AUTH], "");
    let expected = ["rejected-certificate", "accepted"];
    for sent in [&sent[..], &[]] {
        let builder = given(&root.pem()).ca(&rejecting).unwrap();
        assert_eq!(codes(builder, &intermediate, sent), expected);
    }
    // neither is it an anchor where partial chains are
    let partial = given(&rejecting).allow_partial_trust_chain(true);
    assert_eq!(codes(partial, &intermediate, &sent), ["anchor-purpose", "accepted"]);
}

#[test]
fn a_rejected_end_entity_is_refused_below_a_trusted_root() {
    let root = Ca::new("Private Root");
    let leaf = root.leaf();
    let rejecting = trusted(leaf.certificate.der(), None, &[SERVER_AUTH], "");
    let context = given(&root.pem()).ca(rejecting).unwrap().build().unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let server =
        context.verifier().verify_server(leaf.certificate.der(), &[], &name, UnixTime::now());
    assert_eq!(server.unwrap_err().code(), "rejected-certificate");
    let client = context.verifier().verify_client(leaf.certificate.der(), &[], UnixTime::now());
    assert!(client.is_ok());
}

#[test]
fn a_certificate_trusted_for_itself_keeps_to_its_lists() {
    let alone = leaf_params().self_signed(&KeyPair::generate().unwrap()).unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    for (trust, reject, expected) in [
        (None, &[][..], true),
        (Some(&[SERVER_AUTH][..]), &[], true),
        (Some(&[EMAIL]), &[], false),
        (None, &[SERVER_AUTH], false),
    ] {
        let context = given(&trusted(alone.der(), trust, reject, "")).build().unwrap();
        let server = context.verifier().verify_server(alone.der(), &[], &name, UnixTime::now());
        assert_eq!(server.is_ok(), expected, "{trust:?} {reject:?}");
    }
}

#[test]
fn what_rejects_a_copy_rejects_it_in_every_set() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/one.pem");
    let der = CertificateDer::from_pem_file(file).unwrap();
    let plain = pem::encode("CERTIFICATE", &der).to_string();
    let rejecting = trusted(&der, None, &[ANY], "");
    for first in [&plain, &rejecting] {
        for second in [&plain, &rejecting] {
            let builder = given(first).ca(second).unwrap().roots(&MANY);
            let expected = match first == second && first == &plain {
                true => ["accepted", "accepted"],
                false => ["anchor-purpose", "anchor-purpose"],
            };
            assert_eq!(codes(builder, &fixture_ca("Plain"), &[]), expected);
        }
    }
    let context = given(&rejecting).roots(&MANY).build().unwrap();
    let handed_on = |label| {
        let mut anchors = context.anchors();
        anchors.any(|anchor| matches!(anchor, Anchor::Baked(root) if root.label() == Some(label)))
    };
    assert!(handed_on("Constrained") && !handed_on("Plain"));
}

#[test]
fn auxiliary_data_that_cannot_be_read_rejects_the_certificate_everywhere() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/one.pem");
    let der = CertificateDer::from_pem_file(file).unwrap();
    let damaged = pem::encode("TRUSTED CERTIFICATE", &[&der[..], &[0x30, 9]].concat()).to_string();
    assert!(SecureContext::builder().ca(&damaged).is_err());
    let other = Ca::new("Private CA").pem();
    let builder = SecureContext::builder().ca_lossy(damaged + &other).unwrap().roots(&MANY);
    let expected = ["anchor-purpose", "anchor-purpose"];
    assert_eq!(codes(builder, &fixture_ca("Plain"), &[]), expected);
}

#[test]
fn what_limits_an_anchor_can_be_asked_for() {
    let ca = Ca::new("Private CA");
    let context = given(&trusted(ca.der(), Some(&[CLIENT_AUTH]), &[], "")).build().unwrap();
    let anchor = context.anchors().next().unwrap();
    let limits = context.constraints_of(&anchor).unwrap();
    assert_eq!(limits.purposes, Purposes::CLIENT_AUTH);
}

#[test]
fn a_trust_list_makes_no_anchor_of_an_intermediate() {
    let root = Ca::new("Private Root");
    let intermediate = root.intermediate("Private Intermediate");
    let pem = trusted(intermediate.der(), Some(&[SERVER_AUTH]), &[], "");
    assert_eq!(codes(given(&pem), &intermediate, &[]), ["unknown-issuer", "unknown-issuer"]);
}

#[test]
fn the_alias_becomes_the_label() {
    let ca = Ca::new("Private CA");
    let pem = trusted(ca.der(), None, &[], "what we call it") + &Ca::new("Other CA").pem();
    let context = given(&pem).build().unwrap();
    let aliases: Vec<_> = context.supplied().map(|supplied| supplied.alias).collect();
    let named = aliases.iter().flatten().map(|alias| &**alias).collect::<Vec<_>>();
    assert_eq!((aliases.len(), named), (2, vec!["what we call it"]));
    assert_eq!(codes(given(&pem), &ca, &[]), ["accepted", "accepted"]);
}
