//! `TrustAnchor`, `MtcAnchor` and `ConstraintSet` of `root_store.proto`.

use rootbake_core::certificate::{Fingerprint, sha256};

use super::field::{Field, once};
use crate::programme::chrome::{Anchor, ConstraintSet};
use crate::programme::chrome_json;
use crate::report::Finding;

/// The two lists of certificates that a store has.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum List {
    AdditionalCerts,
    TrustAnchors,
}

const ANCHOR: &str = "sha256_hex, der, ev_policy_oids, constraints, display_name, eutl, \
                      enforce_anchor_expiry, enforce_anchor_constraints, tls_trust_anchor, \
                      trust_anchor_id or crs_root_id";

const MTC: &str = "log_id, constraints, tls_trust_anchor or crs_root_id";

const CONSTRAINTS: &str = "sct_not_after_sec, sct_all_after_sec, min_version, \
                           max_version_exclusive, permitted_dns_names, index_not_after, \
                           index_after, validity_starts_not_after_sec or \
                           validity_starts_after_sec";

/// What is said of a certificate, each at most once.
#[derive(Default)]
struct Said {
    certificate: Option<(Fingerprint, Option<Vec<u8>>)>,
    constraints: Vec<ConstraintSet>,
    display_name: Option<String>,
    eutl: Option<bool>,
    enforce_anchor_expiry: Option<bool>,
    enforce_anchor_constraints: Option<bool>,
    tls_trust_anchor: Option<bool>,
    trust_anchor_id: Option<()>,
    crs_root_id: Option<i32>,
}

pub(super) fn read(anchor: &Field<'_>, list: List) -> Result<Anchor, Finding> {
    let mut said = Said::default();
    for field in anchor.message()? {
        said.read(field)?;
    }
    let is_for_tls = match (list, said.tls_trust_anchor) {
        (List::TrustAnchors, Some(false)) => return Err(contradiction(anchor)),
        (List::TrustAnchors, _) => true,
        (List::AdditionalCerts, said) => said.unwrap_or(false),
    };
    let (fingerprint, der) = said.certificate.ok_or_else(|| nameless(anchor))?;
    Ok(Anchor {
        fingerprint,
        label: said.display_name.or_else(|| anchor.comment.map(str::to_owned)),
        line: anchor.line,
        is_for_tls,
        constraints: said.constraints,
        der,
    })
}

fn contradiction(anchor: &Field<'_>) -> Finding {
    anchor
        .error("contradiction", "trust anchor says that it is none")
        .found("tls_trust_anchor: false")
        .expected("no such field: all trust_anchors are for TLS")
}

fn nameless(anchor: &Field<'_>) -> Finding {
    anchor
        .error("missing-programme-field", "anchor names no certificate")
        .expected("sha256_hex with 64 hexadecimal digits in lower case")
}

impl Said {
    fn read(&mut self, field: &Field<'_>) -> Result<(), Finding> {
        match field.name {
            "constraints" => {
                self.constraints.push(constraint_set(field)?);
                Ok(())
            }
            "crs_root_id" => once(&mut self.crs_root_id, field.integer()?, field),
            "der" => {
                let der = field.bytes()?;
                once(&mut self.certificate, (sha256(der), Some(der.to_vec())), field)
            }
            "display_name" => once(&mut self.display_name, field.text()?, field),
            "enforce_anchor_constraints" => {
                once(&mut self.enforce_anchor_constraints, field.boolean()?, field)
            }
            "enforce_anchor_expiry" => {
                once(&mut self.enforce_anchor_expiry, field.boolean()?, field)
            }
            "eutl" => once(&mut self.eutl, field.boolean()?, field),
            "ev_policy_oids" => field.text().map(drop),
            "sha256_hex" => once(&mut self.certificate, (fingerprint(field)?, None), field),
            "tls_trust_anchor" => once(&mut self.tls_trust_anchor, field.boolean()?, field),
            "trust_anchor_id" => once(&mut self.trust_anchor_id, field.bytes().map(drop)?, field),
            _ => Err(field.unknown(ANCHOR)),
        }
    }
}

fn fingerprint(field: &Field<'_>) -> Result<Fingerprint, Finding> {
    let Field { file, line, column, .. } = field;
    chrome_json::sha256(&field.text()?).map_err(|finding| {
        finding.led_by("at", format_args!("{file}, line {line}, column {column}"))
    })
}

fn constraint_set(set: &Field<'_>) -> Result<ConstraintSet, Finding> {
    let mut read = ConstraintSet::default();
    for field in set.message()? {
        match field.name {
            "index_after" => once(&mut read.index_after, field.integer()?, field),
            "index_not_after" => once(&mut read.index_not_after, field.integer()?, field),
            "max_version_exclusive" => once(&mut read.max_version_exclusive, field.text()?, field),
            "min_version" => once(&mut read.min_version, field.text()?, field),
            "permitted_dns_names" => {
                read.permitted_dns_names.push(field.text()?);
                Ok(())
            }
            "sct_all_after_sec" => once(&mut read.sct_all_after_sec, field.integer()?, field),
            "sct_not_after_sec" => once(&mut read.sct_not_after_sec, field.integer()?, field),
            "validity_starts_after_sec" => {
                once(&mut read.validity_starts_after_sec, field.integer()?, field)
            }
            "validity_starts_not_after_sec" => {
                once(&mut read.validity_starts_not_after_sec, field.integer()?, field)
            }
            _ => Err(field.unknown(CONSTRAINTS)),
        }?;
    }
    Ok(read)
}

/// An anchor that is no certificate: it is passed over, but what is in it must be known.
pub(super) fn check_mtc(anchor: &Field<'_>) -> Result<(), Finding> {
    for field in anchor.message()? {
        match field.name {
            "constraints" => constraint_set(field).map(drop),
            "crs_root_id" => field.integer::<i32>().map(drop),
            "log_id" => field.bytes().map(drop),
            "tls_trust_anchor" => field.boolean().map(drop),
            _ => Err(field.unknown(MTC)),
        }?;
    }
    Ok(())
}
