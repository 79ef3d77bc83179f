use core::fmt::{self, Write};
use core::time::Duration;

use pki_types::{CertificateDer, ServerName, SignatureVerificationAlgorithm, UnixTime};
use rootbake::RootSet;
use rootbake::path::{Checks, Code, Pinned, Presented, verify_server};

/// 2026-07-01T00:00:00Z: a device takes it from its clock.
const NOW: UnixTime = UnixTime::since_unix_epoch(Duration::from_secs(1_782_864_000));

/// A chain, and what must become of it.
struct Chain {
    what: &'static str,
    end_entity: &'static [u8],
    intermediates: &'static [CertificateDer<'static>],
    host: &'static str,
    expected: Option<Code>,
}

macro_rules! fixture {
    ($name:literal) => {
        include_bytes!(concat!("../../fixtures/data/", $name, ".der"))
    };
}

const PINNED: &[u8] = fixture!("pinned");
const INTERMEDIATE: &[CertificateDer<'static>] =
    &[CertificateDer::from_slice(fixture!("intermediate"))];

const CHAINS: &[Chain] = &[
    Chain {
        what: "a good chain",
        end_entity: fixture!("good"),
        intermediates: INTERMEDIATE,
        host: "good.example",
        expected: None,
    },
    Chain {
        what: "an expired certificate",
        end_entity: fixture!("expired"),
        intermediates: INTERMEDIATE,
        host: "good.example",
        expected: Some(Code::Expired),
    },
    Chain {
        what: "another name",
        end_entity: fixture!("good"),
        intermediates: INTERMEDIATE,
        host: "other.example",
        expected: Some(Code::NameMismatch),
    },
    Chain {
        what: "issued before its root was distrusted",
        end_entity: fixture!("distrusted-before"),
        intermediates: &[],
        host: "good.example",
        expected: None,
    },
    Chain {
        what: "issued after its root was distrusted",
        end_entity: fixture!("distrusted-after"),
        intermediates: &[],
        host: "good.example",
        expected: Some(Code::DistrustedAfter),
    },
    Chain {
        what: "an unknown issuer",
        end_entity: fixture!("stranger"),
        intermediates: &[],
        host: "good.example",
        expected: Some(Code::UnknownIssuer),
    },
    Chain {
        what: "a pinned server",
        end_entity: PINNED,
        intermediates: &[],
        host: "pinned.example",
        expected: None,
    },
    Chain {
        what: "issued by a pinned server that is no CA",
        end_entity: fixture!("under-pinned"),
        intermediates: &[CertificateDer::from_slice(PINNED)],
        host: "good.example",
        expected: Some(Code::EndEntityAsIssuer),
    },
    #[cfg(feature = "p384")]
    Chain {
        what: "a root with a P-384 key",
        end_entity: fixture!("p384"),
        intermediates: &[],
        host: "good.example",
        expected: None,
    },
    #[cfg(feature = "rsa")]
    Chain {
        what: "a root with an RSA key",
        end_entity: fixture!("rsa"),
        intermediates: &[],
        host: "good.example",
        expected: None,
    },
];

/// Verifies every chain with the algorithms of this build.
pub(crate) fn run(roots: &RootSet, output: &mut impl Write) -> Result<bool, fmt::Error> {
    let store = Pinned { store: roots, certificates: &[PINNED] };
    let mut all_right = true;
    for chain in CHAINS {
        let found = chain.verify(&store).err();
        let is_right = found == chain.expected;
        let verdict = if is_right { "ok" } else { "FAILED" };
        writeln!(output, "{verdict}: {}: {}", chain.what, found.map_or("accepted", Code::as_str))?;
        all_right &= is_right;
    }
    Ok(all_right)
}

impl Chain {
    fn verify(&self, store: &Pinned<'_, RootSet>) -> Result<(), Code> {
        let presented = Presented {
            end_entity: &CertificateDer::from_slice(self.end_entity),
            intermediates: self.intermediates,
        };
        let checks = Checks {
            algorithms: algorithms(),
            time: NOW,
            anchor_dates: true,
            revocation: None,
            permits: None,
        };
        let name = ServerName::try_from(self.host).map_err(|_| Code::NameMismatch)?;
        verify_server(&presented, &name, store, &checks).map(|_| ()).map_err(Code::from)
    }
}

/// RSA takes the place of P-384: the two do not fit into one small device.
fn algorithms() -> &'static [&'static dyn SignatureVerificationAlgorithm] {
    #[cfg(feature = "rsa")]
    return firmware_algorithms::P256_AND_RSA;
    #[cfg(all(feature = "p384", not(feature = "rsa")))]
    return firmware_algorithms::P256_AND_P384;
    #[cfg(not(any(feature = "p384", feature = "rsa")))]
    firmware_algorithms::P256
}
