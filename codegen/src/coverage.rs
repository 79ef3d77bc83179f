use std::fmt;
use std::path::{Path, PathBuf};

use crate::bundle::Decoded;
use crate::filter::Chains;
use crate::input;
use crate::locked::LockedRoot;
use crate::report::{Finding, Report, each};

/// How many chains of hosts still end at a root of a set: what a smaller set costs.
///
/// Names, key identifiers and the purposes of roots decide; signatures, dates and other rules are
/// not looked at.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Coverage {
    /// How many chains there are
    pub chains: usize,
    /// How many of them end at a root of the set
    pub covered: usize,
}

impl Coverage {
    /// Of the chains in files and folders relative to `base`: each that ends at none of the roots is
    /// a warning.
    pub(crate) fn count(
        paths: &[PathBuf],
        base: &Path,
        roots: &[LockedRoot<'_>],
    ) -> Result<(Self, Report), Report> {
        let mut warnings = Report::default();
        let files = each(paths, |path| input::read_all(base, path, &mut warnings))?;
        let decoded = each(files.iter().flatten(), |file| Decoded::from_bytes(file.source()))?;
        let chains = each(&decoded, Chains::read)?;
        let coverage = Self::of(&chains, roots, &mut warnings);
        Ok((coverage, warnings))
    }

    fn of(chains: &[Chains<'_>], roots: &[LockedRoot<'_>], warnings: &mut Report) -> Self {
        let (covered, lost): (Vec<_>, Vec<_>) =
            chains.iter().partition(|chain| chain.end_at_one_of(roots));
        lost.iter().for_each(|chain| warnings.push(not_covered(chain, roots.len())));
        Self { chains: chains.len(), covered: covered.len() }
    }
}

fn not_covered(chain: &Chains<'_>, roots: usize) -> Finding {
    Finding::error("chain-not-covered", "no root of the set has issued a certificate of the chain")
        .warning()
        .at(chain.file())
        .expected(format_args!("one of the {roots} roots of the set"))
        .help("have the root of the chain baked too, or do not count the chain")
}

/// `117 of 120 chains, 97.5 %`, rounded down.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { chains, covered } = *self;
        write!(f, "{covered} of {chains} chains")?;
        match (covered * 1000).checked_div(chains) {
            Some(share) => write!(f, ", {}.{} %", share / 10, share % 10),
            None => Ok(()),
        }
    }
}
