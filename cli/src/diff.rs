//! `rootbake diff`: the roots added, removed and changed.

mod side;

use std::io::{self, Write};

use rootbake_codegen::{ChangedRoot, LockChange};
use serde::Serialize;

use crate::output::{EXIT_CODES, Failure, Outcome, Terminal, many};
use side::Side;

const MORE: &str = "\
Each side is a bundle as `rootbake bake` takes it, with the lock beside it where there is one; the
name of a set of this command (`mozilla`, `chrome`; a file of that name is `./mozilla`); or a binary
that sets are baked into, which counts with all of its sets, also the default roots that contexts
have. `-` is standard input. Of a bundle with a lock those roots count that would be baked, of
certdata.txt and the CCADB's report those that are trusted for TLS servers.

Rules are compared where both sides are locked. A binary knows the fingerprints of its roots, and
of their rules whether all are the same.

Examples:
  rootbake diff old/ca.pem new/ca.pem
  rootbake diff firmware.bin ca.pem
  rootbake diff mozilla chrome --json
";

/// Shows how the roots of two bundles, baked sets or binaries differ
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// What was there before
    a: String,
    /// What is there now
    b: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What differs, under the names of the JSON.
#[derive(Debug, Serialize)]
struct Difference {
    same: bool,
    added: Vec<Root>,
    removed: Vec<Root>,
    changed: Vec<Root>,
    /// Whether all rules are the same; `null` where one of the sides does not know its rules
    same_rules: Option<bool>,
    #[serde(skip)]
    changes: Vec<LockChange>,
}

#[derive(Debug, Serialize)]
struct Root {
    label: Option<String>,
    sha256: String,
    not_after: Option<String>,
    key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<String>,
}

pub(crate) fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let [former, present] = [Side::read(&args.a)?, Side::read(&args.b)?];
    let difference = Difference::between(&former, &present);
    match args.json {
        true => terminal.json(&difference)?,
        false => difference.print(&former, &present, terminal)?,
    }
    Ok(if difference.same { Outcome::Fine } else { Outcome::Found })
}

impl Difference {
    fn between(former: &Side, present: &Side) -> Self {
        let changes = present.roots.changes_since(&former.roots);
        let same_rules = match (former.set_sha256, present.set_sha256) {
            (Some(former), Some(present)) => Some(former == present),
            _ => None,
        };
        let mut difference = Self {
            same: changes.is_empty() && same_rules != Some(false),
            added: Vec::new(),
            removed: Vec::new(),
            changed: Vec::new(),
            same_rules,
            changes: Vec::new(),
        };
        changes.iter().for_each(|change| difference.add(change));
        difference.changes = changes;
        difference
    }

    fn add(&mut self, change: &LockChange) {
        match change {
            LockChange::Added(root) => self.added.push(Root::new(root, None)),
            LockChange::Removed(root) => self.removed.push(Root::new(root, None)),
            LockChange::Ruled { root, rule } => self.changed.push(Root::new(root, Some(rule))),
        }
    }

    fn print(&self, former: &Side, present: &Side, terminal: &mut Terminal) -> io::Result<()> {
        let Self { same, added, removed, changed, same_rules, changes } = self;
        terminal.changes(changes)?;
        let [a, b] = [former, present]
            .map(|side| format!("{} ({})", side.name, many(side.roots.len(), "root")));
        let out = &mut terminal.out;
        match (same, changes.is_empty(), same_rules) {
            (true, _, Some(true)) => writeln!(out, "{a} and {b} hold the same roots and rules"),
            (true, _, _) => {
                writeln!(out, "{a} and {b} hold the same roots; rules were not compared")
            }
            (false, true, _) => {
                writeln!(out, "{a} and {b} hold the same roots, but their rules differ")
            }
            _ => writeln!(
                out,
                "from {a} to {b}: {} added, {} removed, {} changed",
                added.len(),
                removed.len(),
                many(changed.len(), "rule")
            ),
        }
    }
}

impl Root {
    fn new(root: &ChangedRoot, change: Option<&String>) -> Self {
        let ChangedRoot { label, sha256, not_after, key } = root.clone();
        let not_after = not_after.map(|time| time.to_string());
        Self { label, sha256, not_after, key, change: change.cloned() }
    }
}
