//! Bakes a bundle of CA certificates into Rust source.
//!
//! A bundle goes one way, and no stage can be left out, since each takes only what the one before
//! it gives:
//!
//! ```text
//! PEM -> Decoded -> Bundle -> Locked (with its Lock) -> Linted -> source
//! ```
//!
//! Build scripts use [`Bake`]; [`bake`] is the same for one bundle, without files.
//!
//! ```
//! use rootbake_codegen::{Options, Source, bake};
//!
//! let bundle = Source { name: "ca.pem", content: &b"# nothing yet\n"[..] };
//! let lock = Source { name: "ca.lock", content: "" };
//! let options = Options::new("CORP");
//! let report = bake(bundle, lock, &options).unwrap_err();
//! assert!(report.has("no-certificates"));
//! ```
#![forbid(unsafe_code)]

mod bake;
mod baked;
mod bundle;
#[cfg(feature = "lock")]
mod change;
mod coverage;
#[cfg(feature = "device")]
mod device;
mod emit;
mod filter;
mod fingerprint;
mod imposed;
mod input;
mod lint;
mod lock;
mod locked;
mod name_constraints;
#[cfg(feature = "programmes")]
mod programme;
mod report;
mod size;
mod terms;
mod watch;
mod within_webpki;

#[doc = include_str!("../LOCK.md")]
pub mod lock_format {}

#[cfg(feature = "audit")]
pub mod audit;

pub use bake::{Bake, Block};
pub use baked::{Baked, bake, with_linted};
pub use bundle::{Bundle, Decoded, Place, Source};
#[cfg(feature = "lock")]
pub use change::{ChangedRoot, Holdings, LockChange};
pub use coverage::Coverage;
#[cfg(feature = "device")]
pub use device::{DeviceFormat, DeviceSet, Loss, bake_for_device, emit_for_device};
pub use emit::{Options, emit};
pub use filter::Filter;
pub use input::Input;
pub use lint::{Findings, Lint, LintSeverity, Linted, lints};
pub use lock::{Lock, Provenance};
#[cfg(feature = "lock")]
pub use lock::{Refreshed, refresh};
pub use locked::{Locked, LockedRoot};
#[cfg(feature = "programmes")]
pub use programme::{Programme, ProgrammeRoot, ProgrammeRules, Verdict};
pub use report::{Finding, Report, Severity};
pub use size::Size;
pub use terms::Impose;
