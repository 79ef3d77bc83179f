use rootbake_core::certificate::{Fingerprint, Validity, sha256};
use rootbake_core::constraints::Constraints;

use crate::locked::{Locked, LockedRoot};

/// What identifies a set of roots with their limits: the SHA-256 over
///
/// | bytes | for each root, sorted by fingerprint |
/// | --- | --- |
/// | 32 | fingerprint |
/// | 8 + 8 | first and last second, since 1970, little-endian |
/// | 2 | key usage, digitalSignature highest, little-endian |
/// | 1 | purposes |
/// | 2 | 1 and the path length, or 0 and 0 |
/// | 4 + n | length, little-endian, and DER content of the name constraints |
///
/// behind the text `rootbake set 1` and a zero byte.
pub(super) fn of(locked: &Locked<'_>) -> Fingerprint {
    let mut roots: Vec<&LockedRoot<'_>> = locked.roots.iter().collect();
    roots.sort_by_key(|root| root.fingerprint);
    let mut canonical = b"rootbake set 1\0".to_vec();
    for root in roots {
        canonical.extend(root.fingerprint);
        push_constraints(&mut canonical, &root.constraints);
        let name_constraints = root.name_constraints.as_deref().unwrap_or(&[]);
        let length = u32::try_from(name_constraints.len()).unwrap_or(u32::MAX);
        canonical.extend(length.to_le_bytes());
        canonical.extend(name_constraints);
    }
    sha256(&canonical)
}

fn push_constraints(canonical: &mut Vec<u8>, constraints: &Constraints) {
    let Constraints { validity, key_usage, purposes, path_len } = constraints;
    let Validity { not_before, not_after } = validity;
    canonical.extend(not_before.unix_seconds().to_le_bytes());
    canonical.extend(not_after.unix_seconds().to_le_bytes());
    canonical.extend(key_usage.bits().to_le_bytes());
    canonical.push(purposes.bits());
    canonical.extend([u8::from(path_len.is_some()), path_len.unwrap_or(0)]);
}
