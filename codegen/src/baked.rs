use crate::bundle::{Bundle, Decoded, Source};
use crate::coverage::Coverage;
use crate::emit::{self, Options};
use crate::lint::Linted;
use crate::lock::Lock;
use crate::locked::Locked;
use crate::report::Report;
use crate::size::Size;

/// What a bundle became.
#[derive(Clone, Debug)]
pub struct Baked {
    /// The generated source: a module's content
    pub source: String,
    /// How many roots there are in it
    pub roots: usize,
    /// Bytes of subjects, keys and name constraints
    pub anchor_bytes: usize,
    /// What the set adds to a program
    pub size: Size,
    /// How many of the chains that [`Bake::count_chains`](crate::Bake::count_chains) named end at
    /// one of its roots
    pub coverage: Coverage,
    /// What should be known, but stopped nothing
    pub warnings: Report,
}

/// Bakes a PEM bundle that its lock describes: reads it, holds it against the lock, lints it, and
/// emits it.
///
/// The outcome depends on the arguments alone. 118 roots take a few milliseconds in an optimised
/// build.
///
/// # Errors
///
/// Everything that is wrong with the first stage that finds something wrong.
pub fn bake(
    bundle: Source<'_>,
    lock: Source<'_, str>,
    options: &Options<'_>,
) -> Result<Baked, Report> {
    with_linted(bundle, lock, |linted, _| Ok(Baked::of(linted, options)))
}

/// Hands on a PEM bundle as it would be baked, with its lock.
///
/// # Errors
///
/// Those of [`bake`], and those of `take`.
pub fn with_linted<T>(
    bundle: Source<'_>,
    lock: Source<'_, str>,
    take: impl FnOnce(Linted<'_>, &Lock<'_>) -> Result<T, Report>,
) -> Result<T, Report> {
    let decoded = Decoded::from_pem(bundle)?;
    let bundle = Bundle::read(&decoded)?;
    let lock = Lock::read(lock)?;
    take(Linted::new(Locked::new(bundle, &lock)?)?, &lock)
}

impl Baked {
    pub(crate) fn of(linted: Linted<'_>, options: &Options<'_>) -> Self {
        Self {
            source: emit::emit(&linted, options),
            roots: linted.locked.roots.len(),
            anchor_bytes: linted.locked.roots.iter().map(emit::anchor_bytes).sum(),
            size: size(&linted, options),
            coverage: Coverage::default(),
            warnings: linted.warnings,
        }
    }
}

pub(crate) fn size(linted: &Linted<'_>, options: &Options<'_>) -> Size {
    Size::of(linted, emit::manifest_bytes(linted, options), options.certificates)
}
