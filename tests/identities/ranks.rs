//! What is chosen: OpenJDK's own tests, where they say anything, and our deviations.

use rootbake::pki_types::UnixTime;
use rootbake::{PeerOffer, Rank, Rejection};
use rustls::SignatureScheme;

use crate::made::{
    CA, CLIENT_AUTH, DIGITAL_SIGNATURE, KEY_AGREEMENT, KEY_ENCIPHERMENT, Kind, LEAF, Made,
    SERVER_AUTH, Signed, TIME_STAMPING, all_schemes, at, builder, chain, chosen, manager,
};
use crate::parts::name;

const PREFERRED: Made = Made { subject: "preferred", usage: Some(DIGITAL_SIGNATURE), ..LEAF };
const EXPIRED: Made = Made { subject: "expired", until: "210101000000Z", ..PREFERRED };

fn of_client(schemes: &[SignatureScheme]) -> PeerOffer<'_> {
    PeerOffer::of_client(schemes)
}

fn of_server(schemes: &[SignatureScheme]) -> PeerOffer<'_> {
    PeerOffer::of_server(schemes)
}

const BOTH: [fn(&[SignatureScheme]) -> PeerOffer<'_>; 2] = [of_client, of_server];

#[test]
fn key_usage_and_dates_rank_what_can_be_served() {
    let schemes = all_schemes();
    for (key, usage) in [
        (Kind::Ec256, KEY_AGREEMENT),
        (Kind::Ec256, KEY_ENCIPHERMENT),
        (Kind::Rsa(2048), KEY_ENCIPHERMENT),
        (Kind::Rsa(2048), KEY_AGREEMENT),
        (Kind::Pss, KEY_ENCIPHERMENT),
    ] {
        let mismatch = Made { subject: "mismatch", usage: Some(usage), key, ..LEAF };
        let (expired, preferred) = (Made { key, ..EXPIRED }, Made { key, ..PREFERRED });
        for offer in BOTH.map(|offer| offer(&schemes)) {
            for (worst_first, name, rank) in [
                (&[mismatch, expired, preferred][..], "preferred", "ok"),
                (&[mismatch, expired], "expired", "expired"),
                (&[mismatch], "mismatch", "extension-mismatch"),
            ] {
                let manager = manager(worst_first.iter().map(Made::identity));
                let found = chosen(&manager, offer);
                assert_eq!(found, Some((name.to_owned(), rank)), "{key:?} {usage:?} {offer:?}");
            }
        }
    }
}

#[test]
fn purposes_are_for_one_side() {
    let schemes = all_schemes();
    for (purposes, server, client) in [
        (SERVER_AUTH, "ok", "extension-mismatch"),
        (CLIENT_AUTH, "extension-mismatch", "ok"),
        (TIME_STAMPING, "extension-mismatch", "extension-mismatch"),
        (&[1, 2], "ok", "ok"),
    ] {
        let manager = manager([Made { purposes: Some(purposes), ..LEAF }.identity()]);
        assert_eq!(chosen(&manager, of_client(&schemes)).unwrap().1, server, "{purposes:?}");
        assert_eq!(chosen(&manager, of_server(&schemes)).unwrap().1, client, "{purposes:?}");
    }
}

#[test]
fn the_issuers_that_a_peer_names_are_held_against_the_whole_chain() {
    let schemes = all_schemes();
    let identity = || chain(&[LEAF, CA]);
    let [ca, root, unknown] = ["CA", "Root", "Unknown"].map(|text| name(12, text.as_bytes()));
    // another string type is another name
    let printable = name(19, b"CA");
    for (names, is_found) in [
        (&[][..], true),
        (&[ca.as_slice()][..], true),
        (&[root.as_slice()][..], true),
        (&[unknown.as_slice(), root.as_slice()][..], true),
        (&[unknown.as_slice()][..], false),
        (&[printable.as_slice()][..], false),
    ] {
        for offer in BOTH.map(|offer| offer(&schemes).ca_names(names)) {
            let selection = manager([identity()]).explain(&at(offer));
            assert_eq!(selection.chosen.is_some(), is_found, "{names:?}");
            let verdict = selection.candidates[0].verdict;
            assert_eq!(verdict.is_err_and(|error| error == Rejection::OtherIssuer), !is_found);
        }
    }
}

#[test]
fn a_chain_signed_by_what_is_not_listed_is_refused_by_clients_and_worse_for_servers() {
    // the key signs by what is listed, its CA did not
    let leaf = Made { key: Kind::Ec384, ..LEAF };
    let manager = manager([leaf.identity()]);
    let schemes = [SignatureScheme::ECDSA_NISTP384_SHA384];
    let server = manager.explain(&at(of_client(&schemes)));
    assert_eq!(server.candidates[0].verdict, Ok(Rank::UnlistedSignature));
    let client = manager.explain(&at(of_server(&schemes)));
    assert_eq!(client.candidates[0].verdict, Err(Rejection::UnlistedSignature));
    for selection in [server, client] {
        let reason = selection.candidates[0].reason.clone().unwrap();
        assert!(reason.contains("ecdsa_secp256r1_sha256"), "{reason}");
        assert!(reason.contains("ecdsa_secp384r1_sha384"), "{reason}");
    }
}

#[test]
fn pkcs1_is_unknown_to_clients_where_none_of_it_is_listed() {
    let leaf = Made { signed: Signed::Rsa(256), ..LEAF };
    let manager = manager([leaf.identity()]);
    // as TLS 1.3 shows it
    let schemes = [SignatureScheme::ECDSA_NISTP256_SHA256, SignatureScheme::RSA_PSS_SHA256];
    assert_eq!(chosen(&manager, of_server(&schemes)).unwrap().1, "ok");
    let schemes = [SignatureScheme::ECDSA_NISTP256_SHA256, SignatureScheme::RSA_PKCS1_SHA384];
    assert_eq!(chosen(&manager, of_server(&schemes)), None);
    let schemes = [SignatureScheme::ECDSA_NISTP256_SHA256, SignatureScheme::RSA_PKCS1_SHA256];
    assert_eq!(chosen(&manager, of_server(&schemes)).unwrap().1, "ok");
}

#[test]
fn the_order_of_insertion_decides_between_equals_and_the_peer_before_that() {
    let rsa = Made { subject: "rsa", key: Kind::Rsa(2048), signed: Signed::Rsa(256), ..LEAF };
    let ec = Made { subject: "ec", ..LEAF };
    let stamping = Made { subject: "stamping", purposes: Some(TIME_STAMPING), ..LEAF };
    let all = all_schemes();
    let ecdsa = [SignatureScheme::ECDSA_NISTP256_SHA256];
    for offer in BOTH {
        let found = |made: &[Made], schemes| {
            chosen(&manager(made.iter().map(Made::identity)), offer(schemes)).map(|(name, _)| name)
        };
        assert_eq!(found(&[stamping, rsa], &all).unwrap(), "rsa");
        assert_eq!(found(&[rsa, ec], &all).unwrap(), "rsa");
        assert_eq!(found(&[ec, rsa], &all).unwrap(), "ec");
        assert_eq!(found(&[rsa, ec], &ecdsa).unwrap(), "ec");
        assert_eq!(found(&[rsa], &ecdsa), None);
    }
}

#[test]
fn a_self_signed_certificate_is_chosen_whatever_signed_it() {
    let alone = Made { subject: "self", issuer: "self", ..LEAF };
    let sha1 = Made { signed: Signed::Rsa(1), ..alone };
    let root = Made { subject: "Root", signed: Signed::Rsa(1), ..CA };
    let schemes = [SignatureScheme::ECDSA_NISTP256_SHA256];
    for identity in [alone.identity(), sha1.identity(), chain(&[LEAF, CA, root])] {
        let manager = manager([identity]);
        for offer in BOTH {
            assert_eq!(chosen(&manager, offer(&schemes)).unwrap().1, "ok");
        }
    }
}

/// Of a key rollover: peers verify it like any other intermediate.
#[test]
fn a_certificate_by_a_former_key_of_the_same_name_is_no_root() {
    let root = Made { subject: "Root", signed: Signed::Rsa(1), ..CA };
    let schemes = [SignatureScheme::ECDSA_NISTP256_SHA256];
    let listed = [(None, "ok"), (Some([1, 1]), "ok"), (Some([1, 2]), "unlisted-signature")];
    for (key_ids, expected) in listed {
        let manager = manager([chain(&[LEAF, CA, Made { key_ids, ..root }])]);
        assert_eq!(chosen(&manager, of_client(&schemes)).unwrap().1, expected, "{key_ids:?}");
    }
    // one that is not the last is no root either, whatever it says
    let own = Made { issuer: "CA", signed: Signed::Rsa(1), ..CA };
    let manager = manager([chain(&[LEAF, own, CA])]);
    assert_eq!(chosen(&manager, of_client(&schemes)).unwrap().1, "unlisted-signature");
}

#[test]
fn the_dates_of_the_whole_chain_count_to_the_second() {
    let late = Made { from: "250101000000Z", ..LEAF };
    let early = Made { until: "300101000000Z", ..CA };
    let root = Made { subject: "Root", until: "210101000000Z", ..CA };
    let manager = manager([chain(&[late, early, root])]);
    let schemes = all_schemes();
    let (first, last) = (1_735_689_600, 1_893_456_000);
    for (seconds, rank) in
        [(first - 1, "expired"), (first, "ok"), (last, "ok"), (last + 1, "expired")]
    {
        let time = UnixTime::since_unix_epoch(std::time::Duration::from_secs(seconds));
        for offer in BOTH.map(|offer| offer(&schemes).at(time)) {
            let selection = manager.explain(&offer);
            assert_eq!(selection.chosen().unwrap().verdict.unwrap().code(), rank, "{seconds}");
        }
    }
}

#[test]
fn the_name_that_is_asked_for_picks_among_servers() {
    let site = |subject, names| Made { subject, names, ..LEAF }.identity();
    let manager = manager([
        site("com", &["www.example.com"]),
        site("net", &["WWW.example.net", "example.net"]),
        site("any", &["*.example.org", "*.org", "w*.example.info", "www.*.info"]),
        site("org", &["www.example.org", "xn--bcher-kva.example"]),
        site("none", &[]),
    ]);
    let schemes = all_schemes();
    for (asked, name, rank) in [
        ("www.example.com", "com", "ok"),
        ("www.example.net", "net", "ok"),
        ("www.EXAMPLE.net.", "net", "ok"),
        // the wildcard came first
        ("www.example.org", "any", "ok"),
        ("ftp.example.org", "any", "ok"),
        ("xn--bcher-kva.example.org", "any", "ok"),
        ("xn--bcher-kva.example", "org", "ok"),
        ("example.org", "com", "insensitive"),
        ("a.b.example.org", "com", "insensitive"),
        (".example.org", "com", "insensitive"),
        ("www.example.info", "com", "insensitive"),
        ("w*.example.info", "com", "insensitive"),
        ("www.*.info", "com", "insensitive"),
        ("unknown.example", "com", "insensitive"),
        ("b\u{fc}cher.example", "com", "insensitive"),
        ("", "com", "insensitive"),
        (".", "com", "insensitive"),
        ("*.example.org", "any", "ok"),
    ] {
        let found = chosen(&manager, of_client(&schemes).server_name(asked));
        assert_eq!(found, Some((name.to_owned(), rank)), "{asked}");
    }
    let long = "a.".repeat(300);
    assert!(chosen(&manager, of_client(&schemes).server_name(&long)).is_some());
    // names are for servers
    assert_eq!(chosen(&manager, of_server(&schemes).server_name("x")).unwrap().1, "ok");
    assert_eq!(chosen(&manager, of_client(&schemes)).unwrap(), ("com".to_owned(), "ok"));
}

#[test]
fn a_name_outranks_neither_dates_nor_usage() {
    let expired = Made { subject: "expired", until: "210101000000Z", ..LEAF };
    let other = Made { subject: "other", names: &["other.example"], ..LEAF };
    let stamping = Made { subject: "stamping", purposes: Some(TIME_STAMPING), ..LEAF };
    let schemes = all_schemes();
    let asks = of_client(&schemes).server_name("www.example.com");
    let found = |made: &[Made]| chosen(&manager(made.iter().map(Made::identity)), asks).unwrap();
    assert_eq!(found(&[stamping, expired, other]), ("other".to_owned(), "insensitive"));
    assert_eq!(found(&[stamping, expired]), ("expired".to_owned(), "expired"));
    assert_eq!(found(&[other, LEAF]), ("leaf".to_owned(), "ok"));
}

#[test]
fn unchecked_looks_at_key_and_issuers_alone() {
    let expired = Made { subject: "expired", until: "210101000000Z", ..LEAF };
    let made = [Made { purposes: Some(TIME_STAMPING), ..expired }, LEAF];
    let builder =
        made.iter().fold(builder().unchecked(), |builder, made| builder.identity(made.identity()));
    let context = builder.build().unwrap();
    assert!(context.diagnostics().is_empty());
    let manager = context.key_manager().unwrap();
    let schemes = all_schemes();
    for offer in BOTH.map(|offer| offer(&schemes).server_name("other.example")) {
        assert_eq!(chosen(manager, offer).unwrap(), ("expired".to_owned(), "ok"));
    }
    let rsa = Kind::Rsa(2048).schemes();
    assert_eq!(chosen(manager, of_client(&rsa)), None);
    let unknown = name(12, b"Unknown");
    let names = [unknown.as_slice()];
    assert_eq!(chosen(manager, of_client(&schemes).ca_names(&names)), None);
}

#[test]
fn an_empty_manager_answers_nothing() {
    let manager = manager([LEAF.identity()]);
    assert_eq!(manager.remove("other").unwrap_err().code(), "unknown-identity");
    manager.remove("leaf").unwrap();
    assert!(manager.names().is_empty());
    let schemes = all_schemes();
    for offer in BOTH.map(|offer| offer(&schemes)) {
        let selection = manager.explain(&offer.server_name("www.example.com"));
        assert_eq!((selection.chosen(), selection.to_string()), (None, "no identity".to_owned()));
        assert!(manager.explain(&PeerOffer::of_client(&[])).chosen().is_none());
    }
    assert_eq!(manager.remove("leaf").unwrap_err().code(), "unknown-identity");
}
