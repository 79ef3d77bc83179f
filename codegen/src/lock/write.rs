use rootbake_core::certificate::{Certificate, Time, Validity, sha256};
use toml_edit::{ArrayOfTables, Datetime, DocumentMut, Item, Table, value};

use super::{Lock, Provenance};
use crate::bundle::{Bundle, BundleRoot, Source};
use crate::fingerprint::hex;
use crate::report::{Finding, Report};

/// What a lock says anew about its bundle.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LockChange {
    /// A root that was not locked.
    Added {
        /// its name
        label: String,
        /// the SHA-256 of its certificate
        sha256: String,
    },
    /// A root that is no longer in the bundle.
    Removed {
        /// its name
        label: String,
        /// the SHA-256 of its certificate
        sha256: String,
    },
}

/// The text of a lock for a bundle, and what it changes.
///
/// With an `existing` lock everything that a person wrote stays: labels, rules, exceptions,
/// comments. Without one, `provenance` says what is known of the bundle; its `sha256` is not read.
///
/// # Errors
///
/// Where the existing lock cannot be read.
pub fn refresh(
    bundle: &Bundle<'_>,
    source: Source<'_>,
    existing: Option<Source<'_, str>>,
    provenance: &Provenance,
) -> Result<(String, Vec<LockChange>), Report> {
    let mut document = match existing {
        Some(existing) => {
            Lock::read(existing)?;
            parse(existing)?
        }
        None => new_document(provenance),
    };
    document["bundle"]["sha256"] = value(hex(&sha256(source.content)));
    document["bundle"]["as_of"] = time(provenance.as_of)?;
    let mut changes = Vec::new();
    let former = match document.remove("root") {
        Some(Item::ArrayOfTables(tables)) => tables,
        _ => ArrayOfTables::new(),
    };
    let mut roots: Vec<&BundleRoot<'_>> = bundle.roots.iter().collect();
    roots.sort_by_key(|root| root.fingerprint);
    let mut tables = ArrayOfTables::new();
    for root in roots {
        let kept = former.iter().find(|table| field(table, "sha256") == hex(&root.fingerprint));
        tables.push(match kept {
            Some(table) => table.clone(),
            None => {
                let table = new_root(root)?;
                changes.push(LockChange::Added {
                    label: field(&table, "label"),
                    sha256: field(&table, "sha256"),
                });
                table
            }
        });
    }
    let stays =
        |table: &&Table| tables.iter().any(|kept| field(kept, "sha256") == field(table, "sha256"));
    changes.extend(former.iter().filter(|table| !stays(table)).map(|table| LockChange::Removed {
        label: field(table, "label"),
        sha256: field(table, "sha256"),
    }));
    renumber(&mut tables);
    document.insert("root", Item::ArrayOfTables(tables));
    Ok((document.to_string(), changes))
}

/// The order in the text is that of the list, whatever place a table once had.
fn renumber(tables: &mut ArrayOfTables) {
    for (position, table) in tables.iter_mut().enumerate() {
        table.set_position(isize::try_from(position + 10).ok());
    }
}

fn parse(existing: Source<'_, str>) -> Result<DocumentMut, Finding> {
    existing.content.parse::<DocumentMut>().map_err(|error| {
        Finding::error("bad-lock", "lock is not TOML").at(existing.name).found(error.message())
    })
}

fn new_document(provenance: &Provenance) -> DocumentMut {
    let Provenance { name, file, sha256: _, source, as_of: _, license } = provenance;
    let mut bundle = Table::new();
    // in the order in which a person reads them; the two that are unknown here are filled in later
    bundle["name"] = value(name);
    bundle["file"] = value(file);
    bundle["sha256"] = value("");
    bundle["source"] = value(source);
    bundle["as_of"] = value("");
    bundle["license"] = value(license);
    let mut document = DocumentMut::new();
    bundle.decor_mut().set_prefix(format!(
        "# What was reviewed of {file}. `rootbake lock` refreshes it and keeps what people write.\n\n"
    ));
    document["bundle"] = Item::Table(bundle);
    document
}

fn new_root(root: &BundleRoot<'_>) -> Result<Table, Finding> {
    let certificate: &Certificate<'_> = &root.certificate;
    let Validity { not_before, not_after } = certificate.validity;
    let mut table = Table::new();
    table["label"] = value(root.label());
    table["sha256"] = value(hex(&root.fingerprint));
    table["key"] = value(match certificate.spki.key() {
        Ok(key) => key.to_string(),
        Err(error) => error.to_string(),
    });
    table["not_before"] = time(not_before)?;
    table["not_after"] = time(not_after)?;
    Ok(table)
}

fn time(time: Time) -> Result<Item, Finding> {
    let text = time.to_string();
    match text.parse::<Datetime>() {
        Ok(datetime) => Ok(value(datetime)),
        Err(error) => Err(Finding::error("bad-time", "time cannot be written as TOML")
            .found(format_args!("{text}: {error}"))),
    }
}

fn field(table: &Table, key: &str) -> String {
    table.get(key).and_then(Item::as_str).unwrap_or_default().to_owned()
}
