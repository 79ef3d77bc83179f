use rootbake::Diagnostic;
use rootbake_codegen::{Report, Severity};
use serde::Serialize;

/// One thing that was found in a bundle or in its lock.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Finding {
    pub(super) code: &'static str,
    pub(super) severity: Level,
    pub(super) message: String,
    pub(super) file: Option<String>,
    pub(super) line: Option<usize>,
    pub(super) facts: Vec<Fact>,
    /// The line, as far as it may be shown
    #[serde(skip)]
    pub(super) excerpt: Option<String>,
}

/// What belongs to a finding: `found`, `expected`, `help`, ...
#[derive(Clone, Debug, Serialize)]
pub(super) struct Fact {
    pub(super) name: &'static str,
    pub(super) value: String,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Error,
    Warning,
    /// It harms nobody
    Note,
}

impl Finding {
    pub(super) fn error(code: &'static str, message: &str, file: &str) -> Self {
        Self {
            code,
            severity: Level::Error,
            message: message.to_owned(),
            file: Some(file.to_owned()),
            line: None,
            facts: Vec::new(),
            excerpt: None,
        }
    }

    pub(super) fn unreadable(file: &Diagnostic) -> Self {
        Self::error(file.code, &file.message, &file.input)
    }

    pub(super) fn fact(mut self, name: &'static str, value: impl ToString) -> Self {
        self.facts.push(Fact { name, value: value.to_string() });
        self
    }

    /// The findings of a stage, as bad as they say.
    pub(super) fn each(report: &Report) -> Vec<Self> {
        report.findings().iter().map(Self::of).collect()
    }

    pub(super) fn notes(report: &Report) -> Vec<Self> {
        Self::each(report).into_iter().map(|note| Self { severity: Level::Note, ..note }).collect()
    }

    fn of(finding: &rootbake_codegen::Finding) -> Self {
        let place = finding.place();
        let facts = finding.facts().map(|(name, value)| Fact { name, value: value.to_owned() });
        Self {
            code: finding.code(),
            severity: match finding.severity() {
                Severity::Error => Level::Error,
                Severity::Warning => Level::Warning,
            },
            message: finding.message().to_owned(),
            file: place.map(|(file, _)| file.to_owned()),
            line: place.map(|(_, line)| line),
            facts: facts.collect(),
            excerpt: None,
        }
    }
}
