//! The quick way of a handshake answers as a look at every identity does.

use std::io::Cursor;
use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rootbake::{KeyManager, PeerOffer};
use rustls::client::ResolvesClientCert;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring;
use rustls::server::{Accepted, Acceptor, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, DistinguishedName, SignatureScheme,
};

use crate::made::{
    CA, CLIENT_AUTH, KEY_AGREEMENT, Kind, LEAF, Made, Signed, all_schemes, chain, context,
};
use crate::parts::name;

/// A client that verifies nothing, and says what it is told to.
#[derive(Debug)]
struct Client {
    schemes: Vec<SignatureScheme>,
    ca_names: Option<Vec<DistinguishedName>>,
}

impl ServerCertVerifier for Client {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.schemes.clone()
    }

    fn root_hint_subjects(&self) -> Option<&[DistinguishedName]> {
        self.ca_names.as_deref()
    }
}

/// What a client that offers this sends first, as a server has it.
pub(crate) fn hello(
    schemes: &[SignatureScheme],
    server_name: Option<&str>,
    ca_names: &[&[u8]],
) -> Accepted {
    let names: Vec<_> =
        ca_names.iter().map(|name| DistinguishedName::in_sequence(&name[2..])).collect();
    let ca_names = (!names.is_empty()).then_some(names);
    let verifier = Client { schemes: schemes.to_vec(), ca_names };
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    config.enable_sni = server_name.is_some();
    let server_name = server_name.unwrap_or("unnamed").to_owned();
    let name = ServerName::try_from(server_name).unwrap();
    let mut client = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut flight = Vec::new();
    client.write_tls(&mut flight).unwrap();
    let mut acceptor = Acceptor::default();
    acceptor.read_tls(&mut Cursor::new(flight)).unwrap();
    acceptor.accept().unwrap().unwrap()
}

/// Holds an answer against the explanation; `all` are the end entities in their order.
fn is(
    answer: Option<Arc<CertifiedKey>>,
    all: &[Vec<u8>],
    manager: &KeyManager,
    offer: &PeerOffer<'_>,
) -> Result<(), TestCaseError> {
    let selection = manager.explain(offer);
    let answer = answer.map(|certified| certified.cert[0].to_vec());
    let expected = selection.chosen.map(|place| all[place].clone());
    prop_assert_eq!(answer, expected, "{}", selection);
    Ok(())
}

/// Distinct subjects, so that each certificate tells which identity it is of.
const SUBJECTS: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/// Few differences, so that several often have the same facts.
fn made() -> impl Strategy<Value = [Made; 2]> {
    let kinds = [Kind::Ec256, Kind::Rsa(2048)];
    let signed = [Signed::Ecdsa(256), Signed::Rsa(256)];
    let untils = ["400101000000Z", "400101000000Z", "210101000000Z"];
    let names: [&[&str]; 5] = [
        &[],
        &["a.example.com"],
        &["*.example.com"],
        &["b.example.com", "a.example.com"],
        &["c.example"],
    ];
    let usages = [None, None, Some(KEY_AGREEMENT)];
    let purposes = [None, None, Some(CLIENT_AUTH)];
    (
        select(kinds.to_vec()),
        select(signed.to_vec()),
        (select(untils.to_vec()), select(untils.to_vec())),
        select(names.to_vec()),
        (select(usages.to_vec()), select(purposes.to_vec())),
        select(vec!["CA", "Other CA"]),
    )
        .prop_map(|(key, signed, (until, above), names, (usage, purposes), issuer)| {
            let leaf = Made { key, signed, until, names, usage, purposes, issuer, ..LEAF };
            [leaf, Made { subject: issuer, until: above, ..CA }]
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn of_handshakes_and_explanations(
        all in vec(made(), 0..=10),
        schemes in subsequence(all_schemes(), 1..=13),
        asked in select(vec![None, Some("a.example.com"), Some("b.example.com"), Some("c.example"), Some("x.example")]),
        cas in subsequence(vec!["CA", "Other CA", "Root", "Unknown"], 0..=2),
        removed in any::<bool>(),
    ) {
        let mut all = all;
        for (subject, [leaf, _]) in SUBJECTS.iter().zip(&mut all) {
            leaf.subject = subject;
        }
        let identities = all.iter().map(|made| chain(made));
        let context = context(identities, Some("")).unwrap();
        let Some(manager) = context.key_manager() else { return Ok(()) };
        if removed {
            manager.remove(all.remove(0)[0].subject).unwrap();
        }
        let all: Vec<_> = all.iter().map(|[leaf, _]| leaf.der()).collect();
        let names: Vec<Vec<u8>> = cas.iter().map(|ca| name(12, ca.as_bytes())).collect();
        let names: Vec<&[u8]> = names.iter().map(Vec::as_slice).collect();

        let accepted = hello(&schemes, asked, &names);
        let answer = ResolvesServerCert::resolve(&**manager, accepted.client_hello());
        let offer = PeerOffer::of_client(&schemes).ca_names(&names);
        let offer = asked.map_or(offer, |asked| offer.server_name(asked));
        is(answer, &all, manager, &offer)?;

        let answer = ResolvesClientCert::resolve(&**manager, &names, &schemes);
        is(answer, &all, manager, &PeerOffer::of_server(&schemes).ca_names(&names))?;
    }
}

#[test]
fn one_that_has_expired_is_passed_over_among_its_like() {
    let like = |subject, until| Made { subject, until, ..LEAF };
    let (old, new) = (like("old", "210101000000Z"), like("new", "400101000000Z"));
    let identities = [old, old, new].map(|made| chain(&[made]));
    let context = context(identities, None).unwrap();
    let manager = context.key_manager().unwrap();
    let answer = ResolvesClientCert::resolve(&**manager, &[], &all_schemes()).unwrap();
    assert_eq!(answer.cert[0].as_ref(), new.der());
    manager.remove("new").unwrap();
    let answer = ResolvesClientCert::resolve(&**manager, &[], &all_schemes()).unwrap();
    assert_eq!(answer.cert[0].as_ref(), old.der());
}
