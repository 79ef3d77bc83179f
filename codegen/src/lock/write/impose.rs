//! Adds what a root programme says of a root to its entry in a lock.

use std::collections::BTreeMap;

use toml_edit::{Array, InlineTable, Item, Table, Value, value};

use super::super::rules::is_of;
use crate::programme::{Programme, ProgrammeRoot, ProgrammeRules};

/// The keys of rules, in the order in which a person reads them.
const KEYS: [&str; 10] = [
    "purposes",
    "permitted_dns",
    "excluded_dns",
    "permitted_ip",
    "excluded_ip",
    "path_len",
    "distrust_after",
    "sct_not_after",
    "sct_all_after",
    "any_of",
];

/// A rule of a programme, as the lock writes it.
struct Said {
    key: &'static str,
    value: Value,
    source: String,
}

/// What became of an entry.
#[derive(Debug, Default)]
pub(super) struct Imposed {
    /// Whether a rule is new, changed or gone
    pub(super) changed: bool,
    /// Rules that somebody else wrote otherwise, and that stay, in words
    pub(super) kept: Vec<String>,
}

/// Replaces what the programme said at another time by what it says now. What anybody else wrote
/// stays, and so do the comments of what does not change.
pub(super) fn impose(table: &mut Table, programme: &Programme, root: &ProgrammeRoot) -> Imposed {
    let family = programme.family();
    let before = sources_of(table);
    let mut sources = before.clone();
    let mut imposed = Imposed::default();
    let said = said(programme, root);
    for Said { key, value, source } in &said {
        let theirs = before.get(*key).is_some_and(|source| is_of(source, family));
        let (former, new) = (table.get(key).map(text_of), text(value));
        match former {
            Some(former) if former == new && !theirs => continue,
            Some(former) if former == new => (),
            Some(_) if theirs => {
                imposed.changed = true;
                set(table, key, value);
            }
            Some(other) => {
                imposed.kept.push(format!("{key} = {other} in the lock, {new} by {source}"));
                continue;
            }
            None => {
                imposed.changed = true;
                set(table, key, value);
            }
        }
        sources.insert((*key).to_owned(), source.clone());
    }
    let is_said = |key: &str| said.iter().any(|said| said.key == key);
    for (key, _) in before.iter().filter(|(key, source)| is_of(source, family) && !is_said(key)) {
        table.remove(key);
        imposed.changed = true;
        sources.remove(key);
    }
    if sources != before {
        write_sources(table, &sources);
        speak_for_names(table, &sources, family);
    }
    imposed
}

/// Where a programme permits names, it means those, and says nothing of IP addresses.
fn speak_for_names(table: &mut Table, sources: &BTreeMap<String, String>, family: &str) {
    let of_programme = |key: &str| sources.get(key).is_some_and(|source| is_of(source, family));
    if of_programme("permitted_dns") {
        table.insert("programme", value(family));
    } else if table.get("programme").and_then(Item::as_str) == Some(family) {
        table.remove("programme");
    }
}

/// In its place where the key is there.
fn set(table: &mut Table, key: &str, value: &Value) {
    match table.get_mut(key) {
        Some(item) => *item = Item::Value(value.clone()),
        None => drop(table.insert(key, Item::Value(value.clone()))),
    }
}

/// What an item says; tables, as only people write them, are told apart by no more than that.
fn text_of(item: &Item) -> String {
    item.as_value().map_or_else(|| "[[root.any_of]]".to_owned(), text)
}

/// A value without what stands around it.
pub(super) fn text(value: &Value) -> String {
    let text = value.to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Of each rule where it is from.
fn sources_of(table: &Table) -> BTreeMap<String, String> {
    match table.get("source") {
        Some(item) if item.is_str() => {
            let source = item.as_str().unwrap_or_default();
            let keys = KEYS.iter().filter(|key| table.contains_key(key));
            keys.map(|key| ((*key).to_owned(), source.to_owned())).collect()
        }
        Some(item) => item
            .as_table_like()
            .into_iter()
            .flat_map(|sources| sources.iter())
            .map(|(key, source)| (key.to_owned(), source.as_str().unwrap_or_default().to_owned()))
            .collect(),
        None => BTreeMap::new(),
    }
}

/// One source for all where it is the same, behind the rules.
fn write_sources(table: &mut Table, sources: &BTreeMap<String, String>) {
    table.remove("source");
    let mut rest = sources.values();
    let Some(first) = rest.next() else { return };
    if rest.all(|source| source == first) {
        table.insert("source", value(first));
        return;
    }
    let mut each = InlineTable::new();
    for key in KEYS {
        if let Some(source) = sources.get(key) {
            each.insert(key, source.into());
        }
    }
    table.insert("source", value(each));
}

fn said(programme: &Programme, root: &ProgrammeRoot) -> Vec<Said> {
    let name = &programme.name;
    let ProgrammeRoot {
        fingerprint: _,
        label: _,
        line: _,
        verdict: _,
        purposes,
        distrust_after,
        permitted_dns,
        any_of,
        der: _,
    } = root;
    let rule =
        |key, value: Option<Value>| value.map(|value| Said { key, value, source: name.clone() });
    let purposes =
        purposes.map(|purposes| purposes.to_string().split(", ").collect::<Array>().into());
    let of_root = [
        rule("purposes", purposes),
        rule("permitted_dns", names(permitted_dns)),
        rule("distrust_after", distrust_after.map(|time| time.to_string().into())),
    ];
    let mut said: Vec<Said> = of_root.into_iter().flatten().collect();
    match any_of.as_slice() {
        [] => (),
        // the only alternative must hold
        [only] if !said.iter().any(|said| rules(only).iter().any(|(key, _)| *key == said.key)) => {
            let of_set = rules(only).into_iter();
            said.extend(of_set.map(|(key, value)| Said {
                key,
                value,
                source: only.source.clone(),
            }));
        }
        all => {
            let value = alternatives(all, programme.family());
            said.push(Said { key: "any_of", value, source: name.clone() });
        }
    }
    said
}

fn names(names: &[String]) -> Option<Value> {
    (!names.is_empty()).then(|| names.iter().map(String::as_str).collect::<Array>().into())
}

fn rules(set: &ProgrammeRules) -> Vec<(&'static str, Value)> {
    let ProgrammeRules { distrust_after, sct_not_after, sct_all_after, permitted_dns, source: _ } =
        set;
    let time = |time: &Option<rootbake_core::certificate::Time>| {
        time.map(|time| Value::from(time.to_string()))
    };
    [
        ("permitted_dns", names(permitted_dns)),
        ("distrust_after", time(distrust_after)),
        ("sct_not_after", time(sct_not_after)),
        ("sct_all_after", time(sct_all_after)),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some((key, value?)))
    .collect()
}

/// One on a line, each with its source; names are meant as the programme means them.
fn alternatives(all: &[ProgrammeRules], programme: &str) -> Value {
    let mut array = Array::new();
    for set in all {
        let mut table = InlineTable::new();
        table.extend(rules(set));
        if !set.permitted_dns.is_empty() {
            table.insert("programme", programme.into());
        }
        table.insert("source", (&set.source).into());
        let mut table = Value::from(table);
        table.decor_mut().set_prefix("\n    ");
        array.push_formatted(table);
    }
    array.set_trailing("\n");
    array.set_trailing_comma(true);
    array.into()
}
