use std::io::Write;
use std::time::Instant;

use rootbake::roots::MOZILLA;
use rootbake::roots::source::{MOZILLA_LOCK, MOZILLA_PEM};
use rootbake_codegen::{Options, Source, bake};

use crate::output::{Failure, hex};

/// Bakes the bundle that was baked into this command, and holds the two against each other.
pub(super) fn show(out: &mut impl Write) -> Result<(), Failure> {
    let pem = Source { name: "mozilla.pem", content: MOZILLA_PEM };
    let lock = Source { name: "mozilla.lock", content: MOZILLA_LOCK };
    let options = Options::new("MOZILLA");
    let start = Instant::now();
    let baked = bake(pem, lock, &options)?;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    writeln!(
        out,
        "{} roots, {} bytes of PEM -> {} bytes of anchors in {milliseconds:.1} ms",
        baked.roots,
        MOZILLA_PEM.len(),
        baked.anchor_bytes,
    )?;
    writeln!(out, "in this binary: set {:?} as of {}", MOZILLA.name(), MOZILLA.as_of())?;
    writeln!(out, "                sha256 {}", hex(MOZILLA.set_sha256()))?;
    let is_same =
        |source: &str| MOZILLA.iter().all(|root| source.contains(&hex(root.fingerprint())));
    match baked.roots == MOZILLA.len() && is_same(&baked.source) {
        true => Ok(()),
        false => Err(Failure::Demo("bundle bakes to other roots than this binary has".to_owned())),
    }
}
