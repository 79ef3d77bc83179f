mod document;
mod impose;

use std::collections::{BTreeMap, BTreeSet};

use rootbake_core::certificate::{Certificate, Fingerprint, Validity};
use toml_edit::{ArrayOfTables, Item, Table, value};

use super::{Lock, LockRoot, Provenance};
use crate::bundle::{Bundle, BundleRoot, Source};
use crate::change::{Holdings, LockChange};
use crate::fingerprint::hex;
use crate::programme::{Programme, ProgrammeRoot, Verdict};
use crate::report::{Finding, Report};
use document::{describe, insert_roots, new_document, parse, set, take_roots};
use impose::Imposed;

/// The text of a lock, and what is new in it.
#[derive(Clone, Debug)]
pub struct Refreshed {
    /// The lock
    pub text: String,
    /// What it says anew about its bundle
    pub changes: Vec<LockChange>,
    /// What should be known, but stops nothing
    pub notes: Report,
}

/// The text of a lock for a bundle, and what it changes.
///
/// With an `existing` lock everything that a person wrote stays: labels, rules, exceptions,
/// comments. `provenance` is what the lock is to say of the bundle, but for its `sha256`, which is
/// computed. The roots are sorted by fingerprint, and stand behind `[bundle]`; what an entry says of
/// key and dates is that of the certificate.
///
/// What the `programmes` say of a root becomes rules of its entry, each with its source, and
/// replaces what they said before. Where a person wrote another rule, that stays, and a note says
/// so; another says so of every root that no programme speaks of.
///
/// # Errors
///
/// Where the existing lock cannot be read, or a programme does not trust a root of the bundle.
pub fn refresh(
    bundle: &Bundle<'_>,
    source: Source<'_>,
    existing: Option<Source<'_, str>>,
    provenance: &Provenance,
    programmes: &[Programme],
) -> Result<Refreshed, Report> {
    let before = existing.map(Lock::read).transpose()?;
    let mut document = match existing {
        Some(existing) => parse(existing)?,
        None => new_document(provenance),
    };
    describe(&mut document, source, provenance);
    let former = take_roots(&mut document);
    let former = by_fingerprint(&former);
    let mut roots: Vec<&BundleRoot<'_>> = bundle.roots.iter().collect();
    roots.sort_by_key(|root| root.fingerprint);
    let mut writer = Writer::default();
    for root in roots {
        writer.add(root, &former, programmes);
    }
    let Writer { tables, imposed, errors, notes } = writer;
    insert_roots(&mut document, tables);
    let text = errors.or(document.to_string())?;
    let lock = Lock::read(Source { name: "new lock", content: &text })?;
    check_kept(before.as_ref(), &lock, &imposed)?;
    let former = before.as_ref().map(Holdings::of_lock).unwrap_or_default();
    let changes = Holdings::of_lock(&lock).changes_since(&former);
    Ok(Refreshed { text, changes, notes })
}

/// The entries of a lock by the fingerprints in them.
type Entries<'a> = BTreeMap<String, &'a Table>;

/// Of two entries for one root the first, as everywhere.
fn by_fingerprint(tables: &ArrayOfTables) -> Entries<'_> {
    let mut entries = Entries::new();
    for table in tables {
        entries.entry(field(table, "sha256")).or_insert(table);
    }
    entries
}

/// The entries of the roots.
#[derive(Default)]
struct Writer {
    tables: ArrayOfTables,
    /// Roots whose rules a programme changed
    imposed: BTreeSet<Fingerprint>,
    errors: Report,
    notes: Report,
}

impl Writer {
    fn add(&mut self, root: &BundleRoot<'_>, former: &Entries<'_>, programmes: &[Programme]) {
        let mut table = match former.get(&hex(&root.fingerprint)) {
            Some(table) => corrected(table, root),
            None => new_root(root),
        };
        let mut is_known = false;
        for programme in programmes {
            let said = programme.roots.iter().find(|said| said.fingerprint == root.fingerprint);
            if let Some(said) = said {
                is_known = true;
                self.impose(&mut table, root, programme, said);
            }
        }
        if !is_known && !programmes.is_empty() {
            self.notes.push(unknown(root, programmes));
        }
        self.tables.push(table);
    }

    fn impose(
        &mut self,
        table: &mut Table,
        root: &BundleRoot<'_>,
        programme: &Programme,
        said: &ProgrammeRoot,
    ) {
        if said.verdict != Verdict::Trusted {
            return self.errors.push(not_trusted(root, programme, said));
        }
        let Imposed { changed, kept } = impose::impose(table, programme, said);
        self.imposed.extend(changed.then_some(root.fingerprint));
        let label = field(table, "label");
        for kept in kept {
            self.notes.push(
                Finding::error("rule-kept", "lock and programme differ, and the lock stays")
                    .warning()
                    .root(format_args!("{label:?} ({})", root.place))
                    .found(kept)
                    .help("delete the rule in the lock to take over that of the programme"),
            );
        }
    }
}

fn not_trusted(root: &BundleRoot<'_>, programme: &Programme, said: &ProgrammeRoot) -> Finding {
    Finding::error(
        "not-trusted-by-programme",
        "root is in the bundle, and its programme does not trust it",
    )
    .root(format_args!("{:?} ({})", root.label(), root.place))
    .found(format_args!("{}: {} (line {})", programme.name, said.verdict, said.line))
    .expected("a root that is trusted for TLS servers")
    .help("take the root out of the bundle")
}

fn unknown(root: &BundleRoot<'_>, programmes: &[Programme]) -> Finding {
    let names: Vec<&str> = programmes.iter().map(|programme| programme.name.as_str()).collect();
    Finding::error("not-in-programme", "no programme speaks of the root")
        .warning()
        .root(format_args!("{:?} ({})", root.label(), root.place))
        .expected(format_args!("an entry in {}", names.join(" or ")))
}

/// That no rule of a root has changed but by a programme.
fn check_kept(
    former: Option<&Lock<'_>>,
    lock: &Lock<'_>,
    imposed: &BTreeSet<Fingerprint>,
) -> Result<(), Report> {
    let by_programme = |root: &&LockRoot| imposed.contains(&root.fingerprint);
    let entries = lock.roots.iter().map(|root| (root.fingerprint, root));
    let entries: BTreeMap<Fingerprint, &LockRoot> = entries.collect();
    let mut report = Report::default();
    for before in former.into_iter().flat_map(|lock| &lock.roots).filter(|root| !by_programme(root))
    {
        let after = entries.get(&before.fingerprint);
        if after
            .is_some_and(|after| after.rules.without_sources() != before.rules.without_sources())
        {
            report.push(
                Finding::error(
                    "rule-not-kept",
                    "rules of a root cannot be kept as they are written",
                )
                .root(format_args!("{:?} (line {})", before.label, before.line))
                .help("write alternatives as `any_of = [{ .. }]`"),
            );
        }
    }
    report.or(())
}

fn new_root(root: &BundleRoot<'_>) -> Table {
    let mut table = Table::new();
    table.insert("label", value(root.label()));
    table.insert("sha256", value(hex(&root.fingerprint)));
    for (key, text) in for_reading(root) {
        table.insert(key, value(text));
    }
    table
}

/// What a lock says of a certificate for whoever reads it.
fn for_reading(root: &BundleRoot<'_>) -> [(&'static str, String); 3] {
    let Certificate { validity, spki, .. } = root.certificate;
    let Validity { not_before, not_after } = validity;
    let key = match spki.key() {
        Ok(key) => key.to_string(),
        Err(error) => error.to_string(),
    };
    [("key", key), ("not_before", not_before.to_string()), ("not_after", not_after.to_string())]
}

/// A former entry, which must not tell whoever reads it what is not so.
fn corrected(former: &Table, root: &BundleRoot<'_>) -> Table {
    let mut table = former.clone();
    for (key, text) in for_reading(root) {
        if table.contains_key(key) {
            set(&mut table, key, text.into());
        }
    }
    table
}

fn field(table: &Table, key: &str) -> String {
    table.get(key).and_then(Item::as_str).unwrap_or_default().to_owned()
}
