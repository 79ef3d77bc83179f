//! `rootbake lock`: writes or refreshes the lock beside a bundle.

mod file;

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use rootbake::certificate::{Time, sha256};
use rootbake::pki_types::UnixTime;
use rootbake_codegen::{
    Bundle, Decoded, Lock, LockChange, Provenance, Report, Source, audit, refresh,
};

use crate::input::{self, name_of};
use crate::output::{BAD, EXIT_CODES, Failure, GOOD, Outcome, Terminal, refused};
use crate::time;
use file::LockFile;

const MORE: &str = "\
The lock is the file beside the bundle with the extension `.lock`. What people wrote into it stays:
labels, rules, exceptions, comments. Nothing is written when a certificate cannot be read, or when
a second parser reads one differently.

Examples:
  rootbake lock ca.pem --source \"https://pki.example/ca.pem\" --license \"in-house\"
  rootbake lock ca.pem
  rootbake lock ca.pem --check
";

/// Writes or refreshes the lock of a bundle, and prints the difference
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// PEM file of CA certificates
    bundle: PathBuf,
    /// Name of the root set [default of a new lock: that of the file, without its extension]
    #[arg(long)]
    name: Option<String>,
    /// Where the bundle was taken from
    #[arg(long)]
    source: Option<String>,
    /// The licence of the bundle
    #[arg(long)]
    license: Option<String>,
    /// The day the bundle stands for, as RFC 3339 or seconds since 1970 [default of a new lock and
    /// where roots come or go: SOURCE_DATE_EPOCH, else today]
    #[arg(long, value_name = "TIME", value_parser = time::parse)]
    as_of: Option<UnixTime>,
    /// Write nothing, and exit with 1 when the lock is not what it would be
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    if input::is_stdin(&args.bundle) {
        let message = "the bundle must be a file: its lock is beside it";
        return Err(Failure::usage("lock", ErrorKind::InvalidValue, message));
    }
    let bundle = input::read(&args.bundle)?;
    let source = Source { name: &bundle.name, content: bundle.content.as_slice() };
    let decoded = Decoded::from_pem(source)?;
    let bundle = Bundle::read(&decoded)?;
    stop_at(audit::audit(&bundle))?;
    let lock = LockFile::beside(&args.bundle)?;
    let refreshed = args.refresh(&bundle, source, &lock)?;
    refreshed.changes.iter().try_for_each(|change| print(change, &mut terminal.out))?;
    let fresh = lock.content.as_deref() == Some(refreshed.text.as_str());
    let written = match (fresh, args.check) {
        (true, _) => "is up to date",
        (false, true) => "is not up to date",
        (false, false) => {
            lock.replace(&refreshed.text)?;
            "is written"
        }
    };
    writeln!(terminal.out, "{} {written}: {} roots", lock.name, bundle.len())?;
    Ok(if args.check && !fresh { Outcome::Found } else { Outcome::Fine })
}

/// What the lock is to be.
struct Refreshed {
    text: String,
    changes: Vec<LockChange>,
}

impl Args {
    fn refresh(
        &self,
        bundle: &Bundle<'_>,
        source: Source<'_>,
        lock: &LockFile,
    ) -> Result<Refreshed, Failure> {
        let existing = lock.content.as_deref().map(|content| Source { name: &lock.name, content });
        let former = existing.map(Lock::read).transpose()?.map(|lock| lock.provenance);
        let mut provenance = self.provenance(source, former.as_ref())?;
        let (mut text, changes) = refresh(bundle, source, existing, &provenance)?;
        if former.is_some() && self.as_of.is_none() && !changes.is_empty() {
            provenance.as_of = default_day()?;
            (text, _) = refresh(bundle, source, existing, &provenance)?;
        }
        Ok(Refreshed { text, changes })
    }

    /// What is said of the bundle, by arguments before the lock that is there.
    fn provenance(
        &self,
        source: Source<'_>,
        former: Option<&Provenance>,
    ) -> Result<Provenance, Failure> {
        let given = [&self.source, &self.license];
        if former.is_none() && !self.check && given.iter().any(|argument| argument.is_none()) {
            return Err(Failure::usage(
                "lock",
                ErrorKind::MissingRequiredArgument,
                "--source and --license are required for a new lock: it says where the bundle is \
                 from and under which licence",
            ));
        }
        let part = |path: Option<&std::ffi::OsStr>| path.map(|part| name_of(Path::new(part)));
        let or = |given: &Option<String>, former: Option<&String>| {
            given.as_ref().or(former).cloned().unwrap_or_default()
        };
        let stem = part(self.bundle.file_stem()).unwrap_or_default();
        Ok(Provenance {
            name: or(&self.name, Some(former.map_or(&stem, |former| &former.name))),
            file: part(self.bundle.file_name()).unwrap_or_default(),
            sha256: sha256(source.content),
            source: or(&self.source, former.map(|former| &former.source)),
            as_of: match (self.as_of, former) {
                (Some(as_of), _) => Time::from(as_of),
                (None, Some(former)) => former.as_of,
                (None, None) => default_day()?,
            },
            license: or(&self.license, former.map(|former| &former.license)),
            product_version: former.and_then(|former| former.product_version.clone()),
        })
    }
}

fn print(change: &LockChange, out: &mut impl Write) -> io::Result<()> {
    let (style, what, label, sha256) = match change {
        LockChange::Added { label, sha256 } => (GOOD, "added", label, sha256),
        LockChange::Removed { label, sha256 } => (BAD, "removed", label, sha256),
    };
    writeln!(out, "{style}{what:<7}{style:#} {label:?}, sha256 {sha256}")
}

fn stop_at(report: Report) -> Result<(), Failure> {
    match report.is_empty() {
        true => Ok(()),
        false => Err(report.into()),
    }
}

/// `SOURCE_DATE_EPOCH`, or today; a variable that is set and empty is not set.
fn default_day() -> Result<Time, Failure> {
    const VARIABLE: &str = "SOURCE_DATE_EPOCH";
    let Some(value) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) else {
        return Ok(time::today());
    };
    let seconds = value.to_str().and_then(|text| text.parse::<u32>().ok());
    match seconds {
        Some(seconds) => Ok(Time::from_unix_seconds(seconds.into())),
        None => {
            let found = value.to_string_lossy().escape_debug().to_string();
            let message = format!("found \"{found}\", expected seconds since 1970");
            Err(refused(VARIABLE, "bad-source-date-epoch", message).into())
        }
    }
}
