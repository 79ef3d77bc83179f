//! NSS's `certdata.txt`.

use rootbake_codegen::Verdict;
use rootbake_core::certificate::{Purposes, sha256};

use super::{check, read, root, texts, time, with};

fn said(text: &str) -> rootbake_codegen::Programme {
    read("certdata.txt", text.as_bytes(), None).unwrap()
}

#[test]
fn trust_is_joined_with_its_certificate() {
    let programme = said(&texts::certdata());
    assert_eq!(programme.name, "NSS certdata.txt");
    assert_eq!(programme.roots.len(), 3);
    let x1 = root(&programme, "Example Root X1");
    assert_eq!(x1.verdict, Verdict::Trusted);
    assert_eq!(x1.purposes, Some(Purposes::SERVER_AUTH.union(Purposes::EMAIL)));
    assert_eq!(x1.distrust_after, None);
    assert_eq!(x1.der.as_ref(), Some(&texts::roots()[0].0));
    assert_eq!(x1.fingerprint, sha256(&texts::roots()[0].0));
    let x3 = root(&programme, "F\u{151} \"X3\"");
    assert_eq!(
        x3.verdict.to_string(),
        "not trusted: it is trusted for emailProtection, not for TLS servers"
    );
}

#[test]
fn a_root_begins_at_its_class() {
    let text = texts::certdata();
    let line = text.lines().position(|line| line.ends_with("CKO_CERTIFICATE")).unwrap();
    assert_eq!(root(&said(&text), "Example Root X1").line, line + 1);
}

/// NSS has had it in either.
#[test]
fn a_distrust_date_counts_wherever_it_stands() {
    let text = texts::certdata();
    let x2 = "Example Root X2";
    let date = Some(time("2026-04-15T23:59:59Z"));
    assert_eq!(root(&said(&text), x2).distrust_after, date);
    let at = text.find("CKA_NSS_SERVER_DISTRUST_AFTER MULTI").unwrap();
    let (start, end) = (at, at + text[at..].find("END\n").unwrap() + 4);
    let attribute = &text[start..end];
    let class = "\n# Trust for \"Example Root X2\"";
    let in_both = with(&text, class, &(attribute.to_owned() + class));
    assert_eq!(root(&said(&in_both), x2).distrust_after, date);
    let in_certificate = with(&in_both, &(attribute.to_owned() + "CKA_TRUST"), "CKA_TRUST");
    assert_eq!(root(&said(&in_certificate), x2).distrust_after, date);
    let none = "CKA_NSS_SERVER_DISTRUST_AFTER CK_BBOOL CK_FALSE\n";
    let beside_none = with(&text, class, &(none.to_owned() + class));
    assert_eq!(root(&said(&beside_none), x2).distrust_after, date);
    let other = in_both.replacen("\\062\\066", "\\062\\067", 1);
    check("certdata-two-dates", "certdata.txt", other.as_bytes(), None);
}

#[test]
fn dates_are_utc_time_or_generalized_time() {
    let text = texts::certdata();
    let utc = "\\062\\066\\060\\064";
    for (digits, expected) in [
        ("\\065\\060\\060\\064", "1950-04-15T23:59:59Z"),
        ("\\064\\071\\060\\064", "2049-04-15T23:59:59Z"),
        ("\\062\\060\\062\\066\\060\\064", "2026-04-15T23:59:59Z"),
        ("\\062\\061\\062\\066\\060\\064", "2126-04-15T23:59:59Z"),
    ] {
        let programme = said(&with(&text, utc, digits));
        assert_eq!(root(&programme, "Example Root X2").distrust_after, Some(time(expected)));
    }
}

#[test]
fn every_spelling_of_trust_is_known() {
    let text = texts::certdata();
    let server = "SERVER_AUTH CK_TRUST CKT_NSS_TRUSTED_DELEGATOR";
    for (spelling, expected) in [
        ("CKT_NSS_TRUSTED_DELEGATOR", "trusted"),
        ("CKT_TRUST_ANCHOR", "trusted"),
        ("CKT_NETSCAPE_TRUSTED_DELEGATOR", "trusted"),
        ("CKT_NSS_NOT_TRUSTED", "distrusted"),
        ("CKT_NOT_TRUSTED", "distrusted"),
        ("CKT_NETSCAPE_UNTRUSTED", "distrusted"),
        ("CKT_NSS_MUST_VERIFY_TRUST", "not trusted"),
        ("CKT_NSS_VALID_DELEGATOR", "not trusted"),
        ("CKT_NSS_TRUST_UNKNOWN", "not trusted"),
        ("CKT_TRUST_MUST_VERIFY_TRUST", "not trusted"),
        ("CKT_TRUST_UNKNOWN", "not trusted"),
        ("CKT_NETSCAPE_MUST_VERIFY", "not trusted"),
        ("CKT_NETSCAPE_VALID_DELEGATOR", "not trusted"),
        ("CKT_NETSCAPE_TRUST_UNKNOWN", "not trusted"),
    ] {
        let text = with(&text, server, &format!("SERVER_AUTH CK_TRUST {spelling}"));
        let verdict = root(&said(&text), "Example Root X1").verdict.to_string();
        assert_eq!(verdict.split(':').next(), Some(expected), "{spelling}");
    }
}

#[test]
fn distrust_without_a_certificate_is_a_note() {
    check("certdata-notes", "certdata.txt", texts::certdata().as_bytes(), None);
}

#[test]
fn line_ends_comments_and_cvs_ids_change_nothing() {
    let text = texts::certdata();
    let expected: Vec<_> = said(&text).roots.into_iter().map(|root| root.fingerprint).collect();
    let windows = text.replace('\n', "\r\n");
    let commented = text.replace("\nCKA_", "\n# comment\n\nCKA_");
    let versioned = with(&text, "BEGINDATA", "CVS_ID \"@(#) $RCSfile$\"\nBEGINDATA");
    for text in [windows, commented, versioned] {
        let found: Vec<_> = said(&text).roots.into_iter().map(|root| root.fingerprint).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn every_mistake_is_named() {
    let text = texts::certdata();
    let label = "CKA_LABEL UTF8 \"Example Root X1\"\n";
    let server = "CKA_TRUST_SERVER_AUTH CK_TRUST CKT_NSS_TRUSTED_DELEGATOR\n";
    let none = "CKA_NSS_SERVER_DISTRUST_AFTER CK_BBOOL CK_FALSE";
    let class = "CKA_CLASS CK_OBJECT_CLASS CKO_CERTIFICATE";
    for (message, from, to) in [
        ("no-begin", "BEGINDATA\n", ""),
        ("no-class", "CKA_CLASS CK_OBJECT_CLASS CKO_NSS_BUILTIN_ROOT_LIST\n", ""),
        ("unknown-class", class, "CKA_CLASS CK_OBJECT_CLASS CKO_NSS_SMIME"),
        ("unknown-attribute", label, &format!("{label}CKA_NSS_NAMES UTF8 \"*.tr\"\n")),
        ("unknown-kind", label, &label.replace("UTF8", "ASCII7")),
        ("unquoted", label, "CKA_LABEL UTF8 Example Root X1\n"),
        ("attribute-twice", label, &label.repeat(2)),
        ("no-label", label, ""),
        ("wrong-kind", label, "CKA_LABEL CK_BBOOL CK_TRUE\n"),
        ("no-server-trust", server, ""),
        ("unknown-trust", server, "CKA_TRUST_SERVER_AUTH CK_TRUST CKT_NSS_TRUSTED\n"),
        ("unknown-purpose", server, &server.replace("SERVER_AUTH", "IPSEC_USER").repeat(2)),
        ("date-true", none, &none.replace("FALSE", "TRUE")),
        ("email-date-true", none, "CKA_NSS_EMAIL_DISTRUST_AFTER CK_BBOOL CK_TRUE"),
        ("date-not-one", "\\062\\066\\060\\064", "\\062\\066\\061\\063"),
        ("date-without-zone", "\\065\\071\\132\nEND", "\\065\\071\nEND"),
        ("bad-octal", "\\002\\001\\001\nEND", "\\002\\001\\401\nEND"),
        (
            "bad-hash",
            "CKA_CERT_SHA1_HASH MULTILINE_OCTAL\n\\",
            "CKA_CERT_SHA1_HASH MULTILINE_OCTAL\n\\000\\",
        ),
        ("not-x509", "CKC_X_509\n", "CKC_WTLS\n"),
        ("trust-without-certificate", "CKT_NSS_NOT_TRUSTED", "CKT_NSS_MUST_VERIFY_TRUST"),
    ] {
        let message = format!("certdata-{message}");
        check(&message, "certdata.txt", with(&text, from, to).as_bytes(), None);
    }
    let end = text.rfind("END").unwrap();
    check("certdata-cut", "certdata.txt", &text.as_bytes()[..end], None);
}

#[test]
fn what_contradicts_itself_is_named() {
    let text = texts::certdata();
    let objects: Vec<&str> = text.split_inclusive("\n\n").collect();
    let [list, x1, trust, rest @ ..] = objects.as_slice() else { panic!() };
    let joined = |objects: &[&str]| objects.concat() + &rest.concat();
    let other_serial = x1.replace("\\002\\001\\001\nEND", "\\002\\001\\002\nEND");
    let other_hash = trust.replacen("OCTAL\n\\", "OCTAL\n\\000\\", 1);
    let first_line = other_hash.find("OCTAL\n").unwrap() + 6;
    let end = first_line + other_hash[first_line..].find("END").unwrap();
    let other_hash = other_hash[..end - 5].to_owned() + "\n" + &other_hash[end..];
    let broken =
        x1.replacen("CKA_VALUE MULTILINE_OCTAL\n\\060", "CKA_VALUE MULTILINE_OCTAL\n\\061", 1);
    for (message, text) in [
        ("other-serial", joined(&[list, &other_serial, trust])),
        ("other-hash", joined(&[list, x1, &other_hash])),
        ("bad-certificate", joined(&[list, &broken, trust])),
        ("no-trust", joined(&[list, x1])),
        ("trust-twice", joined(&[list, x1, trust, trust])),
        ("certificate-twice", joined(&[list, x1, x1, trust])),
        ("no-roots", (*list).to_owned()),
    ] {
        check(&format!("certdata-{message}"), "certdata.txt", text.as_bytes(), None);
    }
}
