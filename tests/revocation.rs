//! CRLs: for both directions, and every way they may be held against a path.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::time::Duration;

use common::{Ca, Leaf};
use rcgen::{
    CertificateRevocationListParams, KeyIdMethod, RevokedCertParams, SerialNumber, date_time_ymd,
};
use rootbake::certificate::Time;
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rootbake::{ContextBuilder, Error, RevocationDepth, SecureContext, UnknownStatus};

/// The first second of a year
fn year(year: u16) -> UnixTime {
    let time = Time::from_civil(year, 1, 1, 0, 0, 0).unwrap().unix_seconds();
    UnixTime::since_unix_epoch(Duration::from_secs(time.try_into().unwrap()))
}

/// A CRL of this CA, valid from 2024 to 2028, as DER.
fn crl(ca: &Ca, revoked: &[u64]) -> Vec<u8> {
    let revoked = revoked.iter().map(|serial| RevokedCertParams {
        serial_number: SerialNumber::from(*serial),
        revocation_time: date_time_ymd(2024, 1, 1),
        reason_code: None,
        invalidity_date: None,
    });
    let params = CertificateRevocationListParams {
        this_update: date_time_ymd(2024, 1, 1),
        next_update: date_time_ymd(2028, 1, 1),
        crl_number: SerialNumber::from(1),
        issuing_distribution_point: None,
        revoked_certs: revoked.collect(),
        key_identifier_method: KeyIdMethod::Sha256,
    };
    params.signed_by(ca.issuer()).unwrap().der().to_vec()
}

fn pem(crl: &[u8]) -> String {
    rootbake::pem::encode("X509 CRL", crl).to_string()
}

struct World {
    root: Ca,
    intermediate: Ca,
    leaf: Leaf,
}

impl World {
    /// A chain of three in which the intermediate has the serial number 7 and the leaf 8.
    fn new() -> Self {
        let root = Ca::new("Private Root");
        let intermediate = root.intermediate_with("Private Intermediate", |params| {
            params.serial_number = Some(7.into())
        });
        let leaf = intermediate.leaf_with(|params| params.serial_number = Some(8.into()));
        Self { root, intermediate, leaf }
    }

    fn builder(&self) -> ContextBuilder {
        SecureContext::builder().ca(self.root.pem()).unwrap()
    }

    fn codes(&self, builder: ContextBuilder) -> [&'static str; 2] {
        self.codes_at(builder, year(2026))
    }

    /// What a client says of it as a server, and a server of it as a client.
    fn codes_at(&self, builder: ContextBuilder, time: UnixTime) -> [&'static str; 2] {
        let context = builder.build().unwrap();
        let sent = [self.intermediate.der().clone()];
        let leaf: &CertificateDer<'_> = self.leaf.certificate.der();
        let name = ServerName::try_from("localhost").unwrap();
        let server = context.verifier().verify_server(leaf, &sent, &name, time);
        let client = context.verifier().verify_client(leaf, &sent, time);
        [server, client].map(|result| result.map_or_else(|error| error.code(), |_| "accepted"))
    }
}

#[test]
fn a_revoked_certificate_is_refused_wherever_it_stands_in_the_path() {
    let world = World::new();
    let (of_root, of_intermediate) = (
        |serials: &[u64]| crl(&world.root, serials),
        |serials: &[u64]| crl(&world.intermediate, serials),
    );
    let check = |root: &[u64], intermediate: &[u64], expected: &str| {
        let builder = world.builder().crl(pem(&of_root(root))).unwrap();
        let builder = builder.crl(of_intermediate(intermediate)).unwrap();
        assert_eq!(world.codes(builder), [expected; 2], "{root:?} {intermediate:?}");
    };
    check(&[], &[], "accepted");
    check(&[1, 2], &[3], "accepted");
    check(&[7], &[], "revoked");
    check(&[], &[8], "revoked");
    // a serial number counts only under its issuer
    check(&[8], &[7], "accepted");
}

#[test]
fn every_certificate_needs_a_crl_unless_told_otherwise() {
    let world = World::new();
    let of_intermediate = crl(&world.intermediate, &[]);
    let builder = || world.builder().crl(&of_intermediate).unwrap();
    assert_eq!(world.codes(builder()), ["unknown-revocation-status"; 2]);
    let end_entity = builder().revocation_depth(RevocationDepth::EndEntity);
    assert_eq!(world.codes(end_entity), ["accepted"; 2]);
    let allow = builder().unknown_status(UnknownStatus::Allow);
    assert_eq!(world.codes(allow), ["accepted"; 2]);
    let revoked = crl(&world.intermediate, &[8]);
    let allow = world.builder().crl(revoked).unwrap().unknown_status(UnknownStatus::Allow);
    assert_eq!(world.codes(allow), ["revoked"; 2]);
}

#[test]
fn an_expired_crl_is_refused_unless_told_otherwise() {
    let world = World::new();
    let both = pem(&crl(&world.root, &[])) + &pem(&crl(&world.intermediate, &[]));
    let builder = || world.builder().crl(&both).unwrap();
    assert_eq!(world.codes_at(builder(), year(2027)), ["accepted"; 2]);
    assert_eq!(world.codes_at(builder(), year(2029)), ["crl-expired"; 2]);
    let lenient = builder().check_crl_expiration(false);
    assert_eq!(world.codes_at(lenient, year(2029)), ["accepted"; 2]);
}

#[test]
fn a_crl_by_another_key_is_unusable() {
    let world = World::new();
    let forged = crl(&Ca::new("Private Root"), &[]);
    let builder = world.builder().crl(forged).unwrap();
    let builder = builder.crl(crl(&world.intermediate, &[])).unwrap();
    assert_eq!(world.codes(builder), ["crl-unusable"; 2]);
}

#[test]
fn a_certificate_that_is_trusted_for_itself_can_be_revoked() {
    let world = World::new();
    let both = crl(&world.root, &[]);
    let builder = |revoked: &[u64]| {
        let builder = world.builder().ca(world.leaf.certificate.pem()).unwrap();
        builder.crl(&both).unwrap().crl(crl(&world.intermediate, revoked)).unwrap()
    };
    assert_eq!(world.codes(builder(&[])), ["accepted"; 2]);
    assert_eq!(world.codes(builder(&[8])), ["revoked"; 2]);
    let unknown = world.builder().ca(world.leaf.certificate.pem()).unwrap().crl(&both).unwrap();
    assert_eq!(world.codes(unknown), ["unknown-revocation-status"; 2]);
}

#[test]
fn how_to_use_crls_without_a_crl_is_an_error() {
    let world = World::new();
    let depth = world.builder().revocation_depth(RevocationDepth::EndEntity).build();
    assert_eq!(depth.unwrap_err(), Error::RevocationNeedsCrl);
    let status = world.builder().unknown_status(UnknownStatus::Deny).build();
    assert_eq!(status.unwrap_err().code(), "revocation-needs-crl");
}

#[test]
fn what_is_no_crl_is_refused_by_name() {
    let world = World::new();
    let good = crl(&world.root, &[]);
    let crl_of = |input: &[u8]| match world.builder().crl(input) {
        Err(Error::Input(told)) => (told[0].code, told[0].block),
        other => panic!("{other:?}"),
    };
    assert_eq!(crl_of(b""), ("no-crl", None));
    assert_eq!(crl_of(&good[..good.len() - 1]), ("bad-crl", None));
    assert_eq!(crl_of(world.root.pem().as_bytes()), ("not-a-crl", Some(1)));
    assert_eq!(crl_of(world.root.der()), ("bad-crl", None));
    let second = pem(&good) + &pem(&good[..good.len() - 1]);
    assert_eq!(crl_of(second.as_bytes()), ("bad-crl", Some(2)));
    let cut = pem(&good).replace("-----END X509 CRL-----", "");
    assert_eq!(crl_of(cut.as_bytes()), ("unterminated-block", Some(1)));
}
