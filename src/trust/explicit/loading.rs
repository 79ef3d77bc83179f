use std::iter;

use rootbake_core::certificate::{Auxiliary, Certificate, Field, Purposes, sha256};
use rootbake_core::pem::{self, Block, Label};
use rootbake_core::role::{Examined, Refusal};

use super::super::usable;
use super::ExplicitStore;
use super::crowd::Crowd;
use super::parts::{Parts, Place};
use crate::diagnostic::{Diagnostic, Severity};

/// One input on its way into the store.
pub(super) struct Loading<'a> {
    store: &'a mut ExplicitStore,
    /// Its place among the inputs of the store
    input: usize,
    diagnostics: Vec<Diagnostic>,
}

const BAD_AUXILIARY_DATA: &str = "bad-auxiliary-data";

/// The code and the words of a warning.
type Odd = (&'static str, String);

/// How large a certificate is, more or less: they are from 400 bytes to two kilobytes.
const USUAL: usize = 1024;

/// What a block may take while it is decoded, beyond what is kept of it.
const SPARE: usize = 1024;

/// Why a certificate is not taken.
struct Refused {
    code: &'static str,
    message: String,
}

impl<'a> Loading<'a> {
    /// Loads what belongs to the last input that the store knows of.
    pub(super) fn new(store: &'a mut ExplicitStore) -> Self {
        let input = store.inputs.len().saturating_sub(1);
        Self { store, input, diagnostics: Vec::new() }
    }

    /// Takes every certificate that can be taken out of a PEM text, and tells of the rest.
    pub(super) fn pem(mut self, text: &[u8]) -> Vec<Diagnostic> {
        // once, so that growing does not copy: base64 is a third longer than what it says
        self.reserve(text.len() / 4 * 3 + SPARE.min(text.len() / 4));
        let mut blocks = pem::blocks(text);
        let mut crowd = Crowd::default();
        while let Some(block) = blocks.next() {
            match block {
                Ok(block) => self.take(&block),
                Err(error) => {
                    let more = crowd.passed_over(&error, &mut blocks);
                    let place = Place::of_error(self.input, &error);
                    self.refuse(place, Refused::by_pem(&error).and(more, &error));
                }
            }
        }
        self.diagnostics
    }

    /// Takes DER certificates that stand one behind the other, up to the first that is none.
    pub(super) fn der(mut self, bytes: &[u8]) -> Vec<Diagnostic> {
        self.reserve(bytes.len());
        self.each_der(elements(bytes))
    }

    /// Makes room for so many bytes of certificates.
    fn reserve(&mut self, bytes: usize) {
        self.store.bytes.reserve(bytes);
        self.store.entries.reserve(bytes / USUAL + 1);
    }

    /// Takes DER certificates, each told apart from the others already.
    pub(super) fn each_der<'d>(
        mut self,
        certificates: impl Iterator<Item = &'d [u8]>,
    ) -> Vec<Diagnostic> {
        for (number, der) in (1..).zip(certificates) {
            let start = self.store.bytes.len();
            self.store.bytes.extend_from_slice(der);
            self.add(Place::certificate(self.input, number), start, false);
        }
        self.diagnostics
    }

    fn take(&mut self, block: &Block<'_>) {
        let place = Place::block(self.input, block);
        let label = block.label();
        if let Label::PrivateKey(_) = label {
            let message = "private key among the CAs is skipped: it does not belong there";
            return self.warn(place, "private-key", message.to_owned());
        }
        if !label.is_certificate() {
            let message = format!("block is skipped: found {label}, expected CERTIFICATE");
            return self.warn(place, "not-a-certificate", message);
        }
        if let Err(refused) = self.heed_preamble(place, block.preamble()) {
            return self.refuse(place, refused);
        }
        let start = self.store.bytes.len();
        match self.decode(block, start) {
            Ok(()) => self.add(place, start, label == Label::TrustedCertificate),
            Err(error) => {
                let place = Place::of_error(self.input, &error);
                self.refuse(place, Refused::by_pem(&error));
            }
        }
    }

    /// What stands in front of a block can say that the certificate is not to be trusted.
    fn heed_preamble(&mut self, place: Place, preamble: &[u8]) -> Result<(), Refused> {
        if contains(preamble, b"[p11-kit-object") {
            return Err(Refused {
                code: "p11-kit-file",
                message: "certificate stands in a p11-kit file, whose trust is not read here: \
                          expected PEM, as `trust extract --format=pem-bundle` writes it"
                    .to_owned(),
            });
        }
        if contains(preamble, b"distrust") {
            let message = "comment says that this certificate is distrusted, which PEM cannot \
                           say: it is trusted; take it out if it should not be";
            self.warn(place, "comment-says-distrust", message.to_owned());
        }
        Ok(())
    }

    /// The block's content behind the other bytes of the store. Room for its base64 lets it be
    /// decoded in place, which is fastest.
    fn decode(&mut self, block: &Block<'_>, start: usize) -> Result<(), pem::Error> {
        let bytes = &mut self.store.bytes;
        bytes.resize(start + block.der_capacity() / 3 * 4, 0);
        let buffer = bytes.get_mut(start..).unwrap_or(&mut []);
        let length = block.decode(buffer).map(<[u8]>::len);
        bytes.truncate(start + *length.as_ref().unwrap_or(&0));
        length.map(|_| ())
    }

    /// Takes the certificate that is what the store's bytes hold from `start` on.
    fn add(&mut self, place: Place, start: usize, trusted_label: bool) {
        match self.read(place, start, trusted_label) {
            Ok((parts, warnings)) => {
                // the alias stands in the auxiliary data behind the certificate
                if parts.alias.is_none() {
                    self.store.bytes.truncate(start + parts.der.length());
                }
                self.store.entries.push(parts);
                for (code, message) in warnings {
                    self.warn(place, code, message);
                }
            }
            Err(refused) => {
                self.distrust_unreadable(start, &refused);
                self.store.bytes.truncate(start);
                self.refuse(place, refused);
            }
        }
    }

    /// A certificate that may be rejected by what cannot be read is not trusted from elsewhere.
    fn distrust_unreadable(&mut self, start: usize, refused: &Refused) {
        if refused.code == BAD_AUXILIARY_DATA {
            let bytes = self.store.bytes.get(start..).unwrap_or(&[]);
            let (der, _) = split_element(bytes);
            let fingerprint = sha256(der);
            if !self.store.unreadable.contains(&fingerprint) {
                self.store.unreadable.push(fingerprint);
            }
        }
    }

    fn read(
        &self,
        place: Place,
        start: usize,
        trusted_label: bool,
    ) -> Result<(Parts, Vec<Odd>), Refused> {
        let bytes = self.store.bytes.get(start..).unwrap_or(&[]);
        let read = match trusted_label {
            true => Certificate::from_trusted(bytes),
            false => Certificate::from_der(bytes).map(|certificate| (certificate, None)),
        };
        let (certificate, auxiliary) = read.map_err(|error| Refused {
            code: match error.field() {
                Some(Field::Auxiliary) => BAD_AUXILIARY_DATA,
                _ => "bad-certificate",
            },
            message: format!("{error} [{}]", error.code()),
        })?;
        let refuse = |refusal: Refusal| Refused {
            code: refusal.code(),
            message: format!("{refusal}: {}", certificate.subject),
        };
        let examined = Examined::new(&certificate).map_err(refuse)?;
        let role = examined.role(false).map_err(refuse)?;
        let mut parts = Parts::of(&certificate, role, start, place).ok_or_else(|| Refused {
            code: "too-large",
            message: "certificates take more than 4 GiB".to_owned(),
        })?;
        parts.key_limit = usable::limit(examined.key());
        let mut warnings = Vec::new();
        examined.warnings(|warning| {
            warnings.push((warning.code(), format!("{warning}: {}", certificate.subject)));
        });
        if let Some(auxiliary) = auxiliary {
            parts.heed(&auxiliary, certificate.der);
            warnings.extend(limits_in_words(&auxiliary, &certificate));
        }
        Ok((parts, warnings))
    }

    fn refuse(&mut self, place: Place, refused: Refused) {
        let Refused { code, message } = refused;
        self.tell(Severity::Error, place, code, message);
    }

    fn warn(&mut self, place: Place, code: &'static str, message: String) {
        self.tell(Severity::Warning, place, code, message);
    }

    fn tell(&mut self, severity: Severity, place: Place, code: &'static str, message: String) {
        self.diagnostics.push(self.store.tell(severity, place, code, message));
    }
}

impl Refused {
    fn by_pem(error: &pem::Error) -> Self {
        Self { code: error.code(), message: error.kind().to_string() }
    }

    /// Tells of so many more blocks behind that of the error.
    fn and(mut self, more: u32, error: &pem::Error) -> Self {
        if more > 0 {
            let last = error.block().saturating_add(more);
            self.message +=
                &format!("; {more} more blocks on this line, up to block {last}, cannot be read");
        }
        self
    }
}

/// Whether these words are there, in lower or upper case.
fn contains(text: &[u8], words: &[u8]) -> bool {
    let Some(first) = words.first() else { return true };
    let (lower, upper) = (first.to_ascii_lowercase(), first.to_ascii_uppercase());
    memchr::memchr2_iter(lower, upper, text).any(|at| {
        let here = text.get(at..at + words.len());
        here.is_some_and(|here| here.eq_ignore_ascii_case(words))
    })
}

/// What auxiliary data takes away for TLS.
fn limits_in_words(
    auxiliary: &Auxiliary<'_>,
    certificate: &Certificate<'_>,
) -> impl Iterator<Item = Odd> {
    let servers = Purposes::SERVER_AUTH;
    let rejected = !auxiliary.rejected.intersection(servers).is_none();
    let trusted = auxiliary.trusted.is_none_or(|trusted| trusted.allows(servers));
    let subject = certificate.subject.to_string();
    let told = match (rejected, trusted) {
        (true, _) => Some((
            "aux-rejects-server-auth",
            format!("auxiliary data rejects this certificate for TLS servers: {subject}"),
        )),
        (false, false) => Some((
            "aux-not-for-server-auth",
            format!("auxiliary data does not trust this certificate for TLS servers: {subject}"),
        )),
        (false, true) => None,
    };
    told.into_iter()
}

/// The DER elements that stand one behind the other, at least one.
fn elements(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    iter::from_fn(move || {
        let (element, behind) = split_element(rest?);
        rest = (!behind.is_empty()).then_some(behind);
        Some(element)
    })
}

/// The first DER element of some bytes, and what stands behind it; all of them where there is
/// none, for the reader of certificates to say why.
fn split_element(bytes: &[u8]) -> (&[u8], &[u8]) {
    let length = match bytes {
        [_, short @ 0..=0x7f, ..] => 2 + usize::from(*short),
        [_, 0x81, a, ..] => 3 + usize::from(*a),
        [_, 0x82, a, b, ..] => 4 + usize::from(u16::from_be_bytes([*a, *b])),
        _ => bytes.len(),
    };
    bytes.split_at_checked(length).unwrap_or((bytes, &[]))
}
