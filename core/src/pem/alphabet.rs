//! The base64 alphabet, and whole groups of its characters by table, or by vector instructions where there are some.

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

/// Decodes the lines at the start of `text` that have 64 characters of base64 and a LF, and the line behind them where that
/// is the last: the text that is left, and how much is written. What of `out` lies behind that is garbage then.
pub(super) fn usual_lines<'t>(text: &'t [u8], out: &mut [u8]) -> (&'t [u8], usize) {
    #[cfg(feature = "simd")]
    let (text, written) = by_vector(text, out);
    #[cfg(not(feature = "simd"))]
    let written = 0;
    let lines = by_table(text, out.get_mut(written..).unwrap_or_default());
    (text.get(lines * 65..).unwrap_or_default(), written + lines * 48)
}

fn by_table(text: &[u8], out: &mut [u8]) -> usize {
    let mut lines = text.as_chunks::<65>().0.iter().zip(out.as_chunks_mut::<48>().0);
    let is_usual = |(line, out): (&[u8; 65], &mut [u8; 48])| match line {
        [data @ .., b'\n'] => groups(data, out),
        _ => false,
    };
    let mut usual = 0;
    while lines.next().is_some_and(is_usual) {
        usual += 1;
    }
    usual
}

/// The same for as many lines at a time as `out` has room for without their LF, where they are decoded in place. Only for
/// batches in which all is well: the vector decoder does not say which line is at fault.
#[cfg(feature = "simd")]
fn by_vector<'t>(text: &'t [u8], out: &mut [u8]) -> (&'t [u8], usize) {
    // below it the table is as fast
    const AT_LEAST: usize = 4 * 64;
    let (mut rest, mut written) = (text, 0);
    loop {
        let room = out.get_mut(written..).unwrap_or_default();
        let (length, behind) = gather(rest, room);
        let batch = room.get_mut(..length).unwrap_or_default();
        let Ok(decoded) = base64_simd::STANDARD.decode_inplace(batch) else {
            return (rest, written);
        };
        (rest, written) = (behind, written + decoded.len());
        if length < AT_LEAST || rest.is_empty() {
            return (rest, written);
        }
    }
}

/// The characters of the lines at the start of `text`, one behind the other: of those that end in a LF and not in padding,
/// and of the last line. How many there are, and the text that is left.
#[cfg(feature = "simd")]
fn gather<'t>(text: &'t [u8], room: &mut [u8]) -> (usize, &'t [u8]) {
    let mut length = 0;
    for (line, room) in text.as_chunks::<65>().0.iter().zip(room.as_chunks_mut::<64>().0) {
        let [characters @ .., b'\n'] = line else { break };
        if characters.ends_with(b"=") {
            break;
        }
        *room = *characters;
        length += 64;
    }
    let rest = text.get(length / 64 * 65..).unwrap_or_default();
    let last = rest.strip_suffix(b"\n").filter(|last| last.len() <= 64);
    match last.zip(room.get_mut(length..)).and_then(|(last, room)| fill(room, last)) {
        Some(more) => (length + more, &[]),
        None => (length, rest),
    }
}

/// The length of what fits at the start of `room`.
#[cfg(feature = "simd")]
fn fill(room: &mut [u8], characters: &[u8]) -> Option<usize> {
    room.get_mut(..characters.len())?.copy_from_slice(characters);
    Some(characters.len())
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
