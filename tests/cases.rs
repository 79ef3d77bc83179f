//! The cases in `tests/cases`, each with its outcome in `outcomes.tsv`: what becomes of the CAs, and
//! what of the chain. `expected.txt` beside the inputs says in words why.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use common::PROVIDERS;
use rootbake::certificate::Time;
use rootbake::path::Code;
use rootbake::pem;
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rootbake::{ContextBuilder, Diagnostic, Error, Identity, SecureContext};
use rustls::crypto::CryptoProvider;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn read(file: &str) -> Vec<u8> {
    fs::read(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// One row of `index.tsv`.
struct Row<'a> {
    case: &'a str,
    variant: &'a str,
    kind: &'a str,
    ca: &'a str,
    chain: &'a str,
    host: &'a str,
    key: &'a str,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Self {
        let columns: Vec<&str> = line.split('\t').collect();
        let [case, variant, kind, ca, chain, host, key] = columns[..] else {
            panic!("{line}: expected 7 columns")
        };
        Self { case, variant, kind, ca, chain, host, key }
    }

    /// What becomes of it, as `outcomes.tsv` says it.
    fn outcome(&self, provider: &Arc<CryptoProvider>) -> String {
        let builder = || SecureContext::builder().crypto_provider(Arc::clone(provider));
        match self.kind {
            "key" => self.of_identity(builder()),
            _ => self.of_chain(builder()),
        }
    }

    fn of_chain(&self, builder: ContextBuilder) -> String {
        let context = match builder.ca(read(self.ca)) {
            Ok(builder) => builder.build().unwrap(),
            Err(Error::Input(diagnostics)) => return format!("refused {}", codes(&diagnostics)),
            Err(error) => panic!("{error}"),
        };
        let mut outcome = format!("anchors={}", context.anchors().count());
        if !context.diagnostics().is_empty() {
            write!(outcome, " told={}", codes(context.diagnostics())).unwrap();
        }
        write!(outcome, " {}", self.verify(&context)).unwrap();
        outcome
    }

    fn verify(&self, context: &SecureContext) -> String {
        let chain = certificates(&read(self.chain));
        let host = ServerName::try_from(self.host).unwrap();
        let time = Time::from_civil(2026, 11, 30, 0, 0, 0).unwrap().unix_seconds();
        let time = UnixTime::since_unix_epoch(std::time::Duration::from_secs(time as u64));
        match context.verifier().verify_server(&chain[0], &chain[1..], &host, time) {
            Ok(_) => "accept".to_owned(),
            Err(error) => match error.hint() {
                Some(hint) => format!("reject={} hint={hint}", error.code()),
                None => format!("reject={}", error.code()),
            },
        }
    }

    fn of_identity(&self, builder: ContextBuilder) -> String {
        let identity = Identity::from_pem(read(self.chain), read(self.key));
        match identity.and_then(|identity| builder.no_roots().identity(identity).build()) {
            Ok(_) => "accept".to_owned(),
            Err(error) => format!("reject={}", error.code()),
        }
    }
}

/// The codes that were told, each once.
fn codes(diagnostics: &[Diagnostic]) -> String {
    let codes: BTreeSet<_> = diagnostics.iter().map(|told| told.code).collect();
    codes.into_iter().collect::<Vec<_>>().join(",")
}

/// The certificates of a chain as a peer would send them: all that can be decoded.
fn certificates(text: &[u8]) -> Vec<CertificateDer<'static>> {
    let decode = |block: pem::Block<'_>| {
        let mut der = vec![0; block.der_capacity()];
        block.decode(&mut der).map(|der| CertificateDer::from(der.to_vec())).ok()
    };
    let blocks = pem::blocks(text).flatten().filter(|block| block.label().is_certificate());
    blocks.filter_map(decode).collect()
}

#[test]
fn every_case_has_its_outcome_with_both_providers() {
    let index = String::from_utf8(read("index.tsv")).unwrap();
    let [ring, aws_lc_rs] = PROVIDERS.map(|(_, provider)| provider());
    let mut outcomes = String::new();
    for row in index.lines().skip(1).map(Row::read) {
        let Row { case, variant, kind, .. } = row;
        let (with_ring, with_aws) = (row.outcome(&ring), row.outcome(&aws_lc_rs));
        write!(outcomes, "{case}\t{variant}\t{kind}\t{with_ring}").unwrap();
        if with_ring != with_aws {
            write!(outcomes, "\twith aws-lc-rs: {with_aws}").unwrap();
        }
        outcomes.push('\n');
    }
    let file = folder().join("outcomes.tsv");
    if std::env::var_os("REGENERATE").is_some() {
        fs::write(&file, &outcomes).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    for (found, expected) in outcomes.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(outcomes.lines().count(), expected.lines().count());
}

#[test]
fn every_code_of_the_outcomes_is_listed() {
    let listed = include_str!("../CODES.md");
    let outcomes = String::from_utf8(read("outcomes.tsv")).unwrap();
    let fields = outcomes.lines().flat_map(|line| line.split(['\t', ' ']));
    let told = fields.filter_map(|field| {
        let (key, value) = field.split_once('=').unwrap_or(("", field));
        (matches!(key, "told" | "reject" | "hint") || value.contains(',')).then_some(value)
    });
    let codes: BTreeSet<_> = told.flat_map(|codes| codes.split(',')).collect();
    assert!(codes.len() > 20);
    for code in codes {
        assert!(listed.contains(&format!("`{code}`")), "{code}");
    }
}

#[test]
fn every_error_of_a_path_has_its_number_for_good() {
    let listed = include_str!("../CODES.md").split("### As numbers").nth(1).unwrap();
    let listed =
        listed.split("##").next().unwrap().split_whitespace().skip_while(|word| *word != "1");
    let words: Vec<&str> = listed.map(|word| word.trim_matches([',', '`'])).collect();
    let numbers = words.chunks(2).map(|pair| (pair[0].parse::<u8>().unwrap(), pair[1]));
    let numbers: Vec<_> = numbers.collect();
    for &(number, name) in &numbers {
        let code = Code::from_number(number).unwrap();
        assert_eq!((code as u8, code.as_str()), (number, name));
    }
    let last = numbers.last().unwrap().0;
    assert_eq!(Code::from_number(last + 1), None, "not in CODES.md");
    assert_eq!(
        (Code::from_number(0), Code::from_number(u8::MAX), size_of::<Code>()),
        (None, None, 1)
    );
}
