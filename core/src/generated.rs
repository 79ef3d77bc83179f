//! What generated code names. Its first version; a change that old generated code would not
//! survive becomes a second one beside it.

/// Version 1
pub mod v1 {
    pub use pki_types::{Der, TrustAnchor};

    pub use crate::certificate::{Fingerprint, KeyUsage, Purposes, Time, Validity};
    pub use crate::constraints::{Imposed, RuleSet};
    pub use crate::root_set::{Limits, RootSet, Table};

    /// A fingerprint from hexadecimal, so that generated code can be searched for it.
    #[expect(
        clippy::indexing_slicing,
        clippy::panic,
        reason = "runs when the generated code is compiled, where a panic is the error message"
    )]
    pub const fn sha256(hexadecimal: &str) -> Fingerprint {
        const fn nibble(digit: u8) -> u8 {
            match digit {
                b'0'..=b'9' => digit - b'0',
                b'a'..=b'f' => digit - b'a' + 10,
                _ => panic!("a fingerprint is lower-case hexadecimal"),
            }
        }
        let digits = hexadecimal.as_bytes();
        assert!(digits.len() == 64, "a fingerprint has 64 digits");
        let mut fingerprint = [0; 32];
        let mut i = 0;
        while i < fingerprint.len() {
            fingerprint[i] = nibble(digits[2 * i]) << 4 | nibble(digits[2 * i + 1]);
            i += 1;
        }
        fingerprint
    }

    /// The parts of a manifest in one array, which must be filled.
    #[expect(
        clippy::indexing_slicing,
        reason = "runs when the generated code is compiled, where a panic is the error message"
    )]
    pub const fn concat<const M: usize>(parts: &[&[u8]]) -> [u8; M] {
        let mut whole = [0; M];
        let mut filled = 0;
        let mut part = 0;
        while part < parts.len() {
            let mut i = 0;
            while i < parts[part].len() {
                whole[filled] = parts[part][i];
                filled += 1;
                i += 1;
            }
            part += 1;
        }
        assert!(filled == M, "a manifest has the length it says");
        whole
    }

    /// A part of a certificate, so that its bytes are there once.
    pub const fn part(certificate: &[u8], start: usize, length: usize) -> &[u8] {
        let (_, rest) = certificate.split_at(start);
        let (part, _) = rest.split_at(length);
        part
    }

    /// The limits of one anchor: seconds since 1970, bits as [`KeyUsage`] and [`Purposes`] have
    /// them, and the place of what is imposed in the list of the table, counted from 1.
    pub const fn limits(
        not_before: i64,
        not_after: i64,
        key_usage: u16,
        purposes: u8,
        path_len: Option<u8>,
        imposed: u16,
    ) -> Limits {
        Limits {
            validity: Validity {
                not_before: Time::from_unix_seconds(not_before),
                not_after: Time::from_unix_seconds(not_after),
            },
            key_usage: KeyUsage::from_bits(key_usage),
            purposes: Purposes::from_bits(purposes),
            path_len,
            imposed,
        }
    }

    /// Rules on end entities, the dates in seconds since 1970.
    pub const fn rules(
        distrust_after: Option<i64>,
        sct_not_after: Option<i64>,
        sct_all_after: Option<i64>,
        permitted_dns: &'static [&'static str],
        excludes_ip: bool,
        source: &'static str,
    ) -> RuleSet {
        RuleSet {
            distrust_after: time(distrust_after),
            sct_not_after: time(sct_not_after),
            sct_all_after: time(sct_all_after),
            permitted_dns,
            excludes_ip,
            source,
        }
    }

    const fn time(seconds: Option<i64>) -> Option<Time> {
        match seconds {
            Some(seconds) => Some(Time::from_unix_seconds(seconds)),
            None => None,
        }
    }
}
