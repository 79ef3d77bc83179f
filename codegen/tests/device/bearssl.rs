//! The table for BearSSL, as text; `firmware/bearssl/run.sh` has the library verify chains with it.

use rootbake_codegen::DeviceFormat;
use rootbake_core::certificate::{Certificate, PublicKey};

use crate::{ders, emit, sequence};

/// The bytes between the braces of an array.
fn array(header: &str, name: &str) -> Vec<u8> {
    let start = format!("static const unsigned char {name}[] = {{");
    let (_, rest) = header.split_once(&start).unwrap_or_else(|| panic!("{name} is missing"));
    let (bytes, _) = rest.split_once('}').unwrap();
    let bytes = bytes.split(',').map(str::trim).filter(|byte| !byte.is_empty());
    bytes.map(|byte| u8::from_str_radix(&byte[2..], 16).unwrap()).collect()
}

#[test]
fn every_root_is_in_the_table_with_its_name_and_key() {
    let header = String::from_utf8(emit(DeviceFormat::BearSsl, "", &[]).unwrap().bytes).unwrap();
    let mut ders = ders();
    ders.sort_by_key(|der| Certificate::from_der(der).unwrap().subject.as_bytes().to_vec());
    for (place, der) in ders.iter().enumerate() {
        let certificate = Certificate::from_der(der).unwrap();
        let name = sequence(certificate.subject.as_bytes());
        assert_eq!(array(&header, &format!("DEVICE_{place}_DN")), name);
        let end = match certificate.spki.key().unwrap() {
            PublicKey::Rsa { bits: 2048, exponent: 65537 } => {
                let [n, e] =
                    ["N", "E"].map(|part| array(&header, &format!("DEVICE_{place}_{part}")));
                assert!(n.len() == 256 && n[0] >= 0x80 && e == [1, 0, 1]);
                [n, vec![2, 3], e].concat()
            }
            // an uncompressed point
            _ => array(&header, &format!("DEVICE_{place}_Q")),
        };
        assert!(certificate.spki.as_bytes().ends_with(&end));
    }
    assert!(header.contains("static const br_x509_trust_anchor DEVICE_ANCHORS[4] = {"));
    assert!(header.contains("#define DEVICE_ANCHORS_NUM 4"));
}
