//! Searching bytes in whole chunks, in a shape compilers turn into vector code.

/// The index of the first byte that is `wanted`.
#[inline]
pub(super) fn find(text: &[u8], wanted: impl Fn(u8) -> bool) -> Option<usize> {
    // No early exit within a chunk: that is what lets all of its bytes be compared at once.
    let skipped = skip_chunks::<64>(text, &wanted);
    let skipped = skipped + skip_chunks::<8>(text.get(skipped..)?, &wanted);
    let rest = text.get(skipped..)?;
    rest.iter().position(|&byte| wanted(byte)).map(|index| skipped + index)
}

/// The index of the first byte that is one of two.
#[inline]
pub(super) fn find_either(text: &[u8], one: u8, other: u8) -> Option<usize> {
    #[cfg(feature = "simd")]
    return memchr::memchr2(one, other, text);
    #[cfg(not(feature = "simd"))]
    find(text, |byte| (byte == one) | (byte == other))
}

/// How many lines at the start of `text` have 64 characters and a LF, and nothing among the characters that could be a dash,
/// of whatever kind, or a line end.
pub(super) fn usual_lines(text: &[u8]) -> usize {
    // this order of ASCII has the control characters first and then `-`; what is not ASCII is below zero
    let odd = |byte: u8| (byte ^ 0x0d).cast_signed() <= (b'-' ^ 0x0d).cast_signed();
    let is_usual = |line: &&[u8; 65]| match line {
        [characters @ .., b'\n'] => {
            characters.iter().fold(0, |found, &byte| found | u8::from(odd(byte))) == 0
        }
        _ => false,
    };
    text.as_chunks::<65>().0.iter().take_while(is_usual).count()
}

/// The length of the chunks at the start of `text` without a `wanted` byte.
#[inline]
fn skip_chunks<const N: usize>(text: &[u8], wanted: impl Fn(u8) -> bool) -> usize {
    // No early exit within a chunk: that is what lets all of its bytes be compared at once.
    let clean =
        |chunk: &&[u8; N]| chunk.iter().fold(0, |found, &byte| found | u8::from(wanted(byte))) == 0;
    text.as_chunks::<N>().0.iter().take_while(clean).count() * N
}

/// Whether `needle` occurs in `text` where `accepts` takes the byte in front of it. Its first byte should be a rare one.
pub(super) fn contains(text: &[u8], needle: &[u8], accepts: impl Fn(Option<u8>) -> bool) -> bool {
    let Some(&first) = needle.first() else {
        return true;
    };
    let mut before = None;
    let mut rest = text;
    while let Some((skipped, start)) =
        find(rest, |byte| byte == first).and_then(|at| rest.split_at_checked(at))
    {
        before = skipped.last().copied().or(before);
        if start.starts_with(needle) && accepts(before) {
            return true;
        }
        before = Some(first);
        rest = start.get(1..).unwrap_or_default();
    }
    false
}

/// Splits `text` into its first line and what lies behind the line end.
pub(super) fn split_line(text: &[u8]) -> (&[u8], &[u8]) {
    let length = find(text, is_line_end).unwrap_or(text.len());
    let (line, rest) = text.split_at_checked(length).unwrap_or((text, &[]));
    (line, rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or_default())
}

/// `text` without the blanks, and byte order marks, at its start.
pub(super) fn skip_blanks(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [b' ' | b'\t' | b'\x0c', rest @ ..] | [0xef, 0xbb, 0xbf, rest @ ..] => rest,
            _ => return text,
        }
    }
}

/// Whether a line is commented out.
pub(super) fn is_comment(line: &[u8]) -> bool {
    matches!(skip_blanks(line), [b'#' | b'%' | b';', ..] | [b'/', b'/', ..])
}

/// Whether `byte` ends a line.
pub(super) const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
