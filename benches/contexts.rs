//! What a context costs, beside a configuration that rustls's own builder makes.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    missing_docs,
    reason = "benchmark: the inputs are known, and a panic is the right end"
)]

mod support;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use rootbake::pki_types::pem::PemObject;
use rootbake::pki_types::{CertificateDer, PrivateKeyDer};
use rootbake::{Identity, SecureContext};
use rustls::crypto::CryptoProvider;
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use support::peer::{rustls_client, rustls_store};
use support::{Chain, MOZILLA_PEM, provider};

fn rootbake_client(provider: &Arc<CryptoProvider>) -> Arc<ClientConfig> {
    let builder = SecureContext::builder().crypto_provider(Arc::clone(provider));
    builder.build().unwrap().client_config()
}

fn rootbake_client_with_ca(provider: &Arc<CryptoProvider>, pem: &[u8]) -> Arc<ClientConfig> {
    let builder = SecureContext::builder().crypto_provider(Arc::clone(provider));
    builder.ca(pem).unwrap().build().unwrap().client_config()
}

fn default_context(c: &mut Criterion) {
    let provider = provider();
    let mut group = c.benchmark_group("default context");
    group.bench_function("rootbake", |b| {
        b.iter(|| SecureContext::builder().build().unwrap().client_config());
    });
    group.bench_function("rootbake, provider given", |b| b.iter(|| rootbake_client(&provider)));
    group.bench_function("rustls, empty store", |b| {
        b.iter(|| rustls_client(&provider, RootCertStore::empty()));
    });
    group.bench_function("rustls, webpki-roots", |b| {
        b.iter(|| {
            let roots = webpki_roots::TLS_SERVER_ROOTS.to_vec();
            rustls_client(&provider, RootCertStore { roots })
        });
    });
    let context = SecureContext::builder().build().unwrap();
    group.bench_function("rootbake, cached", |b| b.iter(|| context.client_config()));
    let config = context.client_config();
    group.bench_function("clone of an Arc", |b| b.iter(|| Arc::clone(black_box(&config))));
    group.finish();
}

fn one_explicit_ca(c: &mut Criterion) {
    let provider = provider();
    let root = Chain::new().root_pem;
    let mut group = c.benchmark_group("one explicit CA from PEM");
    group.bench_function("rootbake", |b| {
        b.iter(|| rootbake_client_with_ca(&provider, black_box(root.as_bytes())));
    });
    group.bench_function("rustls", |b| {
        b.iter(|| rustls_client(&provider, rustls_store(black_box(root.as_bytes()))));
    });
    group.finish();
}

fn all_roots_explicit(c: &mut Criterion) {
    let provider = provider();
    let mut group = c.benchmark_group("118 explicit CAs from PEM");
    group.bench_function("rootbake", |b| {
        b.iter(|| rootbake_client_with_ca(&provider, black_box(MOZILLA_PEM)));
    });
    group.bench_function("rustls", |b| {
        b.iter(|| rustls_client(&provider, rustls_store(black_box(MOZILLA_PEM))));
    });
    group.finish();
}

/// Both load the chain and the key, and see whether they belong together.
fn server(c: &mut Criterion) {
    let provider = provider();
    let chain = Chain::new();
    let (certificate, key) = (chain.leaf_pem.as_str(), chain.leaf_key_pem.as_str());
    let mut group = c.benchmark_group("server");
    group.bench_function("rootbake", |b| {
        b.iter(|| {
            SecureContext::builder()
                .crypto_provider(Arc::clone(&provider))
                .identity(Identity::from_pem(certificate, key).unwrap())
                .build()
                .unwrap()
                .server_config()
                .unwrap()
        });
    });
    group.bench_function("rustls", |b| {
        b.iter(|| {
            let chain = CertificateDer::pem_slice_iter(certificate.as_bytes());
            let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap();
            let config = ServerConfig::builder_with_provider(Arc::clone(&provider))
                .with_safe_default_protocol_versions()
                .unwrap()
                .with_no_client_auth()
                .with_single_cert(chain.map(Result::unwrap).collect(), key)
                .unwrap();
            Arc::new(config)
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = default_context, one_explicit_ca, all_roots_explicit, server
}
criterion_main!(benches);
