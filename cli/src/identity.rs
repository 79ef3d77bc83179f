//! `rootbake identity`: whether a server or a client would show a chain, and why not.

mod verdict;

use std::path::PathBuf;

use clap::ValueEnum;
use clap::error::ErrorKind;
use rootbake::pem::{self, Content};
use rootbake::pki_types::UnixTime;
use rootbake::{AlgorithmConstraints, Identity, PeerOffer, SecureContext};
use rustls::SignatureScheme;

use crate::input;
use crate::output::{EXIT_CODES, Failure, Outcome, Terminal, refused};
use crate::time;
use verdict::Verdict;

const MORE: &str = "\
Without --peer-schemes the peer verifies all that rustls does. Exit code 1 where the identity would
not be shown, or would be, but not with the best rank: unlisted-signature, insensitive, expired,
extension-mismatch.

Examples:
  rootbake identity chain.pem key.pem
  rootbake identity --sni www.example.com --time 2027-01-01 chain.pem key.pem
  rootbake identity --role client --peer-schemes ecdsa_secp256r1_sha256,ed25519 chain.pem key.pem
  rootbake identity --constraints \"SHA1, RSA keySize < 2048\" chain.pem key.pem
  rootbake identity --password-file password.txt store.p12
";

/// Loads a chain and its key as a context would, and says with which rank a peer would be shown it
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{MORE}\n{EXIT_CODES}"))]
pub(crate) struct Args {
    /// PEM file with the chain, or a PKCS#12 file that holds both
    chain: PathBuf,
    /// PEM file with the private key [default: the file with the chain]
    key: Option<PathBuf>,
    /// File with the password of the key, on its first line
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    #[command(flatten)]
    peer: Peer,
    /// Rules to hold the chain against, in the language of Java [default: Java's own]
    #[arg(long, value_name = "RULES", value_parser = parse_constraints)]
    constraints: Option<AlgorithmConstraints>,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Peer")]
struct Peer {
    /// What the identity is shown as
    #[arg(long, value_enum, default_value_t = Role::Server)]
    role: Role,
    /// The signature schemes that the peer verifies, by their names in TLS
    #[arg(long, value_name = "SCHEMES", value_delimiter = ',', value_parser = parse_scheme)]
    peer_schemes: Option<Vec<SignatureScheme>>,
    /// The name that a client asks a server for
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    sni: Option<String>,
    /// The moment to look at, as RFC 3339 or seconds since 1970 [default: now]
    #[arg(long, value_parser = time::parse)]
    time: Option<UnixTime>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Role {
    Client,
    Server,
}

pub(crate) fn run(args: &Args, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let verdict = match args.explain(terminal) {
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
    fn explain(&self, terminal: &mut Terminal) -> Result<Verdict, Failure> {
        let mut builder = SecureContext::builder().no_roots().identity(self.identity()?);
        if let Some(constraints) = &self.constraints {
            builder = builder.algorithm_constraints(constraints.clone());
        }
        let context = builder.build()?;
        terminal.tell_all(context.diagnostics())?;
        let schemes = match &self.peer.peer_schemes {
            Some(schemes) => schemes.clone(),
            None => usual_schemes(),
        };
        let selection = context.key_manager().map(|keys| keys.explain(&self.peer.offer(&schemes)));
        let candidate = selection.and_then(|selection| selection.candidates.into_iter().next());
        // there is one, that was just given
        candidate
            .map(Verdict::from)
            .ok_or_else(|| Failure::from(refused("identity", "no-identity", "no identity")))
    }

    fn identity(&self) -> Result<Identity, Failure> {
        let chain = input::read(&self.chain)?;
        let password = self.password()?;
        let is_store = pem::content(&chain.content) == Content::Pkcs12;
        if is_store && self.key.is_some() {
            return Err(Failure::usage(
                "identity",
                ErrorKind::ArgumentConflict,
                "KEY cannot be used with a PKCS#12 file: that holds the key",
            ));
        }
        let identity = match (is_store, password) {
            (true, password) => {
                Identity::from_pkcs12(&chain.content, &password.unwrap_or_default())
            }
            (false, Some(password)) => {
                let key = self.key()?.unwrap_or_else(|| chain.content.clone());
                Identity::from_pem_with_password(&chain.content, key, password)
            }
            (false, None) => {
                let key = self.key()?.unwrap_or_else(|| chain.content.clone());
                Identity::from_pem(&chain.content, key)
            }
        };
        Ok(identity?.named(chain.name))
    }

    fn key(&self) -> Result<Option<Vec<u8>>, Failure> {
        let key = self.key.as_deref().map(input::read).transpose()?;
        Ok(key.map(|key| key.content))
    }

    fn password(&self) -> Result<Option<String>, Failure> {
        let Some(path) = &self.password_file else { return Ok(None) };
        let file = input::read(path)?;
        let not_text = || refused(&file.name, "not-readable", "password is not UTF-8");
        let text = std::str::from_utf8(&file.content).map_err(|_| not_text())?;
        Ok(Some(text.lines().next().unwrap_or_default().to_owned()))
    }
}

impl Peer {
    fn offer<'a>(&'a self, schemes: &'a [SignatureScheme]) -> PeerOffer<'a> {
        let offer = match self.role {
            Role::Client => PeerOffer::of_server(schemes),
            Role::Server => PeerOffer::of_client(schemes),
        };
        let offer = match &self.sni {
            Some(name) => offer.server_name(name),
            None => offer,
        };
        match self.time {
            Some(time) => offer.at(time),
            None => offer,
        }
    }
}

fn usual_schemes() -> Vec<SignatureScheme> {
    let provider = rustls::crypto::ring::default_provider();
    provider.signature_verification_algorithms.supported_schemes()
}

fn parse_constraints(text: &str) -> Result<AlgorithmConstraints, String> {
    text.parse().map_err(|error: rootbake::ConstraintError| error.to_string())
}

fn parse_scheme(text: &str) -> Result<SignatureScheme, String> {
    PeerOffer::scheme_named(text).ok_or_else(|| {
        "expected the name of a signature scheme, such as ecdsa_secp256r1_sha256".to_owned()
    })
}

fn parse_name(text: &str) -> Result<String, String> {
    match text.is_ascii() && !text.is_empty() {
        true => Ok(text.to_owned()),
        false => Err("expected a DNS name in ASCII, international ones as A-labels".to_owned()),
    }
}
