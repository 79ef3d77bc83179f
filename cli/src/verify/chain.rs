use std::path::Path;

use rootbake::certificate::Certificate;
use rootbake::pem::{self, Block, Content, Label};
use rootbake::pki_types::CertificateDer;
use rootbake::{Diagnostic, Severity};

use crate::input::{self, Input};
use crate::output::refused;

/// What a peer presents.
pub(super) struct Chain {
    pub(super) end_entity: CertificateDer<'static>,
    pub(super) intermediates: Vec<CertificateDer<'static>>,
}

impl Chain {
    /// The certificates of a file as they stand in it, none of them read yet: that is for the
    /// verifier. No block may be damaged; what is no certificate is skipped, and told of.
    pub(super) fn read(path: &Path) -> Result<(Self, Vec<Diagnostic>), Diagnostic> {
        let input = input::read(path)?;
        let (certificates, skipped) = input.certificates()?;
        let mut certificates = certificates.into_iter();
        match certificates.next() {
            Some(end_entity) => {
                Ok((Self { end_entity, intermediates: certificates.collect() }, skipped))
            }
            None => {
                let content = pem::content(&input.content);
                let message = format!("chain holds no certificate: it is {content}");
                Err(refused(&input.name, "no-certificates", message))
            }
        }
    }
}

type Found = (Vec<CertificateDer<'static>>, Vec<Diagnostic>);

impl Input {
    fn certificates(&self) -> Result<Found, Diagnostic> {
        let mut blocks = pem::blocks(&self.content).peekable();
        if blocks.peek().is_none() && pem::content(&self.content) == Content::Der {
            return Ok((vec![CertificateDer::from(self.content.clone())], Vec::new()));
        }
        let (mut certificates, mut skipped) = (Vec::new(), Vec::new());
        for block in blocks {
            let block = block.map_err(|error| self.damaged(&error))?;
            match block.label() {
                label if label.is_certificate() => certificates.push(self.decode(&block)?),
                _ => skipped.push(self.skipped(&block)),
            }
        }
        Ok((certificates, skipped))
    }

    fn decode(&self, block: &Block<'_>) -> Result<CertificateDer<'static>, Diagnostic> {
        let mut buffer = vec![0; block.der_capacity()];
        let der = block.decode(&mut buffer).map_err(|error| self.damaged(&error))?;
        let der = match block.label() {
            Label::TrustedCertificate => without_auxiliary_data(der),
            _ => der,
        };
        Ok(CertificateDer::from(der.to_vec()))
    }

    fn damaged(&self, error: &pem::Error) -> Diagnostic {
        Diagnostic {
            block: Some(error.block()),
            line: Some(error.line()),
            column: Some(error.column()),
            ..refused(&self.name, error.code(), error.kind().to_string())
        }
    }

    fn skipped(&self, block: &Block<'_>) -> Diagnostic {
        let (code, message) = match block.label() {
            Label::PrivateKey(_) => {
                ("private-key", "private key beside the chain is skipped".to_owned())
            }
            other => (
                "not-a-certificate",
                format!("block is skipped: found {other}, expected CERTIFICATE"),
            ),
        };
        Diagnostic {
            severity: Severity::Warning,
            block: Some(block.number()),
            line: Some(block.line()),
            ..refused(&self.name, code, message)
        }
    }
}

/// The certificate alone; what cannot be read is left for the verifier to refuse.
fn without_auxiliary_data(der: &[u8]) -> &[u8] {
    Certificate::from_trusted(der).map_or(der, |(certificate, _)| certificate.der)
}
