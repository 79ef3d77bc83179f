use rootbake_core::certificate::Certificate;
use rootbake_core::pem::{self, Block, Label};
use rootbake_core::role::{Role, Warning};

use super::{ExplicitStore, Parts};
use crate::diagnostic::{Diagnostic, Severity};

/// One input on its way into the store.
pub(super) struct Loading<'a> {
    store: &'a mut ExplicitStore,
    input: &'a str,
    diagnostics: Vec<Diagnostic>,
}

/// Why a block is not taken.
struct Refused {
    code: &'static str,
    message: String,
}

impl<'a> Loading<'a> {
    pub(super) fn new(store: &'a mut ExplicitStore, input: &'a str) -> Self {
        Self { store, input, diagnostics: Vec::new() }
    }

    /// Takes all certificates, and tells what is odd; tells all that is wrong where something is,
    /// and leaves behind what it has taken by then.
    pub(super) fn read(mut self, pem: &[u8]) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let before = self.store.entries.len();
        // once, so that growing does not copy: base64 is a third longer than what it says
        self.store.bytes.reserve(pem.len() / 4 * 3 + 3);
        for block in pem::blocks(pem) {
            match block {
                Ok(block) => self.take(&block),
                Err(error) => self.damaged(&error),
            }
        }
        if self.store.entries.len() == before && !self.refused() {
            self.nothing(pem);
        }
        match self.refused() {
            true => Err(self.diagnostics),
            false => Ok(self.diagnostics),
        }
    }

    fn take(&mut self, block: &Block<'_>) {
        let label = block.label();
        if let Label::PrivateKey(_) = label {
            let message = "private key among the CAs is skipped: it does not belong there";
            return self.tell(block, Severity::Warning, "private-key", message.to_owned());
        }
        if !label.is_certificate() {
            let message = format!("block is skipped: found {label}, expected CERTIFICATE");
            return self.tell(block, Severity::Warning, "not-a-certificate", message);
        }
        let start = self.store.bytes.len();
        let added = self.decode(block, start).and_then(|end| self.add(block, start, end));
        if let Err(Refused { code, message }) = added {
            self.store.bytes.truncate(start);
            self.tell(block, Severity::Error, code, message);
        }
    }

    /// The block's DER behind the other bytes of the store; where it ends.
    fn decode(&mut self, block: &Block<'_>, start: usize) -> Result<usize, Refused> {
        let bytes = &mut self.store.bytes;
        bytes.resize(start + block.der_capacity(), 0);
        let buffer = bytes.get_mut(start..).unwrap_or(&mut []);
        let length = block
            .decode(buffer)
            .map(<[u8]>::len)
            .map_err(|error| Refused { code: error.code(), message: error.kind().to_string() })?;
        bytes.truncate(start + length);
        Ok(start + length)
    }

    fn add(&mut self, block: &Block<'_>, start: usize, end: usize) -> Result<(), Refused> {
        let der = self.store.bytes.get(start..end).unwrap_or(&[]);
        let certificate = Certificate::from_der(der).map_err(|error| Refused {
            code: "bad-certificate",
            message: format!("{error} [{}]", error.code()),
        })?;
        let role = Role::of(&certificate, false).map_err(|refusal| Refused {
            code: refusal.code(),
            message: format!("{refusal}: {}", certificate.subject),
        })?;
        let parts = Parts::of(&certificate, role, start, block).ok_or_else(|| Refused {
            code: "too-large",
            message: "certificates take more than 4 GiB".to_owned(),
        })?;
        let mut warnings = Vec::new();
        Warning::each(&certificate, |warning| {
            warnings.push((warning.code(), format!("{warning}: {}", certificate.subject)));
        });
        self.store.entries.push(parts);
        for (code, message) in warnings {
            self.tell(block, Severity::Warning, code, message);
        }
        Ok(())
    }

    fn refused(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    fn damaged(&mut self, error: &pem::Error) {
        self.diagnostics.push(Diagnostic {
            severity: Severity::Error,
            code: error.code(),
            message: error.kind().to_string(),
            input: self.input.to_owned(),
            block: Some(error.block()),
            line: Some(error.line()),
        });
    }

    fn nothing(&mut self, pem: &[u8]) {
        self.diagnostics.push(Diagnostic {
            severity: Severity::Error,
            code: "no-certificates",
            message: format!("input holds no certificate: it is {}", pem::content(pem)),
            input: self.input.to_owned(),
            block: None,
            line: None,
        });
    }

    fn tell(&mut self, block: &Block<'_>, severity: Severity, code: &'static str, message: String) {
        self.diagnostics.push(Diagnostic {
            severity,
            code,
            message,
            input: self.input.to_owned(),
            block: Some(block.number()),
            line: Some(block.line()),
        });
    }
}
