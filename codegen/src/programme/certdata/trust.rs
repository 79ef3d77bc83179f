//! An object of trust: for which purposes a certificate is trusted, or must not be.

use rootbake_core::certificate::{Purposes, Time};

use super::object::{Object, Value};
use super::{Key, distrust_after};
use crate::programme::Verdict;
use crate::report::Finding;

pub(super) struct Trust {
    pub(super) key: Key,
    pub(super) label: String,
    pub(super) distrust_after: Option<Time>,
    pub(super) line: usize,
    sha1: Option<Vec<u8>>,
    levels: Vec<(Purposes, Level)>,
}

/// What is said of one purpose.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Level {
    /// The certificate is an anchor.
    Anchor,
    /// The certificate must not be used, whoever issued it.
    Distrusted,
    /// Nothing: it depends on who issued it.
    Neutral,
}

const SERVER: &str = "CKA_TRUST_SERVER_AUTH";

const PURPOSES: [(&str, Purposes); 5] = [
    (SERVER, Purposes::SERVER_AUTH),
    ("CKA_TRUST_CLIENT_AUTH", Purposes::CLIENT_AUTH),
    ("CKA_TRUST_CODE_SIGNING", Purposes::CODE_SIGNING),
    ("CKA_TRUST_EMAIL_PROTECTION", Purposes::EMAIL),
    ("CKA_TRUST_TIME_STAMPING", Purposes::TIME_STAMPING),
];

impl Trust {
    pub(super) fn read(object: &Object<'_>) -> Result<Self, Finding> {
        object.known(&[
            "CKA_ISSUER",
            "CKA_SERIAL_NUMBER",
            "CKA_CERT_SHA1_HASH",
            "CKA_CERT_MD5_HASH",
            "CKA_NSS_SERVER_DISTRUST_AFTER",
            "CKA_NSS_EMAIL_DISTRUST_AFTER",
            SERVER,
            "CKA_TRUST_CLIENT_AUTH",
            "CKA_TRUST_CODE_SIGNING",
            "CKA_TRUST_EMAIL_PROTECTION",
            "CKA_TRUST_TIME_STAMPING",
            "CKA_TRUST_STEP_UP_APPROVED",
        ])?;
        // every other purpose may be left out, but a file of trust for servers names this one
        object.word(SERVER)?;
        let named = PURPOSES.iter().filter(|(name, _)| object.find(name).is_some());
        let levels = named.map(|&(name, purpose)| Ok((purpose, Level::read(object, name)?)));
        Ok(Self {
            key: Key::read(object)?,
            label: object.text("CKA_LABEL")?.to_owned(),
            distrust_after: distrust_after(object)?,
            line: object.line,
            sha1: hash(object)?,
            levels: levels.collect::<Result<_, Finding>>()?,
        })
    }

    pub(super) fn check_hash(&self, der: &[u8]) -> Result<(), Finding> {
        let found = hmac_sha1_compact::Hash::hash(der);
        match &self.sha1 {
            Some(expected) if *expected != found => Err(Finding::error(
                "contradiction",
                "certificate is not the one that its trust names",
            )
            .found(format_args!("sha1 {}", hex(&found)))
            .expected(format_args!("sha1 {} (CKA_CERT_SHA1_HASH)", hex(expected)))),
            _ => Ok(()),
        }
    }

    pub(super) fn verdict(&self) -> Verdict {
        match self.server() {
            Level::Anchor => Verdict::Trusted,
            Level::Distrusted => {
                Verdict::Distrusted { reason: format!("{SERVER} says that it must not be trusted") }
            }
            Level::Neutral => Verdict::NotTrusted {
                reason: format!("it is trusted for {}, not for TLS servers", self.purposes()),
            },
        }
    }

    pub(super) fn is_distrust(&self) -> bool {
        self.server() == Level::Distrusted
    }

    fn server(&self) -> Level {
        let server = self.levels.iter().find(|(purpose, _)| *purpose == Purposes::SERVER_AUTH);
        server.map_or(Level::Neutral, |(_, level)| *level)
    }

    pub(super) fn purposes(&self) -> Purposes {
        let anchored = self.levels.iter().filter(|(_, level)| *level == Level::Anchor);
        anchored.fold(Purposes::NONE, |purposes, (purpose, _)| purposes.union(*purpose))
    }
}

impl Level {
    /// The names of today, those of PKCS#11 3.2, and those that NSS had before 3.13.
    fn read(object: &Object<'_>, name: &'static str) -> Result<Self, Finding> {
        match object.word(name)? {
            "CKT_NSS_TRUSTED_DELEGATOR" | "CKT_TRUST_ANCHOR" | "CKT_NETSCAPE_TRUSTED_DELEGATOR" => {
                Ok(Self::Anchor)
            }
            "CKT_NSS_NOT_TRUSTED" | "CKT_NOT_TRUSTED" | "CKT_NETSCAPE_UNTRUSTED" => {
                Ok(Self::Distrusted)
            }
            "CKT_NSS_MUST_VERIFY_TRUST"
            | "CKT_NSS_VALID_DELEGATOR"
            | "CKT_NSS_TRUST_UNKNOWN"
            | "CKT_TRUST_MUST_VERIFY_TRUST"
            | "CKT_TRUST_UNKNOWN"
            | "CKT_NETSCAPE_MUST_VERIFY"
            | "CKT_NETSCAPE_VALID_DELEGATOR"
            | "CKT_NETSCAPE_TRUST_UNKNOWN" => Ok(Self::Neutral),
            other => Err(Finding::error("bad-programme-value", "trust is of an unknown kind")
                .fact("field", name)
                .found(other)
                .expected(
                    "CKT_NSS_TRUSTED_DELEGATOR, CKT_NSS_MUST_VERIFY_TRUST or CKT_NSS_NOT_TRUSTED",
                )),
        }
    }
}

fn hash(object: &Object<'_>) -> Result<Option<Vec<u8>>, Finding> {
    match object.find("CKA_CERT_SHA1_HASH") {
        None => Ok(None),
        Some(Value::Bytes(bytes)) if bytes.len() == 20 => Ok(Some(bytes.clone())),
        Some(value) => Err(Finding::error("bad-programme-value", "hash is not one")
            .fact("field", "CKA_CERT_SHA1_HASH")
            .found(value)
            .expected("20 bytes in octal")),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
