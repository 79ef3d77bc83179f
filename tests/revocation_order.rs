//! Several CRLs by one issuer: what they say together, in whichever order they were given.
#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::time::Duration;

use common::{Ca, Leaf};
use rcgen::{
    CertificateParams, CertificateRevocationListParams, CrlDistributionPoint,
    CrlIssuingDistributionPoint, CrlScope, GeneralSubtree, KeyIdMethod, KeyUsagePurpose,
    NameConstraints, RevokedCertParams, SerialNumber, date_time_ymd,
};
use rootbake::certificate::Time;
use rootbake::pki_types::{CertificateDer, UnixTime};
use rootbake::{ContextBuilder, SecureContext, UnknownStatus};

/// The serial number of every leaf
const LEAF: u64 = 8;
const NAME: &str = "Private Root";
const HERE: &str = "http://crl.example/1";
const THERE: &str = "http://crl.example/2";

/// What a CRL is made of; without a change it revokes nothing, from 2024 to 2028.
#[derive(Clone, Copy)]
struct Crl<'a> {
    by: &'a Ca,
    years: [i32; 2],
    number: u64,
    revoked: u64,
    scope: Option<(&'a str, Option<CrlScope>)>,
}

impl<'a> Crl<'a> {
    fn by(by: &'a Ca) -> Self {
        Self { by, years: [2024, 2028], number: 1, revoked: 1, scope: None }
    }

    fn revoking(self) -> Self {
        Self { revoked: LEAF, ..self }
    }

    fn years(self, from: i32, to: i32) -> Self {
        Self { years: [from, to], ..self }
    }

    fn number(self, number: u64) -> Self {
        Self { number, ..self }
    }

    fn at(self, uri: &'a str) -> Self {
        Self { scope: Some((uri, None)), ..self }
    }

    fn at_only(self, uri: &'a str, scope: CrlScope) -> Self {
        Self { scope: Some((uri, Some(scope))), ..self }
    }

    fn der(&self) -> Vec<u8> {
        let [this_update, next_update] = self.years.map(|year| date_time_ymd(year, 1, 1));
        let revoked = RevokedCertParams {
            serial_number: SerialNumber::from(self.revoked),
            revocation_time: date_time_ymd(2023, 1, 1),
            reason_code: None,
            invalidity_date: None,
        };
        let params = CertificateRevocationListParams {
            this_update,
            next_update,
            crl_number: SerialNumber::from(self.number),
            issuing_distribution_point: self.scope.map(|(uri, scope)| {
                CrlIssuingDistributionPoint { distribution_point: point(uri), scope }
            }),
            revoked_certs: vec![revoked],
            key_identifier_method: KeyIdMethod::Sha256,
        };
        params.signed_by(self.by.issuer()).unwrap().der().to_vec()
    }
}

fn point(uri: &str) -> CrlDistributionPoint {
    CrlDistributionPoint { uris: vec![uri.to_owned()] }
}

fn leaf_of(ca: &Ca, points: &[&str]) -> Leaf {
    ca.leaf_with(|params| {
        params.serial_number = Some(LEAF.into());
        params.crl_distribution_points = points.iter().map(|uri| point(uri)).collect();
    })
}

/// What a server says of the leaf as a client, in 2026.
fn verdict(builder: ContextBuilder, leaf: &Leaf, sent: &[CertificateDer<'_>]) -> &'static str {
    let time = Time::from_civil(2026, 1, 1, 0, 0, 0).unwrap().unix_seconds();
    let time = UnixTime::since_unix_epoch(Duration::from_secs(time.try_into().unwrap()));
    let context = builder.build().unwrap();
    let path = context.verifier().verify_client(leaf.certificate.der(), sent, time);
    path.map_or_else(|error| error.code(), |_| "accepted")
}

/// What is said of a leaf of this CA, for every order of the CRLs.
fn check(ca: &Ca, leaf: &Leaf, crls: &[Crl<'_>], expected: &str) {
    check_with(|builder| builder.ca(ca.pem()).unwrap(), leaf, crls, expected);
}

fn check_with(
    change: impl Fn(ContextBuilder) -> ContextBuilder,
    leaf: &Leaf,
    crls: &[Crl<'_>],
    expected: &str,
) {
    let crls: Vec<_> = crls.iter().map(Crl::der).collect();
    for order in orders(crls.len()) {
        let given = order.iter().filter_map(|place| crls.get(*place));
        let add = |builder: ContextBuilder, crl: &Vec<u8>| builder.crl(crl).unwrap();
        let builder = given.fold(change(SecureContext::builder()), add);
        assert_eq!(verdict(builder, leaf, &[]), expected, "order {order:?}");
    }
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let insert = |order: Vec<usize>| {
        (0..count).map(move |place| {
            let mut order = order.clone();
            order.insert(place, last);
            order
        })
    };
    orders(last).into_iter().flat_map(insert).collect()
}

#[test]
fn there_are_as_many_orders_as_there_should_be() {
    let mut all = orders(4);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 24);
}

#[test]
fn the_newest_counts() {
    let ca = Ca::new(NAME);
    let leaf = leaf_of(&ca, &[HERE]);
    for old in [Crl::by(&ca), Crl::by(&ca).at(HERE)] {
        let new = old.years(2025, 2028).number(2);
        check(&ca, &leaf, &[old, new.revoking()], "revoked");
        // it was on hold
        check(&ca, &leaf, &[old.revoking(), new], "accepted");
        check(&ca, &leaf, &[old.revoking(), old.number(2)], "accepted");
        check(&ca, &leaf, &[old, old.number(300).revoking(), old.number(20)], "revoked");
        // date and number contradict each other, or do not differ: both count
        check(&ca, &leaf, &[old.number(3).revoking(), new], "revoked");
        check(&ca, &leaf, &[old.number(3), new.revoking()], "revoked");
        check(&ca, &leaf, &[old.revoking(), old], "revoked");
        check(&ca, &leaf, &[old, old, new, new], "accepted");
    }
}

#[test]
fn the_newest_counts_though_it_has_expired() {
    let ca = Ca::new(NAME);
    let leaf = leaf_of(&ca, &[]);
    let (old, new) = (Crl::by(&ca), Crl::by(&ca).years(2025, 2026));
    check(&ca, &leaf, &[old, new], "crl-expired");
    check(&ca, &leaf, &[old.years(2023, 2024), new.years(2025, 2027)], "accepted");
    check(&ca, &leaf, &[old, new.revoking()], "revoked");
    check(&ca, &leaf, &[old.at(HERE), new], "crl-expired");
}

#[test]
fn a_crl_of_a_distribution_point_clears_who_names_it_alone() {
    let ca = Ca::new(NAME);
    let all = Crl::by(&ca);
    let [here, there] = [HERE, THERE].map(|uri| all.at(uri));
    let named = leaf_of(&ca, &["http://crl.example/elsewhere", HERE]);
    check(&ca, &named, &[there], "unknown-revocation-status");
    check(&ca, &named, &[here, there], "accepted");
    check(&ca, &named, &[all, there], "accepted");
    let unnamed = leaf_of(&ca, &[]);
    check(&ca, &unnamed, &[here, there], "unknown-revocation-status");
    check(&ca, &unnamed, &[here, there, all], "accepted");
}

#[test]
fn whichever_crl_lists_a_certificate_revokes_it() {
    let ca = Ca::new(NAME);
    let all = Crl::by(&ca);
    let [here, there] = [HERE, THERE].map(|uri| all.at(uri));
    let newer = all.years(2025, 2028).number(9);
    for leaf in [leaf_of(&ca, &[HERE]), leaf_of(&ca, &[])] {
        check(&ca, &leaf, &[here.revoking(), newer, there], "revoked");
        check(&ca, &leaf, &[here, newer, there.revoking()], "revoked");
        check(&ca, &leaf, &[all.revoking(), newer.at(HERE)], "revoked");
        let allow = |builder: ContextBuilder| {
            builder.ca(ca.pem()).unwrap().unknown_status(UnknownStatus::Allow)
        };
        check_with(allow, &leaf, &[there.revoking()], "revoked");
        check_with(allow, &leaf, &[there.revoking(), newer.at(THERE)], "accepted");
    }
}

#[test]
fn a_crl_for_cas_does_not_clear_an_end_entity() {
    let ca = Ca::new(NAME);
    let leaf = leaf_of(&ca, &[HERE]);
    let crl = Crl::by(&ca);
    let of_cas = crl.at_only(HERE, CrlScope::CaCertsOnly);
    let of_users = crl.at_only(HERE, CrlScope::UserCertsOnly);
    check(&ca, &leaf, &[of_cas], "unknown-revocation-status");
    check(&ca, &leaf, &[of_cas, of_users], "accepted");
    check(&ca, &leaf, &[of_cas, of_users.revoking()], "revoked");
    check(&ca, &leaf, &[of_cas.years(2025, 2028), of_users.revoking()], "revoked");
}

#[test]
fn a_crl_for_end_entities_does_not_clear_a_ca() {
    let root = Ca::new(NAME);
    let intermediate = root.intermediate_with("Private Intermediate", |params| {
        params.serial_number = Some(LEAF.into());
        params.crl_distribution_points = vec![point(HERE)];
    });
    let below = leaf_of(&intermediate, &[]);
    let of_leaf = Crl { revoked: 1, ..Crl::by(&intermediate) };
    let crl = Crl::by(&root);
    let say = |crl: Crl<'_>| {
        let builder = SecureContext::builder().ca(root.pem()).unwrap();
        let builder = builder.crl(of_leaf.der()).unwrap().crl(crl.der()).unwrap();
        verdict(builder, &below, &[intermediate.der().clone()])
    };
    let only = |scope| crl.at_only(HERE, scope);
    assert_eq!(say(only(CrlScope::UserCertsOnly)), "unknown-revocation-status");
    assert_eq!(say(only(CrlScope::CaCertsOnly)), "accepted");
    assert_eq!(say(only(CrlScope::CaCertsOnly).revoking()), "revoked");
}

#[test]
fn a_crl_by_another_key_of_that_name_says_nothing() {
    let [ca, other] = [NAME; 2].map(Ca::new);
    let leaf = leaf_of(&ca, &[]);
    let (own, foreign) = (Crl::by(&ca), Crl::by(&other));
    for foreign in [foreign, foreign.years(2025, 2028).number(9)] {
        check(&ca, &leaf, &[own, foreign], "accepted");
        check(&ca, &leaf, &[own, foreign.revoking()], "accepted");
        check(&ca, &leaf, &[own.revoking(), foreign], "revoked");
        check(&ca, &leaf, &[foreign, foreign.revoking()], "crl-unusable");
    }
    let both = |builder: ContextBuilder| builder.ca(ca.pem()).unwrap().ca(other.pem()).unwrap();
    check_with(both, &leaf, &[own, foreign.revoking()], "accepted");
    check_with(both, &leaf, &[own.revoking(), foreign], "revoked");
}

/// Whatever is given together, four at most: the same in every order, and none accepts what a CRL
/// that nothing supersedes revokes.
#[test]
fn any_crls_say_the_same_in_any_order() {
    let [ca, other] = [NAME; 2].map(Ca::new);
    let own = Crl::by(&ca);
    let pool = [
        own,
        own.revoking().years(2025, 2028),
        own.at(HERE).revoking(),
        own.at(HERE).years(2025, 2028).number(2),
        own.at(THERE).years(2025, 2026),
        Crl::by(&other).revoking(),
    ];
    let leaves = [leaf_of(&ca, &[HERE]), leaf_of(&ca, &[])];
    for chosen in 1u8..1 << pool.len() {
        let crls = (0..).zip(&pool).filter(|(place, _)| chosen >> place & 1 == 1);
        let crls: Vec<_> = crls.map(|(_, crl)| *crl).take(4).collect();
        let revoked = chosen & 0b10 != 0 || chosen & 0b1100 == 0b100;
        for leaf in &leaves {
            let ders: String = crls
                .iter()
                .map(|crl| rootbake::pem::encode("X509 CRL", &crl.der()).to_string())
                .collect();
            let builder = SecureContext::builder().ca(ca.pem()).unwrap().crl(ders).unwrap();
            let expected = verdict(builder, leaf, &[]);
            assert!(!revoked || expected == "revoked", "{chosen:b}");
            check(&ca, leaf, &crls, expected);
        }
    }
}

#[test]
fn an_issuer_that_may_not_sign_crls_says_nothing() {
    let ca = Ca::new(NAME);
    let leaf = leaf_of(&ca, &[]);
    // the same name and key
    let key = rcgen::KeyPair::from_pem(&ca.issuer().key().serialize_pem()).unwrap();
    let mut params = CertificateParams::default();
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    params.distinguished_name.push(rcgen::DnType::CommonName, NAME);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let limited = params.self_signed(&key).unwrap().pem();
    let trust = |builder: ContextBuilder| builder.ca(&limited).unwrap();
    check_with(trust, &leaf, &[Crl::by(&ca)], "crl-unusable");
}

#[test]
fn what_breaks_its_path_does_not_help_a_revoked_certificate_that_is_trusted_for_itself() {
    let ca = Ca::with(NAME, |params| {
        params.name_constraints = Some(NameConstraints {
            permitted_subtrees: vec![GeneralSubtree::DnsName("example".to_owned())],
            excluded_subtrees: Vec::new(),
        });
    });
    let leaf = leaf_of(&ca, &[]);
    let trust = |builder: ContextBuilder| builder.ca(ca.pem()).unwrap();
    let pinned = |builder| trust(builder).ca(leaf.certificate.pem()).unwrap();
    let crl = Crl::by(&ca);
    check_with(trust, &leaf, &[crl], "name-constraint");
    check_with(pinned, &leaf, &[crl], "accepted");
    check_with(pinned, &leaf, &[crl, crl.at(HERE).revoking()], "revoked");
}
