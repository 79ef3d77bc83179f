//! What does not grow with the number of CAs, or no faster than it: prints a table of its own
//! beside the group of criterion.
#![allow(
    clippy::cast_precision_loss,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    missing_docs,
    reason = "benchmark: the inputs are known, and a panic is the right end"
)]

#[path = "support/many.rs"]
mod many;
mod support;

use std::hint::black_box;
use std::time::{Duration, Instant};

use allocation_counter::measure;
use criterion::{Criterion, criterion_group};
use many::Many;
use rootbake::pki_types::ServerName;
use rootbake::{Error, SecureContext, pem};
use rustls::client::danger::ServerCertVerifier;
use support::now;

const MOST: usize = 100_000;

fn context(pem: &str) -> SecureContext {
    SecureContext::builder().ca(pem).unwrap().build().unwrap()
}

fn path_among_many(c: &mut Criterion) {
    let many = Many::new();
    let alone = context(&pem::encode("CERTIFICATE", &many.root).to_string());
    let among = context(&many.pem(MOST));
    assert_eq!((alone.anchors().count(), among.anchors().count()), (1, MOST));
    let name = ServerName::try_from("localhost").unwrap();
    let mut group = c.benchmark_group("path to an anchor");
    for (which, context) in [("among 100000", &among), ("alone", &alone)] {
        group.bench_function(which, |b| {
            let verifier = context.verifier();
            b.iter(|| {
                verifier.verify_server_cert(black_box(&many.leaf), &[], &name, &[], now()).unwrap()
            });
        });
    }
    group.finish();
}

/// The median of some runs.
fn median(mut run: impl FnMut()) -> Duration {
    let mut times = [(); 5].map(|()| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    times.sort_unstable();
    times[times.len() / 2]
}

fn row(what: &str, measured: &str, target: &str, reached: bool) {
    let verdict = if reached { "reached" } else { "missed" };
    println!("| {what} | {measured} | {target} | {verdict} |");
}

/// Three sizes, of which each takes as long for a certificate as the smallest, or nearly so.
fn loading(texts: &[(usize, &str)]) {
    let mut smallest = None;
    for (count, text) in texts {
        let taken = median(|| drop(context(text)));
        let each = taken.as_nanos() as f64 / *count as f64;
        let ratio = each / *smallest.get_or_insert(each);
        let what = format!("{count} CAs, {} MB", text.len() / 1_000_000);
        let measured =
            format!("{:.1} ms, {each:.0} ns each: {ratio:.2}", taken.as_secs_f64() * 1e3);
        row(&what, &measured, "<= 1.50", ratio <= 1.5);
    }
}

fn heap(text: &str) {
    let allocated = measure(|| drop(context(text)));
    let ratio = allocated.bytes_max as f64 / text.len() as f64;
    let what = format!("heap at its peak for each byte of {} MB", text.len() / 1_000_000);
    row(&what, &format!("{ratio:.3} bytes"), "<= 1.300", ratio <= 1.3);
}

/// One line, none of which is a certificate: letters, and dashes that lead nowhere.
fn garbage(what: &str, pattern: &str) {
    const LENGTH: usize = 64 << 20;
    let line = pattern.repeat(LENGTH / pattern.len());
    let taken = median(|| {
        let result = SecureContext::builder().ca(black_box(&line));
        assert!(matches!(result, Err(Error::Input(_))));
    });
    let what = format!("an error for a line of 64 MiB of {what}");
    row(&what, &format!("{:.1} ms", taken.as_secs_f64() * 1e3), "< 1000 ms", taken.as_secs() < 1);
}

fn table(most: usize) {
    let many = Many::new();
    let [small, medium, large] = [most / 10, most / 2, most].map(|count| (count, many.pem(count)));
    println!("| what | measured | target | |");
    println!("| --- | --- | --- | --- |");
    loading(&[&small, &medium, &large].map(|(count, text)| (*count, text.as_str())));
    heap(&large.1);
    garbage("letters", "MIIB");
    garbage("dashes", "-");
    garbage("words and dashes", "-----BEGIN ");
}

criterion_group! {
    name = benches;
    config = support::criterion();
    targets = path_among_many
}

fn main() {
    let once = std::env::args().any(|argument| argument == "--test");
    table(if once { 1000 } else { MOST });
    benches();
    Criterion::default().configure_from_args().final_summary();
}
