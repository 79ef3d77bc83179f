//! The certificates in a directory tree, whatever they are wrapped in.

use std::fs;
use std::path::{Path, PathBuf};

use rootbake_core::pem::{self, Label};

/// A certificate and where it is from: `folder/file#number`, counted from 1 within the file.
pub(crate) struct Found {
    pub(crate) place: String,
    pub(crate) der: Vec<u8>,
}

/// All certificates under `root`, in the order of their places.
pub(crate) fn certificates(root: &Path) -> Vec<Found> {
    let mut paths = Vec::new();
    files(root, &mut paths);
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let within = path.strip_prefix(root).unwrap().to_str().unwrap();
        let ders = unwrap(&path, &fs::read(&path).unwrap());
        found.extend(
            (1..).zip(ders).map(|(number, der)| Found { place: format!("{within}#{number}"), der }),
        );
    }
    found
}

fn files(directory: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files(&path, into),
            false => into.push(path),
        }
    }
}

fn unwrap(path: &Path, content: &[u8]) -> Vec<Vec<u8>> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let text = String::from_utf8_lossy(content);
    match extension {
        Some("cer" | "crt" | "der") if content.starts_with(&[0x30]) => concatenated(content),
        Some("json") => blocks(text.replace("\\n", "\n").replace(['"', ','], "\n").as_bytes()),
        _ if content.starts_with(&0xfeed_feed_u32.to_be_bytes()) => java_key_store(content),
        _ if text.contains("MULTILINE_OCTAL") => certdata(&text),
        _ => blocks(content),
    }
}

/// DER behind DER, as Go's `bundle.der` has it
fn concatenated(mut content: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    while let [0x30, 0x82, high, low, ..] = *content {
        let length = 4 + usize::from(u16::from_be_bytes([high, low]));
        let (der, rest) = content.split_at(length.min(content.len()));
        found.push(der.to_vec());
        content = rest;
    }
    found
}

fn blocks(content: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for block in pem::blocks(content) {
        let block = block.unwrap();
        if block.label() == Label::Certificate {
            let mut buffer = vec![0; block.der_capacity()];
            found.push(block.decode(&mut buffer).unwrap().to_vec());
        }
    }
    found
}

/// NSS's certdata.txt: `CKA_VALUE MULTILINE_OCTAL`, lines of `\ooo`, `END`
fn certdata(text: &str) -> Vec<Vec<u8>> {
    let mut certificates = false;
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line.strip_prefix("CKA_CLASS CK_OBJECT_CLASS ") {
            Some(class) => certificates = class == "CKO_CERTIFICATE",
            None if certificates && line == "CKA_VALUE MULTILINE_OCTAL" => {
                let octal = lines.by_ref().take_while(|line| *line != "END");
                found.push(octal.flat_map(octets).collect());
            }
            None => (),
        }
    }
    found
}

fn octets(line: &str) -> Vec<u8> {
    let octets = line.split('\\').skip(1);
    octets.map(|octet| u8::from_str_radix(octet, 8).unwrap()).collect()
}

/// A JKS file of trusted certificates only: header, count, then alias, date, type and DER of each
fn java_key_store(content: &[u8]) -> Vec<Vec<u8>> {
    fn take<'a>(rest: &mut &'a [u8], length: usize) -> &'a [u8] {
        let (taken, behind) = rest.split_at(length);
        *rest = behind;
        taken
    }
    fn number(rest: &mut &[u8], octets: usize) -> usize {
        let octets = take(rest, octets).iter();
        octets.fold(0, |value, octet| value << 8 | usize::from(*octet))
    }
    let mut rest = content;
    take(&mut rest, 8);
    let count = number(&mut rest, 4);
    let entry = |_| {
        assert_eq!(number(&mut rest, 4), 2, "tag of a trusted certificate");
        let alias = number(&mut rest, 2);
        take(&mut rest, alias + 8);
        let kind = number(&mut rest, 2);
        assert_eq!(take(&mut rest, kind), b"X.509");
        let length = number(&mut rest, 4);
        take(&mut rest, length).to_vec()
    };
    (0..count).map(entry).collect()
}
