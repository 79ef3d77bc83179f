//! Fields, and the values that a schema asks of them.

use std::fmt;

use crate::report::Finding;

pub(super) struct Field<'a> {
    pub(super) name: &'a str,
    pub(super) value: Value<'a>,
    pub(super) file: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
    /// The first line of the comment directly in front
    pub(super) comment: Option<&'a str>,
}

pub(super) enum Value<'a> {
    Integer(i128),
    Message(Vec<Field<'a>>),
    Text(Vec<u8>),
    Word(&'a str),
}

/// Fills what a message may say only once.
pub(super) fn once<T>(slot: &mut Option<T>, value: T, field: &Field<'_>) -> Result<(), Finding> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(field.error("bad-programme", "message has a field twice").found(field.name)),
    }
}

impl<'a> Field<'a> {
    pub(super) fn error(&self, code: &'static str, message: &str) -> Finding {
        let Self { file, line, column, .. } = self;
        Finding::error(code, message).at(format_args!("{file}, line {line}, column {column}"))
    }

    pub(super) fn unknown(&self, known: &str) -> Finding {
        // it may be a rule
        self.error("unknown-programme-field", "message has an unknown field")
            .found(self.name)
            .expected(known)
    }

    pub(super) fn integer<T: TryFrom<i128>>(&self) -> Result<T, Finding> {
        let integer = match self.value {
            Value::Integer(integer) => T::try_from(integer).ok(),
            _ => None,
        };
        integer.ok_or_else(|| self.wrong("an integer that fits the field"))
    }

    /// As the text format has it: also `t`, `f`, 1 and 0.
    pub(super) fn boolean(&self) -> Result<bool, Finding> {
        match self.value {
            Value::Word("true" | "True" | "t") | Value::Integer(1) => Ok(true),
            Value::Word("false" | "False" | "f") | Value::Integer(0) => Ok(false),
            _ => Err(self.wrong("true or false")),
        }
    }

    pub(super) fn bytes(&self) -> Result<&[u8], Finding> {
        match &self.value {
            Value::Text(bytes) => Ok(bytes),
            _ => Err(self.wrong("a string in quotes")),
        }
    }

    pub(super) fn text(&self) -> Result<String, Finding> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| self.wrong("a string in UTF-8"))
    }

    pub(super) fn message(&self) -> Result<&[Self], Finding> {
        match &self.value {
            Value::Message(fields) => Ok(fields),
            _ => Err(self.wrong("a message in braces")),
        }
    }

    fn wrong(&self, expected: &str) -> Finding {
        self.error("bad-programme-value", "field has the wrong kind of value")
            .found(format_args!("{}: {}", self.name, self.value))
            .expected(expected)
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(integer) => write!(f, "{integer}"),
            Self::Message(_) => f.write_str("a message"),
            Self::Text(bytes) => write!(f, "\"{}\"", bytes.escape_ascii()),
            Self::Word(word) => f.write_str(word),
        }
    }
}
