//! `rootbake verify`: whether a chain leads to an anchor.

mod verdict;

use std::path::PathBuf;

use clap::ValueEnum;
use clap::error::ErrorKind;
use rootbake::pki_types::{CertificateDer, ServerName, UnixTime};
use rootbake::{CaSource, ClientAuth, Diagnostic, SecureContext, Severity};

use crate::baked::Baked;
use crate::input;
use crate::output::{EXIT_CODES, Failure, Outcome, Terminal, refused};
use crate::time;
use verdict::Verdict;

const MORE: &str = "\
Without --ca and --roots the default roots are trusted; --ca replaces them. Revocation is not
checked. Clients are never verified against the default roots, which issue to anybody.

Examples:
  rootbake verify --host www.example.com chain.pem
  rootbake verify --ca corp.pem --host db.corp.example --time 2027-01-01T00:00:00Z chain.pem
  rootbake verify --ca corp.pem --purpose client --json client.pem
";

/// Verifies a chain as a TLS connection would, and says which anchor it leads to or why to none
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// PEM file of CA certificates to trust; may be given several times
    #[arg(long, value_name = "FILE")]
    ca: Vec<PathBuf>,
    /// Root set to trust beside the CAs
    #[arg(long, value_name = "NAME")]
    roots: Vec<Baked>,
    /// Let a path end at an intermediate that --ca supplies
    #[arg(long)]
    partial_chain: bool,
    /// The moment to verify for, as RFC 3339 or seconds since 1970 [default: now]
    #[arg(long, value_parser = time::parse)]
    time: Option<UnixTime>,
    /// What the chain is presented for
    #[arg(long, value_enum, default_value_t = Purpose::Server)]
    purpose: Purpose,
    /// The DNS name or IP address that a server must have a certificate for
    #[arg(long, value_name = "NAME", value_parser = parse_host)]
    host: Option<ServerName<'static>>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// PEM file with the end entity first, or DER of one certificate, or `-` for standard input
    chain: PathBuf,
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
    let peer = args.peer()?;
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

impl Args {
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

    fn verify(&self, peer: &Peer<'_>, terminal: &mut Terminal) -> Result<Verdict, Failure> {
        let context = self.context(peer)?;
        let (chain, skipped) = self.read_chain()?;
        for warning in context.diagnostics().iter().chain(&skipped) {
            terminal.tell(warning)?;
        }
        let time = self.time.unwrap_or_else(UnixTime::now);
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
        let mut builder = SecureContext::builder().allow_partial_trust_chain(self.partial_chain);
        for path in &self.ca {
            let ca = input::read(path)?;
            builder = builder.ca_from(CaSource::pem(&ca.content).named(&ca.name))?;
        }
        for roots in &self.roots {
            builder = builder.roots(roots.set());
        }
        if let Peer::Client = peer {
            // the library's own rule: never against the default roots
            builder = builder.client_auth(ClientAuth::Required);
        }
        Ok(builder.build()?)
    }

    /// The certificates of the chain, in which no block may be damaged, and what else the file holds.
    fn read_chain(&self) -> Result<(Chain, Vec<Diagnostic>), Failure> {
        let input = input::read(&self.chain)?;
        let (mut chain, mut skipped) = (Vec::new(), Vec::new());
        for piece in input.pieces() {
            match piece {
                Ok(piece) => chain.push(CertificateDer::from(piece.der)),
                Err(odd) if odd.severity == Severity::Warning => skipped.push(odd),
                Err(refused) => return Err(refused.into()),
            }
        }
        let mut chain = chain.into_iter();
        let end_entity = chain
            .next()
            .ok_or_else(|| refused(&input.name, "no-certificates", "chain holds no certificate"))?;
        Ok((Chain { end_entity, intermediates: chain.collect() }, skipped))
    }
}

/// What a peer presents.
struct Chain {
    end_entity: CertificateDer<'static>,
    intermediates: Vec<CertificateDer<'static>>,
}

fn parse_host(text: &str) -> Result<ServerName<'static>, String> {
    let name = ServerName::try_from(text.to_owned());
    name.map_err(|_| "expected a DNS name or an IP address".to_owned())
}
