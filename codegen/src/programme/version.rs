//! Versions of a product: dotted numbers, missing ones being zero.

use std::fmt;

use crate::report::Finding;

/// `139` and `139.0.0.0` are the same.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Version([u32; 4]);

impl Version {
    /// The version that a person asks for.
    pub(super) fn given(text: &str) -> Result<Self, Finding> {
        Self::parse(text).ok_or_else(|| {
            bad(text).help("name the version of Chrome as `--product-version 154.0.8037.97`")
        })
    }

    /// The version that stands in a file.
    pub(super) fn read(text: &str) -> Result<Self, Finding> {
        Self::parse(text).ok_or_else(|| bad(text))
    }

    fn parse(text: &str) -> Option<Self> {
        let mut numbers = [0; 4];
        let mut places = numbers.iter_mut();
        for part in text.split('.') {
            let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            *places.next()? = digits.then(|| part.parse().ok()).flatten()?;
        }
        Some(Self(numbers))
    }
}

fn bad(text: &str) -> Finding {
    Finding::error("bad-product-version", "version is not one")
        .found(format_args!("{text:?}"))
        .expected("one to four numbers with dots between them")
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([major, minor, build, patch]) = self;
        write!(f, "{major}.{minor}.{build}.{patch}")
    }
}
