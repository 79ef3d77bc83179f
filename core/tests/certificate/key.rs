use rootbake_core::certificate::{Certificate, ErrorKind, Field, PublicKey};

use crate::parts::{Parts, modulus, public_key, rsa, rsa_of_bits, sequence, tlv};

const EC: &[u8] = &[42, 134, 72, 206, 61, 2, 1];
const RSA: &[u8] = &[42, 134, 72, 134, 247, 13, 1, 1, 1];

fn on_curve(curve: &[u8]) -> Vec<u8> {
    public_key(EC, &tlv(6, curve), &[4; 65])
}

fn with_key(spki: Vec<u8>) -> Vec<u8> {
    let mut root = Parts::root();
    root.spki = spki;
    root.der()
}

#[test]
fn kind_and_strength() {
    let table: &[(Vec<u8>, &str)] = &[
        (on_curve(&[42, 134, 72, 206, 61, 3, 1, 7]), "EC P-256"),
        (on_curve(&[43, 129, 4, 0, 34]), "EC P-384"),
        (on_curve(&[43, 129, 4, 0, 35]), "EC P-521"),
        (on_curve(&[43, 129, 4, 0, 10]), "EC on curve 1.3.132.0.10"),
        (public_key(EC, &sequence(&[&[2, 1, 1]]), &[4; 65]), "EC with explicit parameters"),
        (public_key(EC, &[5, 0], &[4; 65]), "EC with explicit parameters"),
        (public_key(&[43, 101, 112], &[], &[1; 32]), "Ed25519"),
        (public_key(&[43, 101, 113], &[], &[1; 57]), "Ed448"),
        (public_key(&[42, 134, 72, 206, 56, 4, 1], &[], &[]), "algorithm 1.2.840.10040.4.1"),
        (rsa_of_bits(512), "RSA 512"),
        (rsa_of_bits(2048), "RSA 2048"),
        (rsa_of_bits(16_384), "RSA 16384"),
        (rsa(&[0x7f, 0xff], &[3]), "RSA 15"),
        (rsa(&[0], &[3]), "RSA 0"),
    ];
    for (spki, shown) in table {
        let der = with_key(spki.clone());
        let certificate = Certificate::from_der(&der).unwrap();
        assert_eq!(certificate.spki.key().unwrap().to_string(), *shown);
        assert_eq!(sequence(&[certificate.spki.as_bytes()]), *spki);
    }
}

#[test]
fn exponents() {
    let table: &[(&[u8], u64)] = &[
        (&[0], 0),
        (&[1], 1),
        (&[0, 0x80], 128),
        (&[1, 0, 1], 65_537),
        (&[0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfd], u64::MAX - 2),
        (&[1, 0, 0, 0, 0, 0, 0, 0, 1], u64::MAX),
        (&[1, 0, 0, 0, 0, 0, 0, 0, 0], u64::MAX - 1),
    ];
    for (exponent, expected) in table {
        let der = with_key(rsa(&modulus(2048), exponent));
        let key = Certificate::from_der(&der).unwrap().spki.key();
        let expected = PublicKey::Rsa { bits: 2048, exponent: *expected };
        assert_eq!(key, Ok(expected), "{exponent:x?}");
    }
}

/// They do not make the certificate unreadable: it may never be asked for its key.
#[test]
fn keys_that_cannot_be_read() {
    let table: &[(&str, Vec<u8>, ErrorKind)] = &[
        ("empty", sequence(&[]), ErrorKind::Missing { expected: 0x30 }),
        (
            "no algorithm",
            sequence(&[&sequence(&[]), &[3, 1, 0]]),
            ErrorKind::Missing { expected: 6 },
        ),
        ("no key", sequence(&[&sequence(&[&tlv(6, EC)])]), ErrorKind::Missing { expected: 3 }),
        (
            "two keys",
            sequence(&[&sequence(&[&tlv(6, EC)]), &[3, 1, 0, 3, 1, 0]]),
            ErrorKind::TrailingData { found: 3 },
        ),
        (
            "unused bits",
            sequence(&[&sequence(&[&tlv(6, EC)]), &[3, 2, 8, 0]]),
            ErrorKind::BadUnusedBits { found: 8 },
        ),
        ("a curve that is cut", on_curve(&[0x84]), ErrorKind::BadObjectIdentifier),
        (
            "rsa without numbers",
            public_key(RSA, &[5, 0], &[]),
            ErrorKind::Missing { expected: 0x30 },
        ),
        (
            "rsa with one number",
            public_key(RSA, &[5, 0], &sequence(&[&[2, 1, 5]])),
            ErrorKind::Missing { expected: 2 },
        ),
        (
            "rsa with three numbers",
            public_key(RSA, &[5, 0], &sequence(&[&[2, 1, 5, 2, 1, 3, 2, 1, 1]])),
            ErrorKind::TrailingData { found: 3 },
        ),
        ("a needless zero", rsa(&[0, 0, 0x80], &[3]), ErrorKind::IntegerNotShortest),
        ("a negative modulus", rsa(&[0x80, 1], &[3]), ErrorKind::NegativeInteger),
        ("a negative exponent", rsa(&[0, 0x80, 1], &[0xff]), ErrorKind::NegativeInteger),
    ];
    for (what, spki, kind) in table {
        let der = with_key(spki.clone());
        let error = Certificate::from_der(&der).unwrap().spki.key().expect_err(what);
        let found = (error.field(), error.kind());
        assert_eq!(found, (Some(Field::SubjectPublicKeyInfo), *kind), "{what}");
    }
}
