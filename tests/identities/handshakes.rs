//! Connections of rustls with itself, in both versions of TLS and with both crypto providers.

use std::fmt::Debug;
use std::fs;
use std::sync::{Arc, Mutex};

use rootbake::pki_types::ServerName;
use rootbake::{ClientAuth, ContextBuilder, Identity, SecureContext};
use rustls::crypto::CryptoProvider;
use rustls::{
    AlertDescription, ClientConfig, ClientConnection, Error, HandshakeKind, ProtocolVersion,
    ServerConfig, ServerConnection, SupportedProtocolVersion, version,
};
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber, span};

use crate::common::{Ca, PROVIDERS};

const VERSIONS: [&[&SupportedProtocolVersion]; 2] = [&[&version::TLS12], &[&version::TLS13]];

/// A version and a crypto provider.
struct Setting {
    provider: Arc<CryptoProvider>,
    versions: &'static [&'static SupportedProtocolVersion],
}

impl Setting {
    fn builder(&self) -> ContextBuilder {
        self.with(|_| ())
    }

    /// With something changed about the provider.
    fn with(&self, change: impl FnOnce(&mut CryptoProvider)) -> ContextBuilder {
        let mut provider = (*self.provider).clone();
        change(&mut provider);
        let builder = SecureContext::builder().crypto_provider(Arc::new(provider));
        builder.protocol_versions(self.versions)
    }

    fn is_tls13(&self) -> bool {
        self.versions[0].version == ProtocolVersion::TLSv1_3
    }
}

fn everywhere(check: impl Fn(&Setting)) {
    for (_, provider) in PROVIDERS {
        for versions in VERSIONS {
            check(&Setting { provider: provider(), versions });
        }
    }
}

/// A connection of which both sides are done, or the first error on each side.
pub(crate) struct Shaken {
    pub(crate) client: Result<ClientConnection, Error>,
    pub(crate) server: Result<ServerConnection, Error>,
}

impl Shaken {
    #[track_caller]
    fn both(self) -> (ClientConnection, ServerConnection) {
        (self.client.unwrap(), self.server.unwrap())
    }
}

pub(crate) fn shake(client: Arc<ClientConfig>, server: Arc<ServerConfig>, name: &str) -> Shaken {
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let mut client = ClientConnection::new(client, name).unwrap();
    let mut server = ServerConnection::new(server).unwrap();
    let (mut of_client, mut of_server) = (None, None);
    loop {
        let mut flight = Vec::new();
        while client.wants_write() {
            client.write_tls(&mut flight).unwrap();
        }
        let mut sent = flight.len();
        server.read_tls(&mut flight.as_slice()).unwrap();
        of_server = of_server.or(server.process_new_packets().err());
        flight.clear();
        while server.wants_write() {
            server.write_tls(&mut flight).unwrap();
        }
        sent += flight.len();
        client.read_tls(&mut flight.as_slice()).unwrap();
        of_client = of_client.or(client.process_new_packets().err());
        if sent == 0 {
            break;
        }
    }
    Shaken { client: of_client.map_or(Ok(client), Err), server: of_server.map_or(Ok(server), Err) }
}

fn site(ca: &Ca, names: &[&str]) -> (Identity, Vec<u8>) {
    let leaf = ca.leaf_with(|params| {
        let name = |name: &&str| rcgen::SanType::DnsName((*name).try_into().unwrap());
        params.subject_alt_names = names.iter().map(name).collect();
    });
    let identity = Identity::from_pem(leaf.certificate.pem(), leaf.key.serialize_pem()).unwrap();
    (identity.named(names[0]), leaf.certificate.der().to_vec())
}

#[test]
fn the_name_that_a_client_asks_for_picks_the_certificate() {
    let ca = Ca::new("Test CA");
    everywhere(|setting| {
        let names = ["www.example.com", "www.example.net", "www.example.org"];
        let (identities, ders): (Vec<_>, Vec<_>) =
            names.map(|name| site(&ca, &[name])).into_iter().unzip();
        let server =
            identities.into_iter().fold(setting.builder().no_roots(), ContextBuilder::identity);
        let server = server.build().unwrap().server_config().unwrap();
        let client = setting.builder().ca(ca.pem()).unwrap().build().unwrap().client_config();
        for (name, der) in names.iter().zip(&ders) {
            let shaken = shake(Arc::clone(&client), Arc::clone(&server), name);
            let (client, _) = shaken.both();
            assert_eq!(client.peer_certificates().unwrap()[0].as_ref(), der);
        }
        // the first is what others get, and refuse
        let shaken = shake(client, server, "other.example");
        let error = rootbake::VerifyError::of(&shaken.client.unwrap_err()).unwrap().to_string();
        assert!(error.contains("www.example.com"), "{error}");
    });
}

#[test]
fn a_client_shows_what_the_named_cas_have_issued() {
    let (servers, first, second) = (Ca::new("Servers"), Ca::new("First"), Ca::new("Second"));
    everywhere(|setting| {
        let client = |issuers: &[&Ca]| {
            let builder = setting.builder().ca(servers.pem()).unwrap();
            let identities = issuers.iter().map(|ca| site(ca, &["client.example"]).0);
            identities.fold(builder, ContextBuilder::identity).build().unwrap().client_config()
        };
        let server = |accepted: &Ca, auth| {
            let (identity, _) = site(&servers, &["www.example.com"]);
            let builder = setting.builder().identity(identity).ca(accepted.pem()).unwrap();
            builder.client_auth(auth).build().unwrap().server_config().unwrap()
        };
        for accepted in [&first, &second] {
            let server = server(accepted, ClientAuth::Required);
            let (_, server) = shake(client(&[&first, &second]), server, "www.example.com").both();
            let shown = server.peer_certificates().unwrap()[0].to_vec();
            let issuer = rootbake::certificate::Certificate::from_der(&shown).unwrap().issuer;
            assert!(issuer.to_string().contains(accepted.name), "{issuer}");
        }
        let (_, server) =
            shake(client(&[&first]), server(&second, ClientAuth::Optional), "www.example.com")
                .both();
        assert!(server.peer_certificates().is_none());
    });
}

fn of_case(file: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/100-peer-cannot-use-our-key");
    fs::read(format!("{folder}/{file}")).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn of_kind(kind: &str) -> Identity {
    let read = |what| of_case(&format!("{kind}-{what}.pem"));
    Identity::from_pem(read("chain"), read("key")).unwrap().named(kind)
}

/// What a client of one kind of signature alone is.
fn client_of(
    setting: &Setting,
    is_taken: fn(rustls::SignatureScheme) -> bool,
) -> Arc<ClientConfig> {
    let builder = setting.with(|provider| {
        let algorithms = &mut provider.signature_verification_algorithms;
        let mapping: Vec<_> =
            algorithms.mapping.iter().copied().filter(|(scheme, _)| is_taken(*scheme)).collect();
        algorithms.mapping = Vec::leak(mapping);
    });
    builder.ca(of_case("ca.pem")).unwrap().build().unwrap().client_config()
}

fn is_ecdsa(scheme: rustls::SignatureScheme) -> bool {
    matches!(u16::from(scheme) & 0xff, 3)
}

fn is_rsa(scheme: rustls::SignatureScheme) -> bool {
    matches!(u16::from(scheme), 0x0401 | 0x0501 | 0x0601 | 0x0804..=0x0806)
}

#[test]
fn a_peer_of_one_kind_gets_that_kind() {
    use rootbake::certificate::{Certificate, PublicKey};
    everywhere(|setting| {
        let server = setting.builder().no_roots().identity(of_kind("rsa")).identity(of_kind("ec"));
        let server = server.build().unwrap().server_config().unwrap();
        let key = |client| {
            let (client, _) = shake(client, Arc::clone(&server), "host.test").both();
            let shown = client.peer_certificates().unwrap()[0].to_vec();
            Certificate::from_der(&shown).unwrap().spki.key().unwrap()
        };
        assert!(matches!(key(client_of(setting, is_rsa)), PublicKey::Rsa { .. }));
        assert!(matches!(key(client_of(setting, is_ecdsa)), PublicKey::Ec(_)));
        assert!(matches!(key(client_of(setting, |_| true)), PublicKey::Rsa { .. }));
    });
}

#[test]
fn without_a_scheme_in_common_the_handshake_fails_and_the_log_says_why() {
    everywhere(|setting| {
        let server = setting.builder().no_roots().identity(of_kind("rsa"));
        let server = server.identity(of_kind("rsa").named("second")).build().unwrap();
        let server = server.server_config().unwrap();
        let log = Log::default();
        let shaken = tracing::subscriber::with_default(log.clone(), || {
            shake(client_of(setting, is_ecdsa), server, "host.test")
        });
        assert!(shaken.server.is_err());
        let error = shaken.client.unwrap_err();
        assert_eq!(error, Error::AlertReceived(AlertDescription::AccessDenied));
        let log = log.0.lock().unwrap().join("\n");
        for part in [
            "\"rsa\": rejected, no-common-scheme",
            "\"second\": rejected",
            "ecdsa_secp256r1_sha256",
            "rsa_pss_rsae_sha256",
        ] {
            assert!(log.contains(part), "{log}");
        }
    });
}

#[test]
fn a_retried_hello_and_a_resumed_session_are_answered_too() {
    let ca = Ca::new("Test CA");
    everywhere(|setting| {
        let (first, _) = site(&ca, &["other.example"]);
        let (second, der) = site(&ca, &["www.example.com"]);
        let server = setting.with(|provider| provider.kx_groups.truncate(2));
        let server = server.no_roots().identity(first).identity(second);
        let server = server.build().unwrap().server_config().unwrap();
        let client = setting.with(|provider| {
            // of the first group, which is the one that a key is sent for, the server knows nothing
            let last = provider.kx_groups.len() - 1;
            provider.kx_groups.swap(0, last);
        });
        let client = client.ca(ca.pem()).unwrap().build().unwrap().client_config();
        let handshake = || {
            let shaken = shake(Arc::clone(&client), Arc::clone(&server), "www.example.com");
            let (client, _) = shaken.both();
            assert_eq!(client.peer_certificates().unwrap()[0].as_ref(), der);
            client.handshake_kind().unwrap()
        };
        let first = match setting.is_tls13() {
            true => HandshakeKind::FullWithHelloRetryRequest,
            false => HandshakeKind::Full,
        };
        assert_eq!(handshake(), first);
        assert_eq!(handshake(), HandshakeKind::Resumed);
    });
}

/// Keeps what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("rootbake")
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        struct Line(String);
        impl Visit for Line {
            fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
                self.0 += &format!("{field}={value:?} ");
            }
        }
        let mut line = Line(event.metadata().level().to_string() + " ");
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

#[test]
fn what_is_chosen_is_logged_at_debug() {
    let ca = Ca::new("Test CA");
    let server = SecureContext::builder().no_roots().identity(site(&ca, &["www.example.com"]).0);
    let client = SecureContext::builder().ca(ca.pem()).unwrap().build().unwrap();
    let server = server.build().unwrap().server_config().unwrap();
    let log = Log::default();
    let shaken = tracing::subscriber::with_default(log.clone(), || {
        shake(client.client_config(), server, "www.example.com")
    });
    shaken.both();
    let log = log.0.lock().unwrap().clone();
    let [line] = log.as_slice() else { panic!("{log:?}") };
    assert!(line.starts_with("DEBUG "), "{line}");
    assert!(line.contains("identity=www.example.com") && line.contains("rank=\"ok\""), "{line}");
}
