//! Which of several identities a peer is shown.

mod entry;
mod names;
mod offer;
mod schemes;
mod selection;
mod signing;
mod state;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use rustls::SignatureScheme;
use rustls::client::ResolvesClientCert;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::identity::{Identity, Loader};

pub use offer::{PeerOffer, Side};
pub use selection::{Candidate, Rank, Rejection, Selection};

pub(crate) use entry::{Entry, Facts, Fitness, Span, Usage};
pub(crate) use offer::Sides;
use offer::Wish;
pub(crate) use schemes::Schemes;
pub(crate) use signing::Signing;
use state::State;

/// The identities of a context, and which of them a peer is shown: rustls's `ResolvesServerCert`
/// and `ResolvesClientCert`.
///
/// What can be known beforehand was found out when the identities were loaded. A handshake compares
/// the schemes of the peer with those of the keys and chains, the time with two others, and looks
/// up the name that is asked for; it allocates nothing and waits for nobody.
///
/// An identity is left out where its key signs by nothing that the peer lists, where the peer names
/// CAs and none has issued it, or where a rule denies it. Of the others the one with the best
/// [`Rank`] is served, even where that is not [`Rank::Ok`]; of several the first. It differs from
/// Java's key manager in this:
///
/// - a self-signed certificate at the end of a chain is held neither against the rules nor against
///   what the peer lists (RFC 8446 section 4.4.2.2);
/// - an EC key of a server needs the key usage digitalSignature alone;
/// - a server ranks the keys of all kinds together, instead of one kind after the other;
/// - the dates of all certificates of a chain count;
/// - a server whose chain is signed by what the client does not list has a worse rank, instead of
///   none: rustls does not show what the client says of chains.
pub struct KeyManager {
    state: ArcSwap<State>,
    loader: Loader,
    /// One change after the other; handshakes do not look at it
    changing: Mutex<()>,
}

impl KeyManager {
    pub(crate) fn new(
        identities: Vec<Identity>,
        loader: Loader,
    ) -> Result<(Self, Vec<Diagnostic>), Error> {
        let mut diagnostics = Vec::new();
        let mut entries = Vec::with_capacity(identities.len());
        for identity in identities {
            let (entry, told) = loader.load(identity)?;
            entries.push(Arc::new(entry));
            diagnostics.extend(told);
        }
        let state = ArcSwap::from_pointee(State::new(entries));
        Ok((Self { state, loader, changing: Mutex::new(()) }, diagnostics))
    }

    /// Puts an identity in the place of the one that has this name: a renewed certificate. It keeps
    /// the name and the order. Handshakes that have begun go on with the old one; no handshake
    /// waits. What is odd about the new one comes back.
    ///
    /// Costs a look at every identity.
    ///
    /// # Errors
    ///
    /// Where no identity, or more than one, has this name, and for whatever would be an error of
    /// [`build`](crate::ContextBuilder::build); the old identity stays then.
    pub fn replace(&self, name: &str, identity: Identity) -> Result<Vec<Diagnostic>, Error> {
        let (entry, told) = self.loader.load(identity.named(name)).map_err(|error| {
            error.with_note(&format!("; the identity {name:?} stays as it was"))
        })?;
        let entry = Arc::new(entry);
        self.change(name, |entries, place| entries.splice(place..=place, [entry]).for_each(drop))?;
        Ok(told)
    }

    /// Takes the identity of this name out. Once there is none, handshakes of a server fail.
    ///
    /// # Errors
    ///
    /// Where no identity, or more than one, has this name.
    pub fn remove(&self, name: &str) -> Result<(), Error> {
        self.change(name, |entries, place| drop(entries.remove(place)))
    }

    /// The names of the identities, in their order.
    pub fn names(&self) -> Vec<String> {
        self.state.load().entries().iter().map(|entry| entry.name.clone()).collect()
    }

    /// What a peer would be answered, and what stands against each identity. For people: it
    /// allocates, and looks at every identity.
    pub fn explain(&self, offer: &PeerOffer<'_>) -> Selection {
        self.state.load().explain(&offer.as_wish())
    }

    fn change(
        &self,
        name: &str,
        edit: impl FnOnce(&mut Vec<Arc<Entry>>, usize),
    ) -> Result<(), Error> {
        // nothing is left half done where another thread has panicked
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut entries = self.state.load().entries().to_vec();
        let place = place_of(&entries, name)?;
        edit(&mut entries, place);
        self.state.store(Arc::new(State::new(entries)));
        Ok(())
    }

    fn answer<N: AsRef<[u8]>>(&self, wish: &Wish<'_, N>) -> Option<Arc<CertifiedKey>> {
        let state = self.state.load();
        tell(&state, wish);
        state.answer(wish).map(|entry| Arc::clone(&entry.certified))
    }
}

fn place_of(entries: &[Arc<Entry>], name: &str) -> Result<usize, Error> {
    let mut places = entries.iter().enumerate().filter(|(_, entry)| entry.name == name);
    match (places.next(), places.count()) {
        (Some((place, _)), 0) => Ok(place),
        (Some(_), others) => Err(Error::identity(
            "ambiguous-identity",
            format!(
                "{} identities have the name {name:?}, expected one: tell them apart with \
                 `.named(..)`",
                others + 1
            ),
        )),
        (None, _) => {
            let names: Vec<_> = entries.iter().map(|entry| format!("{:?}", entry.name)).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            Err(Error::identity(
                "unknown-identity",
                format!("no identity has the name {name:?}, expected one of those there ({names})"),
            ))
        }
    }
}

/// What is answered, and where nothing is, what stands against each identity.
#[cfg(feature = "tracing")]
fn tell<N: AsRef<[u8]>>(state: &State, wish: &Wish<'_, N>) {
    if !tracing::enabled!(tracing::Level::DEBUG) {
        return;
    }
    match state.select(wish) {
        Some((rank, entry)) => {
            tracing::debug!(identity = %entry.name, rank = rank.code(), "identity chosen");
        }
        None => tracing::debug!("no identity suits the peer: {}", state.explain(wish)),
    }
}

#[cfg(not(feature = "tracing"))]
fn tell<N>(_: &State, _: &Wish<'_, N>) {}

impl ResolvesServerCert for KeyManager {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let ca_names = hello.certificate_authorities().unwrap_or_default();
        let (schemes, name) = (hello.signature_schemes(), hello.server_name());
        self.answer(&Wish::new(Side::Server, schemes, name, ca_names))
    }
}

impl ResolvesClientCert for KeyManager {
    fn resolve(
        &self,
        ca_names: &[&[u8]],
        schemes: &[SignatureScheme],
    ) -> Option<Arc<CertifiedKey>> {
        self.answer(&Wish::new(Side::Client, schemes, None, ca_names))
    }

    fn has_certs(&self) -> bool {
        !self.state.load().entries().is_empty()
    }
}

impl fmt::Debug for KeyManager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyManager").field("names", &self.names()).finish_non_exhaustive()
    }
}
