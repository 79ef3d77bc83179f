//! Runs of dashes, and of what only looks like them.

/// The first byte in UTF-8 of every character below that only looks like a dash.
pub(super) const TYPOGRAPHIC_LEAD: u8 = 0xe2;

/// A run of dashes.
#[derive(Clone, Copy, Default)]
pub(super) struct Dashes {
    /// In characters.
    pub(super) count: u32,
    /// In bytes.
    pub(super) length: usize,
    /// The last one that is not a hyphen-minus.
    pub(super) typographic: Option<char>,
}

impl Dashes {
    pub(super) fn split(text: &[u8]) -> (Self, &[u8]) {
        let (mut dashes, mut rest) = (Self::default(), text);
        loop {
            rest = match rest {
                [b'-', rest @ ..] => rest,
                // U+2010 hyphen to U+2015 horizontal bar.
                [TYPOGRAPHIC_LEAD, 0x80, last @ 0x90..=0x95, rest @ ..] => {
                    dashes.typographic = char::from_u32(0x2010 + u32::from(last - 0x90));
                    rest
                }
                [TYPOGRAPHIC_LEAD, 0x88, 0x92, rest @ ..] => {
                    dashes.typographic = Some('\u{2212}');
                    rest
                }
                _ => return (dashes, rest),
            };
            dashes.count = dashes.count.saturating_add(1);
            dashes.length = text.len() - rest.len();
        }
    }

    /// Like [`split`](Self::split), but leaves the five dashes of a boundary glued to this one.
    pub(super) fn split_before_glued(text: &[u8]) -> (Self, &[u8]) {
        let (dashes, rest) = Self::split(text);
        match text.strip_prefix(b"-----") {
            Some(glued) if glued.strip_prefix(b"-----").is_some_and(starts_boundary) => {
                (Self { count: 5, length: 5, typographic: None }, glued)
            }
            _ => (dashes, rest),
        }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.count == 5 && self.typographic.is_none()
    }
}

/// Whether `words`, which stand behind five dashes, are those of a boundary.
pub(super) fn starts_boundary(words: &[u8]) -> bool {
    words.starts_with(b"BEGIN ") || words.starts_with(b"END ")
}
