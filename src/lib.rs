//! CA roots baked into the binary, and TLS contexts that start for free.
//!
//! A context on the default roots parses nothing and allocates nothing for them: the roots are
//! static data, made by a build script from a reviewed bundle. A context with its own CAs parses
//! those and never touches the defaults.
//!
#![cfg_attr(
    all(feature = "ring", feature = "mozilla"),
    doc = r#"
```
use rootbake::{SecureContext, roots};

let context = SecureContext::builder().build()?;
assert_eq!(context.parsed_certificates(), 0);
assert_eq!(context.anchors().count(), roots::MOZILLA.len());

// goes wherever a `rustls::ClientConfig` goes
let config = context.client_config();
assert!(std::sync::Arc::ptr_eq(&config, &context.client_config()));
# Ok::<(), rootbake::Error>(())
```
"#
)]
//!
//! # Which roots are trusted
//!
//! Said in code, never by a feature: [`SecureContext::builder`] alone trusts
//! [`roots::MOZILLA`](crate::roots); `.ca(pem)` replaces that with the CAs in `pem`, and
//! `.roots(&set)` adds a baked set by name.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! | --- | --- | --- |
//! | `macros` | yes | [`bake!`], root sets of your own bundles |
//! | `mozilla` | yes | `roots::MOZILLA` |
//! | `mozilla-2026-02`, `mozilla-2026-07` | | pins: `roots::MOZILLA_2026_02`, `roots::MOZILLA_2026_07` |
//! | `chrome` | | `roots::CHROME` |
//! | `ring` | yes | rustls with ring |
//! | `aws-lc-rs` | | rustls with aws-lc-rs; with both, ring |
//! | `rustls` | by the two above | `SecureContext`, for any crypto provider |
//! | `verify` | by `rustls` | [`path`], the check of a path without TLS |
//! | `set-files` | by `mozilla`, `rustls` | `RootSet::from_bytes`, root sets in files |
//! | `labels` | | the names of the baked roots in the binary |
//! | `certificates` | | the whole certificates of the baked roots |
//! | `system` | | `CaSource::system`, the store of the operating system |
//! | `encrypted-keys` | | `Identity::from_pem_with_password` |
//! | `pkcs12` | | `Identity::from_pkcs12` |
//! | `tracing` | yes | which identity was chosen and why, at level debug |
//! | `sources` | | `roots::source`, the bundles as text |
//!
//! Without `rustls` the crate is `no_std` and uses no allocator: [Firmware] has the rest.
//!
//! [Firmware]: https://github.com/rootbake/rootbake/blob/main/docs/firmware.md
#![cfg_attr(not(feature = "rustls"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

pub use rootbake_core::{RootSet, certificate, constraints, pem, pki_types, role, root_set};

#[cfg(feature = "verify")]
pub use rootbake_core::path;

#[doc = include_str!("../CODES.md")]
pub mod codes {}

#[cfg(feature = "macros")]
mod macros;
pub mod roots;

#[cfg(feature = "rustls")]
mod algorithm_constraints;
#[cfg(feature = "rustls")]
mod context;
#[cfg(feature = "rustls")]
mod diagnostic;
#[cfg(feature = "rustls")]
mod error;
#[cfg(feature = "rustls")]
mod identity;
#[cfg(feature = "rustls")]
mod key_manager;
#[cfg(feature = "rustls")]
mod revocation;
#[cfg(feature = "rustls")]
mod source;
#[cfg(feature = "rustls")]
mod trust;
#[cfg(feature = "rustls")]
mod verifier;

#[cfg(feature = "rustls")]
pub use {
    algorithm_constraints::{AlgorithmConstraints, ConstraintError, Rule},
    context::{ClientAuth, ContextBuilder, SecureContext},
    diagnostic::{Diagnostic, Severity},
    error::Error,
    identity::Identity,
    key_manager::{Candidate, KeyManager, PeerOffer, Rank, Rejection, Selection, Side},
    revocation::{RevocationDepth, UnknownStatus},
    source::CaSource,
    trust::{Anchor, Supplied},
    verifier::{ClientVerifier, VerifiedPath, Verifier, VerifyError},
};

/// What generated code names.
#[doc(hidden)]
pub mod __private {
    pub use rootbake_core::generated::v1;
    #[cfg(feature = "macros")]
    pub use rootbake_macros::bake_impl;
}
