//! What the commands say: to standard output what was asked for, to standard error what is wrong.

use std::fmt;
use std::io::{self, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::CommandFactory;
use clap::error::ErrorKind;
use comfy_table::{CellAlignment, Table, presets};
use rootbake::{Diagnostic, Severity};
use rootbake_codegen::{LockChange, Report};

pub(crate) const EXIT_CODES: &str = "Exit codes: 0 fine (warnings go to standard error), 1 refused or something found, 2 wrong \
     usage";

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
const ODD: Style = AnsiColor::Yellow.on_default().bold();

/// How a command ended that did what it was asked for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Outcome {
    Fine,
    /// Something was refused or found, and has been told.
    Found,
}

/// Why a command did not do what it was asked for.
#[derive(Debug)]
pub(crate) enum Failure {
    Context(rootbake::Error),
    /// The demonstration did not show what it is there to show
    Demo(String),
    Input(Diagnostic),
    Output(io::Error),
    Report(Report),
    Usage(clap::Error),
}

impl Failure {
    /// Arguments that do not go together, told as clap tells of those that it knows to be wrong.
    pub(crate) fn usage(command: &str, kind: ErrorKind, message: impl fmt::Display) -> Self {
        let mut cli = crate::Cli::command();
        cli.build();
        let error = match cli.find_subcommand_mut(command) {
            Some(command) => command.error(kind, message),
            None => cli.error(kind, message),
        };
        Self::Usage(error)
    }

    /// The stable name of the failure; of several findings, that of the first.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Context(error) => error.code(),
            Self::Demo(_) => "demo-failed",
            Self::Input(diagnostic) => diagnostic.code,
            Self::Output(_) => "not-writable",
            Self::Report(report) => report.findings().first().map_or("findings", |f| f.code()),
            Self::Usage(_) => "usage",
        }
    }
}

/// In the shape `error[code]: message`, facts behind it.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code();
        match self {
            Self::Context(
                error @ (rootbake::Error::Input(_) | rootbake::Error::Identity { .. }),
            ) => write!(f, "{error}"),
            Self::Context(error) => write!(f, "error[{code}]: {error}"),
            Self::Demo(message) => write!(f, "error[{code}]: {message}"),
            Self::Input(diagnostic) => write!(f, "{diagnostic}"),
            Self::Output(error) => write!(f, "error[{code}]: output cannot be written: {error}"),
            Self::Report(report) => write!(f, "{report}"),
            Self::Usage(error) => write!(f, "{error}"),
        }
    }
}

impl From<rootbake::Error> for Failure {
    fn from(error: rootbake::Error) -> Self {
        Self::Context(error)
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Input(diagnostic)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<Report> for Failure {
    fn from(report: Report) -> Self {
        Self::Report(report)
    }
}

/// Both streams, with colours where a terminal wants them (and `NO_COLOR` does not object).
pub(crate) struct Terminal {
    pub(crate) out: AutoStream<io::StdoutLock<'static>>,
    err: AutoStream<io::StderrLock<'static>>,
}

impl Terminal {
    pub(crate) fn new() -> Self {
        Self { out: anstream::stdout().lock(), err: anstream::stderr().lock() }
    }

    /// Tells of a finding on standard error, in the words of who found it.
    pub(crate) fn tell(&mut self, finding: &impl fmt::Display) -> io::Result<()> {
        for line in finding.to_string().lines() {
            match split_head(line) {
                Some((style, head, rest)) => {
                    writeln!(self.err, "{style}{head}{style:#}{rest}")?;
                }
                None => writeln!(self.err, "{line}")?,
            }
        }
        Ok(())
    }

    /// Text with styles of its own, on standard error.
    pub(crate) fn show(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.err, "{text}")
    }

    /// Text on standard output, as it is.
    pub(crate) fn print(&mut self, content: &[u8]) -> io::Result<()> {
        self.out.write_all(content)
    }

    /// Tells of all that was found. Of warnings of one kind that repeat in one file, as where a
    /// folder holds each certificate both in a file of its own and in one of all, the first.
    pub(crate) fn tell_all(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        let is_same_kind = |a: &Diagnostic, b: &Diagnostic| {
            (a.severity, a.code, &a.input) == (b.severity, b.code, &b.input)
        };
        diagnostics.chunk_by(is_same_kind).try_for_each(|chunk| self.tell_chunk(chunk))
    }

    fn tell_chunk(&mut self, chunk: &[Diagnostic]) -> io::Result<()> {
        const SHOWN: usize = 3;
        let repeats = chunk.iter().all(|diagnostic| diagnostic.severity == Severity::Warning);
        let shown = if repeats { SHOWN } else { chunk.len() };
        chunk.iter().take(shown).try_for_each(|diagnostic| self.tell(diagnostic))?;
        match (chunk.len().saturating_sub(shown), chunk.first()) {
            (more @ 1.., Some(Diagnostic { code, input, .. })) => self.tell(&format!(
                "warning[{code}]: and {more} more like it, see `rootbake show --json` ({input})"
            )),
            _ => Ok(()),
        }
    }

    /// The last word of a command. That it cannot be told either is no reason to panic.
    pub(crate) fn tell_failure(&mut self, failure: &Failure) {
        let _ = match failure {
            // who reads has gone away
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Failure::Usage(error) => error.print(),
            failure => self.tell(failure),
        };
    }

    /// A table on standard output, its head in bold; from one column on there are numbers.
    pub(crate) fn table(
        &mut self,
        head: &[&str],
        numbers_from: usize,
        rows: Vec<Vec<String>>,
    ) -> io::Result<()> {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING).set_header(head).add_rows(rows);
        for (index, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if index >= numbers_from {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let text = table.trim_fmt();
        let (head, rows) = text.split_once('\n').unwrap_or((&text, ""));
        writeln!(self.out, "{BOLD}{head}{BOLD:#}")?;
        rows.lines().try_for_each(|row| writeln!(self.out, "{row}"))
    }

    /// Differences on standard output, a sentence on each line.
    pub(crate) fn changes(&mut self, changes: &[LockChange]) -> io::Result<()> {
        changes.iter().try_for_each(|change| {
            let style = match change {
                LockChange::Added(_) => GOOD,
                LockChange::Removed(_) => BAD,
                LockChange::Ruled { .. } => Style::new(),
            };
            let sentence = visible(&change.to_string());
            let (first, rest) = sentence.split_once(' ').unwrap_or((&sentence, ""));
            writeln!(self.out, "{style}{first}{style:#} {rest}")
        })
    }

    /// One JSON object on standard output.
    pub(crate) fn json(&mut self, object: &impl serde::Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, object)?;
        writeln!(self.out)
    }
}

/// `error[code]` or `warning[code]` at the start of a line, and its colour.
fn split_head(line: &str) -> Option<(Style, &str, &str)> {
    let style = match line {
        _ if line.starts_with("error[") => BAD,
        _ if line.starts_with("warning[") => ODD,
        _ => return None,
    };
    let (head, rest) = line.split_at_checked(line.find(']')? + 1)?;
    Some((style, head, rest))
}

/// An error that concerns an input as a whole.
pub(crate) fn refused(input: &str, code: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code,
        message: message.into(),
        input: input.to_owned(),
        block: None,
        line: None,
        column: None,
    }
}

/// A warning that concerns an input as a whole.
pub(crate) fn noted(input: &str, code: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..refused(input, code, message) }
}

/// Whether something was refused.
pub(crate) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// A fingerprint as 64 hexadecimal digits.
pub(crate) fn hex(fingerprint: &[u8; 32]) -> String {
    fingerprint.iter().fold(String::with_capacity(64), |mut text, byte| {
        text.push_str(&format!("{byte:02x}"));
        text
    })
}

/// Text from outside, without what steers a terminal or turns the direction of its text.
pub(crate) fn visible(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, character| {
        match character {
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => {
                shown.extend(character.escape_unicode());
            }
            _ if character.is_control() => shown.extend(character.escape_unicode()),
            _ => shown.push(character),
        }
        shown
    })
}

/// `1 root`, `118 roots`
pub(crate) fn many(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
