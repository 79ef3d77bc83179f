//! Which roots of a bundle are baked, where not all are.

mod chains;

pub(crate) use chains::Chains;

use std::collections::BTreeSet;
use std::fmt;

use rootbake_core::certificate::{Certificate, Fingerprint, Purposes};
use rootbake_core::constraints::Constraints;

use crate::bundle::{Bundle, BundleRoot};
use crate::fingerprint;
use crate::lock::{Lock, LockRoot};
use crate::locked;
use crate::report::{Finding, Report};
use crate::size;

/// A property that some roots of a bundle have.
///
/// One that no root has is an error wherever it is used.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Filter<'a> {
    /// The country of the subject, as it stands there: `"ES"`
    Country(&'a str),
    /// Kind and strength of the key as the lock writes them, `"RSA 4096"`, or the kind alone:
    /// `"RSA"`, `"EC"`
    Key(&'a str),
    /// The label in the lock; without a lock the comment in front of the certificate, else the
    /// common name
    Label(&'a str),
    /// What the root may be used for, by its certificate and its lock: `"serverAuth"`,
    /// `"clientAuth"`
    Purpose(&'a str),
    /// The SHA-256 of the certificate, as 64 hexadecimal digits in lower case
    Sha256(&'a str),
}

impl Filter<'_> {
    pub(crate) fn matches(&self, root: &BundleRoot<'_>, entry: &LockRoot) -> bool {
        match self {
            Self::Country(country) => {
                let of_root = root.certificate.subject.country();
                of_root.is_some_and(|of_root| of_root.to_string() == *country)
            }
            Self::Key(key) => has_key(&root.certificate, key),
            Self::Label(label) => entry.label == *label,
            Self::Purpose(name) => Purposes::from_name(name).is_some_and(|purpose| {
                let own = Constraints::of(&root.certificate).purposes;
                let imposed = entry.rules.purposes;
                imposed.map_or(own, |imposed| own.intersection(imposed)).allows(purpose)
            }),
            Self::Sha256(sha256) => fingerprint::hex(&root.fingerprint) == *sha256,
        }
    }

    /// The error where it matches nothing.
    pub(crate) fn unused(&self, bundle: &Bundle<'_>) -> Finding {
        Finding::error("unused-filter", "no root is like this")
            .at(bundle.file)
            .found(format_args!("{}, none with {self}", size::roots(bundle.len())))
            .help("compare with the lock, or with `rootbake show`")
    }
}

/// All words of the key, or the first.
fn has_key(certificate: &Certificate<'_>, wanted: &str) -> bool {
    let key = certificate.spki.key().map(|key| key.to_string()).unwrap_or_default();
    key == wanted || key.split(' ').next() == Some(wanted)
}

impl fmt::Display for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Country(country) => write!(f, "the country {country:?}"),
            Self::Key(key) => write!(f, "a key {key:?}"),
            Self::Label(label) => write!(f, "the label {label:?}"),
            Self::Purpose(purpose) => write!(f, "the purpose {purpose:?}"),
            Self::Sha256(sha256) => write!(f, "the SHA-256 {sha256:?}"),
        }
    }
}

/// What is baked of a bundle: all, or what any of the included speak for; without the excluded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filters<'a> {
    pub(crate) include: Vec<Filter<'a>>,
    pub(crate) exclude: Vec<Filter<'a>>,
}

impl Filters<'_> {
    /// Takes what is not baked out of the bundle, and out of its lock what is about that.
    pub(crate) fn apply(
        &self,
        bundle: &mut Bundle<'_>,
        lock: &mut Lock<'_>,
        chains: &[Chains<'_>],
    ) -> Result<(), Report> {
        let mut report = Report::default();
        let mut included = BTreeSet::new();
        for filter in &self.include {
            included.extend(matching(filter, bundle, lock, &mut report));
        }
        for chains in chains {
            match chains.needed(bundle) {
                Ok(needed) => included.extend(needed),
                Err(finding) => report.push(finding),
            }
        }
        if self.include.is_empty() && chains.is_empty() {
            included = bundle.roots.iter().map(|root| root.fingerprint).collect();
        }
        for filter in &self.exclude {
            for excluded in matching(filter, bundle, lock, &mut report) {
                included.remove(&excluded);
            }
        }
        report.or(())?;
        retain(&included, bundle, lock)
    }
}

fn matching(
    filter: &Filter<'_>,
    bundle: &Bundle<'_>,
    lock: &Lock<'_>,
    report: &mut Report,
) -> Vec<Fingerprint> {
    let entries = locked::by_fingerprint(lock);
    let is_like_this = |root: &&BundleRoot<'_>| {
        entries.get(&root.fingerprint).is_some_and(|entry| filter.matches(root, entry))
    };
    let matching = bundle.roots.iter().filter(is_like_this);
    let matching: Vec<Fingerprint> = matching.map(|root| root.fingerprint).collect();
    if matching.is_empty() {
        report.push(filter.unused(bundle));
    }
    matching
}

fn retain(
    kept: &BTreeSet<Fingerprint>,
    bundle: &mut Bundle<'_>,
    lock: &mut Lock<'_>,
) -> Result<(), Report> {
    if kept.is_empty() {
        return Err(Finding::error("no-roots-left", "filters leave out every root")
            .at(bundle.file)
            .found(format_args!("{} before the filters", size::roots(bundle.len())))
            .expected("at least one behind them")
            .into());
    }
    let all = bundle.roots.iter().map(|root| root.fingerprint);
    let mut gone = BTreeSet::new();
    gone.extend(all.filter(|root| !kept.contains(root)));
    bundle.roots.retain(|root| !gone.contains(&root.fingerprint));
    lock.roots.retain(|root| !gone.contains(&root.fingerprint));
    // one that is about no root at all stays, to be told of
    lock.exceptions.retain(|exception| !gone.contains(&exception.fingerprint));
    Ok(())
}
