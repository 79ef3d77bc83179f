//! Many CAs: none is lost, what is kept of them is little, and duplicates are not kept twice.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[allow(clippy::indexing_slicing, reason = "a place within a certificate of its own")]
#[path = "../benches/support/many.rs"]
mod many;

use std::collections::BTreeSet;
use std::time::Duration;

use allocation_counter::{AllocationInfo, measure};
use many::Many;
use rootbake::pki_types::{ServerName, UnixTime};
use rootbake::{Anchor, SecureContext};

const COUNT: usize = 3000;

/// The context of these inputs, and what it took and still takes.
fn context(inputs: &[&str]) -> (SecureContext, AllocationInfo) {
    let mut context = None;
    let allocated = measure(|| {
        let builder = inputs
            .iter()
            .fold(SecureContext::builder(), |builder, input| builder.ca(input).unwrap());
        context = Some(builder.build().unwrap());
    });
    (context.unwrap(), allocated)
}

/// The one that issued the leaf is found among all.
fn verify(many: &Many, context: &SecureContext) {
    let name = ServerName::try_from("localhost").unwrap();
    // 2026-07-17
    let time = UnixTime::since_unix_epoch(Duration::from_secs(1_784_246_400));
    let path = context.verifier().verify_server(&many.leaf, &[], &name, time).unwrap();
    assert!(matches!(path.anchor, Anchor::Explicit(der) if der == many.root.as_ref()));
}

/// That every duplicate is told of, and nothing else; and what the telling takes.
fn told_of_duplicates(context: &SecureContext) -> usize {
    let diagnostics = context.diagnostics();
    assert!(diagnostics.iter().all(|told| told.code == "duplicate"));
    let places: BTreeSet<_> = diagnostics.iter().map(|told| (&told.input, told.block)).collect();
    assert_eq!((diagnostics.len(), places.len()), (COUNT, COUNT));
    // the list may have room for twice as many
    let texts = diagnostics.iter().map(|told| told.message.capacity() + told.input.capacity());
    texts.sum::<usize>() + 2 * size_of_val(diagnostics)
}

#[test]
fn none_of_many_is_lost() {
    let many = Many::new();
    let (context, _) = context(&[&many.pem(COUNT)]);
    assert_eq!(context.diagnostics(), []);
    assert_eq!(context.parsed_certificates(), COUNT);
    assert_eq!(context.anchors().count(), COUNT);
    let subjects: BTreeSet<_> = context.anchors().map(|anchor| anchor.subject()).collect();
    assert_eq!(subjects.len(), COUNT);
    verify(&many, &context);
}

#[test]
fn many_take_at_most_1_3_bytes_of_heap_for_each_of_input() {
    let pem = Many::new().pem(COUNT);
    let (_context, allocated) = context(&[&pem]);
    let (peak, input) = (allocated.bytes_max, u64::try_from(pem.len()).unwrap());
    assert!(10 * peak <= 13 * input, "{peak} bytes for {input}");
}

#[test]
fn duplicates_are_told_one_by_one_and_not_kept() {
    let many = Many::new();
    let pem = many.pem(COUNT);
    let doubled = pem.repeat(2);
    let (_single, alone) = context(&[&pem]);
    for inputs in [&[doubled.as_str()][..], &[&pem, &pem]] {
        let (twice, allocated) = context(inputs);
        let told = i64::try_from(told_of_duplicates(&twice)).unwrap();
        assert_eq!(twice.parsed_certificates(), COUNT);
        verify(&many, &twice);
        let more = allocated.bytes_current - alone.bytes_current - told;
        // the list of certificates may have room for twice as many; the bytes have not
        let per_certificate = more / i64::try_from(COUNT).unwrap();
        assert!(per_certificate < 200, "{per_certificate} bytes for each: {alone:?} {allocated:?}");
    }
}
