//! Chrome's root store: what its JSON and its textproto have in common.
//!
//! A root with constraint sets is trusted where at least one of them holds, and a set holds where
//! all that is in it does. Which of them can hold depends on the version of Chrome, so that they
//! are chosen here, for one version. The fields are those of `root_store.proto` of Chromium.

use std::fmt;

use rootbake_core::certificate::{Fingerprint, Purposes, Time};
use serde::Deserialize;

use super::version::Version;
use super::{Programme, ProgrammeRoot, ProgrammeRules, Verdict, named, names};
use crate::report::{Finding, Report};

pub(super) struct Store<'a> {
    pub(super) file: &'a str,
    pub(super) name: String,
    /// The version of Chrome to choose constraint sets for
    pub(super) product_version: Option<Version>,
    pub(super) anchors: Vec<Anchor>,
    pub(super) notes: Report,
}

pub(super) struct Anchor {
    pub(super) fingerprint: Fingerprint,
    pub(super) label: Option<String>,
    pub(super) line: usize,
    /// `trust_anchors` are for TLS, and of `additional_certs` those that say so
    pub(super) is_for_tls: bool,
    pub(super) constraints: Vec<ConstraintSet>,
    pub(super) der: Option<Vec<u8>>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConstraintSet {
    pub(super) sct_not_after_sec: Option<i64>,
    pub(super) sct_all_after_sec: Option<i64>,
    pub(super) min_version: Option<String>,
    pub(super) max_version_exclusive: Option<String>,
    #[serde(default)]
    pub(super) permitted_dns_names: Vec<String>,
    pub(super) index_not_after: Option<u64>,
    pub(super) index_after: Option<u64>,
    pub(super) validity_starts_not_after_sec: Option<i64>,
    pub(super) validity_starts_after_sec: Option<i64>,
}

impl Store<'_> {
    pub(super) fn evaluate(self) -> Result<Programme, Report> {
        let Self { file, name, product_version, anchors, notes } = self;
        let mut evaluation = Evaluation { file, name, product_version, notes };
        let (mut report, mut roots) = (Report::default(), Vec::new());
        for anchor in anchors {
            let known = named(&anchor.fingerprint, anchor.label.as_deref(), file, anchor.line);
            match evaluation.root(anchor) {
                Ok(root) => roots.push(root),
                // it is the same version for all of them
                Err(finding) if finding.code() == NEEDED && report.has(NEEDED) => (),
                Err(finding) => report.push(finding.led_by("root", known)),
            }
        }
        if roots.is_empty() && report.is_empty() {
            report.push(
                Finding::error("no-roots", "root store holds no root")
                    .at(file)
                    .expected("at least one trust anchor"),
            );
        }
        let Evaluation { file: _, name, product_version, notes } = evaluation;
        let product_version = product_version.map(|version| version.to_string());
        report.or(Programme { name, product_version, roots, notes })
    }
}

const NEEDED: &str = "product-version-needed";

struct Evaluation<'a> {
    file: &'a str,
    name: String,
    product_version: Option<Version>,
    notes: Report,
}

/// A constraint set that applies to the version: its rules, or `None` where it has none and so
/// always holds.
type Applicable = Option<ProgrammeRules>;

impl Evaluation<'_> {
    fn root(&mut self, anchor: Anchor) -> Result<ProgrammeRoot, Finding> {
        let (verdict, any_of) = match anchor.is_for_tls {
            true => self.verdict(&anchor)?,
            false => (not_for_tls(), Vec::new()),
        };
        let Anchor { fingerprint, label, line, is_for_tls, constraints: _, der } = anchor;
        Ok(ProgrammeRoot {
            fingerprint,
            label,
            line,
            verdict,
            purposes: is_for_tls.then_some(Purposes::SERVER_AUTH),
            distrust_after: None,
            permitted_dns: Vec::new(),
            any_of,
            der,
        })
    }

    fn verdict(&mut self, anchor: &Anchor) -> Result<(Verdict, Vec<ProgrammeRules>), Finding> {
        let applicable = self.applicable(anchor)?;
        if applicable.is_empty() && !anchor.constraints.is_empty() {
            // `applicable` asks for a version before it drops a set
            let version = self.product_version.map(|version| version.to_string());
            let reason = format!(
                "none of its {} constraint sets applies to version {}",
                anchor.constraints.len(),
                version.unwrap_or_default()
            );
            return Ok((Verdict::NotTrusted { reason }, Vec::new()));
        }
        // a set without rules holds for everything, and so do all sets together
        let all: Option<Vec<ProgrammeRules>> = applicable.into_iter().collect();
        Ok((Verdict::Trusted, all.unwrap_or_default()))
    }

    fn applicable(&mut self, anchor: &Anchor) -> Result<Vec<Applicable>, Finding> {
        let count = anchor.constraints.len();
        let mut applicable = Vec::new();
        for (number, set) in (1..).zip(&anchor.constraints) {
            let place = format_args!("set {number} of {count}").to_string();
            let in_set = |finding: Finding| finding.led_by("set", &place);
            let bounds = Bounds::read(set).map_err(in_set)?;
            match self.is_within(&bounds).map_err(in_set)? {
                true => {
                    let source = format!("{}, {place}{bounds}", self.name);
                    applicable.push(rules(set, source).map_err(in_set)?);
                }
                false => self.tell_dropped(anchor, &format!("{place}{bounds}")),
            }
        }
        Ok(applicable)
    }

    fn is_within(&self, bounds: &Bounds) -> Result<bool, Finding> {
        match (bounds, self.product_version) {
            (Bounds { from: None, before: None }, _) => Ok(true),
            (Bounds { from, before }, Some(version)) => Ok(from.is_none_or(|from| from <= version)
                && before.is_none_or(|before| version < before)),
            (_, None) => Err(Finding::error(
                NEEDED,
                "rules of a root depend on the version of Chrome, and none is known",
            )
            .help("say for which one as `--product-version 154.0.8037.97`")),
        }
    }

    fn tell_dropped(&mut self, anchor: &Anchor, set: &str) {
        let version = self.product_version.map(|version| version.to_string());
        let root = named(&anchor.fingerprint, anchor.label.as_deref(), self.file, anchor.line);
        self.notes.push(
            Finding::error("set-for-other-versions", "constraint set does not apply")
                .warning()
                .root(root)
                .found(set)
                .expected(format_args!("version {}", version.unwrap_or_default())),
        );
    }
}

fn not_for_tls() -> Verdict {
    Verdict::NotTrusted {
        reason: "it is an additional certificate, and no anchor for TLS".to_owned(),
    }
}

/// The versions that a set is for: from the first on, and before the second.
struct Bounds {
    from: Option<Version>,
    before: Option<Version>,
}

impl Bounds {
    fn read(set: &ConstraintSet) -> Result<Self, Finding> {
        let read = |text: &Option<String>| text.as_deref().map(Version::read).transpose();
        Ok(Self { from: read(&set.min_version)?, before: read(&set.max_version_exclusive)? })
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { from: None, before: None } => Ok(()),
            Self { from: Some(from), before: None } => write!(f, ", from version {from} on"),
            Self { from: None, before: Some(before) } => write!(f, ", before version {before}"),
            Self { from: Some(from), before: Some(before) } => {
                write!(f, ", from version {from} on and before version {before}")
            }
        }
    }
}

fn rules(set: &ConstraintSet, source: String) -> Result<Applicable, Finding> {
    let ConstraintSet {
        sct_not_after_sec,
        sct_all_after_sec,
        min_version: _,
        max_version_exclusive: _,
        permitted_dns_names,
        index_not_after,
        index_after,
        validity_starts_not_after_sec,
        validity_starts_after_sec,
    } = set;
    refuse("index_not_after", index_not_after)?;
    refuse("index_after", index_after)?;
    refuse("validity_starts_after_sec", validity_starts_after_sec)?;
    let names = permitted_dns_names.iter().map(|name| names::permitted(name));
    let rules = ProgrammeRules {
        distrust_after: time("validity_starts_not_after_sec", *validity_starts_not_after_sec)?,
        sct_not_after: time("sct_not_after_sec", *sct_not_after_sec)?,
        sct_all_after: time("sct_all_after_sec", *sct_all_after_sec)?,
        permitted_dns: names.collect::<Result<_, _>>()?,
        source,
    };
    Ok(Some(rules).filter(|rules| !rules.is_empty()))
}

impl ProgrammeRules {
    fn is_empty(&self) -> bool {
        let Self { distrust_after, sct_not_after, sct_all_after, permitted_dns, source: _ } = self;
        distrust_after.is_none()
            && sct_not_after.is_none()
            && sct_all_after.is_none()
            && permitted_dns.is_empty()
    }
}

fn refuse(rule: &'static str, value: &Option<impl fmt::Display>) -> Result<(), Finding> {
    match value {
        None => Ok(()),
        Some(value) => Err(Finding::error(
            "rule-not-enforceable",
            "root has a rule that rootbake cannot enforce",
        )
        .found(format_args!("{rule}: {value}"))
        .expected(
            "sct_not_after_sec, sct_all_after_sec, permitted_dns_names or \
             validity_starts_not_after_sec",
        )
        .help("leave the root out: what cannot be enforced is not trusted")),
    }
}

/// The last second that RFC 5280 can say, 9999-12-31T23:59:59Z
const LAST_SECOND: i64 = 253_402_300_799;

fn time(field: &'static str, seconds: Option<i64>) -> Result<Option<Time>, Finding> {
    match seconds {
        Some(outside) if !(0..=LAST_SECOND).contains(&outside) => {
            Err(Finding::error("bad-programme-value", "time is out of bounds")
                .found(format_args!("{field}: {outside}"))
                .expected(format_args!("seconds since 1970, 0 to {LAST_SECOND}")))
        }
        seconds => Ok(seconds.map(Time::from_unix_seconds)),
    }
}
