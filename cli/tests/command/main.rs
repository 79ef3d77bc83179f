//! The command as its users run it: arguments in, output and exit code out.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod bake;
mod check;
mod demo;
mod diff;
mod fixtures;
mod folder;
mod identity;
mod inspect;
mod lock;
mod pem;
mod programme;
mod revocation;
mod show;
mod system;
mod trust;
mod usage;
mod verify;
