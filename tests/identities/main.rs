//! Identities and the key manager: what is taken, what is chosen for which peer, and why.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod agreement;
#[path = "../common/mod.rs"]
mod common;
mod constraints;
#[cfg(all(feature = "encrypted-keys", feature = "pkcs12"))]
mod encrypted;
mod foreign;
mod handshakes;
mod loading;
mod made;
#[allow(dead_code, reason = "of it, some is used here")]
#[path = "../../core/tests/certificate/parts.rs"]
mod parts;
mod peers;
mod ranks;
mod replacing;
