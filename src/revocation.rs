use rootbake_core::path::webpki::{
    self, CertRevocationList, ExpirationPolicy, OwnedCertRevocationList, RevocationCheckDepth,
    RevocationOptions, RevocationOptionsBuilder, UnknownStatusPolicy,
};
use rootbake_core::pem::{self, Block};

use crate::diagnostic::{Diagnostic, Severity};

/// Which certificates of a path are held against the CRLs.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum RevocationDepth {
    /// All but the anchor.
    #[default]
    Chain,
    /// That of the peer alone.
    EndEntity,
}

/// What becomes of a certificate for which no CRL answers.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum UnknownStatus {
    /// It counts as not revoked.
    Allow,
    /// It is refused.
    #[default]
    Deny,
}

/// The CRLs of a context, and how paths are held against them.
#[derive(Debug)]
pub(crate) struct Crls {
    lists: Vec<CertRevocationList<'static>>,
    pub(crate) depth: RevocationDepth,
    pub(crate) unknown_status: UnknownStatus,
    pub(crate) expiration: bool,
}

impl Default for Crls {
    fn default() -> Self {
        Self {
            lists: Vec::new(),
            depth: RevocationDepth::default(),
            unknown_status: UnknownStatus::default(),
            expiration: true,
        }
    }
}

impl Crls {
    /// Takes the CRLs of a PEM text, or one that is DER; all or none.
    pub(crate) fn add(&mut self, input: &str, bytes: &[u8]) -> Result<(), Vec<Diagnostic>> {
        let mut lists = Vec::new();
        let mut refused = Vec::new();
        for (place, list) in lists_of(bytes) {
            match list {
                Ok(list) => lists.push(list),
                Err((code, message)) => refused.push(Diagnostic {
                    severity: Severity::Error,
                    code,
                    message,
                    input: input.to_owned(),
                    block: place.map(|(block, _)| block),
                    line: place.map(|(_, line)| line),
                    column: None,
                }),
            }
        }
        match refused.is_empty() {
            true => {
                self.lists.extend(lists);
                Ok(())
            }
            false => Err(refused),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Calls with what a verification takes; the list of references is made for each, and only
    /// where there are CRLs.
    pub(crate) fn with_options<T>(
        &self,
        verify: impl FnOnce(Option<RevocationOptions<'_>>) -> T,
    ) -> T {
        let lists: Vec<&CertRevocationList<'_>> = self.lists.iter().collect();
        let options = RevocationOptionsBuilder::new(&lists).ok().map(|builder| {
            builder
                .with_depth(self.depth.into())
                .with_status_policy(self.unknown_status.into())
                .with_expiration_policy(match self.expiration {
                    true => ExpirationPolicy::Enforce,
                    false => ExpirationPolicy::Ignore,
                })
                .build()
        });
        verify(options)
    }
}

/// A CRL, or the code and the words of an error.
type Read = Result<CertRevocationList<'static>, (&'static str, String)>;

/// Each CRL of an input, or why it is none, with its block and line where the input is PEM; at
/// least one.
fn lists_of(bytes: &[u8]) -> Vec<(Option<(u32, u32)>, Read)> {
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
    match OwnedCertRevocationList::from_der(der) {
        Ok(list) => Ok(list.into()),
        Err(error) => Err(("bad-crl", format!("crl cannot be read: {}", in_words(&error)))),
    }
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

impl From<RevocationDepth> for RevocationCheckDepth {
    fn from(depth: RevocationDepth) -> Self {
        match depth {
            RevocationDepth::Chain => Self::Chain,
            RevocationDepth::EndEntity => Self::EndEntity,
        }
    }
}

impl From<UnknownStatus> for UnknownStatusPolicy {
    fn from(status: UnknownStatus) -> Self {
        match status {
            UnknownStatus::Allow => Self::Allow,
            UnknownStatus::Deny => Self::Deny,
        }
    }
}
