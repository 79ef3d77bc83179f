//! `rootbake lock`: writes or refreshes the lock beside a bundle.

mod file;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use rootbake::certificate::{Time, sha256};
use rootbake::pki_types::UnixTime;
use rootbake_codegen::{
    Bundle, Decoded, Lock, Programme, Provenance, Refreshed, Report, Source, audit, refresh,
};

use crate::input::{self, name_of};
use crate::output::{EXIT_CODES, Failure, Outcome, Terminal, hex, many};
use crate::progress::Progress;
use crate::time;
use file::LockFile;

const MORE: &str = "\
The lock is the file beside the bundle with the extension `.lock`. What people wrote into it stays:
labels, rules, exceptions, comments. Nothing is written when a certificate cannot be read, or when
a second parser reads one differently.

What a root programme says of the roots becomes rules of their entries, each with its source: trust
bits, dates of distrust, names, SCTs. A source is NSS's certdata.txt, the CCADB's report as CSV with
PEM, or Chrome's root store as JSON or textproto; the build reads only the bundle and the lock.

Examples:
  rootbake lock ca.pem --provenance \"https://pki.example/ca.pem\" --license \"in-house\"
  rootbake lock ca.pem
  rootbake lock ca.pem --check
  rootbake lock mozilla.pem --source certdata.txt
  rootbake lock chrome.pem --source root_store.textproto --product-version 154.0.8037.97
";

/// Writes or refreshes the lock of a bundle, and prints the difference
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// PEM file of CA certificates, or one certificate in DER
    bundle: PathBuf,
    /// Name of the root set [default of a new lock: that of the file, without its extension]
    #[arg(long)]
    name: Option<String>,
    /// Where the bundle was taken from
    #[arg(long, value_name = "TEXT")]
    provenance: Option<String>,
    /// The licence of the bundle
    #[arg(long, value_name = "TEXT")]
    license: Option<String>,
    /// What a root programme publishes; may be given several times
    #[arg(long, value_name = "FILE", help_heading = "Rules")]
    source: Vec<PathBuf>,
    /// The version of Chrome whose rules are taken [default: the one that the source or the lock
    /// names]
    #[arg(long, value_name = "VERSION", help_heading = "Rules", requires = "source")]
    product_version: Option<String>,
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
    let source = bundle.source();
    let decoded = Decoded::from_bytes(source)?;
    let bundle = Bundle::read(&decoded)?;
    let progress = Progress::of(bundle.len(), "reading certificates again");
    stop_at(audit::audit_with(&bundle, || progress.step()))?;
    drop(progress);
    let lock = LockFile::beside(&args.bundle)?;
    let refreshed = args.refresh(&bundle, source, &lock)?;
    tell_notes(&refreshed.notes, terminal)?;
    terminal.changes(&refreshed.changes)?;
    let fresh = lock.content.as_deref() == Some(refreshed.text.as_str());
    let written = match (fresh, args.check) {
        (true, _) => "is up to date",
        (false, true) if lock.content.is_none() => "does not exist",
        (false, true) => "is not up to date",
        (false, false) => {
            lock.replace(&refreshed.text)?;
            "is written"
        }
    };
    writeln!(terminal.out, "{} {written}: {}", lock.name, many(bundle.len(), "root"))?;
    Ok(if args.check && !fresh { Outcome::Found } else { Outcome::Fine })
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
        let mut programmes = Vec::new();
        let mut provenance = self.provenance(source, former.as_ref(), &lock.name)?;
        for path in &self.source {
            programmes.push(self.programme(path, &mut provenance)?);
        }
        let mut refreshed = refresh(bundle, source, existing, &provenance, &programmes)?;
        if former.is_some() && self.as_of.is_none() && !refreshed.changes.is_empty() {
            provenance.as_of = time::default_day()?;
            refreshed = refresh(bundle, source, existing, &provenance, &programmes)?;
        }
        for programme in programmes {
            refreshed.notes.extend(programme.notes);
        }
        Ok(refreshed)
    }

    /// What a source says, noted in the provenance. The version of the lock counts where neither an
    /// argument nor the source has one.
    fn programme(&self, path: &Path, provenance: &mut Provenance) -> Result<Programme, Failure> {
        let input = input::read(path)?;
        let source = input.source();
        let former = provenance.product_version.as_deref();
        let programme = match Programme::read(source, self.product_version.as_deref()) {
            Err(report) if former.is_some() && report.has("product-version-needed") => {
                Programme::read(source, former)?
            }
            programme => programme?,
        };
        let rules = &mut provenance.rules;
        rules.retain(|former| !former.starts_with(programme.family()));
        rules.push(format!("{}, sha256 {}", programme.name, hex(&sha256(&input.content))));
        rules.sort();
        if programme.product_version.is_some() {
            provenance.product_version.clone_from(&programme.product_version);
        }
        Ok(programme)
    }

    /// What is said of the bundle, by arguments before the lock that is there.
    fn provenance(
        &self,
        source: Source<'_>,
        former: Option<&Provenance>,
        lock: &str,
    ) -> Result<Provenance, Failure> {
        let given = [&self.provenance, &self.license];
        if former.is_none() && !self.check && given.iter().any(|argument| argument.is_none()) {
            return Err(Failure::usage(
                "lock",
                ErrorKind::MissingRequiredArgument,
                format_args!(
                    "--provenance and --license are required for a new lock: it says where the \
                     bundle is from and under which licence, such as --provenance \
                     \"https://pki.example/ca.pem\" --license \"in-house\"; there is no {lock}"
                ),
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
            source: or(&self.provenance, former.map(|former| &former.source)),
            as_of: match (self.as_of, former) {
                (Some(as_of), _) => Time::from(as_of),
                (None, Some(former)) => former.as_of,
                (None, None) => time::default_day()?,
            },
            license: or(&self.license, former.map(|former| &former.license)),
            product_version: former.and_then(|former| former.product_version.clone()),
            rules: former.map(|former| former.rules.clone()).unwrap_or_default(),
        })
    }
}

/// Of notes of one kind the first: a version for which half the sets do not apply says so of each.
fn tell_notes(notes: &Report, terminal: &mut Terminal) -> io::Result<()> {
    const SHOWN: usize = 3;
    let mut told = BTreeMap::new();
    for note in notes.findings() {
        let count = told.entry(note.code()).or_insert(0_usize);
        *count += 1;
        if *count <= SHOWN {
            terminal.tell(note)?;
        }
    }
    for (code, count) in told.into_iter().filter(|(_, count)| *count > SHOWN) {
        let more = count - SHOWN;
        terminal.tell(&format_args!("warning[{code}]: and {more} more like it"))?;
    }
    Ok(())
}

fn stop_at(report: Report) -> Result<(), Failure> {
    match report.is_empty() {
        true => Ok(()),
        false => Err(report.into()),
    }
}
