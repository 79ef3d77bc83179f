use rcgen::{CertificateParams, DnType, KeyPair, date_time_ymd};

use super::fixtures::{private_key, truncated};
use super::folder::{Folder, Run, assert_keys};

const KEYS: [&str; 4] = ["result", "rank", "code", "message"];

/// A chain of one for `www.example`, valid from 2020 to 2040, and its key.
fn folder() -> Folder {
    let mut params = CertificateParams::new(["www.example".to_owned()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, "leaf");
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    let key = KeyPair::generate().unwrap();
    let chain = params.self_signed(&key).unwrap().pem();
    let key = key.serialize_pem();
    let folder = Folder::with([
        ("chain.pem", chain.as_bytes()),
        ("key.pem", key.as_bytes()),
        ("both.pem", (key.clone() + &chain).as_bytes()),
        ("truncated.pem", truncated(&chain).as_bytes()),
        ("other-key.pem", private_key().as_bytes()),
        ("password", b"secret\n"),
        ("wrong-password", b"other\n"),
    ]);
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests");
    let copy = |name, file| {
        folder.write(name, std::fs::read(format!("{fixtures}/{file}")).unwrap());
    };
    copy("store.p12", "fixtures/identities/legacy.p12");
    copy("encrypted-key.pem", "cases/97-encrypted-key/pkcs8-key.pem");
    copy("encrypted-chain.pem", "cases/97-encrypted-key/pkcs8-chain.pem");
    folder
}

#[track_caller]
fn is_fine(run: Run) {
    run.exits(0).says("served: ok\n").warns_of_nothing();
}

#[test]
fn an_identity_is_served_with_its_rank() {
    let folder = folder();
    let identity = |arguments: &str| folder.run(&format!("identity {arguments}"));
    is_fine(identity("chain.pem key.pem"));
    is_fine(identity("both.pem"));
    is_fine(identity("both.pem both.pem --role client"));
    is_fine(identity("chain.pem key.pem --sni www.example --time 2030-01-01"));
    is_fine(identity("chain.pem key.pem --peer-schemes ED25519,ecdsa_secp256r1_sha256"));
    is_fine(identity("store.p12 --password-file password"));
    is_fine(identity("encrypted-chain.pem encrypted-key.pem --password-file password"));
    for (arguments, found) in [
        ("--sni other.example", "served[insensitive]: peer asks for \"other.example\""),
        ("--time 2041-01-01", "served[expired]: found 2041-01-01T00:00:00Z"),
        ("--peer-schemes rsa_pss_rsae_sha256,ed25519", "rejected[no-common-scheme]: key signs by"),
    ] {
        identity(&format!("chain.pem key.pem {arguments}")).exits(1).says(found);
    }
}

#[test]
fn what_cannot_be_loaded_is_an_error() {
    let folder = folder();
    for (arguments, code) in [
        ("chain.pem other-key.pem", "key-mismatch"),
        ("chain.pem", "no-private-key"),
        ("key.pem chain.pem", "no-certificates"),
        ("truncated.pem key.pem", "unterminated-block"),
        ("missing.pem key.pem", "not-readable"),
        ("chain.pem key.pem --password-file missing", "not-readable"),
        ("encrypted-chain.pem encrypted-key.pem", "encrypted-key"),
        ("encrypted-chain.pem encrypted-key.pem --password-file wrong-password", "bad-password"),
        ("store.p12", "bad-password"),
        ("store.p12 --password-file wrong-password", "bad-password"),
        ("chain.pem key.pem --constraints TLSv1.3", "rule-not-enforceable"),
    ] {
        let run = folder.run(&format!("identity {arguments}")).exits(1);
        assert_eq!(run.out, "", "{arguments}");
        run.warns(&format!("error[{code}]: "));
        let json = folder.run(&format!("identity --json {arguments}")).exits(1).json();
        assert_keys(&json, KEYS);
        assert_eq!((&json["result"], &json["code"]), (&"rejected".into(), &code.into()));
    }
    let rules = ["identity", "chain.pem", "key.pem", "--constraints", "SHA1, EC keySize < 384"];
    // self-signed: its own signature is held against nothing
    folder.run_args(rules, b"", &[]).exits(1).warns("error[algorithm-denied]: ");
}

#[test]
fn json_has_the_documented_keys_and_no_others() {
    let folder = folder();
    let run = folder.run("identity --json chain.pem key.pem").exits(0);
    let json = run.warns_of_nothing().json();
    assert_keys(&json, KEYS);
    assert_eq!((&json["result"], &json["rank"]), (&"served".into(), &"ok".into()));
    let run = folder.run("identity --json --sni x.example chain.pem key.pem").exits(1);
    let json = run.json();
    assert_keys(&json, KEYS);
    assert_eq!((&json["rank"], &json["code"]), (&"insensitive".into(), &().into()));
    assert!(json["message"].as_str().unwrap().contains("www.example"));
}
