//! Reading 118 roots from DER into anchors: our reader beside those of three well-kept crates.
#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "benchmark: the inputs are known, and a panic is the right end"
)]

mod support;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rootbake::certificate::Certificate;
use rootbake::pki_types::CertificateDer;
use support::{ROOTS, mozilla_ders};
use x509_cert::der::Decode;
use x509_parser::prelude::FromDer;

fn readers(c: &mut Criterion) {
    let ders: Vec<CertificateDer<'static>> =
        mozilla_ders().into_iter().map(CertificateDer::from).collect();
    let mut group = c.benchmark_group("118 roots from DER");
    group.throughput(Throughput::Elements(ROOTS));
    group.bench_function("rootbake", |b| {
        b.iter(|| {
            for der in &ders {
                black_box(Certificate::from_der(black_box(der)).unwrap().trust_anchor());
            }
        });
    });
    group.bench_function("rustls-webpki", |b| {
        b.iter(|| {
            for der in &ders {
                black_box(webpki::anchor_from_trusted_cert(black_box(der)).unwrap());
            }
        });
    });
    group.bench_function("x509-parser", |b| {
        b.iter(|| {
            for der in &ders {
                black_box(x509_parser::certificate::X509Certificate::from_der(black_box(der)))
                    .unwrap();
            }
        });
    });
    group.bench_function("x509-cert", |b| {
        b.iter(|| {
            for der in &ders {
                black_box(x509_cert::Certificate::from_der(black_box(der)).unwrap());
            }
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = readers
}
criterion_main!(benches);
