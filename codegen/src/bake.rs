mod build_script;
mod join;
mod stages;

use std::path::PathBuf;

use crate::baked::{self, Baked};
use crate::coverage::Coverage;
use crate::emit::{self, Options};
use crate::filter::{Filter, Filters};
use crate::input::Input;
use crate::report::{Finding, Report};
use crate::terms::{Impose, Terms};

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

    /// An error where the set is larger, going by [`Size::total`](crate::Size::total).
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
        self.options.check()?;
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
}
