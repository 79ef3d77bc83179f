mod client;
mod diagnosis;
mod error;
mod rules;

use std::cell::RefCell;

use rootbake_core::path::webpki;
use rootbake_core::path::{
    self, Checks, ErrorKind, Permits, Presented, Revocation, Store, Verified,
};
use rootbake_core::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature};
use rustls::{
    CertificateError, DigitallySignedStruct, OtherError, PeerMisbehaved, SignatureScheme,
};

use crate::algorithm_constraints::AlgorithmConstraints;
use crate::key_manager::Side;
use crate::revocation::Crls;
use crate::trust::{Anchor, Id, Only, TrustStore};

pub use client::ClientVerifier;
use diagnosis::Diagnosis;
pub use error::VerifyError;
use rules::Rules;

/// Verifies the certificates of peers against what one context trusts.
///
/// It is rustls's `ServerCertVerifier`; [`ClientVerifier`] is the other direction. A refusal
/// reaches the caller of rustls as `CertificateError::Other` with a [`VerifyError`] inside, which
/// [`VerifyError::of`] finds again, and the peer as the alert `certificate_unknown`.
#[derive(Debug)]
pub struct Verifier {
    store: TrustStore,
    algorithms: WebPkiSupportedAlgorithms,
    anchor_dates: bool,
    crls: Option<Box<Crls>>,
    pub(crate) constraints: Option<Box<AlgorithmConstraints>>,
}

/// A path that holds.
#[derive(Debug)]
pub struct VerifiedPath<'a> {
    /// The anchor it ends at, or the certificate that is trusted for itself
    pub anchor: Anchor<'a>,
    /// The DER of the intermediates, from the end entity towards the anchor
    pub intermediates: Vec<&'a [u8]>,
}

impl Verifier {
    pub(crate) fn new(
        store: TrustStore,
        algorithms: WebPkiSupportedAlgorithms,
        anchor_dates: bool,
        crls: Option<Box<Crls>>,
    ) -> Self {
        Self { store, algorithms, anchor_dates, crls, constraints: None }
    }

    pub(crate) fn store(&self) -> &TrustStore {
        &self.store
    }

    /// Whether a server that presents these certificates is the one of this name, at that time.
    ///
    /// Not checked: OCSP responses; revocation, unless the context has CRLs.
    ///
    /// # Errors
    ///
    /// Where no path holds, or the certificate has another name.
    pub fn verify_server<'a>(
        &'a self,
        end_entity: &'a CertificateDer<'a>,
        intermediates: &'a [CertificateDer<'a>],
        name: &ServerName<'_>,
        time: UnixTime,
    ) -> Result<VerifiedPath<'a>, VerifyError> {
        let presented = Presented { end_entity, intermediates };
        self.server(&presented, name, time).map(|verified| self.resolve(&verified))
    }

    /// Whether a client that presents these certificates has a path to an anchor, at that time.
    /// Who the client is, the caller reads from the certificate.
    ///
    /// Not checked: OCSP responses; revocation, unless the context has CRLs.
    ///
    /// # Errors
    ///
    /// Where no path holds.
    pub fn verify_client<'a>(
        &'a self,
        end_entity: &'a CertificateDer<'a>,
        intermediates: &'a [CertificateDer<'a>],
        time: UnixTime,
    ) -> Result<VerifiedPath<'a>, VerifyError> {
        let presented = Presented { end_entity, intermediates };
        self.client(&presented, time).map(|verified| self.resolve(&verified))
    }

    fn server<'p>(
        &'p self,
        presented: &Presented<'p>,
        name: &ServerName<'_>,
        time: UnixTime,
    ) -> Result<Verified<'p, Id>, VerifyError> {
        self.server_in(&self.store, presented, name, time).map_err(|(kind, denial)| {
            let by = |anchor| {
                let only = Only { store: &self.store, anchor };
                self.server_in(&only, presented, name, time).err().map(|(kind, _)| kind)
            };
            self.explain(kind, presented, time, &by).for_server(name).denied(denial)
        })
    }

    fn client<'p>(
        &'p self,
        presented: &Presented<'p>,
        time: UnixTime,
    ) -> Result<Verified<'p, Id>, VerifyError> {
        self.client_in(&self.store, presented, time).map_err(|(kind, denial)| {
            let by = |anchor| {
                let only = Only { store: &self.store, anchor };
                self.client_in(&only, presented, time).err().map(|(kind, _)| kind)
            };
            self.explain(kind, presented, time, &by).denied(denial)
        })
    }

    fn server_in<'s, S: Store>(
        &self,
        store: &'s S,
        presented: &Presented<'s>,
        name: &ServerName<'_>,
        time: UnixTime,
    ) -> Result<Verified<'s, S::Id>, Failed> {
        self.with_checks(Side::Server, time, |checks| {
            path::verify_server(presented, name, store, checks)
        })
    }

    fn client_in<'s, S: Store>(
        &self,
        store: &'s S,
        presented: &Presented<'s>,
        time: UnixTime,
    ) -> Result<Verified<'s, S::Id>, Failed> {
        self.with_checks(Side::Client, time, |checks| path::verify_client(presented, store, checks))
    }

    fn with_checks<T>(
        &self,
        side: Side,
        time: UnixTime,
        verify: impl FnOnce(&Checks<'_>) -> Result<T, ErrorKind>,
    ) -> Result<T, Failed> {
        let (store, denial) = (&self.store, RefCell::new(None));
        let rules = self.constraints.as_deref().map(|constraints| {
            let time = time.into();
            Rules { constraints, store, side, time, denial: &denial }
        });
        let permits =
            |path: &webpki::VerifiedPath<'_>| rules.as_ref().is_none_or(|rules| rules.permit(path));
        let revocation: Option<&dyn Revocation> = match &self.crls {
            Some(crls) => Some(&**crls),
            None => None,
        };
        let outcome = verify(&Checks {
            algorithms: self.algorithms.all,
            time,
            anchor_dates: self.anchor_dates,
            revocation,
            permits: rules.as_ref().map(|_| Permits(&permits)),
        });
        outcome.map_err(|kind| {
            let is_rejected = kind == ErrorKind::RejectedCertificate;
            (kind, denial.take().filter(|_| is_rejected))
        })
    }

    /// Refuses a handshake that is signed by a scheme which rules deny.
    fn check_scheme(&self, dss: &DigitallySignedStruct) -> Result<(), rustls::Error> {
        match rules::permit_scheme(self.constraints.as_deref(), dss.scheme) {
            true => Ok(()),
            false => Err(PeerMisbehaved::SignedHandshakeWithUnadvertisedSigScheme.into()),
        }
    }

    fn resolve<'a>(&'a self, verified: &Verified<'a, Id>) -> VerifiedPath<'a> {
        VerifiedPath {
            anchor: self.store.resolve(verified.anchor),
            intermediates: verified.intermediates().to_vec(),
        }
    }

    /// The one look back at what was presented, on the path of a failure only.
    fn explain(
        &self,
        kind: ErrorKind,
        presented: &Presented<'_>,
        time: UnixTime,
        by: &dyn Fn(Id) -> Option<ErrorKind>,
    ) -> VerifyError {
        VerifyError::new(kind, Diagnosis::of(kind, presented, &self.store, time, by))
    }
}

/// Why nothing holds, and the first thing that the rules denied.
type Failed = (ErrorKind, Option<String>);

fn refuse(error: VerifyError) -> rustls::Error {
    let error = OtherError(std::sync::Arc::new(error));
    rustls::Error::InvalidCertificate(CertificateError::Other(error))
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let presented = Presented { end_entity, intermediates };
        match self.server(&presented, server_name, now) {
            Ok(_) => Ok(ServerCertVerified::assertion()),
            Err(error) => Err(refuse(error)),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.check_scheme(dss)?;
        verify_tls12_signature(message, cert, dss, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.check_scheme(dss)?;
        verify_tls13_signature(message, cert, dss, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let mut schemes = self.algorithms.supported_schemes();
        let constraints = self.constraints.as_deref();
        schemes.retain(|scheme| rules::permit_scheme(constraints, *scheme));
        schemes
    }
}
