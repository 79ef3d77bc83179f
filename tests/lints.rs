//! `docs/lints.md` lists every lint.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::{env, fs};

use rootbake_codegen::{Lint, LintSeverity, lints};

const HEAD: &str = "\
# Lints

What is asked of the roots of a bundle before it is baked, each in a file of its own in `codegen/src/lint`. This page is
generated from them: `REGENERATE=1 cargo test -p rootbake --test lints` writes it anew.

- **must**: nothing is baked
- **should**: the root is baked with a warning, unless the `[policy]` of the lock says otherwise
- **may**: the root is baked in silence, unless the policy says otherwise; `rootbake check --notes` tells

An `[[exception]]` of the lock with a reason keeps one root from one lint, where the last column says so. What a lint depends on
in time is measured by `as_of` of the lock, never by the clock. Dates are those from which on the cited section asks for it.

| lint | asks that | severity | citation | since | exception |
| --- | --- | --- | --- | --- | --- |
";

const TAIL: &str = "
Before the lints, a bundle is refused that holds a private key (`private-key`), another block that is no certificate
(`not-a-certificate`), a certificate twice (`duplicate`), or one that cannot be read (`bad-certificate`).
`no-key-cert-sign` stands for a wrong key usage.
";

#[test]
fn the_list_of_lints_is_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lints.md");
    let rows: String = lints().iter().map(row).collect();
    let expected = [HEAD, &rows, TAIL].concat();
    if env::var_os("REGENERATE").is_some() {
        fs::write(&file, &expected).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "docs/lints.md is stale: REGENERATE=1 writes it anew\n{expected}");
}

#[test]
fn every_lint_is_a_known_code() {
    let codes = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("CODES.md")).unwrap();
    let (_, listed) = codes.split_once("## Lints\n").unwrap();
    let listed: Vec<&str> = listed.split('`').skip(1).step_by(2).collect();
    let ids: Vec<&str> = lints().iter().map(|lint| lint.id).collect();
    assert_eq!(listed, ids);
}

fn row(lint: &Lint) -> String {
    let Lint { id, asks, severity, citation, since, excusable, .. } = lint;
    let severity = match severity {
        LintSeverity::Must => "must",
        LintSeverity::Should => "should",
        LintSeverity::May => "may",
    };
    let exception = if *excusable { "yes" } else { "no" };
    format!("| `{id}` | {asks} | {severity} | {citation} | {since} | {exception} |\n")
}
