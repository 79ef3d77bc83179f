//! Tables whose fields are separated by tabs, and whose first row names the columns.

use std::collections::BTreeMap;

/// The rows by their first field.
pub(crate) fn rows<const N: usize>(table: &str) -> BTreeMap<&str, [&str; N]> {
    let mut rows = BTreeMap::new();
    for line in table.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        assert!(!fields.contains(&""), "{line}: a field is empty");
        let row: [&str; N] = fields.try_into().unwrap_or_else(|_| panic!("{line}: not {N} fields"));
        assert_eq!(rows.insert(row[0], row), None, "{line}: a second row");
    }
    rows
}
