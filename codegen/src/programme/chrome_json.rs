//! Chrome's root store as JSON: an object with the version of the store, that of Chrome, and the
//! anchors with their constraint sets, as made from the crate `chromium-roots`.

use rootbake_core::certificate::Fingerprint;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::Programme;
use super::chrome::{Anchor, ConstraintSet, Store};
use super::version::Version;
use crate::bundle::Source;
use crate::fingerprint;
use crate::report::{Finding, Report};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    root_store_version: u64,
    chrome: Option<String>,
    /// Kept as text, so that it is known on which line each begins
    #[serde(borrow)]
    anchors: Vec<&'a RawValue>,
    #[expect(dead_code, reason = "says where the data are from")]
    source: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonAnchor {
    sha256: String,
    display_name: Option<String>,
    constraints: Vec<ConstraintSet>,
    #[expect(dead_code, reason = "both kinds are anchors for TLS")]
    kind: Kind,
    #[expect(dead_code, reason = "no rule of trust")]
    crs_root_id: Option<i32>,
    #[expect(dead_code, reason = "no rule of trust")]
    trust_anchor_id_hex: Option<String>,
    #[expect(dead_code, reason = "what may be shown of a certificate, no rule of trust")]
    ev_policy_oids: Option<Vec<String>>,
    #[expect(dead_code, reason = "what may be shown of a certificate, no rule of trust")]
    eutl: Option<bool>,
    #[expect(dead_code, reason = "dates are enforced either way")]
    enforce_anchor_expiry: Option<bool>,
    #[expect(dead_code, reason = "constraints are enforced either way")]
    enforce_anchor_constraints: Option<bool>,
}

#[derive(Deserialize)]
enum Kind {
    Root,
    Additional,
}

pub(super) fn read(
    source: Source<'_, str>,
    asked_for: Option<Version>,
) -> Result<Programme, Report> {
    let file = source.name;
    let document: Document<'_> =
        serde_json::from_str(source.content).map_err(|error| not_a_store(file, 1, &error))?;
    let own = document.chrome.as_deref().map(Version::read).transpose();
    let own = own.map_err(|finding| finding.led_by("field", "chrome").led_by("at", file))?;
    let (mut report, mut anchors) = (Report::default(), Vec::new());
    for text in document.anchors {
        match anchor(file, text.get(), line_of(source.content, text.get())) {
            Ok(anchor) => anchors.push(anchor),
            Err(finding) => report.push(finding),
        }
    }
    let name = format!("Chrome Root Store {}", document.root_store_version);
    let notes = Report::default();
    let store = Store { file, name, product_version: asked_for.or(own), anchors, notes };
    report.or(store)?.evaluate()
}

fn anchor(file: &str, text: &str, line: usize) -> Result<Anchor, Finding> {
    let anchor: JsonAnchor =
        serde_json::from_str(text).map_err(|error| not_a_store(file, line, &error))?;
    let fingerprint = sha256(&anchor.sha256).map_err(|finding| {
        finding.led_by("at", format_args!("{file}, in the anchor of line {line}"))
    })?;
    Ok(Anchor {
        fingerprint,
        label: anchor.display_name,
        line,
        is_for_tls: true,
        constraints: anchor.constraints,
        der: None,
    })
}

/// A fingerprint as both forms of the store have it.
pub(super) fn sha256(text: &str) -> Result<Fingerprint, Finding> {
    fingerprint::parse(text).ok_or_else(|| {
        Finding::error("bad-programme-value", "sha256 is not one")
            .found(format_args!("{text:?}"))
            .expected("64 hexadecimal digits in lower case")
    })
}

/// `first` is the line on which the text that was read begins.
fn not_a_store(file: &str, first: usize, error: &serde_json::Error) -> Finding {
    let line = first + error.line().saturating_sub(1);
    let words = error.to_string();
    // its own place counts from the beginning of the text that it was given
    let words = words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words);
    // and it quotes names as they are
    let words: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    Finding::error("bad-programme", "file is not Chrome's root store as JSON")
        .at(format_args!("{file}, line {line}"))
        .found(words)
}

/// The line on which a part of a text begins.
fn line_of(text: &str, part: &str) -> usize {
    let offset = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}
