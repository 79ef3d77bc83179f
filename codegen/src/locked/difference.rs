use std::collections::BTreeMap;

use rootbake_core::certificate::Fingerprint;

use crate::bundle::{Bundle, BundleRoot};
use crate::fingerprint::{self, hex};
use crate::lock::{Lock, LockRoot};
use crate::report::{Finding, Report};

/// The entries of a lock; of two for one root, the first.
pub(crate) fn by_fingerprint<'a>(lock: &'a Lock<'_>) -> BTreeMap<Fingerprint, &'a LockRoot> {
    fingerprint::map(lock.roots.iter().rev().map(|entry| (entry.fingerprint, entry)))
}

/// Names every root that is locked twice, dropped, replaced or new.
pub(super) fn between(bundle: &Bundle<'_>, lock: &Lock<'_>) -> Result<(), Report> {
    let entries = by_fingerprint(lock);
    let present = fingerprint::map(bundle.roots.iter().map(|root| (root.fingerprint, root)));
    let is_new = |root: &&BundleRoot<'_>| !entries.contains_key(&root.fingerprint);
    let mut new: Vec<&BundleRoot<'_>> = bundle.roots.iter().filter(is_new).collect();
    let mut report = Report::default();
    for entry in &lock.roots {
        let first = entries.get(&entry.fingerprint);
        if first.is_some_and(|first| first.line != entry.line) {
            report.push(locked_twice(entry, lock));
        } else if !present.contains_key(&entry.fingerprint) {
            // a new root of the same name has replaced it
            let renewed = new.iter().position(|root| root.label() == entry.label);
            report.push(match renewed {
                Some(position) => changed(entry, new.remove(position), lock),
                None => missing(entry, bundle, lock),
            });
        }
    }
    new.iter().for_each(|root| report.push(not_locked(root, lock)));
    report.or(())
}

fn locked_twice(entry: &LockRoot, lock: &Lock<'_>) -> Finding {
    Finding::error("locked-twice", "root is in the lock twice")
        .root(name(entry, lock))
        .on(lock.file, entry.line)
        .found(sha256(&entry.fingerprint))
        .help("join what the two entries say and delete one")
}

fn missing(entry: &LockRoot, bundle: &Bundle<'_>, lock: &Lock<'_>) -> Finding {
    let (count, file) = (bundle.len(), bundle.file);
    Finding::error("root-missing", "root is in the lock but not in the bundle")
        .root(name(entry, lock))
        .on(lock.file, entry.line)
        .found(format_args!("{count} certificates in {file}, none of them this one"))
        .expected(sha256(&entry.fingerprint))
        .help(refresh(file, "dropped"))
}

fn changed(entry: &LockRoot, root: &BundleRoot<'_>, lock: &Lock<'_>) -> Finding {
    Finding::error("root-changed", "root is another certificate than the locked one")
        .root(name(entry, lock))
        .on(lock.file, entry.line)
        .found(format_args!("{} ({})", sha256(&root.fingerprint), root.place))
        .expected(sha256(&entry.fingerprint))
        .help(refresh(root.place.file, "replaced"))
}

fn not_locked(root: &BundleRoot<'_>, lock: &Lock<'_>) -> Finding {
    let (count, file) = (lock.roots.len(), lock.file);
    Finding::error("root-not-locked", "root is in the bundle but not in the lock")
        .root(format_args!("{:?} ({})", root.label(), root.place))
        .on_place(&root.place)
        .found(sha256(&root.fingerprint))
        .expected(format_args!("one of the {count} fingerprints in {file}"))
        .help(refresh(root.place.file, "trusted"))
}

fn name(entry: &LockRoot, lock: &Lock<'_>) -> String {
    format!("{:?} ({}, line {})", entry.label, lock.file, entry.line)
}

fn sha256(fingerprint: &Fingerprint) -> String {
    format!("sha256 {}", hex(fingerprint))
}

fn refresh(bundle: &str, intended: &str) -> String {
    format!(
        "if it is meant to be {intended}, run `rootbake lock {bundle}` and have the difference \
         reviewed"
    )
}
