mod difference;

pub(crate) use difference::by_fingerprint;

use rootbake_core::certificate::{Certificate, Fingerprint};
use rootbake_core::constraints::Constraints;

use crate::bundle::{Bundle, BundleRoot, Place};
use crate::imposed::{self, Imposed};
use crate::lock::{Exception, Lock, LockRoot, Policy, Provenance};
use crate::name_constraints;
use crate::report::{Finding, Report};

/// A bundle of which a lock says that every root was reviewed, and nothing else.
///
/// Comes only from [`Locked::new`].
#[derive(Debug)]
pub struct Locked<'a> {
    pub(crate) lock_file: &'a str,
    pub(crate) provenance: &'a Provenance,
    pub(crate) policy: &'a Policy,
    pub(crate) exceptions: &'a [Exception],
    pub(crate) roots: Vec<LockedRoot<'a>>,
}

/// Whether a lock is about each root of a bundle, and nothing else.
pub(crate) fn check(bundle: &Bundle<'_>, lock: &Lock<'_>) -> Result<(), Report> {
    difference::between(bundle, lock)
}

/// A root, and what limits it: by its certificate and by its lock.
#[derive(Debug)]
pub struct LockedRoot<'a> {
    pub(crate) certificate: Certificate<'a>,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) place: Place<'a>,
    pub(crate) label: &'a str,
    /// What it may be used for, but for what is imposed
    pub(crate) constraints: Constraints,
    pub(crate) imposed: Imposed,
    /// What a comment of the bundle says of distrust
    pub(crate) distrust: Option<&'a str>,
    /// DER content of NameConstraints: the root's own and those that the lock imposes
    pub(crate) name_constraints: Option<Vec<u8>>,
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
        difference::between(&bundle, lock)?;
        let entries = by_fingerprint(lock);
        let mut report = Report::default();
        let mut roots = Vec::new();
        for root in &bundle.roots {
            // there is one for each: that is what no difference means
            let Some(locked) = entries.get(&root.fingerprint) else { continue };
            match join(root, locked, lock.file) {
                Ok(root) => roots.push(root),
                Err(finding) => report.push(finding),
            }
        }
        roots.sort_unstable_by(|a, b| a.order().cmp(&b.order()));
        report.or(Self {
            lock_file: lock.file,
            provenance: &lock.provenance,
            policy: &lock.policy,
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

fn join<'a>(
    root: &BundleRoot<'a>,
    locked: &'a LockRoot,
    lock_file: &str,
) -> Result<LockedRoot<'a>, Finding> {
    let certificate = root.certificate;
    let (constraints, imposed) = imposed::constrain(&certificate, &locked.rules);
    let refused = |why: String| {
        Finding::error("rule-not-enforceable", why)
            .root(format_args!("{:?} ({lock_file}, line {})", locked.label, locked.line))
            .on(lock_file, locked.line)
            .help("take the rule out of the lock, or the root out of the bundle")
    };
    if imposed.pack().is_none() {
        return Err(refused("rules are more, or their texts longer, than a set holds".to_owned()));
    }
    Ok(LockedRoot {
        certificate,
        fingerprint: root.fingerprint,
        place: root.place,
        label: &locked.label,
        constraints,
        imposed,
        distrust: root.distrust,
        name_constraints: name_constraints::of(&certificate, &locked.rules).map_err(refused)?,
    })
}
