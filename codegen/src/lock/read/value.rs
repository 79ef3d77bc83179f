//! The kinds of values that a lock has.

use rootbake_core::certificate::{Fingerprint, Purposes, Time};
use toml_span::Value;

use super::super::{Action, IpRange, Lifetime, is_dns_constraint};
use super::{Read, Reader};
use crate::fingerprint;

impl Reader<'_> {
    pub(super) fn text(&self, value: &Value<'_>) -> Read<String> {
        value.as_str().map(str::to_owned).ok_or_else(|| self.wrong(value, "a string"))
    }

    /// Text that says something: where a decision can be read, nothing is not an answer.
    pub(super) fn filled(&self, value: &Value<'_>) -> Read<String> {
        let text = self.text(value)?;
        match text.trim().is_empty() {
            true => Err(self.error("bad-lock-value", "text is empty", value.span)),
            false => Ok(text),
        }
    }

    pub(super) fn texts(&self, value: &Value<'_>) -> Read<Vec<String>> {
        self.array(value, "strings")?.iter().map(|text| self.text(text)).collect()
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
        let names = self.names(value, "DNS names")?.iter();
        let names = names.map(|name| {
            let text = self.text(name)?;
            match is_dns_constraint(&text) {
                true => Ok(text),
                false => Err(self
                    .error("bad-lock-value", "not a DNS name to constrain by", name.span)
                    .found(format_args!("{text:?}"))
                    .expected("labels of a-z, 0-9 and `-`: `corp.example`, or `.corp.example` for what is below it; IP addresses have keys of their own")),
            }
        });
        names.collect()
    }

    pub(super) fn ip_ranges(&self, value: &Value<'_>) -> Read<Vec<IpRange>> {
        let ranges = self.names(value, "ranges of IP addresses")?.iter();
        let ranges = ranges.map(|range| {
            let text = self.text(range)?;
            IpRange::parse(&text).ok_or_else(|| {
                self.error("bad-lock-value", "not a range of IP addresses", range.span)
                    .found(format_args!("{text:?}"))
                    .expected("`10.0.0.0/8` or `2001:db8::/32`, all bits behind the prefix zero")
            })
        });
        ranges.collect()
    }

    /// A list that is not empty: such a one permits everything to one reader and nothing to the
    /// next.
    fn names<'t, 'i>(&self, value: &'t Value<'i>, of: &str) -> Read<&'t [Value<'i>]> {
        let names = self.array(value, of)?;
        match names.is_empty() {
            true => Err(self.error("bad-lock-value", "list of names is empty", value.span)),
            false => Ok(names),
        }
    }

    pub(super) fn action(&self, value: &Value<'_>) -> Read<Action> {
        let text = self.text(value)?;
        Action::from_name(&text).ok_or_else(|| {
            self.error("bad-lock-value", "unknown action", value.span)
                .found(format_args!("{text:?}"))
                .expected("\"keep\" (and enforce), \"drop\" or \"fail\"")
        })
    }

    pub(super) fn lifetime(&self, value: &Value<'_>) -> Read<Lifetime> {
        let text = self.text(value)?;
        Lifetime::parse(&text).ok_or_else(|| {
            self.error("bad-lock-value", "lifetime is not one", value.span)
                .found(format_args!("{text:?}"))
                .expected("years, months or days: \"10y\", \"18m\", \"90d\"")
        })
    }

    pub(super) fn path_len(&self, value: &Value<'_>) -> Read<u8> {
        let integer = value.as_integer().and_then(|integer| u8::try_from(integer).ok());
        integer.ok_or_else(|| match value.as_integer() {
            Some(found) => self
                .error("bad-lock-value", "path length is out of range", value.span)
                .found(found)
                .expected("an integer from 0 to 255"),
            None => self.wrong(value, "an integer from 0 to 255"),
        })
    }

    pub(super) fn purposes(&self, value: &Value<'_>) -> Read<Purposes> {
        let names = self.names(value, "purposes")?;
        names.iter().try_fold(Purposes::NONE, |purposes, name| {
            let text = self.text(name)?;
            let purpose = Purposes::from_name(&text).filter(|purpose| *purpose != Purposes::OTHER);
            let purpose = purpose.ok_or_else(|| {
                self.error("bad-lock-value", "unknown purpose", name.span)
                    .found(format_args!("{text:?}"))
                    .expected("serverAuth, clientAuth, emailProtection, codeSigning, timeStamping or OCSPSigning")
            })?;
            Ok(purposes.union(purpose))
        })
    }
}
