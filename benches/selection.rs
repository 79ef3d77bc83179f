//! What it costs to choose an identity for a peer: the call that a handshake makes, with the name
//! and the schemes of a real ClientHello.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    missing_docs,
    reason = "benchmark: the inputs are known, and a panic is the right end"
)]

mod support;

use std::hint::black_box;
use std::io::Cursor;
use std::sync::Arc;

use allocation_counter::measure;
use criterion::{Criterion, criterion_group, criterion_main};
use rcgen::{CertificateParams, Issuer, KeyPair, date_time_ymd};
use rootbake::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rootbake::{Identity, KeyManager, SecureContext};
use rustls::ClientConnection;
use rustls::client::ResolvesClientCert;
use rustls::server::{Accepted, Acceptor, ResolvesServerCert};
use support::provider;

/// A server of so many names, each with an identity of its own. The certificates are copies of one
/// with another name in them; nobody verifies their signatures here.
fn manager(count: usize) -> Arc<KeyManager> {
    let key = KeyPair::generate().unwrap();
    let mut ca = CertificateParams::new([]).unwrap();
    ca.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let issuer = Issuer::new(ca, KeyPair::generate().unwrap());
    let mut params = CertificateParams::new([name(0)]).unwrap();
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    let template = params.signed_by(&key, &issuer).unwrap().der().clone();
    let der = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let key = provider().key_provider.load_private_key(der).unwrap();
    let place = template.windows(9).position(|window| window == b"n00000000").unwrap();
    let builder = SecureContext::builder().crypto_provider(provider()).no_roots();
    let context = (0..count).fold(builder, |builder, number| {
        let mut der = template.to_vec();
        der[place..place + 9].copy_from_slice(&name(number).as_bytes()[..9]);
        let chain = [CertificateDer::from(der)];
        builder.identity(Identity::from_signing_key(chain, Arc::clone(&key)).unwrap())
    });
    Arc::clone(context.build().unwrap().key_manager().unwrap())
}

fn name(number: usize) -> String {
    format!("n{number:08}.example.com")
}

/// What rustls's client sends first when it wants this server.
fn hello(name: String) -> Accepted {
    let context = SecureContext::builder().crypto_provider(provider()).build().unwrap();
    let name = ServerName::try_from(name).unwrap();
    let mut client = ClientConnection::new(context.client_config(), name).unwrap();
    let mut flight = Vec::new();
    client.write_tls(&mut flight).unwrap();
    let mut acceptor = Acceptor::default();
    acceptor.read_tls(&mut Cursor::new(flight)).unwrap();
    acceptor.accept().unwrap().unwrap()
}

/// Each thread registers itself once with what swaps identities; from then on nothing is allocated.
fn allocates_nothing(select: impl Fn()) {
    select();
    assert_eq!(measure(select).count_total, 0);
}

fn selection(c: &mut Criterion) {
    let mut group = c.benchmark_group("selection");
    for count in [1, 100, 100_000] {
        let manager = manager(count);
        let last = hello(name(count - 1));
        let unknown = hello("unknown.example.org".to_owned());
        for (what, hello) in [("by name", &last), ("of an unknown name", &unknown)] {
            let select = || {
                let answer =
                    ResolvesServerCert::resolve(&*manager, black_box(hello).client_hello());
                drop(black_box(answer.unwrap()));
            };
            allocates_nothing(select);
            group.bench_function(format!("among {count}, {what}"), |b| b.iter(select));
        }
        let hello = last.client_hello();
        let schemes = hello.signature_schemes();
        let select = || {
            drop(black_box(
                ResolvesClientCert::resolve(&*manager, &[], black_box(schemes)).unwrap(),
            ))
        };
        allocates_nothing(select);
        group.bench_function(format!("among {count}, by a client"), |b| b.iter(select));
    }
    let hello = hello(name(0));
    group.bench_function("ClientHello alone", |b| {
        b.iter(|| {
            black_box(black_box(&hello).client_hello());
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = selection
}
criterion_main!(benches);
