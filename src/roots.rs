//! The baked root sets, each named in code.
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

#[cfg(feature = "chrome")]
#[doc(inline)]
pub use chrome::CHROME;
#[cfg(feature = "mozilla")]
#[doc(inline)]
pub use mozilla::MOZILLA;

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
}
