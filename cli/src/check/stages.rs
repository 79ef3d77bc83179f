use std::path::Path;

use jiff::ToSpan;
use jiff::civil::Date;
use rootbake::certificate::Time;
use rootbake_codegen::{
    Bundle, Decoded, Findings, Lock, Locked, Provenance, Report, audit, refresh,
};

use super::finding::Finding;
use super::{Checked, excerpt};
use crate::bundle::{BundleFiles, LockText};
use crate::input::name_of;
use crate::progress::Progress;

/// What stands behind the last line.
const END: &str = "(the end)";

/// How old a bundle may be on a day.
#[derive(Clone, Copy, Debug)]
pub(super) struct Age {
    pub(super) months: u16,
    pub(super) day: Time,
}

/// All that is found in a bundle, by whatever stage. A stage is left out only where the one before
/// it gave it nothing to look at.
pub(super) fn check(path: &Path, limit: Age) -> Checked {
    let mut checked = Checked { file: name_of(path), lock: None, roots: 0, findings: Vec::new() };
    let files = match BundleFiles::read(path) {
        Ok(files) => files,
        Err(unreadable) => {
            checked.findings.push(Finding::unreadable(&unreadable));
            return checked;
        }
    };
    checked.lock = files.lock.as_ref().map(|lock| lock.name.clone());
    if let Err(report) = checked.look_at(&files, path, limit) {
        checked.findings.extend(Finding::each(&report));
    }
    excerpt::quote(&mut checked.findings, &files);
    checked
}

impl Checked {
    fn look_at(&mut self, files: &BundleFiles, path: &Path, limit: Age) -> Result<(), Report> {
        let decoded = Decoded::from_bytes(files.source())?;
        let bundle = Bundle::read(&decoded)?;
        self.roots = bundle.len();
        let progress = Progress::of(bundle.len(), "reading certificates again");
        self.findings.extend(Finding::each(&audit::audit_with(&bundle, || progress.step())));
        drop(progress);
        match &files.lock {
            Some(lock) => self.hold_against(lock, bundle, files, path, limit),
            None => {
                self.findings.push(no_lock(&self.file));
                Ok(())
            }
        }
    }

    fn hold_against(
        &mut self,
        text: &LockText,
        bundle: Bundle<'_>,
        files: &BundleFiles,
        path: &Path,
        limit: Age,
    ) -> Result<(), Report> {
        let lock = Lock::read(text.source())?;
        self.findings.extend(stale(&lock.provenance, text, limit));
        let file = path.file_name().map(|name| name_of(Path::new(name)));
        let provenance = match file {
            Some(file) => Provenance { file, ..lock.provenance.clone() },
            None => lock.provenance.clone(),
        };
        let fresh = refresh(&bundle, files.source(), Some(text.source()), &provenance, &[])?;
        let locked = Locked::new(bundle, &lock)?;
        if fresh.text != text.content {
            self.findings.push(not_fresh(text, &fresh.text, &self.file));
        }
        let Findings { errors, warnings, notes } = locked.lint();
        self.findings.extend(Finding::each(&errors));
        self.findings.extend(Finding::each(&warnings));
        self.findings.extend(Finding::notes(&notes));
        Ok(())
    }
}

fn no_lock(bundle: &str) -> Finding {
    Finding::error("no-lock", "bundle has no lock beside it", bundle)
        .fact("expected", "a lock that somebody has reviewed")
        .fact(
            "help",
            format_args!("write one with `rootbake lock {bundle} --provenance .. --license ..`"),
        )
}

/// The roots are the same, as an earlier stage has seen: what differs is said of the bundle itself, or
/// is a matter of form.
fn not_fresh(lock: &LockText, fresh: &str, bundle: &str) -> Finding {
    let lines = |text: &str| text.lines().chain([END]).map(str::to_owned).collect::<Vec<_>>();
    let (found, expected) = (lines(&lock.content), lines(fresh));
    let mut pairs = found.iter().zip(&expected).zip(1..);
    let finding =
        Finding::error("lock-not-fresh", "lock is not what would be written now", &lock.name);
    let finding = match pairs.find(|((found, expected), _)| found != expected) {
        Some(((found, expected), line)) => {
            Finding { line: Some(line), ..finding }.fact("found", found).fact("expected", expected)
        }
        None => finding.fact("found", "other line ends"),
    };
    finding
        .fact("help", format_args!("run `rootbake lock {bundle}` and have the difference reviewed"))
}

fn stale(provenance: &Provenance, lock: &LockText, limit: Age) -> Option<Finding> {
    let Age { months, day } = limit;
    let last = date(provenance.as_of)?.checked_add(i32::from(months).months()).ok()?;
    if date(day)? <= last {
        return None;
    }
    let as_of = |line: &str| line.trim_start().starts_with("as_of");
    let line = lock.content.lines().position(as_of).map(|index| index + 1);
    let finding = Finding::error("stale-bundle", "bundle is stale", &lock.name)
        .fact("found", format_args!("as of {}, looked at on {day}", provenance.as_of))
        .fact("expected", format_args!("at most {months} months, which ended on {last}"))
        .fact("help", "take the bundle from its source again, or say --max-age");
    Some(Finding { line, ..finding })
}

fn date(time: Time) -> Option<Date> {
    time.to_string().split('T').next()?.parse().ok()
}
