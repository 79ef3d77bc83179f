//! The baked root sets, each named in code.
//!
//! `MOZILLA` and `CHROME` move with releases of this crate. A set with a month in its name is a pin:
//! what Mozilla trusted then, with the rules it had imposed, which no release changes.
//!
#![cfg_attr(
    feature = "mozilla",
    doc = r#"
```
use rootbake::roots::MOZILLA;

assert_eq!(MOZILLA.name(), "mozilla");
// several roots may share a subject
let root = MOZILLA.iter().next().unwrap();
assert!(MOZILLA.by_subject(root.subject()).any(|same| same.fingerprint() == root.fingerprint()));
```
"#
)]

#[cfg(feature = "chrome")]
mod chrome {
    include!(concat!(env!("OUT_DIR"), "/chrome.rs"));
}
#[cfg(feature = "mozilla")]
mod mozilla {
    include!(concat!(env!("OUT_DIR"), "/mozilla.rs"));
}
#[cfg(feature = "mozilla-2026-02")]
mod mozilla_2026_02 {
    include!(concat!(env!("OUT_DIR"), "/mozilla_2026_02.rs"));
}
#[cfg(feature = "mozilla-2026-07")]
mod mozilla_2026_07 {
    include!(concat!(env!("OUT_DIR"), "/mozilla_2026_07.rs"));
}

#[cfg(feature = "chrome")]
#[doc(inline)]
pub use chrome::CHROME;
#[cfg(feature = "mozilla")]
#[doc(inline)]
pub use mozilla::MOZILLA;
#[cfg(feature = "mozilla-2026-02")]
#[doc(inline)]
pub use mozilla_2026_02::MOZILLA_2026_02;
#[cfg(feature = "mozilla-2026-07")]
#[doc(inline)]
pub use mozilla_2026_07::MOZILLA_2026_07;

/// The bundles and locks as they were baked.
#[cfg(feature = "sources")]
pub mod source {
    /// `roots/chrome.pem`
    pub const CHROME_PEM: &[u8] = include_bytes!("../roots/chrome.pem");
    /// `roots/chrome.lock`
    pub const CHROME_LOCK: &str = include_str!("../roots/chrome.lock");
    /// `roots/mozilla.pem`
    pub const MOZILLA_PEM: &[u8] = include_bytes!("../roots/mozilla.pem");
    /// `roots/mozilla.lock`
    pub const MOZILLA_LOCK: &str = include_str!("../roots/mozilla.lock");
    /// `roots/mozilla-2026-02.pem`
    pub const MOZILLA_2026_02_PEM: &[u8] = include_bytes!("../roots/mozilla-2026-02.pem");
    /// `roots/mozilla-2026-02.lock`
    pub const MOZILLA_2026_02_LOCK: &str = include_str!("../roots/mozilla-2026-02.lock");
    /// `roots/mozilla-2026-07.pem`
    pub const MOZILLA_2026_07_PEM: &[u8] = include_bytes!("../roots/mozilla-2026-07.pem");
    /// `roots/mozilla-2026-07.lock`
    pub const MOZILLA_2026_07_LOCK: &str = include_str!("../roots/mozilla-2026-07.lock");
}
