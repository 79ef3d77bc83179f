//! The language of Java's security properties: what is read, what is refused and where, and that a
//! list reads the same when it is written again.
#![cfg(feature = "rustls")]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

#[allow(unreachable_pub, dead_code, reason = "the oracles are a library of their own, too")]
#[path = "../fuzz/src/lib.rs"]
mod oracles;

use proptest::prelude::*;
use rootbake::{AlgorithmConstraints, ConstraintError};

fn read(text: &str) -> Result<AlgorithmConstraints, ConstraintError> {
    text.parse()
}

#[test]
fn what_is_read_and_how_it_is_written() {
    for (text, written) in [
        ("", ""),
        ("  ", ""),
        (",, ,", ""),
        ("\"\"", ""),
        ("SHA1", "SHA1"),
        ("\"SHA1, MD5\"", "SHA1, MD5"),
        ("  \" SHA1 ,MD5 \"  ", "SHA1, MD5"),
        ("SHA1,,MD5,", "SHA1, MD5"),
        (
            "SHA-1, sha512/256, 3DES_EDE_CBC, SHA1withRSAandMGF1",
            "SHA-1, sha512/256, 3DES_EDE_CBC, SHA1withRSAandMGF1",
        ),
        ("include jdk.disabled.namedCurves", "include jdk.disabled.namedCurves"),
        ("INCLUDE  JDK.disabled.namedcurves", "include jdk.disabled.namedCurves"),
        ("secp256r1, X9.62 prime192v2, NIST K-163", "secp256r1, prime192v2, sect163k1"),
        ("TLS_RSA_*, tls_*_CBC_*", "TLS_RSA_*, tls_*_CBC_*"),
        ("RSA keySize < 1024", "RSA keySize < 1024"),
        ("RSA\tkeySize  <=  1024", "RSA keySize <= 1024"),
        ("DH keySize == 1", "DH keySize == 1"),
        ("ml-dsa-44 keySize < 7, 1.2.3 keySize < 7", "ml-dsa-44 keySize < 7, 1.2.3 keySize < 7"),
        ("DH keySize != 1", "DH keySize != 1"),
        ("DH keySize > 1&keySize >= 7", "DH keySize > 1 & keySize >= 7"),
        ("SHA1 JDKca", "SHA1 jdkCA"),
        ("SHA1 jdkCA & usage tlsserver", "SHA1 jdkCA & usage TLSServer"),
        ("SHA1 usage SignedJAR TLSClient TLSServer", "SHA1 usage TLSServer TLSClient SignedJAR"),
        (
            "SHA1 usage certificatesignature handshakesignature",
            "SHA1 usage HandshakeSignature CertificateSignature",
        ),
        ("SHA1 denyAfter 2019-01-01", "SHA1 denyAfter 2019-01-01"),
        ("SHA1 denyAfter 2020-02-29 & jdkCA", "SHA1 denyAfter 2020-02-29 & jdkCA"),
    ] {
        let list = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(list.to_string(), written, "{text}");
        assert_eq!(read(written).unwrap().to_string(), written);
    }
}

#[test]
fn what_is_refused_and_where() {
    for (text, code, column) in [
        // what Java refuses too
        ("RSA foo", "unknown-condition", 5),
        ("RSA keySize ~ 1024", "bad-key-size", 13),
        ("RSA keySize<1024", "bad-key-size", 5),
        ("RSA keySize <1024", "bad-key-size", 5),
        ("RSA keySize < x", "bad-key-size", 15),
        ("RSA keySize < -1", "bad-key-size", 15),
        ("RSA keySize < +1", "bad-key-size", 15),
        ("RSA keySize < 99999999999", "bad-key-size", 15),
        ("RSA keySize", "bad-key-size", 5),
        ("RSA keySize <", "bad-key-size", 5),
        ("SHA1 denyAfter", "bad-date", 6),
        ("SHA1 denyAfter 2019-13-01", "bad-date", 16),
        ("SHA1 denyAfter 2019-02-29", "bad-date", 16),
        ("SHA1 denyAfter 19-02-28", "bad-date", 16),
        ("SHA1 denyAfter 2019-02-28 x", "bad-date", 16),
        ("SHA1 denyAfter2019-02-28", "bad-date", 6),
        ("SHA1 jdkCA & jdkCA", "repeated-condition", 14),
        ("SHA1 denyAfter 2019-01-01 & denyAfter 2020-01-01", "repeated-condition", 29),
        ("SHA*", "bad-wildcard", 1),
        ("*", "bad-wildcard", 1),
        ("MD5, TLS_RSA_* jdkCA", "bad-wildcard", 6),
        ("SHA1 usage TLSServer HandshakeSignature", "mixed-usages", 22),
        ("SHA1 usage TLSServer & usage HandshakeSignature", "mixed-usages", 1),
        ("include jdk.other", "unknown-include", 9),
        ("include", "unknown-include", 1),
        // what Java takes, and never holds against anything
        ("SHA1 usage Foo", "bad-usage", 12),
        ("SHA1 usage TLSServer Foo", "bad-usage", 22),
        ("SHA1 usage", "bad-usage", 6),
        ("SHA1 usageTLSServer", "bad-usage", 6),
        ("RSA keySize < 1024 bits", "bad-key-size", 5),
        ("SHA1 keysize < 1024", "unknown-condition", 6),
        ("SHA1 denyafter 2019-01-01", "unknown-condition", 6),
        ("SHA1 Usage TLSServer", "unknown-condition", 6),
        ("SHA1 jdkCA now", "unknown-condition", 6),
        ("SHA1 keySize < 1024", "inert-constraint", 1),
        ("ECDSA keySize < 224", "inert-constraint", 1),
        ("rsa_pkcs1_sha1 keySize < 224", "inert-constraint", 1),
        ("RAS keySize < 2048", "inert-constraint", 1),
        ("secp256r1 keySize < 300", "inert-constraint", 1),
        ("P-256 denyAfter 2030-01-01", "inert-constraint", 1),
        ("MD5, prime256v1 usage TLSServer", "inert-constraint", 6),
        ("RSA keySize < 0", "inert-constraint", 1),
        ("RSA keySize < 100 & keySize > 200", "inert-constraint", 1),
        ("SHA1 usage TLSServer & usage TLSClient", "inert-constraint", 1),
        ("\"SHA1", "unbalanced-quote", 1),
        ("SHA1\"", "unbalanced-quote", 1),
        ("\"SHA1\", \"MD5\"", "unbalanced-quote", 1),
        ("\"", "unbalanced-quote", 1),
        // and what is no list at all
        ("RSA & jdkCA", "unknown-condition", 5),
        ("RSA jdkCA &", "unknown-condition", 12),
        ("& jdkCA", "bad-algorithm-name", 1),
        ("SHA1; MD5", "bad-algorithm-name", 1),
        ("MD5, SHA\u{e9}", "bad-algorithm-name", 6),
        ("SHA1=", "bad-algorithm-name", 1),
    ] {
        let error = match read(text) {
            Err(error) => error,
            Ok(list) => panic!("{text} is read as {list}"),
        };
        assert_eq!((error.code(), error.column()), (code, column), "{text}: {error}");
        assert!(error.to_string().contains("expected"), "{error}");
    }
}

#[test]
fn every_code_is_listed() {
    let listed = include_str!("../CODES.md");
    for text in ["RSA foo", "RSA keySize", "SHA1 denyAfter", "SHA1 jdkCA & jdkCA", "*", "include"] {
        let code = read(text).unwrap_err().code();
        assert!(listed.contains(&format!("`{code}`")), "{code}");
    }
    for text in ["SHA1 usage", "SHA1 usage TLSServer HandshakeSignature", "DH keySize < 0", "\""] {
        let code = read(text).unwrap_err().code();
        assert!(listed.contains(&format!("`{code}`")), "{code}");
    }
}

#[test]
fn java_s_lists_are_whole() {
    let defaults = AlgorithmConstraints::jdk_defaults();
    assert_eq!(defaults.rules().len(), 7 + 17);
    assert_eq!(defaults.rules()[2].to_string(), "SHA1 jdkCA & usage TLSServer");
    let legacy = AlgorithmConstraints::legacy_warnings();
    assert_eq!(legacy.rules().len(), 8);
    assert_eq!(
        legacy.to_string(),
        "SHA1, RSA keySize < 2048, DSA keySize < 2048, DES, DESede, MD5, RC2, ARCFOUR"
    );
    assert!(AlgorithmConstraints::none().rules().is_empty());
    let both = AlgorithmConstraints::none().and(legacy.clone()).and(defaults.clone());
    assert_eq!(both.to_string(), format!("{legacy}, {defaults}"));
}

/// The lists of the Java on this machine, where there is one, are read whole.
#[test]
fn the_properties_of_a_java_are_read() {
    let Some(home) = std::env::var_os("JAVA_HOME") else {
        return eprintln!("skipped: JAVA_HOME is not set");
    };
    let file = std::path::Path::new(&home).join("conf/security/java.security");
    let Ok(text) = std::fs::read_to_string(&file) else {
        return eprintln!("skipped: {} cannot be read", file.display());
    };
    let text = text.replace("\\\n", " ");
    let mut found = 0;
    for line in text.lines() {
        let Some((property, list)) = line.split_once('=') else { continue };
        if property.ends_with("disabledAlgorithms") || property.ends_with("legacyAlgorithms") {
            // TLS has a list of another shape
            if property != "jdk.tls.legacyAlgorithms" {
                read(list).unwrap_or_else(|error| panic!("{property}: {error}"));
                found += 1;
            }
        }
    }
    assert!(found >= 4);
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Za-z0-9][A-Za-z0-9._/+-]{0,12}",
        Just("SHA1".to_owned()),
        Just("RSA".to_owned()),
        Just("secp256r1".to_owned()),
    ]
    .prop_filter("a word of the language", |name| !name.eq_ignore_ascii_case("include"))
}

fn condition() -> impl Strategy<Value = String> {
    prop_oneof![
        ("(<=|<|==|!=|>|>=)", 0u32..5000).prop_map(|(op, size)| format!("keySize {op} {size}")),
        Just("jdkCA".to_owned()),
        (1u16..9999, 1u8..=12, 1u8..=31)
            .prop_map(|(year, month, day)| format!("denyAfter {year:04}-{month:02}-{day:02}")),
        "usage( TLSServer| TLSClient| SignedJAR){1,3}",
        "usage( HandshakeSignature| CertificateSignature){1,2}",
    ]
}

fn entry() -> impl Strategy<Value = String> {
    let rule = (name(), prop::collection::vec(condition(), 0..4)).prop_map(|(name, conditions)| {
        match conditions.is_empty() {
            true => name,
            false => format!("{name} {}", conditions.join(" & ")),
        }
    });
    prop_oneof![
        8 => rule,
        1 => "TLS_[A-Z0-9_*]{0,8}\\*",
        1 => Just("include jdk.disabled.namedCurves".to_owned()),
        1 => Just("NIST P-384".to_owned()),
    ]
}

/// Words and marks of the language in any order.
fn pieces() -> impl Strategy<Value = String> {
    let pieces = [
        "RSA",
        "SHA-1",
        "secp256r1",
        "NIST P-256",
        "TLS_",
        "*",
        "include ",
        "jdk.disabled.namedCurves",
        "keySize",
        "<",
        "<=",
        "==",
        "1024",
        "0",
        "jdkCA",
        "denyAfter",
        "2019-01-01",
        "usage",
        "TLSServer",
        "SignedJAR",
        "HandshakeSignature",
        " ",
        "  ",
        "\t",
        "&",
        ",",
        "\"",
        "\u{e9}",
        "/",
        "with",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..14)
        .prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn a_list_reads_the_same_when_it_is_written(entries in prop::collection::vec(entry(), 0..6)) {
        let text = entries.join(", ");
        match read(&text) {
            Ok(list) => {
                let again = read(&list.to_string()).unwrap();
                prop_assert_eq!(&again, &list);
                prop_assert_eq!(again.to_string(), list.to_string());
                prop_assert_eq!(list.rules().len(), entries.len());
            }
            Err(error) => {
                prop_assert!(error.column() <= text.len() + 1);
                // each entry is right or wrong by itself
                prop_assert!(entries.iter().any(|entry| read(entry).is_err()));
            }
        }
    }

    /// Held to what the fuzz target is.
    #[test]
    fn any_text_is_read_or_refused_within_it(text in "\\PC{0,60}", list in pieces()) {
        oracles::constraints::check(text.as_bytes());
        oracles::constraints::check(list.as_bytes());
    }
}
