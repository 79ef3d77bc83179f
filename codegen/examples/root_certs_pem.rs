//! Makes a PEM bundle of the crates.io package `webpki-root-certs`: `roots/remake.sh` calls it with
//! the path of the package's `src/lib.rs`, and prints the bundle on standard output.
//!
//! The package names its roots only in comments, which is why its source is read.

use std::{env, fs, process};

use pem_rfc7468::LineEnding;
use rootbake_core::certificate::{Certificate, Fingerprint};

fn main() {
    let Some(file) = env::args_os().nth(1) else {
        eprintln!("usage: root_certs_pem PATH/TO/webpki-root-certs/src/lib.rs");
        process::exit(2);
    };
    match fs::read_to_string(&file).map_err(|error| error.to_string()).and_then(|text| pem(&text)) {
        Ok(pem) => print!("{pem}"),
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            process::exit(1);
        }
    }
}

fn pem(source: &str) -> Result<String, String> {
    let mut roots: Vec<(Fingerprint, &str, Vec<u8>)> = Vec::new();
    let mut name = "";
    for line in source.lines() {
        let line = line.trim();
        if let Some(comment) = line.strip_prefix("// \"") {
            name = comment.strip_suffix('"').unwrap_or(comment);
        }
        if let Some(literal) = line.strip_prefix("CertificateDer::from_slice(b\"") {
            let der = unescape(literal.strip_suffix("\"),").ok_or("literal does not end")?)?;
            let certificate =
                Certificate::from_der(&der).map_err(|error| format!("{name}: {error}"))?;
            roots.push((certificate.fingerprint(), name, der));
        }
    }
    roots.sort();
    roots.iter().map(|(_, name, der)| block(name, der)).collect()
}

fn block(name: &str, der: &[u8]) -> Result<String, String> {
    let body = pem_rfc7468::encode_string("CERTIFICATE", LineEnding::LF, der);
    Ok(format!("# {name}\n{}\n", body.map_err(|error| error.to_string())?))
}

/// A literal that consists of `\xNN` alone.
fn unescape(literal: &str) -> Result<Vec<u8>, String> {
    let mut bytes = literal.split("\\x");
    match bytes.next() {
        Some("") => bytes
            .map(|digits| {
                u8::from_str_radix(digits, 16).map_err(|error| format!("{digits}: {error}"))
            })
            .collect(),
        _ => Err("literal does not begin with an escape".to_owned()),
    }
}
