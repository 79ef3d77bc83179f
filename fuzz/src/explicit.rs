//! What a person gives to a context: PEM texts, DER and CRLs, all through the builder.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use rootbake::certificate::Certificate;
use rootbake::pem;
use rootbake::{CaSource, ContextBuilder, Diagnostic, Error, SecureContext, Severity, Supplied};

use super::shown;

/// The input is several: each starts with `\0pem:`, `\0der:` or `\0crl:`; what stands in front of
/// the first of these is PEM.
///
/// For each of them, and for all that are accepted together:
///
/// - every block is a certificate of the context, or is told of under its number, once;
/// - the certificate of a block is what the block says, and so is its alias;
/// - there are no more anchors than certificates;
/// - a strict call accepts exactly what a lossy call takes without an error, and tells the same;
/// - DER gives the same certificates as the PEM block of it;
/// - what is refused says why, what is told fits on one line, and its line is in the input.
pub fn check(input: &[u8]) {
    let parts = split(input);
    for part in &parts {
        match part {
            Part::Crl(bytes) => check_crl(bytes),
            Part::Der(bytes) => check_der(bytes),
            Part::Pem(text) => check_pem(text),
        }
    }
    check_all(&parts);
}

#[derive(Clone, Copy)]
enum Part<'a> {
    Crl(&'a [u8]),
    Der(&'a [u8]),
    Pem(&'a [u8]),
}

impl Part<'_> {
    /// How many blocks the certificates of a PEM text stand in.
    fn blocks(&self) -> Option<usize> {
        match self {
            Self::Crl(_) | Self::Der(_) => None,
            Self::Pem(text) => Some(pem::blocks(text).count()),
        }
    }
}

/// How many inputs are looked at, since each makes several contexts.
const MAX_PARTS: usize = 6;

const MARK: usize = b"\0pem:".len();

fn split(input: &[u8]) -> Vec<Part<'_>> {
    let (mut parts, mut kind, mut rest) = (Vec::new(), b"\0pem:".as_slice(), input);
    while parts.len() < MAX_PARTS {
        let next = rest.windows(MARK).position(is_mark);
        let (part, behind) = rest.split_at(next.unwrap_or(rest.len()));
        parts.push(match kind {
            b"\0crl:" => Part::Crl(part),
            b"\0der:" => Part::Der(part),
            _ => Part::Pem(part),
        });
        if next.is_none() {
            break;
        }
        (kind, rest) = behind.split_at(MARK);
    }
    parts
}

fn is_mark(window: &[u8]) -> bool {
    matches!(window, b"\0crl:" | b"\0der:" | b"\0pem:")
}

/// What became of some inputs.
type Built = Result<SecureContext, Error>;

fn builder() -> ContextBuilder {
    SecureContext::builder()
}

fn build(builder: ContextBuilder) -> SecureContext {
    builder.build().expect("nothing but inputs was given")
}

/// What is told, whether the input is taken or refused.
fn told(built: &Built) -> &[Diagnostic] {
    match built {
        Ok(context) => context.diagnostics(),
        Err(Error::Input(diagnostics)) => {
            assert!(diagnostics.iter().any(is_error), "refused without a reason");
            diagnostics
        }
        Err(error) => panic!("{error}"),
    }
}

fn is_error(told: &Diagnostic) -> bool {
    told.severity == Severity::Error
}

fn check_pem(text: &[u8]) {
    let blocks = pem::blocks(text).count();
    let lossy = builder().ca_lossy(text).map(build);
    let strict = builder().ca(text).map(build);
    check_told(told(&lossy), text, blocks);
    let good = lossy.is_ok() && !told(&lossy).iter().any(is_error);
    assert_eq!(strict.is_ok(), good);
    // keys that the crypto provider cannot use are told only when a context is built
    let of_input = |told: &&Diagnostic| told.code != "unusable-key";
    let [told_lossy, told_strict] = [&lossy, &strict].map(|built| told(built).iter());
    assert!(told_lossy.filter(of_input).eq(told_strict.filter(of_input)));
    if let Ok(context) = &lossy {
        check_context(context);
        check_account(context, "ca", blocks);
        check_supplied(context, text);
    }
}

/// Every block of an input is in the context or told of, and none is both.
fn check_account(context: &SecureContext, input: &str, blocks: usize) {
    let left_out =
        context.diagnostics().iter().filter(|told| told.input == input && is_left_out(told));
    let mut numbers: Vec<u32> = left_out.flat_map(told_of).collect();
    let supplied = context.supplied().filter(|supplied| supplied.input == input);
    numbers.extend(supplied.map(|supplied| supplied.block.expect("a block")));
    numbers.sort_unstable();
    let expected: Vec<u32> = (1..).take(blocks).collect();
    assert_eq!(numbers, expected, "{:?}", context.diagnostics());
}

/// The numbers of the blocks that something told is about: of many on one line, the last that is told
/// of stands for those behind it.
fn told_of(told: &Diagnostic) -> RangeInclusive<u32> {
    let first = told.block.expect("a block");
    let behind = told.message.strip_suffix(", cannot be read");
    let last = behind.and_then(|text| text.rsplit_once(" more blocks on this line, up to block "));
    let last = last.map_or(first, |(_, last)| last.parse().expect("a number"));
    first..=last
}

/// Every certificate of a context on one text is that of its block.
fn check_supplied(context: &SecureContext, text: &[u8]) {
    let blocks: Vec<_> = pem::blocks(text).collect();
    for supplied in context.supplied() {
        let number = supplied.block.expect("a block") as usize;
        let block = blocks[number - 1].expect("a good block");
        let mut buffer = vec![0; block.der_capacity()];
        let content = block.decode(&mut buffer).expect("base64");
        let (certificate, auxiliary) = Certificate::from_trusted(content).expect("a certificate");
        assert_eq!(supplied.certificate.der, certificate.der);
        assert_eq!(supplied.line, Some(block.line()));
        let alias = auxiliary.and_then(|auxiliary| auxiliary.alias).map(String::from_utf8_lossy);
        assert_eq!(supplied.alias, alias);
    }
}

/// Whether a certificate, or what is none, is not in the context, or is not there twice.
fn is_left_out(told: &Diagnostic) -> bool {
    is_error(told) || matches!(told.code, "duplicate" | "not-a-certificate" | "private-key")
}

fn check_told(diagnostics: &[Diagnostic], text: &[u8], blocks: usize) {
    let ends = text.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    for told in diagnostics {
        shown(told);
        assert!(told.line.is_none_or(|line| (1..=ends + 1).contains(&(line as usize))));
        assert!(told.block.is_none_or(|block| (1..=blocks).contains(&(block as usize))));
    }
}

fn check_context(context: &SecureContext) {
    let parsed = context.parsed_certificates();
    assert_eq!(context.supplied().count(), parsed);
    assert!(context.anchors().count() <= parsed);
    for anchor in context.anchors() {
        shown(anchor.subject());
        let der = anchor.certificate().expect("an explicit anchor");
        assert!(context.supplied().any(|supplied| supplied.certificate.der == der));
    }
    for told in context.diagnostics() {
        shown(told);
    }
}

fn check_der(bytes: &[u8]) {
    let from_der = outcome(&builder().ca_from(CaSource::der(bytes)).map(build));
    if Certificate::from_der(bytes).is_ok() {
        let text = pem::encode("CERTIFICATE", bytes).to_string();
        assert_eq!(from_der, outcome(&builder().ca(text).map(build)));
    }
}

/// The certificates, the number of anchors, and the codes of what is told.
fn outcome(built: &Built) -> (Vec<Vec<u8>>, usize, Vec<&'static str>) {
    let codes = told(built).iter().map(|told| told.code).collect();
    match built {
        Ok(context) => {
            check_context(context);
            (context.supplied().map(der).collect(), context.anchors().count(), codes)
        }
        Err(_) => (Vec::new(), 0, codes),
    }
}

fn der(supplied: Supplied<'_>) -> Vec<u8> {
    supplied.certificate.der.to_vec()
}

fn check_crl(bytes: &[u8]) {
    let built = builder().no_roots().crl(bytes).map(build);
    check_told(told(&built), bytes, pem::blocks(bytes).count());
    assert_eq!(built.is_err(), told(&built).iter().any(is_error));
}

/// What is accepted alone is accepted together, and every block of it is accounted for.
fn check_all(parts: &[Part<'_>]) {
    let mut all = builder().no_roots();
    let mut alone = BTreeSet::new();
    let mut names = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let name = format!("input {number}");
        if let Ok(context) = give(builder().no_roots(), part, &name).map(build) {
            alone.extend(context.supplied().map(der));
            all = give(all, part, &name).expect("it was accepted alone");
            names.extend(part.blocks().map(|blocks| (name, blocks)));
        }
    }
    let context = build(all);
    check_context(&context);
    assert_eq!(context.supplied().map(der).collect::<BTreeSet<_>>(), alone);
    assert_eq!(context.parsed_certificates(), alone.len());
    names.iter().for_each(|(name, blocks)| check_account(&context, name, *blocks));
}

fn give(builder: ContextBuilder, part: &Part<'_>, name: &str) -> Result<ContextBuilder, Error> {
    match part {
        Part::Crl(bytes) => builder.crl(bytes),
        Part::Der(bytes) => builder.ca_from(CaSource::der(*bytes).named(name)),
        Part::Pem(text) => builder.ca_from(CaSource::pem(*text).named(name).lossy()),
    }
}
