//! Root sets for devices: that nothing is lost without leave, that each format reads back as what
//! went in, and that a damaged file is refused.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod bearssl;
mod esp_idf;
mod losses;
mod set_file;

use std::fs;
use std::path::Path;

use rootbake_codegen::{DeviceFormat, DeviceSet, Loss, Report, Source, bake_for_device};
use rootbake_core::certificate::Certificate;
use rootbake_core::pem;

/// Four roots and their lock.
fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The lock of the three roots, with lines for the last of them.
fn lock(lines: &str) -> String {
    let lock = fixture("device.lock");
    let mut parts: Vec<String> = lock.split("[[root]]").map(str::to_owned).collect();
    let last = parts.last_mut().unwrap();
    *last = format!("{}\n{lines}\n", last.trim_end());
    parts.join("[[root]]")
}

fn emit(format: DeviceFormat, lines: &str, allowed: &[Loss]) -> Result<DeviceSet, Report> {
    let (pem, lock) = (fixture("device.pem"), lock(lines));
    bake_for_device(
        Source { name: "device.pem", content: pem.as_bytes() },
        Source { name: "device.lock", content: &lock },
        format,
        allowed,
    )
}

/// The DER of the roots.
fn ders() -> Vec<Vec<u8>> {
    let decode = |block: pem::Block<'_>| {
        let mut der = vec![0; block.der_capacity()];
        block.decode(&mut der).unwrap().to_vec()
    };
    pem::blocks(fixture("device.pem").as_bytes()).map(|block| decode(block.unwrap())).collect()
}

/// A SEQUENCE of less than 65,536 octets.
fn sequence(content: &[u8]) -> Vec<u8> {
    let header = match content.len() {
        length @ 0..0x80 => vec![0x30, length as u8],
        length @ 0x80..0x100 => vec![0x30, 0x81, length as u8],
        length => vec![0x30, 0x82, (length >> 8) as u8, length as u8],
    };
    [header, content.to_vec()].concat()
}

/// Name and key of the roots as whole elements, sorted.
fn names_and_keys() -> Vec<(Vec<u8>, Vec<u8>)> {
    let parts = |der: &Vec<u8>| {
        let certificate = Certificate::from_der(der).unwrap();
        (sequence(certificate.subject.as_bytes()), sequence(certificate.spki.as_bytes()))
    };
    let mut parts: Vec<_> = ders().iter().map(parts).collect();
    parts.sort();
    parts
}
