//! How a program does it with rustls alone.

use std::sync::Arc;

use rootbake::pki_types::CertificateDer;
use rootbake::pki_types::pem::PemObject;
use rustls::crypto::CryptoProvider;
use rustls::{ClientConfig, RootCertStore};

/// rustls's own builder; in an `Arc`, which is what connections take.
pub(crate) fn rustls_client(
    provider: &Arc<CryptoProvider>,
    roots: RootCertStore,
) -> Arc<ClientConfig> {
    let config = ClientConfig::builder_with_provider(Arc::clone(provider))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    Arc::new(config)
}

pub(crate) fn rustls_store(pem: &[u8]) -> RootCertStore {
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(pem) {
        store.add(certificate.unwrap()).unwrap();
    }
    store
}
