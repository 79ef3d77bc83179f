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
        None if bundle.with_extension("lock").exists() => input,
        None => end(&format!(
            "{} has no lock beside it: set {SHA256} to the SHA-256 of the file, or write a lock with \
             `rootbake lock`",
            bundle.display()
        )),
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

fn end(message: &str) -> ! {
    println!("cargo::error={message}");
    process::exit(1)
}
