use std::path::Path;

use clap::ValueEnum;
use rootbake_codegen::{Bundle, Decoded, Holdings};

use crate::baked::{self, Baked};
use crate::bundle::{BundleFiles, with_linted};
use crate::image::{Image, MarkKind};
use crate::input;
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
            return Self::of_bundle(&BundleFiles::of_baked(baked));
        }
        let path = Path::new(argument);
        let input = input::read(path)?;
        let image = Image(&input.content);
        match image.is_binary() {
            true => Self::of_binary(&input.name, image),
            false => Self::of_bundle(&BundleFiles::of(input, path)?),
        }
    }

    fn of_bundle(files: &BundleFiles) -> Result<Self, Failure> {
        let name = files.bundle.name.clone();
        let Some(lock) = &files.lock else {
            let decoded = Decoded::from_pem(files.source())?;
            let roots = Holdings::of_bundle(&Bundle::read(&decoded)?);
            return Ok(Self { name, roots, set_sha256: None });
        };
        Ok(with_linted(files.source(), lock.source(), |linted, lock| Self {
            name,
            roots: Holdings::of_linted(linted, lock),
            set_sha256: Some(linted.set_sha256()),
        })?)
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
