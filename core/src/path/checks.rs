use core::fmt;

use pki_types::{CertificateDer, SignatureVerificationAlgorithm, UnixTime};
use webpki::VerifiedPath;

use super::Revocation;

/// The certificates that a peer presents, whole DER.
#[derive(Clone, Copy, Debug)]
pub struct Presented<'p> {
    /// The certificate of the peer itself
    pub end_entity: &'p CertificateDer<'p>,
    /// The others it sent, in any order; what is not needed is ignored
    pub intermediates: &'p [CertificateDer<'p>],
}

/// How to check.
#[derive(Clone, Copy, Debug)]
pub struct Checks<'a> {
    /// The signature algorithms that may sign certificates, from a crypto provider
    pub algorithms: &'a [&'a dyn SignatureVerificationAlgorithm],
    /// The moment to check for, in seconds since 1970
    pub time: UnixTime,
    /// Whether an anchor must itself be valid at that moment
    pub anchor_dates: bool,
    /// What every certificate of a path but the anchor is held against
    pub revocation: Option<&'a dyn Revocation>,
    /// What else a path must keep to
    pub permits: Option<Permits<'a>>,
}

/// Whether a path is permitted, beyond all that is checked here. It is asked of each path before
/// another one is tried, and a refusal is [`ErrorKind::RejectedCertificate`](super::ErrorKind::RejectedCertificate).
#[derive(Clone, Copy)]
pub struct Permits<'a>(pub &'a dyn Fn(&VerifiedPath<'_>) -> bool);

impl fmt::Debug for Permits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Permits")
    }
}
