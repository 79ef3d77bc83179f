//! Stands in for webpki-roots 1.0 under `[patch.crates-io]`: the roots are those of the bundle that
//! whoever builds the program names in `ROOTBAKE_BUNDLE`, else Mozilla's. See the README.
#![no_std]
#![forbid(unsafe_code)]

use rootbake::pki_types::TrustAnchor;

mod baked {
    include!(concat!(env!("OUT_DIR"), "/roots.rs"));
}

#[doc(inline)]
pub use baked::ROOTS;

/// The roots of the bundle whose rules webpki can keep. The build names those that it leaves out.
pub const TLS_SERVER_ROOTS: &[TrustAnchor<'static>] = ROOTS.trust_anchors_ignoring_constraints();
