//! What a lock would say of a bundle that has none.

use rootbake_core::certificate::{Time, sha256};

use super::load::Loaded;
use super::part::{Part, Programme};
use crate::bundle::{Bundle, BundleRoot};
use crate::lock::{Lock, LockRoot, Policy, Provenance};
use crate::report::{Finding, Report};

pub(super) fn part<'a>(
    loaded: &'a Loaded<'a>,
    bundle: Bundle<'a>,
    programme: Option<&Programme>,
    as_of: Option<Time>,
) -> Result<Part<'a>, Report> {
    let bundle = trusted(bundle, programme)?;
    let mut report = Report::default();
    let mut roots = Vec::new();
    for root in &bundle.roots {
        match entry(root, programme) {
            Ok(root) => roots.push(root),
            Err(finding) => report.push(finding),
        }
    }
    let youngest = bundle.roots.iter().map(|root| root.certificate.validity.not_before).max();
    let as_of = as_of.or(youngest).unwrap_or(Time::from_unix_seconds(0));
    let lock = Lock {
        file: &loaded.name,
        provenance: provenance(loaded, as_of),
        policy: Policy::default(),
        roots,
        exceptions: Vec::new(),
    };
    report.or(Part { bundle, lock, is_locked: false })
}

fn entry(root: &BundleRoot<'_>, programme: Option<&Programme>) -> Result<LockRoot, Finding> {
    let label = root.label();
    if label.len() > 255 {
        return Err(Finding::error("bad-lock-value", "label is too long")
            .root(root.place)
            .found(format_args!("{} bytes", label.len()))
            .expected("at most 255 bytes, in the comment in front of the certificate"));
    }
    let rules = rules(root, programme);
    Ok(LockRoot {
        label,
        fingerprint: root.fingerprint,
        key: None,
        not_after: None,
        rules,
        line: 0,
    })
}

fn provenance(loaded: &Loaded<'_>, as_of: Time) -> Provenance {
    let whole: Vec<u8> = loaded.files.iter().flat_map(|file| file.content.clone()).collect();
    Provenance {
        name: loaded.stem.clone(),
        file: loaded.stem.clone(),
        sha256: sha256(&whole),
        source: "a bundle without a lock".to_owned(),
        as_of,
        license: "not said".to_owned(),
        product_version: None,
        rules: Vec::new(),
    }
}

#[cfg(feature = "programmes")]
use super::programmes::{rules, trusted};

#[cfg(not(feature = "programmes"))]
fn rules(_: &BundleRoot<'_>, programme: Option<&Programme>) -> crate::lock::Rules {
    programme.map_or_else(Default::default, |programme| match *programme {})
}

#[cfg(not(feature = "programmes"))]
fn trusted<'a>(bundle: Bundle<'a>, _: Option<&Programme>) -> Result<Bundle<'a>, Report> {
    Ok(bundle)
}
