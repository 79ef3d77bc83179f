//! Writes what each target starts from, made of `tests/cases` and of the fixtures for root programmes, into
//! `seeds/<target>`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use rcgen::{
    BasicConstraints, CertificateParams, CertificateRevocationListParams, IsCa, Issuer,
    KeyIdMethod, KeyPair, RevokedCertParams, SerialNumber, date_time_ymd,
};
use rootbake::{AlgorithmConstraints, pem};
use rootbake_fuzz::pem::decoded;

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let seeds = Seeds(here.join("seeds"));
    let cases = here.join("../tests/cases");
    let mut files = Vec::new();
    list(&cases, &mut files)?;
    files.sort();
    for file in &files {
        let name = name_of(file.strip_prefix(&cases)?);
        seeds.of_file(&name, &fs::read(file)?)?;
    }
    let programmes = here.join("../codegen/tests/programme/fixtures");
    for file in ["root_store.json", "root_store.textproto"].map(|name| programmes.join(name)) {
        seeds.write("programme", &name_of(file.strip_prefix(&programmes)?), &fs::read(&file)?)?;
    }
    let certdata = fs::read(cases.join("41-certdata-txt/certdata.txt"))?;
    seeds.write("programme", "certdata.txt", &certdata)?;
    let lists = [AlgorithmConstraints::jdk_defaults(), AlgorithmConstraints::legacy_warnings()];
    for (number, list) in lists.iter().enumerate() {
        seeds.write("constraints", &format!("java-{number}"), list.to_string().as_bytes())?;
    }
    let crl = crl()?;
    seeds.write("explicit", "crl-der", &[b"\0crl:", crl.as_slice()].concat())?;
    let text = pem::encode("X509 CRL", &crl).to_string();
    seeds.write("explicit", "crl-pem", &[b"\0crl:", text.as_bytes()].concat())
}

/// The inputs of the cases: all but their descriptions and what makes them.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            list(&path, files)?;
        } else if matches!(extension, Some("cer" | "der" | "gz" | "p12" | "pem")) {
            files.push(path);
        }
    }
    Ok(())
}

fn name_of(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("-")
}

struct Seeds(PathBuf);

impl Seeds {
    fn of_file(&self, name: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
        self.write("pem", name, bytes)?;
        self.write("explicit", name, bytes)?;
        let der = |bytes: &[u8]| [b"\0der:", bytes].concat();
        if pem::content(bytes) == pem::Content::Der {
            self.write("certificate", name, bytes)?;
            self.write("explicit", name, &der(bytes))?;
        }
        for (number, (label, content)) in decoded(bytes).into_iter().enumerate() {
            let name = format!("{name}-{number}");
            match label.as_str() {
                "TRUSTED CERTIFICATE" => self.write("trusted", &name, &content)?,
                "CERTIFICATE" | "X509 CERTIFICATE" => {
                    self.write("certificate", &name, &content)?;
                    self.write("trusted", &name, &content)?;
                    self.write("explicit", &name, &[bytes, &der(&content)].concat())?;
                }
                _ => (),
            }
        }
        Ok(())
    }

    fn write(&self, target: &str, name: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
        let folder = self.0.join(target);
        fs::create_dir_all(&folder)?;
        Ok(fs::write(folder.join(name), bytes)?)
    }
}

/// A CRL that revokes one certificate.
fn crl() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut ca = CertificateParams::new([])?;
    ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let issuer = Issuer::new(ca, KeyPair::generate()?);
    let revoked = RevokedCertParams {
        serial_number: SerialNumber::from(2),
        revocation_time: date_time_ymd(2026, 6, 1),
        reason_code: None,
        invalidity_date: None,
    };
    let params = CertificateRevocationListParams {
        this_update: date_time_ymd(2026, 7, 1),
        next_update: date_time_ymd(2027, 7, 1),
        crl_number: SerialNumber::from(1),
        issuing_distribution_point: None,
        revoked_certs: vec![revoked],
        key_identifier_method: KeyIdMethod::Sha256,
    };
    Ok(params.signed_by(&issuer)?.der().to_vec())
}
