mod value;

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Exception, Lock, LockRoot, Provenance, Rules};
use crate::bundle::Source;
use crate::report::{Finding, Report};

pub(super) fn read<'a>(source: Source<'a, str>) -> Result<Lock<'a>, Report> {
    let document = DeTable::parse(source.content).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Finding::error("bad-lock", "lock is not TOML")
            .at(format_args!("{}, line {}", source.name, line_of(source.content, at)))
            .found(error.message())
    })?;
    Reader { source, report: Report::default() }.lock(document.get_ref())
}

/// Reads on behind an error, so that all of them are told at once.
struct Reader<'a> {
    source: Source<'a, str>,
    report: Report,
}

/// The value of a key, or why there is none.
type Read<T> = Result<T, Finding>;

impl<'a> Reader<'a> {
    fn lock(mut self, document: &DeTable<'_>) -> Result<Lock<'a>, Report> {
        self.known(document, &["bundle", "root", "exception"]);
        let provenance = match document.get("bundle") {
            Some(table) => self.provenance(table),
            None => Err(self.error("missing-lock-key", "lock has no table [bundle]", &(0..0))),
        };
        let provenance = self.keep(provenance);
        let roots = self.each(document, "root", Self::root);
        let exceptions = self.each(document, "exception", Self::exception);
        match provenance {
            Some(provenance) if self.report.is_empty() => {
                Ok(Lock { file: self.source.name, provenance, roots, exceptions })
            }
            _ => Err(self.report),
        }
    }

    fn provenance(&mut self, value: &Spanned<DeValue<'_>>) -> Read<Provenance> {
        let table = self.table(value)?;
        self.known(table.keys, &["name", "file", "sha256", "source", "as_of", "license"]);
        let name = self.required(&table, "name", Self::text)?;
        if name.is_empty() || name.len() > 255 {
            let found = format!("{} bytes", name.len());
            return Err(self
                .error("bad-lock-value", "name of the bundle has the wrong length", &table.span)
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
        })
    }

    fn root(&mut self, value: &Spanned<DeValue<'_>>) -> Read<LockRoot> {
        let table = self.table(value)?;
        // `key`, `not_before` and `not_after` are there for whoever reads the lock
        let known = [
            "label",
            "sha256",
            "key",
            "not_before",
            "not_after",
            "permitted_dns",
            "excluded_dns",
            "path_len",
            "purposes",
            "programme",
            "source",
        ];
        self.known(table.keys, &known);
        let label = self.required(&table, "label", Self::text)?;
        if label.len() > 255 {
            return Err(self
                .error("bad-lock-value", "label is too long", &table.span)
                .found(format_args!("{} bytes", label.len()))
                .expected("at most 255 bytes"));
        }
        Ok(LockRoot {
            label,
            fingerprint: self.required(&table, "sha256", Self::sha256)?,
            rules: self.rules(&table)?,
            line: self.line(&table.span),
        })
    }

    fn rules(&mut self, table: &Table<'_, '_>) -> Read<Rules> {
        let rules = Rules {
            permitted_dns: self
                .optional(table, "permitted_dns", Self::dns_names)?
                .unwrap_or_default(),
            excluded_dns: self
                .optional(table, "excluded_dns", Self::dns_names)?
                .unwrap_or_default(),
            path_len: self.optional(table, "path_len", Self::path_len)?,
            purposes: self.optional(table, "purposes", Self::purposes)?,
            programme: self.optional(table, "programme", Self::text)?,
            source: self.optional(table, "source", Self::text)?,
        };
        if rules.is_empty() || rules.source.is_some() {
            return Ok(rules);
        }
        Err(self
            .error("missing-lock-key", "rule has no `source`", &table.span)
            .expected("where the decision can be read, as `source = \"...\"`"))
    }

    fn exception(&mut self, value: &Spanned<DeValue<'_>>) -> Read<Exception> {
        let table = self.table(value)?;
        self.known(table.keys, &["lint", "sha256", "reason"]);
        let reason = self.required(&table, "reason", Self::text)?;
        if reason.trim().is_empty() {
            return Err(self.error("bad-lock-value", "exception has an empty reason", &table.span));
        }
        Ok(Exception {
            lint: self.required(&table, "lint", Self::text)?,
            fingerprint: self.required(&table, "sha256", Self::sha256)?,
            line: self.line(&table.span),
        })
    }

    fn each<T>(
        &mut self,
        document: &DeTable<'_>,
        key: &str,
        read: impl Fn(&mut Self, &Spanned<DeValue<'_>>) -> Read<T>,
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
        table: &Table<'_, '_>,
        key: &'static str,
        read: impl Fn(&Self, &Spanned<DeValue<'_>>) -> Read<T>,
    ) -> Read<T> {
        self.optional(table, key, read)?.ok_or_else(|| {
            self.error("missing-lock-key", format!("lock has no `{key}` here"), &table.span)
        })
    }

    fn optional<T>(
        &self,
        table: &Table<'_, '_>,
        key: &'static str,
        read: impl Fn(&Self, &Spanned<DeValue<'_>>) -> Read<T>,
    ) -> Read<Option<T>> {
        let value = table.keys.get(key);
        let read = value.map(|value| read(self, value)).transpose();
        read.map_err(|finding| finding.fact("key", key))
    }

    fn table<'t, 'i>(&self, value: &'t Spanned<DeValue<'i>>) -> Read<Table<'t, 'i>> {
        let keys = value.get_ref().as_table().ok_or_else(|| self.wrong(value, "a table"))?;
        let span = value.span();
        Ok(Table { keys, span })
    }

    fn array<'t, 'i>(
        &self,
        value: &'t Spanned<DeValue<'i>>,
        of: &str,
    ) -> Read<&'t [Spanned<DeValue<'i>>]> {
        let array = value.get_ref().as_array().map(|array| &**array);
        array.ok_or_else(|| self.wrong(value, format_args!("a list of {of}")))
    }

    /// A key that is not known is an error: it may be a rule that somebody relies on.
    fn known(&mut self, table: &DeTable<'_>, keys: &[&str]) {
        for key in table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref())) {
            let finding = self
                .error("unknown-lock-key", "lock has a key that is not understood", &key.span())
                .found(key.get_ref())
                .expected(keys.join(", "));
            self.report.push(finding);
        }
    }

    fn keep<T>(&mut self, read: Read<T>) -> Option<T> {
        read.map_err(|finding| self.report.push(finding)).ok()
    }

    fn wrong(&self, value: &Spanned<DeValue<'_>>, expected: impl std::fmt::Display) -> Finding {
        self.error("bad-lock-value", "value is of the wrong kind", &value.span())
            .found(value.get_ref().type_str())
            .expected(expected)
    }

    fn error(
        &self,
        code: &'static str,
        message: impl Into<String>,
        span: &Range<usize>,
    ) -> Finding {
        Finding::error(code, message).at(format_args!(
            "{}, line {}",
            self.source.name,
            self.line(span)
        ))
    }

    fn line(&self, span: &Range<usize>) -> usize {
        line_of(self.source.content, span.start)
    }
}

struct Table<'t, 'i> {
    keys: &'t DeTable<'i>,
    span: Range<usize>,
}

fn line_of(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}
