//! What the fuzz targets hold the readers to: one module for each, whose `check` panics where an
//! input shows that a reader is wrong.
#![forbid(unsafe_code)]

pub mod certificate;
pub mod constraints;
pub mod explicit;
pub mod pem;
pub mod trusted;

/// Whether `part` is a piece of `whole` by its address; an empty one may be anywhere.
fn lies_in(part: &[u8], whole: &[u8]) -> bool {
    let (part, whole) = (part.as_ptr_range(), whole.as_ptr_range());
    part.is_empty() || whole.start <= part.start && part.end <= whole.end
}

/// Formats something as it is shown to people, and refuses what would break their line or turn
/// their terminal around.
fn shown(what: impl std::fmt::Display) -> String {
    let text = what.to_string();
    assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
    text
}
