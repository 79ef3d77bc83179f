//! Chrome's root store as Chromium's source has it, `root_store.textproto`: a `RootStore` of
//! `root_store.proto` in the text format of protocol buffers.

mod anchor;
mod field;
mod lexer;
mod message;

use super::Programme;
use super::chrome::Store;
use super::version::Version;
use crate::bundle::Source;
use crate::report::{Finding, Report};
use anchor::List;
use field::{Field, once};

pub(super) fn read(
    source: Source<'_, str>,
    product_version: Option<Version>,
) -> Result<Programme, Report> {
    let file = source.name;
    let fields = message::read(source)?;
    let (mut report, mut notes) = (Report::default(), Report::default());
    let (mut version, mut anchors) = (None, Vec::new());
    for field in &fields {
        let read = match field.name {
            "version_major" => field.integer::<i64>().and_then(|v| once(&mut version, v, field)),
            "trust_anchors" => anchor::read(field, List::TrustAnchors).map(|a| anchors.push(a)),
            "additional_certs" => {
                anchor::read(field, List::AdditionalCerts).map(|a| anchors.push(a))
            }
            "mtc_anchors" => anchor::check_mtc(field).map(|()| notes.push(mtc(field, file))),
            _ => {
                Err(field.unknown("version_major, trust_anchors, additional_certs or mtc_anchors"))
            }
        };
        if let Err(finding) = read {
            report.push(finding);
        }
    }
    if version.is_none() {
        report.push(no_version(file));
    }
    let name = format!("Chrome Root Store {}", version.unwrap_or_default());
    report.or(Store { file, name, product_version, anchors, notes })?.evaluate()
}

fn mtc(field: &Field<'_>, file: &str) -> Finding {
    Finding::error("anchor-without-certificate", "anchor is for Merkle tree certificates")
        .warning()
        .at(format_args!("{file}, line {}", field.line))
        .found("mtc_anchors")
        .expected("the SHA-256 of a certificate: rootbake knows no other anchors")
}

fn no_version(file: &str) -> Finding {
    Finding::error("missing-programme-field", "root store does not say its version")
        .at(file)
        .expected("version_major: 40")
}
