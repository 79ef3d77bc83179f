//! Rules that a lock imposes on baked roots: of each kind a chain that keeps it and one that does
//! not, to the second where there are dates.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::time::Duration;

use common::{Ca, Leaf, fixture_ca, sets::MANY};
use rcgen::{CertificateParams, CustomExtension, date_time_ymd};
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rootbake::{Anchor, SecureContext, VerifyError};

/// 2025-11-30T23:59:59Z, the date in the rules of the fixtures
const LIMIT: u64 = 1_764_547_199;

/// How a certificate is issued.
#[derive(Clone, Copy)]
struct Issue<'a> {
    not_before: u64,
    /// Milliseconds
    scts: &'a [u64],
    names: &'a [&'a str],
}

const ISSUE: Issue<'static> = Issue { not_before: LIMIT, scts: &[], names: &["localhost"] };

fn leaf(ca: &Ca, issue: Issue<'_>) -> Leaf {
    let certificate = |params: &mut CertificateParams| {
        let names = issue.names.iter().map(|name| (*name).to_owned());
        *params = CertificateParams::new(names.collect::<Vec<_>>()).unwrap();
        params.not_before = date_time_ymd(1970, 1, 1) + Duration::from_secs(issue.not_before);
        params.not_after = date_time_ymd(2040, 1, 1);
        if !issue.scts.is_empty() {
            params.custom_extensions.push(sct_list(issue.scts));
        }
    };
    ca.leaf_with(certificate)
}

/// The extension of RFC 6962 section 3.3: an OCTET STRING in the OCTET STRING, with a list of SCTs
/// of version 1, each with its log, time, no extensions, and a signature that nobody looks at.
fn sct_list(times: &[u64]) -> CustomExtension {
    let prefixed =
        |bytes: &[u8]| [&u16::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat();
    let list: Vec<u8> = times
        .iter()
        .flat_map(|time| {
            let signature = [&[4, 3][..], &prefixed(b"signature")].concat();
            let sct =
                [&[0][..], &[7; 32], &time.to_be_bytes(), &prefixed(&[]), &signature].concat();
            prefixed(&sct)
        })
        .collect();
    octets(&prefixed(&list))
}

fn octets(content: &[u8]) -> CustomExtension {
    let length = u8::try_from(content.len()).unwrap();
    let header: &[u8] = if length < 128 { &[4, length] } else { &[4, 0x81, length] };
    let oid = [1, 3, 6, 1, 4, 1, 11129, 2, 4, 2];
    CustomExtension::from_oid_content(&oid, [header, content].concat())
}

fn context() -> SecureContext {
    SecureContext::builder().roots(&MANY).build().unwrap()
}

fn verify(chain: &[&CertificateDer<'_>], host: &str) -> Result<(), VerifyError> {
    let name = ServerName::try_from(host).unwrap();
    let time = UnixTime::since_unix_epoch(Duration::from_secs(1_900_000_000));
    let intermediates: Vec<_> =
        chain[1..].iter().map(|der| CertificateDer::from_slice(der)).collect();
    let context = context();
    context.verifier().verify_server(chain[0], &intermediates, &name, time).map(|_| ())
}

/// The code of a certificate that a root of the fixtures issues, for the first of its names.
fn code(root: &'static str, issue: Issue<'_>) -> &'static str {
    let leaf = leaf(&fixture_ca(root), issue);
    let host = issue.names[0].replace('*', "www");
    verify(&[leaf.certificate.der()], &host).map_or_else(|error| error.code(), |()| "accepted")
}

#[test]
fn distrust_after_a_date() {
    for root in ["Distrusted After", "Distrusted Names"] {
        let at =
            |not_before| code(root, Issue { not_before, names: &["allowed.example"], ..ISSUE });
        assert_eq!(at(LIMIT - 1), "accepted");
        assert_eq!(at(LIMIT), "accepted");
        assert_eq!(at(LIMIT + 1), "distrusted-after");
    }
}

#[test]
fn scts_before_and_after_a_date() {
    let limit = LIMIT * 1000;
    let table: &[(u64, &[u64], &str, &str)] = &[
        (LIMIT, &[limit], "accepted", "sct-too-early"),
        (LIMIT, &[limit + 1], "sct-too-late", "accepted"),
        (LIMIT, &[limit + 1, limit], "accepted", "sct-too-early"),
        (LIMIT, &[limit + 9, limit + 1], "sct-too-late", "accepted"),
        (LIMIT, &[], "sct-missing", "sct-missing"),
        (LIMIT + 1, &[limit], "distrusted-after", "sct-too-early"),
        (LIMIT + 1, &[limit + 1], "distrusted-after", "accepted"),
    ];
    for (row, (not_before, scts, before, after)) in table.iter().enumerate() {
        let issue = Issue { not_before: *not_before, scts, ..ISSUE };
        assert_eq!(code("Scts Before", issue), *before, "row {row}");
        assert_eq!(code("Scts After", issue), *after, "row {row}");
    }
}

#[test]
fn a_malformed_list_of_scts_is_none() {
    let good = sct_list(&[1]).content().to_vec();
    let version_2 = [&good[..6], &[1], &good[7..]].concat();
    let cut = [&[4, good[1] - 3][..], &good[2..good.len() - 3]].concat();
    let empty = vec![4, 2, 0, 0];
    let two = sct_list(&[1, 2]).content().to_vec();
    let second = 4 + (good.len() - 4);
    let odd_behind_good = [&two[..second + 2], &[1], &two[second + 3..]].concat();
    for (what, content, expected) in [
        ("good", good.clone(), "accepted"),
        ("version 2", version_2, "sct-missing"),
        ("cut", cut, "sct-missing"),
        ("empty", empty, "sct-missing"),
        ("version 2 behind a good one", odd_behind_good, "sct-missing"),
    ] {
        let ca = fixture_ca("Scts Before");
        let leaf = ca.leaf_with(|params| {
            let oid = [1, 3, 6, 1, 4, 1, 11129, 2, 4, 2];
            params.custom_extensions.push(CustomExtension::from_oid_content(&oid, content));
        });
        let found = verify(&[leaf.certificate.der()], "localhost");
        let found = found.map_or_else(|error| error.code(), |()| "accepted");
        assert_eq!(found, expected, "{what}");
    }
}

#[test]
fn names() {
    let table: &[(&str, &[&str], &str)] = &[
        ("Constrained", &["allowed.example"], "accepted"),
        ("Constrained", &["*.allowed.example"], "accepted"),
        ("Constrained", &["www.allowed.example", "other.example"], "name-not-permitted"),
        ("Constrained", &["*.other.example"], "name-not-permitted"),
        // webpki takes no wildcard above a single label, and no dot at the end
        ("Constrained", &["*.example"], "bad-certificate"),
        ("Constrained", &["allowed.example."], "bad-certificate"),
        ("Constrained", &["disallowed.example"], "name-not-permitted"),
        ("Constrained", &["127.0.0.1"], "name-not-permitted"),
        ("Constrained", &["::1"], "name-not-permitted"),
        // a programme means what it says, and no more
        ("Distrusted Names", &["127.0.0.1"], "accepted"),
        ("Distrusted Names", &["other.example"], "name-not-permitted"),
        ("Excluded", &["other.example"], "accepted"),
        ("Excluded", &["refused.example"], "name-not-permitted"),
        ("Excluded", &["www.refused.example"], "name-not-permitted"),
        ("Excluded", &["10.255.0.1"], "name-not-permitted"),
        ("Excluded", &["11.0.0.1"], "accepted"),
        ("Excluded", &["::1"], "accepted"),
        ("Ip Ranges", &["10.1.255.255"], "accepted"),
        ("Ip Ranges", &["10.2.0.0"], "name-not-permitted"),
        ("Ip Ranges", &["2001:db8::1"], "accepted"),
        ("Ip Ranges", &["2001:db9::1"], "name-not-permitted"),
        ("Ip Ranges", &["allowed.example"], "accepted"),
        ("Ip Ranges", &["other.example"], "name-not-permitted"),
        ("Own And Imposed", &["www.allowed.example"], "accepted"),
        // within what the root itself permits
        ("Own And Imposed", &["other.example"], "name-not-permitted"),
        ("Own And Imposed", &["10.1.0.0"], "name-not-permitted"),
    ];
    for (root, names, expected) in table {
        assert_eq!(code(root, Issue { names, ..ISSUE }), *expected, "{root} {names:?}");
    }
}

#[test]
fn a_name_asked_for_with_a_dot_at_its_end_is_the_name_without_it() {
    for (asked, expected) in
        [("allowed.example.", "accepted"), ("other.example.", "name-not-permitted")]
    {
        let issued = leaf(
            &fixture_ca("Constrained"),
            Issue { names: &[asked.trim_end_matches('.')], ..ISSUE },
        );
        let found = verify(&[issued.certificate.der()], asked);
        assert_eq!(found.map_or_else(|error| error.code(), |()| "accepted"), expected, "{asked}");
    }
}

#[test]
fn one_of_several_alternatives_is_enough() {
    let late = Issue { not_before: LIMIT + 1, ..ISSUE };
    let logged = &[LIMIT * 1000];
    assert_eq!(code("Alternatives", ISSUE), "accepted");
    assert_eq!(code("Alternatives", late), "distrusted-after");
    let other = Issue { scts: logged, names: &["www.allowed.example"], ..ISSUE };
    assert_eq!(code("Alternatives", other), "accepted");
    // a person's names shut out IP addresses, also here
    let with_ip = Issue { names: &["www.allowed.example", "10.0.0.1"], ..other };
    let late_with_ip = Issue { not_before: LIMIT + 1, ..with_ip };
    assert_eq!(code("Alternatives", with_ip), "accepted");
    assert_eq!(code("Alternatives", late_with_ip), "distrusted-after");
    // the second alternative dates the issuance as well
    assert_eq!(code("Alternatives", Issue { not_before: LIMIT + 1, ..other }), "distrusted-after");
}

#[test]
fn purposes_and_path_length() {
    assert_eq!(code("Servers Imposed", ISSUE), "accepted");
    let client = fixture_ca("Servers Imposed").leaf();
    let time = UnixTime::since_unix_epoch(Duration::from_secs(1_900_000_000));
    let context = context();
    let error = context.verifier().verify_client(client.certificate.der(), &[], time).unwrap_err();
    assert_eq!(error.code(), "purpose-not-permitted");
    assert!(
        error
            .to_string()
            .contains("found serverAuth, expected clientAuth (source: tests/fixtures/README.md)")
    );

    assert_eq!(code("Path Length Imposed", ISSUE), "accepted");
    let below = fixture_ca("Path Length Imposed").intermediate("Intermediate");
    let leaf = below.leaf();
    let error = verify(&[leaf.certificate.der(), below.der()], "localhost").unwrap_err();
    assert_eq!(error.code(), "anchor-path-length");
    assert!(error.to_string().contains("(source: tests/fixtures/README.md)"), "{error}");
}

#[test]
fn errors_name_root_rule_source_and_both_sides() {
    let of = |root: &'static str, issue: Issue<'_>| {
        let leaf = leaf(&fixture_ca(root), issue);
        verify(&[leaf.certificate.der()], issue.names[0]).unwrap_err().to_string()
    };
    assert_eq!(
        of("Distrusted After", Issue { not_before: LIMIT + 1, ..ISSUE }),
        "anchor is distrusted for what it issues now: found a certificate issued at \
         2025-12-01T00:00:00Z, expected at 2025-11-30T23:59:59Z or before (source: \
         tests/fixtures/README.md): chain of \"CN=rcgen self signed cert\" up to anchor \
         \"CN=Distrusted After\" (sha256 81daa578..) [distrusted-after]"
    );
    assert_eq!(
        of("Constrained", Issue { names: &["a.example", "b.example"], ..ISSUE }),
        "anchor may not certify all names of the peer: expected DNS names under \
         allowed.example, no IP addresses (source: tests/fixtures/README.md): chain of \
         \"CN=rcgen self signed cert\" up to anchor \"CN=Constrained\" (sha256 7063b606..), its \
         DNS names are a.example, b.example [name-not-permitted]"
    );
}

#[test]
fn of_several_anchors_of_one_name_the_limited_one_is_named() {
    let leaf = leaf(&fixture_ca("Distrusted After"), Issue { not_before: LIMIT + 1, ..ISSUE });
    let others = [(); 2].map(|()| Ca::new("Distrusted After").pem()).concat();
    let builder = SecureContext::builder().ca(others).unwrap();
    let context = builder.roots(&MANY).build().unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let time = UnixTime::since_unix_epoch(Duration::from_secs(1_900_000_000));
    let refused = context.verifier().verify_server(leaf.certificate.der(), &[], &name, time);
    let error = refused.unwrap_err();
    assert_eq!(error.code(), "distrusted-after");
    let anchor = "up to anchor \"CN=Distrusted After\" (sha256 81daa578..)";
    assert!(error.to_string().contains(anchor), "{error}");
}

#[test]
fn a_path_that_one_anchor_forbids_may_hold_through_another() {
    let (distrusted, plain) = (fixture_ca("Distrusted After"), fixture_ca("Plain"));
    let [below, crossed] = distrusted.cross_signed(&plain, "Intermediate");
    let issued = Issue { not_before: LIMIT + 1, ..ISSUE };
    let leaf = leaf(&below, issued);
    let chain = |sent: &[&CertificateDer<'_>]| {
        let chain: Vec<_> = [leaf.certificate.der()].iter().chain(sent).copied().collect();
        verify(&chain, "localhost").map_or_else(|error| error.code(), |()| "accepted")
    };
    let (below, crossed) = (below.der(), crossed.der());
    assert_eq!(chain(&[below]), "distrusted-after");
    assert_eq!(chain(&[below, crossed]), "accepted");
    assert_eq!(chain(&[crossed, below]), "accepted");
    assert_eq!(chain(&[crossed]), "accepted");
}

#[test]
fn an_explicit_copy_of_a_limited_root_is_trusted_as_it_is() {
    // who gives a certificate as a CA decides for it: what a lock says of it elsewhere is not theirs
    let ca = fixture_ca("Distrusted After");
    let leaf = leaf(&ca, Issue { not_before: LIMIT + 1, ..ISSUE });
    let both = SecureContext::builder().ca(ca.pem()).unwrap().roots(&MANY).build().unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let time = UnixTime::since_unix_epoch(Duration::from_secs(1_900_000_000));
    let verified = both.verifier().verify_server(leaf.certificate.der(), &[], &name, time);
    assert!(matches!(verified.unwrap().anchor, Anchor::Explicit(_)));
}
