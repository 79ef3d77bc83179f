use rootbake_core::certificate::{Certificate, Fingerprint};
use rootbake_core::constraints::Constraints;

use crate::bundle::{Bundle, BundleRoot, Place};
use crate::fingerprint;
use crate::lock::{Exception, Lock, LockRoot, Provenance};
use crate::name_constraints;
use crate::report::{Finding, Report};

/// A bundle of which a lock says that every root was reviewed, and nothing else.
///
/// Comes only from [`Locked::new`].
#[derive(Debug)]
pub struct Locked<'a> {
    pub(crate) lock_file: &'a str,
    pub(crate) provenance: &'a Provenance,
    pub(crate) exceptions: &'a [Exception],
    pub(crate) roots: Vec<LockedRoot<'a>>,
}

/// A root, and what limits it: by its certificate and by its lock.
#[derive(Debug)]
pub struct LockedRoot<'a> {
    pub(crate) certificate: Certificate<'a>,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) place: Place<'a>,
    pub(crate) label: &'a str,
    pub(crate) constraints: Constraints,
    /// DER content of NameConstraints: the root's own, or those that the lock imposes
    pub(crate) name_constraints: Option<Vec<u8>>,
    pub(crate) locked: &'a LockRoot,
}

impl<'a> Locked<'a> {
    /// Holds a bundle against its lock.
    ///
    /// # Errors
    ///
    /// One finding for each root that is in one and not in the other, and for each rule that
    /// cannot be kept. A file whose bytes changed is an error only if its roots did: order,
    /// comments and line ends are nobody's business.
    pub fn new(bundle: Bundle<'a>, lock: &'a Lock<'a>) -> Result<Self, Report> {
        let mut report = Report::default();
        for root in &lock.roots {
            check_entry(root, &bundle, lock, &mut report);
        }
        let mut roots = Vec::new();
        for root in &bundle.roots {
            match join(root, lock) {
                Ok(root) => roots.push(root),
                Err(finding) => report.push(finding),
            }
        }
        roots.sort_by(|a, b| a.order().cmp(&b.order()));
        report.or(Self {
            lock_file: lock.file,
            provenance: &lock.provenance,
            exceptions: &lock.exceptions,
            roots,
        })
    }
}

impl LockedRoot<'_> {
    /// The order of a table: what a look-up searches by, and then something unique.
    fn order(&self) -> (&[u8], &Fingerprint) {
        (self.certificate.subject.as_bytes(), &self.fingerprint)
    }

    /// The root as messages name it.
    pub(crate) fn name(&self) -> String {
        format!("{:?} ({})", self.label, self.place)
    }
}

/// A lock whose entry stands for no certificate, or stands there twice.
fn check_entry(entry: &LockRoot, bundle: &Bundle<'_>, lock: &Lock<'_>, report: &mut Report) {
    let LockRoot { label, fingerprint, line, .. } = entry;
    let name = format!("{label:?} ({}, line {line})", lock.file);
    let found = format!("sha256 {}", fingerprint::hex(fingerprint));
    let same = |other: &&LockRoot| other.fingerprint == *fingerprint;
    if lock.roots.iter().find(same).is_some_and(|first| first.line != *line) {
        report.push(
            Finding::error("locked-twice", "root is in the lock twice")
                .root(&name)
                .found(&found)
                .help("join what the two entries say and delete one"),
        );
    }
    if bundle.roots.iter().any(|root| root.fingerprint == *fingerprint) {
        return;
    }
    let finding = match bundle.roots.iter().find(|root| is_renewal(root, entry, lock)) {
        Some(other) => {
            Finding::error("root-changed", "root is another certificate than the locked one")
                .root(&name)
                .found(format_args!(
                    "sha256 {} ({})",
                    fingerprint::hex(&other.fingerprint),
                    other.place
                ))
                .expected(&found)
        }
        None => Finding::error("root-missing", "root is in the lock but not in the bundle")
            .root(&name)
            .found(format_args!(
                "{} certificates in {}, none of them this one",
                bundle.len(),
                bundle.file
            ))
            .expected(&found),
    };
    report.push(finding.help(refresh(bundle.file, "dropped or replaced")));
}

/// Whether a certificate of the bundle is not locked and goes by the name of this entry.
fn is_renewal(root: &BundleRoot<'_>, entry: &LockRoot, lock: &Lock<'_>) -> bool {
    let is_locked = lock.roots.iter().any(|locked| locked.fingerprint == root.fingerprint);
    !is_locked && short_name(&root.certificate) == entry.label
}

fn join<'a>(root: &BundleRoot<'a>, lock: &'a Lock<'a>) -> Result<LockedRoot<'a>, Finding> {
    let BundleRoot { certificate, fingerprint, place, .. } = root;
    let Some(locked) = lock.roots.iter().find(|locked| locked.fingerprint == *fingerprint) else {
        return Err(Finding::error("root-not-locked", "root is in the bundle but not in the lock")
            .root(format_args!("{:?} ({place})", short_name(certificate)))
            .found(format_args!("sha256 {}", fingerprint::hex(fingerprint)))
            .expected(format_args!("one of the {} fingerprints in {}", lock.roots.len(), lock.file))
            .help(refresh(place.file, "trusted")));
    };
    Ok(LockedRoot {
        certificate: *certificate,
        fingerprint: *fingerprint,
        place: *place,
        label: &locked.label,
        constraints: constrain(certificate, locked),
        name_constraints: name_constraints::of(certificate, &locked.rules).map_err(|why| {
            Finding::error("rule-not-enforceable", why)
                .root(format_args!("{:?} ({}, line {})", locked.label, lock.file, locked.line))
                .help("take the rule out of the lock, or the root out of the bundle")
        })?,
        locked,
    })
}

/// The certificate's own limits and those of the lock: both hold.
fn constrain(certificate: &Certificate<'_>, locked: &LockRoot) -> Constraints {
    let own = Constraints::of(certificate);
    let rules = &locked.rules;
    let path_len = match (own.path_len, rules.path_len) {
        (Some(own), Some(imposed)) => Some(own.min(imposed)),
        (own, imposed) => own.or(imposed),
    };
    Constraints {
        path_len,
        purposes: rules.purposes.map_or(own.purposes, |imposed| own.purposes.intersection(imposed)),
        ..own
    }
}

/// What a person calls a root whose label is not known.
pub(crate) fn short_name(certificate: &Certificate<'_>) -> String {
    match certificate.subject.short() {
        Some(name) => name.to_string(),
        None => certificate.subject.to_string(),
    }
}

fn refresh(bundle: &str, intended: &str) -> String {
    format!(
        "if it is meant to be {intended}, run `rootbake lock {bundle}` and have the difference \
         reviewed"
    )
}
