//! What a device does with baked roots: says which it has, looks one up, and verifies chains of
//! which it knows what must become.
//!
//! Nothing here knows a board: a program hands over where to write. It returns whether all came
//! out as it must.
#![no_std]

mod chains;
mod lookup;

use core::fmt::{self, Write};

use rootbake::RootSet;

/// Roots that are baked into the program.
pub mod roots {
    #![allow(missing_docs, reason = "the generated documentation is of the items")]
    include!(concat!(env!("OUT_DIR"), "/roots.rs"));
}

/// The same with a P-384 and an RSA root.
pub mod all_roots {
    #![allow(missing_docs, reason = "the generated documentation is of the items")]
    include!(concat!(env!("OUT_DIR"), "/all_roots.rs"));
}

/// The roots of this build.
pub static ROOTS: &RootSet = if cfg!(any(feature = "p384", feature = "rsa")) {
    &all_roots::ALL_ROOTS
} else {
    &roots::ROOTS
};

/// A root set as a file, as it would stand in a partition of flash.
static FILE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/all-roots.bin"));

/// Everything, written line by line. Returns whether all came out as it must.
///
/// # Errors
///
/// Where `output` fails.
pub fn run(output: &mut impl Write) -> Result<bool, fmt::Error> {
    manifest(ROOTS, output)?;
    let baked = lookup::run(ROOTS, output)? & chains::run(ROOTS, output)?;
    Ok(baked & from_file(output)?)
}

/// The same with a set that is not part of the program.
fn from_file(output: &mut impl Write) -> Result<bool, fmt::Error> {
    match RootSet::from_bytes(FILE) {
        Ok(roots) => {
            writeln!(output, "ok: set file of {} bytes", FILE.len())?;
            Ok(lookup::run(&roots, output)? & chains::run(&roots, output)?)
        }
        Err(error) => {
            writeln!(output, "FAILED: {error}")?;
            Ok(false)
        }
    }
}

/// Which roots are in the program.
fn manifest(roots: &RootSet, output: &mut impl Write) -> fmt::Result {
    writeln!(output, "set {} as of {}, {} roots", roots.name(), roots.as_of(), roots.len())?;
    for root in roots {
        write!(output, "root {:?} ", root.label().unwrap_or(""))?;
        write_hex(root.fingerprint(), output)?;
    }
    Ok(())
}

fn write_hex(bytes: &[u8], output: &mut impl Write) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(output, "{byte:02x}"))?;
    output.write_char('\n')
}
