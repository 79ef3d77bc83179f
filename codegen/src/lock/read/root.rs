//! `[[root]]`: a root and the rules that were made for it.

use std::collections::BTreeMap;

use toml_span::Value;
use toml_span::value::Table;

use super::super::{LockRoot, NameRules, RuleSet, Rules};
use super::{Fields, Read, Reader};
use crate::report::Finding;

/// The keys of what all end entities must keep, or one alternative of it.
const RULE_KEYS: [&str; 3] = ["distrust_after", "sct_not_after", "sct_all_after"];

/// The keys of rules that a root may have, but for the names.
const ROOT_KEYS: [&str; 6] =
    ["distrust_after", "sct_not_after", "sct_all_after", "path_len", "purposes", "any_of"];

/// Names of forms that webpki does not constrain.
const NOT_ENFORCEABLE: [&str; 6] = [
    "permitted_email",
    "excluded_email",
    "permitted_directory",
    "excluded_directory",
    "permitted_uri",
    "excluded_uri",
];

impl Reader<'_> {
    pub(super) fn root(&mut self, value: &Value<'_>) -> Read<LockRoot> {
        let table = self.table(value)?;
        self.enforceable(table.keys)?;
        // `key`, `not_before` and `not_after` are there for whoever reads the lock
        let plain = ["label", "sha256", "key", "not_before", "not_after", "programme", "source"];
        let known = [&plain[..], &NameRules::KEYS, &ROOT_KEYS].concat();
        self.known(table.keys, &known);
        let label = self.required(&table, "label", Self::text)?;
        if label.len() > 255 {
            return Err(self
                .error("bad-lock-value", "label is too long", table.span)
                .found(format_args!("{} bytes", label.len()))
                .expected("at most 255 bytes"));
        }
        Ok(LockRoot {
            label,
            fingerprint: self.required(&table, "sha256", Self::sha256)?,
            key: self.optional(&table, "key", Self::text)?,
            not_after: self.optional(&table, "not_after", Self::time)?,
            rules: self.rules(&table)?,
            line: self.line(table.span),
        })
    }

    /// A rule that could be written, but not kept, is told as that.
    fn enforceable(&self, keys: &Table<'_>) -> Read<()> {
        match keys.keys().find(|key| NOT_ENFORCEABLE.contains(&key.name.as_ref())) {
            None => Ok(()),
            Some(key) => Err(self
                .error("rule-not-enforceable", "names of this form cannot be constrained", key.span)
                .found(&key.name)
                .expected("DNS names and IP addresses, which webpki holds certificates against")
                .help("take the rule out of the lock, or the root out of the bundle")),
        }
    }

    fn rules(&mut self, table: &Fields<'_, '_>) -> Read<Rules> {
        let alternatives = match table.keys.contains_key("any_of") {
            true => self.alternatives(table)?,
            false => Vec::new(),
        };
        let rules = Rules {
            names: NameRules {
                permitted_dns: self.list(table, "permitted_dns", Self::dns_names)?,
                excluded_dns: self.list(table, "excluded_dns", Self::dns_names)?,
                permitted_ip: self.list(table, "permitted_ip", Self::ip_ranges)?,
                excluded_ip: self.list(table, "excluded_ip", Self::ip_ranges)?,
            },
            path_len: self.optional(table, "path_len", Self::path_len)?,
            purposes: self.optional(table, "purposes", Self::purposes)?,
            always: self.dates(table)?,
            any_of: alternatives,
            programme: self.optional(table, "programme", Self::filled)?,
            sources: self.optional(table, "source", Self::sources)?.unwrap_or_default(),
        };
        self.sourced(table, &rules)?;
        Ok(with_sources(rules))
    }

    /// The rules that are dates.
    fn dates(&self, table: &Fields<'_, '_>) -> Read<RuleSet> {
        Ok(RuleSet {
            distrust_after: self.optional(table, "distrust_after", Self::time)?,
            sct_not_after: self.optional(table, "sct_not_after", Self::time)?,
            sct_all_after: self.optional(table, "sct_all_after", Self::time)?,
            ..RuleSet::default()
        })
    }

    /// `[[root.any_of]]`
    fn alternatives(&mut self, table: &Fields<'_, '_>) -> Read<Vec<RuleSet>> {
        let alternatives = self.each(table.keys, "any_of", Self::alternative);
        match alternatives.is_empty() && self.report.is_empty() {
            true => Err(self.error("bad-lock-value", "list of alternatives is empty", table.span)),
            false => Ok(alternatives),
        }
    }

    fn alternative(&mut self, value: &Value<'_>) -> Read<RuleSet> {
        let table = self.table(value)?;
        self.enforceable(table.keys)?;
        let known = [&RULE_KEYS[..], &["permitted_dns", "programme", "source"]].concat();
        self.known(table.keys, &known);
        let programme = self.optional(&table, "programme", Self::filled)?;
        let permitted_dns = self.list(&table, "permitted_dns", Self::dns_names)?;
        let rules = RuleSet {
            excludes_ip: !permitted_dns.is_empty() && programme.is_none(),
            permitted_dns,
            source: self.optional(&table, "source", Self::filled)?.unwrap_or_default(),
            ..self.dates(&table)?
        };
        match rules.is_empty() {
            // it would hold for every end entity, and void its siblings
            true => Err(self
                .error("bad-lock-value", "alternative has no rule", table.span)
                .expected("distrust_after, sct_not_after, sct_all_after or permitted_dns")),
            false => Ok(rules),
        }
    }

    /// One source for all, or a table of sources by the keys of the rules.
    fn sources(&self, value: &Value<'_>) -> Read<BTreeMap<String, String>> {
        let Some(table) = value.as_table() else {
            return Ok([(String::new(), self.filled(value)?)].into());
        };
        let mut sources = BTreeMap::new();
        for (key, value) in table {
            let source = self.filled(value).map_err(|finding| finding.fact("key", &key.name))?;
            sources.insert(key.name.to_string(), source);
        }
        Ok(sources)
    }

    /// Every rule has a source, and every source a rule.
    fn sourced(&self, table: &Fields<'_, '_>, rules: &Rules) -> Read<()> {
        let in_alternatives =
            !rules.any_of.is_empty() && rules.any_of.iter().all(|set| !set.source.is_empty());
        let is_rule = |key: &&str| NameRules::KEYS.contains(key) || ROOT_KEYS.contains(key);
        let has_source = |key: &str| {
            rules.sources.contains_key(key)
                || rules.sources.contains_key("")
                || (key == "any_of" && in_alternatives)
        };
        let mut keys = table.keys.keys().map(|key| key.name.as_ref()).filter(is_rule);
        if let Some(rule) = keys.find(|key| !has_source(key)) {
            return Err(self
                .error("missing-lock-key", "rule has no `source`", table.span)
                .found(rule)
                .expected("where the decision can be read, as `source = \"...\"`"));
        }
        let mut keys = rules.sources.keys().filter(|key| !key.is_empty());
        match keys.find(|key| !is_rule(&key.as_str()) || !table.keys.contains_key(key.as_str())) {
            Some(key) => Err(self.source_of_nothing(table, key)),
            None => Ok(()),
        }
    }

    fn source_of_nothing(&self, table: &Fields<'_, '_>, key: &str) -> Finding {
        self.error("bad-lock-value", "source of a rule that is not there", table.span).found(key)
    }

    fn list<T>(
        &self,
        table: &Fields<'_, '_>,
        key: &'static str,
        read: impl Fn(&Self, &Value<'_>) -> Read<Vec<T>>,
    ) -> Read<Vec<T>> {
        Ok(self.optional(table, key, read)?.unwrap_or_default())
    }
}

/// Every set of rules with its source, which for an alternative may be that of all; and with the
/// programme that decided on the names.
fn with_sources(mut rules: Rules) -> Rules {
    let (of_all, by_programme) = (rules.source(&["any_of"]), rules.programme.is_some());
    for set in &mut rules.any_of {
        set.excludes_ip &= !by_programme;
        if set.source.is_empty() {
            set.source.clone_from(&of_all);
        }
    }
    rules.always.source = rules.source(&rules.always.keys());
    rules
}
