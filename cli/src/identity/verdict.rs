use std::io::{self, Write};

use rootbake::{Candidate, Rank};
use serde::Serialize;

use crate::output::{BAD, Failure, GOOD, Outcome};

/// What came out.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It would be shown, with this rank.
    Served { rank: Rank, reason: Option<String> },
    /// It would not.
    Rejected { code: &'static str, reason: String },
}

/// The verdict as a program reads it.
#[derive(Debug, Serialize)]
pub(super) struct Json<'a> {
    result: &'a str,
    rank: Option<&'a str>,
    code: Option<&'a str>,
    message: Option<&'a str>,
}

impl Verdict {
    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Self::Served { rank: Rank::Ok, .. } => Outcome::Fine,
            Self::Served { .. } | Self::Rejected { .. } => Outcome::Found,
        }
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Served { rank: Rank::Ok, .. } => writeln!(out, "{GOOD}served{GOOD:#}: ok"),
            Self::Served { rank, reason } => {
                let reason = reason.as_deref().unwrap_or_default();
                writeln!(out, "{BAD}served[{}]{BAD:#}: {reason}", rank.code())
            }
            Self::Rejected { code, reason } => {
                writeln!(out, "{BAD}rejected[{code}]{BAD:#}: {reason}")
            }
        }
    }

    pub(super) fn json(&self) -> Json<'_> {
        match self {
            Self::Served { rank, reason } => Json {
                result: "served",
                rank: Some(rank.code()),
                code: None,
                message: reason.as_deref(),
            },
            Self::Rejected { code, reason } => {
                Json { result: "rejected", rank: None, code: Some(code), message: Some(reason) }
            }
        }
    }
}

impl From<Candidate> for Verdict {
    fn from(candidate: Candidate) -> Self {
        let Candidate { verdict, reason, .. } = candidate;
        match verdict {
            Ok(rank) => Self::Served { rank, reason },
            Err(rejection) => {
                Self::Rejected { code: rejection.code(), reason: reason.unwrap_or_default() }
            }
        }
    }
}

/// What could not even be loaded is not served.
impl From<&Failure> for Verdict {
    fn from(failure: &Failure) -> Self {
        Self::Rejected { code: failure.code(), reason: failure.to_string() }
    }
}
