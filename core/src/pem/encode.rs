//! DER as a PEM block.

use core::fmt::{self, Write};

/// A block with this label, as [RFC 7468 section 3](https://www.rfc-editor.org/rfc/rfc7468#section-3) has it: lines of
/// 64 characters, each with LF. Shown as needed; nothing is allocated.
///
/// ```
/// let block = rootbake_core::pem::encode("CERTIFICATE", &[0x30, 3, 2, 1, 5]).to_string();
/// assert_eq!(block, "-----BEGIN CERTIFICATE-----\nMAMCAQU=\n-----END CERTIFICATE-----\n");
/// ```
#[must_use]
pub const fn encode<'a>(label: &'a str, der: &'a [u8]) -> Encoded<'a> {
    Encoded { label, der }
}

/// A PEM block that is shown as needed; see [`encode`].
#[derive(Clone, Copy)]
pub struct Encoded<'a> {
    label: &'a str,
    der: &'a [u8],
}

/// A line of 64 characters says so many bytes.
const BYTES_OF_LINE: usize = 48;

impl fmt::Display for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, der } = self;
        writeln!(f, "-----BEGIN {label}-----")?;
        for line in der.chunks(BYTES_OF_LINE) {
            line.chunks(3).try_for_each(|group| write_group(f, group))?;
            f.write_char('\n')?;
        }
        writeln!(f, "-----END {label}-----")
    }
}

/// What is shown is all there is to see, and it may be long.
impl fmt::Debug for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoded").field("label", &self.label).finish_non_exhaustive()
    }
}

/// One to three bytes as four characters.
fn write_group(f: &mut fmt::Formatter<'_>, group: &[u8]) -> fmt::Result {
    let byte = |index| u32::from(group.get(index).copied().unwrap_or(0));
    let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    for index in 0..4 {
        let is_padding = index > group.len();
        f.write_char(if is_padding { '=' } else { character(bits >> (18 - 6 * index) & 0x3f) })?;
    }
    Ok(())
}

/// The character of [RFC 4648 section 4](https://www.rfc-editor.org/rfc/rfc4648#section-4) for six bits.
fn character(six_bits: u32) -> char {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let index = usize::try_from(six_bits).unwrap_or(0);
    ALPHABET.get(index).copied().map_or('=', char::from)
}
