//! Reading a PEM bundle of 118 roots into DER, beside the reader of rustls-pki-types.
#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "benchmark: the inputs are known, and a panic is the right end"
)]

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rootbake::pki_types::CertificateDer;
use rootbake::pki_types::pem::PemObject;
use support::{MOZILLA_PEM, mozilla_ders};

/// Into one vector each, as the peer does it.
fn owned(c: &mut Criterion) {
    let mut group = c.benchmark_group("118 roots from PEM to DER");
    group.throughput(Throughput::Bytes(MOZILLA_PEM.len() as u64));
    group.bench_function("rootbake", |b| b.iter(mozilla_ders));
    group.bench_function("rootbake, one buffer", |b| {
        let mut buffer = [0; 4096];
        b.iter(|| {
            let blocks = rootbake::pem::blocks(black_box(MOZILLA_PEM));
            blocks.map(|block| block.unwrap().decode(&mut buffer).unwrap().len()).sum::<usize>()
        });
    });
    group.bench_function("rootbake, boundaries alone", |b| {
        b.iter(|| rootbake::pem::blocks(black_box(MOZILLA_PEM)).count());
    });
    group.bench_function("rustls-pki-types", |b| {
        b.iter(|| {
            let ders = CertificateDer::pem_slice_iter(black_box(MOZILLA_PEM));
            ders.map(Result::unwrap).collect::<Vec<_>>()
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = owned
}
criterion_main!(benches);
