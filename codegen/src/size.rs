use std::fmt;

use rootbake_core::generated::v1;

use crate::lint::Linted;
use crate::locked::LockedRoot;

/// How many bytes a set adds to a program, for each kind of data.
///
/// Displayed as a table. The linker may share bytes that are there twice, so that it is rather less;
/// a program that can be loaded anywhere has relocations for the table beside it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Size {
    /// How many roots there are
    pub roots: usize,
    /// The subjects; within the certificates, where those are baked
    pub subjects: usize,
    /// The SubjectPublicKeyInfos; within the certificates, where those are baked
    pub keys: usize,
    /// Name constraints of certificates and lock
    pub name_constraints: usize,
    /// The manifest: name, fingerprints, labels
    pub manifest: usize,
    /// The whole certificates
    pub certificates: usize,
    /// Pointers, lengths, dates and bits, as on the machine that bakes
    pub table: usize,
}

impl Size {
    pub(crate) fn of(linted: &Linted<'_>, manifest: usize, certificates: bool) -> Self {
        let roots = &linted.locked.roots;
        let sum = |bytes: fn(&LockedRoot<'_>) -> usize| roots.iter().map(bytes).sum::<usize>();
        let each = size_of::<v1::TrustAnchor<'_>>() + size_of::<v1::Limits>();
        let whole = match certificates {
            true => sum(|root| root.certificate.der.len()) + roots.len() * size_of::<&[u8]>(),
            false => 0,
        };
        let apart = usize::from(!certificates);
        Self {
            roots: roots.len(),
            subjects: apart * sum(|root| root.certificate.subject.as_bytes().len()),
            keys: apart * sum(|root| root.certificate.spki.as_bytes().len()),
            name_constraints: sum(|root| root.name_constraints.as_ref().map_or(0, Vec::len)),
            manifest,
            certificates: whole,
            table: roots.len() * each,
        }
    }

    /// All of it.
    pub const fn total(&self) -> usize {
        let Self { roots: _, subjects, keys, name_constraints, manifest, certificates, table } =
            *self;
        subjects + keys + name_constraints + manifest + certificates + table
    }

    /// What one root costs of it, rounded up.
    pub const fn per_root(&self) -> usize {
        match self.roots {
            0 => 0,
            roots => self.total().div_ceil(roots),
        }
    }
}

/// `1 root`, `118 roots`
pub(crate) fn roots(count: usize) -> String {
    format!("{count} root{}", if count == 1 { "" } else { "s" })
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { roots, subjects, keys, name_constraints, manifest, certificates, table } = *self;
        let rows = [
            ("subjects", subjects),
            ("keys", keys),
            ("name constraints", name_constraints),
            ("manifest", manifest),
            ("certificates", certificates),
            ("table", table),
        ];
        write!(f, "{}, {} bytes, {} a root", self::roots(roots), self.total(), self.per_root())?;
        for (name, bytes) in rows.into_iter().filter(|(_, bytes)| *bytes > 0) {
            write!(f, "\n  {name:<16} {bytes:>9}")?;
        }
        Ok(())
    }
}
