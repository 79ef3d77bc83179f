use std::time::Duration;

use rootbake::certificate::Time;
use rootbake::pki_types::{CertificateDer, CertificateRevocationListDer, ServerName, UnixTime};

/// What both verifiers are asked.
pub(crate) struct Question {
    /// The anchors, whether they are their own issuers or not
    pub(crate) trusted: Vec<CertificateDer<'static>>,
    pub(crate) end_entity: CertificateDer<'static>,
    pub(crate) intermediates: Vec<CertificateDer<'static>>,
    pub(crate) crls: Vec<CertificateRevocationListDer<'static>>,
    pub(crate) peer: Peer,
    pub(crate) time: UnixTime,
}

/// Who presents the chain.
pub(crate) enum Peer {
    Client,
    /// And the name it should have, where the suite names one
    Server(Option<ServerName<'static>>),
}

/// The stable code of rootbake's error, or the name of webpki's.
pub(crate) type Refusal = String;

pub(crate) type Verdict = Result<(), Refusal>;

pub(crate) fn at(time: Time) -> UnixTime {
    UnixTime::since_unix_epoch(Duration::from_secs(time.unix_seconds().try_into().unwrap()))
}
