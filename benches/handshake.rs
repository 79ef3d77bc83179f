//! Whole handshakes between connections in memory, in the shape of OpenJDK's SSLHandshake micro:
//! ours with all checks on, beside rustls's own single certificate. One of each in turn, so that
//! what disturbs the machine disturbs both; prints a table of its own beside the group of criterion.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    missing_docs,
    reason = "benchmark: the inputs are known, and a panic is the right end"
)]

mod support;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    date_time_ymd,
};
use rootbake::pki_types::ServerName;
use rootbake::{ClientAuth, Identity, SecureContext};
use rustls::client::{ResolvesClientCert, Resumption};
use rustls::sign::SingleCertAndKey;
use rustls::{
    ClientConfig, ClientConnection, HandshakeKind, ServerConfig, ServerConnection,
    SupportedProtocolVersion, version,
};
use support::provider;

/// A root, and a chain of two below it, for both sides.
struct Chain {
    root: String,
    chain: String,
    key: String,
}

const HOST: &str = "www.example.com";

impl Chain {
    fn new(key: impl Fn() -> KeyPair) -> Self {
        let (root_params, root_key) = (ca("Handshake Root"), key());
        let root = root_params.self_signed(&root_key).unwrap().pem();
        let root_issuer = Issuer::new(root_params, root_key);
        let (params, intermediate_key) = (ca("Handshake Intermediate"), key());
        let intermediate = params.signed_by(&intermediate_key, &root_issuer).unwrap();
        let issuer = Issuer::new(params, intermediate_key);
        let mut params = CertificateParams::new([HOST.to_owned()]).unwrap();
        (params.not_before, params.not_after) =
            (date_time_ymd(2020, 1, 1), date_time_ymd(2040, 1, 1));
        let own = key();
        let leaf = params.signed_by(&own, &issuer).unwrap();
        Self { root, chain: leaf.pem() + &intermediate.pem(), key: own.serialize_pem() }
    }

    fn identity(&self) -> Identity {
        Identity::from_pem(&self.chain, &self.key).unwrap()
    }
}

fn ca(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, name);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    (params.not_before, params.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2040, 1, 1));
    params
}

/// One kind of handshake.
#[derive(Clone, Copy)]
struct Cell {
    version: &'static SupportedProtocolVersion,
    resumed: bool,
    client_auth: bool,
}

impl Cell {
    fn name(self, key: &str) -> String {
        let version = if self.version == &version::TLS12 { "1.2" } else { "1.3" };
        let kind = if self.resumed { "resumed" } else { "full" };
        let auth = if self.client_auth { ", client too" } else { "" };
        format!("{version} {key} {kind}{auth}")
    }

    /// The same configurations but for who chooses the certificate.
    fn configs(self, chain: &Chain) -> [Configs; 2] {
        let builder = || {
            let builder = SecureContext::builder().crypto_provider(provider());
            builder.protocol_versions(&[self.version]).ca(&chain.root).unwrap()
        };
        let auth = if self.client_auth { ClientAuth::Required } else { ClientAuth::None };
        let context = builder().identity(chain.identity()).client_auth(auth).build().unwrap();
        let own = self.resumption((*context.client_config()).clone());
        let server = (*context.server_config().unwrap()).clone();
        let keys = context.key_manager().unwrap();
        let certified = ResolvesClientCert::resolve(&**keys, &[], &all_schemes()).unwrap();
        let single = Arc::new(SingleCertAndKey::from(certified));
        let mut theirs = Configs { client: own.clone(), server: server.clone() };
        theirs.client.client_auth_cert_resolver = Arc::<SingleCertAndKey>::clone(&single);
        theirs.server.cert_resolver = single;
        // each with sessions of its own
        theirs.client = self.resumption(theirs.client);
        theirs.server.session_storage = rustls::server::ServerSessionMemoryCache::new(256);
        [Configs { client: own, server }, theirs]
    }

    fn resumption(self, mut config: ClientConfig) -> ClientConfig {
        config.resumption = match self.resumed {
            true => Resumption::in_memory_sessions(256),
            false => Resumption::disabled(),
        };
        config
    }
}

fn all_schemes() -> Vec<rustls::SignatureScheme> {
    provider().signature_verification_algorithms.supported_schemes()
}

struct Configs {
    client: ClientConfig,
    server: ServerConfig,
}

struct Peers {
    client: Arc<ClientConfig>,
    server: Arc<ServerConfig>,
}

impl Peers {
    fn shake(&self) -> HandshakeKind {
        let name = ServerName::try_from(HOST).unwrap();
        let mut client = ClientConnection::new(Arc::clone(&self.client), name).unwrap();
        let mut server = ServerConnection::new(Arc::clone(&self.server)).unwrap();
        let mut flight = Vec::with_capacity(4096);
        loop {
            while client.wants_write() {
                client.write_tls(&mut flight).unwrap();
            }
            server.read_tls(&mut flight.as_slice()).unwrap();
            server.process_new_packets().unwrap();
            let mut sent = flight.len();
            flight.clear();
            while server.wants_write() {
                server.write_tls(&mut flight).unwrap();
            }
            client.read_tls(&mut flight.as_slice()).unwrap();
            client.process_new_packets().unwrap();
            sent += flight.len();
            flight.clear();
            if sent == 0 {
                return client.handshake_kind().unwrap();
            }
        }
    }
}

/// One handshake of each side.
#[derive(Clone, Copy)]
struct Pair {
    ours: Duration,
    theirs: Duration,
}

fn pairs(ours: &Peers, theirs: &Peers, count: u64) -> Vec<Pair> {
    let time = |peers: &Peers| {
        let start = Instant::now();
        peers.shake();
        start.elapsed()
    };
    let pair = |number: u64| match number % 2 {
        // neither is always the first
        0 => {
            let ours = time(ours);
            Pair { ours, theirs: time(theirs) }
        }
        _ => {
            let theirs = time(theirs);
            Pair { ours: time(ours), theirs }
        }
    };
    (0..count).map(pair).collect()
}

fn handshakes(c: &mut Criterion) {
    let rsa = include_str!("../tests/cases/_common/keys/rsa2048.pem");
    let keys = [
        ("P-256", Chain::new(|| KeyPair::generate().unwrap())),
        ("RSA-2048", Chain::new(|| KeyPair::from_pem(rsa).unwrap())),
    ];
    println!(
        "| handshakes | rootbake, a second | rustls, a second | throughput, ratio | quartiles | target | |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut group = c.benchmark_group("handshake");
    for (key, chain) in &keys {
        for version in [&version::TLS12, &version::TLS13] {
            for (resumed, client_auth) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let cell = Cell { version, resumed, client_auth };
                let [ours, theirs] = cell.configs(chain).map(|Configs { client, server }| Peers {
                    client: Arc::new(client),
                    server: Arc::new(server),
                });
                let all = RefCell::new(Vec::new());
                for peers in [&ours, &theirs] {
                    peers.shake();
                    assert_eq!(peers.shake() == HandshakeKind::Resumed, resumed);
                }
                let name = cell.name(key);
                group.bench_function(format!("{name}, rootbake"), |b| {
                    b.iter_custom(|count| {
                        let pairs = pairs(&ours, &theirs, count);
                        all.borrow_mut().extend(&pairs);
                        pairs.iter().map(|pair| pair.ours).sum()
                    });
                });
                group.bench_function(format!("{name}, rustls"), |b| {
                    b.iter_custom(|count| {
                        let pairs = pairs(&ours, &theirs, count);
                        all.borrow_mut().extend(&pairs);
                        pairs.iter().map(|pair| pair.theirs).sum()
                    });
                });
                row(&name, &all.into_inner());
            }
        }
    }
    group.finish();
}

/// Medians over all handshakes, which a process that comes between does not move, and the quartiles
/// of the ratios within the pairs.
fn row(name: &str, pairs: &[Pair]) {
    let sorted = |value: fn(&Pair) -> f64| {
        let mut values: Vec<_> = pairs.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let (half, quarter) = (pairs.len() / 2, pairs.len() / 4);
    let ours = sorted(|pair| pair.ours.as_secs_f64())[half];
    let theirs = sorted(|pair| pair.theirs.as_secs_f64())[half];
    let ratios = sorted(|pair| pair.theirs.as_secs_f64() / pair.ours.as_secs_f64());
    let ratio = theirs / ours;
    let verdict = if ratio >= 0.99 { "reached" } else { "missed" };
    println!(
        "| TLS {name} | {:.0} | {:.0} | {ratio:.3} | {:.3} to {:.3} | >= 0.990 | {verdict} |",
        1.0 / ours,
        1.0 / theirs,
        ratios[quarter],
        ratios[ratios.len() - 1 - quarter]
    );
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = handshakes
}

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
}
