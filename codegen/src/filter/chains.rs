use rootbake_core::certificate::{Certificate, Fingerprint, Purposes};

use crate::bundle::{Bundle, BundleRoot, Decoded};
use crate::locked::LockedRoot;
use crate::report::{Finding, Report};

/// The chains of one file, as servers present them, whose roots are wanted and no others.
#[derive(Debug)]
pub(crate) struct Chains<'a> {
    presented: Bundle<'a>,
}

impl<'a> Chains<'a> {
    pub(crate) fn read(decoded: &'a Decoded<'a>) -> Result<Self, Report> {
        Ok(Self { presented: Bundle::read(decoded)? })
    }

    /// The roots that have issued one of the certificates, going by names and key identifiers.
    ///
    /// Signatures are not verified: at worst a root too many stays.
    pub(super) fn needed(&self, bundle: &Bundle<'_>) -> Result<Vec<Fingerprint>, Finding> {
        let presented = &self.presented.roots;
        let has_issued = |root: &&BundleRoot<'_>| {
            presented.iter().any(|below| may_issue(&root.certificate, &below.certificate))
        };
        let needed = bundle.roots.iter().filter(has_issued);
        let needed: Vec<Fingerprint> = needed.map(|root| root.fingerprint).collect();
        match needed.is_empty() {
            true => Err(self.without_root(bundle)),
            false => Ok(needed),
        }
    }

    /// What messages call the file.
    pub(crate) fn file(&self) -> &'a str {
        self.presented.file
    }

    /// Whether a root for TLS servers has issued one of the certificates, as for
    /// [`needed`](Self::needed).
    pub(crate) fn end_at_one_of(&self, roots: &[LockedRoot<'_>]) -> bool {
        let mut servers =
            roots.iter().filter(|root| root.constraints.purposes.allows(Purposes::SERVER_AUTH));
        let presented = &self.presented.roots;
        servers.any(|root| {
            presented.iter().any(|below| may_issue(&root.certificate, &below.certificate))
        })
    }

    fn without_root(&self, bundle: &Bundle<'_>) -> Finding {
        let top = self.presented.roots.last().map(|top| top.certificate.issuer.to_string());
        Finding::error("chain-without-root", "no root has issued a certificate of the chain")
            .at(self.presented.file)
            .found(format_args!("issuer {:?} at its top", top.unwrap_or_default()))
            .expected(format_args!("the subject of one of the {} roots", bundle.len()))
            .help("add the bundle that holds the root, or check that the chain is the right one")
    }
}

/// Whether the names chain, and the key identifiers where both have one (RFC 5280 section 4.2.1.1).
fn may_issue(root: &Certificate<'_>, below: &Certificate<'_>) -> bool {
    let ids = (root.extensions.subject_key_id, below.extensions.authority_key_id);
    let fits = match ids {
        (Some(subject), Some(authority)) => subject == authority,
        _ => true,
    };
    root.subject == below.issuer && fits
}
