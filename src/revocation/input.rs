use rootbake_core::path::webpki;
use rootbake_core::pem::{self, Block};

use super::crl::Crl;

/// A CRL, or the code and the words of an error.
type Read = Result<Crl, (&'static str, String)>;

/// Each CRL of an input, or why it is none, with its block and line where the input is PEM; at
/// least one.
pub(super) fn lists_of(bytes: &[u8]) -> Vec<(Option<(u32, u32)>, Read)> {
    let blocks = pem::blocks(bytes).map(|block| match block {
        Ok(block) => (Some((block.number(), block.line())), decode(&block)),
        Err(error) => {
            (Some((error.block(), error.line())), Err((error.code(), error.kind().to_string())))
        }
    });
    let mut found: Vec<_> = blocks.collect();
    if found.is_empty() {
        found.push((None, whole(bytes)));
    }
    found
}

/// An input without a PEM block.
fn whole(bytes: &[u8]) -> Read {
    match pem::content(bytes) {
        pem::Content::Der => read(bytes),
        what => {
            let found = what.code();
            Err(("no-crl", format!("input holds no crl: found {found}, expected X509 CRL")))
        }
    }
}

fn decode(block: &Block<'_>) -> Read {
    if !matches!(block.label().as_bytes(), b"X509 CRL" | b"CRL") {
        let message = format!("block is no crl: found {}, expected X509 CRL", block.label());
        return Err(("not-a-crl", message));
    }
    let mut der = vec![0; block.der_capacity()];
    let der = block.decode(&mut der).map_err(|error| (error.code(), error.kind().to_string()))?;
    read(der)
}

fn read(der: &[u8]) -> Read {
    Crl::from_der(der)
        .map_err(|error| ("bad-crl", format!("crl cannot be read: {}", in_words(&error))))
}

fn in_words(error: &webpki::Error) -> &'static str {
    use webpki::Error as E;
    match error {
        E::UnsupportedCrlVersion => "its version is not 2",
        E::UnsupportedDeltaCrl => "delta crls are not read",
        E::UnsupportedIndirectCrl => "indirect crls are not read",
        E::UnsupportedCriticalExtension => "it has an unknown critical extension",
        _ => "it is not the DER of a certificate list (RFC 5280 section 5.1)",
    }
}
