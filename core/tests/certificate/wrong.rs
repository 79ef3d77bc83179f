use rootbake_core::certificate::{Certificate, ErrorKind, Field};

use ErrorKind::{
    AlgorithmMismatch, BadBoolean, BadLength, BadObjectIdentifier, BadTime, BadUnusedBits,
    DefaultWrittenOut, Empty, FieldNeedsNewerVersion, HighTagNumber, IndefiniteLength,
    IntegerNotShortest, LengthNotShortest, LengthTooLong, Missing, NegativeInteger,
    SubtreeDistance, TrailingData, Truncated, UnexpectedTag, UnsupportedVersion,
};

use crate::parts::{
    Parts, Patch, attribute, basic_constraints, critical, extension, generalized_time, key_usage,
    name, permitted, public_key, purposes, sequence, tlv, utc_time, validity,
};

/// What is wrong, how it comes about, and the error it makes.
type Row = (&'static str, Patch, ErrorKind);

const TRAILING: ErrorKind = TrailingData { found: 1 };
const DNS: u8 = 0x82;

fn check(field: impl Into<Option<Field>>, table: &[Row]) {
    let field = field.into();
    for (what, patch, kind) in table {
        let der = Parts::patched(*patch);
        let error = Certificate::from_der(&der).expect_err(what);
        assert_eq!((error.field(), error.kind()), (field, *kind), "{what}: {error}");
        assert!(error.offset() <= der.len(), "{what}: {error}");
    }
}

const fn tag(found: u8, expected: u8) -> ErrorKind {
    UnexpectedTag { found, expected }
}

#[test]
fn a_certificate_cut_short_is_refused_wherever_it_is_cut() {
    let der = Parts::root().der();
    assert!(Certificate::from_der(&der).is_ok());
    for length in 0..der.len() {
        let error = Certificate::from_der(&der[..length]).expect_err("a part of a certificate");
        let expected = match length {
            0 => "missing-field",
            _ => "truncated-der",
        };
        assert_eq!(error.code(), expected, "{length} bytes: {error}");
    }
}

#[test]
fn the_outermost_element() {
    type Edit = fn(&mut Vec<u8>);
    let table: &[(&str, Edit, ErrorKind)] = &[
        ("a byte behind the end", |der| der.push(0), TRAILING),
        ("a set", |der| der[0] = 0x31, tag(0x31, 0x30)),
        ("indefinite length", |der| der[1] = 0x80, IndefiniteLength),
        (
            "a length with a needless zero",
            |der| drop(der.splice(1..2, [0x83, 0])),
            LengthNotShortest,
        ),
        (
            "a short length in two bytes",
            |der| drop(der.splice(1.., [0x81, 0x7f])),
            LengthNotShortest,
        ),
        (
            "four bytes of length with a needless zero",
            |der| drop(der.splice(1..2, [0x84, 0, 0])),
            LengthNotShortest,
        ),
        ("a length of five bytes", |der| der[1] = 0x85, LengthTooLong),
        ("a length of 127 bytes", |der| der[1] = 0xff, LengthTooLong),
    ];
    for (what, edit, expected) in table {
        let mut der = Parts::root().der();
        edit(&mut der);
        let error = Certificate::from_der(&der).expect_err(what);
        assert_eq!((error.field(), error.kind()), (None, *expected), "{what}");
    }
}

#[test]
fn version() {
    check(
        Field::Version,
        &[
            ("1, the default", |c| c.version = tlv(0xa0, &[2, 1, 0]), DefaultWrittenOut),
            ("4", |c| c.version = tlv(0xa0, &[2, 1, 3]), UnsupportedVersion { found: 4 }),
            ("256", |c| c.version = tlv(0xa0, &[2, 2, 0, 0xff]), UnsupportedVersion { found: 256 }),
            ("negative", |c| c.version = tlv(0xa0, &[2, 1, 0xff]), NegativeInteger),
            ("not the shortest", |c| c.version = tlv(0xa0, &[2, 2, 0, 2]), IntegerNotShortest),
            ("not an integer", |c| c.version = tlv(0xa0, &[4, 1, 2]), tag(4, 2)),
            ("nothing", |c| c.version = tlv(0xa0, &[]), Missing { expected: 2 }),
            ("followed by a byte", |c| c.version = tlv(0xa0, &[2, 1, 2, 0]), TRAILING),
        ],
    );
    check(
        Field::UniqueIdentifier,
        &[(
            "1, with a unique identifier",
            |c| {
                c.version_1();
                c.unique_ids = tlv(0x81, &[0, 1]);
            },
            FieldNeedsNewerVersion,
        )],
    );
    check(
        Field::Extensions,
        &[
            ("1, with extensions", |c| c.version.clear(), FieldNeedsNewerVersion),
            ("2, with extensions", |c| c.version = tlv(0xa0, &[2, 1, 1]), FieldNeedsNewerVersion),
        ],
    );
}

#[test]
fn serial_number() {
    check(
        Field::SerialNumber,
        &[
            ("empty", |c| c.serial = tlv(2, &[]), BadLength { found: 0, expected: 1 }),
            ("a needless zero", |c| c.serial = tlv(2, &[0, 0x7f]), IntegerNotShortest),
            ("a needless sign", |c| c.serial = tlv(2, &[0xff, 0x80]), IntegerNotShortest),
            ("not an integer", |c| c.serial = tlv(4, &[1]), tag(4, 2)),
        ],
    );
}

#[test]
fn signature() {
    check(
        Field::SignatureAlgorithm,
        &[
            (
                "another algorithm",
                |c| c.outer_algorithm = sequence(&[&tlv(6, &[43, 101, 112])]),
                AlgorithmMismatch,
            ),
            (
                "one with parameters, one without",
                |c| {
                    let algorithm = tlv(6, &[43, 101, 112]);
                    c.algorithm = sequence(&[&algorithm]);
                    c.outer_algorithm = sequence(&[&algorithm, &[5, 0]]);
                },
                AlgorithmMismatch,
            ),
            ("not a sequence", |c| c.algorithm = vec![5, 0], tag(5, 0x30)),
            ("not a sequence outside", |c| c.outer_algorithm = vec![5, 0], tag(5, 0x30)),
        ],
    );
    check(
        None,
        &[
            ("octets", |c| c.signature = tlv(4, &[0; 9]), tag(4, 3)),
            ("9 unused bits", |c| c.signature = tlv(3, &[9, 0]), BadUnusedBits { found: 9 }),
            ("no signature", |c| c.signature.clear(), Missing { expected: 3 }),
            ("two signatures", |c| c.signature.extend([3, 1, 0]), TrailingData { found: 3 }),
        ],
    );
}

#[test]
fn names() {
    check(
        Field::Issuer,
        &[
            ("not a sequence", |c| c.issuer = tlv(0x31, &[]), tag(0x31, 0x30)),
            ("sequence of sequence", |c| c.issuer = sequence(&[&sequence(&[])]), tag(0x30, 0x31)),
            (
                "an attribute without a type",
                |c| c.issuer = sequence(&[&tlv(0x31, &sequence(&[]))]),
                Missing { expected: 6 },
            ),
        ],
    );
    check(
        Field::Subject,
        &[
            (
                "an attribute without a value",
                |c| c.subject = attribute(&[85, 4, 3], &[]),
                Truncated { found: 0, expected: 1 },
            ),
            (
                "an attribute with two values",
                |c| c.subject = attribute(&[85, 4, 3], &[12, 0, 12, 0]),
                TrailingData { found: 2 },
            ),
            (
                "a tag of several bytes",
                |c| c.subject = name(0x1f, &[0x21]),
                HighTagNumber { found: 0x1f },
            ),
            (
                "a value cut short",
                |c| c.subject = attribute(&[85, 4, 3], &[12, 5, b'a']),
                Truncated { found: 3, expected: 7 },
            ),
            (
                "a name cut short",
                |c| c.subject = tlv(0x30, &c.subject[2..c.subject.len() - 1]),
                Truncated { found: 22, expected: 23 },
            ),
            (
                "a set of indefinite length",
                |c| {
                    let attribute = sequence(&[&tlv(6, &[85, 4, 3]), &tlv(12, &[b'x'; 119])]);
                    c.subject = sequence(&[&[0x31, 0x80], &attribute]);
                },
                IndefiniteLength,
            ),
            ("an empty identifier", |c| c.subject = attribute(&[], &[12, 0]), BadObjectIdentifier),
            (
                "an identifier cut within an arc",
                |c| c.subject = attribute(&[85, 0x84], &[12, 0]),
                BadObjectIdentifier,
            ),
            (
                "an identifier of 40 bytes",
                |c| c.subject = attribute(&[1; 40], &[12, 0]),
                BadObjectIdentifier,
            ),
        ],
    );
}

#[test]
fn a_name_whose_lengths_do_not_fit_each_other_is_refused() {
    // of SET, SEQUENCE, OBJECT IDENTIFIER and value
    for place in [3, 5, 7, 12] {
        for change in [1, u8::MAX] {
            let mut root = Parts::root();
            root.subject[place] = root.subject[place].wrapping_add(change);
            let error = Certificate::from_der(&root.der()).unwrap_err();
            assert_eq!(error.field(), Some(Field::Subject), "{place} {change}");
        }
    }
}

#[test]
fn times() {
    const UTC: ErrorKind = BadTime { expected: "YYMMDDHHMMSSZ" };
    const GENERALIZED: ErrorKind = BadTime { expected: "YYYYMMDDHHMMSSZ" };
    let rows: &[(&str, Vec<u8>, ErrorKind)] = &[
        ("no seconds", utc_time("2001010000Z"), UTC),
        ("an offset", utc_time("200101000000+0000"), UTC),
        ("no zone", utc_time("200101000000"), UTC),
        ("30 February", utc_time("200230000000Z"), UTC),
        ("29 February of a common year", utc_time("210229000000Z"), UTC),
        ("month 13", utc_time("201301000000Z"), UTC),
        ("day 0", utc_time("200100000000Z"), UTC),
        ("hour 24", utc_time("200101240000Z"), UTC),
        ("a leap second", utc_time("161231235960Z"), UTC),
        ("four digits of a year", utc_time("20200101000000Z"), UTC),
        ("a sign", utc_time("+10101000000Z"), UTC),
        ("what stands behind 9", utc_time("20010100000:Z"), UTC),
        ("what stands in front of 0", utc_time("20010100000/Z"), UTC),
        ("what ends like a digit", utc_time("20010100000pZ"), UTC),
        ("bytes that are not ASCII", tlv(0x17, b"20010100000\xffZ"), UTC),
        ("empty", utc_time(""), UTC),
        ("two digits of a year", generalized_time("200101000000Z"), GENERALIZED),
        ("a fraction", generalized_time("20200101000000.5Z"), GENERALIZED),
        ("no seconds", generalized_time("202001010000Z"), GENERALIZED),
        ("29 February 1900", generalized_time("19000229000000Z"), GENERALIZED),
        ("text", tlv(0x0c, b"200101000000Z"), tag(0x0c, 0x17)),
        ("nothing", Vec::new(), Truncated { found: 0, expected: 1 }),
    ];
    for (what, time, kind) in rows {
        let mut root = Parts::root();
        root.validity = validity(&utc_time("200101000000Z"), time);
        let error = Certificate::from_der(&root.der()).expect_err(what);
        assert_eq!((error.field(), error.kind()), (Some(Field::Validity), *kind), "{what}");
    }
    check(
        Field::Validity,
        &[(
            "three times",
            |c| {
                c.validity =
                    sequence(&[&utc_time("200101000000Z"), &utc_time("300101000000Z"), &[5, 0]])
            },
            TrailingData { found: 2 },
        )],
    );
}

#[test]
fn the_end_of_the_signed_part() {
    check(
        Field::SubjectPublicKeyInfo,
        &[("a key that is no sequence", |c| c.spki = tlv(3, &[0]), tag(3, 0x30))],
    );
    check(
        None,
        &[
            ("something behind the extensions", |c| c.rest = vec![5, 0], TrailingData { found: 2 }),
            ("a second list of extensions", |c| c.rest = vec![0xa3, 0], TrailingData { found: 2 }),
            (
                "the unique identifiers in the wrong order",
                |c| c.unique_ids = vec![0x82, 0, 0x81, 0],
                TrailingData { found: 20 },
            ),
        ],
    );
}

#[test]
fn extensions() {
    check(
        Field::Extensions,
        &[
            (
                "a boolean of 0x01",
                |c| c.extend(sequence(&[&tlv(6, &[42]), &[1, 1, 1], &[4, 0]])),
                BadBoolean { found: 1 },
            ),
            (
                "a boolean of two bytes",
                |c| c.extend(sequence(&[&tlv(6, &[42]), &[1, 2, 0, 0], &[4, 0]])),
                BadLength { found: 2, expected: 1 },
            ),
            ("not a sequence", |c| c.extend(vec![5, 0]), tag(5, 0x30)),
            ("no identifier", |c| c.extend(sequence(&[])), Missing { expected: 6 }),
            (
                "an identifier cut within an arc",
                |c| c.extend(critical(&[42, 0x84], &[])),
                BadObjectIdentifier,
            ),
            ("no value", |c| c.extend(sequence(&[&tlv(6, &[42])])), Missing { expected: 4 }),
            (
                "a value that is no octet string",
                |c| c.extend(sequence(&[&tlv(6, &[42]), &[3, 1, 0]])),
                tag(3, 4),
            ),
            (
                "two values",
                |c| c.extend(sequence(&[&tlv(6, &[42]), &[4, 0, 4, 0]])),
                TrailingData { found: 2 },
            ),
        ],
    );
}

/// Also of those that are not read, as far as they are of the family 2.5.29.
#[test]
fn an_extension_that_is_there_twice() {
    for number in [14, 15, 17, 19, 30, 31, 32, 35, 37, 127] {
        let mut root = Parts::root();
        root.extensions = None;
        root.extend(readable(number));
        let once = root.der();
        assert!(Certificate::from_der(&once).is_ok(), "2.5.29.{number}");
        root.extend(readable(number));
        let twice = root.der();
        let error = Certificate::from_der(&twice).expect_err("an extension twice");
        assert_eq!((error.code(), error.field()), ("duplicate-extension", Some(Field::Extensions)));
        assert!(error.to_string().starts_with(&format!("extensions have 2.5.29.{number} twice")));
    }
}

fn readable(number: u8) -> Vec<u8> {
    match number {
        14 => extension(14, &[4, 0]),
        15 => key_usage(&[0]),
        30 => permitted(&sequence(&[&tlv(DNS, b"example.org")])),
        37 => purposes(&[1]),
        _ => extension(number, &[0x30, 0]),
    }
}

#[test]
fn the_value_of_an_extension() {
    let known = [
        (14, Field::SubjectKeyIdentifier, 4),
        (15, Field::KeyUsage, 3),
        (17, Field::SubjectAltName, 0x30),
        (19, Field::BasicConstraints, 0x30),
        (30, Field::NameConstraints, 0x30),
        (35, Field::AuthorityKeyIdentifier, 0x30),
        (37, Field::ExtendedKeyUsage, 0x30),
    ];
    for (number, field, expected) in known {
        for (value, kind) in [
            (&[5, 0][..], tag(5, expected)),
            (&[], Missing { expected }),
            (&[expected, 0, 0], TRAILING),
        ] {
            let mut root = Parts::root();
            root.only(extension(number, value));
            let error = Certificate::from_der(&root.der()).expect_err("a bad value");
            assert_eq!((error.field(), error.kind()), (Some(field), kind), "{value:x?}");
        }
    }
}

#[test]
fn basic_constraints_and_usages() {
    check(
        Field::BasicConstraints,
        &[
            ("cA of 0x01", |c| c.only(basic_constraints(&[1, 1, 1])), BadBoolean { found: 1 }),
            (
                "a negative path length",
                |c| c.only(basic_constraints(&[1, 1, 0xff, 2, 1, 0xff])),
                NegativeInteger,
            ),
            (
                "a needless zero in the path length",
                |c| c.only(basic_constraints(&[1, 1, 0xff, 2, 2, 0, 1])),
                IntegerNotShortest,
            ),
            (
                "an empty path length",
                |c| c.only(basic_constraints(&[1, 1, 0xff, 2, 0])),
                BadLength { found: 0, expected: 1 },
            ),
            (
                "cA behind the path length",
                |c| c.only(basic_constraints(&[2, 1, 0, 1, 1, 0xff])),
                TrailingData { found: 3 },
            ),
        ],
    );
    check(
        Field::KeyUsage,
        &[
            ("8 unused bits", |c| c.extend(key_usage(&[8, 6])), BadUnusedBits { found: 8 }),
            ("unused bits of no byte", |c| c.extend(key_usage(&[1])), BadUnusedBits { found: 1 }),
            (
                "no count of unused bits",
                |c| c.extend(key_usage(&[])),
                BadLength { found: 0, expected: 1 },
            ),
        ],
    );
    check(
        Field::ExtendedKeyUsage,
        &[
            ("no purposes", |c| c.extend(purposes(&[])), Empty),
            (
                "a purpose that is no identifier",
                |c| c.extend(extension(37, &[0x30, 2, 5, 0])),
                tag(5, 6),
            ),
            (
                "an empty purpose",
                |c| c.extend(extension(37, &[0x30, 2, 6, 0])),
                BadObjectIdentifier,
            ),
        ],
    );
}

#[test]
fn name_constraints() {
    check(
        Field::NameConstraints,
        &[
            ("nothing at all", |c| c.extend(extension(30, &[0x30, 0])), Empty),
            ("no permitted subtrees", |c| c.extend(permitted(&[])), Empty),
            ("no excluded subtrees", |c| c.extend(extension(30, &tlv(0x30, &[0xa1, 0]))), Empty),
            (
                "a minimum",
                |c| c.extend(permitted(&sequence(&[&tlv(DNS, b"a"), &tlv(0x80, &[0])]))),
                SubtreeDistance,
            ),
            (
                "a maximum",
                |c| c.extend(permitted(&sequence(&[&tlv(DNS, b"a"), &tlv(0x81, &[1])]))),
                SubtreeDistance,
            ),
            (
                "a subtree without a base",
                |c| c.extend(permitted(&sequence(&[]))),
                Truncated { found: 0, expected: 1 },
            ),
            (
                "a base that is no name",
                |c| c.extend(permitted(&sequence(&[&tlv(0x16, b"a")]))),
                tag(0x16, DNS),
            ),
            (
                "a base beyond the forms of a name",
                |c| c.extend(permitted(&sequence(&[&tlv(0x92, b"a")]))),
                tag(0x92, DNS),
            ),
            (
                "a subtree that is no sequence",
                |c| c.extend(permitted(&tlv(DNS, b"a"))),
                tag(DNS, 0x30),
            ),
            (
                "the excluded first",
                |c| {
                    let list = sequence(&[&tlv(DNS, b"a")]);
                    c.extend(extension(30, &sequence(&[&tlv(0xa1, &list), &tlv(0xa0, &list)])));
                },
                TrailingData { found: 7 },
            ),
        ],
    );
}

#[test]
fn an_error_says_where_and_both_sides() {
    let table: &[(Patch, &str)] = &[
        (|c| c.version = tlv(0xa0, &[2, 1, 3]), "version is 4, expected 1, 2 or 3 (byte 8)"),
        (
            |c| c.serial = tlv(2, &[0, 1]),
            "serialNumber has an integer with needless leading bytes (byte 13)",
        ),
        (
            |c| c.subject = public_key(&[42], &[], &[]),
            "subject has tag 0x30, expected 0x31 (byte 85)",
        ),
    ];
    for (patch, expected) in table {
        let der = Parts::patched(*patch);
        assert_eq!(Certificate::from_der(&der).expect_err(expected).to_string(), *expected);
    }
}
