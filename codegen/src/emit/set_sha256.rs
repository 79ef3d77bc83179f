use rootbake_core::certificate::{Fingerprint, Time, Validity, sha256};
use rootbake_core::constraints::Constraints;

use crate::imposed::Imposed;
use crate::lock::RuleSet;
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
/// | 4 | number of alternatives, little-endian, and for each, sorted: |
/// | 1 | whether IP addresses are excluded |
/// | 3 * 9 | distrust-after, SCT-not-after, SCT-all-after: 1 and seconds, or nine zeros |
/// | 4 + n | length and the permitted DNS names, sorted, each behind its length of one byte |
/// | 4 + n | length, little-endian, and DER content of the name constraints |
///
/// behind the text `rootbake set 1` and a zero byte.
pub(crate) fn of(locked: &Locked<'_>) -> Fingerprint {
    let mut roots: Vec<&LockedRoot<'_>> = locked.roots.iter().collect();
    roots.sort_unstable_by_key(|root| root.fingerprint);
    let mut canonical = b"rootbake set 1\0".to_vec();
    for root in roots {
        canonical.extend(root.fingerprint);
        push_constraints(&mut canonical, &root.constraints);
        push_imposed(&mut canonical, &root.imposed);
        push_long(&mut canonical, root.name_constraints.as_deref().unwrap_or(&[]));
    }
    sha256(&canonical)
}

fn push_constraints(canonical: &mut Vec<u8>, constraints: &Constraints) {
    let Constraints { validity, key_usage, purposes, path_len, imposed: _ } = constraints;
    let Validity { not_before, not_after } = validity;
    canonical.extend(not_before.unix_seconds().to_le_bytes());
    canonical.extend(not_after.unix_seconds().to_le_bytes());
    canonical.extend(key_usage.bits().to_le_bytes());
    canonical.push(purposes.bits());
    canonical.extend([u8::from(path_len.is_some()), path_len.unwrap_or(0)]);
}

/// The alternatives. The names are among the name constraints, and sources say why, not what.
fn push_imposed(canonical: &mut Vec<u8>, imposed: &Imposed) {
    let Imposed { any_of, names: _, names_source: _, path_len_source: _, purposes_source: _ } =
        imposed;
    let mut sets: Vec<Vec<u8>> = any_of.iter().map(canonical_rules).collect();
    sets.sort_unstable();
    canonical.extend(u32::try_from(sets.len()).unwrap_or(u32::MAX).to_le_bytes());
    canonical.extend(sets.concat());
}

fn canonical_rules(rules: &RuleSet) -> Vec<u8> {
    let RuleSet {
        distrust_after,
        sct_not_after,
        sct_all_after,
        permitted_dns,
        excludes_ip,
        source: _,
    } = rules;
    let mut canonical = vec![u8::from(*excludes_ip)];
    for time in [distrust_after, sct_not_after, sct_all_after] {
        canonical.push(u8::from(time.is_some()));
        canonical.extend(time.map_or(0, Time::unix_seconds).to_le_bytes());
    }
    let mut names: Vec<&String> = permitted_dns.iter().collect();
    names.sort_unstable();
    let short_text =
        |name: &String| [&[u8::try_from(name.len()).unwrap_or(u8::MAX)], name.as_bytes()].concat();
    push_long(&mut canonical, &names.into_iter().flat_map(short_text).collect::<Vec<u8>>());
    canonical
}

fn push_long(canonical: &mut Vec<u8>, bytes: &[u8]) {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    canonical.extend(length.to_le_bytes());
    canonical.extend(bytes);
}
