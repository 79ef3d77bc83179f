use std::path::{Path, PathBuf};

use clap::ValueEnum;
use rootbake::{ContextBuilder, RevocationDepth, UnknownStatus};

use crate::input::{self, Input};
use crate::output::Failure;

/// How a path is held against CRLs.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Revocation")]
pub(super) struct Revocation {
    /// CRLs to hold the path against: a PEM file, or one CRL as DER [default: none]
    ///
    /// The signature of a CRL is verified when it is used. May be given several times.
    #[arg(long, value_name = "FILE")]
    crl: Vec<PathBuf>,
    /// Which certificates of the path are held against the CRLs
    #[arg(long, value_name = "DEPTH", value_enum, default_value_t = Depth::Chain, requires = "crl")]
    crl_depth: Depth,
    /// Accept a certificate for which no CRL answers [default: refuse it]
    #[arg(long, requires = "crl")]
    allow_unknown_status: bool,
    /// Use a CRL whose next update has passed [default: refuse the path]
    #[arg(long, requires = "crl")]
    allow_expired_crl: bool,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Depth {
    /// All but the anchor
    Chain,
    /// That of the peer alone
    EndEntity,
}

impl Revocation {
    /// Lets the context check revocation, where there are CRLs.
    pub(super) fn check(&self, mut builder: ContextBuilder) -> Result<ContextBuilder, Failure> {
        let Self { crl, crl_depth, allow_unknown_status, allow_expired_crl } = self;
        if crl.is_empty() {
            return Ok(builder);
        }
        for path in crl {
            builder = add(builder, path)?;
        }
        Ok(builder
            .revocation_depth((*crl_depth).into())
            .unknown_status(match allow_unknown_status {
                true => UnknownStatus::Allow,
                false => UnknownStatus::Deny,
            })
            .check_crl_expiration(!allow_expired_crl))
    }
}

/// Takes the CRLs of a file, by whose name what is wrong is told.
fn add(builder: ContextBuilder, path: &Path) -> Result<ContextBuilder, Failure> {
    let Input { name, content } = input::read(path)?;
    Ok(builder.crl_named(&name, content)?)
}

impl From<Depth> for RevocationDepth {
    fn from(depth: Depth) -> Self {
        match depth {
            Depth::Chain => Self::Chain,
            Depth::EndEntity => Self::EndEntity,
        }
    }
}
