//! Keys under a password, made by OpenSSL.

use std::fs;

use rootbake::{Identity, SecureContext};

fn fixture(file: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    fs::read(format!("{folder}/{file}")).unwrap_or_else(|error| panic!("{file}: {error}"))
}

const CHAIN: &str = "cases/97-encrypted-key/pkcs8-chain.pem";

fn codes(identity: Identity) -> Vec<&'static str> {
    let context = SecureContext::builder().no_roots().identity(identity).build().unwrap();
    context.diagnostics().iter().map(|told| told.code).collect()
}

#[test]
fn a_key_opens_with_its_password_alone() {
    for key in ["cases/97-encrypted-key/pkcs8-key.pem", "fixtures/identities/scrypt.pem"] {
        let open =
            |password| Identity::from_pem_with_password(fixture(CHAIN), fixture(key), password);
        assert!(codes(open("secret").unwrap()).is_empty(), "{key}");
        for wrong in ["", "Secret", "secret "] {
            assert_eq!(open(wrong).unwrap_err().code(), "bad-password", "{key} {wrong:?}");
        }
        let error = Identity::from_pem(fixture(CHAIN), fixture(key)).unwrap_err();
        assert_eq!(error.code(), "encrypted-key");
        assert!(error.to_string().contains("from_pem_with_password"), "{error}");
    }
}

#[test]
fn what_is_out_of_date_is_named() {
    let open = |key| Identity::from_pem_with_password(fixture(CHAIN), fixture(key), "secret");
    let error = open("fixtures/identities/pbes1.pem").unwrap_err();
    assert_eq!(error.code(), "bad-password");
    assert!(error.to_string().contains("PBES2"), "{error}");
    let error = open("cases/97-encrypted-key/legacy-key.pem").unwrap_err();
    assert_eq!(error.code(), "encrypted-key");
    assert!(error.to_string().contains("Proc-Type"), "{error}");
    // a password that is not needed does no harm
    let (chain, key) =
        ("cases/98-key-formats/pkcs8-chain.pem", "cases/98-key-formats/pkcs8-key.pem");
    assert!(Identity::from_pem_with_password(fixture(chain), fixture(key), "x").is_ok());
}

#[test]
fn a_pkcs12_file_is_a_chain_and_its_key() {
    let open = |file: &str, password| {
        Identity::from_pkcs12(fixture(&format!("fixtures/identities/{file}")), password)
    };
    assert_eq!(codes(open("modern.p12", "secret").unwrap()), ["unused-certificate"]);
    assert!(codes(open("legacy.p12", "secret").unwrap()).is_empty());
    for file in ["modern.p12", "legacy.p12"] {
        assert_eq!(open(file, "other").unwrap_err().code(), "bad-password", "{file}");
    }
    // the issuer stands first, and no identifier says whose the key is
    assert!(codes(open("without-id.p12", "secret").unwrap()).is_empty());
    assert_eq!(open("no-key.p12", "secret").unwrap_err().code(), "no-private-key");
    for input in [&b""[..], b"\x30\x00", b"-----BEGIN CERTIFICATE-----"] {
        assert_eq!(Identity::from_pkcs12(input, "secret").unwrap_err().code(), "bad-pkcs12");
    }
}
