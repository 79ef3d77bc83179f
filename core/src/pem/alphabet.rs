//! The base64 alphabet, and whole groups of its characters by table.

/// Decodes `data`, whole groups of four characters, into `out`, which has three bytes for each of them. False when
/// any of the characters is not base64; `out` is garbage then.
pub(super) fn groups(data: &[u8], out: &mut [u8]) -> bool {
    let (quads, data_tail) = data.as_chunks::<16>();
    let (words, out_tail) = out.as_chunks_mut::<12>();
    let mut bad = 0;
    for (quads, out) in quads.iter().zip(words) {
        // Written as whole words, which takes three stores instead of twelve.
        if let ([a, b, c, d], [first, second, third]) =
            (quads.as_chunks::<4>().0, out.as_chunks_mut::<4>().0)
        {
            let (a, b, c, d) = (group(*a), group(*b), group(*c), group(*d));
            bad |= a | b | c | d;
            *first = (a | b << 24).to_le_bytes();
            *second = (b >> 8 | c << 16).to_le_bytes();
            *third = (c >> 16 | d << 8).to_le_bytes();
        }
    }
    for (&quad, out) in data_tail.as_chunks::<4>().0.iter().zip(out_tail.as_chunks_mut::<3>().0) {
        let bits = group(quad);
        bad |= bits;
        let [bytes @ .., _] = bits.to_le_bytes();
        *out = bytes;
    }
    bad & BAD == 0
}

/// The three bytes of one group, the first of them lowest, and [`BAD`] when a character is not base64.
#[expect(clippy::indexing_slicing, reason = "each table has an entry for every value of a byte")]
fn group([a, b, c, d]: [u8; 4]) -> u32 {
    let [first, second, third, fourth] = &TABLES;
    first[usize::from(a)] | second[usize::from(b)] | third[usize::from(c)] | fourth[usize::from(d)]
}

/// Set in the entry of a byte that is not base64; the bits of the three decoded bytes are all below.
const BAD: u32 = 1 << 31;

/// For each of the four places in a group: the bits of the decoded bytes that a character there stands for.
static TABLES: [[u32; 256]; 4] = [table(0), table(1), table(2), table(3)];

const fn table(place: usize) -> [u32; 256] {
    let mut table = [BAD; 256];
    let mut byte = 0;
    while byte < 256 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::indexing_slicing,
            reason = "byte is below 256"
        )]
        if let Some(value) = value(byte as u8) {
            let [_, first, second, third] = ((value as u32) << (18 - 6 * place)).to_be_bytes();
            table[byte] = u32::from_le_bytes([first, second, third, 0]);
        }
        byte += 1;
    }
    table
}

/// The value of a character, [RFC 4648 section 4](https://www.rfc-editor.org/rfc/rfc4648#section-4).
pub(super) const fn value(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}
