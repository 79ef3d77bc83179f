//! `rootbake show`: what an input holds.

mod entry;
mod inventory;
mod names;

use std::io::{self, Write};
use std::path::PathBuf;

use rootbake::CaSource;

use crate::baked::Baked;
use crate::output::{EXIT_CODES, Failure, Outcome, Terminal};
use entry::Entry;
use inventory::Inventory;

const MORE: &str = "\
An input is read as a program reads its explicit CAs, but a bad certificate never hides the ones
behind it: what can be read is shown, and the rest is told. A lock beside the file is not read: its
rules hold where the bundle is baked. An anchor is where paths may end; an
intermediate completes them; what is accepted for itself issues nothing.

Examples:
  rootbake show ca.pem
  rootbake show --json /etc/ssl/certs
  rootbake show --pem vendor.pem extra.der > ca.pem
  openssl s_client -showcerts -connect example.com:443 </dev/null | rootbake show -
  rootbake show --baked mozilla
";

/// Shows what an input holds: anchors, constraints, diagnostics
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// Files, each PEM or DER by its content, folders of them, or `-` for standard input
    #[arg(value_name = "INPUT", required_unless_present_any = ["baked", "system"])]
    inputs: Vec<PathBuf>,
    /// A root set that is baked into this command
    #[arg(long, value_name = "NAME", help_heading = "Other inputs")]
    baked: Option<Baked>,
    /// The store of the operating system
    ///
    /// Or what the environment variables SSL_CERT_FILE and SSL_CERT_DIR name in its place.
    #[arg(long, help_heading = "Other inputs")]
    system: bool,
    /// Print one JSON object [default: a table, its times in UTC]
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print the certificates as PEM blocks, each under a comment with its label
    ///
    /// They make a bundle of roots for TLS servers. A root on which rules were imposed is left out
    /// with a warning: a PEM block cannot carry them.
    #[arg(long, help_heading = "Output", conflicts_with = "json")]
    pem: bool,
}

pub(crate) fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let inventory = args.take_stock()?;
    match (args.json, args.pem) {
        (true, _) => terminal.json(&inventory)?,
        (_, true) => print_pem(&inventory, terminal)?,
        _ => print(&inventory, terminal)?,
    }
    Ok(if inventory.is_refused() { Outcome::Found } else { Outcome::Fine })
}

impl Args {
    fn take_stock(&self) -> Result<Inventory, rootbake::Error> {
        let mut inventory = Inventory::default();
        if let Some(baked) = self.baked {
            inventory.add_set(baked.set());
        }
        if self.system {
            inventory.add(CaSource::system())?;
        }
        for path in &self.inputs {
            inventory.add_path(path)?;
        }
        Ok(inventory)
    }
}

fn print(inventory: &Inventory, terminal: &mut Terminal) -> io::Result<()> {
    section(terminal, "anchor", &inventory.anchors)?;
    section(terminal, "intermediate", &inventory.intermediates)?;
    section(terminal, "accepted for itself", &inventory.pinned)?;
    terminal.tell_all(&inventory.diagnostics)
}

fn print_pem(inventory: &Inventory, terminal: &mut Terminal) -> io::Result<()> {
    terminal.tell_all(&inventory.diagnostics)?;
    for entry in inventory.entries() {
        match entry.pem() {
            Ok(pem) => write!(terminal.out, "{pem}")?,
            Err(left_out) => terminal.tell(&left_out)?,
        }
    }
    Ok(())
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
