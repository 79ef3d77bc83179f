//! Rules held against the paths of peers, and what they sign handshakes by.

use std::time::Duration;

use rcgen::{CertificateParams, DnType, Issuer, KeyPair};
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rootbake::{ClientAuth, SecureContext, VerifyError};

use crate::common::{Ca, identity, leaf_params};

fn verifies(
    ca: &str,
    rules: &str,
    end_entity: &CertificateDer<'_>,
    intermediates: &[CertificateDer<'_>],
) -> Result<(), (&'static str, String)> {
    let builder = SecureContext::builder().ca(ca).unwrap();
    let context = builder.algorithm_constraints(rules.parse().unwrap()).build().unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let found = context.verifier().verify_server(end_entity, intermediates, &name, UnixTime::now());
    found.map(drop).map_err(|error| (error.code(), error.to_string()))
}

#[test]
fn every_certificate_but_the_anchor_keeps_to_the_rules() {
    // P-256 root and leaf, with an intermediate on P-384 between them
    let root = Ca::new("Root");
    let mut params = CertificateParams::default();
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, "Middle");
    let key = KeyPair::generate_for(&rcgen::PKCS_ECDSA_P384_SHA384).unwrap();
    let middle = params.signed_by(&key, root.issuer()).unwrap().der().clone();
    let issuer = Issuer::new(params, key);
    let own = KeyPair::generate_for(&rcgen::PKCS_ED25519).unwrap();
    let leaf = leaf_params().signed_by(&own, &issuer).unwrap().der().clone();
    let pem = root.pem();
    let verify = |rules| verifies(&pem, rules, &leaf, std::slice::from_ref(&middle));
    for rules in ["", "SHA1", "secp256r1", "RSA", "SHA384 usage TLSClient", "SHA384 jdkCA"] {
        assert_eq!(verify(rules), Ok(()), "{rules}");
    }
    for (rules, number, rule) in [
        ("SHA1, secp384r1", 2, "secp384r1"),
        ("EC", 2, "EC"),
        ("EC keySize > 300", 2, "EC keySize > 300"),
        ("ed25519", 1, "ed25519"),
        ("SHA384withECDSA", 1, "SHA384withECDSA"),
        ("SHA256", 2, "SHA256"),
        ("SHA384 usage TLSServer", 1, "SHA384 usage TLSServer"),
        ("SHA384 denyAfter 2020-01-01", 1, "SHA384 denyAfter 2020-01-01"),
        ("ecdsa_secp384r1_sha384 usage CertificateSignature", 1, "ecdsa_secp384r1_sha384"),
    ] {
        let (code, message) = verify(rules).unwrap_err();
        assert_eq!(code, "algorithm-denied", "{rules}: {message}");
        assert!(message.contains(&format!("certificate {number} of the chain")), "{message}");
        assert!(message.contains(&format!("the rule `{rule}")), "{message}");
    }
    // an anchor of a size that is denied: nobody asks
    let ec = root.leaf();
    let found = verifies(&pem, "EC keySize > 300", ec.certificate.der(), &[]);
    assert_eq!(found, Ok(()));
    // the code of what fails anyway stays
    let other = Ca::new("Other").pem();
    assert_eq!(
        verifies(&other, "EC", &leaf, std::slice::from_ref(&middle)).unwrap_err().0,
        "unknown-issuer"
    );
}

#[test]
fn a_day_of_a_rule_begins_with_its_first_second() {
    let root = Ca::new("Root");
    let leaf = root.leaf();
    let builder = SecureContext::builder().ca(root.pem()).unwrap();
    let rules = "SHA256 denyAfter 2030-01-01".parse().unwrap();
    let context = builder.algorithm_constraints(rules).build().unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let verify = |seconds| {
        let time = UnixTime::since_unix_epoch(Duration::from_secs(seconds));
        let found = context.verifier().verify_server(leaf.certificate.der(), &[], &name, time);
        found.map(drop).map_err(|error| error.code())
    };
    // 2030-01-01T00:00:00Z
    assert_eq!(verify(1_893_455_999), Ok(()));
    assert_eq!(verify(1_893_456_000), Err("algorithm-denied"));
}

#[test]
fn a_path_that_is_permitted_is_found_beside_one_that_is_not() {
    // the same intermediate, once signed by P-384 and once by P-256
    let weak = Ca::new("Weak Root");
    let mut params = CertificateParams::default();
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, "Strong Root");
    let key = KeyPair::generate_for(&rcgen::PKCS_ECDSA_P384_SHA384).unwrap();
    let strong = params.self_signed(&key).unwrap();
    let strong_issuer = Issuer::new(params, key);
    let mut params = CertificateParams::default();
    params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, "Cross");
    let key = KeyPair::generate_for(&rcgen::PKCS_ECDSA_P384_SHA384).unwrap();
    let by_weak = params.signed_by(&key, weak.issuer()).unwrap().der().clone();
    let by_strong = params.signed_by(&key, &strong_issuer).unwrap().der().clone();
    let issuer = Issuer::new(params, key);
    let own = KeyPair::generate_for(&rcgen::PKCS_ECDSA_P384_SHA384).unwrap();
    let leaf = leaf_params().signed_by(&own, &issuer).unwrap().der().clone();
    let both = weak.pem() + &strong.pem();
    for order in [[by_weak.clone(), by_strong.clone()], [by_strong, by_weak.clone()]] {
        assert_eq!(verifies(&both, "SHA256", &leaf, &order), Ok(()));
    }
    assert_eq!(verifies(&both, "SHA256", &leaf, &[by_weak]).unwrap_err().0, "algorithm-denied");
}

#[test]
fn a_handshake_is_refused_by_both_sides() {
    let ca = Ca::new("Test CA");
    let build = |rules: &str| {
        let builder = SecureContext::builder().ca(ca.pem()).unwrap().identity(identity(&ca));
        let builder = builder.client_auth(ClientAuth::Required);
        builder.algorithm_constraints(rules.parse().unwrap()).build().unwrap()
    };
    let (free, server_rule, client_rule) =
        (build(""), build("SHA256 usage TLSServer"), build("SHA256 usage TLSClient"));
    let shake = |client: &SecureContext, server: &SecureContext| {
        let config = server.server_config().unwrap();
        crate::handshakes::shake(client.client_config(), config, "localhost")
    };
    let fine = shake(&free, &free);
    assert!(fine.client.is_ok() && fine.server.is_ok());
    // a rule of the client about servers, and one of the server about clients
    assert!(shake(&server_rule, &free).client.is_err());
    assert!(shake(&free, &client_rule).server.is_err());
    // the other way round nothing is left to show: of oneself
    assert!(shake(&client_rule, &free).server.is_err());
    assert!(shake(&free, &server_rule).server.is_err());
}

#[test]
fn a_scheme_that_is_denied_verifies_no_handshake() {
    let ca = Ca::new("Test CA");
    let server = SecureContext::builder().no_roots().identity(identity(&ca)).build().unwrap();
    let client = |rules: &str| {
        let builder = SecureContext::builder().ca(ca.pem()).unwrap();
        builder.algorithm_constraints(rules.parse().unwrap()).build().unwrap()
    };
    for (rules, is_fine) in [
        ("ecdsa_secp384r1_sha384 usage HandshakeSignature", true),
        ("ecdsa_secp256r1_sha256 usage HandshakeSignature", false),
        ("SHA256withECDSA usage HandshakeSignature", false),
        ("SHA256 usage HandshakeSignature & denyAfter 2020-01-01", false),
        ("SHA256 usage HandshakeSignature & denyAfter 9999-01-01", true),
    ] {
        let config = server.server_config().unwrap();
        let shaken = crate::handshakes::shake(client(rules).client_config(), config, "localhost");
        assert_eq!(shaken.server.is_ok(), is_fine, "{rules}");
        let offered = rustls::client::danger::ServerCertVerifier::supported_verify_schemes(
            client(rules).verifier(),
        );
        let has = offered.contains(&rustls::SignatureScheme::ECDSA_NISTP256_SHA256);
        assert_eq!(has, is_fine, "{rules}");
    }
}

#[test]
fn a_rule_that_could_not_be_kept_to_is_an_error_without_an_identity_too() {
    let builder = SecureContext::builder().algorithm_constraints("TLSv1.3".parse().unwrap());
    assert_eq!(builder.build().unwrap_err().code(), "rule-not-enforceable");
}

#[test]
fn the_error_reaches_the_caller_of_rustls() {
    let ca = Ca::new("Test CA");
    let leaf = ca.leaf();
    let builder = SecureContext::builder().ca(ca.pem()).unwrap();
    let context = builder.algorithm_constraints("EC".parse().unwrap()).build().unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let error = rustls::client::danger::ServerCertVerifier::verify_server_cert(
        context.verifier(),
        leaf.certificate.der(),
        &[],
        &name,
        &[],
        UnixTime::now(),
    );
    let error = error.unwrap_err();
    assert_eq!(VerifyError::of(&error).unwrap().code(), "algorithm-denied");
}

#[test]
fn jdk_ca_means_an_anchor_of_a_baked_set() {
    let root = crate::common::fixture_ca("Plain");
    let leaf = root.leaf();
    let name = ServerName::try_from("localhost").unwrap();
    let verify = |builder: rootbake::ContextBuilder, rules: &str| {
        let context = builder.algorithm_constraints(rules.parse().unwrap()).build().unwrap();
        let verifier = context.verifier();
        let found = verifier.verify_server(leaf.certificate.der(), &[], &name, UnixTime::now());
        found.map(drop).map_err(|error| error.code())
    };
    let baked = || SecureContext::builder().roots(&crate::common::sets::MANY);
    let own = || SecureContext::builder().ca(root.pem()).unwrap();
    assert_eq!(verify(baked(), ""), Ok(()));
    assert_eq!(verify(baked(), "Ed25519 jdkCA"), Err("algorithm-denied"));
    assert_eq!(verify(own(), "Ed25519 jdkCA"), Ok(()));
    assert_eq!(verify(own(), "Ed25519"), Err("algorithm-denied"));
}
