use core::fmt::{self, Write};

use rootbake::RootSet;
use rootbake::certificate::Certificate;

const ROOT: &[u8] = include_bytes!("../../fixtures/data/root.der");
const INTERMEDIATE: &[u8] = include_bytes!("../../fixtures/data/intermediate.der");

/// Finds the anchor of a certificate by its issuer.
pub(crate) fn run(roots: &RootSet, output: &mut impl Write) -> Result<bool, fmt::Error> {
    let (Ok(root), Ok(issued)) = (Certificate::from_der(ROOT), Certificate::from_der(INTERMEDIATE))
    else {
        writeln!(output, "FAILED: fixtures cannot be read")?;
        return Ok(false);
    };
    let found = roots.by_subject(issued.issuer).next();
    let is_it = found.is_some_and(|found| found.spki() == root.spki);
    let is_alone = roots.by_subject(issued.subject).next().is_none();
    let verdict = if is_it && is_alone { "ok" } else { "FAILED" };
    writeln!(output, "{verdict}: anchor of {}", issued.issuer)?;
    Ok(is_it && is_alone)
}
