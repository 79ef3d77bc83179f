//! Bakes the bundle that `ROOTBAKE_BUNDLE` names, or that of Mozilla.

use std::path::Path;
use std::{env, process};

use rootbake_codegen::{Bake, Input};

const BUNDLE: &str = "ROOTBAKE_BUNDLE";
const SHA256: &str = "ROOTBAKE_SHA256";

fn main() {
    let (bundle, sha256) = (variable(BUNDLE), variable(SHA256));
    let bundle = match (&bundle, &sha256) {
        (None, None) => Path::new("../../roots/mozilla.pem"),
        (None, Some(_)) => {
            end(&format!("{SHA256} is set and {BUNDLE} is not: of which file is it?"))
        }
        (Some(bundle), _) => absolute(bundle),
    };
    let input = Input::new(bundle);
    let input = match &sha256 {
        Some(sha256) => input.sha256(sha256),
        None => {
            expect_lock(bundle);
            input
        }
    };
    Bake::new("ROOTS").input(input).within_webpki().run();
}

/// The value of a variable, where it is set and not empty.
fn variable(name: &str) -> Option<String> {
    println!("cargo::rerun-if-env-changed={name}");
    let value = env::var_os(name).filter(|value| !value.is_empty())?;
    match value.into_string() {
        Ok(value) => Some(value),
        Err(value) => end(&format!("{name} is {value:?}, which is not UTF-8")),
    }
}

/// A relative path would be relative to the folder of this package, which nobody means.
fn absolute(path: &str) -> &Path {
    match Path::new(path) {
        absolute if absolute.is_absolute() => absolute,
        _ => end(&format!("{BUNDLE} is {path:?}, and must be an absolute path")),
    }
}

/// Where there is none, `Bake` ends the build too, and has the SHA-256 in its help; but it does not
/// know of the variable.
fn expect_lock(bundle: &Path) {
    if !bundle.with_extension("lock").exists() {
        let bundle = bundle.display();
        println!("cargo::error={bundle} has no lock beside it, and {SHA256} is not set");
    }
}

fn end(message: &str) -> ! {
    println!("cargo::error={message}");
    process::exit(1)
}
