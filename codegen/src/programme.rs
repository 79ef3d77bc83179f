//! What root programmes say of their roots: NSS's `certdata.txt`, the CCADB report, Chrome's root
//! store.
//!
//! One file goes in, and a [`Programme`] comes out: for each root whether it is trusted for TLS
//! servers, and under which rules. What is not understood is an error, since it may be the rule
//! that keeps a root out.
//!
//! ```
//! use rootbake_codegen::{Programme, Source};
//!
//! let content = br#"
//!     version_major: 40
//!     trust_anchors {
//!       sha256_hex: "55926084ec963a64b96e2abe01ce0ba86a64fbfebcc7aab5afc155b37fd76066"
//!       constraints { sct_not_after_sec: 1820966399 }
//!     }
//! "#;
//! let file = Source { name: "root_store.textproto", content: &content[..] };
//! let programme = Programme::read(file, None)?;
//! assert_eq!(programme.name, "Chrome Root Store 40");
//! let root = programme.roots.first().unwrap();
//! let rules = root.any_of.first().unwrap();
//! assert_eq!(rules.sct_not_after.unwrap().to_string(), "2027-09-14T23:59:59Z");
//! # Ok::<(), rootbake_codegen::Report>(())
//! ```

mod ccadb;
mod certdata;
mod chrome;
mod chrome_json;
mod chrome_textproto;
mod format;
mod names;
mod version;

use std::collections::BTreeMap;
use std::fmt;

use rootbake_core::certificate::{Fingerprint, Purposes, Time};
use rootbake_core::pem;

use crate::bundle::Source;
use crate::fingerprint;
use crate::report::{Finding, Report};
use format::Format;
use version::Version;

/// What a root programme says of its roots, read from one file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Programme {
    /// The programme and its version, as far as the file says it: `NSS certdata.txt`,
    /// `CCADB report`, `Chrome Root Store 40`
    pub name: String,
    /// The version of the product that the rules were chosen for: `154.0.8037.97`. Only Chrome's
    /// root store has rules that depend on it.
    pub product_version: Option<String>,
    /// The roots, in the order of the file; no fingerprint is there twice
    pub roots: Vec<ProgrammeRoot>,
    /// What should be known, but stops nothing
    pub notes: Report,
}

/// What a root programme says of one root.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ProgrammeRoot {
    /// The SHA-256 of the certificate
    pub fingerprint: Fingerprint,
    /// What the programme calls the root
    pub label: Option<String>,
    /// The line of the file where the root begins, counted from 1
    pub line: usize,
    /// Whether the programme trusts the root for TLS servers
    pub verdict: Verdict,
    /// What the programme trusts the root for, where it says so
    pub purposes: Option<Purposes>,
    /// Of certificates for TLS servers, none whose `notBefore` is later is trusted
    pub distrust_after: Option<Time>,
    /// The only names that the root may speak for, in the form of a lock's `permitted_dns`: all
    /// where there is none
    pub permitted_dns: Vec<String>,
    /// Of these, one must hold beside the rules above; none is asked for where there is none
    pub any_of: Vec<ProgrammeRules>,
    /// The certificate, where the file holds it
    pub der: Option<Vec<u8>>,
}

/// Whether a programme trusts a root for TLS servers.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// It does, under the rules beside this.
    Trusted,
    /// It does not: the root is there for other purposes, or for other versions of the product.
    NotTrusted {
        /// Why, in words
        reason: String,
    },
    /// It says of the root that it must not be trusted, whoever else vouches for it.
    Distrusted {
        /// Why, in words
        reason: String,
    },
}

/// One set of rules of several: all of its rules must hold. It has at least one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ProgrammeRules {
    /// No leaf whose `notBefore` is later
    pub distrust_after: Option<Time>,
    /// At least one SCT that is not later
    pub sct_not_after: Option<Time>,
    /// At least one SCT, and only SCTs that are later
    pub sct_all_after: Option<Time>,
    /// The only names that the root may speak for, in the form of a lock's `permitted_dns`
    pub permitted_dns: Vec<String>,
    /// Where the set stands: `Chrome Root Store 40, set 1 of 2, from version 153.0.8010.0 on`
    pub source: String,
}

impl Programme {
    /// Reads what a programme says. The format is known by the content: `certdata.txt` of NSS, the
    /// CCADB's report of included roots as CSV with PEM, or Chrome's root store, as JSON or as
    /// `root_store.textproto`.
    ///
    /// `product_version` is the version of Chrome to choose rules for, `154` or `154.0.8037.97`;
    /// it counts more than the one that the file names.
    ///
    /// The whole file is read even where something is wrong, so that all is told at once. A file
    /// of 1.3 MB takes about 5 milliseconds.
    ///
    /// # Errors
    ///
    /// Where the file has none of these formats, something in it is missing, unknown, twice there
    /// or contradicts itself, or a rule is asked for that rootbake cannot enforce.
    pub fn read(source: Source<'_>, product_version: Option<&str>) -> Result<Self, Report> {
        let source = text(source)?;
        let version = product_version.map(Version::given).transpose()?;
        let programme = match Format::of(source.content) {
            Some(Format::Certdata) => certdata::read(source),
            Some(Format::Ccadb) => ccadb::read(source),
            Some(Format::ChromeJson) => chrome_json::read(source, version),
            Some(Format::ChromeTextproto) => chrome_textproto::read(source, version),
            None => Err(unknown(source).into()),
        }?;
        programme.finish(source.name, version)
    }

    /// The name without its version, which stays from one release to the next: `Chrome Root Store`
    pub fn family(&self) -> &str {
        match self.name.rsplit_once(' ') {
            Some((family, version)) if version.bytes().all(|byte| byte.is_ascii_digit()) => family,
            _ => &self.name,
        }
    }

    fn finish(mut self, file: &str, version: Option<Version>) -> Result<Self, Report> {
        if let (Some(version), None) = (version, &self.product_version) {
            self.notes.push(unused(file, &self.name, version));
        }
        let mut report = Report::default();
        let mut places = BTreeMap::new();
        for root in &self.roots {
            if let Some(first) = places.insert(root.fingerprint, root.line) {
                report.push(twice(root, file, first));
            }
        }
        report.or(self)
    }
}

fn text(source: Source<'_>) -> Result<Source<'_, str>, Finding> {
    let Source { name, content } = source;
    match str::from_utf8(content) {
        // spreadsheets write a byte order mark in front of UTF-8
        Ok(text) => Ok(Source { name, content: text.strip_prefix('\u{feff}').unwrap_or(text) }),
        Err(error) => Err(Finding::error("bad-programme", "file is not text in UTF-8")
            .at(name)
            .found(format_args!("a byte that cannot stand there, at byte {}", error.valid_up_to()))
            .expected(format::KNOWN)),
    }
}

fn unknown(source: Source<'_, str>) -> Finding {
    Finding::error("unknown-programme-format", "file is not one that a root programme publishes")
        .at(source.name)
        .found(format::first_words(source.content))
        .expected(format::KNOWN)
}

fn unused(file: &str, name: &str, version: Version) -> Finding {
    Finding::error("unused-product-version", "rules do not depend on the version of a product")
        .warning()
        .at(file)
        .found(format_args!("version {version} for {name}"))
        .expected("a version only with Chrome's root store")
}

fn twice(root: &ProgrammeRoot, file: &str, first: usize) -> Finding {
    Finding::error("duplicate", "root is in the file twice")
        .root(root.named(file))
        .fact("first", format_args!("{file}, line {first}"))
        .help("take the file from its source again: it would be open which of the two counts")
}

/// Whether a file of unknown content is one that a root programme publishes.
pub(crate) fn is_published(source: Source<'_>) -> bool {
    text(source).is_ok_and(|source| {
        // certificates may stand between all kinds of text; those of a table are no blocks
        pem::blocks(source.content.as_bytes()).all(|block| block.is_err())
            && Format::of(source.content).is_some()
    })
}

impl ProgrammeRoot {
    pub(crate) fn named(&self, file: &str) -> impl fmt::Display {
        named(&self.fingerprint, self.label.as_deref(), file, self.line)
    }
}

/// A root as messages call it.
fn named(fingerprint: &Fingerprint, label: Option<&str>, file: &str, line: usize) -> String {
    let sha256 = fingerprint::hex(fingerprint);
    match label {
        Some(label) => format!("{label:?} (sha256 {sha256}, {file}, line {line})"),
        None => format!("sha256 {sha256} ({file}, line {line})"),
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trusted => f.write_str("trusted"),
            Self::NotTrusted { reason } => write!(f, "not trusted: {reason}"),
            Self::Distrusted { reason } => write!(f, "distrusted: {reason}"),
        }
    }
}
