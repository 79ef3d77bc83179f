//! The bundles, read as the device reads them.

use std::fs;
use std::process::Command;

use rootbake_codegen::DeviceFormat;

use crate::{emit, fixture, names_and_keys};

#[test]
fn the_current_layout_has_offsets_and_entries_in_order() {
    let bundle = emit(DeviceFormat::EspIdf, "", &[]).unwrap().bytes;
    let number = |at: usize| u32::from_le_bytes(bundle[at..at + 4].try_into().unwrap()) as usize;
    let length = |at: usize| u16::from_le_bytes(bundle[at..at + 2].try_into().unwrap()) as usize;
    let count = number(0) / 4;
    let mut end = count * 4;
    let mut entries = Vec::new();
    for place in 0..count {
        let at = number(place * 4);
        assert_eq!(at, end);
        let (name, key) = (length(at), length(at + 2));
        let behind_name = at + 4 + name;
        end = behind_name + key;
        entries.push((bundle[at + 4..behind_name].to_vec(), bundle[behind_name..end].to_vec()));
    }
    assert_eq!(end, bundle.len());
    assert_eq!(entries, names_and_keys());
}

#[test]
fn the_older_layout_has_a_count_and_entries_in_order() {
    let bundle = emit(DeviceFormat::EspIdfV4, "", &[]).unwrap().bytes;
    let mut expected = 4u16.to_be_bytes().to_vec();
    for (name, key) in names_and_keys() {
        expected.extend((name.len() as u16).to_be_bytes());
        expected.extend((key.len() as u16).to_be_bytes());
        expected.extend([name, key].concat());
    }
    assert_eq!(bundle, expected);
}

/// Both layouts, made by python3 and its `cryptography`.
const SECOND_OPINION: &str = r#"
import struct, sys
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
roots = x509.load_pem_x509_certificates(open(sys.argv[1], "rb").read())
entries = sorted(
    (root.subject.public_bytes(),
     root.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
    for root in roots
)
offsets, data, older = b"", b"", struct.pack(">H", len(entries))
for name, key in entries:
    offsets += struct.pack("<I", 4 * len(entries) + len(data))
    data += struct.pack("<HH", len(name), len(key)) + name + key
    older += struct.pack(">HH", len(name), len(key)) + name + key
open(sys.argv[1] + ".current", "wb").write(offsets + data)
open(sys.argv[1] + ".older", "wb").write(older)
"#;

#[test]
fn python_makes_the_same_bytes() {
    let folder = std::env::temp_dir().join(format!("rootbake-esp-idf-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let pem = folder.join("roots.pem");
    fs::write(&pem, fixture("device.pem")).unwrap();
    let output = Command::new("python3").args(["-c", SECOND_OPINION]).arg(&pem).output();
    match output {
        Ok(output) if output.status.success() => {
            let made = |layout| fs::read(folder.join(format!("roots.pem.{layout}"))).unwrap();
            let ours = |format| emit(format, "", &[]).unwrap().bytes;
            assert_eq!(ours(DeviceFormat::EspIdf), made("current"));
            assert_eq!(ours(DeviceFormat::EspIdfV4), made("older"));
        }
        _ => eprintln!("skipped: there is no python3 with cryptography"),
    }
    fs::remove_dir_all(&folder).unwrap();
}
