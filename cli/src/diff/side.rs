use std::path::Path;

use clap::ValueEnum;
use rootbake_codegen::{Bake, Holdings, Input, Linted, Lock, with_linted};

use crate::baked::{self, Baked};
use crate::bundle::{lock_beside, of_baked};
use crate::image::{Image, MarkKind};
use crate::input::{self, name_of};
use crate::inspect::{damaged, no_root_set};
use crate::output::{Failure, visible};

/// One side of a comparison.
#[derive(Debug)]
pub(super) struct Side {
    pub(super) name: String,
    pub(super) roots: Holdings,
    /// What identifies roots and rules together, where they are known and one set
    pub(super) set_sha256: Option<[u8; 32]>,
}

impl Side {
    pub(super) fn read(argument: &str) -> Result<Self, Failure> {
        if let Ok(baked) = Baked::from_str(argument, false) {
            return Self::of_baked(baked);
        }
        let path = Path::new(argument);
        if path.is_dir() {
            return Self::of_input(name_of(path), Input::new(path), path);
        }
        let read = input::read(path)?;
        let image = Image(&read.content);
        match image.is_binary() {
            true => Self::of_binary(&read.name, image),
            false if input::is_stdin(path) => {
                let input = Input::bytes(&read.name, &read.content);
                Self::of_input(read.name.clone(), input, path)
            }
            false => Self::of_input(read.name.clone(), Input::new(path), path),
        }
    }

    fn of_baked(baked: Baked) -> Result<Self, Failure> {
        let (input, lock) = of_baked(baked);
        Ok(with_linted(input.source(), lock.source(), |linted, lock| {
            Ok(Self::of_linted(input.name.clone(), &linted, lock))
        })?)
    }

    fn of_linted(name: String, linted: &Linted<'_>, lock: &Lock<'_>) -> Self {
        let roots = Holdings::of_linted(linted, lock);
        Self { name, roots, set_sha256: Some(linted.set_sha256()) }
    }

    fn of_input(name: String, input: Input<'_>, path: &Path) -> Result<Self, Failure> {
        let bake = Bake::new("SIDE");
        Ok(match lock_beside(path) {
            Some(_) => bake
                .input(input)
                .with_linted(|linted, lock| Ok(Self::of_linted(name, &linted, lock)))?,
            None => bake.input(input.unlocked()).with_bundle(|bundle, _, _| {
                Ok(Self { name, roots: Holdings::of_bundle(&bundle), set_sha256: None })
            })?,
        })
    }

    /// All sets of a binary together. One that is damaged is no side to compare with.
    fn of_binary(file: &str, image: Image<'_>) -> Result<Self, Failure> {
        let mut roots = Holdings::default();
        let mut sets = Vec::new();
        for mark in image.marks() {
            match mark.kind {
                MarkKind::Set(manifest) => {
                    sets.push(*manifest.set_sha256());
                    for (index, fingerprint) in manifest.fingerprints().iter().enumerate() {
                        let label = manifest.label(index).or_else(|| baked::label(fingerprint));
                        roots.add(*fingerprint, label.map(visible));
                    }
                }
                MarkKind::Damaged(error) => return Err(damaged(file, mark.offset, error).into()),
                MarkKind::Bare => (),
            }
        }
        // an universal binary holds one set for each architecture
        sets.dedup();
        match sets.as_slice() {
            [] => Err(no_root_set(file, image).into()),
            [only] => Ok(Self { name: file.to_owned(), roots, set_sha256: Some(*only) }),
            _ => Ok(Self { name: file.to_owned(), roots, set_sha256: None }),
        }
    }
}
