//! The root sets that are baked into this command, by name.

use clap::ValueEnum;
use rootbake::{RootSet, roots};

/// A root set that is baked into this command.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Baked {
    /// The anchors of the Chrome Root Store
    Chrome,
    /// The roots that Mozilla trusts for TLS servers
    Mozilla,
}

impl Baked {
    pub(crate) fn set(self) -> &'static RootSet {
        match self {
            Self::Chrome => &roots::CHROME,
            Self::Mozilla => &roots::MOZILLA,
        }
    }
}
