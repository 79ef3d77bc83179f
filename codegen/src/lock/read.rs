mod root;
mod value;

use toml_span::value::Table;
use toml_span::{Span, Value};

use super::{Exception, Lock, Policy, Provenance};
use crate::bundle::Source;
use crate::report::{Finding, Report};

pub(super) fn read<'a>(source: Source<'a, str>) -> Result<Lock<'a>, Report> {
    let lines = Lines::of(source.content);
    let document = toml_span::parse(source.content).map_err(|error| {
        Finding::error("bad-lock", "lock is not TOML")
            .at(format_args!("{}, line {}", source.name, lines.number(error.span)))
            .on(source.name, lines.number(error.span))
            .found(error)
    })?;
    match document.as_table() {
        Some(document) => Reader { source, lines, report: Report::default() }.lock(document),
        None => Err(Finding::error("bad-lock", "lock is not a table").at(source.name).into()),
    }
}

/// Reads on behind an error, so that all of them are told at once.
struct Reader<'a> {
    source: Source<'a, str>,
    lines: Lines,
    report: Report,
}

/// The value of a key, or why there is none.
type Read<T> = Result<T, Finding>;

impl<'a> Reader<'a> {
    fn lock(mut self, document: &Table<'_>) -> Result<Lock<'a>, Report> {
        self.known(document, &["bundle", "policy", "root", "exception"]);
        let provenance = match document.get("bundle") {
            Some(table) => self.provenance(table),
            None => {
                Err(self.error("missing-lock-key", "lock has no table [bundle]", Span::default()))
            }
        };
        let provenance = self.keep(provenance);
        let policy = match document.get("policy") {
            Some(table) => self.policy(table),
            None => Ok(Policy::default()),
        };
        let policy = self.keep(policy).unwrap_or_default();
        let roots = self.each(document, "root", Self::root);
        let exceptions = self.each(document, "exception", Self::exception);
        match provenance {
            Some(provenance) if self.report.is_empty() => {
                Ok(Lock { file: self.source.name, provenance, policy, roots, exceptions })
            }
            _ => Err(self.report),
        }
    }

    fn provenance(&mut self, value: &Value<'_>) -> Read<Provenance> {
        let table = self.table(value)?;
        let known =
            ["name", "file", "sha256", "source", "as_of", "license", "product_version", "rules"];
        self.known(table.keys, &known);
        let name = self.required(&table, "name", Self::text)?;
        if name.is_empty() || name.len() > 255 {
            let found = format!("{} bytes", name.len());
            return Err(self
                .error("bad-lock-value", "name of the bundle has the wrong length", table.span)
                .found(found)
                .expected("1 to 255 bytes"));
        }
        Ok(Provenance {
            name,
            file: self.required(&table, "file", Self::text)?,
            sha256: self.required(&table, "sha256", Self::sha256)?,
            source: self.required(&table, "source", Self::text)?,
            as_of: self.required(&table, "as_of", Self::time)?,
            license: self.required(&table, "license", Self::text)?,
            product_version: self.optional(&table, "product_version", Self::text)?,
            rules: self.optional(&table, "rules", Self::texts)?.unwrap_or_default(),
        })
    }

    fn policy(&mut self, value: &Value<'_>) -> Read<Policy> {
        let table = self.table(value)?;
        let known = Policy::LINTS.map(|(key, _)| key);
        self.known(table.keys, &[&known[..], &["lifetime"]].concat());
        let lifetime = self.optional(&table, "lifetime", Self::lifetime)?;
        let mut policy = Policy { lifetime, ..Policy::default() };
        for (key, lint) in Policy::LINTS {
            let action = self.optional(&table, key, Self::action)?;
            policy.actions.extend(action.map(|action| (lint, action)));
        }
        Ok(policy)
    }

    fn exception(&mut self, value: &Value<'_>) -> Read<Exception> {
        let table = self.table(value)?;
        self.known(table.keys, &["lint", "sha256", "reason"]);
        let reason = self.required(&table, "reason", Self::text)?;
        if reason.trim().is_empty() {
            return Err(self.error("bad-lock-value", "exception has an empty reason", table.span));
        }
        Ok(Exception {
            lint: self.required(&table, "lint", Self::text)?,
            fingerprint: self.required(&table, "sha256", Self::sha256)?,
            line: self.line(table.span),
        })
    }

    fn each<T>(
        &mut self,
        document: &Table<'_>,
        key: &str,
        read: impl Fn(&mut Self, &Value<'_>) -> Read<T>,
    ) -> Vec<T> {
        let entries = match document.get(key) {
            Some(value) => self.array(value, "tables").map(<[_]>::iter),
            None => Ok([].iter()),
        };
        let entries = self.keep(entries).unwrap_or_default();
        let mut all = Vec::new();
        for entry in entries {
            let entry = read(self, entry);
            all.extend(self.keep(entry));
        }
        all
    }

    fn required<T>(
        &self,
        table: &Fields<'_, '_>,
        key: &'static str,
        read: impl Fn(&Self, &Value<'_>) -> Read<T>,
    ) -> Read<T> {
        self.optional(table, key, read)?.ok_or_else(|| {
            self.error("missing-lock-key", format!("lock has no `{key}` here"), table.span)
        })
    }

    fn optional<T>(
        &self,
        table: &Fields<'_, '_>,
        key: &'static str,
        read: impl Fn(&Self, &Value<'_>) -> Read<T>,
    ) -> Read<Option<T>> {
        let value = table.keys.get(key);
        let read = value.map(|value| read(self, value)).transpose();
        read.map_err(|finding| finding.fact("key", key))
    }

    fn table<'t, 'i>(&self, value: &'t Value<'i>) -> Read<Fields<'t, 'i>> {
        let keys = value.as_table().ok_or_else(|| self.wrong(value, "a table"))?;
        Ok(Fields { keys, span: value.span })
    }

    fn array<'t, 'i>(&self, value: &'t Value<'i>, of: &str) -> Read<&'t [Value<'i>]> {
        let array = value.as_array().map(Vec::as_slice);
        array.ok_or_else(|| self.wrong(value, format_args!("a list of {of}")))
    }

    /// A key that is not known is an error: it may be a rule that somebody relies on.
    fn known(&mut self, table: &Table<'_>, keys: &[&str]) {
        for key in table.keys().filter(|key| !keys.contains(&key.name.as_ref())) {
            let finding = self
                .error("unknown-lock-key", "lock has a key that is not understood", key.span)
                .found(&key.name)
                .expected(keys.join(", "));
            self.report.push(finding);
        }
    }

    fn keep<T>(&mut self, read: Read<T>) -> Option<T> {
        read.map_err(|finding| self.report.push(finding)).ok()
    }

    fn wrong(&self, value: &Value<'_>, expected: impl std::fmt::Display) -> Finding {
        self.error("bad-lock-value", "value is of the wrong kind", value.span)
            .found(value.as_ref().type_str())
            .expected(expected)
    }

    fn error(&self, code: &'static str, message: impl Into<String>, span: Span) -> Finding {
        let (file, line) = (self.source.name, self.line(span));
        Finding::error(code, message).at(format_args!("{file}, line {line}")).on(file, line)
    }

    fn line(&self, span: Span) -> usize {
        self.lines.number(span)
    }
}

struct Fields<'t, 'i> {
    keys: &'t Table<'i>,
    span: Span,
}

/// Where the lines of a text end, found once: a lock has as many places to name as roots.
struct Lines {
    ends: Vec<usize>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let bytes = text.bytes().enumerate();
        Self { ends: bytes.filter_map(|(place, byte)| (byte == b'\n').then_some(place)).collect() }
    }

    /// The number of the line where a span begins, counted from 1.
    fn number(&self, span: Span) -> usize {
        1 + self.ends.partition_point(|end| *end < span.start)
    }
}
