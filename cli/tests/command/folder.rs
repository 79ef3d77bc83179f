//! A temporary folder, and the command run in it.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

pub(crate) struct Folder(TempDir);

/// How one run ended, and what it said.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn with<const N: usize>(files: [(&str, &[u8]); N]) -> Self {
        let folder = Self::new();
        for (name, content) in files {
            folder.write(name, content);
        }
        folder
    }

    pub(crate) fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.0.path().join(name.as_ref())
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    /// A bundle and the lock that `rootbake lock` writes for it, as of July 2026.
    pub(crate) fn lock(&self, name: &str, pem: impl AsRef<[u8]>) {
        self.write(name, pem);
        let lock = format!("lock {name} --provenance x --license x --as-of 2026-07-01");
        self.run(&lock).exits(0);
    }

    /// Changes the text of a file.
    pub(crate) fn edit(&self, name: &str, before: &str, after: &str) {
        let text = self.read(name);
        assert!(text.contains(before), "{before:?} is not in {text}");
        self.write(name, text.replacen(before, after, 1));
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs the command in the folder; the arguments are separated by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Run {
        self.run_with(arguments, b"", &[])
    }

    pub(crate) fn run_with(&self, arguments: &str, stdin: &[u8], env: &[(&str, &str)]) -> Run {
        self.run_args(arguments.split_whitespace(), stdin, env)
    }

    pub(crate) fn run_args(
        &self,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
        stdin: &[u8],
        env: &[(&str, &str)],
    ) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rootbake"))
            .args(arguments)
            .current_dir(self.0.path())
            .env_remove("SOURCE_DATE_EPOCH")
            .envs(env.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // who does not read its input may be gone already
        let _ = child.stdin.take().unwrap().write_all(stdin);
        let output = child.wait_with_output().unwrap();
        Run {
            code: output.status.code().expect("an exit code, not a signal"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        assert!(!self.err.contains("panicked"), "{self:#?}");
        self
    }

    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        assert!(self.out.contains(text), "{text:?} is not in {self:#?}");
        self
    }

    #[track_caller]
    pub(crate) fn warns(self, text: &str) -> Self {
        assert!(self.err.contains(text), "{text:?} is not in {self:#?}");
        self
    }

    #[track_caller]
    pub(crate) fn warns_of_nothing(self) -> Self {
        assert_eq!(self.err, "");
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }
}

/// Whether an object has these keys and no others.
#[track_caller]
pub(crate) fn assert_keys<const N: usize>(object: &Value, mut expected: [&str; N]) {
    let mut found: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}
