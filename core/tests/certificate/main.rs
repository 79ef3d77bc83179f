//! What the reader of certificates makes of wrong and odd ones, and which roles and constraints
//! follow from them. Each is a good root of another library with one part replaced.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot build its input has failed"
)]

mod constraints;
mod imposed;
mod key;
mod name;
mod never_panics;
mod odd;
mod parts;
mod role;
mod signature;
mod wrong;
