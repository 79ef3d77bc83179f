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
    /// 255 where there is none
    pub path_len: u8,
    /// counted from 1, or 0 where nothing is imposed
    pub imposed: u16,
}

impl Limits {
    /// No path is as long.
    pub(crate) const NO_PATH_LEN: u8 = u8::MAX;

    pub(super) fn constraints(&self, imposed: &'static [Imposed]) -> Constraints {
        let Self { validity, key_usage, purposes, path_len, imposed: place } = *self;
        let path_len = (path_len != Self::NO_PATH_LEN).then_some(path_len);
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
        source: "a damaged table",
    }],
    names: &[],
    names_source: "",
    path_len_source: "",
    purposes_source: "",
};
