//! What the measured programs have in common.
#![no_std]

use core::hint::black_box;
use core::time::Duration;

use pki_types::{CertificateDer, ServerName, TrustAnchor, UnixTime};
use rootbake::RootSet;
use rootbake::certificate::Name;
use rootbake::path::{Checks, Code, Presented, verify_server};

/// Baked roots.
pub mod sets {
    #![allow(missing_docs, reason = "the generated documentation is of the items")]

    /// Those of the device tests.
    pub mod device {
        include!(concat!(env!("OUT_DIR"), "/device.rs"));
    }
    /// The first of Mozilla's.
    pub mod one {
        include!(concat!(env!("OUT_DIR"), "/mozilla_1.rs"));
    }
    /// The first ten of Mozilla's.
    pub mod ten {
        include!(concat!(env!("OUT_DIR"), "/mozilla_10.rs"));
    }
    /// All of Mozilla's.
    pub mod all {
        include!(concat!(env!("OUT_DIR"), "/mozilla_118.rs"));
    }
}

/// Bytes of subjects, keys and name constraints: of one, of ten, of all.
pub const ANCHOR_BYTES: [&str; 3] =
    [env!("MOZILLA_1_BYTES"), env!("MOZILLA_10_BYTES"), env!("MOZILLA_118_BYTES")];

const GOOD: &[u8] = include_bytes!("../../fixtures/data/good.der");
const INTERMEDIATE: &[u8] = include_bytes!("../../fixtures/data/intermediate.der");
const NOW: u64 = 1_782_864_000;

/// Finds a root by its subject, and reads all that is known of it.
pub fn look_up(roots: &'static RootSet) {
    let subject = black_box(&b"\x31\x0b"[..]);
    for root in roots.by_subject(Name::from_content(subject)) {
        black_box((root.anchor(), root.constraints(), root.fingerprint()));
    }
}

/// Verifies a P-256 chain of three.
///
/// # Errors
///
/// Where it is refused.
#[inline(never)]
pub fn verify(roots: &'static RootSet) -> Result<(), Code> {
    let presented = Presented {
        end_entity: &CertificateDer::from_slice(black_box(GOOD)),
        intermediates: &[CertificateDer::from_slice(black_box(INTERMEDIATE))],
    };
    let checks = Checks {
        algorithms: firmware_algorithms::P256,
        time: UnixTime::since_unix_epoch(Duration::from_secs(black_box(NOW))),
        anchor_dates: true,
        revocation: None,
        permits: None,
    };
    let name = ServerName::try_from(black_box("good.example")).map_err(|_| Code::NameMismatch)?;
    verify_server(&presented, &name, roots, &checks).map(|_| ()).map_err(Code::from)
}

/// The same with rustls-webpki alone.
///
/// # Errors
///
/// Where it is refused.
#[inline(never)]
pub fn verify_bare(anchors: &[TrustAnchor<'_>]) -> Result<(), webpki::Error> {
    let end_entity = CertificateDer::from_slice(black_box(GOOD));
    let end_entity = webpki::EndEntityCert::try_from(&end_entity)?;
    let intermediates = [CertificateDer::from_slice(black_box(INTERMEDIATE))];
    end_entity.verify_for_usage(
        firmware_algorithms::P256,
        anchors,
        &intermediates,
        UnixTime::since_unix_epoch(Duration::from_secs(black_box(NOW))),
        webpki::KeyUsage::server_auth(),
        None,
        None,
    )?;
    let name = ServerName::try_from(black_box("good.example"));
    let name = name.map_err(|_| webpki::Error::MalformedDnsIdentifier)?;
    end_entity.verify_is_valid_for_subject_name(&name)
}

/// Starts a program that says nothing.
#[macro_export]
macro_rules! program {
    ($run:expr) => {
        #[cortex_m_rt::entry]
        fn main() -> ! {
            let _ = core::hint::black_box($run);
            loop {
                cortex_m::asm::wfi();
            }
        }
    };
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    cortex_m::asm::udf()
}
