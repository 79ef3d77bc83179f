//! PEM bundles of CA certificates as they are found in the wild, read without a loss: whatever looks like a boundary
//! ends up in a [`Block`] or in an [`Error`] with its line and column.
//!
//! [`blocks`] iterates over an input, [`Block::decode`] turns one block into DER, and [`content()`] tells what an input
//! without certificates is instead. Nothing here allocates.
//!
//! Read as blocks, beyond the strict form of [RFC 7468 section 3](https://www.rfc-editor.org/rfc/rfc7468#section-3):
//! LF, CRLF and CR line ends, also mixed or missing at the end; a UTF-8 byte order mark in front of any boundary;
//! blanks around boundaries and anywhere in the body; lines of any width; any bytes between blocks; `END` and `BEGIN`
//! glued into one line; a body glued to its `END`; headers as in
//! [RFC 1421 section 4.4](https://www.rfc-editor.org/rfc/rfc1421#section-4.4).
//!
//! Left out in silence: a boundary on a line whose first visible characters are `#`, `%`, `;` or `//`, which is
//! commented out, and lines of dashes without `BEGIN` or `END`. Everything else that resembles a boundary
//! (`----BEGIN`, `----- BEGIN`, en dashes, `begin certificate`, text on the same line) is an error of its own.
//!
//! ```
//! use rootbake_core::pem::{self, Label};
//!
//! let input = b"# an example\r\n\
//!     -----BEGIN CERTIFICATE-----\r\n\
//!     MAMCAQU=\r\n\
//!     -----END CERTIFICATE-----\r\n\
//!     -----BEGIN CERTIFICATE-----\r\n";
//! let mut blocks = pem::blocks(input);
//!
//! let block = blocks.next().expect("one block")?;
//! assert_eq!(block.label(), Label::Certificate);
//! assert_eq!((block.number(), block.line()), (1, 2));
//! assert_eq!(block.preamble(), b"# an example\r\n");
//! let mut buffer = [0; 16];
//! assert_eq!(block.decode(&mut buffer)?, [0x30, 3, 2, 1, 5]);
//!
//! let error = blocks.next().expect("one bad block").expect_err("it has no END");
//! assert_eq!((error.block(), error.line(), error.code()), (2, 5, "unterminated-block"));
//! assert!(blocks.next().is_none());
//! # Ok::<(), pem::Error>(())
//! ```

mod alphabet;
mod base64;
mod block;
mod boundary;
mod content;
mod dashes;
mod encode;
mod error;
mod found;
mod label;
mod place;
mod scan;

use core::fmt;
use core::iter::FusedIterator;

use boundary::{Boundaries, Boundary};
use place::Place;

pub use block::Block;
pub use content::{Content, content};
pub use encode::{Encoded, encode};
pub use error::{Error, ErrorKind};
pub use found::{BoundaryFault, Character, Follower, Role, Side};
pub use label::{Label, OwnedLabel};

/// Iterates over everything in `input` that looks like a PEM block.
///
/// `input` is the whole file, in any encoding that keeps ASCII. An input without any block yields nothing: ask
/// [`content()`] what it is. A block's body is not looked at before [`Block::decode`], so that an encrypted or broken
/// private key beside the certificates does not get in the way.
///
/// # Errors
///
/// An item is an error of the kind [`LabelMismatch`](ErrorKind::LabelMismatch),
/// [`NearMissBoundary`](ErrorKind::NearMissBoundary), [`StrayEnd`](ErrorKind::StrayEnd) or
/// [`UnterminatedBlock`](ErrorKind::UnterminatedBlock).
///
/// # Cost
///
/// The whole iteration takes time linear in the length of `input` and reads each byte at most a few times.
#[must_use]
pub fn blocks(input: &[u8]) -> Blocks<'_> {
    Blocks { boundaries: Boundaries::new(input), number: 0 }
}

/// The iterator [`blocks`] returns.
///
/// After an error it goes on with what lies behind, so one bad block never hides the ones that follow it.
#[derive(Clone)]
pub struct Blocks<'a> {
    boundaries: Boundaries<'a>,
    number: u32,
}

impl<'a> Iterator for Blocks<'a> {
    type Item = Result<Block<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let former_end = self.boundaries.former_end();
        let first = self.boundaries.next()?;
        let place = self.boundaries.place(&first);
        self.number = self.number.saturating_add(1);
        Some(match (first.role, first.fault) {
            (Role::Begin, None) => self.close(first, place, former_end),
            (Role::Begin, Some(fault)) => {
                self.skip_end();
                Err(self.near_miss(first, place, fault))
            }
            (Role::End, None) => {
                let label = OwnedLabel::new(first.label);
                Err(self.error(ErrorKind::StrayEnd { label }, place))
            }
            (Role::End, Some(fault)) => Err(self.near_miss(first, place, fault)),
        })
    }
}

impl FusedIterator for Blocks<'_> {}

impl<'a> Blocks<'a> {
    /// Looks for the `END` that belongs to `begin`, and consumes what it finds unless that begins another block.
    fn close(
        &mut self,
        begin: Boundary<'a>,
        place: Place,
        former_end: usize,
    ) -> Result<Block<'a>, Error> {
        self.boundaries.skip_usual_lines();
        let mut ahead = self.boundaries;
        let follower = match ahead.next() {
            Some(other) if other.role == Role::Begin => {
                Follower::Begin { line: ahead.place(&other).line }
            }
            Some(end) => {
                self.boundaries = ahead;
                match end.fault {
                    // Tools that print the body without a final line end glue it to its END.
                    None | Some(BoundaryFault::TextBefore) => {
                        return self.pair(begin, place, end, former_end);
                    }
                    Some(_) => Follower::DamagedEnd { line: self.boundaries.place(&end).line },
                }
            }
            None => {
                self.boundaries = ahead;
                Follower::EndOfInput
            }
        };
        let label = OwnedLabel::new(begin.label);
        Err(self.error(ErrorKind::UnterminatedBlock { label, found: follower }, place))
    }

    fn pair(
        &mut self,
        begin: Boundary<'a>,
        place: Place,
        end: Boundary<'a>,
        former_end: usize,
    ) -> Result<Block<'a>, Error> {
        if begin.label != end.label {
            let (begin_line, place) = (place.line, self.boundaries.place(&end));
            let (begin, end) = (OwnedLabel::new(begin.label), OwnedLabel::new(end.label));
            return Err(self.error(ErrorKind::LabelMismatch { begin, begin_line, end }, place));
        }
        Ok(Block {
            label: Label::new(begin.label),
            number: self.number,
            place,
            preamble: self.boundaries.text(former_end, begin.start),
            body_place: place.further(begin.end - begin.start),
            body: self.boundaries.text(begin.end, end.start),
        })
    }

    /// A damaged `BEGIN` and the `END` behind it are one block, and one error.
    fn skip_end(&mut self) {
        let mut ahead = self.boundaries;
        if ahead.next().is_none_or(|next| next.role == Role::End) {
            self.boundaries = ahead;
        }
    }

    fn near_miss(&self, boundary: Boundary<'a>, place: Place, fault: BoundaryFault) -> Error {
        let Boundary { label, role, .. } = boundary;
        self.error(
            ErrorKind::NearMissBoundary { fault, label: OwnedLabel::new(label), role },
            place,
        )
    }

    fn error(&self, kind: ErrorKind, place: Place) -> Error {
        Error::new(kind, self.number, place)
    }
}

impl fmt::Debug for Blocks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The rest of the input may hold a private key.
        f.debug_struct("Blocks").field("number", &self.number).finish_non_exhaustive()
    }
}
