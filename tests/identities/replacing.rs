//! Identities that change while they are in use.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use rootbake::pki_types::ServerName;
use rootbake::{Identity, PeerOffer, Rank, SecureContext};
use rustls::{ClientConnection, ServerConnection};

use crate::common::Ca;
use crate::made::{LEAF, Made, all_schemes, chosen, context, manager};

#[test]
fn a_renewed_identity_takes_the_place_of_the_old_one() {
    let second = Made { subject: "second", ..LEAF };
    let manager = manager([LEAF.identity(), second.identity()]);
    let schemes = all_schemes();
    let offer = PeerOffer::of_client(&schemes);
    let expired = Made { until: "210101000000Z", ..LEAF };
    let told = manager.replace("leaf", expired.identity().named("another name")).unwrap();
    assert_eq!(told.iter().map(|told| told.code).collect::<Vec<_>>(), ["expired"]);
    assert_eq!(manager.names(), ["leaf", "second"]);
    assert_eq!(chosen(&manager, offer).unwrap(), ("second".to_owned(), "ok"));
    assert!(manager.replace("leaf", LEAF.identity()).unwrap().is_empty());
    assert_eq!(chosen(&manager, offer).unwrap(), ("leaf".to_owned(), "ok"));
    // names and classes are those of the new one
    let elsewhere = Made { names: &["elsewhere.example"], ..LEAF };
    manager.replace("second", elsewhere.identity()).unwrap();
    let asks = offer.server_name("elsewhere.example");
    assert_eq!(chosen(&manager, asks).unwrap(), ("second".to_owned(), "ok"));
}

#[test]
fn what_cannot_be_loaded_leaves_the_old_one() {
    let manager = manager([LEAF.identity()]);
    let weak = Made { key: crate::made::Kind::Rsa(1000), ..LEAF };
    let error = manager.replace("leaf", weak.identity()).unwrap_err();
    assert_eq!(error.code(), "algorithm-denied");
    assert!(error.to_string().ends_with("the identity \"leaf\" stays as it was"), "{error}");
    let schemes = all_schemes();
    let offer = PeerOffer::of_client(&schemes);
    assert_eq!(chosen(&manager, offer).unwrap(), ("leaf".to_owned(), "ok"));
    let error = manager.replace("other", LEAF.identity()).unwrap_err();
    assert_eq!(error.code(), "unknown-identity");
    assert!(error.to_string().contains("\"leaf\""), "{error}");
}

#[test]
fn a_name_that_two_have_is_no_name() {
    let unnamed = || {
        let key = Arc::new(crate::made::MadeUpKey(LEAF.key));
        Identity::from_signing_key([LEAF.der()], key).unwrap()
    };
    let context = context([unnamed(), unnamed()], None).unwrap();
    let manager = context.key_manager().unwrap();
    assert_eq!(manager.names(), ["CN=leaf", "CN=leaf"]);
    let error = manager.replace("CN=leaf", unnamed()).unwrap_err();
    assert_eq!(error.code(), "ambiguous-identity");
    assert_eq!(manager.remove("CN=leaf").unwrap_err().code(), "ambiguous-identity");
}

/// Each handshake verifies the whole chain and what signs it, so that one which mixed the two
/// identities would fail.
#[test]
fn no_replacement_is_lost_to_another() {
    const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let expired = |subject| Made { subject, until: "210101000000Z", ..LEAF }.identity();
    for _ in 0..50 {
        let context = context(NAMES.map(expired), None).unwrap();
        let manager = context.key_manager().unwrap();
        thread::scope(|scope| {
            for subject in NAMES {
                let renewed = Made { subject, ..LEAF }.identity();
                scope.spawn(move || manager.replace(subject, renewed).unwrap());
            }
        });
        let found = manager.explain(&PeerOffer::of_client(&all_schemes()));
        assert!(found.candidates.iter().all(|one| one.verdict == Ok(Rank::Ok)), "{found}");
    }
}

#[test]
fn no_handshake_fails_while_identities_are_replaced() {
    const THREADS: usize = 8;
    const REPLACEMENTS: usize = 1000;
    let root = Ca::new("Root");
    let pairs = [root.intermediate("First"), root.intermediate("Second")].map(|ca| {
        let leaf = ca.leaf();
        (leaf.certificate.pem() + &ca.pem(), leaf.key.serialize_pem())
    });
    let identity = |number: usize| {
        let (chain, key) = &pairs[number % 2];
        Identity::from_pem(chain, key).unwrap().named("www")
    };
    let server = SecureContext::builder().no_roots().identity(identity(0)).build().unwrap();
    let client = SecureContext::builder().ca(root.pem()).unwrap().build().unwrap();
    let done = AtomicBool::new(false);
    let seen = [const { AtomicUsize::new(0) }; 2];
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    seen[shake_hands(&client, &server)].fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let is_unseen = |count: &AtomicUsize| count.load(Ordering::Relaxed) == 0;
        let mut number = 0;
        // on a busy machine threads may begin late, on any they may end early: by a panic
        while number < REPLACEMENTS || number < 100 * REPLACEMENTS && seen.iter().any(is_unseen) {
            number += 1;
            server.key_manager().unwrap().replace("www", identity(number)).unwrap();
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(seen.iter().all(|count| count.load(Ordering::Relaxed) > 0), "{seen:?}");
}

/// Which of the two it was.
fn shake_hands(client: &SecureContext, server: &SecureContext) -> usize {
    let name = ServerName::try_from("localhost").unwrap();
    // a configuration of its own, so that nothing is resumed
    let mut config = (*client.client_config()).clone();
    config.resumption = rustls::client::Resumption::disabled();
    let mut client = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut server = ServerConnection::new(server.server_config().unwrap()).unwrap();
    while client.is_handshaking() || server.is_handshaking() {
        let mut flight = Vec::new();
        client.write_tls(&mut flight).unwrap();
        server.read_tls(&mut flight.as_slice()).unwrap();
        server.process_new_packets().unwrap();
        flight.clear();
        server.write_tls(&mut flight).unwrap();
        client.read_tls(&mut flight.as_slice()).unwrap();
        client.process_new_packets().unwrap();
    }
    server.writer().write_all(b"x").unwrap();
    let mut flight = Vec::new();
    server.write_tls(&mut flight).unwrap();
    client.read_tls(&mut flight.as_slice()).unwrap();
    client.process_new_packets().unwrap();
    let mut answer = [0; 1];
    client.reader().read_exact(&mut answer).unwrap();
    let issuer = client.peer_certificates().unwrap()[1].to_vec();
    let second = issuer.windows(6).any(|window| window == b"Second");
    usize::from(second)
}
