//! The kinds of values that a lock has.

use rootbake_core::certificate::{Fingerprint, Purposes, Time};
use toml_span::Value;

use super::{Read, Reader};
use crate::fingerprint;

impl Reader<'_> {
    pub(super) fn text(&self, value: &Value<'_>) -> Read<String> {
        value.as_str().map(str::to_owned).ok_or_else(|| self.wrong(value, "a string"))
    }

    pub(super) fn sha256(&self, value: &Value<'_>) -> Read<Fingerprint> {
        let text = self.text(value)?;
        fingerprint::parse(&text).ok_or_else(|| {
            self.error("bad-lock-value", "sha256 is not one", value.span)
                .found(format_args!("{text:?}"))
                .expected("64 hexadecimal digits in lower case")
        })
    }

    pub(super) fn time(&self, value: &Value<'_>) -> Read<Time> {
        let text = self.text(value)?;
        Time::from_rfc3339(&text).ok_or_else(|| {
            self.error("bad-lock-value", "time is not one", value.span)
                .found(format_args!("{text:?}"))
                .expected("RFC 3339 in UTC: \"2026-07-01T00:00:00Z\"")
        })
    }

    pub(super) fn dns_names(&self, value: &Value<'_>) -> Read<Vec<String>> {
        let names = self.array(value, "DNS names")?;
        if names.is_empty() {
            // an empty list permits everything to one reader and nothing to the next
            return Err(self.error("bad-lock-value", "list of names is empty", value.span));
        }
        names
            .iter()
            .map(|name| {
                let text = self.text(name)?;
                match is_dns_constraint(&text) {
                    true => Ok(text),
                    false => Err(self
                        .error("bad-lock-value", "not a DNS name to constrain by", name.span)
                        .found(format_args!("{text:?}"))
                        .expected("labels of a-z, 0-9 and `-`: `corp.example`, or `.corp.example` for what is below it")),
                }
            })
            .collect()
    }

    pub(super) fn path_len(&self, value: &Value<'_>) -> Read<u8> {
        let integer = value.as_integer().and_then(|integer| u8::try_from(integer).ok());
        integer.ok_or_else(|| self.wrong(value, "an integer from 0 to 255"))
    }

    pub(super) fn purposes(&self, value: &Value<'_>) -> Read<Purposes> {
        let names = self.array(value, "purposes")?;
        names.iter().try_fold(Purposes::NONE, |purposes, name| {
            let text = self.text(name)?;
            let purpose = Purposes::from_name(&text).ok_or_else(|| {
                self.error("bad-lock-value", "unknown purpose", name.span)
                    .found(format_args!("{text:?}"))
                    .expected("serverAuth, clientAuth, emailProtection, codeSigning, timeStamping or OCSPSigning")
            })?;
            Ok(purposes.union(purpose))
        })
    }
}

/// A host name, or one behind a dot (RFC 5280 section 4.2.1.10 as webpki reads it).
pub(crate) fn is_dns_constraint(name: &str) -> bool {
    let name = name.strip_prefix('.').unwrap_or(name);
    name.len() <= 253
        && name.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        })
}
