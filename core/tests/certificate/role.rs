use rootbake_core::certificate::Certificate;
use rootbake_core::role::{Refusal, Role, Warning};

use crate::parts::{
    CA, Parts, Patch, authority_key_id, basic_constraints, critical, extension, key_usage, modulus,
    name, permitted, public_key, purposes, rsa, rsa_of_bits, sequence, subject_key_id, tlv,
    utc_time, validity,
};

const KEY_CERT_SIGN: &[u8] = &[2, 0b0000_0100];
const DIGITAL_SIGNATURE: &[u8] = &[7, 0b1000_0000];

fn role(patch: Patch, partial_chain: bool) -> Result<Role, Refusal> {
    Role::of(&Certificate::from_der(&Parts::patched(patch)).unwrap(), partial_chain)
}

fn issued_by_another(parts: &mut Parts) {
    parts.issuer = name(0x0c, b"Another Root");
}

fn constrained_to(parts: &mut Parts, name: &[u8]) {
    parts.extend(permitted(&sequence(&[name])));
}

#[test]
fn roles() {
    use Role::{Anchor, Intermediate, Pinned};
    // without, and with partial chains
    let table: &[(&str, Patch, Role, Role)] = &[
        ("a root", |_| (), Anchor, Anchor),
        ("a root with a bad signature", |c| c.signature = vec![3, 2, 0, 9], Anchor, Anchor),
        ("not self-issued", issued_by_another, Intermediate, Anchor),
        (
            "self-issued by name in another type of string",
            |c| c.issuer = name(0x13, b"Example Root"),
            Intermediate,
            Anchor,
        ),
        (
            "key identifiers agree",
            |c| {
                c.extend(authority_key_id(&[1]));
                c.extend(subject_key_id(&[1]));
            },
            Anchor,
            Anchor,
        ),
        (
            "a rollover: they differ",
            |c| {
                c.extend(authority_key_id(&[1]));
                c.extend(subject_key_id(&[2]));
            },
            Intermediate,
            Anchor,
        ),
        ("only an authority key identifier", |c| c.extend(authority_key_id(&[1])), Anchor, Anchor),
        ("only a subject key identifier", |c| c.extend(subject_key_id(&[1])), Anchor, Anchor),
        ("version 1", Parts::version_1, Anchor, Anchor),
        (
            "version 1, not self-issued",
            |c| {
                c.version_1();
                issued_by_another(c);
            },
            Pinned,
            Pinned,
        ),
        ("no basicConstraints", |c| c.extensions = None, Pinned, Pinned),
        (
            "no basicConstraints, and keyCertSign",
            |c| c.only(key_usage(KEY_CERT_SIGN)),
            Anchor,
            Anchor,
        ),
        (
            "no basicConstraints, and no keyCertSign",
            |c| c.only(key_usage(DIGITAL_SIGNATURE)),
            Pinned,
            Pinned,
        ),
        ("cA FALSE", |c| c.only(basic_constraints(&[])), Pinned, Pinned),
        (
            "cA FALSE, and keyCertSign",
            |c| {
                c.only(basic_constraints(&[]));
                c.extend(key_usage(KEY_CERT_SIGN));
            },
            Pinned,
            Pinned,
        ),
        ("cA without keyCertSign", |c| c.extend(key_usage(DIGITAL_SIGNATURE)), Anchor, Anchor),
        (
            "an empty name",
            |c| (c.issuer, c.subject) = (sequence(&[]), sequence(&[])),
            Anchor,
            Anchor,
        ),
        ("critical policies", |c| c.extend(critical(&[85, 29, 32], &[0x30, 0])), Anchor, Anchor),
        ("a constraint on DNS names", |c| constrained_to(c, &[0x82, 1, b'a']), Anchor, Anchor),
        ("rsa of 1024 bits", |c| c.spki = rsa_of_bits(1024), Anchor, Anchor),
        ("rsa with exponent 3", |c| c.spki = rsa(&modulus(2048), &[3]), Anchor, Anchor),
        ("a key of an unknown kind", |c| c.spki = public_key(&[42], &[], &[]), Anchor, Anchor),
    ];
    for (what, patch, without, with) in table {
        assert_eq!(role(*patch, false), Ok(*without), "{what}");
        assert_eq!(role(*patch, true), Ok(*with), "{what}, with partial chains");
    }
}

#[test]
fn refusals() {
    let table: &[(&str, Patch, &str)] = &[
        (
            "unknown-critical-extension",
            |c| c.extend(critical(&[85, 29, 36], &[0x30, 0])),
            "critical extension 2.5.29.36 is not processed here",
        ),
        (
            "unknown-critical-extension",
            |c| {
                c.only(basic_constraints(&[]));
                c.extend(critical(&[42, 3, 4], &[]));
            },
            "critical extension 1.2.3.4 is not processed here",
        ),
        (
            "weak-key",
            |c| c.spki = rsa_of_bits(1016),
            "rsa key has 1016 bits, expected at least 1024",
        ),
        (
            "bad-exponent",
            |c| c.spki = rsa(&modulus(2048), &[1]),
            "rsa key has the exponent 1, expected an odd one from 3 on",
        ),
        (
            "bad-exponent",
            |c| c.spki = rsa(&modulus(2048), &[1, 0, 0]),
            "rsa key has the exponent 65536, expected an odd one from 3 on",
        ),
        (
            "bad-exponent",
            |c| c.spki = rsa(&modulus(2048), &[0]),
            "rsa key has the exponent 0, expected an odd one from 3 on",
        ),
        ("bad-key", |c| c.spki = sequence(&[]), "public key cannot be read"),
        ("bad-key", |c| c.spki = rsa(&modulus(2048), &[0xff]), "public key cannot be read"),
        (
            "explicit-curve",
            |c| c.spki = public_key(&[42, 134, 72, 206, 61, 2, 1], &[0x30, 0], &[]),
            "elliptic curve is spelled out, expected a named curve",
        ),
        (
            "name-constraint-not-enforceable",
            |c| constrained_to(c, &tlv(0xa4, &[0x30, 0])),
            "name constraint on directory names cannot be enforced, expected DNS names, IP \
             addresses or e-mail names only",
        ),
    ];
    for (code, patch, message) in table {
        for partial_chain in [false, true] {
            let refusal = role(*patch, partial_chain).expect_err(code);
            assert_eq!((refusal.code(), refusal.to_string().as_str()), (*code, *message));
        }
    }
}

/// Below an anchor, webpki enforces what it can and refuses the rest.
#[test]
fn a_directory_name_constraint_is_refused_in_anchors_only() {
    let patch: Patch = |c| {
        issued_by_another(c);
        constrained_to(c, &tlv(0xa4, &[0x30, 0]));
    };
    assert_eq!(role(patch, false), Ok(Role::Intermediate));
    assert_eq!(role(patch, true), Err(Refusal::DirectoryNameConstraint));
}

#[test]
fn only_what_is_trusted_for_itself_alone_never_issues() {
    let roles = [Role::Anchor, Role::Intermediate, Role::Pinned];
    assert_eq!(roles.map(Role::issues), [true, true, false]);
}

#[test]
fn warnings() {
    let table: &[(&str, Patch, &[&str])] = &[
        ("a root", |_| (), &[]),
        ("an intermediate", issued_by_another, &[]),
        ("rsa of 2048 bits", |c| c.spki = rsa_of_bits(2048), &[]),
        (
            "rsa of 2040 bits",
            |c| c.spki = rsa_of_bits(2040),
            &["short-key: rsa key has 2040 bits, expected at least 2048"],
        ),
        (
            "the end before the beginning",
            |c| c.validity = validity(&utc_time("200101000001Z"), &utc_time("200101000000Z")),
            &["never-valid: last second of the validity lies before the first"],
        ),
        (
            "valid for a second",
            |c| c.validity = validity(&utc_time("200101000000Z"), &utc_time("200101000000Z")),
            &[],
        ),
        (
            "no ca",
            |c| c.only(basic_constraints(&[])),
            &["not-a-ca: certificate is not a ca: accepted when a peer presents it, never as an \
               issuer"],
        ),
        ("version 1", Parts::version_1, &["old-version: root is a certificate of version 1 or 2"]),
        (
            "no basicConstraints",
            |c| c.only(key_usage(KEY_CERT_SIGN)),
            &["no-basic-constraints: ca has no basicConstraints, and counts as one by its key \
               usage"],
        ),
        (
            "no keyCertSign",
            |c| c.extend(key_usage(DIGITAL_SIGNATURE)),
            &["no-key-cert-sign: key usage lacks keyCertSign, so this ca is never used as an \
               issuer"],
        ),
        ("keyCertSign", |c| c.extend(key_usage(KEY_CERT_SIGN)), &[]),
        (
            "an empty subject",
            |c| c.subject = sequence(&[]),
            &["empty-subject: ca has an empty subject"],
        ),
        (
            "for e-mail only",
            |c| c.extend(purposes(&[4])),
            &["not-for-tls: ca is for neither TLS servers nor clients, and is used for neither"],
        ),
        ("for TLS clients too", |c| c.extend(purposes(&[2, 4])), &[]),
        (
            "for any purpose",
            |c| c.extend(extension(37, &sequence(&[&tlv(6, &[85, 29, 37, 0])]))),
            &[],
        ),
    ];
    for (what, patch, expected) in table {
        assert_eq!(warned(*patch), *expected, "{what}");
    }
}

#[test]
fn warnings_come_one_by_one() {
    let all = warned(|c| {
        c.spki = rsa_of_bits(1024);
        c.validity = validity(&utc_time("200101000000Z"), &utc_time("190101000000Z"));
        c.subject = sequence(&[]);
        c.only(basic_constraints(CA));
        c.extend(key_usage(DIGITAL_SIGNATURE));
        c.extend(purposes(&[3]));
    });
    let codes = all.iter().map(|text| text.split(':').next().unwrap());
    let expected = ["short-key", "never-valid", "empty-subject", "no-key-cert-sign", "not-for-tls"];
    assert!(codes.eq(expected), "{all:#?}");
}

fn warned(patch: Patch) -> Vec<String> {
    let der = Parts::patched(patch);
    let mut told = Vec::new();
    Warning::each(&Certificate::from_der(&der).unwrap(), |warning| {
        told.push(format!("{}: {warning}", warning.code()));
    });
    told
}
