//! The label of a block, the words between `BEGIN` and the dashes.

use core::fmt;

/// Longer labels are not read as labels. The longest in use have 31 bytes; the limit keeps the search for boundaries
/// linear and errors small.
pub(super) const MAX_LENGTH: usize = 40;

const CERTIFICATE: &[u8] = b"CERTIFICATE";
const X509_CERTIFICATE: &[u8] = b"X509 CERTIFICATE";
const TRUSTED_CERTIFICATE: &[u8] = b"TRUSTED CERTIFICATE";
const PRIVATE_KEY: &[u8] = b"PRIVATE KEY";

/// The label of a block, see [RFC 7468 section 3](https://www.rfc-editor.org/rfc/rfc7468#section-3); upper and lower
/// case differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label<'a> {
    /// `CERTIFICATE`: the DER of one certificate,
    /// [RFC 7468 section 5](https://www.rfc-editor.org/rfc/rfc7468#section-5).
    Certificate,
    /// Any other label, at most 40 bytes of printable ASCII.
    Other(&'a [u8]),
    /// Any label that ends in `PRIVATE KEY`, whole: `PRIVATE KEY`, `RSA PRIVATE KEY`, `ENCRYPTED PRIVATE KEY`.
    PrivateKey(&'a [u8]),
    /// `TRUSTED CERTIFICATE`: the DER of a certificate and behind it OpenSSL's list of trusted and rejected purposes.
    TrustedCertificate,
    /// `X509 CERTIFICATE`: an old name of `CERTIFICATE`.
    X509Certificate,
}

impl<'a> Label<'a> {
    pub(super) fn new(label: &'a [u8]) -> Self {
        match label {
            CERTIFICATE => Self::Certificate,
            X509_CERTIFICATE => Self::X509Certificate,
            TRUSTED_CERTIFICATE => Self::TrustedCertificate,
            _ if label.ends_with(PRIVATE_KEY) => Self::PrivateKey(label),
            _ => Self::Other(label),
        }
    }

    /// The label as it stands in the boundaries.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        match *self {
            Self::Certificate => CERTIFICATE,
            Self::X509Certificate => X509_CERTIFICATE,
            Self::TrustedCertificate => TRUSTED_CERTIFICATE,
            Self::PrivateKey(label) | Self::Other(label) => label,
        }
    }

    /// Whether the block holds a certificate, possibly with OpenSSL's trust list behind it.
    #[must_use]
    pub const fn is_certificate(&self) -> bool {
        matches!(self, Self::Certificate | Self::X509Certificate | Self::TrustedCertificate)
    }
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().escape_ascii().fmt(f)
    }
}

/// Whether `label` is, but for its case, one that matters to a reader of trust: even a damaged boundary with it is
/// reported.
pub(super) fn is_known(label: &[u8]) -> bool {
    let names: [&[u8]; 5] = [CERTIFICATE, X509_CERTIFICATE, TRUSTED_CERTIFICATE, b"PKCS7", b"CMS"];
    let suffix = label.len().checked_sub(PRIVATE_KEY.len()).and_then(|start| label.get(start..));
    names.iter().any(|name| name.eq_ignore_ascii_case(label))
        || suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(PRIVATE_KEY))
}

/// A copy of a label in an error, which outlives the input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct OwnedLabel {
    bytes: [u8; MAX_LENGTH],
    length: u8,
}

impl OwnedLabel {
    pub(super) fn new(label: &[u8]) -> Self {
        let mut owned = Self { bytes: [0; MAX_LENGTH], length: 0 };
        for (to, from) in owned.bytes.iter_mut().zip(label) {
            *to = *from;
            owned.length += 1;
        }
        owned
    }

    /// The label as it stands in the boundary; empty when a damaged boundary has none that can be told from text.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length)).unwrap_or_default()
    }
}

impl fmt::Debug for OwnedLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OwnedLabel({self})")
    }
}

impl fmt::Display for OwnedLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().escape_ascii().fmt(f)
    }
}
