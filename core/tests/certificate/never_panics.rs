//! Whatever the bytes are: an error or a certificate, and nothing that is asked of it panics.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rootbake_core::certificate::{
    Certificate, Name, NameForm, Purposes, SubjectPublicKeyInfo, Time,
};
use rootbake_core::constraints::{Constraints, Issued, PathFacts, Violation};
use rootbake_core::role::{Role, Warning};

use crate::parts::{Parts, critical, extension, rsa_of_bits, sequence, tlv};

/// Something of everything that is read.
fn rich() -> Vec<u8> {
    let mut root = Parts::root();
    root.spki = rsa_of_bits(1024);
    root.unique_ids = vec![0x81, 2, 0, 1];
    for number in NUMBERS {
        if number != 19 {
            root.extend(extension(number, &value_of(number)));
        }
    }
    root.extend(critical(&[42, 3, 4], &[5, 0]));
    root.der()
}

/// The extensions 2.5.29 that are read
const NUMBERS: [u8; 7] = [14, 15, 17, 19, 30, 35, 37];

fn value_of(number: u8) -> Vec<u8> {
    let name = tlv(0x82, b"example.org");
    match number {
        14 => vec![4, 2, 1, 2],
        15 => vec![3, 2, 1, 6],
        17 => sequence(&[&name]),
        19 => vec![0x30, 6, 1, 1, 0xff, 2, 1, 3],
        30 => sequence(&[&tlv(0xa0, &sequence(&[&name])), &tlv(0xa1, &sequence(&[&name]))]),
        35 => sequence(&[&tlv(0x80, &[1, 2])]),
        _ => sequence(&[&tlv(6, &[85, 29, 37, 0]), &tlv(6, &[43, 6, 1, 5, 5, 7, 3, 1])]),
    }
}

/// One step away from a good certificate.
#[derive(Clone, Debug)]
enum Mutation {
    Flip(Index, u8),
    Insert(Index, Vec<u8>),
    Delete(Index, Index),
    /// Copies a part to another place, over what is there
    Splice(Index, Index, Index),
    /// Puts bytes that mean something to a reader of DER at a place
    Length(Index, u8),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let index = any::<Index>;
    prop_oneof![
        (index(), 1..=255u8).prop_map(|(at, bits)| Mutation::Flip(at, bits)),
        (index(), vec(any::<u8>(), 1..6)).prop_map(|(at, bytes)| Mutation::Insert(at, bytes)),
        (index(), index()).prop_map(|(from, to)| Mutation::Delete(from, to)),
        (index(), index(), index()).prop_map(|(from, to, at)| Mutation::Splice(from, to, at)),
        (index(), prop_oneof![Just(0u8), Just(0x7f), 0x80..=0x85u8, Just(0xff)])
            .prop_map(|(at, length)| Mutation::Length(at, length)),
    ]
}

impl Mutation {
    fn apply(&self, der: &mut Vec<u8>) {
        if der.is_empty() {
            return;
        }
        let place = |index: &Index| index.index(der.len());
        let range = |a: &Index, b: &Index| place(a).min(place(b))..place(a).max(place(b));
        match self {
            Self::Flip(at, bits) => {
                let at = place(at);
                der[at] ^= bits;
            }
            Self::Insert(at, bytes) => {
                let at = place(at);
                der.splice(at..at, bytes.iter().copied());
            }
            Self::Delete(from, to) => {
                let range = range(from, to);
                der.drain(range);
            }
            Self::Splice(from, to, at) => {
                let (part, at) = (der[range(from, to)].to_vec(), place(at));
                let end = der.len().min(at + part.len());
                der.splice(at..end, part);
            }
            Self::Length(at, length) => {
                let at = place(at);
                der[at] = *length;
            }
        }
    }
}

fn ask(der: &[u8]) {
    if let Ok((issuer, subject)) = Certificate::names_of(der) {
        show_name(issuer);
        show_name(subject);
    }
    match Certificate::from_der(der) {
        Ok(certificate) => {
            let names = (certificate.issuer, certificate.subject);
            assert_eq!(Certificate::names_of(der), Ok(names));
            ask_certificate(&certificate);
        }
        Err(error) => {
            assert!(error.offset() <= der.len());
            show((error, error.code()));
        }
    }
}

fn ask_certificate(certificate: &Certificate<'_>) {
    let validity = certificate.validity;
    show((validity.not_before, validity.not_after));
    show_name(certificate.issuer);
    show_name(certificate.subject);
    show_key(certificate.spki);
    ask_extensions(certificate);
    let _ = format!(
        "{certificate:?} {:?} {}",
        certificate.trust_anchor(),
        certificate.is_self_issued()
    );
    for partial_chain in [false, true] {
        if let Err(refusal) = Role::of(certificate, partial_chain) {
            show((refusal, refusal.code()));
        }
    }
    Warning::each(certificate, |warning| show((warning, warning.code())));
    let facts = PathFacts {
        time: Some(Time::from_unix_seconds(1_800_000_000)),
        purpose: Purposes::SERVER_AUTH,
        intermediates: 1,
    };
    if let Err(violation) = Constraints::of(certificate).check(&facts, not_asked) {
        show((violation, violation.code()));
    }
}

fn ask_extensions(certificate: &Certificate<'_>) {
    let extensions = &certificate.extensions;
    if let Some(usage) = extensions.key_usage {
        show((usage, usage.bits()));
    }
    if let Some(purposes) = extensions.extended_key_usage {
        show((purposes, purposes.bits()));
    }
    if let Some(oid) = extensions.unknown_critical {
        show((oid, oid.as_bytes().len()));
    }
    if let Some(constraints) = extensions.name_constraints {
        show((constraints.names(NameForm::Ip), constraints.as_bytes().len()));
    }
}

fn show_name(name: Name<'_>) {
    show((name, name.as_bytes().len()));
    if let Some(short) = name.short() {
        show((short, ""));
    }
}

fn show_key(spki: SubjectPublicKeyInfo<'_>) {
    match spki.key() {
        Ok(key) => show((key, "")),
        Err(error) => show((error, error.code())),
    }
}

fn show((one, other): (impl std::fmt::Display, impl std::fmt::Display)) {
    write!(String::new(), "{one} {other}").unwrap();
}

#[test]
fn the_certificate_that_is_mutated_is_good() {
    let der = rich();
    assert!(Certificate::from_der(&der).is_ok());
    ask(&der);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(bytes in vec(any::<u8>(), 0..200)) {
        ask(&bytes);
        show_name(Name::from_content(&bytes));
        show_key(SubjectPublicKeyInfo::from_content(&bytes));
    }

    #[test]
    fn mutated_certificates(mutations in vec(mutation(), 1..4)) {
        let mut der = rich();
        for mutation in mutations {
            mutation.apply(&mut der);
        }
        ask(&der);
    }

    /// Within one field, so that the lengths around it are right and the reader gets there.
    #[test]
    fn mutated_fields(field in 0..6usize, mutations in vec(mutation(), 1..4)) {
        let mut parts = Parts::root();
        parts.spki = rsa_of_bits(1024);
        parts.unique_ids = vec![0x81, 2, 0, 1];
        let fields = [
            &mut parts.version,
            &mut parts.serial,
            &mut parts.subject,
            &mut parts.validity,
            &mut parts.spki,
            &mut parts.unique_ids,
        ];
        for mutation in mutations {
            mutation.apply(fields[field]);
        }
        ask(&parts.der());
    }

    #[test]
    fn mutated_extensions(number in select(&NUMBERS[..]), mutations in vec(mutation(), 0..4)) {
        let mut value = value_of(number);
        for mutation in mutations {
            mutation.apply(&mut value);
        }
        let mut root = Parts::root();
        root.only(extension(number, &value));
        ask(&root.der());
    }
}

/// What a certificate limits itself asks for nothing of the end entity.
fn not_asked<'a>() -> Result<Issued<'a>, Violation> {
    panic!("nothing is imposed")
}
