use rootbake_core::certificate::{Certificate, Name};

use crate::parts::{Parts, attribute, name, sequence, tlv};

fn subject(name: Vec<u8>) -> Vec<u8> {
    let mut root = Parts::root();
    root.subject = name;
    root.der()
}

#[test]
fn values_are_shown_without_what_could_deceive() {
    let utf8 = 0x0c;
    let (printable, t61, ia5, universal, bmp) = (0x13, 0x14, 0x16, 0x1c, 0x1e);
    let table: &[(u8, &[u8], &str)] = &[
        (utf8, b"Example Root", "Example Root"),
        (utf8, "Über".as_bytes(), "Über"),
        (utf8, b"", ""),
        (utf8, b"a, b+c=d;e", r"a\, b\+c\=d\;e"),
        (utf8, br#"<"\>"#, r#"\<\"\\\>"#),
        (utf8, b"a\n\x1b[2J\0", r"a\u{a}\u{1b}[2J\u{0}"),
        (utf8, "a\u{202e}b\u{200b}\u{85}".as_bytes(), r"a\u{202e}b\u{200b}\u{85}"),
        (utf8, b"a\xff\xfeb", "a\u{fffd}\u{fffd}b"),
        (printable, b"a*b@c", "a*b@c"),
        (t61, b"\xdcber\x9b", r"Über\u{9b}"),
        (ia5, b"a\tb", r"a\u{9}b"),
        (bmp, &[0, b'A', 0x20, 0x2e, 0, b','], r"A\u{202e}\,"),
        (bmp, &[0xd8, 0x3d, 0xde, 0x00], "\u{1f600}"),
        (bmp, &[0xd8, 0x3d, 0, b'A'], "\u{fffd}A"),
        (bmp, &[0, b'A', 0x41], "AA"),
        (universal, &[0, 0, 0, 0x41], "#00000041"),
        (5, &[], "#"),
    ];
    for (tag, value, shown) in table {
        let der = subject(name(*tag, value));
        let certificate = Certificate::from_der(&der).unwrap();
        assert_eq!(certificate.subject.to_string(), format!("CN={shown}"));
        assert_eq!(certificate.subject.short().unwrap().to_string(), *shown);
    }
}

#[test]
fn types_are_shown_by_their_keyword_or_number() {
    let table: &[(&[u8], &str)] = &[
        (&[85, 4, 4], "SN=x"),
        (&[85, 4, 5], "serialNumber=x"),
        (&[85, 4, 6], "C=x"),
        (&[85, 4, 7], "L=x"),
        (&[85, 4, 8], "ST=x"),
        (&[85, 4, 9], "street=x"),
        (&[85, 4, 10], "O=x"),
        (&[85, 4, 11], "OU=x"),
        (&[85, 4, 12], "title=x"),
        (&[85, 4, 17], "postalCode=x"),
        (&[85, 4, 42], "GN=x"),
        (&[85, 4, 97], "organizationIdentifier=x"),
        (&[42, 134, 72, 134, 247, 13, 1, 9, 1], "emailAddress=x"),
        (&[9, 146, 38, 137, 147, 242, 44, 100, 1, 1], "UID=x"),
        (&[9, 146, 38, 137, 147, 242, 44, 100, 1, 25], "DC=x"),
        (&[85, 4, 98], "2.5.4.98=x"),
        (&[1], "0.1=x"),
        (&[79, 127], "1.39.127=x"),
        (&[0x88, 0x37, 3], "2.999.3=x"),
    ];
    for (oid, shown) in table {
        let der = subject(attribute(oid, &tlv(0x0c, b"x")));
        assert_eq!(Certificate::from_der(&der).unwrap().subject.to_string(), *shown);
    }
}

#[test]
fn attributes_of_any_length() {
    for length in 0..300 {
        let der = subject(name(0x0c, &vec![b'x'; length]));
        let shown = Certificate::from_der(&der).unwrap().subject.to_string();
        assert_eq!(shown, format!("CN={}", "x".repeat(length)));
    }
}

#[test]
fn several_attributes() {
    let attribute = |arc, value: &[u8]| sequence(&[&tlv(6, &[85, 4, arc]), &tlv(0x0c, value)]);
    let common_names = [attribute(3, b"a"), attribute(3, b"b")].concat();
    let der = subject(sequence(&[
        &tlv(0x31, &attribute(10, b"o")),
        &tlv(0x31, &[]),
        &tlv(0x31, &common_names),
        &tlv(0x31, &attribute(11, b"u")),
    ]));
    let subject = Certificate::from_der(&der).unwrap().subject;
    assert_eq!(subject.to_string(), "O=o, CN=a, CN=b, OU=u");
    assert_eq!(subject.short().unwrap().to_string(), "b");
}

#[test]
fn the_short_form_falls_back_on_unit_and_organization() {
    for (arc, short) in [(3, Some("x")), (11, Some("x")), (10, Some("x")), (6, None)] {
        let der = subject(attribute(&[85, 4, arc], &tlv(0x0c, b"x")));
        let subject = Certificate::from_der(&der).unwrap().subject;
        assert_eq!(subject.short().map(|value| value.to_string()).as_deref(), short);
    }
}

#[test]
fn an_empty_name_is_shown_as_such() {
    let der = subject(sequence(&[]));
    let certificate = Certificate::from_der(&der).unwrap();
    assert!(certificate.subject.is_empty());
    assert_eq!(certificate.subject.to_string(), "(empty name)");
    assert_eq!(certificate.subject.short(), None);
    assert!(!certificate.is_self_issued());
}

#[test]
fn names_are_compared_as_bytes() {
    let der = subject(name(0x13, b"Example Root"));
    let certificate = Certificate::from_der(&der).unwrap();
    assert_eq!(certificate.subject.to_string(), certificate.issuer.to_string());
    assert_ne!(certificate.subject, certificate.issuer);
    assert!(!certificate.is_self_issued());
}

#[test]
fn what_is_not_a_name_is_shown_as_far_as_it_can_be_read() {
    let good = name(0x0c, b"x");
    for (content, shown) in [
        (&b"garbage"[..], "(empty name)"),
        (&[0x31], "(empty name)"),
        (&[&good[2..], &[0x31, 9]].concat(), "CN=x"),
    ] {
        assert_eq!(Name::from_content(content).to_string(), shown);
    }
}

#[test]
fn attributes_are_told_with_their_identifiers_and_lengths() {
    let table: &[(u8, &[u8], usize)] = &[
        (0x0c, "Über".as_bytes(), 4),
        (0x0c, b"a\xff\xfeb", 4),
        (0x13, b"a*b@c", 5),
        (0x14, b"\xdcber", 4),
        (0x1e, &[0, b'A', 0x20, 0x2e], 2),
        (0x1e, &[0, b'A', 0x41], 2),
        (0x0c, b"", 0),
    ];
    for (tag, value, characters) in table {
        let der = subject(name(*tag, value));
        let certificate = Certificate::from_der(&der).unwrap();
        let attributes: Vec<_> = certificate.subject.attributes().collect();
        let [(oid, found)] = attributes.as_slice() else { panic!("{}", attributes.len()) };
        assert_eq!((*oid, found.characters()), (&[85, 4, 3][..], *characters), "{found}");
    }
}
