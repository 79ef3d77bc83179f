//! Several bundles and their locks as one.

use crate::bundle::Bundle;
use crate::input::Part;
use crate::lock::{Lock, Policy, Provenance};
use crate::report::{Finding, Report};

/// A bundle, and a lock that is about each of its roots.
pub(super) struct Joined<'a> {
    pub(super) bundle: Bundle<'a>,
    pub(super) lock: Lock<'a>,
}

/// What messages call bundles and locks.
pub(super) struct Names {
    bundle: String,
    lock: String,
}

pub(super) fn names(parts: &[Part<'_>]) -> Names {
    let all = |name: fn(&Part<'_>) -> String| parts.iter().map(name).collect::<Vec<_>>().join(", ");
    Names {
        bundle: all(|part| part.bundle.file.to_owned()),
        lock: all(|part| part.lock.file.to_owned()),
    }
}

impl<'a> Joined<'a> {
    pub(super) fn new(
        names: &'a Names,
        parts: Vec<Part<'a>>,
        name: Option<&str>,
    ) -> Result<Self, Report> {
        let (bundles, mut locks): (Vec<_>, Vec<_>) =
            parts.into_iter().map(|part| (part.bundle, part.lock)).unzip();
        let bundle = Bundle::join(&names.bundle, bundles)?;
        let provenance = provenance(&locks, name)?;
        let policy = policy(&locks)?;
        let roots = locks.iter_mut().flat_map(|lock| std::mem::take(&mut lock.roots)).collect();
        let exceptions = locks.into_iter().flat_map(|lock| lock.exceptions).collect();
        let lock = Lock { file: &names.lock, provenance, policy, roots, exceptions };
        Ok(Self { bundle, lock })
    }
}

/// That of the first, with what the others add to it. They stand for the last of their days, since
/// what has expired by then has.
fn provenance(locks: &[Lock<'_>], name: Option<&str>) -> Result<Provenance, Finding> {
    let all = |text: fn(&Provenance) -> &str, between: &str| {
        let mut texts: Vec<&str> = locks.iter().map(|lock| text(&lock.provenance)).collect();
        texts.dedup();
        texts.join(between)
    };
    let Some(Lock { provenance: first, .. }) = locks.first() else {
        return Err(Finding::error("no-certificates", "nothing is to be baked"));
    };
    let days = locks.iter().map(|lock| lock.provenance.as_of);
    let name = name.unwrap_or(&first.name);
    match name.len() {
        1..=255 => Ok(Provenance {
            name: name.to_owned(),
            file: all(|provenance| &provenance.file, ", "),
            source: all(|provenance| &provenance.source, "; "),
            license: all(|provenance| &provenance.license, " AND "),
            as_of: days.max().unwrap_or(first.as_of),
            ..first.clone()
        }),
        length => Err(Finding::error("bad-lock-value", "name of the set has the wrong length")
            .found(format_args!("{length} bytes"))
            .expected("1 to 255 bytes")),
    }
}

/// What any of them decides. Those that decide otherwise than another cannot be joined.
fn policy(locks: &[Lock<'_>]) -> Result<Policy, Finding> {
    let mut joined = Policy::default();
    for lock in locks {
        let Policy { actions, lifetime } = &lock.policy;
        for (&lint, &action) in actions {
            if joined.actions.insert(lint, action).is_some_and(|other| other != action) {
                return Err(differ(lock, lint));
            }
        }
        match (joined.lifetime, *lifetime) {
            (Some(other), Some(lifetime)) if other != lifetime => {
                return Err(differ(lock, "lifetime"));
            }
            (other, lifetime) => joined.lifetime = other.or(lifetime),
        }
    }
    Ok(joined)
}

fn differ(lock: &Lock<'_>, about: &str) -> Finding {
    Finding::error("said-twice", "locks differ in their policy")
        .at(lock.file)
        .found(format_args!("another decision on {about} than in the locks before it"))
        .expected("the same [policy] in the locks of one set")
}
