//! The parts of [rootbake] that need neither an operating system nor an allocator: the readers of
//! PEM and certificates, the constraints of an anchor, baked root sets, and (feature `verify`) the
//! check of a path over rustls-webpki.
//!
//! Programs name the crate `rootbake`, which re-exports this one; it stands alone because the code
//! generator needs it too.
//!
//! ```
//! use rootbake_core::certificate::Certificate;
//!
//! # fn der() -> Vec<u8> { vec![0x30, 0x03, 0x02, 0x01, 0x05] }
//! let der: Vec<u8> = der();
//! match Certificate::from_der(&der) {
//!     Ok(certificate) => println!("{} until {}", certificate.subject, certificate.validity.not_after),
//!     Err(error) => assert_eq!(error.code(), "unexpected-tag"),
//! }
//! ```
//!
//! [rootbake]: https://docs.rs/rootbake
#![no_std]
#![forbid(unsafe_code)]

pub mod certificate;
pub mod constraints;
mod der;
#[cfg(feature = "verify")]
pub mod path;
pub mod pem;
pub mod role;
pub mod root_set;

#[doc(hidden)]
pub mod generated;

pub use pki_types;
pub use root_set::RootSet;
