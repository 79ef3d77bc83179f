//! The CCADB report.

use rootbake_codegen::{Programme, Verdict};
use rootbake_core::certificate::{Purposes, sha256};

use super::{check, read, root, texts, time, with};

fn said(text: &str) -> Programme {
    read("report.csv", text.as_bytes(), None).unwrap()
}

#[test]
fn a_row_is_a_root() {
    let text = texts::ccadb();
    let programme = said(&text);
    assert_eq!(programme.name, "CCADB report");
    assert!(programme.notes.is_empty());
    assert_eq!(programme.roots.len(), 3);
    let x1 = root(&programme, "Example Root X1");
    assert_eq!(x1.line, 2);
    assert_eq!(x1.verdict, Verdict::Trusted);
    assert_eq!(x1.purposes, Some(Purposes::SERVER_AUTH.union(Purposes::EMAIL)));
    assert_eq!((x1.distrust_after, &x1.permitted_dns), (None, &Vec::new()));
    assert_eq!(x1.der.as_ref(), Some(&texts::roots()[0].0));
    assert_eq!(x1.fingerprint, sha256(&texts::roots()[0].0));
    let x2 = root(&programme, "Example Root X2");
    assert_eq!(x2.line, text.lines().position(|line| line.contains("Root X2")).unwrap() + 1);
    assert_eq!(x2.distrust_after, Some(time("2024-11-30T23:59:59Z")));
    assert_eq!(x2.permitted_dns, [".tr", "example.org"]);
    let x3 = root(&programme, "Example Root X3");
    assert_eq!(
        x3.verdict.to_string(),
        "not trusted: its trust bits are for emailProtection, not for TLS servers"
    );
}

#[test]
fn a_row_is_where_its_editor_says() {
    for end in ["\n", "\r\n"] {
        let text = texts::ccadb().replace('\n', end);
        let programme = said(&text);
        for (root, name) in programme.roots.iter().zip(["Root X1", "Root X2", "Root X3"]) {
            let line = text.lines().position(|line| line.contains(name)).unwrap() + 1;
            assert_eq!(root.line, line, "{name} {end:?}");
        }
        let short = text + "a,b" + end;
        let line = short.lines().count();
        let error = read("report.csv", short.as_bytes(), None).unwrap_err().to_string();
        assert!(error.contains(&format!("report.csv, line {line}\n")), "{line}: {error}");
    }
}

#[test]
fn the_same_can_be_written_differently() {
    let text = texts::ccadb();
    let expected = said(&text).roots;
    let sha256: String = expected[0].fingerprint.iter().map(|byte| format!("{byte:02X}")).collect();
    let pairs: Vec<String> =
        expected[0].fingerprint.iter().map(|byte| format!("{byte:02X}")).collect();
    let bare = text.replace("\"'", "\"").replace("'\"", "\"");
    let reordered = {
        let mut lines = csv::Reader::from_reader(text.as_bytes());
        let mut writer = csv::Writer::from_writer(Vec::new());
        let header: csv::StringRecord = lines.headers().unwrap().iter().rev().collect();
        writer.write_record(&header).unwrap();
        for record in lines.records() {
            writer.write_record(record.unwrap().iter().rev()).unwrap();
        }
        String::from_utf8(writer.into_inner().unwrap()).unwrap()
    };
    for text in [
        with(&text, &sha256, &pairs.join(":")),
        with(&text, &sha256, &sha256.to_lowercase()),
        format!("\u{feff}{text}"),
        bare,
        reordered,
    ] {
        assert_eq!(said(&text).roots, expected);
    }
}

#[test]
fn no_trust_bit_is_no_trust() {
    let text = with(&texts::ccadb(), "\"Email\"", "\"All Trust Bits Turned Off\"");
    let programme = said(&text);
    let x3 = root(&programme, "Example Root X3");
    assert_eq!(x3.purposes, Some(Purposes::NONE));
    assert!(matches!(x3.verdict, Verdict::NotTrusted { .. }));
}

#[test]
fn every_mistake_is_named() {
    let text = texts::ccadb();
    let sha256: String =
        said(&text).roots[0].fingerprint.iter().map(|byte| format!("{byte:02X}")).collect();
    for (message, from, to) in [
        ("missing-column", "\"Trust Bits\"", "\"Trust\""),
        ("column-twice", "\"Owner\"", "\"Trust Bits\""),
        ("unknown-bit", "Websites;Email", "Websites;Server"),
        ("no-bits", "Websites;Email", ""),
        ("off-and-on", "Websites;Email", "Websites;All Trust Bits Turned Off"),
        ("bad-date", "2024.11.30", "2024-11-30"),
        ("no-such-day", "2024.11.30", "2024.11.31"),
        ("bad-name", "*.TR, example.org", "*.TR; example.org"),
        ("wildcard-within", "*.TR, example.org", "www.*.org"),
        ("bad-fingerprint", &sha256, &sha256[1..]),
        ("other-fingerprint", &sha256, &"00".repeat(32)),
        ("no-pem", "'-----BEGIN CERTIFICATE-----", "'"),
        ("bad-pem", "MIIB", "M*IB"),
        ("other-label", "CERTIFICATE", "X509 CRL"),
        ("short-row", "\"An, Owner\",", ""),
    ] {
        let text = match message {
            "other-label" => text.replace(from, to),
            _ => with(&text, from, to),
        };
        check(&format!("ccadb-{message}"), "report.csv", text.as_bytes(), None);
    }
    let header = text.lines().next().unwrap();
    check("ccadb-no-roots", "report.csv", header.as_bytes(), None);
    check("ccadb-cut", "report.csv", &text.as_bytes()[..text.len() - 40], None);
    let second = &text[text.find("\"An, Owner\",\"Example Root X2\"").unwrap()..];
    check("ccadb-twice", "report.csv", (text.clone() + second).as_bytes(), None);
}
