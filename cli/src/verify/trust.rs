use std::path::PathBuf;

use rootbake::{CaSource, ContextBuilder, SecureContext};

use crate::baked::Baked;
use crate::input;
use crate::output::Failure;

/// What a path may end at.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Trust")]
pub(super) struct Trust {
    /// CA certificates to trust: a file, a folder of them, or `-` for standard input
    ///
    /// Each file is PEM or DER by its content, and none of it may be damaged. May be given several
    /// times.
    #[arg(long, value_name = "PATH")]
    ca: Vec<PathBuf>,
    /// Trust the store of the operating system
    ///
    /// Or what the environment variables SSL_CERT_FILE and SSL_CERT_DIR name in its place. What is
    /// damaged in it is told of and passed over.
    #[arg(long)]
    system: bool,
    /// Root set to trust beside the CAs [default: mozilla, without --ca and --system]
    #[arg(long, value_name = "NAME")]
    roots: Vec<Baked>,
    /// Let a path end at an intermediate that --ca or --system supplies [default: only at a root]
    #[arg(long)]
    partial_chain: bool,
    /// Let a path end at an anchor that has expired or is not valid yet [default: refuse it]
    #[arg(long)]
    no_anchor_dates: bool,
}

impl Trust {
    /// A builder that trusts this and nothing else.
    pub(super) fn builder(&self) -> Result<ContextBuilder, Failure> {
        let Self { ca, system, roots, partial_chain, no_anchor_dates } = self;
        let mut builder = SecureContext::builder()
            .allow_partial_trust_chain(*partial_chain)
            .check_anchor_dates(!no_anchor_dates);
        for path in ca {
            builder = input::with_cas(path, |cas| builder.ca_from(cas))??;
        }
        if *system {
            builder = builder.ca_from(CaSource::system())?;
        }
        for baked in roots {
            builder = builder.roots(baked.set());
        }
        Ok(builder)
    }
}
