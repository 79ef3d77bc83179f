//! What explicit CAs cost, beside rustls-pki-types, rustls-webpki and the builder of rustls.
#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "benchmark: the inputs are known, and a panic is the right end"
)]

mod support;

/// The readers of `core` again, as they are without the feature `simd`: cargo unites the features
/// of one build, and this crate has none of that name.
#[path = "../core/src"]
#[allow(
    dead_code,
    unexpected_cfgs,
    unreachable_pub,
    unused_imports,
    reason = "a module of another crate, used for two of its functions"
)]
mod without_simd {
    pub(super) mod pem;
}

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rootbake::certificate::Certificate;
use rootbake::pem;
use rootbake::pki_types::CertificateDer;
use rootbake::pki_types::pem::PemObject;
use rootbake::{CaSource, ContextBuilder, SecureContext};
use rustls::ClientConfig;
use support::peer::{rustls_client, rustls_store};
use support::{Chain, MOZILLA_PEM, ROOTS, mozilla_ders, provider};

/// A root of `roots/mozilla.pem` with an RSA key of 2048 bits.
const RSA_2048: &str = "GlobalSign";

/// On the provider of the features, as a program would write it.
fn rootbake_client(pem: &[u8]) -> Arc<ClientConfig> {
    SecureContext::builder().ca(pem).unwrap().build().unwrap().client_config()
}

/// One block alone, without the text around it.
fn rsa_2048_pem() -> String {
    let ders = mozilla_ders();
    let der = ders.iter().find(|der| {
        let certificate = Certificate::from_der(der).unwrap();
        let subject = certificate.subject.to_string();
        subject.contains(RSA_2048) && certificate.spki.key().unwrap().to_string() == "RSA 2048"
    });
    pem::encode("CERTIFICATE", der.unwrap()).to_string()
}

/// PEM to an `Arc<ClientConfig>`.
fn one_ca(c: &mut Criterion) {
    let provider = provider();
    let cas = [("RSA-2048", rsa_2048_pem()), ("P-256", Chain::new().root_pem)];
    for (key, pem) in &cas {
        let mut group = c.benchmark_group(format!("one {key} CA from PEM to a client"));
        group.bench_function("rootbake", |b| b.iter(|| rootbake_client(black_box(pem.as_bytes()))));
        group.bench_function("rustls", |b| {
            b.iter(|| rustls_client(&provider, rustls_store(black_box(pem.as_bytes()))));
        });
        group.finish();
    }
}

/// What `ca` does: PEM, certificates, keys, roles and comments read and checked, the bytes kept,
/// all of it sorted by subject, and duplicates looked for. No context is built.
fn taken(source: CaSource<'_>) -> ContextBuilder {
    SecureContext::builder().ca_from(source).unwrap()
}

fn anchors_from_pem(c: &mut Criterion) {
    let provider = provider();
    let mut group = c.benchmark_group("118 CAs from PEM to anchors");
    group.throughput(Throughput::Elements(ROOTS));
    group.bench_function("rootbake", |b| b.iter(|| taken(CaSource::pem(black_box(MOZILLA_PEM)))));
    group.bench_function("rootbake, borrowed anchors", |b| b.iter(borrowed_anchors));
    group.bench_function("rootbake, client", |b| {
        b.iter(|| rootbake_client(black_box(MOZILLA_PEM)));
    });
    group.bench_function("rustls", |b| b.iter(|| rustls_store(black_box(MOZILLA_PEM))));
    group.bench_function("rustls, client", |b| {
        b.iter(|| rustls_client(&provider, rustls_store(black_box(MOZILLA_PEM))));
    });
    group.finish();
}

/// The readers of `core` alone, into one buffer: no allocation, no check of key and role.
fn borrowed_anchors() -> usize {
    let mut buffer = [0; 4096];
    let anchors = pem::blocks(black_box(MOZILLA_PEM)).map(|block| {
        let der = block.unwrap().decode(&mut buffer).unwrap().len();
        let certificate = Certificate::from_der(buffer.get(..der).unwrap()).unwrap();
        black_box(certificate.trust_anchor());
    });
    anchors.count()
}

fn anchors_from_der(c: &mut Criterion) {
    let ders: Vec<CertificateDer<'static>> =
        mozilla_ders().into_iter().map(CertificateDer::from).collect();
    let joined = ders.iter().flat_map(|der| der.iter().copied()).collect::<Vec<u8>>();
    let mut group = c.benchmark_group("118 CAs from DER to anchors");
    group.throughput(Throughput::Elements(ROOTS));
    group.bench_function("rootbake", |b| b.iter(|| taken(CaSource::der(black_box(&joined)))));
    group.bench_function("rootbake, borrowed anchors", |b| {
        b.iter(|| {
            for der in &ders {
                black_box(Certificate::from_der(black_box(der)).unwrap().trust_anchor());
            }
        });
    });
    group.bench_function("rustls-webpki, borrowed anchors", |b| {
        b.iter(|| {
            for der in &ders {
                black_box(webpki::anchor_from_trusted_cert(black_box(der)).unwrap());
            }
        });
    });
    group.bench_function("rustls-webpki, owned anchors", |b| {
        b.iter(|| {
            let anchors = black_box(&ders).iter().map(|der| {
                let anchor = webpki::anchor_from_trusted_cert(der).unwrap();
                anchor.to_owned()
            });
            anchors.collect::<Vec<_>>()
        });
    });
    group.finish();
}

/// Blocks and base64 alone, into one buffer.
fn der_from_pem(c: &mut Criterion) {
    let mut group = c.benchmark_group("118 CAs from PEM to DER");
    group.throughput(Throughput::Bytes(MOZILLA_PEM.len() as u64));
    let mut buffer = [0; 4096];
    group.bench_function(BenchmarkId::from_parameter("rootbake"), |b| {
        b.iter(|| {
            let blocks = pem::blocks(black_box(MOZILLA_PEM));
            blocks.map(|block| block.unwrap().decode(&mut buffer).unwrap().len()).sum::<usize>()
        });
    });
    group.bench_function(BenchmarkId::from_parameter("rootbake without simd"), |b| {
        b.iter(|| {
            let blocks = without_simd::pem::blocks(black_box(MOZILLA_PEM));
            blocks.map(|block| block.unwrap().decode(&mut buffer).unwrap().len()).sum::<usize>()
        });
    });
    group.bench_function(BenchmarkId::from_parameter("rustls-pki-types"), |b| {
        b.iter(|| {
            let ders = CertificateDer::pem_slice_iter(black_box(MOZILLA_PEM));
            ders.map(|der| der.unwrap().len()).sum::<usize>()
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = one_ca, anchors_from_pem, anchors_from_der, der_from_pem
}
criterion_main!(benches);
