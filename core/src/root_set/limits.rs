use crate::certificate::{KeyUsage, Purposes, Time, Validity};
use crate::constraints::{Constraints, Imposed, RuleSet};

/// The constraints of one root as a table holds them: what is imposed, which many roots share, is
/// a place in a list, since a pointer would cost each root 32 bytes more in a program that can be
/// loaded anywhere.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub validity: Validity,
    pub key_usage: KeyUsage,
    pub purposes: Purposes,
    pub path_len: Option<u8>,
    /// counted from 1, or 0 where nothing is imposed
    pub imposed: u16,
}

impl Limits {
    pub(super) fn constraints(&self, imposed: &'static [Imposed]) -> Constraints {
        let Self { validity, key_usage, purposes, path_len, imposed: place } = *self;
        let imposed = match place {
            0 => None,
            place => Some(imposed.get(usize::from(place) - 1).unwrap_or(&DAMAGED)),
        };
        Constraints { validity, key_usage, purposes, path_len, imposed }
    }
}

/// What keeps a root from being used whose rules are not where they should be.
static DAMAGED: Imposed = Imposed {
    any_of: &[RuleSet {
        distrust_after: Some(Time::from_unix_seconds(i64::MIN)),
        sct_not_after: None,
        sct_all_after: None,
        permitted_dns: &[],
        excludes_ip: true,
        source: "a damaged table",
    }],
    names: &[],
    names_source: "",
    path_len_source: "",
    purposes_source: "",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_is_not_in_the_list_keeps_the_root_from_being_used() {
        let day = Time::from_unix_seconds(0);
        let limits = Limits {
            validity: Validity { not_before: day, not_after: day },
            key_usage: KeyUsage::UNRESTRICTED,
            purposes: Purposes::UNRESTRICTED,
            path_len: None,
            imposed: 1,
        };
        assert!(limits.constraints(&[]).imposed.is_some_and(Imposed::has_rules));
        assert!(Limits { imposed: 0, ..limits }.constraints(&[]).imposed.is_none());
    }
}
