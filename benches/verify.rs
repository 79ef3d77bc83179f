//! Verifying a P-256 chain of three, beside webpki given only the right anchor.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    missing_docs,
    reason = "benchmark: the inputs are known, and a panic is the right end"
)]

mod support;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rootbake::pki_types::{SignatureVerificationAlgorithm, TrustAnchor};
use rootbake::{SecureContext, Verifier, roots};
use rustls::client::danger::ServerCertVerifier;
use support::{Chain, now, provider};
use webpki::{EndEntityCert, KeyUsage};

/// What rustls's own verifier does, without revocation.
fn by_webpki(
    chain: &Chain,
    algorithms: &[&dyn SignatureVerificationAlgorithm],
    anchors: &[TrustAnchor<'_>],
) {
    let leaf = EndEntityCert::try_from(black_box(&chain.leaf)).unwrap();
    let usage = KeyUsage::server_auth();
    leaf.verify_for_usage(algorithms, anchors, &chain.intermediates, now(), usage, None, None)
        .unwrap();
    leaf.verify_is_valid_for_subject_name(&Chain::host()).unwrap();
}

fn by_rootbake(chain: &Chain, verifier: &Verifier) {
    verifier
        .verify_server_cert(
            black_box(&chain.leaf),
            &chain.intermediates,
            &Chain::host(),
            &[],
            now(),
        )
        .unwrap();
}

fn chain_of_three(c: &mut Criterion) {
    let chain = Chain::new();
    let provider = provider();
    let algorithms = provider.signature_verification_algorithms.all;
    let builder = || SecureContext::builder().crypto_provider(provider.clone());
    let with_roots = builder().ca(&chain.root_pem).unwrap().roots(&roots::MOZILLA).build().unwrap();
    let alone = builder().ca(&chain.root_pem).unwrap().build().unwrap();
    let right = webpki::anchor_from_trusted_cert(&chain.root).unwrap();
    let mut all = roots::MOZILLA.trust_anchors_ignoring_constraints().to_vec();
    all.push(right.clone());

    let mut group = c.benchmark_group("P-256 chain of three");
    group.bench_function("rootbake, 118 roots and its own", |b| {
        b.iter(|| by_rootbake(&chain, with_roots.verifier()));
    });
    group.bench_function("webpki, the right anchor alone", |b| {
        b.iter(|| by_webpki(&chain, algorithms, std::slice::from_ref(&right)));
    });
    group.bench_function("rootbake, its own root alone", |b| {
        b.iter(|| by_rootbake(&chain, alone.verifier()));
    });
    group.bench_function("webpki, 118 roots and the right one", |b| {
        b.iter(|| by_webpki(&chain, algorithms, &all));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = chain_of_three
}
criterion_main!(benches);
