//! `rootbake show`: what an input holds.

mod entry;
mod inventory;
mod names;

use std::io;
use std::path::PathBuf;

use rootbake::{Diagnostic, Severity};

use crate::baked::Baked;
use crate::output::{EXIT_CODES, Failure, Outcome, Terminal};
use entry::Entry;
use inventory::Inventory;

const MORE: &str = "\
A bad certificate never hides the ones behind it: what can be read is shown, and the rest is told.

Examples:
  rootbake show ca.pem
  rootbake show --json /etc/ssl/certs
  openssl s_client -showcerts -connect example.com:443 </dev/null | rootbake show -
  rootbake show --baked mozilla
";

/// Shows what an input holds: anchors, constraints, diagnostics
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// PEM or DER files, directories of them, or `-` for standard input
    #[arg(value_name = "INPUT", required_unless_present = "baked")]
    inputs: Vec<PathBuf>,
    /// A root set that is baked into this command
    #[arg(long, value_name = "NAME")]
    baked: Option<Baked>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let mut inventory = Inventory::default();
    if let Some(baked) = args.baked {
        inventory.add_set(baked.set());
    }
    for path in &args.inputs {
        inventory.add_path(path);
    }
    match args.json {
        true => terminal.json(&inventory)?,
        false => print(&inventory, terminal)?,
    }
    Ok(if inventory.is_refused() { Outcome::Found } else { Outcome::Fine })
}

fn print(inventory: &Inventory, terminal: &mut Terminal) -> io::Result<()> {
    let Inventory { anchors, intermediates, pinned, diagnostics } = inventory;
    section(terminal, "anchor", anchors)?;
    section(terminal, "intermediate", intermediates)?;
    section(terminal, "accepted for itself", pinned)?;
    let is_same_kind = |a: &Diagnostic, b: &Diagnostic| {
        (a.severity, a.code, &a.input) == (b.severity, b.code, &b.input)
    };
    diagnostics.chunk_by(is_same_kind).try_for_each(|chunk| tell(terminal, chunk))
}

/// Diagnostics of one kind about one file. Errors are told one by one; of warnings that repeat, as
/// where a directory holds each certificate both in a file of its own and in one of all, the first.
fn tell(terminal: &mut Terminal, chunk: &[Diagnostic]) -> io::Result<()> {
    const SHOWN: usize = 3;
    let repeats = chunk.iter().all(|diagnostic| diagnostic.severity == Severity::Warning);
    let shown = if repeats { SHOWN } else { chunk.len() };
    chunk.iter().take(shown).try_for_each(|diagnostic| terminal.tell(diagnostic))?;
    match (chunk.len().saturating_sub(shown), chunk.first()) {
        (more @ 1.., Some(Diagnostic { code, input, .. })) => terminal
            .tell(&format!("warning[{code}]: and {more} more like it, see --json ({input})")),
        _ => Ok(()),
    }
}

/// A table of certificates in one role, or nothing where there is none.
fn section(terminal: &mut Terminal, role: &str, entries: &[Entry]) -> io::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let head = format!("{} ({})", role.to_uppercase(), entries.len());
    let head = [head.as_str(), "KEY", "NOT AFTER", "CONSTRAINTS", "SHA-256"];
    terminal.table(&head, head.len(), entries.iter().map(Entry::row).collect())
}
