use std::sync::Arc;

use rootbake_core::certificate::Purposes;
use rootbake_core::path::Presented;
use rootbake_core::pki_types::{CertificateDer, UnixTime};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerifier};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{DigitallySignedStruct, DistinguishedName, SignatureScheme};

use super::{Verifier, refuse};
use crate::trust::Anchor;

/// Verifies the certificates of clients, for servers: rustls's `ClientCertVerifier`.
///
/// As hint which certificate is wanted it names the explicit anchors that are for clients, and no
/// baked root: those would be some twelve kilobytes in every handshake.
#[derive(Debug)]
pub struct ClientVerifier {
    verifier: Arc<Verifier>,
    required: bool,
    hints: Vec<DistinguishedName>,
}

impl ClientVerifier {
    pub(crate) fn new(verifier: Arc<Verifier>, required: bool) -> Self {
        let explicit = verifier.store().anchors().filter_map(|anchor| match anchor {
            Anchor::Explicit(_) => Some((anchor.subject(), verifier.store().constraints(&anchor)?)),
            Anchor::Baked(_) => None,
        });
        let mut subjects: Vec<_> = explicit
            .filter(|(_, limits)| limits.purposes.allows(Purposes::CLIENT_AUTH))
            .map(|(subject, _)| subject)
            .collect();
        // sorted by subject: the same names stand side by side
        subjects.dedup();
        let hints = subjects
            .iter()
            .map(|subject| DistinguishedName::in_sequence(subject.as_bytes()))
            .collect();
        Self { verifier, required, hints }
    }
}

impl ClientCertVerifier for ClientVerifier {
    fn client_auth_mandatory(&self) -> bool {
        self.required
    }

    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &self.hints
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<ClientCertVerified, rustls::Error> {
        let presented = Presented { end_entity, intermediates };
        match self.verifier.client(&presented, now) {
            Ok(_) => Ok(ClientCertVerified::assertion()),
            Err(error) => Err(refuse(error)),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        ServerCertVerifier::verify_tls12_signature(&*self.verifier, message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        ServerCertVerifier::verify_tls13_signature(&*self.verifier, message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        ServerCertVerifier::supported_verify_schemes(&*self.verifier)
    }
}
