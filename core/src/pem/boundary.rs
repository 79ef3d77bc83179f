//! Finds boundaries, and what was meant to be one.

use super::dashes::{Dashes, TYPOGRAPHIC_LEAD, starts_boundary};
use super::found::{BoundaryFault, Role, Side};
use super::label::{self, is_known};
use super::place::{Lines, Place};
use super::scan::{find, find_either, is_comment, is_line_end, skip_blanks, usual_lines};

/// A boundary, whole or damaged, that is not commented out.
#[derive(Clone, Copy)]
pub(super) struct Boundary<'a> {
    pub(super) role: Role,
    /// Empty when damage makes it impossible to tell the label from other text.
    pub(super) label: &'a [u8],
    pub(super) fault: Option<BoundaryFault>,
    /// The offsets of the first dash and of what lies behind the last one.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Iterates over the boundaries of an input.
///
/// Every byte is passed a bounded number of times: the search never steps back, a commented-out line is left as a
/// whole, and labels have a maximum length.
#[derive(Clone, Copy)]
pub(super) struct Boundaries<'a> {
    input: &'a [u8],
    /// Where the search goes on.
    offset: usize,
    former_end: usize,
    lines: Lines<'a>,
}

impl<'a> Iterator for Boundaries<'a> {
    type Item = Boundary<'a>;

    fn next(&mut self) -> Option<Boundary<'a>> {
        loop {
            let rest = self.rest(self.offset);
            let Some(distance) = find_either(rest, b'-', TYPOGRAPHIC_LEAD) else {
                self.offset = self.input.len();
                return None;
            };
            let start = self.offset + distance;
            if let Some(boundary) = self.read(start) {
                return Some(boundary);
            }
        }
    }
}

impl<'a> Boundaries<'a> {
    pub(super) const fn new(input: &'a [u8]) -> Self {
        Self { input, offset: 0, former_end: 0, lines: Lines::new(input) }
    }

    /// The offset behind the last boundary that was returned.
    pub(super) const fn former_end(&self) -> usize {
        self.former_end
    }

    pub(super) fn text(&self, start: usize, end: usize) -> &'a [u8] {
        self.input.get(start..end).unwrap_or_default()
    }

    fn rest(&self, start: usize) -> &'a [u8] {
        self.input.get(start..).unwrap_or_default()
    }

    /// Reads what starts at `start`, a possible dash, and moves behind it.
    fn read(&mut self, start: usize) -> Option<Boundary<'a>> {
        let rest = self.rest(start);
        let candidate = Candidate::usual(rest).or_else(|| {
            let (dashes, behind) = Dashes::split(rest);
            self.offset = start + dashes.length.max(1);
            Candidate::read(dashes, behind)
        })?;
        let prefix = self.prefix(start);
        if is_comment(prefix) {
            self.offset = start + find(rest, is_line_end).unwrap_or(rest.len());
            return None;
        }
        let text_before = (!skip_blanks(prefix).is_empty()).then_some(BoundaryFault::TextBefore);
        let end = self.input.len() - candidate.behind.len();
        (self.offset, self.former_end) = (end, end);
        Some(Boundary {
            role: candidate.role,
            label: candidate.label,
            fault: candidate.fault.or(text_before),
            start,
            end,
        })
    }

    /// What stands in front of `start` on its line.
    fn prefix(&mut self, start: usize) -> &'a [u8] {
        let line_start = match self.text(0, start) {
            [] | [.., b'\n'] => start,
            _ => self.lines.line_start(start),
        };
        self.text(line_start.max(self.former_end), start)
    }

    /// The place of the last boundary, which is not counted before somebody asks.
    pub(super) fn place(&mut self, last: &Boundary<'_>) -> Place {
        self.lines.place(last.start)
    }

    /// Moves behind the lines of a body that are as RFC 7468 wants them: one look at them tells that there is no boundary
    /// in them, and how many line ends. What stands in front of them has no place any more.
    pub(super) fn skip_usual_lines(&mut self) {
        let Some(text) = self.rest(self.offset).strip_prefix(b"\n") else { return };
        let lines = usual_lines(text);
        if lines > 0 {
            self.offset += 1 + 65 * lines;
            self.lines.pass(self.offset, 1 + lines);
        }
    }
}

/// What follows a run of dashes, as far as it can be told without the text in front of it.
struct Candidate<'a> {
    role: Role,
    label: &'a [u8],
    fault: Option<BoundaryFault>,
    behind: &'a [u8],
}

impl<'a> Candidate<'a> {
    /// The boundaries nearly all bundles consist of. They would be read the same below, only slower.
    fn usual(text: &'a [u8]) -> Option<Self> {
        let (role, behind) = match text.strip_prefix(b"-----BEGIN CERTIFICATE-----") {
            Some(behind) => (Role::Begin, behind),
            None => (Role::End, text.strip_prefix(b"-----END CERTIFICATE-----")?),
        };
        let whole_line = matches!(behind, [b'\n' | b'\r', ..]);
        whole_line.then_some(Self { role, label: b"CERTIFICATE", fault: None, behind })
    }

    fn read(front: Dashes, behind: &'a [u8]) -> Option<Self> {
        if front.count == 0 {
            return None;
        }
        let words = skip_blanks(behind);
        let (role, upper_case, rest) = split_keyword(words)?;
        let (label, tail) = split_label(rest);
        let (back, behind_back) = Dashes::split_before_glued(tail);
        let shape = Shape { front, detached: words.len() != behind.len(), upper_case, label, back };
        shape.resembles_boundary().then(|| Self {
            role,
            label: shape.certain_label(),
            fault: shape.fault().or_else(|| text_after(behind_back)),
            behind: behind_back,
        })
    }
}

/// The parts of a possible boundary.
struct Shape<'a> {
    front: Dashes,
    /// Blanks stand between the dashes in front and the keyword.
    detached: bool,
    /// The keyword is in upper case.
    upper_case: bool,
    /// With the blanks around it.
    label: &'a [u8],
    back: Dashes,
}

impl<'a> Shape<'a> {
    /// Told from prose either by the exact start of a boundary, or by dashes on both sides of what could be any label,
    /// or by a label that matters.
    fn resembles_boundary(&self) -> bool {
        let label = self.label.trim_ascii();
        let tight =
            self.upper_case && !self.detached && matches!(self.label, [] | [b' ' | b'\t', ..]);
        let framed = self.front.count >= 2 && self.back.count >= 2 && !label.is_empty();
        let named = is_known(label) && (self.front.count >= 2 || self.back.count >= 1);
        named || tight && (framed || self.front.is_exact())
    }

    /// The label, unless it could as well be prose, or a body that lost its line end.
    fn certain_label(&self) -> &'a [u8] {
        let label = self.label.trim_ascii();
        if self.back.count >= 2 || is_known(label) { label } else { &[] }
    }

    fn fault(&self) -> Option<BoundaryFault> {
        let Self { front, detached, upper_case, label, back } = self;
        let words = label.trim_ascii();
        let lower_case = || words.iter().any(u8::is_ascii_lowercase) && is_known(words);
        if let Some(found) = front.typographic.or(back.typographic) {
            Some(BoundaryFault::Typographic { found })
        } else if !front.is_exact() {
            Some(BoundaryFault::Dashes { found: front.count, side: Side::Before })
        } else if !upper_case || lower_case() {
            Some(BoundaryFault::Case)
        } else if words.is_empty() {
            Some(BoundaryFault::NoLabel)
        } else if *detached || label.strip_prefix(b" ") != Some(words) {
            Some(BoundaryFault::Blank)
        } else if !back.is_exact() {
            Some(BoundaryFault::Dashes { found: back.count, side: Side::After })
        } else {
            None
        }
    }
}

/// Splits `BEGIN` or `END`, in any case, off the start of `text`; the flag says whether it is in upper case.
fn split_keyword(text: &[u8]) -> Option<(Role, bool, &[u8])> {
    [(Role::Begin, b"BEGIN".as_slice()), (Role::End, b"END")].into_iter().find_map(
        |(role, keyword)| {
            let (found, rest) = text.split_at_checked(keyword.len())?;
            found.eq_ignore_ascii_case(keyword).then_some((role, found == keyword, rest))
        },
    )
}

/// Splits off what can be a label with its blanks: up to dashes, a byte that is not printable ASCII, or the limit.
fn split_label(text: &[u8]) -> (&[u8], &[u8]) {
    let label_byte = |byte: &u8| byte.is_ascii_graphic() && *byte != b'-';
    let following = text.iter().skip(1).map(Some).chain([None]);
    let length = text
        .iter()
        .zip(following)
        .take(label::MAX_LENGTH + 1)
        // RFC 7468 section 3 allows single hyphens within a label.
        .take_while(|&(byte, next)| match byte {
            b'-' => next.is_some_and(label_byte),
            b' ' | b'\t' => true,
            _ => label_byte(byte),
        })
        .count();
    text.split_at_checked(length).unwrap_or((text, &[]))
}

/// Only blanks, or another boundary, may follow on the line.
fn text_after(behind: &[u8]) -> Option<BoundaryFault> {
    let text = skip_blanks(behind);
    let allowed = text.first().is_none_or(|&byte| is_line_end(byte))
        || text.strip_prefix(b"-----").is_some_and(starts_boundary);
    (!allowed).then_some(BoundaryFault::TextAfter)
}
