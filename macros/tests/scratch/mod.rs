//! Packages that are made anew, and built as a user would.
#![allow(dead_code, clippy::unwrap_used, reason = "shared by tests, which fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A package that depends on rootbake.
pub(crate) struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    /// An empty one, with `manifest` behind `[package]`; `WORKSPACE` in it is this workspace.
    pub(crate) fn new(name: &str, manifest: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let sources = folder.join("src");
        // of an earlier run; what was built stays
        for former in [&sources, &folder.join("ca")] {
            let _ = fs::remove_dir_all(former);
        }
        fs::create_dir_all(&sources).unwrap();
        let scratch = Self { folder };
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let manifest = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n{manifest}\n[workspace]\n"
        );
        scratch.write("Cargo.toml", manifest.replace("WORKSPACE", workspace.to_str().unwrap()));
        // the same versions as everywhere else, so that nothing has to be fetched
        scratch.write("Cargo.lock", fs::read(workspace.join("Cargo.lock")).unwrap());
        scratch
    }

    pub(crate) fn write(&self, file: &str, content: impl AsRef<[u8]>) {
        let path = self.folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn cargo(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .args(arguments)
            .arg("--offline")
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("target"))
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap()
    }

    /// What a program prints.
    pub(crate) fn run(&self) -> String {
        let output = self.cargo(&["run", "--quiet"]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        String::from_utf8(output.stdout).unwrap()
    }
}

pub(crate) fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}
