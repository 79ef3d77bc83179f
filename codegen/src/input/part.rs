use rootbake_core::certificate::{Time, sha256};

use super::load::Loaded;
use super::unlocked;
use crate::bundle::{Bundle, Decoded};
use crate::fingerprint;
use crate::lock::Lock;
use crate::locked;
use crate::report::{Finding, Report, each};

#[cfg(feature = "programmes")]
pub(super) use crate::programme::Programme;

/// What a root programme says; nothing, since nothing reads it.
#[cfg(not(feature = "programmes"))]
#[derive(Debug)]
pub(super) enum Programme {}

/// An input whose blocks are decoded.
#[derive(Debug)]
pub(crate) struct Opened<'a> {
    pub(super) loaded: &'a Loaded<'a>,
    decoded: Decoded<'a>,
    /// What its rules are, where a file of a programme says them
    programme: Option<Programme>,
}

/// A bundle, and a lock that is about each of its roots.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    pub(crate) bundle: Bundle<'a>,
    pub(crate) lock: Lock<'a>,
    pub(crate) is_locked: bool,
}

impl<'a> Opened<'a> {
    #[cfg(feature = "programmes")]
    pub(crate) fn new(loaded: &'a Loaded<'a>) -> Result<Self, Report> {
        super::programmes::open(loaded)
    }

    #[cfg(not(feature = "programmes"))]
    pub(crate) fn new(loaded: &'a Loaded<'a>) -> Result<Self, Report> {
        Self::of_certificates(loaded, None)
    }

    /// PEM and DER alone.
    pub(super) fn of_certificates(
        loaded: &'a Loaded<'a>,
        programme: Option<Programme>,
    ) -> Result<Self, Report> {
        let decoded = each(&loaded.files, |file| Decoded::from_bytes(file.source()))?;
        let decoded = Decoded::join(&loaded.name, decoded);
        Ok(Self { loaded, decoded, programme })
    }

    #[cfg(feature = "programmes")]
    pub(super) fn of_programme(
        loaded: &'a Loaded<'a>,
        decoded: Decoded<'a>,
        programme: Programme,
    ) -> Self {
        Self { loaded, decoded, programme: Some(programme) }
    }

    pub(crate) fn warnings(&self) -> Report {
        self.loaded.warnings.clone()
    }
}

impl<'a> Part<'a> {
    /// Holds the bundle against its lock; without one everything in it is taken, `as_of` a day that
    /// is given, or the day on which the youngest certificate began.
    pub(crate) fn new(opened: &'a Opened<'a>, as_of: Option<Time>) -> Result<Self, Report> {
        let Opened { loaded, decoded, programme } = opened;
        let bundle = Bundle::read(decoded)?;
        match &loaded.lock {
            Some(file) => {
                let lock = Lock::read(file.text()?)?;
                locked::check(&bundle, &lock)?;
                if programme.is_some() {
                    unchanged(loaded, &lock)?;
                }
                Ok(Self { bundle, lock, is_locked: true })
            }
            None => unlocked::part(loaded, bundle, programme.as_ref(), as_of),
        }
    }
}

/// A file that holds rules too must be the very one that was locked: its rules are not compared.
fn unchanged(loaded: &Loaded<'_>, lock: &Lock<'_>) -> Result<(), Report> {
    let changed = loaded.files.iter().find(|file| sha256(&file.content) != lock.provenance.sha256);
    match changed {
        None => Ok(()),
        Some(file) => Err(Finding::error("bundle-changed", "file of a root programme has changed")
            .at(&file.name)
            .found(format_args!("sha256 {}", fingerprint::hex(&sha256(&file.content))))
            .expected(format_args!(
                "sha256 {} ({})",
                fingerprint::hex(&lock.provenance.sha256),
                lock.file
            ))
            .help("refresh the lock, whose rules are from that file, and have it reviewed")
            .into()),
    }
}
