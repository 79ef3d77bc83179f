//! `rootbake bake --emit`: a bundle in a format for devices.

use rootbake_codegen::{DeviceFormat, DeviceSet, Linted, Loss, Report, emit_for_device};

/// Options that `rootbake bake` flattens in.
#[derive(Debug, clap::Args)]
pub(crate) struct EmitArgs {
    /// Write a root set for a device instead of Rust source: `bin` for `RootSet::from_bytes`,
    /// `bearssl` for C, `esp-idf` or `esp-idf-v4`
    #[arg(long, value_name = "FORMAT", value_parser = format, conflicts_with_all = ["constant", "certificates", "no_labels"])]
    emit: Option<DeviceFormat>,
    /// Write it although the format cannot carry this: `distrust-dates`, `keys`, `key-usage`,
    /// `names`, `path-length`, `purposes` or `scts`; may be given several times
    #[arg(long, value_name = "WHAT", value_parser = loss, requires = "emit")]
    allow_loss: Vec<Loss>,
}

impl EmitArgs {
    /// The set for a device, if one is asked for. Its warnings have those of the lints, too.
    pub(crate) fn emit(&self, linted: &Linted<'_>) -> Result<Option<DeviceSet>, Report> {
        let emit = |format| emit_for_device(linted, format, &self.allow_loss);
        self.emit.map(emit).transpose()
    }
}

fn format(name: &str) -> Result<DeviceFormat, String> {
    DeviceFormat::from_name(name).ok_or_else(|| {
        format!("expected one of {}", DeviceFormat::ALL.map(DeviceFormat::name).join(", "))
    })
}

fn loss(name: &str) -> Result<Loss, String> {
    Loss::from_name(name)
        .ok_or_else(|| format!("expected one of {}", Loss::ALL.map(Loss::name).join(", ")))
}
