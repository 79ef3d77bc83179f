//! Certificates that are not as RFC 5280 wants them, and all the same are read: roots in use are
//! like that, or the rule does no good.

use rootbake_core::certificate::{Certificate, NameForm, Version};

use crate::parts::{
    CA, Parts, Patch, authority_key_id, basic_constraints, critical, extension, generalized_time,
    key_usage, permitted, purposes, sequence, subject_key_id, tlv, utc_time, validity,
};

/// What is odd, how it comes about, and what is read.
type Row = (&'static str, Patch, &'static str);

fn check(show: fn(&Certificate<'_>) -> String, table: &[Row]) {
    for (what, patch, expected) in table {
        let der = Parts::patched(*patch);
        let certificate = Certificate::from_der(&der).expect(what);
        assert_eq!(show(&certificate), *expected, "{what}");
        assert_eq!(certificate.der, der, "{what}");
        let names = (certificate.issuer, certificate.subject);
        assert_eq!(Certificate::names_of(&der), Ok(names), "{what}");
    }
}

#[test]
fn times() {
    check(
        |certificate| {
            let validity = certificate.validity;
            format!("{} to {}", validity.not_before, validity.not_after)
        },
        &[
            ("nothing", |_| (), "2020-01-01T00:00:00Z to 2030-01-01T00:00:00Z"),
            (
                "GeneralizedTime before 2050",
                |c| {
                    let [first, last] = ["20200101000000Z", "20491231235959Z"];
                    c.validity = validity(&generalized_time(first), &generalized_time(last));
                },
                "2020-01-01T00:00:00Z to 2049-12-31T23:59:59Z",
            ),
            (
                "before 1970, without an end",
                |c| {
                    let last = generalized_time("99991231235959Z");
                    c.validity = validity(&utc_time("500101000000Z"), &last);
                },
                "1950-01-01T00:00:00Z to 9999-12-31T23:59:59Z",
            ),
            (
                "the last of the two-digit years, before the first year",
                |c| {
                    let last = generalized_time("00000101000000Z");
                    c.validity = validity(&utc_time("491231235959Z"), &last);
                },
                "2049-12-31T23:59:59Z to 0000-01-01T00:00:00Z",
            ),
            (
                "a leap day",
                |c| c.validity = validity(&utc_time("000229120000Z"), &utc_time("960229235959Z")),
                "2000-02-29T12:00:00Z to 1996-02-29T23:59:59Z",
            ),
        ],
    );
}

#[test]
fn serial_numbers() {
    check(
        |certificate| format!("{:02x?}", certificate.serial),
        &[
            ("zero", |c| c.serial = tlv(2, &[0]), "[00]"),
            ("negative", |c| c.serial = tlv(2, &[0x80, 1]), "[80, 01]"),
            ("minus one", |c| c.serial = tlv(2, &[0xff]), "[ff]"),
            ("a sign byte", |c| c.serial = tlv(2, &[0, 0x80]), "[00, 80]"),
        ],
    );
    check(
        |certificate| certificate.serial.len().to_string(),
        &[("longer than 20 bytes", |c| c.serial = tlv(2, &[0x7f; 200]), "200")],
    );
}

/// Only that they are the same matters here: what they mean is for who verifies with the key.
#[test]
fn signature_algorithms() {
    check(
        |certificate| certificate.subject.to_string(),
        &[
            (
                "without parameters",
                |c| {
                    c.algorithm = sequence(&[&tlv(6, &[42, 134, 72, 134, 247, 13, 1, 1, 11])]);
                    c.outer_algorithm = c.algorithm.clone();
                },
                "CN=Example Root",
            ),
            (
                "nothing at all",
                |c| (c.algorithm, c.outer_algorithm) = (sequence(&[]), sequence(&[])),
                "CN=Example Root",
            ),
        ],
    );
}

#[test]
fn versions() {
    check(
        |certificate| format!("{:?}", certificate.version),
        &[
            ("without extensions", |c| c.extensions = None, "V3"),
            ("an empty list of extensions", |c| c.extensions = Some(Vec::new()), "V3"),
            ("version 1", Parts::version_1, "V1"),
            (
                "version 2 with unique identifiers",
                |c| {
                    c.version = tlv(0xa0, &[2, 1, 1]);
                    c.extensions = None;
                    c.unique_ids = vec![0x81, 2, 0, 1, 0x82, 2, 0, 2];
                },
                "V2",
            ),
            ("the second unique identifier only", |c| c.unique_ids = vec![0x82, 2, 0, 2], "V3"),
        ],
    );
    assert!(Version::V1 < Version::V2 && Version::V2 < Version::V3);
}

#[test]
fn critical_extensions() {
    check(
        |certificate| match certificate.extensions.unknown_critical {
            Some(oid) => oid.to_string(),
            None => "none".to_owned(),
        },
        &[
            ("basicConstraints", |c| c.only(critical(&[85, 29, 19], &[0x30, 0])), "none"),
            ("subjectAltName", |c| c.extend(critical(&[85, 29, 17], &[0x30, 0])), "none"),
            ("certificatePolicies", |c| c.extend(critical(&[85, 29, 32], &[0x30, 0])), "none"),
            ("policyMappings", |c| c.extend(critical(&[85, 29, 33], &[0x30, 0])), "2.5.29.33"),
            ("policyConstraints", |c| c.extend(critical(&[85, 29, 36], &[0x30, 0])), "2.5.29.36"),
            ("inhibitAnyPolicy", |c| c.extend(critical(&[85, 29, 54], &[2, 1, 0])), "2.5.29.54"),
            ("cRLDistributionPoints", |c| c.extend(critical(&[85, 29, 31], &[])), "2.5.29.31"),
            ("a private one", |c| c.extend(critical(&[42, 3, 0x84, 0], &[])), "1.2.3.512"),
            ("an arc beyond 127", |c| c.extend(critical(&[85, 29, 0x81, 0], &[])), "2.5.29.128"),
            (
                "two of them",
                |c| {
                    c.extend(critical(&[0x88, 0x37], &[]));
                    c.extend(critical(&[42], &[]));
                },
                "2.999",
            ),
            ("not critical", |c| c.extend(extension(36, &[0x30, 0])), "none"),
            (
                "FALSE written out",
                |c| c.extend(sequence(&[&tlv(6, &[42]), &[1, 1, 0], &[4, 0]])),
                "none",
            ),
            (
                "twice, and not of the family 2.5.29",
                |c| {
                    c.extend(sequence(&[&tlv(6, &[42]), &[4, 0]]));
                    c.extend(critical(&[42], &[]));
                },
                "1.2",
            ),
        ],
    );
}

#[test]
fn basic_constraints_of_a_root() {
    check(
        |certificate| match certificate.extensions.basic_constraints {
            Some(constraints) => format!("{} {:?}", constraints.ca, constraints.path_len),
            None => "none".to_owned(),
        },
        &[
            ("none", |c| c.only(subject_key_id(&[1])), "none"),
            ("empty", |c| c.only(basic_constraints(&[])), "false None"),
            ("FALSE written out", |c| c.only(basic_constraints(&[1, 1, 0])), "false None"),
            ("cA", |c| c.only(basic_constraints(CA)), "true None"),
            ("length 0", |c| c.only(basic_constraints(&[1, 1, 255, 2, 1, 0])), "true Some(0)"),
            (
                "length 255",
                |c| c.only(basic_constraints(&[1, 1, 255, 2, 2, 0, 255])),
                "true Some(255)",
            ),
            (
                "length 256",
                |c| c.only(basic_constraints(&[1, 1, 255, 2, 2, 1, 0])),
                "true Some(255)",
            ),
            (
                "a length of 64 bits",
                |c| c.only(basic_constraints(&[1, 1, 255, 2, 8, 1, 0, 0, 0, 0, 0, 0, 0])),
                "true Some(255)",
            ),
            ("a length without cA", |c| c.only(basic_constraints(&[2, 1, 1])), "false Some(1)"),
        ],
    );
}

#[test]
fn key_usages() {
    check(
        |certificate| match certificate.extensions.key_usage {
            Some(usage) => format!("{:04x} {usage}", usage.bits()),
            None => "none".to_owned(),
        },
        &[
            ("none", |_| (), "none"),
            ("a ca", |c| c.extend(key_usage(&[1, 0b0000_0110])), "0600 keyCertSign, cRLSign"),
            ("nothing allowed", |c| c.extend(key_usage(&[0])), "0000 nothing"),
            ("zero bits", |c| c.extend(key_usage(&[7, 0])), "0000 nothing"),
            (
                "bits set that do not count",
                |c| c.extend(key_usage(&[7, 0xff])),
                "8000 digitalSignature",
            ),
            (
                "bits of a second byte that do not count",
                |c| c.extend(key_usage(&[7, 0b0000_0100, 0xff])),
                "0480 keyCertSign, decipherOnly",
            ),
            ("more than sixteen", |c| c.extend(key_usage(&[4, 4, 0, 0xf0])), "0400 keyCertSign"),
            ("all sixteen", |c| c.extend(key_usage(&[0, 0xff, 0xff])), "ffff any usage"),
        ],
    );
}

#[test]
fn extended_key_usages() {
    check(
        |certificate| match certificate.extensions.extended_key_usage {
            Some(purposes) => purposes.to_string(),
            None => "none".to_owned(),
        },
        &[
            ("none", |_| (), "none"),
            ("TLS", |c| c.extend(purposes(&[2, 1])), "serverAuth, clientAuth"),
            ("twice the same", |c| c.extend(purposes(&[1, 1])), "serverAuth"),
            ("one that has no name here", |c| c.extend(purposes(&[17])), "others"),
            (
                "all with a name",
                |c| c.extend(purposes(&[1, 2, 3, 4, 8, 9])),
                "serverAuth, clientAuth, codeSigning, emailProtection, timeStamping, OCSPSigning",
            ),
            (
                "any, beside another",
                |c| {
                    c.extend(extension(37, &sequence(&[&tlv(6, &[42]), &tlv(6, &[85, 29, 37, 0])])))
                },
                "any purpose",
            ),
        ],
    );
}

#[test]
fn identifiers_and_alternative_names() {
    check(
        |certificate| {
            let extensions = certificate.extensions;
            let (authority, subject) = (extensions.authority_key_id, extensions.subject_key_id);
            format!("{authority:?} {subject:?} {:?}", extensions.subject_alt_name)
        },
        &[
            ("none", |_| (), "None None None"),
            (
                "both",
                |c| {
                    c.extend(authority_key_id(&[1]));
                    c.extend(subject_key_id(&[2, 3]));
                },
                "Some([1]) Some([2, 3]) None",
            ),
            (
                "empty ones",
                |c| {
                    c.extend(authority_key_id(&[]));
                    c.extend(subject_key_id(&[]));
                },
                "Some([]) Some([]) None",
            ),
            (
                "an authority by serial number",
                |c| c.extend(extension(35, &[0x30, 3, 0x82, 1, 9])),
                "None None None",
            ),
            (
                "names that are none",
                |c| c.extend(extension(17, &[0x30, 2, 5, 0])),
                "None None Some([5, 0])",
            ),
        ],
    );
}

#[test]
fn name_constraints() {
    const FORMS: [NameForm; 6] = [
        NameForm::Other,
        NameForm::Email,
        NameForm::Dns,
        NameForm::Directory,
        NameForm::Uri,
        NameForm::Ip,
    ];
    check(
        |certificate| match certificate.extensions.name_constraints {
            Some(constraints) => {
                let forms = FORMS.into_iter().filter(|form| constraints.names(*form));
                let anchor = certificate.trust_anchor().name_constraints.unwrap();
                assert_eq!(anchor.as_ref(), constraints.as_bytes());
                format!("{:?} {}", forms.collect::<Vec<_>>(), anchor.len())
            }
            None => "none".to_owned(),
        },
        &[
            ("none", |_| (), "none"),
            ("DNS", |c| c.extend(permitted(&sequence(&[&tlv(0x82, b"a")]))), "[Dns] 7"),
            ("all DNS names", |c| c.extend(permitted(&sequence(&[&tlv(0x82, b"")]))), "[Dns] 6"),
            (
                "one permitted, another excluded",
                |c| {
                    let email = sequence(&[&tlv(0x81, b"a")]);
                    let name = sequence(&[&tlv(0xa4, &[0x30, 0])]);
                    let both = [tlv(0xa0, &email), tlv(0xa1, &name)].concat();
                    c.extend(extension(30, &tlv(0x30, &both)));
                },
                "[Email, Directory] 15",
            ),
            (
                "three of a list",
                |c| {
                    let list = [0xa0, 0x86, 0x87].map(|form| sequence(&[&tlv(form, &[])]));
                    c.extend(permitted(&list.concat()));
                },
                "[Other, Uri, Ip] 14",
            ),
            (
                "a form without a name here",
                |c| c.extend(permitted(&sequence(&[&tlv(0x88, &[42])]))),
                "[] 7",
            ),
        ],
    );
}
