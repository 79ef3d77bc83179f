//! The `rootbake` command: shows what bundles of CA certificates hold, writes their locks, verifies
//! chains against them, and demonstrates what a baked bundle costs a program.
#![forbid(unsafe_code)]

mod bake;
mod baked;
mod bundle;
mod check;
mod demo;
mod diff;
mod file;
mod identity;
mod image;
mod input;
mod inspect;
mod json;
mod lock;
mod output;
mod progress;
mod rules;
mod show;
mod time;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use output::{Failure, Outcome, Terminal};

/// CA roots baked into the binary: shows, locks and verifies bundles of CA certificates
#[derive(Debug, Parser)]
#[command(name = "rootbake", version, after_help = output::EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Bake(bake::Args),
    Check(check::Args),
    Demo(demo::Args),
    Diff(diff::Args),
    Identity(identity::Args),
    Inspect(inspect::Args),
    Lock(lock::Args),
    Show(show::Args),
    Verify(verify::Args),
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let mut terminal = Terminal::new();
    let result = match &command {
        Command::Bake(args) => bake::run(args, &mut terminal),
        Command::Check(args) => check::run(args, &mut terminal),
        Command::Demo(args) => demo::run(args, &mut terminal),
        Command::Diff(args) => diff::run(args, &mut terminal),
        Command::Identity(args) => identity::run(args, &mut terminal),
        Command::Inspect(args) => inspect::run(args, &mut terminal),
        Command::Lock(args) => lock::run(args, &mut terminal),
        Command::Show(args) => show::run(args, &mut terminal),
        Command::Verify(args) => verify::run(args, &mut terminal),
    };
    match result {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Found) => ExitCode::FAILURE,
        Err(failure) => {
            let code = if matches!(failure, Failure::Usage(_)) { 2 } else { 1 };
            terminal.tell_failure(&failure);
            ExitCode::from(code)
        }
    }
}
