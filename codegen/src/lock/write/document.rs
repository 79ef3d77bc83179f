//! The text of a lock, but for what its roots say.

use rootbake_core::certificate::sha256;
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

use super::impose;
use crate::bundle::Source;
use crate::fingerprint::hex;
use crate::lock::Provenance;
use crate::report::Finding;

/// However they are written: as `[[root]]`, or as one list of inline tables.
pub(super) fn take_roots(document: &mut DocumentMut) -> ArrayOfTables {
    let roots = document.remove("root").map(Item::into_array_of_tables);
    roots.and_then(Result::ok).unwrap_or_default()
}

/// All of them at the position of `[bundle]`: the text is sorted by position, and what shares one
/// stays in the order of the list.
pub(super) fn insert_roots(document: &mut DocumentMut, mut tables: ArrayOfTables) {
    let bundle = document.get("bundle").and_then(Item::as_table);
    let position = bundle.and_then(Table::position).unwrap_or(0);
    tables.iter_mut().for_each(|table| place(table, position));
    document.insert("root", Item::ArrayOfTables(tables));
}

/// A table with those in it, `[[root.any_of]]` among them: each stays behind its own root.
fn place(table: &mut Table, position: isize) {
    table.set_position(Some(position));
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => place(inner, position),
            Item::ArrayOfTables(inner) => inner.iter_mut().for_each(|table| place(table, position)),
            Item::None | Item::Value(_) => (),
        }
    }
}

pub(super) fn parse(existing: Source<'_, str>) -> Result<DocumentMut, Finding> {
    existing.content.parse::<DocumentMut>().map_err(|error| {
        Finding::error("bad-lock", "lock is not TOML").at(existing.name).found(error.message())
    })
}

pub(super) fn new_document(provenance: &Provenance) -> DocumentMut {
    let mut bundle = Table::new();
    bundle.decor_mut().set_prefix(format!(
        "# What was reviewed of {}. `rootbake lock` refreshes it and keeps what people write.\n\n",
        one_line(&provenance.file)
    ));
    let mut document = DocumentMut::new();
    document.insert("bundle", Item::Table(bundle));
    document
}

/// A file may have a line end in its name, and a comment ends there.
fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// `[bundle]`, in the order in which a person reads it.
pub(super) fn describe(document: &mut DocumentMut, bundle: Source<'_>, provenance: &Provenance) {
    let Provenance { name, file, sha256: _, source, as_of, license, product_version, rules } =
        provenance;
    let values = [
        ("name", Some(name.into())),
        ("file", Some(file.into())),
        ("sha256", Some(hex(&sha256(bundle.content)).into())),
        ("source", Some(source.into())),
        ("as_of", Some(as_of.to_string().into())),
        ("license", Some(license.into())),
        ("product_version", product_version.as_ref().map(Value::from)),
        ("rules", (!rules.is_empty()).then(|| rules.iter().collect::<Array>().into())),
    ];
    let table = document.get_mut("bundle").and_then(Item::as_table_like_mut);
    // a lock without it was not read, and a new one has it
    if let Some(table) = table {
        let values = values.into_iter().filter_map(|(key, value)| Some((key, value?)));
        values.for_each(|(key, value)| set(table, key, value));
    }
}

/// Sets a value that changes, and keeps the comment behind it.
pub(super) fn set(table: &mut dyn TableLike, key: &str, new: Value) {
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) if impose::text(old) == impose::text(&new) => (),
        Some(old) => {
            let decor = old.decor().clone();
            *old = new;
            *old.decor_mut() = decor;
        }
        None => {
            table.insert(key, Item::Value(new));
        }
    }
}
