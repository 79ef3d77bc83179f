use std::fmt;

use rootbake_core::certificate::{KeyUsage, Purposes};
use rootbake_core::constraints::Constraints;

use crate::imposed::Imposed;
use crate::lock::RuleSet;
use crate::locked::LockedRoot;

/// What a format may be unable to carry.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Loss {
    /// Dates from which on a root is distrusted for what it issues
    DistrustDates,
    /// Keys of a kind that the library does not know: such roots are left out
    Keys,
    /// That a key may not sign certificates
    KeyUsage,
    /// Names for which alone a root may issue, or may not
    Names,
    /// How many intermediates may stand under a root
    PathLength,
    /// That a root is not for servers
    Purposes,
    /// Rules on the times of embedded SCTs
    Scts,
}

impl Loss {
    /// All of them, by name.
    pub const ALL: [Self; 7] = [
        Self::DistrustDates,
        Self::Keys,
        Self::KeyUsage,
        Self::Names,
        Self::PathLength,
        Self::Purposes,
        Self::Scts,
    ];

    /// The name on the command line: `distrust-dates`
    pub const fn name(self) -> &'static str {
        match self {
            Self::DistrustDates => "distrust-dates",
            Self::Keys => "keys",
            Self::KeyUsage => "key-usage",
            Self::Names => "names",
            Self::PathLength => "path-length",
            Self::Purposes => "purposes",
            Self::Scts => "scts",
        }
    }

    /// The loss of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|loss| loss.name() == name)
    }

    /// What messages call it.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::DistrustDates => "a date of distrust",
            Self::Keys => "a key of this kind",
            Self::KeyUsage => "a key usage",
            Self::Names => "constraints on names",
            Self::PathLength => "a path length",
            Self::Purposes => "purposes",
            Self::Scts => "a rule on SCTs",
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rules of a root that a bare anchor for TLS servers lacks, each with its words.
///
/// The dates of the root itself are not among them: every root has some, and no library that takes
/// bare anchors looks at them.
pub(super) fn of_rules(root: &LockedRoot<'_>) -> Vec<(Loss, String)> {
    let Constraints { validity: _, key_usage, purposes, path_len, imposed: _ } = root.constraints;
    let Imposed { any_of, names, names_source: _, path_len_source: _, purposes_source: _ } =
        &root.imposed;
    let mut losses = Vec::new();
    if root.name_constraints.is_some() {
        let words = match names.is_empty() {
            true => "its own name constraints".to_owned(),
            false => names.join(", "),
        };
        losses.push((Loss::Names, words));
    }
    if !key_usage.allows(KeyUsage::KEY_CERT_SIGN) {
        losses.push((Loss::KeyUsage, format!("key usage {key_usage}")));
    }
    if !purposes.allows(Purposes::SERVER_AUTH) {
        losses.push((Loss::Purposes, format!("only for {purposes}")));
    }
    if let Some(path_len) = path_len {
        losses.push((Loss::PathLength, format!("at most {path_len}")));
    }
    losses.extend(any_of.iter().flat_map(of_alternative));
    losses
}

fn of_alternative(rules: &RuleSet) -> Vec<(Loss, String)> {
    let RuleSet {
        distrust_after,
        sct_not_after,
        sct_all_after,
        permitted_dns,
        excludes_ip,
        source,
    } = rules;
    let kinds = [
        (Loss::DistrustDates, distrust_after.is_some()),
        (Loss::Scts, sct_not_after.is_some() || sct_all_after.is_some()),
        (Loss::Names, !permitted_dns.is_empty() || *excludes_ip),
    ];
    let kinds = kinds.into_iter().filter(|(_, is_there)| *is_there);
    kinds.map(|(loss, _)| (loss, format!("{rules} (source: {source})"))).collect()
}
