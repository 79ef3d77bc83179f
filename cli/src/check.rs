//! `rootbake check`: whether bundles are what their locks say, and what roots should be.

mod bundles;
mod excerpt;
mod finding;
mod stages;

use std::io::{self, Write};
use std::path::PathBuf;

use rootbake::certificate::Time;
use serde::Serialize;

use crate::output::{EXIT_CODES, Failure, GOOD, Outcome, Terminal, many};
use crate::time;
use finding::{Finding, Level};

const MORE: &str = "\
Looks at all that a build looks at, and more: whether every certificate can be read, and x509-parser
and rustls-webpki read the same; whether the lock is that of the bundle, and what `rootbake lock`
would write; every lint, of which docs/lints.md has the list; and how old the bundle is. All of it
is told at once, with the lines of the files that it is about.

Without BUNDLE it looks at the bundles of all locks in this folder and in the folders in it.

Examples:
  rootbake check
  rootbake check roots/mozilla.pem --max-age 6 --as-of 2026-12-01
  rootbake check ca.pem --json
";

/// Checks bundles: locks, lints, second parsers, age
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// PEM file of CA certificates, or one certificate in DER, its lock beside it
    bundle: Option<PathBuf>,
    /// Months after which a bundle is stale, counted from the `as_of` of its lock
    #[arg(long, value_name = "MONTHS", default_value_t = 12)]
    max_age: u16,
    /// The day to measure the age at, as RFC 3339 or seconds since 1970 [default:
    /// SOURCE_DATE_EPOCH, else today]. Lints measure by the `as_of` of the lock, as a build does
    #[arg(long, value_name = "TIME", value_parser = time::parse_time)]
    as_of: Option<Time>,
    /// Tell of what harms nobody, too
    #[arg(long, help_heading = "Output")]
    notes: bool,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// What was found, under the names of the JSON.
#[derive(Debug, Serialize)]
struct Report {
    bundles: Vec<Checked>,
}

/// One bundle, and what was found in it.
#[derive(Debug, Serialize)]
struct Checked {
    file: String,
    lock: Option<String>,
    roots: usize,
    findings: Vec<Finding>,
}

pub(crate) fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let day = match args.as_of {
        Some(day) => day,
        None => time::default_day()?,
    };
    let paths = match &args.bundle {
        Some(path) => vec![path.clone()],
        None => bundles::all()?,
    };
    let limit = stages::Age { months: args.max_age, day };
    let report = Report { bundles: paths.iter().map(|path| stages::check(path, limit)).collect() };
    match args.json {
        true => terminal.json(&report)?,
        false => report.bundles.iter().try_for_each(|checked| checked.print(args, terminal))?,
    }
    let stopped = report.bundles.iter().any(|checked| checked.count(Level::Error) > 0);
    Ok(if stopped { Outcome::Found } else { Outcome::Fine })
}

impl Checked {
    fn print(&self, args: &Args, terminal: &mut Terminal) -> io::Result<()> {
        let shown = |finding: &&Finding| args.notes || finding.severity != Level::Note;
        for finding in self.findings.iter().filter(shown) {
            terminal.show(&excerpt::render(finding))?;
        }
        let [errors, warnings, notes] =
            [Level::Error, Level::Warning, Level::Note].map(|level| self.count(level));
        let verdict = match errors {
            0 => format!("{GOOD}fine{GOOD:#}"),
            errors => many(errors, "error"),
        };
        let more = match (notes, args.notes) {
            (1.., false) => " (--notes shows them)",
            _ => "",
        };
        let [roots, warnings, notes] =
            [(self.roots, "root"), (warnings, "warning"), (notes, "note")]
                .map(|(count, what)| many(count, what));
        let file = &self.file;
        writeln!(terminal.out, "{file}: {roots}, {verdict}, {warnings}, {notes}{more}")
    }

    fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.severity == level).count()
    }
}
