//! Fingerprints in the hexadecimal that locks and generated code write.

use std::fmt::Write;

use rootbake_core::certificate::Fingerprint;

pub(crate) fn hex(fingerprint: &Fingerprint) -> String {
    let mut text = String::with_capacity(64);
    for byte in fingerprint {
        // writing to a String cannot fail
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// 64 digits of lower case, so that there is one way to write each.
pub(crate) fn parse(text: &str) -> Option<Fingerprint> {
    let digits = text.as_bytes();
    let mut fingerprint = [0; 32];
    if digits.len() != 64 {
        return None;
    }
    for (byte, pair) in fingerprint.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair.iter().try_fold(0, |value, digit| match digit {
            b'0'..=b'9' => Some(value << 4 | (digit - b'0')),
            b'a'..=b'f' => Some(value << 4 | (digit - b'a' + 10)),
            _ => None,
        })?;
    }
    Some(fingerprint)
}
