//! What the builder of a context makes of its inputs: the good, the odd and the bad.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::sync::Arc;

use common::{Ca, PROVIDERS, identity, leaf_params};
use rcgen::{CustomExtension, DnType, KeyPair};
use rootbake::pki_types::UnixTime;
use rootbake::{
    CaSource, ContextBuilder, Diagnostic, Error, Identity, SecureContext, Severity, roots,
};
use rustls::crypto::{CryptoProvider, ring};
use rustls::version;

fn ca(pem: impl AsRef<[u8]>) -> Result<ContextBuilder, Error> {
    SecureContext::builder().ca(pem)
}

/// Code, block and line of everything that is told.
fn told(diagnostics: &[Diagnostic]) -> Vec<(&'static str, Option<u32>, Option<u32>)> {
    let each = |told: &Diagnostic| (told.code, told.block, told.line);
    diagnostics.iter().map(each).collect()
}

fn refused(pem: impl AsRef<[u8]>) -> Vec<(&'static str, Option<u32>, Option<u32>)> {
    match ca(pem) {
        Err(Error::Input(diagnostics)) => told(&diagnostics),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it is accepted"),
    }
}

/// A text with this line taken out, counted from 1.
fn without_line(pem: &str, line: usize) -> String {
    let lines = pem.lines().enumerate().filter(|(index, _)| index + 1 != line);
    lines.map(|(_, text)| format!("{text}\n")).collect()
}

#[test]
fn an_input_that_holds_no_certificate_says_what_it_is() {
    let der = Ca::new("Private CA");
    let table: [(&[u8], &str); 6] = [
        (b"", "empty"),
        (b"\n\n", "blank"),
        (b"# none yet\n", "comments"),
        (der.der(), "DER"),
        (b"<html><body>Sign in</body></html>", "HTML"),
        (b"PK\x03\x04 garbage \xff\xfe", ""),
    ];
    for (input, word) in table {
        let error = ca(input).unwrap_err();
        assert_eq!(error.code(), "no-certificates");
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[test]
fn a_bad_block_is_named_and_nothing_is_taken() {
    let (good, bad) = (Ca::new("Good CA").pem(), Ca::new("Bad CA").pem());
    let lines = u32::try_from(good.lines().count()).unwrap();
    let second = Some(lines + 1);
    let last = bad.lines().count();
    let cut: String = bad.lines().take(last - 1).map(|line| format!("{line}\n")).collect();
    assert_eq!(refused(good.clone() + &cut), [("unterminated-block", Some(2), second)]);
    let star = bad.replacen("MII", "M*I", 1);
    assert_eq!(refused(good.clone() + &star)[0].0, "base64-character");
    let short = without_line(&bad, 3);
    assert_eq!(refused(good.clone() + &short), [("bad-certificate", Some(2), second)]);
    let all = cut.clone() + &good + &star + &short;
    let codes: Vec<_> = refused(all).iter().map(|(code, ..)| *code).collect();
    assert_eq!(codes, ["unterminated-block", "base64-character", "bad-certificate"]);
}

#[test]
fn of_many_damaged_boundaries_on_one_line_some_are_told_and_all_are_counted() {
    let good = Ca::new("CA").pem();
    // two are one, since the dashes between them stand behind the first
    let text = format!("{}\n-----BEGIN \n{good}", "-----BEGIN ".repeat(200));
    let context = SecureContext::builder().ca_lossy(text).unwrap().build().unwrap();
    assert_eq!(context.parsed_certificates(), 1);
    let told = context.diagnostics();
    let places: Vec<_> = told.iter().map(|told| (told.block, told.line)).collect();
    let on_the_line = (1..=16).map(|block| (Some(block), Some(1)));
    assert_eq!(places, on_the_line.chain([(Some(101), Some(2))]).collect::<Vec<_>>());
    let counted: Vec<_> = told.iter().filter(|told| told.message.contains("more")).collect();
    let [last] = counted.as_slice() else { panic!("{counted:?}") };
    let words = "; 84 more blocks on this line, up to block 100, cannot be read";
    assert!(last.block == Some(16) && last.message.ends_with(words), "{last}");
}

#[test]
fn a_certificate_that_may_not_be_trusted_is_refused_by_name() {
    let ca = Ca::with("Odd CA", |params| {
        let mut extension = CustomExtension::from_oid_content(&[1, 2, 3, 4], vec![5, 0]);
        extension.set_criticality(true);
        params.custom_extensions.push(extension);
    });
    assert_eq!(refused(ca.pem()), [("unknown-critical-extension", Some(1), Some(1))]);
    let error = SecureContext::builder().ca(ca.pem()).unwrap_err();
    assert!(error.to_string().contains("1.2.3.4"), "{error}");
}

#[test]
fn what_is_odd_but_usable_is_told() {
    let own = Ca::new("Private CA");
    let key = KeyPair::generate().unwrap().serialize_pem();
    let leaf = leaf_params().self_signed(&KeyPair::generate().unwrap()).unwrap().pem();
    let context = ca(own.pem() + &key + &own.pem() + &leaf).unwrap().build().unwrap();
    let codes: Vec<_> = context.diagnostics().iter().map(|told| told.code).collect();
    assert_eq!(codes, ["private-key", "not-a-ca", "duplicate"]);
    assert!(context.diagnostics().iter().all(|told| told.severity == Severity::Warning));
    assert_eq!(context.anchors().count(), 1);
    assert_eq!(context.parsed_certificates(), 2);
    let secret = key.lines().nth(1).unwrap();
    assert!(!format!("{context:?} {:?}", context.diagnostics()).contains(secret));
}

#[test]
fn several_calls_add_up_and_messages_tell_them_apart() {
    let (first, second) = (Ca::new("First CA"), Ca::new("Second CA"));
    let builder = ca(first.pem()).unwrap();
    let error = builder.ca("").unwrap_err();
    assert!(error.to_string().ends_with("(ca 2)"), "{error}");
    let builder = ca(first.pem()).unwrap().ca(second.pem()).unwrap();
    assert_eq!(builder.build().unwrap().anchors().count(), 2);
    let error = ca(first.pem()).unwrap().ca_from(CaSource::pem(b"").named("corp.pem")).unwrap_err();
    assert!(error.to_string().ends_with("(corp.pem)"), "{error}");
}

#[test]
fn root_sets_are_named_in_code_and_count_once() {
    let builder = SecureContext::builder;
    assert_eq!(builder().build().unwrap().anchors().count(), 118);
    let twice = builder().roots(&roots::MOZILLA).roots(&roots::MOZILLA);
    assert_eq!(twice.build().unwrap().anchors().count(), 118);
    let nothing = builder().no_roots().build().unwrap();
    assert_eq!(nothing.anchors().count(), 0);
    assert_eq!(nothing.parsed_certificates(), 0);
}

#[test]
fn a_key_that_does_not_fit_is_an_error_of_build() {
    let ca = Ca::new("Private CA");
    let (leaf, other) = (ca.leaf(), ca.leaf());
    let chain = leaf.certificate.pem();
    let fits = |key: &str| Identity::from_pem(&chain, key);
    let own = fits(&leaf.key.serialize_pem()).unwrap().named("www");
    assert!(SecureContext::builder().identity(own).build().is_ok());
    let foreign = fits(&other.key.serialize_pem()).unwrap().named("www");
    let error = SecureContext::builder().identity(foreign).build().unwrap_err();
    assert_eq!(error.code(), "key-mismatch");
    assert!(error.to_string().contains("\"www\""), "{error}");
}

#[test]
fn an_identity_says_what_is_wrong_with_its_text() {
    let leaf = Ca::new("Private CA").leaf();
    let (chain, key) = (leaf.certificate.pem(), leaf.key.serialize_pem());
    let encrypted = key.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
    let legacy = "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n\
                  AAAA\n-----END EC PRIVATE KEY-----\n";
    let dsa = key.replace("PRIVATE KEY", "DSA PRIVATE KEY");
    let damaged = key.replacen("MI", "M*", 1);
    let twice = key.clone() + &key;
    for (chain, key, code) in [
        (key.as_str(), key.as_str(), "no-certificates"),
        (&chain, &chain, "no-private-key"),
        (&chain, "", "no-private-key"),
        (&chain, &encrypted, "encrypted-key"),
        (&chain, legacy, "encrypted-key"),
        (&chain, &dsa, "unusable-key"),
        (&chain, &damaged, "bad-private-key"),
        (&chain, &twice, "ambiguous-key"),
        (&without_line(&chain, 3), &key, "bad-certificate"),
    ] {
        let error = Identity::from_pem(chain, key).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(!error.to_string().contains(leaf.key.serialize_pem().lines().nth(1).unwrap()));
    }
    let combined = chain.clone() + &key;
    assert!(Identity::from_pem(&combined, &combined).is_ok());
}

#[test]
fn an_identity_shows_nothing_of_its_key() {
    let leaf = Ca::new("Private CA").leaf();
    let identity = Identity::from_pem(leaf.certificate.pem(), leaf.key.serialize_pem()).unwrap();
    let shown = format!("{identity:?}");
    assert_eq!(shown, "Identity { name: \"CN=leaf\", certificates: 1, .. }");
    let builder = SecureContext::builder().identity(identity);
    assert!(format!("{builder:?}").contains(&shown));
}

#[test]
fn a_provider_that_cannot_serve_the_versions_is_an_error_of_build() {
    let mut provider = ring::default_provider();
    provider.cipher_suites.retain(|suite| suite.version() == &version::TLS13);
    let build = |provider: CryptoProvider| {
        let builder = SecureContext::builder().crypto_provider(Arc::new(provider));
        builder.protocol_versions(&[&version::TLS12]).build()
    };
    assert_eq!(build(provider).unwrap_err().code(), "crypto-provider");
    assert!(build(ring::default_provider()).is_ok());
}

#[test]
fn an_application_protocol_that_cannot_be_said_is_an_error_of_build() {
    let build = |length: usize| SecureContext::builder().alpn(["x".repeat(length)]).build();
    assert_eq!(build(0).unwrap_err(), Error::Alpn { found: 0 });
    assert_eq!(build(256).unwrap_err().code(), "alpn");
    assert!(build(1).is_ok() && build(255).is_ok());
}

#[test]
fn no_process_default_is_installed() {
    let ca = Ca::new("Private CA");
    let context = SecureContext::builder().identity(identity(&ca)).build().unwrap();
    drop((context.client_config(), context.server_config().unwrap()));
    assert!(CryptoProvider::get_default().is_none());
}

#[test]
fn what_is_said_about_a_context_is_not_lost_on_the_defaults() {
    let builder = SecureContext::builder;
    let plain = builder().build().unwrap().client_config();
    assert!(plain.alpn_protocols.is_empty());
    let alpn = builder().alpn(["h2"]).build().unwrap().client_config();
    assert_eq!(alpn.alpn_protocols, [b"h2"]);
    let given = Arc::new(ring::default_provider());
    let provider = builder().crypto_provider(Arc::clone(&given)).build().unwrap();
    assert!(Arc::ptr_eq(provider.client_config().crypto_provider(), &given));
    // two contexts never share the sessions that they resume
    let other = builder().build().unwrap().client_config();
    assert!(!Arc::ptr_eq(&plain, &other));
}

#[test]
fn contexts_are_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>(_: &T) {}
    let ca = Ca::new("Private CA");
    for (_, provider) in PROVIDERS {
        let builder = SecureContext::builder().crypto_provider(provider());
        let context = builder.ca(ca.pem()).unwrap().build().unwrap();
        shared(&context);
        shared(context.verifier());
    }
}

#[test]
fn a_subject_cannot_forge_a_line_of_a_message() {
    let ca = Ca::with("Private CA", |params| {
        params.distinguished_name.push(DnType::CommonName, "x\nerror[forged]: \u{1b}[31m\u{202e}");
    });
    let leaf = ca.leaf();
    let context = SecureContext::builder().build().unwrap();
    let error = context
        .verifier()
        .verify_client(leaf.certificate.der(), &[], UnixTime::now())
        .unwrap_err()
        .to_string();
    assert!(!error.contains(['\n', '\u{1b}', '\u{202e}']), "{error:?}");
}
