//! `instructions CASE N` does one thing N times; `instructions` lists the cases.

#[path = "../../support/peer.rs"]
mod peer;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;
use std::{env, process};

use peer::{rustls_client, rustls_store};
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rootbake::{SecureContext, roots};
use rustls::RootCertStore;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::{CryptoProvider, ring};
use webpki::{EndEntityCert, KeyUsage};

include!(concat!(env!("OUT_DIR"), "/one.rs"));

mod with_own {
    include!(concat!(env!("OUT_DIR"), "/with_own.rs"));
}

mod with_rules {
    include!(concat!(env!("OUT_DIR"), "/with_rules.rs"));
}

const MOZILLA_PEM: &[u8] = include_bytes!("../../../roots/mozilla.pem");
const OWN_PEM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/own.pem"));
const ROOT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/root.der"));
const INTERMEDIATE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/intermediate.der"));
const LEAF: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/leaf.der"));

type Case = (&'static str, fn(&Arc<CryptoProvider>, u32));

const CASES: [Case; 18] = [
    ("context-default", |_, n| {
        repeat(n, || SecureContext::builder().build().unwrap().client_config());
    }),
    ("context-default-provider-given", |provider, n| {
        repeat(n, || builder(provider).build().unwrap().client_config());
    }),
    ("context-118-roots", |_, n| {
        let builder = || SecureContext::builder().roots(&roots::MOZILLA);
        repeat(n, || builder().build().unwrap().client_config());
    }),
    ("context-1-root", |_, n| {
        let builder = || SecureContext::builder().roots(&ONE);
        repeat(n, || builder().build().unwrap().client_config());
    }),
    ("rustls-empty", |provider, n| {
        repeat(n, || rustls_client(provider, RootCertStore::empty()));
    }),
    ("rustls-webpki-roots", |provider, n| {
        repeat(n, || {
            let roots = webpki_roots::TLS_SERVER_ROOTS.to_vec();
            rustls_client(provider, RootCertStore { roots })
        });
    }),
    ("context-own-ca", |provider, n| {
        repeat(n, || {
            let context = builder(provider).ca(black_box(OWN_PEM)).unwrap().build().unwrap();
            context.client_config()
        });
    }),
    ("context-own-ca-default-provider", |_, n| {
        repeat(n, || own_ca().build().unwrap().client_config())
    }),
    ("context-own-ca-and-1-root", |_, n| {
        repeat(n, || own_ca().roots(&ONE).build().unwrap().client_config());
    }),
    ("context-own-ca-and-118-roots", |_, n| {
        repeat(n, || own_ca().roots(&roots::MOZILLA).build().unwrap().client_config());
    }),
    ("rustls-own-ca", |provider, n| {
        repeat(n, || rustls_client(provider, rustls_store(black_box(OWN_PEM))));
    }),
    ("anchors-of-118-cas", |_, n| {
        repeat(n, || SecureContext::builder().ca(black_box(MOZILLA_PEM)).unwrap());
    }),
    ("rustls-anchors-of-118-cas", |_, n| repeat(n, || rustls_store(black_box(MOZILLA_PEM)))),
    ("verify-119-baked", |provider, n| {
        verify(n, &builder(provider).roots(&with_own::WITH_OWN).build().unwrap());
    }),
    ("verify-119-baked-and-rules", |provider, n| {
        verify(n, &builder(provider).roots(&with_rules::WITH_RULES).build().unwrap());
    }),
    ("verify-own-ca-and-118-baked", |provider, n| {
        let builder = builder(provider).ca(OWN_PEM).unwrap();
        verify(n, &builder.roots(&roots::MOZILLA).build().unwrap());
    }),
    ("webpki-right-anchor", |provider, n| {
        let root = CertificateDer::from(ROOT);
        verify_by_webpki(n, provider, &[webpki::anchor_from_trusted_cert(&root).unwrap()]);
    }),
    ("webpki-119-anchors", |provider, n| {
        let root = CertificateDer::from(ROOT);
        let mut anchors = roots::MOZILLA.trust_anchors_ignoring_constraints().to_vec();
        anchors.push(webpki::anchor_from_trusted_cert(&root).unwrap());
        verify_by_webpki(n, provider, &anchors);
    }),
];

fn main() {
    let mut arguments = env::args().skip(1);
    let (Some(name), Some(n)) = (arguments.next(), arguments.next()) else {
        for (name, _) in CASES {
            println!("{name}");
        }
        return;
    };
    let Some((_, case)) = CASES.into_iter().find(|(known, _)| *known == name.trim_end()) else {
        eprintln!("unknown case: found {name}, expected one of those listed without arguments");
        process::exit(2);
    };
    case(&Arc::new(ring::default_provider()), n.trim_start().parse().unwrap());
}

fn repeat<T>(n: u32, what: impl Fn() -> T) {
    for _ in 0..n {
        black_box(what());
    }
}

fn builder(provider: &Arc<CryptoProvider>) -> rootbake::ContextBuilder {
    SecureContext::builder().crypto_provider(Arc::clone(provider))
}

/// On the provider of the features, as a program would write it.
fn own_ca() -> rootbake::ContextBuilder {
    SecureContext::builder().ca(black_box(OWN_PEM)).unwrap()
}

fn host() -> ServerName<'static> {
    ServerName::try_from("www.example.com").unwrap()
}

/// 2026-07-17
fn now() -> UnixTime {
    UnixTime::since_unix_epoch(Duration::from_secs(1_784_246_400))
}

fn verify(n: u32, context: &SecureContext) {
    let (leaf, intermediates) = (CertificateDer::from(LEAF), [CertificateDer::from(INTERMEDIATE)]);
    repeat(n, || {
        let verifier = context.verifier();
        verifier.verify_server_cert(&leaf, &intermediates, &host(), &[], now()).unwrap()
    });
}

fn verify_by_webpki(
    n: u32,
    provider: &CryptoProvider,
    anchors: &[rootbake::pki_types::TrustAnchor<'_>],
) {
    let (leaf, intermediates) = (CertificateDer::from(LEAF), [CertificateDer::from(INTERMEDIATE)]);
    let algorithms = provider.signature_verification_algorithms.all;
    repeat(n, || {
        let leaf = EndEntityCert::try_from(black_box(&leaf)).unwrap();
        let usage = KeyUsage::server_auth();
        leaf.verify_for_usage(algorithms, anchors, &intermediates, now(), usage, None, None)
            .unwrap();
        leaf.verify_is_valid_for_subject_name(&host()).unwrap();
    });
}
