//! The `rootbake` command: shows what bundles of CA certificates hold, writes their locks, verifies
//! chains against them, and demonstrates what a baked bundle costs a program.
#![forbid(unsafe_code)]

mod baked;
mod demo;
mod identity;
mod input;
mod lock;
mod output;
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
    Demo(demo::Args),
    Identity(identity::Args),
    Lock(lock::Args),
    Show(show::Args),
    Verify(verify::Args),
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let mut terminal = Terminal::new();
    let result = match &command {
        Command::Demo(args) => demo::run(args, &mut terminal),
        Command::Identity(args) => identity::run(args, &mut terminal),
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
