mod build_script;
mod join;

use std::path::{Path, PathBuf};

use crate::baked::{self, Baked};
use crate::bundle::{Bundle, Decoded};
use crate::coverage::Coverage;
use crate::emit::{self, Options};
use crate::filter::{Chains, Filter, Filters};
use crate::input::{self, Input, Loaded, Opened, Part};
use crate::lint::Linted;
use crate::lock::Lock;
use crate::locked::Locked;
use crate::report::{Finding, Report, each};
use crate::size::Size;
use crate::terms::{self, Impose, Terms};
use join::Joined;

/// What a macro puts where a root set is expected.
#[derive(Clone, Debug)]
pub struct Block {
    /// The content of a block that is a root set. It calls `rootbake::__private::v1`
    /// `rootbake_v1`, which must be imported in front of it.
    pub source: String,
    /// The files that were read, for the compiler to watch
    pub files: Vec<PathBuf>,
}

/// What the code that bakes can do about a finding, beside what a lock can.
fn hint(finding: Finding) -> Finding {
    match finding.code() {
        "not-self-issued" => finding.help("or say `partial_chain` where the set is baked"),
        _ => finding,
    }
}

/// Bakes a root set from files, in a build script: [`run`](Self::run) is all that one needs.
///
/// ```no_run
/// use rootbake_codegen::{Bake, Filter, Impose, Input};
///
/// Bake::new("CORP")
///     .input("ca/corp.pem")
///     .input(Input::new("ca/partner.der").unlocked())
///     .exclude(Filter::Label("Corp Root of 2009"))
///     .impose(Impose::on(Filter::Label("Partner Root"), "contract 12").permitted_dns([".partner.example"]))
///     .max_bytes(10_000)
///     .run();
/// ```
///
/// and in the program
///
/// ```ignore
/// include!(concat!(env!("OUT_DIR"), "/corp.rs"));
/// ```
///
/// The outcome depends on the files and on what is said here, and on nothing else: the order of
/// certificates, comments and line ends do not count, nor do clock and environment.
#[derive(Clone, Debug)]
pub struct Bake<'a> {
    options: Options<'a>,
    base: PathBuf,
    inputs: Vec<Input<'a>>,
    chains: Vec<PathBuf>,
    counted: Vec<PathBuf>,
    filters: Filters<'a>,
    terms: Terms<'a>,
    name: Option<&'a str>,
    as_of: Option<&'a str>,
    max_bytes: Option<usize>,
    within_webpki: bool,
    output: Option<PathBuf>,
}

impl<'a> Bake<'a> {
    /// Bakes a `static` of this name, `"CORP"`, or with these [`Options`].
    pub fn new(options: impl Into<Options<'a>>) -> Self {
        Self {
            options: options.into(),
            base: PathBuf::new(),
            inputs: Vec::new(),
            chains: Vec::new(),
            counted: Vec::new(),
            filters: Filters::default(),
            terms: Terms::default(),
            name: None,
            as_of: None,
            max_bytes: None,
            within_webpki: false,
            output: None,
        }
    }

    /// Adds a file or a folder. What is in several of them is in the set; a certificate that is in
    /// two of them is an error.
    #[must_use]
    pub fn input(mut self, input: impl Into<Input<'a>>) -> Self {
        self.inputs.push(input.into());
        self
    }

    /// The folder that paths are relative to: the one of the package, unless this is said.
    #[must_use]
    pub fn relative_to(self, folder: impl Into<PathBuf>) -> Self {
        Self { base: folder.into(), ..self }
    }

    /// Bakes the roots that are like this. Of several, any will do.
    #[must_use]
    pub fn include(mut self, filter: Filter<'a>) -> Self {
        self.filters.include.push(filter);
        self
    }

    /// Leaves out the roots that are like this, whatever includes them.
    #[must_use]
    pub fn exclude(mut self, filter: Filter<'a>) -> Self {
        self.filters.exclude.push(filter);
        self
    }

    /// Bakes the roots that these chains need, going by names and key identifiers: a file of
    /// certificates as servers present them. Joined to what [`include`](Self::include) says.
    #[must_use]
    pub fn only_for_chains(mut self, file: impl Into<PathBuf>) -> Self {
        self.chains.push(file.into());
        self
    }

    /// Counts the chains that still end at one of the roots, going by names and key identifiers:
    /// [`Baked::coverage`] has how many. Each file is what one host presents; a folder is all of
    /// its files. Nothing is left out for them, and each that is lost is a warning.
    #[must_use]
    pub fn count_chains(mut self, path: impl Into<PathBuf>) -> Self {
        self.counted.push(path.into());
        self
    }

    /// Imposes rules beyond those of the locks.
    #[must_use]
    pub fn impose(mut self, impose: Impose<'a>) -> Self {
        self.terms.impose.push(impose);
        self
    }

    /// What becomes of the roots that a lint minds, as the `[policy]` of a lock says it:
    /// `("expired", "drop")`; or how long the product is promised to work: `("lifetime", "10y")`.
    #[must_use]
    pub fn policy(mut self, lint: &'a str, action: &'a str) -> Self {
        self.terms.policy.push((lint, action));
        self
    }

    /// Makes anchors of intermediates, which are an error otherwise. An error where there are none.
    #[must_use]
    pub fn partial_chain(mut self) -> Self {
        self.terms.partial_chain = true;
        self
    }

    /// The name of the set in the binary: else that of the lock, or of the first input.
    #[must_use]
    pub fn name(self, name: &'a str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// The day that inputs without a lock stand for, as RFC 3339 in UTC: else the day on which
    /// their youngest certificate began. An error where every input has a lock.
    #[must_use]
    pub fn as_of(self, time: &'a str) -> Self {
        Self { as_of: Some(time), ..self }
    }

    /// An error where the set is larger, going by [`Size::total`].
    #[must_use]
    pub fn max_bytes(self, bytes: usize) -> Self {
        Self { max_bytes: Some(bytes), ..self }
    }

    /// Leaves out the roots with a rule that webpki cannot keep, each with a warning
    /// `beyond-webpki`: a path length, a date of distrust, SCTs. For sets whose bare anchors
    /// another library takes.
    #[must_use]
    pub fn within_webpki(self) -> Self {
        Self { within_webpki: true, ..self }
    }

    /// Where the source is written, relative to `OUT_DIR`: else the name of the `static` in lower
    /// case, `corp.rs`.
    #[must_use]
    pub fn output(self, path: impl Into<PathBuf>) -> Self {
        Self { output: Some(path.into()), ..self }
    }

    /// Bakes the set, and writes nothing.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the first stage that finds something wrong, of all inputs.
    pub fn bake(&self) -> Result<Baked, Report> {
        self.with_linted(|linted, _| {
            let (coverage, lost) =
                Coverage::count(&self.counted, &self.base, &linted.locked.roots)?;
            let mut baked = Baked { coverage, ..Baked::of(linted, &self.options) };
            baked.warnings.extend(lost);
            self.within_budget(&baked.size)?;
            Ok(baked)
        })
    }

    /// Bakes the set as the content of a block, for `rootbake::bake!`.
    ///
    /// Nobody sees a warning there, so that each is an error, unless a policy has decided on it.
    ///
    /// # Errors
    ///
    /// Those of [`bake`](Self::bake), and warnings.
    pub fn block(&self) -> Result<Block, Report> {
        self.with_linted(|linted, lock| {
            let undecided = linted.warnings.findings().iter();
            let undecided = undecided.filter(|told| lock.policy.of(told.code()).is_none());
            let mut report = Report::default();
            undecided.for_each(|told| report.push(told.clone().undecided()));
            report.or(())?;
            self.within_budget(&baked::size(&linted, &self.options))?;
            let source = emit::emit_block(&linted, &self.options);
            Ok(Block { source, files: self.paths() })
        })
    }

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

    fn within_budget(&self, size: &Size) -> Result<(), Report> {
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
    fn paths(&self) -> Vec<PathBuf> {
        let of_inputs = self.inputs.iter().flat_map(|input| input.paths(&self.base));
        of_inputs.chain(self.chains.iter().chain(&self.counted).cloned()).collect()
    }

    /// What messages call the set where they are about no one file.
    fn shown(&self) -> String {
        let names = self.inputs.iter().map(Input::name);
        names.collect::<Vec<_>>().join(", ")
    }

    fn output_file(&self) -> PathBuf {
        let named = || Path::new(&self.options.constant.to_lowercase()).with_extension("rs");
        self.output.clone().unwrap_or_else(named)
    }
}
