use std::sync::Arc;
use std::time::{Duration, Instant};

use rootbake::roots::source::MOZILLA_PEM;
use rootbake::{ContextBuilder, SecureContext, roots};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

use super::authority::Authority;
use super::unexpected;
use crate::output::Failure;

/// What a row is measured for at most, and how often at least.
const BUDGET: Duration = Duration::from_millis(150);
const AT_LEAST: usize = 11;
const AT_MOST: usize = 1001;

pub(super) const HEAD: [&str; 5] =
    ["CONTEXT", "TIME (MEDIAN)", "ALLOCATIONS", "BYTES ALLOCATED", "CERTIFICATES PARSED"];

/// What it cost to build one kind of context.
pub(super) struct Cost {
    kind: Kind,
    median: Duration,
    allocations: u64,
    bytes: u64,
    parsed: usize,
}

/// The kinds of context that are compared.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Kind {
    Defaults,
    Cached,
    Explicit,
    WebpkiRoots,
    PemAtStart,
    Empty,
}

/// What was built, kept until the clock has stopped, and how many certificates were parsed for it.
struct Built {
    _config: Arc<ClientConfig>,
    _context: Option<SecureContext>,
    parsed: usize,
}

type Build<'a> = Box<dyn Fn() -> Result<Built, Failure> + 'a>;

/// Measures every kind in turn.
pub(super) fn measure(authority: &Authority) -> Result<Vec<Cost>, Failure> {
    let provider = Arc::new(ring::default_provider());
    let context = SecureContext::builder().build()?;
    let kinds: [(Kind, Build<'_>); 6] = [
        (Kind::Defaults, Box::new(|| first_use(SecureContext::builder()))),
        (
            Kind::Cached,
            Box::new(|| Ok(Built { _config: context.client_config(), _context: None, parsed: 0 })),
        ),
        (Kind::Explicit, Box::new(|| first_use(SecureContext::builder().ca(authority.ca_pem())?))),
        (Kind::WebpkiRoots, Box::new(|| rustls_on(&provider, webpki_roots(), 0))),
        (
            Kind::PemAtStart,
            Box::new(|| {
                let store = parse_bundle()?;
                let parsed = store.len();
                rustls_on(&provider, store, parsed)
            }),
        ),
        (Kind::Empty, Box::new(|| rustls_on(&provider, RootCertStore::empty(), 0))),
    ];
    kinds.iter().map(|(kind, build)| Cost::of(*kind, build)).collect()
}

fn first_use(builder: ContextBuilder) -> Result<Built, Failure> {
    let context = builder.build()?;
    let (config, parsed) = (context.client_config(), context.parsed_certificates());
    Ok(Built { _config: config, _context: Some(context), parsed })
}

fn rustls_on(
    provider: &Arc<CryptoProvider>,
    store: RootCertStore,
    parsed: usize,
) -> Result<Built, Failure> {
    let config = ClientConfig::builder_with_provider(Arc::clone(provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| unexpected("rustls without rootbake", error))?
        .with_root_certificates(store)
        .with_no_client_auth();
    Ok(Built { _config: Arc::new(config), _context: None, parsed })
}

fn webpki_roots() -> RootCertStore {
    RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() }
}

fn parse_bundle() -> Result<RootCertStore, Failure> {
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(MOZILLA_PEM) {
        let certificate = certificate.map_err(|error| unexpected("PEM by rustls", error))?;
        store.add(certificate).map_err(|error| unexpected("certificate by rustls", error))?;
    }
    Ok(store)
}

impl Cost {
    fn of(kind: Kind, build: &Build<'_>) -> Result<Self, Failure> {
        // what is made once in a process is made before it counts
        let parsed = build()?.parsed;
        let counted = allocation_counter::measure(|| drop(build()));
        let mut times = Vec::with_capacity(AT_MOST);
        let start = Instant::now();
        while times.len() < AT_LEAST || times.len() < AT_MOST && start.elapsed() < BUDGET {
            let before = Instant::now();
            let result = build()?;
            times.push(before.elapsed());
            drop(result);
        }
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        let (allocations, bytes) = (counted.count_total, counted.bytes_total);
        Ok(Self { kind, median, allocations, bytes, parsed })
    }

    pub(super) fn row(&self) -> Vec<String> {
        let Self { kind, median, allocations, bytes, parsed } = self;
        let micros = median.as_secs_f64() * 1e6;
        let micros = format!("{micros:.2} µs");
        let numbers = [allocations.to_string(), bytes.to_string(), parsed.to_string()];
        [kind.in_words(), micros].into_iter().chain(numbers).collect()
    }
}

impl Kind {
    fn in_words(self) -> String {
        match self {
            Self::Defaults => format!("rootbake, the {} default roots", roots::MOZILLA.len()),
            Self::Cached => "rootbake, client_config() again".to_owned(),
            Self::Explicit => "rootbake, one explicit CA".to_owned(),
            Self::WebpkiRoots => {
                format!("rustls, {} of webpki-roots", webpki_roots::TLS_SERVER_ROOTS.len())
            }
            Self::PemAtStart => "rustls, parsing the PEM bundle".to_owned(),
            Self::Empty => "rustls, an empty store".to_owned(),
        }
    }
}

/// What must hold on any machine: the defaults are not parsed, and an explicit CA is.
pub(super) fn check(costs: &[Cost]) -> Result<(), Failure> {
    for Cost { kind, allocations, parsed, .. } in costs {
        let expected = match kind {
            Kind::Defaults => *parsed == 0,
            Kind::Cached => *allocations == 0,
            Kind::Explicit => *parsed == 1,
            Kind::PemAtStart => *parsed == roots::MOZILLA.len(),
            Kind::WebpkiRoots | Kind::Empty => true,
        };
        if !expected {
            let message = format!(
                "{}: {allocations} allocations and {parsed} certificates parsed",
                kind.in_words()
            );
            return Err(Failure::Demo(message));
        }
    }
    Ok(())
}
