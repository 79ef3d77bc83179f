//! The one check of a path from what a peer presents to an anchor ([RFC 5280 section 6]).
//!
//! rustls-webpki builds and verifies the path; here the anchors that it may end at are picked from
//! a [`Store`] of any size, and the constraints of the one that it does end at are enforced.
//! Nothing is allocated: the candidates for one chain stand in an array on the stack.
//!
//! Not checked: the names of clients; revocation, unless CRLs are given.
//!
//! ```
//! use rootbake_core::path::{Checks, ErrorKind, NoStore, Presented, verify_server};
//! use rootbake_core::pki_types::{CertificateDer, ServerName, UnixTime};
//!
//! let presented = Presented { end_entity: &CertificateDer::from_slice(b"?"), intermediates: &[] };
//! let checks = Checks { algorithms: &[], time: UnixTime::since_unix_epoch(Default::default()), anchor_dates: true, revocation: None, permits: None };
//! let name = ServerName::try_from("example.com").unwrap();
//! let error = verify_server(&presented, &name, &NoStore, &checks).unwrap_err();
//! assert_eq!(error, ErrorKind::BadCertificate);
//! assert_eq!(error.code(), "bad-certificate");
//! ```
//!
//! [RFC 5280 section 6]: https://www.rfc-editor.org/rfc/rfc5280#section-6

mod candidates;
mod checks;
mod code;
mod crl;
mod error;
mod pinned;
mod revocation;
mod store;
mod verified;

pub use checks::{Checks, Permits, Presented};
pub use code::Code;
pub use crl::{Crl, Scope, Signed};
pub use error::ErrorKind;
pub use revocation::{Issuer, Link, Revocation};
pub use store::{Candidate, NoStore, Pinned, PinnedOr, Store};
pub use verified::Verified;
/// Whose errors [`Crl::from_der`] has.
pub use webpki;

use core::cell::Cell;

use pki_types::{CertificateDer, ServerName};
use webpki::{EndEntityCert, VerifiedPath};

use crate::certificate::{Certificate, KeyUsage, Purposes, Time};
use crate::constraints::{Issued, PathFacts};
use candidates::{Candidates, Intermediates, Issuers};

/// How often webpki is called when more anchors fit than one array holds.
const MAX_CALLS: usize = 4;

/// Whether a server that presents these certificates is the one of this name.
///
/// # Errors
///
/// Where no path holds, or the end entity has another name.
pub fn verify_server<'p, S: Store>(
    presented: &Presented<'p>,
    name: &ServerName<'_>,
    store: &'p S,
    checks: &Checks<'_>,
) -> Result<Verified<'p, S::Id>, ErrorKind> {
    let end_entity = EndEntityCert::try_from(presented.end_entity);
    let verified = verify(&end_entity, presented, Purposes::SERVER_AUTH, store, checks)?;
    // where it is: it is large
    match &end_entity {
        Ok(end_entity) => end_entity.verify_is_valid_for_subject_name(name)?,
        Err(error) => return Err(ErrorKind::from(error)),
    }
    Ok(verified)
}

/// Whether a client that presents these certificates has a path to an anchor. Who the client is,
/// the caller reads from the end entity.
///
/// # Errors
///
/// Where no path holds.
pub fn verify_client<'p, S: Store>(
    presented: &Presented<'p>,
    store: &'p S,
    checks: &Checks<'_>,
) -> Result<Verified<'p, S::Id>, ErrorKind> {
    let end_entity = EndEntityCert::try_from(presented.end_entity);
    verify(&end_entity, presented, Purposes::CLIENT_AUTH, store, checks)
}

/// `end_entity` is that of `presented`, as webpki reads it: it may be pinned all the same where it
/// cannot.
fn verify<'p, S: Store>(
    end_entity: &Result<EndEntityCert<'p>, webpki::Error>,
    presented: &Presented<'p>,
    purpose: Purposes,
    store: &'p S,
    checks: &Checks<'_>,
) -> Result<Verified<'p, S::Id>, ErrorKind> {
    let path = match end_entity {
        Ok(end_entity) => verify_path(end_entity, presented, purpose, store, checks),
        Err(error) => Err(ErrorKind::from(error)),
    };
    let error = match path {
        Ok(verified) => return Ok(verified),
        Err(error) => error,
    };
    if error.overrules_pins() {
        return Err(error);
    }
    match store.pinned(presented.end_entity, purpose) {
        Some(id) => {
            pinned::verify(presented, purpose, store, checks)?;
            Ok(Verified::direct(id))
        }
        None => Err(error),
    }
}

fn verify_path<'p, S: Store>(
    end_entity: &EndEntityCert<'p>,
    presented: &Presented<'p>,
    purpose: Purposes,
    store: &'p S,
    checks: &Checks<'_>,
) -> Result<Verified<'p, S::Id>, ErrorKind> {
    let mut issuers = Issuers::none();
    let mut supplied = Intermediates::new();
    issuers.collect(end_entity, presented.intermediates, store, &mut supplied);
    let intermediates = supplied.or(presented.intermediates);
    let der = presented.end_entity;
    let attempt = Attempt { end_entity, der, intermediates, purpose, store, checks };
    let mut candidates = Candidates::none();
    let mut error = ErrorKind::UnknownIssuer;
    for call in 0..MAX_CALLS {
        candidates.fill(&issuers, store, call);
        let mut verified = None;
        let outcome = attempt.run(&candidates, &mut |path, anchor| {
            verified = Some(Verified::from_path(path, anchor, presented, store));
        });
        match outcome {
            Ok(()) => return verified.ok_or(ErrorKind::Webpki),
            // what the first call found is the most telling: its anchors come first
            Err(found) if call == 0 => error = attempt.explain(found, &mut candidates),
            // but a path that is good up to its anchor tells more
            Err(limit @ ErrorKind::Anchor(_)) if !matches!(error, ErrorKind::Anchor(_)) => {
                error = limit;
            }
            Err(_) => (),
        }
        if !candidates.overflowed() {
            return Err(issuers.explain(error));
        }
    }
    Err(ErrorKind::TooManyCandidates { limit: MAX_CALLS * candidates::CAPACITY })
}

/// One call of webpki.
struct Attempt<'a, 'c, S> {
    end_entity: &'a EndEntityCert<'a>,
    /// The same, whole
    der: &'a [u8],
    intermediates: &'a [CertificateDer<'a>],
    purpose: Purposes,
    store: &'a S,
    checks: &'a Checks<'c>,
}

impl<S: Store> Attempt<'_, '_, S> {
    /// `take` gets the path that holds: it borrows from what does not outlive the call.
    ///
    /// There is one copy of it in a program: on a device, webpki behind it is most of the code.
    #[inline(never)]
    fn run(
        &self,
        candidates: &Candidates<'_, S::Id>,
        take: &mut dyn FnMut(&VerifiedPath<'_>, S::Id),
    ) -> Result<(), ErrorKind> {
        let refusal = Cell::new(None);
        let hook = |path: &VerifiedPath<'_>| {
            self.check(path, candidates).map_err(|found| {
                // of several paths, the one in which a certificate is revoked tells most
                if !refusal.get().is_some_and(|known: ErrorKind| known.overrules_pins()) {
                    refusal.set(Some(found));
                }
                webpki::Error::UnknownIssuer
            })
        };
        let usage = match self.purpose {
            Purposes::CLIENT_AUTH => webpki::KeyUsage::client_auth(),
            _ => webpki::KeyUsage::server_auth(),
        };
        let result = self.end_entity.verify_for_usage(
            self.checks.algorithms,
            candidates.anchors(),
            self.intermediates,
            self.checks.time,
            usage,
            None,
            Some(&hook),
        );
        // looked at where it is: the path in it is large
        match &result {
            Ok(path) => match candidates.find(path.anchor()) {
                Some(id) => {
                    take(path, id);
                    Ok(())
                }
                None => Err(ErrorKind::Webpki),
            },
            // webpki keeps the error that it ranks highest, which may be of another anchor
            Err(error) => Err(refusal.take().unwrap_or_else(|| ErrorKind::from(error))),
        }
    }

    /// Whether it is imposed constraints of an anchor that the names do not keep to: then the path
    /// is good without them.
    ///
    /// The candidates are its own afterwards: a further call gets others.
    #[cold]
    #[inline(never)]
    fn explain(&self, error: ErrorKind, candidates: &mut Candidates<'_, S::Id>) -> ErrorKind {
        if error != ErrorKind::NameConstraint || !candidates.drop_imposed_names(self.store) {
            return error;
        }
        let mut found = None;
        let outcome = self.run(candidates, &mut |_, id| found = self.store.constraints_of(id));
        let imposed = found.and_then(|constraints| constraints.imposed);
        let imposed = imposed.filter(|_| outcome.is_ok());
        imposed.map_or(error, |imposed| ErrorKind::Anchor(imposed.names_violation()))
    }

    /// What webpki does not know of a path that it finds good.
    fn check(
        &self,
        path: &VerifiedPath<'_>,
        candidates: &Candidates<'_, S::Id>,
    ) -> Result<(), ErrorKind> {
        let id = candidates.find(path.anchor()).ok_or(ErrorKind::Webpki)?;
        let constraints = self.store.constraints_of(id).ok_or(ErrorKind::Webpki)?;
        revocation::check(path, constraints.key_usage, self.checks)?;
        let (mut longer, mut rejected) = (0u8, self.rejects(&path.end_entity().der()));
        for intermediate in path.intermediate_certificates() {
            may_issue(&intermediate.der())?;
            rejected |= self.rejects(&intermediate.der());
            longer += u8::from(intermediate.issuer() != intermediate.subject());
        }
        if rejected || self.checks.permits.is_some_and(|Permits(permits)| !permits(path)) {
            return Err(ErrorKind::RejectedCertificate);
        }
        let facts = PathFacts {
            time: self.checks.anchor_dates.then(|| Time::from(self.checks.time)),
            purpose: self.purpose,
            // webpki follows six at most
            intermediates: longer,
        };
        constraints.check(&facts, || self.issued())
    }

    fn rejects(&self, der: &[u8]) -> bool {
        self.store.rejects(der, self.purpose)
    }

    /// What rules on end entities ask for.
    fn issued(&self) -> Result<Issued<'_>, ErrorKind> {
        let certificate = Certificate::from_der(self.der).map_err(|_| ErrorKind::BadCertificate)?;
        Ok(Issued { certificate, first_sct: first_sct(self.end_entity) })
    }
}

/// RFC 5280 section 6.1.4 (n), and that the certificate can be read whole: webpki looks at neither.
fn may_issue(der: &[u8]) -> Result<(), ErrorKind> {
    let certificate = Certificate::from_der(der).map_err(|_| ErrorKind::BadCertificate)?;
    match certificate.extensions.key_usage {
        Some(usage) if !usage.allows(KeyUsage::KEY_CERT_SIGN) => Err(ErrorKind::IssuerKeyUsage),
        _ => Ok(()),
    }
}

/// The time of the first embedded SCT, unless one of them is malformed or of an unknown version.
fn first_sct(end_entity: &EndEntityCert<'_>) -> Option<u64> {
    let mut scts = end_entity.sct_log_timestamps().ok()?;
    scts.try_fold(None, |first: Option<u64>, sct| {
        let time = sct.ok()?.timestamp_ms;
        Some(Some(first.map_or(time, |first| first.min(time))))
    })?
}
