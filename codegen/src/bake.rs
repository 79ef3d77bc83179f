use std::path::{Path, PathBuf};
use std::{env, fs, process};

use crate::bundle::{Bundle, Decoded, Source};
use crate::emit::{self, Options};
use crate::lint::Linted;
use crate::lock::Lock;
use crate::locked::Locked;
use crate::report::{Finding, Report};

/// What a bundle became.
#[derive(Clone, Debug)]
pub struct Baked {
    /// The generated source: a module's content
    pub source: String,
    /// How many roots there are in it
    pub roots: usize,
    /// Bytes of subjects, keys and name constraints
    pub anchor_bytes: usize,
    /// What should be known, but stopped nothing
    pub warnings: Report,
}

/// Bakes a PEM bundle that its lock describes: reads it, holds it against the lock, lints it, and
/// emits it.
///
/// The outcome depends on the arguments alone. 118 roots take a few milliseconds in an optimised
/// build.
///
/// # Errors
///
/// Everything that is wrong with the first stage that finds something wrong.
pub fn bake(
    bundle: Source<'_>,
    lock: Source<'_, str>,
    options: &Options<'_>,
) -> Result<Baked, Report> {
    let decoded = Decoded::from_pem(bundle)?;
    let bundle = Bundle::read(&decoded)?;
    let lock = Lock::read(lock)?;
    let locked = Locked::new(bundle, &lock)?;
    let linted = Linted::new(locked)?;
    let source = emit::emit(&linted, options);
    Ok(Baked {
        source,
        roots: linted.locked.roots.len(),
        anchor_bytes: linted.locked.roots.iter().map(emit::anchor_bytes).sum(),
        warnings: linted.warnings,
    })
}

/// For a `build.rs`: bakes `bundle`, a path relative to the package, into `OUT_DIR`.
///
/// The lock is the file beside it with the extension `.lock`; the source becomes a file with the
/// extension `.rs`, for `include!(concat!(env!("OUT_DIR"), "/NAME.rs"))`. Both inputs are watched.
/// When something is wrong the build ends with every finding on standard error.
pub fn bake_into_out_dir(bundle: &str, options: &Options<'_>) {
    println!("cargo::rerun-if-changed=build.rs");
    match read_bake_write(bundle, options) {
        Ok(warnings) => {
            for finding in warnings.findings() {
                println!("cargo::warning={}: {}", finding.code(), finding.message());
            }
        }
        Err(report) => {
            for finding in report.findings() {
                println!("cargo::error={bundle}: {}", finding.message());
            }
            eprint!("{report}");
            process::exit(1);
        }
    }
}

fn read_bake_write(bundle: &str, options: &Options<'_>) -> Result<Report, Report> {
    let lock = Path::new(bundle).with_extension("lock").to_string_lossy().into_owned();
    let pem = read(bundle)?;
    let toml = String::from_utf8(read(&lock)?)
        .map_err(|error| Finding::error("bad-lock", "lock is not UTF-8").at(&lock).found(error))?;
    let baked = bake(
        Source { name: bundle, content: &pem },
        Source { name: &lock, content: toml.as_str() },
        options,
    )?;
    let out_dir = env::var_os("OUT_DIR").ok_or_else(|| {
        Finding::error("no-out-dir", "OUT_DIR is not set")
            .expected("a build script, which cargo runs")
    })?;
    let name = Path::new(bundle).with_extension("rs");
    let target = PathBuf::from(out_dir).join(name.file_name().unwrap_or_default());
    fs::write(&target, baked.source).map_err(|error| {
        Finding::error("not-writable", "generated source cannot be written")
            .at(target.display())
            .found(error)
    })?;
    Ok(baked.warnings)
}

fn read(file: &str) -> Result<Vec<u8>, Finding> {
    println!("cargo::rerun-if-changed={file}");
    fs::read(file).map_err(|error| {
        let finding = Finding::error("not-readable", "file cannot be read").at(file).found(error);
        match Path::new(file).extension() {
            Some(extension) if extension == "lock" => finding.help(format_args!(
                "write a lock with `rootbake lock {}` and have it reviewed",
                Path::new(file).with_extension("pem").display()
            )),
            _ => finding,
        }
    })
}
