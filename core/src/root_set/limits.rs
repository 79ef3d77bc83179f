use crate::certificate::{KeyUsage, Purposes, Validity};
use crate::constraints::{Constraints, Imposed};

/// The constraints of one root as a table holds them: what is imposed, which many roots share, is
/// a place in a list, since a pointer would cost each root 32 bytes more in a program that can be
/// loaded anywhere.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub validity: Validity,
    pub key_usage: KeyUsage,
    pub purposes: Purposes,
    /// 255 where there is none
    pub path_len: u8,
    /// counted from 1, or 0 where nothing is imposed
    pub imposed: u16,
}

impl Limits {
    /// No path is as long.
    pub(crate) const NO_PATH_LEN: u8 = u8::MAX;

    pub(super) fn constraints(&self, imposed: impl Fn(usize) -> Option<Imposed>) -> Constraints {
        let Self { validity, key_usage, purposes, path_len, imposed: place } = *self;
        let path_len = (path_len != Self::NO_PATH_LEN).then_some(path_len);
        let imposed = match place {
            0 => None,
            // without its rules, a root is not used
            place => Some(imposed(usize::from(place) - 1).unwrap_or(Imposed::packed(&[]))),
        };
        Constraints { validity, key_usage, purposes, path_len, imposed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::Time;

    #[test]
    fn a_place_that_is_not_in_the_list_keeps_the_root_from_being_used() {
        let day = Time::from_unix_seconds(0);
        let limits = Limits {
            validity: Validity { not_before: day, not_after: day },
            key_usage: KeyUsage::UNRESTRICTED,
            purposes: Purposes::UNRESTRICTED,
            path_len: Limits::NO_PATH_LEN,
            imposed: 1,
        };
        let nowhere = |_| None;
        assert!(limits.constraints(nowhere).imposed.is_some_and(|imposed| imposed.has_rules()));
        assert!(Limits { imposed: 0, ..limits }.constraints(nowhere).imposed.is_none());
    }
}
