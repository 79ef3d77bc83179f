use rootbake_core::certificate::{Certificate, ErrorKind, Field};

use crate::parts::{Parts, modulus, public_key, rsa_of_bits, sequence, tlv};

const PSS: &[u8] = &[42, 134, 72, 134, 247, 13, 1, 1, 10];
const DSA: &[u8] = &[42, 134, 72, 206, 56, 4, 1];

fn algorithm(oid: &[u8], parameters: &[u8]) -> Vec<u8> {
    sequence(&[&tlv(6, oid), parameters])
}

/// The parameters of RSASSA-PSS with this hash, by the last number of its identifier.
fn pss(hash: u8) -> Vec<u8> {
    let hash = algorithm(&[96, 134, 72, 1, 101, 3, 4, 2, hash], &[5, 0]);
    algorithm(PSS, &sequence(&[&tlv(0xa0, &hash)]))
}

fn signed_by(algorithm: Vec<u8>) -> Vec<u8> {
    let mut root = Parts::root();
    root.outer_algorithm.clone_from(&algorithm);
    root.algorithm = algorithm;
    root.der()
}

#[test]
fn algorithm_and_hash() {
    let rsa = |number| algorithm(&[42, 134, 72, 134, 247, 13, 1, 1, number], &[5, 0]);
    let ecdsa = |number| algorithm(&[42, 134, 72, 206, 61, 4, 3, number], &[]);
    let table: &[(Vec<u8>, &str)] = &[
        (rsa(2), "MD2withRSA"),
        (rsa(4), "MD5withRSA"),
        (rsa(5), "SHA1withRSA"),
        (rsa(14), "SHA224withRSA"),
        (rsa(11), "SHA256withRSA"),
        (rsa(12), "SHA384withRSA"),
        (rsa(13), "SHA512withRSA"),
        (rsa(3), "algorithm 1.2.840.113549.1.1.3"),
        (algorithm(&[42, 134, 72, 206, 61, 4, 1], &[]), "SHA1withECDSA"),
        (ecdsa(1), "SHA224withECDSA"),
        (ecdsa(2), "SHA256withECDSA"),
        (ecdsa(3), "SHA384withECDSA"),
        (ecdsa(4), "SHA512withECDSA"),
        (algorithm(&[42, 134, 72, 206, 56, 4, 3], &[]), "SHA1withDSA"),
        (algorithm(&[96, 134, 72, 1, 101, 3, 4, 3, 1], &[]), "SHA224withDSA"),
        (algorithm(&[96, 134, 72, 1, 101, 3, 4, 3, 2], &[]), "SHA256withDSA"),
        (algorithm(&[43, 101, 112], &[]), "Ed25519"),
        (algorithm(&[43, 101, 113], &[]), "Ed448"),
        (pss(1), "RSASSA-PSS with SHA256"),
        (pss(2), "RSASSA-PSS with SHA384"),
        (pss(3), "RSASSA-PSS with SHA512"),
        (pss(4), "RSASSA-PSS with SHA224"),
        (pss(9), "RSASSA-PSS with another hash"),
        // all defaults (RFC 4055 section 3.1)
        (algorithm(PSS, &sequence(&[])), "RSASSA-PSS with SHA1"),
    ];
    for (algorithm, shown) in table {
        let der = signed_by(algorithm.clone());
        let certificate = Certificate::from_der(&der).unwrap();
        assert_eq!(certificate.signature().unwrap().to_string(), *shown);
    }
}

#[test]
fn parameters_that_cannot_be_read() {
    let der = signed_by(algorithm(PSS, &[]));
    let error = Certificate::from_der(&der).unwrap().signature().unwrap_err();
    assert_eq!(error.field(), Some(Field::SignatureAlgorithm));
    assert_eq!(error.kind(), ErrorKind::Missing { expected: 0x30 });
}

#[test]
fn bits_of_a_modulus() {
    let numbers = [tlv(2, &modulus(1024)), tlv(2, &[3]), tlv(2, &[3])];
    let numbers: Vec<&[u8]> = numbers.iter().map(Vec::as_slice).collect();
    let key = sequence(&[&tlv(2, &modulus(3072)), &[2, 1, 3]]);
    for (spki, bits) in [
        (rsa_of_bits(2048), Some(2048)),
        (public_key(PSS, &[], &key), Some(3072)),
        (public_key(DSA, &sequence(&numbers), &[2, 1, 5]), Some(1024)),
        (public_key(&[43, 101, 112], &[], &[1; 32]), None),
    ] {
        let mut root = Parts::root();
        root.spki = spki;
        let der = root.der();
        assert_eq!(Certificate::from_der(&der).unwrap().spki.modulus_bits().unwrap(), bits);
    }
}
