//! `rootbake demo`: what this is for, measured on the spot and without a network.

mod authority;
mod bake;
mod cost;
mod handshake;

use std::io::{self, Write};

use rootbake::{CaSource, SecureContext, VerifyError};

use crate::output::{BOLD, EXIT_CODES, Failure, GOOD, Outcome, Terminal};
use crate::progress::Progress;
use authority::Authority;
use handshake::Server;

const MORE: &str = "\
Bakes the pinned Mozilla bundle again, shakes hands on loopback with a server of a throw-away CA,
and prints what each kind of context cost. Every figure is measured in this run.

Example:
  rootbake demo
";

/// Bakes, starts contexts, shakes hands on loopback, and prints what it cost
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let out = &mut terminal.out;
    title(out, "1. The pinned bundle, baked again")?;
    bake::show(out)?;
    title(out, "\n2. A server on loopback, its certificate from a throw-away CA")?;
    let authority = Authority::new().map_err(|error| unexpected("CA cannot be made", error))?;
    handshakes(out, &authority)?;
    title(out, "\n3. What a context costs, from nothing to a client configuration")?;
    let progress = Progress::waiting("measuring");
    let costs = cost::measure(&authority)?;
    drop(progress);
    terminal.table(&cost::HEAD, 1, costs.iter().map(cost::Cost::row).collect())?;
    cost::check(&costs)?;
    Ok(Outcome::Fine)
}

fn title(out: &mut impl Write, title: &str) -> io::Result<()> {
    writeln!(out, "{BOLD}{title}{BOLD:#}")
}

/// One context that must refuse the server, and one that must accept it.
fn handshakes(out: &mut impl Write, authority: &Authority) -> Result<(), Failure> {
    let server = Server::start(authority)?;
    let defaults = SecureContext::builder().build()?;
    match server.connect(&defaults) {
        Ok(_) => return Err(Failure::Demo("default roots accept a throw-away CA".to_owned())),
        Err(error) => {
            let Some(refusal) = VerifyError::of_io(&error) else {
                return Err(unexpected("handshake on the default roots", error));
            };
            writeln!(out, "default roots:")?;
            writeln!(out, "  {GOOD}refused{GOOD:#}, as it must be: {refusal}")?;
        }
    }
    let explicit = SecureContext::builder()
        .ca_from(CaSource::pem(&authority.ca_pem()).named("ca.pem"))?
        .build()?;
    let session =
        server.connect(&explicit).map_err(|error| unexpected("handshake on the CA", error))?;
    writeln!(out, "explicit CA:")?;
    writeln!(
        out,
        "  {GOOD}accepted{GOOD:#}: {}, {}, and the server says {:?}",
        session.version, session.cipher_suite, session.greeting
    )?;
    Ok(())
}

fn unexpected(what: &str, error: impl std::fmt::Display) -> Failure {
    Failure::Demo(format!("{what}: {error}"))
}
