//! `rootbake verify`: whether a chain leads to an anchor.

mod chain;
mod revocation;
mod trust;
mod verdict;

use std::path::PathBuf;

use clap::ValueEnum;
use clap::error::ErrorKind;
use rootbake::pki_types::{ServerName, UnixTime};
use rootbake::{ClientAuth, SecureContext};

use crate::output::{EXIT_CODES, Failure, Outcome, Terminal};
use crate::time;
use chain::Chain;
use revocation::Revocation;
use trust::Trust;
use verdict::Verdict;

const MORE: &str = "\
Without --ca, --system and --roots the default roots are trusted; --ca and --system replace them.
Clients are never verified against the default roots, which issue to anybody. Revocation is checked
with --crl alone: then every certificate of the path but its anchor needs a CRL.

Examples:
  rootbake verify --host www.example.com chain.pem
  rootbake verify --ca corp.pem --host db.corp.example --time 2027-01-01T00:00:00Z chain.pem
  rootbake verify --ca corp.pem --purpose client --json client.pem
  rootbake verify --ca corp/ --crl corp.crl --crl-depth end-entity --host db.corp.example chain.pem
";

/// Verifies a chain as a TLS connection would, and says which anchor it leads to or why to none
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// PEM file with the end entity first, or DER of one certificate, or `-` for standard input
    ///
    /// Of a TRUSTED CERTIFICATE the certificate alone counts: a peer presents no more.
    chain: PathBuf,
    #[command(flatten)]
    peer: PeerArgs,
    #[command(flatten)]
    trust: Trust,
    #[command(flatten)]
    revocation: Revocation,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Peer")]
struct PeerArgs {
    /// The DNS name or IP address that a server must have a certificate for
    #[arg(long, value_name = "NAME", value_parser = parse_host)]
    host: Option<ServerName<'static>>,
    /// What the chain is presented for
    #[arg(long, value_enum, default_value_t = Purpose::Server)]
    purpose: Purpose,
    /// The moment to verify for, as RFC 3339 or seconds since 1970 [default: now]
    #[arg(long, value_parser = time::parse)]
    time: Option<UnixTime>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Purpose {
    Client,
    Server,
}

/// The peer that is verified.
enum Peer<'a> {
    Client,
    Server(&'a ServerName<'static>),
}

pub(crate) fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let peer = args.peer.peer()?;
    let verdict = match args.verify(&peer, terminal) {
        // a program that reads the JSON gets one object whatever happens
        Err(failure) if args.json => Verdict::from(&failure),
        verdict => verdict?,
    };
    match args.json {
        true => terminal.json(&verdict.json())?,
        false => verdict.print(&mut terminal.out)?,
    }
    Ok(verdict.outcome())
}

impl PeerArgs {
    fn peer(&self) -> Result<Peer<'_>, Failure> {
        let usage = |kind, message| Err(Failure::usage("verify", kind, message));
        match (self.purpose, &self.host) {
            (Purpose::Client, None) => Ok(Peer::Client),
            (Purpose::Server, Some(host)) => Ok(Peer::Server(host)),
            (Purpose::Client, Some(_)) => usage(
                ErrorKind::ArgumentConflict,
                "--host cannot be used with --purpose client: clients are not verified by name",
            ),
            (Purpose::Server, None) => usage(
                ErrorKind::MissingRequiredArgument,
                "--host is required for --purpose server: without a name any server would do",
            ),
        }
    }
}

impl Args {
    fn verify(&self, peer: &Peer<'_>, terminal: &mut Terminal) -> Result<Verdict, Failure> {
        let context = self.context(peer)?;
        let (chain, skipped) = Chain::read(&self.chain)?;
        terminal.tell_all(context.diagnostics())?;
        terminal.tell_all(&skipped)?;
        let time = self.peer.time.unwrap_or_else(UnixTime::now);
        let Chain { end_entity, intermediates } = &chain;
        let verifier = context.verifier();
        let result = match peer {
            Peer::Server(name) => verifier.verify_server(end_entity, intermediates, name, time),
            Peer::Client => verifier.verify_client(end_entity, intermediates, time),
        };
        Ok(match result {
            Ok(path) => Verdict::accept(end_entity, &path),
            Err(error) => Verdict::reject(&error),
        })
    }

    fn context(&self, peer: &Peer<'_>) -> Result<SecureContext, Failure> {
        let mut builder = self.revocation.check(self.trust.builder()?)?;
        if let Peer::Client = peer {
            // the library's own rule: never against the default roots
            builder = builder.client_auth(ClientAuth::Required);
        }
        Ok(builder.build()?)
    }
}

fn parse_host(text: &str) -> Result<ServerName<'static>, String> {
    let name = ServerName::try_from(text.to_owned());
    name.map_err(|_| "expected a DNS name or an IP address".to_owned())
}
