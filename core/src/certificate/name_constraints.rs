use super::{Error, ErrorKind};
use crate::der::{Reader, tag};

/// The nameConstraints extension (RFC 5280 section 4.2.1.10), borrowed; read far enough to know
/// that it constrains something and by which forms of name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NameConstraints<'a> {
    content: &'a [u8],
    forms: u16,
}

/// The form of a name in a constraint: the alternatives of `GeneralName`, by their tag.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum NameForm {
    /// `otherName`
    Other = 0,
    /// `rfc822Name`
    Email = 1,
    /// `dNSName`
    Dns = 2,
    /// `directoryName`
    Directory = 4,
    /// `uniformResourceIdentifier`
    Uri = 6,
    /// `iPAddress`
    Ip = 7,
}

impl<'a> NameConstraints<'a> {
    /// The DER content of the extension's SEQUENCE, without its header, as
    /// [`TrustAnchor`](pki_types::TrustAnchor) has it.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.content
    }

    /// Whether a subtree of this form is among the permitted or excluded ones.
    pub fn names(&self, form: NameForm) -> bool {
        self.forms & 1 << (form as u16) != 0
    }

    /// The bases of the permitted subtrees: the tag of each name, and its content.
    pub fn permitted(&self) -> impl Iterator<Item = (u8, &'a [u8])> + use<'a> {
        self.bases(0)
    }

    /// The bases of the excluded subtrees: the tag of each name, and its content.
    pub fn excluded(&self) -> impl Iterator<Item = (u8, &'a [u8])> + use<'a> {
        self.bases(1)
    }

    /// All of it has been read once, and so no reading fails.
    fn bases(&self, n: u8) -> impl Iterator<Item = (u8, &'a [u8])> + use<'a> {
        let mut lists = Reader::new(self.content);
        let permitted = lists.read_optional(tag::constructed(0));
        let list = if n == 0 { permitted } else { lists.read_optional(tag::constructed(1)) };
        let mut list = list.ok().flatten().unwrap_or(Reader::new(&[]));
        core::iter::from_fn(move || {
            let base = list.read(tag::SEQUENCE).ok()?.element().ok()?;
            Some((base.tag, base.content.bytes()))
        })
    }

    /// `SEQUENCE { [0] permittedSubtrees OPTIONAL, [1] excludedSubtrees OPTIONAL }`
    pub(super) fn read(content: Reader<'a>) -> Result<Self, Error> {
        if content.is_empty() {
            return Err(content.error(ErrorKind::Empty));
        }
        let mut rest = content;
        let mut forms = 0;
        for n in [0, 1] {
            if let Some(subtrees) = rest.read_optional(tag::constructed(n))? {
                forms |= read_subtrees(subtrees)?;
            }
        }
        rest.finish()?;
        Ok(Self { content: content.bytes(), forms })
    }
}

/// `SEQUENCE SIZE (1..MAX) OF GeneralSubtree`, its forms as bits
fn read_subtrees(mut subtrees: Reader<'_>) -> Result<u16, Error> {
    const CONSTRUCTED: u8 = 0x20;
    if subtrees.is_empty() {
        return Err(subtrees.error(ErrorKind::Empty));
    }
    let mut forms = 0;
    while !subtrees.is_empty() {
        let mut subtree = subtrees.read(tag::SEQUENCE)?;
        let place = subtree;
        let base = subtree.element()?;
        if !subtree.is_empty() {
            return Err(subtree.error(ErrorKind::SubtreeDistance));
        }
        // [0] to [8], primitive or constructed
        match base.tag & !CONSTRUCTED {
            form @ 0x80..=0x88 => forms |= 1 << (form & 0x0f),
            _ => {
                return Err(place.error(ErrorKind::UnexpectedTag {
                    found: base.tag,
                    expected: tag::implicit(NameForm::Dns as u8),
                }));
            }
        }
    }
    Ok(forms)
}
