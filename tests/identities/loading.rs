//! What an identity is made of, and what is said of it.

use std::fs;
use std::sync::Arc;

use rcgen::{CustomExtension, ExtendedKeyUsagePurpose, IsCa};
use rootbake::pki_types::PrivateKeyDer;
use rootbake::{Identity, PeerOffer, SecureContext};
use rustls::crypto::ring;
use rustls::sign::SigningKey;

use crate::common::{Ca, Leaf};
use crate::made::{
    CA, Kind, LEAF, Made, MadeUpKey, Signed, TIME_STAMPING, all_schemes, at, builder, chain,
    context, manager,
};

fn pem(certificates: &[&str]) -> String {
    certificates.concat()
}

fn build(chain: &str, leaf: &Leaf) -> Result<Vec<(&'static str, String)>, rootbake::Error> {
    let identity = Identity::from_pem(chain, leaf.key.serialize_pem())?.named("www");
    let context = SecureContext::builder().no_roots().identity(identity).build()?;
    Ok(context.diagnostics().iter().map(|told| (told.code, told.to_string())).collect())
}

fn told(identity: Identity) -> Vec<&'static str> {
    context([identity], Some("")).unwrap().diagnostics().iter().map(|told| told.code).collect()
}

#[test]
fn a_chain_is_put_in_order_where_there_is_one() {
    let root = Ca::new("Root");
    let upper = root.intermediate("Upper");
    let lower = upper.intermediate("Lower");
    let leaf = lower.leaf();
    let [own, low, up, top] = [leaf.certificate.pem(), lower.pem(), upper.pem(), root.pem()];
    let stranger = Ca::new("Stranger").pem();
    for (chain, codes) in [
        (&[&own][..], &[][..]),
        (&[&own, &low, &up], &[]),
        (&[&own, &low, &up, &top], &[]),
        (&[&low, &own, &up], &["chain-order"]),
        (&[&top, &up, &low, &own], &["chain-order"]),
        (&[&own, &up, &low], &["chain-order"]),
        (&[&own, &low, &low, &up], &["duplicate"]),
        // no one right order: sent as it is
        (&[&own, &low, &up, &stranger], &["chain-order"]),
        (&[&own, &up], &["chain-order"]),
    ] {
        let chain: Vec<&str> = chain.iter().map(|pem| pem.as_str()).collect();
        let told = build(&pem(&chain), &leaf).unwrap();
        let found: Vec<_> = told.iter().map(|(code, _)| *code).collect();
        assert_eq!(found, codes, "{told:?}");
        assert!(told.iter().all(|(_, text)| text.contains("identity \"www\"")), "{told:?}");
    }
    let key = leaf.key.serialize_pem();
    for combined in [key.clone() + &low + &own, own.clone() + &key + &low, low + &key + &own] {
        assert!(build(&combined, &leaf).is_ok());
        let identity = Identity::from_pem(&combined, &combined).unwrap();
        assert!(builder().identity(identity).build().is_ok());
    }
}

#[test]
fn what_is_sent_is_in_order() {
    let root = Ca::new("Root");
    let ca = root.intermediate("CA");
    let leaf = ca.leaf();
    let chain = [ca.der().to_vec(), root.der().to_vec(), leaf.certificate.der().to_vec()];
    let identity = Identity::from_der(chain, leaf.key.serialize_der()).unwrap();
    let manager = manager([identity]);
    let sent = rustls::client::ResolvesClientCert::resolve(&*manager, &[], &all_schemes()).unwrap();
    assert_eq!(sent.cert, [leaf.certificate.der(), ca.der(), root.der()].map(Clone::clone));
    // and so is what it is called by
    assert!(!manager.names().contains(&"CN=CA".to_owned()), "{:?}", manager.names());
    let [name] = manager.names().try_into().unwrap();
    assert!(manager.replace(&name, LEAF.identity()).is_ok());
}

#[test]
fn a_key_that_fits_another_certificate_says_which() {
    let root = Ca::new("Root");
    let ca = root.intermediate("CA");
    let (leaf, other) = (ca.leaf(), ca.leaf());
    let both = pem(&[&other.certificate.pem(), &leaf.certificate.pem()]);
    let error = build(&both, &leaf).unwrap_err();
    assert_eq!(error.code(), "key-mismatch");
    let message = error.to_string();
    let expected = "the key fits certificate 2 of the chain: put the end entity first";
    assert!(message.contains(expected), "{message}");
}

#[test]
fn a_key_of_another_kind_says_both() {
    let cases =
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/95-key-does-not-match/mismatch-type");
    let read = |what| fs::read(format!("{cases}-{what}.pem")).unwrap();
    let identity = Identity::from_pem(read("chain"), read("key")).unwrap();
    let error = builder().identity(identity).build().unwrap_err();
    assert_eq!(error.code(), "key-mismatch");
    assert!(error.to_string().contains("a key for RSA"), "{error}");
    assert!(error.to_string().contains("EC P-256"), "{error}");
    // of the same kind
    let [leaf, other] = ["CA", "Other"].map(|name| Ca::new(name).leaf());
    let error = build(&leaf.certificate.pem(), &other).unwrap_err();
    assert!(error.to_string().contains("a key for EC of another pair"), "{error}");
    // a key that does not show its public half
    let chain = [LEAF.der()];
    let rsa = Identity::from_signing_key(&chain, Arc::new(MadeUpKey(Kind::Rsa(2048)))).unwrap();
    assert_eq!(context([rsa], None).unwrap_err().code(), "key-mismatch");
    let ec = Identity::from_signing_key(&chain, Arc::new(MadeUpKey(Kind::Ec256))).unwrap();
    assert!(context([ec], None).is_ok());
}

#[test]
fn a_key_that_the_provider_cannot_use_says_what_its_certificate_has() {
    let mut key = Ca::new("CA").leaf().key.serialize_der();
    // prime239v3, which nobody has
    let curve = [42, 134, 72, 206, 61, 3, 1, 7];
    let place = key.windows(8).position(|bytes| bytes == curve).unwrap();
    key[place + 7] = 6;
    let identity = Identity::from_der([LEAF.der()], key).unwrap();
    let error = builder().identity(identity).build().unwrap_err();
    assert_eq!(error.code(), "unusable-key");
    assert!(error.to_string().contains("(its certificate has a key EC P-256)"), "{error}");
}

#[test]
fn swapped_inputs_are_called_so() {
    let leaf = Ca::new("CA").leaf();
    let (chain, key) = (leaf.certificate.pem(), leaf.key.serialize_pem());
    let error = Identity::from_pem(key, chain).unwrap_err();
    assert_eq!(error.code(), "no-certificates");
    assert!(error.to_string().contains("the other way round"), "{error}");
}

#[test]
fn what_is_no_pem_is_called_what_it_is() {
    let leaf = Ca::new("CA").leaf();
    let chain = leaf.certificate.pem();
    let der = leaf.key.serialize_der();
    for (key, found) in [
        (&b""[..], "found nothing in it, expected PEM"),
        (b"secret", "found text, expected a private key as PEM"),
        (&der, "found DER, expected PEM: `Identity::from_der` takes it"),
        (chain.as_bytes(), "found CERTIFICATE"),
    ] {
        let error = Identity::from_pem(&chain, key).unwrap_err();
        assert_eq!(error.code(), "no-private-key");
        assert!(error.to_string().contains(found), "{error}");
        // of what a key looks like nothing is shown
        assert!(!error.to_string().contains("secret"), "{error}");
    }
    let error = Identity::from_pem("", leaf.key.serialize_pem()).unwrap_err();
    assert!(error.to_string().contains("chain holds no certificate: found nothing"), "{error}");
}

#[test]
fn der_and_signing_keys() {
    let leaf = Ca::new("CA").leaf();
    let chain = [leaf.certificate.der()];
    let der = leaf.key.serialize_der();
    assert!(told(Identity::from_der(chain, &der).unwrap()).is_empty());
    let key = PrivateKeyDer::try_from(der.clone()).unwrap();
    let key: Arc<dyn SigningKey> = ring::sign::any_supported_type(&key).unwrap();
    assert!(told(Identity::from_signing_key(chain, Arc::clone(&key)).unwrap()).is_empty());
    let other = Ca::new("CA").leaf();
    let foreign = Identity::from_signing_key([other.certificate.der()], key).unwrap();
    assert_eq!(context([foreign], None).unwrap_err().code(), "key-mismatch");
    let code = |chain: &[&[u8]], key: &[u8]| Identity::from_der(chain, key).unwrap_err().code();
    assert_eq!(code(&[], &der), "no-certificates");
    assert_eq!(code(&[b"\x30\x00"], &der), "bad-certificate");
    assert_eq!(code(&[leaf.certificate.der()], b"secret"), "bad-private-key");
    assert_eq!(code(&[leaf.certificate.der()], b""), "bad-private-key");
}

/// Certificates that webpki does not read.
#[test]
fn an_end_entity_that_is_odd_is_served_all_the_same() {
    let ca = Ca::new("CA");
    let acme = ca.leaf_with(|params| {
        let digest = [&[4, 32][..], &[7; 32]].concat();
        let oid = [1, 3, 6, 1, 5, 5, 7, 1, 31];
        let mut extension = CustomExtension::from_oid_content(&oid, digest);
        extension.set_criticality(true);
        params.custom_extensions.push(extension);
    });
    assert!(webpki::EndEntityCert::try_from(acme.certificate.der()).is_err());
    assert_eq!(build(&acme.certificate.pem(), &acme).unwrap(), []);
    // version 1 has no extensions, so that it has no names either
    assert_eq!(told(Made { names: &[], ..LEAF }.identity()), ["no-subject-alt-name"]);
}

#[test]
fn what_is_odd_is_told() {
    let expired = Made { until: "210101000000Z", ..LEAF };
    let early = Made { from: "390101000000Z", ..LEAF };
    let no_names = Made { names: &[], ..LEAF };
    let sha1 = Made { key: Kind::Rsa(2048), signed: Signed::Rsa(1), ..LEAF };
    let short = Made { key: Kind::Rsa(1024), signed: Signed::Rsa(256), ..LEAF };
    let stamping = Made { purposes: Some(TIME_STAMPING), ..LEAF };
    let client = Made { purposes: Some(&[2]), names: &[], ..LEAF };
    let is_ca = Made { is_ca: true, ..LEAF };
    let expired_ca = Made { until: "210101000000Z", ..CA };
    for (made, codes) in [
        (&[LEAF][..], &[][..]),
        (&[expired], &["expired"]),
        (&[early], &["not-yet-valid"]),
        (&[no_names], &["no-subject-alt-name"]),
        (&[sha1], &["legacy-algorithm"]),
        (&[short], &["legacy-algorithm"]),
        (&[stamping], &["extension-mismatch"]),
        (&[client], &[]),
        (&[is_ca], &["ca-as-end-entity"]),
        (&[LEAF, expired_ca], &["expired"]),
    ] {
        assert_eq!(told(chain(made)), codes, "{made:?}");
    }
    let context = context([chain(&[LEAF, expired_ca])], None).unwrap();
    let message = context.diagnostics()[0].to_string();
    for part in ["warning[expired]", "certificate 2", "CN=CA", "2021-01-01T00:00:00Z", "\"leaf\""] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn purposes_by_rcgen_read_the_same() {
    let leaf = Ca::new("CA").leaf_with(|params| {
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::Any];
        params.is_ca = IsCa::ExplicitNoCa;
    });
    let identity = Identity::from_pem(leaf.certificate.pem(), leaf.key.serialize_pem()).unwrap();
    let manager = manager([identity]);
    let schemes = all_schemes();
    for offer in [PeerOffer::of_client(&schemes), PeerOffer::of_server(&schemes)] {
        assert_eq!(manager.explain(&at(offer)).chosen().unwrap().verdict.unwrap().code(), "ok");
    }
}
