use std::fmt;

/// Something that was found in what a context was built from: what, and where.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Diagnostic {
    /// Whether it is used all the same
    pub severity: Severity,
    /// The stable name: `bad-certificate`
    pub code: &'static str,
    /// What was found and what was expected, in one sentence
    pub message: String,
    /// The input: the name of its file, or which call it was given in
    pub input: String,
    /// The number of the block in the input, counted from 1
    pub block: Option<u32>,
    /// The line in the input, counted from 1
    pub line: Option<u32>,
    /// The column in that line, in bytes and counted from 1, where one byte is at fault
    pub column: Option<u32>,
}

/// How bad a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Severity {
    /// The input is refused.
    Error,
    /// The input is used.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// `error[bad-certificate]: serialNumber ends ... (ca.pem, block 2, line 31)`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { severity, code, message, input, block, line, column } = self;
        write!(f, "{severity}[{code}]: {message} ({input}")?;
        if let Some(block) = block {
            write!(f, ", block {block}")?;
        }
        if let Some(line) = line {
            write!(f, ", line {line}")?;
        }
        if let Some(column) = column {
            write!(f, ", column {column}")?;
        }
        f.write_str(")")
    }
}
