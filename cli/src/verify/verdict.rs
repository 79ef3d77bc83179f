use std::io::{self, Write};
use std::iter;

use rootbake::certificate::{Certificate, sha256};
use rootbake::pki_types::CertificateDer;
use rootbake::{Anchor, VerifiedPath, VerifyError};
use serde::Serialize;

use crate::output::{BAD, Failure, GOOD, Outcome, hex};
use crate::rules;

/// What came out.
#[derive(Debug)]
pub(super) enum Verdict {
    /// A path holds: its certificates from the end entity on, the anchor behind them, and the rules
    /// that were imposed on that and are kept.
    Accept { path: Vec<Step>, anchor: Step, rules: Vec<String> },
    /// None does.
    Reject { code: &'static str, message: String, hint: Option<&'static str> },
}

/// One certificate of a path.
#[derive(Debug)]
pub(super) struct Step {
    name: String,
    sha256: String,
}

/// The verdict as a program reads it.
#[derive(Debug, Serialize)]
pub(super) struct Json<'a> {
    result: &'a str,
    code: Option<&'a str>,
    message: Option<&'a str>,
    anchor: Option<&'a str>,
    path: Vec<&'a str>,
}

impl Verdict {
    pub(super) fn accept(end_entity: &CertificateDer<'_>, verified: &VerifiedPath<'_>) -> Self {
        let anchor = Step::of_anchor(&verified.anchor);
        let intermediates = verified.intermediates.iter().copied();
        let mut path: Vec<Step> =
            iter::once(&**end_entity).chain(intermediates).map(Step::of).collect();
        // a certificate that is trusted for itself is both ends of its path
        path.retain(|step| step.sha256 != anchor.sha256);
        let rules = match verified.anchor {
            Anchor::Explicit(_) => Vec::new(),
            Anchor::Baked(root) => rules::imposed(root.constraints()),
        };
        Self::Accept { path, anchor, rules }
    }

    pub(super) fn reject(error: &VerifyError) -> Self {
        let (code, message) = (error.code(), error.to_string());
        let suffix = format!(" [{code}]");
        let message = message.strip_suffix(&suffix).unwrap_or(&message).to_owned();
        Self::Reject { code, message, hint: error.hint() }
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Self::Accept { .. } => Outcome::Fine,
            Self::Reject { .. } => Outcome::Found,
        }
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Accept { path, anchor, rules } => {
                print_path(path, anchor, out)?;
                rules.iter().try_for_each(|rule| writeln!(out, "  kept:     {rule}"))
            }
            Self::Reject { code, message, hint } => {
                writeln!(out, "{BAD}reject[{code}]{BAD:#}: {message}")?;
                hint.iter().try_for_each(|hint| writeln!(out, "  hint:     {hint}"))
            }
        }
    }

    pub(super) fn json(&self) -> Json<'_> {
        match self {
            Self::Accept { path, anchor, rules: _ } => {
                let path = path.iter().chain([anchor]).map(|step| step.sha256.as_str()).collect();
                let anchor = Some(anchor.sha256.as_str());
                Json { result: "accept", code: None, message: None, anchor, path }
            }
            Self::Reject { code, message, hint: _ } => Json {
                result: "reject",
                code: Some(code),
                message: Some(message),
                anchor: None,
                path: Vec::new(),
            },
        }
    }
}

fn print_path(path: &[Step], anchor: &Step, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{GOOD}accept{GOOD:#}: {}", anchor.name)?;
    writeln!(out, "  anchor:   sha256 {}", anchor.sha256)?;
    for (position, Step { name, sha256 }) in path.iter().chain([anchor]).enumerate() {
        let head = if position == 0 { "path:" } else { "" };
        let start = sha256.get(..16).unwrap_or(sha256);
        writeln!(out, "  {head:<9} {start}  {name}")?;
    }
    Ok(())
}

/// What could not even be verified is not accepted.
impl From<&Failure> for Verdict {
    fn from(failure: &Failure) -> Self {
        Self::Reject { code: failure.code(), message: failure.to_string(), hint: None }
    }
}

impl Step {
    fn of(der: &[u8]) -> Self {
        let name = match Certificate::from_der(der) {
            Ok(certificate) => certificate.subject.to_string(),
            Err(error) => format!("certificate that cannot be read: {error}"),
        };
        Self { name, sha256: hex(&sha256(der)) }
    }

    fn of_anchor(anchor: &Anchor<'_>) -> Self {
        match anchor {
            Anchor::Explicit(der) => Self::of(der),
            Anchor::Baked(root) => Self {
                name: match root.label() {
                    Some(label) => format!("{label} ({})", root.subject()),
                    None => root.subject().to_string(),
                },
                sha256: hex(root.fingerprint()),
            },
        }
    }
}
