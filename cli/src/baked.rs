//! The root sets that are baked into this command, by name.

use clap::ValueEnum;
use rootbake::certificate::Fingerprint;
use rootbake::{RootSet, roots};

/// A root set that is baked into this command.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Baked {
    /// The anchors of the Chrome Root Store
    Chrome,
    /// The roots that Mozilla trusts for TLS servers
    Mozilla,
    /// The same as of February 2026
    #[value(name = "mozilla-2026-02")]
    MozillaOfFebruary2026,
    /// The same as of July 2026
    #[value(name = "mozilla-2026-07")]
    MozillaOfJuly2026,
}

impl Baked {
    pub(crate) fn set(self) -> &'static RootSet {
        match self {
            Self::Chrome => &roots::CHROME,
            Self::Mozilla => &roots::MOZILLA,
            Self::MozillaOfFebruary2026 => &roots::MOZILLA_2026_02,
            Self::MozillaOfJuly2026 => &roots::MOZILLA_2026_07,
        }
    }

    /// The set with these roots and rules.
    pub(crate) fn with_set_sha256(set_sha256: &[u8; 32]) -> Option<Self> {
        Self::value_variants().iter().copied().find(|baked| baked.set().set_sha256() == set_sha256)
    }
}

/// The name of a root that is in one of the sets.
pub(crate) fn label(fingerprint: &Fingerprint) -> Option<&'static str> {
    let sets = Baked::value_variants().iter().rev();
    sets.filter_map(|baked| baked.set().by_fingerprint(fingerprint)).find_map(|root| root.label())
}
