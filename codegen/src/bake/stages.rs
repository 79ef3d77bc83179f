//! From files to a set that is linted.

use std::path::{Path, PathBuf};

use super::join::{self, Joined};
use super::{Bake, hint};
use crate::bundle::{Bundle, Decoded};
use crate::filter::Chains;
use crate::input::{self, Input, Loaded, Opened, Part};
use crate::lint::Linted;
use crate::lock::Lock;
use crate::locked::Locked;
use crate::report::{Finding, Report, each};
use crate::size::Size;
use crate::terms;

impl Bake<'_> {
    /// Hands on the set as it would be baked, and a lock that is about all of its roots: what the
    /// locks of the inputs say, or for those without one their files.
    ///
    /// # Errors
    ///
    /// Those of [`bake`](Self::bake) but for the budget, and those of `take`.
    pub fn with_linted<T>(
        &self,
        take: impl FnOnce(Linted<'_>, &Lock<'_>) -> Result<T, Report>,
    ) -> Result<T, Report> {
        self.with_bundle(|bundle, lock, notes| {
            let linted = Linted::new(Locked::new(bundle, lock)?);
            let mut linted = linted.map_err(|report| report.each(hint))?;
            if self.within_webpki {
                linted = linted.within_webpki()?;
            }
            linted.warnings.extend(notes);
            take(linted, lock)
        })
    }

    /// Hands on the certificates before any lint looks at them, the same lock, and what should be
    /// known of the inputs.
    ///
    /// # Errors
    ///
    /// Where an input cannot be read, is not the pinned one, or is not what its lock says, and those
    /// of `take`.
    pub fn with_bundle<T>(
        &self,
        take: impl FnOnce(Bundle<'_>, &Lock<'_>, Report) -> Result<T, Report>,
    ) -> Result<T, Report> {
        let as_of = self.as_of.map(terms::time).transpose()?;
        let loaded = each(&self.inputs, |input| Loaded::read(input, &self.base))?;
        let opened = each(&loaded, Opened::new)?;
        let parts = each(&opened, |opened| Part::new(opened, as_of))?;
        let names = join::names(&parts);
        self.check(&parts)?;
        let Joined { mut bundle, mut lock } = Joined::new(&names, parts, self.name)?;
        self.filter(&mut bundle, &mut lock)?;
        self.terms.amend(&mut lock, &bundle)?;
        let mut notes = Report::default();
        opened.iter().for_each(|opened| notes.extend(opened.warnings()));
        take(bundle, &lock, notes)
    }

    fn check(&self, parts: &[Part<'_>]) -> Result<(), Report> {
        match self.as_of {
            _ if parts.is_empty() => {
                Err(Finding::error("no-certificates", "nothing is to be baked")
                    .expected("at least one input")
                    .into())
            }
            Some(as_of) if parts.iter().all(|part| part.is_locked) => {
                Err(Finding::error("said-twice", "`as_of` is said twice")
                    .found(format_args!("{as_of:?}, and a lock for every input"))
                    .expected("the day in the lock alone")
                    .into())
            }
            _ => Ok(()),
        }
    }

    fn filter(&self, bundle: &mut Bundle<'_>, lock: &mut Lock<'_>) -> Result<(), Report> {
        let files = each(&self.chains, |path| Ok(input::read(&self.base, path)?))?;
        let decoded = each(&files, |file| Decoded::from_bytes(file.source()))?;
        let chains = each(&decoded, Chains::read)?;
        self.filters.apply(bundle, lock, &chains)
    }

    pub(super) fn within_budget(&self, size: &Size) -> Result<(), Report> {
        match self.max_bytes {
            Some(most) if size.total() > most => {
                Err(Finding::error("too-large", "set is larger than its budget")
                    .found(size)
                    .expected(format_args!("at most {most} bytes"))
                    .help("leave out roots that are not needed, or labels, or raise the budget")
                    .into())
            }
            _ => Ok(()),
        }
    }

    /// All that the outcome depends on.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let of_inputs = self.inputs.iter().flat_map(|input| input.paths(&self.base));
        of_inputs.chain(self.chains.iter().chain(&self.counted).cloned()).collect()
    }

    /// What messages call the set where they are about no one file.
    pub(super) fn shown(&self) -> String {
        let names = self.inputs.iter().map(Input::name);
        names.collect::<Vec<_>>().join(", ")
    }

    pub(super) fn output_file(&self) -> PathBuf {
        let named = || Path::new(&self.options.constant.to_lowercase()).with_extension("rs");
        self.output.clone().unwrap_or_else(named)
    }
}
