use std::fmt;

use crate::bundle::Place;
use crate::lock::Policy;

/// Everything that stops a bundle from being baked, or that should be known of it.
///
/// Displayed as the findings one after the other, each as its [`Finding`] is.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Report {
    findings: Vec<Finding>,
}

impl Report {
    /// The findings, in the order of the bundle.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The findings, to own.
    pub fn into_findings(self) -> Vec<Finding> {
        self.findings
    }

    /// Whether there is a finding with this code.
    pub fn has(&self, code: &str) -> bool {
        self.findings.iter().any(|finding| finding.code == code)
    }

    pub(crate) fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Takes over the findings of another.
    pub fn extend(&mut self, other: Self) {
        self.findings.extend(other.findings);
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// The findings, each changed.
    pub(crate) fn each(self, change: impl Fn(Finding) -> Finding) -> Self {
        Self { findings: self.findings.into_iter().map(change).collect() }
    }

    /// What was made, unless something was found.
    pub(crate) fn or<T>(self, made: T) -> Result<T, Self> {
        match self.is_empty() {
            true => Ok(made),
            false => Err(self),
        }
    }
}

/// Does the same with each, and tells what is wrong with all of them at once.
pub(crate) fn each<T, U>(
    items: impl IntoIterator<Item = T>,
    mut make: impl FnMut(T) -> Result<U, Report>,
) -> Result<Vec<U>, Report> {
    let mut report = Report::default();
    let mut made = Vec::new();
    for item in items {
        match make(item) {
            Ok(item) => made.push(item),
            Err(errors) => report.extend(errors),
        }
    }
    report.or(made)
}

impl From<Finding> for Report {
    fn from(finding: Finding) -> Self {
        Self { findings: vec![finding] }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, finding) in self.findings.iter().enumerate() {
            if position > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{finding}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Report {}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Severity {
    /// Nothing is baked.
    Error,
    /// It is baked all the same.
    Warning,
}

/// One thing that was found: what, where, what was expected, and what to do.
///
/// ```text
/// error[root-not-locked]: root is in the bundle but not in the lock
///   root:     "Example Root X2" (roots/example.pem, block 2, line 31)
///   found:    sha256 69729b8e...
///   expected: one of the 117 fingerprints in roots/example.lock
///   help:     if it is meant to be trusted, run `rootbake lock roots/example.pem` and have ...
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Finding {
    severity: Severity,
    code: &'static str,
    message: String,
    facts: Vec<(&'static str, String)>,
    /// The file, and the line in it
    place: Option<(String, usize)>,
}

impl Finding {
    pub(crate) fn error(code: &'static str, message: impl Into<String>) -> Self {
        let (severity, message, facts) = (Severity::Error, message.into(), Vec::new());
        Self { severity, code, message, facts, place: None }
    }

    pub(crate) fn warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// A warning as the error that it is where nobody sees warnings.
    pub(crate) fn undecided(self) -> Self {
        let finding = Self { severity: Severity::Error, ..self };
        match Policy::LINTS.iter().find(|(_, lint)| *lint == finding.code) {
            Some((key, _)) => {
                finding.help(format_args!("or say what becomes of it: policy({key} = \"keep\")"))
            }
            None => finding,
        }
    }

    pub(crate) fn with_message(self, message: String) -> Self {
        Self { message, ..self }
    }

    pub(crate) fn at(self, place: impl fmt::Display) -> Self {
        self.fact("at", place)
    }

    /// Where an excerpt of the source would be of help, which no text says.
    pub(crate) fn on(self, file: &str, line: usize) -> Self {
        Self { place: Some((file.to_owned(), line)), ..self }
    }

    pub(crate) fn on_place(self, place: &Place<'_>) -> Self {
        self.on(place.file, usize::try_from(place.line).unwrap_or(0))
    }

    pub(crate) fn root(self, root: impl fmt::Display) -> Self {
        self.fact("root", root)
    }

    pub(crate) fn found(self, found: impl fmt::Display) -> Self {
        self.fact("found", found)
    }

    pub(crate) fn expected(self, expected: impl fmt::Display) -> Self {
        self.fact("expected", expected)
    }

    pub(crate) fn help(self, help: impl fmt::Display) -> Self {
        self.fact("help", help)
    }

    pub(crate) fn fact(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.facts.push((name, value.to_string()));
        self
    }

    /// A fact in front of the others, for where only a caller knows it.
    pub(crate) fn led_by(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.facts.insert(0, (name, value.to_string()));
        self
    }

    /// The stable name of the finding.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// The finding as it is displayed, for where something else says how bad it is in front of it:
    /// `[root-not-locked] root is in the bundle but not in the lock`, and the facts.
    pub fn without_severity(&self) -> String {
        let displayed = self.to_string();
        let behind = displayed.split_once(": ").map_or("", |(_, behind)| behind);
        format!("[{}] {behind}", self.code)
    }

    /// What was found, in one sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What belongs to it, each under a name: `root`, `found`, `expected`, `help`, ...
    pub fn facts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.facts.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// The file that it is about, and the line in it, counted from 1.
    pub fn place(&self) -> Option<(&str, usize)> {
        self.place.as_ref().map(|(file, line)| (file.as_str(), *line))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        writeln!(f, "{severity}[{}]: {}", self.code, self.message)?;
        for (name, value) in &self.facts {
            writeln!(f, "  {:<9} {value}", format_args!("{name}:").to_string())?;
        }
        Ok(())
    }
}
