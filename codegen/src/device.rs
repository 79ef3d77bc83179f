//! Root sets for devices: what libraries for C read, and what [`RootSet::from_bytes`] reads.
//!
//! [`RootSet::from_bytes`]: rootbake_core::RootSet::from_bytes

mod bearssl;
mod der;
mod esp_idf;
mod loss;
mod set_file;

use std::fmt;

pub use loss::Loss;

use crate::baked::with_linted;
use crate::bundle::Source;
use crate::lint::Linted;
use crate::locked::LockedRoot;
use crate::report::{Finding, Report};

/// What a device reads its roots from.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DeviceFormat {
    /// What `RootSet::from_bytes` reads: it carries everything
    Bin,
    /// A C header with a table of `br_x509_trust_anchor`, for BearSSL
    BearSsl,
    /// The certificate bundle of ESP-IDF
    EspIdf,
    /// The certificate bundle of ESP-IDF up to version 5: big-endian, without offsets
    EspIdfV4,
}

impl DeviceFormat {
    /// All of them, by name.
    pub const ALL: [Self; 4] = [Self::Bin, Self::BearSsl, Self::EspIdf, Self::EspIdfV4];

    /// The name on the command line: `bearssl`
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bin => "bin",
            Self::BearSsl => "bearssl",
            Self::EspIdf => "esp-idf",
            Self::EspIdfV4 => "esp-idf-v4",
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// What is lost of a root in this format.
    fn losses(self, root: &LockedRoot<'_>) -> Vec<(Loss, String)> {
        let mut losses = match self {
            Self::Bin => Vec::new(),
            _ => loss::of_rules(root),
        };
        losses.extend(match self {
            Self::Bin => None,
            Self::BearSsl => bearssl::loss_of_key(root),
            Self::EspIdf | Self::EspIdfV4 => esp_idf::loss_of_key(root),
        });
        losses
    }
}

impl fmt::Display for DeviceFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a bundle became for a device.
#[derive(Clone, Debug)]
pub struct DeviceSet {
    /// The content of the file: text for BearSSL
    pub bytes: Vec<u8>,
    /// How many roots there are in it
    pub roots: usize,
    /// What should be known, but stopped nothing: also what was lost with leave
    pub warnings: Report,
}

/// Bakes a PEM bundle that its lock describes for a device: reads it, holds it against the lock,
/// lints it, and writes it down in a format that may be unable to carry all of it.
///
/// The outcome depends on the arguments alone.
///
/// # Errors
///
/// Those of [`bake`](crate::bake), and those of [`emit_for_device`].
pub fn bake_for_device(
    bundle: Source<'_>,
    lock: Source<'_, str>,
    format: DeviceFormat,
    allowed: &[Loss],
) -> Result<DeviceSet, Report> {
    with_linted(bundle, lock, |linted, _| emit_for_device(&linted, format, allowed))
}

/// A linted bundle in a format for devices, for verifying TLS servers.
///
/// No format but ours has the dates of the roots themselves: a device that uses one of the others
/// trusts a root beyond its last second.
///
/// # Errors
///
/// One finding for each rule and each key that the format cannot carry, unless `allowed` has its
/// kind. A rule that is lost with leave is a warning; a root whose key is lost is left out, with a
/// warning; and so is leave that nothing needs.
pub fn emit_for_device(
    linted: &Linted<'_>,
    format: DeviceFormat,
    allowed: &[Loss],
) -> Result<DeviceSet, Report> {
    let (mut errors, mut warnings) = (Report::default(), linted.warnings.clone());
    let (mut roots, mut unused) = (Vec::new(), allowed.to_vec());
    for root in &linted.locked.roots {
        let losses = format.losses(root);
        unused.retain(|leave| !losses.iter().any(|(loss, _)| loss == leave));
        for (loss, found) in &losses {
            match allowed.contains(loss) {
                true => warnings.push(lost(format, root, *loss, found).warning()),
                false => errors.push(refused(format, root, *loss, found)),
            }
        }
        if losses.iter().all(|(loss, _)| *loss != Loss::Keys) {
            roots.push(root);
        }
    }
    let errors = if roots.is_empty() { with_nothing_left(errors, format) } else { errors };
    errors.or(())?;
    unused.into_iter().for_each(|loss| warnings.push(not_lost(format, loss)));
    let bytes = match format {
        DeviceFormat::Bin => set_file::emit(linted)?,
        DeviceFormat::BearSsl => bearssl::emit(linted, &roots).into_bytes(),
        DeviceFormat::EspIdf => esp_idf::emit(&roots, &mut warnings)?,
        DeviceFormat::EspIdfV4 => esp_idf::emit_v4(&roots, &mut warnings)?,
    };
    Ok(DeviceSet { bytes, roots: roots.len(), warnings })
}

fn lost(format: DeviceFormat, root: &LockedRoot<'_>, loss: Loss, found: &str) -> Finding {
    let what = match loss {
        Loss::Keys => "root is left out",
        _ => "rule is lost",
    };
    Finding::error("lost-in-format", format!("{what}: {format} cannot carry {}", loss.noun()))
        .root(root.name())
        .found(found)
}

fn not_lost(format: DeviceFormat, loss: Loss) -> Finding {
    Finding::error("unused-loss", format!("leave is given, and nothing lost: {}", loss.noun()))
        .warning()
        .found(format_args!("no root of which {format} cannot carry it"))
        .help(format_args!(
            "take `--allow-loss {loss}` away, so that it is asked for when it counts"
        ))
}

fn refused(format: DeviceFormat, root: &LockedRoot<'_>, loss: Loss, found: &str) -> Finding {
    Finding::error("not-in-format", format!("{format} cannot carry {}", loss.noun()))
        .root(root.name())
        .found(found)
        .expected("nothing that a device would not enforce")
        .help(format_args!(
            "leave the root out, use rootbake on the device, or say `--allow-loss {loss}`"
        ))
}

fn with_nothing_left(mut errors: Report, format: DeviceFormat) -> Report {
    if errors.is_empty() {
        errors.push(
            Finding::error("no-certificates", "nothing is left to be emitted")
                .expected(format_args!("at least one root that {format} can carry")),
        );
    }
    errors
}
