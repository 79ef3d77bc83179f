use rootbake_core::certificate::{Certificate, KeyUsage, Purposes, Time, Validity};
use rootbake_core::constraints::{Constraints, PathFacts, Violation};

use crate::parts::{Parts, Patch, basic_constraints, key_usage, purposes, utc_time, validity};

const FIRST: i64 = 1_577_836_800; // 2020-01-01T00:00:00Z
const LAST: i64 = 1_893_456_000; // 2030-01-01T00:00:00Z

/// Code and message of what a path does not keep.
type Expected = Result<(), (&'static str, &'static str)>;

fn of(patch: Patch) -> Constraints {
    Constraints::of(&Certificate::from_der(&Parts::patched(patch)).unwrap())
}

#[test]
fn those_of_a_certificate() {
    let validity = Validity {
        not_before: Time::from_unix_seconds(FIRST),
        not_after: Time::from_unix_seconds(LAST),
    };
    let unlimited = Constraints {
        validity,
        key_usage: KeyUsage::UNRESTRICTED,
        purposes: Purposes::UNRESTRICTED,
        path_len: None,
        imposed: None,
    };
    assert_eq!(of(|_| ()), unlimited);
    assert_eq!(of(|c| c.extensions = None), unlimited);
    let limited = of(|c| {
        c.only(basic_constraints(&[1, 1, 0xff, 2, 1, 3]));
        c.extend(key_usage(&[1, 0b0000_0110]));
        c.extend(purposes(&[1, 17]));
    });
    let expected = Constraints {
        validity,
        key_usage: KeyUsage::from_bits(KeyUsage::KEY_CERT_SIGN.bits() | KeyUsage::CRL_SIGN.bits()),
        purposes: Purposes::SERVER_AUTH.union(Purposes::OTHER),
        path_len: Some(3),
        imposed: None,
    };
    assert_eq!(limited, expected);
}

#[test]
fn dates_count_to_the_second() {
    let early = "anchor is not valid yet: verified at 2019-12-31T23:59:59Z, its first second is \
                 2020-01-01T00:00:00Z";
    let late = "anchor expired: verified at 2030-01-01T00:00:01Z, its last second is \
                2030-01-01T00:00:00Z";
    let table = [
        (Some(FIRST - 1), Err(("anchor-not-yet-valid", early))),
        (Some(FIRST), Ok(())),
        (Some(LAST), Ok(())),
        (Some(LAST + 1), Err(("anchor-expired", late))),
        (None, Ok(())),
    ];
    for (time, expected) in table {
        check(|_| (), &facts(time, Purposes::SERVER_AUTH, 0), expected);
    }
}

#[test]
fn an_anchor_that_is_never_valid_is_not_valid() {
    let never: Patch =
        |c| c.validity = validity(&utc_time("200101000001Z"), &utc_time("200101000000Z"));
    for time in [FIRST - 1, FIRST, FIRST + 1, FIRST + 2] {
        assert!(held(never, &facts(Some(time), Purposes::SERVER_AUTH, 0)).is_err());
    }
}

#[test]
fn usages() {
    let no_sign = "anchor may not issue: its key usage is digitalSignature, cRLSign, expected \
                   keyCertSign";
    let email = "anchor is not for this purpose: found emailProtection, expected clientAuth";
    let table: &[(Patch, Purposes, Expected)] = &[
        (|c| c.extend(key_usage(&[2, 4])), Purposes::SERVER_AUTH, Ok(())),
        (
            |c| c.extend(key_usage(&[1, 0b1000_0010])),
            Purposes::SERVER_AUTH,
            Err(("anchor-key-usage", no_sign)),
        ),
        (|c| c.extend(purposes(&[1])), Purposes::SERVER_AUTH, Ok(())),
        (|c| c.extend(purposes(&[4])), Purposes::CLIENT_AUTH, Err(("anchor-purpose", email))),
        (|_| (), Purposes::CLIENT_AUTH, Ok(())),
    ];
    for (patch, purpose, expected) in table {
        check(*patch, &facts(Some(FIRST), *purpose, 0), *expected);
    }
}

#[test]
fn path_length() {
    let too_long = "path is too long for its anchor: found 2 intermediates that are not \
                    self-issued, expected at most 1";
    let one: Patch = |c| c.only(basic_constraints(&[1, 1, 0xff, 2, 1, 1]));
    let none: Patch = |c| c.only(basic_constraints(&[1, 1, 0xff, 2, 1, 0]));
    let huge: Patch = |c| c.only(basic_constraints(&[1, 1, 0xff, 2, 2, 1, 0]));
    let facts = |intermediates| facts(None, Purposes::SERVER_AUTH, intermediates);
    check(one, &facts(0), Ok(()));
    check(one, &facts(1), Ok(()));
    check(one, &facts(2), Err(("anchor-path-length", too_long)));
    check(none, &facts(0), Ok(()));
    assert!(held(none, &facts(1)).is_err());
    check(huge, &facts(255), Ok(()));
    check(|_| (), &facts(255), Ok(()));
}

#[test]
fn what_libraries_that_know_none_of_them_may_use() {
    let table: &[(&str, Patch, bool)] = &[
        ("nothing but dates", |_| (), true),
        ("keyCertSign", |c| c.extend(key_usage(&[2, 4])), true),
        ("no keyCertSign", |c| c.extend(key_usage(&[1, 2])), false),
        ("TLS servers", |c| c.extend(purposes(&[1, 4])), true),
        ("TLS clients only", |c| c.extend(purposes(&[2])), false),
        ("a path length", |c| c.only(basic_constraints(&[1, 1, 0xff, 2, 1, 9])), false),
    ];
    for (what, patch, within) in table {
        assert_eq!(of(*patch).are_within_webpki(), *within, "{what}");
    }
}

fn facts(time: Option<i64>, purpose: Purposes, intermediates: u8) -> PathFacts {
    PathFacts { time: time.map(Time::from_unix_seconds), purpose, intermediates }
}

/// What a certificate limits itself asks for nothing of the end entity.
fn held(patch: Patch, facts: &PathFacts) -> Result<(), Violation> {
    of(patch).check(facts, || panic!("nothing is imposed"))
}

/// Holds the constraints of a root against a path.
fn check(patch: Patch, facts: &PathFacts, expected: Expected) {
    let found = held(patch, facts).map_err(|violation| (violation.code(), violation.to_string()));
    let found = found.as_ref().map_err(|(code, message)| (*code, message.as_str()));
    assert_eq!(found.copied(), expected);
}
