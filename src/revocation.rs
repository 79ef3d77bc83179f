mod crl;
mod input;

use core::cmp::Reverse;

use rootbake_core::certificate::Time;
use rootbake_core::path::{ErrorKind, Link, Revocation};

use crate::diagnostic::{Diagnostic, Severity};
use crl::Crl;

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
    /// The newest first, so that it is the one whose signature is verified
    lists: Vec<Crl>,
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
        for (place, list) in input::lists_of(bytes) {
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
                self.lists.sort_by_key(|list| Reverse(list.this_update));
                Ok(())
            }
            false => Err(refused),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    /// Those by the issuer of the certificate, as far as the name tells.
    fn by_issuer<'a>(&'a self, link: &Link<'_>) -> impl Iterator<Item = &'a Crl> {
        let issuer = link.certificate.issuer;
        self.lists.iter().filter(move |list| list.has_issuer(issuer))
    }

    /// Whether a CRL is the word of the certificate's issuer, and the last one.
    fn counts(&self, list: &Crl, link: &Link<'_>) -> bool {
        list.is_signed(link)
            && !self.by_issuer(link).any(|other| other.supersedes(list) && other.is_signed(link))
    }

    /// What is known of a certificate that no CRL lists.
    fn unlisted(&self, link: &Link<'_>) -> Result<(), ErrorKind> {
        let mut covering = self.by_issuer(link).filter(|list| list.covers(link)).peekable();
        if covering.peek().is_none() {
            return match self.unknown_status {
                UnknownStatus::Allow => Ok(()),
                UnknownStatus::Deny => Err(ErrorKind::UnknownRevocationStatus),
            };
        }
        let time = Time::from(link.time);
        let mut expired = None;
        for list in covering.filter(|list| self.counts(list, link)) {
            if !self.expiration || time < list.next_update {
                return Ok(());
            }
            expired = expired.max(Some(list.next_update));
        }
        Err(expired.map_or(ErrorKind::CrlUnusable, |next_update| ErrorKind::CrlExpired {
            time,
            next_update,
        }))
    }
}

/// The order in which CRLs were given decides nothing: whatever one of them says counts, unless a
/// later one has taken its place. A certificate is revoked where any lists it, and known not to be
/// where one that covers it does not.
impl Revocation for Crls {
    fn check(&self, link: &Link<'_>) -> Result<(), ErrorKind> {
        if link.is_ca && self.depth == RevocationDepth::EndEntity {
            return Ok(());
        }
        match self.by_issuer(link).any(|list| list.lists(link) && self.counts(list, link)) {
            true => Err(ErrorKind::Revoked),
            false => self.unlisted(link),
        }
    }
}
