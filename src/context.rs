mod builder;
mod client;
mod defaults;
mod identities;
mod provider;
mod server;
mod sources;

use std::sync::Arc;

use rootbake_core::constraints::Constraints;
use rustls::{ClientConfig, ServerConfig};

use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::key_manager::KeyManager;
use crate::trust::{Anchor, Supplied};
use crate::verifier::Verifier;

pub use builder::ContextBuilder;
use client::Client;
use server::Server;

/// The trust and the identity of one side of TLS connections.
///
/// Built once and shared. Without an identity it can only be a client, whose configuration is made
/// with it; with one, the configurations are made on first use and kept.
#[derive(Debug)]
pub struct SecureContext {
    verifier: Arc<Verifier>,
    client: Client,
    server: Option<Box<Server>>,
    diagnostics: Vec<Diagnostic>,
}

/// Whether a server asks its clients for a certificate.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum ClientAuth {
    /// It does not ask.
    #[default]
    None,
    /// It asks, and serves clients without one too.
    Optional,
    /// It serves only clients with a certificate that one of its anchors has issued.
    Required,
}

impl SecureContext {
    /// A context on the default roots, until something else is said.
    pub fn builder() -> ContextBuilder {
        ContextBuilder::new()
    }

    /// The configuration for clients; always the same, for the price of cloning an `Arc`.
    ///
    /// The context's identity, where it has one, answers servers that ask for a certificate.
    pub fn client_config(&self) -> Arc<ClientConfig> {
        self.client.config(&self.verifier)
    }

    /// The configuration for servers. The first call makes it; later ones clone an `Arc`.
    ///
    /// # Errors
    ///
    /// [`Error::NoIdentity`] where the context has none.
    pub fn server_config(&self) -> Result<Arc<ServerConfig>, Error> {
        self.server.as_ref().ok_or(Error::NoIdentity)?.config(&self.verifier)
    }

    /// Verifies chains as connections do, without one.
    pub fn verifier(&self) -> &Verifier {
        &self.verifier
    }

    /// Which identity a peer is shown and why, and how to replace one; `None` for a context without
    /// an identity.
    pub fn key_manager(&self) -> Option<&Arc<KeyManager>> {
        self.server.as_ref().map(|server| &server.key_manager)
    }

    /// What was odd about the inputs, and did not stop the context from being built.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The anchors that the context trusts for TLS: the explicit ones by subject, then those of
    /// each set.
    pub fn anchors(&self) -> impl Iterator<Item = Anchor<'_>> {
        self.verifier.store().anchors()
    }

    /// What limits one of its anchors in this context, beyond what its certificate shows: rules of a
    /// lock, and auxiliary data of a `TRUSTED CERTIFICATE`. Whoever hands an anchor on hands on no
    /// more than its certificate. `None` for an anchor of another context.
    pub fn constraints_of(&self, anchor: &Anchor<'_>) -> Option<Constraints> {
        self.verifier.store().constraints(anchor)
    }

    /// The certificates that were given to the context, by subject: what each is taken for, and
    /// where it stood.
    pub fn supplied(&self) -> impl Iterator<Item = Supplied<'_>> {
        self.verifier.store().explicit().supplied()
    }

    /// How many certificates were parsed to build what the context trusts: its explicit CAs, and
    /// of the baked roots none.
    pub fn parsed_certificates(&self) -> usize {
        self.verifier.store().explicit().len()
    }
}
