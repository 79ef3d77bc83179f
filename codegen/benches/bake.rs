//! What baking costs: Mozilla's roots, and how it grows. Prints a table of its own beside the group
//! of criterion.
#![allow(
    clippy::cast_precision_loss,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    missing_docs,
    reason = "benchmark: the inputs are known, and a panic is the right end"
)]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, IsCa, KeyPair, PKCS_ECDSA_P256_SHA256,
    SerialNumber, date_time_ymd,
};
use rootbake_codegen::{Bundle, Decoded, Lock, Options, Source, bake, refresh};
use rootbake_core::certificate::Certificate;
use rootbake_core::pem;

/// The digits that stand for the number of a root.
const DIGITS: usize = 8;

/// A bundle and its lock.
struct Locked {
    pem: String,
    lock: String,
}

impl Locked {
    fn mozilla() -> Self {
        let roots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../roots");
        let read = |name| fs::read_to_string(roots.join(name)).unwrap();
        Self { pem: read("mozilla.pem"), lock: read("mozilla.lock") }
    }

    /// Copies of one root with other digits in serial number, subject and key.
    fn of_copies(count: usize, mozilla: &Self) -> Self {
        let template = template();
        let mut places: Vec<usize> = (0..template.len() - DIGITS)
            .filter(|&place| &template[place..place + DIGITS] == b"77777777")
            .collect();
        assert_eq!(places.len(), 3, "serial number, issuer and subject");
        let key = Certificate::from_der(&template).unwrap().spki.as_bytes();
        places.push(key.as_ptr().addr() + key.len() - DIGITS - template.as_ptr().addr());
        let copy = |number: usize| {
            let mut der = template.clone();
            for place in &places {
                der[*place..place + DIGITS].copy_from_slice(format!("{number:08}").as_bytes());
            }
            format!("{}\n", pem::encode("CERTIFICATE", &der))
        };
        let pem: String = (1..=count).map(copy).collect();
        let source = Source { name: "copies.pem", content: pem.as_bytes() };
        let provenance = Source { name: "mozilla.lock", content: mozilla.lock.as_str() };
        let provenance = Lock::read(provenance).unwrap().provenance;
        let decoded = Decoded::from_pem(source).unwrap();
        let bundle = Bundle::read(&decoded).unwrap();
        let lock = refresh(&bundle, source, None, &provenance, &[]).unwrap().text;
        Self { pem, lock }
    }

    fn bake(&self) -> usize {
        let pem = Source { name: "bundle.pem", content: self.pem.as_bytes() };
        let lock = Source { name: "bundle.lock", content: self.lock.as_str() };
        bake(black_box(pem), black_box(lock), &Options::new("SET")).unwrap().source.len()
    }

    /// The median of some runs.
    fn time(&self) -> Duration {
        let mut times = [(); 5].map(|()| {
            let start = Instant::now();
            black_box(self.bake());
            start.elapsed()
        });
        times.sort_unstable();
        times[times.len() / 2]
    }
}

fn template() -> Vec<u8> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, "Root 77777777");
    params.serial_number = Some(SerialNumber::from_slice(b"77777777"));
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    let key = KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).unwrap();
    params.self_signed(&key).unwrap().der().to_vec()
}

fn baking(c: &mut Criterion) {
    let mozilla = Locked::mozilla();
    c.bench_function("bake/118 roots", |b| b.iter(|| mozilla.bake()));
}

fn row(what: &str, measured: &str, target: &str, reached: bool) {
    let verdict = if reached { "reached" } else { "missed" };
    println!("| {what} | {measured} | {target} | {verdict} |");
}

fn table(few: usize) {
    let mozilla = Locked::mozilla();
    println!("| what | measured | target | |");
    println!("| --- | --- | --- | --- |");
    let taken = mozilla.time().as_secs_f64() * 1e3;
    row("baking Mozilla's 118 roots", &format!("{taken:.1} ms"), "<= 50 ms", taken <= 50.0);
    let [less, more] = [few, 100 * few].map(|count| Locked::of_copies(count, &mozilla).time());
    let ratio = more.as_secs_f64() / less.as_secs_f64();
    let what = format!("baking {} roots, beside {few}", 100 * few);
    let measured = format!("{:.1} ms, {ratio:.0} times", more.as_secs_f64() * 1e3);
    row(&what, &measured, "<= 100 times", ratio <= 100.0);
}

criterion_group!(benches, baking);

fn main() {
    let once = std::env::args().any(|argument| argument == "--test");
    table(if once { 10 } else { 100 });
    benches();
    Criterion::default().configure_from_args().final_summary();
}
