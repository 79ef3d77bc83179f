//! What several commands print as JSON.

use rootbake::Diagnostic;
use serde::{Serialize, Serializer};

/// Diagnostics, as a field of an object.
pub(crate) fn diagnostics_json<S: Serializer>(
    diagnostics: &[Diagnostic],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(diagnostics.iter().map(DiagnosticJson::from))
}

/// A diagnostic under the names of the JSON.
#[derive(Serialize)]
struct DiagnosticJson<'a> {
    code: &'a str,
    severity: String,
    message: &'a str,
    file: &'a str,
    block: Option<u32>,
    line: Option<u32>,
}

impl<'a> From<&'a Diagnostic> for DiagnosticJson<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let Diagnostic { severity, code, message, input, block, line, column: _ } = diagnostic;
        let (severity, block, line) = (severity.to_string(), *block, *line);
        Self { code, severity, message, file: input, block, line }
    }
}
