use std::cell::OnceCell;

use rootbake_core::certificate::Time;
use rootbake_core::pki_types::UnixTime;
use rustls::SignatureScheme;

use super::names::HostName;
use super::schemes::Schemes;

/// The side of TLS that an identity is used on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Side {
    /// It answers servers that ask for a certificate.
    Client,
    /// It is what clients are shown.
    Server,
}

/// What is known of each side.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Sides<T> {
    client: T,
    server: T,
}

impl<T> Sides<T> {
    pub(crate) fn each(mut of: impl FnMut(Side) -> T) -> Self {
        Self { client: of(Side::Client), server: of(Side::Server) }
    }

    #[inline]
    pub(crate) const fn of(&self, side: Side) -> &T {
        match side {
            Side::Client => &self.client,
            Side::Server => &self.server,
        }
    }
}

/// What a peer says of the certificate that it wants, for
/// [`KeyManager::explain`](crate::KeyManager::explain).
#[derive(Clone, Copy, Debug)]
pub struct PeerOffer<'a> {
    pub(super) side: Side,
    schemes: &'a [SignatureScheme],
    server_name: Option<&'a str>,
    ca_names: &'a [&'a [u8]],
    time: Option<UnixTime>,
}

impl<'a> PeerOffer<'a> {
    /// Of a client, to a server that has the identities: the schemes that it verifies.
    pub const fn of_client(schemes: &'a [SignatureScheme]) -> Self {
        Self { side: Side::Server, schemes, server_name: None, ca_names: &[], time: None }
    }

    /// Of a server that asks a client for a certificate: the schemes that it verifies.
    pub const fn of_server(schemes: &'a [SignatureScheme]) -> Self {
        Self { side: Side::Client, ..Self::of_client(schemes) }
    }

    /// The name that a client asks for (SNI, RFC 6066 section 3). Not looked at on the other side.
    #[must_use]
    pub const fn server_name(self, name: &'a str) -> Self {
        Self { server_name: Some(name), ..self }
    }

    /// The names of CAs that the peer asks for, each the whole DER of a Name; none stands for all.
    #[must_use]
    pub const fn ca_names(self, names: &'a [&'a [u8]]) -> Self {
        Self { ca_names: names, ..self }
    }

    /// The moment to explain for, instead of now.
    #[must_use]
    pub const fn at(self, time: UnixTime) -> Self {
        Self { time: Some(time), ..self }
    }

    /// The scheme of this name, whatever its case, as TLS has them: `ecdsa_secp256r1_sha256`.
    pub fn scheme_named(name: &str) -> Option<SignatureScheme> {
        Schemes::code_of(name).map(SignatureScheme::from)
    }

    pub(super) fn as_wish(&self) -> Wish<'a, &'a [u8]> {
        let wish = Wish::new(self.side, self.schemes, self.server_name, self.ca_names);
        match self.time {
            Some(time) => Wish { now: OnceCell::from(Time::from(time)), ..wish },
            None => wish,
        }
    }
}

/// What a peer wants, as it is compared.
pub(super) struct Wish<'a, N> {
    pub(super) side: Side,
    pub(super) schemes: Schemes,
    /// What certificates may be signed by
    pub(super) of_chains: Schemes,
    /// The server that the peer names, which may be no name
    pub(super) name: Option<&'a str>,
    pub(super) ca_names: &'a [N],
    /// Looked at only where it makes a difference
    now: OnceCell<Time>,
}

impl<'a, N: AsRef<[u8]>> Wish<'a, N> {
    pub(super) fn new(
        side: Side,
        schemes: &[SignatureScheme],
        name: Option<&'a str>,
        ca_names: &'a [N],
    ) -> Self {
        let schemes = Schemes::of(schemes);
        Self {
            side,
            schemes,
            of_chains: match side {
                Side::Client => schemes.or_unknown_pkcs1(),
                Side::Server => schemes,
            },
            name: name.filter(|_| side == Side::Server),
            ca_names,
            now: OnceCell::new(),
        }
    }
}

impl<N> Wish<'_, N> {
    pub(super) fn host_name(&self) -> Option<HostName> {
        self.name.and_then(HostName::new)
    }

    pub(super) fn now(&self) -> Time {
        *self.now.get_or_init(|| UnixTime::now().into())
    }
}
