//! Sets baked from files: which inputs there are, what pins them, and what is left out.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod filters;
mod inputs;
#[cfg(feature = "programmes")]
mod programmes;
mod terms;

use std::fs;
use std::path::{Path, PathBuf};

use rootbake_codegen::{Bake, Baked, Finding, Report};
use rootbake_core::pem;

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sets").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// With `three.pem` and `three.lock`
    fn of_three(name: &str) -> Self {
        let folder = Self::new(name);
        folder.write("three.pem", fixture("three.pem"));
        folder.write("three.lock", fixture("three.lock"));
        folder
    }

    fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn bake<'a>(&self) -> Bake<'a> {
        Bake::new("CORP").relative_to(&self.0)
    }
}

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The certificates of `three.pem`, each as PEM with its comment and as DER.
fn three() -> Vec<(String, Vec<u8>)> {
    let text = fixture("three.pem");
    let blocks = text.split_inclusive("-----END CERTIFICATE-----\n");
    let decode = |text: &str| {
        let block = pem::blocks(text.as_bytes()).next().unwrap().unwrap();
        let mut der = vec![0; block.der_capacity()];
        block.decode(&mut der).unwrap().to_vec()
    };
    blocks.map(|block| (block.to_owned(), decode(block))).collect()
}

/// The short names of the roots that were baked: of "Example Root X1" `X1`.
fn names(baked: &Baked) -> Vec<&str> {
    let labels = baked.source.lines().filter_map(|line| line.strip_prefix("/// subject: "));
    let mut names: Vec<&str> = labels.map(|label| label.rsplit(' ').next().unwrap()).collect();
    names.sort_unstable();
    names
}

fn codes(report: &Report) -> Vec<&str> {
    report.findings().iter().map(Finding::code).collect()
}

fn baked(bake: &Bake<'_>) -> Baked {
    bake.bake().unwrap_or_else(|report| panic!("{report}"))
}

fn refused(bake: &Bake<'_>) -> Report {
    bake.bake().unwrap_err()
}
