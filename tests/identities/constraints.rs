//! Rules held against local chains.

use rootbake::pki_types::UnixTime;
use rootbake::{PeerOffer, Rejection};
use rustls::SignatureScheme;

use crate::made::{CA, Kind, LEAF, Made, Signed, all_schemes, at, chain, context};

/// Whether `build` refuses a chain because of a rule; it says which.
fn denies(rule: &str, chain_of: &[Made]) -> bool {
    match context([chain(chain_of)], Some(rule)) {
        Ok(_) => false,
        Err(error) => {
            assert_eq!(error.code(), "algorithm-denied", "{error}");
            let (message, name) = (error.to_string(), chain_of[0].subject);
            assert!(message.contains(&format!("chain of {name:?}")), "{message}");
            true
        }
    }
}

#[test]
fn names_of_signatures_and_keys() {
    let pss_ca = Made { key: Kind::Pss, ..CA };
    let rsa_ca = Made { key: Kind::Rsa(2048), ..CA };
    let by = |key, signed| Made { key, signed, ..LEAF };
    let pss_by_pss = [by(Kind::Pss, Signed::Pss(384)), Made { signed: Signed::Pss(384), ..pss_ca }];
    let rsa_by_pss =
        [by(Kind::Rsa(2048), Signed::Pss(384)), Made { signed: Signed::Pss(384), ..rsa_ca }];
    let pkcs1 =
        [by(Kind::Rsa(2048), Signed::Rsa(384)), Made { signed: Signed::Rsa(384), ..rsa_ca }];
    let ec = [
        by(Kind::Ec384, Signed::Ecdsa(384)),
        Made { key: Kind::Ec384, signed: Signed::Ecdsa(384), ..CA },
    ];
    for (chain, denied, permitted) in [
        (
            &pss_by_pss,
            &["rsa_pss_pss_sha384", "RSASSA-PSS", "rsassa-pss", "SHA384", "SHA-384"][..],
            &["rsa_pss_rsae_sha384", "rsa_pss_pss_sha256", "RSA", "EC", "SHA256"][..],
        ),
        (
            &rsa_by_pss,
            &["rsa_pss_rsae_sha384", "RSA", "RSASSA-PSS"],
            &["rsa_pss_pss_sha384", "SHA384withRSA", "rsa_pkcs1_sha384"],
        ),
        (
            &pkcs1,
            &["rsa_pkcs1_sha384", "SHA384withRSA", "sha384WITHrsa", "RSA", "SHA384"],
            &["rsa_pkcs1_sha256", "SHA256withRSA", "MD5withRSA", "RSASSA-PSS", "ECDSA"],
        ),
        (
            &ec,
            &[
                "ecdsa_secp384r1_sha384",
                "SHA384withECDSA",
                "ECDSA",
                "EC",
                "secp384r1",
                "NIST P-384",
                "P-384",
                "include jdk.disabled.namedCurves, EC",
            ],
            &[
                "ecdsa_secp256r1_sha256",
                "secp256r1",
                "RSA",
                "DSA",
                "include jdk.disabled.namedCurves",
            ],
        ),
    ] {
        for rule in denied {
            assert!(denies(rule, chain), "{rule} should deny {chain:?}");
        }
        for rule in permitted {
            assert!(!denies(rule, chain), "{rule} should permit {chain:?}");
        }
    }
}

#[test]
fn ec_denies_the_key_and_ecdsa_the_signature() {
    let ec_by_rsa = [Made { signed: Signed::Rsa(256), ..LEAF }];
    assert!(denies("EC", &ec_by_rsa) && !denies("ECDSA usage CertificateSignature", &ec_by_rsa));
    let rsa_by_ec = [Made { key: Kind::Rsa(2048), ..LEAF }];
    assert!(!denies("EC", &rsa_by_ec) && denies("ECDSA", &rsa_by_ec));
}

#[test]
fn conditions() {
    let rsa = |bits| [Made { key: Kind::Rsa(bits), signed: Signed::Rsa(256), ..LEAF }];
    let sha1 = [Made { key: Kind::Rsa(2048), signed: Signed::Rsa(1), ..LEAF }];
    for (rule, chain, denied) in [
        ("RSA keySize < 2048", rsa(1024), true),
        ("RSA keySize < 2048", rsa(2048), false),
        ("RSA keySize <= 2048", rsa(2048), true),
        ("RSA keySize == 2048", rsa(2048), true),
        ("RSA keySize != 2048", rsa(2048), false),
        ("RSA keySize > 2048", rsa(4096), true),
        ("RSA keySize >= 4096", rsa(2048), false),
        ("RSA keySize > 1024 & keySize < 4096", rsa(2048), true),
        ("RSA keySize > 1024 & keySize < 4096", rsa(4096), false),
        ("DSA keySize < 9999", rsa(2048), false),
        ("EC keySize < 256", [LEAF], false),
        ("EC keySize < 224", [Made { key: Kind::Ec224, ..LEAF }], false),
        ("EC keySize <= 224", [Made { key: Kind::Ec224, ..LEAF }], true),
        ("EC keySize < 224", [Made { key: Kind::EcUnknown, ..LEAF }], true),
        ("RSA keySize < 224", [Made { key: Kind::EcUnknown, ..LEAF }], false),
        ("include jdk.disabled.namedCurves", [Made { key: Kind::Ec224, ..LEAF }], true),
        ("SHA1", sha1, true),
        ("SHA-1", sha1, true),
        ("SHA1 jdkCA", sha1, false),
        ("SHA1 usage SignedJAR", sha1, false),
        ("SHA1 usage TLSServer TLSClient", sha1, true),
        ("SHA1 usage CertificateSignature", sha1, true),
        ("SHA1 usage HandshakeSignature", sha1, false),
        ("SHA1 denyAfter 2019-01-01", sha1, true),
        ("SHA1 denyAfter 9999-01-01", sha1, false),
    ] {
        assert_eq!(denies(rule, &chain), denied, "{rule} {:?}", chain[0]);
    }
}

#[test]
fn a_usage_of_one_side_denies_for_that_side() {
    let sha1 = Made { key: Kind::Rsa(2048), signed: Signed::Rsa(1), ..LEAF };
    let context = context([sha1.identity()], Some("SHA1 usage TLSServer")).unwrap();
    let codes: Vec<_> = context.diagnostics().iter().map(|told| told.code).collect();
    assert_eq!(codes, ["legacy-algorithm", "algorithm-denied"]);
    let mut schemes = all_schemes();
    schemes.push(SignatureScheme::RSA_PKCS1_SHA1);
    let verdict = |offer| {
        let selection = context.key_manager().unwrap().explain(&at(offer));
        selection.candidates[0].clone()
    };
    let server = verdict(PeerOffer::of_client(&schemes));
    assert_eq!(server.verdict, Err(Rejection::Denied));
    assert!(server.reason.unwrap().contains("`SHA1 usage TLSServer`"));
    assert!(verdict(PeerOffer::of_server(&schemes)).verdict.is_ok());
}

#[test]
fn the_error_names_certificate_algorithm_and_rule() {
    let leaf = Made { key: Kind::Rsa(2048), signed: Signed::Rsa(256), ..LEAF };
    let ca = Made { key: Kind::Rsa(1024), signed: Signed::Rsa(256), ..CA };
    let error = context([chain(&[leaf, ca])], Some("RSA keySize < 2048")).unwrap_err();
    let message = error.to_string();
    for part in ["certificate 2", "CN=CA", "RSA 1024", "SHA256withRSA", "`RSA keySize < 2048`"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_day_of_a_rule_is_the_end_of_an_identity() {
    let identity = Made { key: Kind::Rsa(2048), signed: Signed::Rsa(256), ..LEAF }.identity();
    let context = context([identity], Some("SHA256 denyAfter 2039-01-01")).unwrap();
    let schemes = all_schemes();
    // 2039-01-01T00:00:00Z
    let day = 2_177_452_800;
    for (seconds, rank) in [(day - 1, "ok"), (day, "expired")] {
        let offer = PeerOffer::of_client(&schemes).at(self::day(seconds));
        let selection = context.key_manager().unwrap().explain(&offer);
        assert_eq!(selection.chosen().unwrap().verdict.unwrap().code(), rank, "{seconds}");
    }
}

#[test]
fn the_first_of_several_days_counts_whatever_their_order() {
    let schemes = all_schemes();
    let (first, second) = ("EC denyAfter 2038-01-01", "SHA256 denyAfter 2039-01-01");
    for rules in [format!("{first}, {second}"), format!("{second}, {first}")] {
        let context = context([LEAF.identity()], Some(&rules)).unwrap();
        // 2038-01-01T00:00:00Z
        for (seconds, rank) in [(2_145_916_799, "ok"), (2_145_916_800, "expired")] {
            let offer = PeerOffer::of_client(&schemes).at(day(seconds));
            let selection = context.key_manager().unwrap().explain(&offer);
            assert_eq!(selection.chosen().unwrap().verdict.unwrap().code(), rank, "{rules}");
        }
    }
}

#[test]
fn a_day_of_a_rule_for_one_side_is_none_for_the_other() {
    let identity = Made { key: Kind::Rsa(2048), signed: Signed::Rsa(256), ..LEAF }.identity();
    let rule = "SHA256 usage TLSClient & denyAfter 2039-01-01";
    let context = context([identity], Some(rule)).unwrap();
    let schemes = all_schemes();
    for (offer, rank) in
        [(PeerOffer::of_client(&schemes), "ok"), (PeerOffer::of_server(&schemes), "expired")]
    {
        let selection = context.key_manager().unwrap().explain(&offer.at(day(2_177_452_800)));
        assert_eq!(selection.chosen().unwrap().verdict.unwrap().code(), rank);
    }
}

#[test]
fn a_scheme_that_is_denied_from_a_day_on_gives_way_to_another_identity() {
    let rsa = Made { key: Kind::Rsa(2048), ..LEAF };
    let rule = "RSASSA-PSS usage HandshakeSignature & denyAfter 2039-01-01";
    let context = context([rsa.identity(), LEAF.identity()], Some(rule)).unwrap();
    let schemes = [SignatureScheme::RSA_PSS_SHA256, SignatureScheme::ECDSA_NISTP256_SHA256];
    let at = |seconds| {
        let offer = PeerOffer::of_client(&schemes).at(day(seconds));
        context.key_manager().unwrap().explain(&offer)
    };
    assert_eq!(at(2_177_452_799).chosen, Some(0));
    let then = at(2_177_452_800);
    assert_eq!(then.chosen, Some(1));
    assert_eq!(then.candidates[0].verdict, Err(Rejection::NoCommonScheme));
    let reason = then.candidates[0].reason.clone().unwrap();
    assert!(reason.contains("no longer by rsa_pss_rsae_sha256"), "{reason}");
}

fn day(seconds: u64) -> UnixTime {
    UnixTime::since_unix_epoch(std::time::Duration::from_secs(seconds))
}

#[test]
fn without_a_word_java_s_defaults_hold() {
    let sha1 = Made { key: Kind::Rsa(2048), signed: Signed::Rsa(1), ..LEAF };
    let weak = Made { key: Kind::Rsa(1016), signed: Signed::Rsa(256), ..LEAF };
    // the anchor of a local chain is not known, so that jdkCA does not hold
    assert!(context([sha1.identity()], None).is_ok());
    let error = context([weak.identity()], None).unwrap_err();
    assert!(error.to_string().contains("`RSA keySize < 1024`"), "{error}");
    assert!(context([weak.identity()], Some("")).is_ok());
}

#[test]
fn a_scheme_that_is_denied_signs_no_handshake() {
    let rsa = Made { key: Kind::Rsa(2048), ..LEAF };
    let rule = "rsa_pss_rsae_sha256 usage HandshakeSignature, SHA384 usage HandshakeSignature";
    let context = context([rsa.identity()], Some(rule)).unwrap();
    let manager = context.key_manager().unwrap();
    let sha256 = [SignatureScheme::RSA_PSS_SHA256, SignatureScheme::ECDSA_NISTP256_SHA256];
    let verdict =
        |schemes| manager.explain(&at(PeerOffer::of_client(schemes))).candidates[0].verdict;
    assert_eq!(verdict(&sha256), Err(Rejection::NoCommonScheme));
    let all = all_schemes();
    assert!(verdict(&all).is_ok());
    // and the key that rustls gets keeps to it
    let certified = rustls::client::ResolvesClientCert::resolve(&**manager, &[], &all).unwrap();
    let signer = certified.key.choose_scheme(&all).unwrap();
    assert_eq!(signer.scheme(), SignatureScheme::RSA_PSS_SHA512);
    assert!(certified.key.choose_scheme(&sha256).is_none());
}

#[test]
fn what_could_not_be_kept_to_is_an_error() {
    for rule in ["TLSv1.2", "TLS_ECDHE_*", "tls_aes_128_gcm_sha256", "CHACHA20_POLY1305", "x25519"]
    {
        let error = context([LEAF.identity()], Some(rule)).unwrap_err();
        assert_eq!(error.code(), "rule-not-enforceable", "{error}");
    }
    assert!(context([LEAF.identity()], Some("TLSv1.1, TLS_RSA_*, RC4")).is_ok());
}
