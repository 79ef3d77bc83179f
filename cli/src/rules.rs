//! Rules that were imposed on a root, in words.

use rootbake::constraints::{Constraints, Imposed};

/// What is asked of end entities: one of the alternatives.
pub(crate) fn on_end_entities(imposed: &Imposed) -> Option<String> {
    let sets = imposed.any_of.iter().map(|rules| format!("{rules} (source: {})", rules.source));
    let sets: Vec<String> = sets.collect();
    (!sets.is_empty()).then(|| format!("only certificates {}", sets.join(", or ")))
}

/// A path length in words.
pub(crate) fn intermediates(path_len: u8) -> String {
    match path_len {
        0 => "no intermediates".to_owned(),
        1 => "at most 1 intermediate".to_owned(),
        more => format!("at most {more} intermediates"),
    }
}

/// All that was imposed on a root, each with its source.
pub(crate) fn imposed(constraints: &Constraints) -> Vec<String> {
    let Some(imposed) = constraints.imposed else { return Vec::new() };
    let path_len = constraints.path_len.unwrap_or(u8::MAX);
    let limits = [
        (format!("only {}", imposed.names.join(", ")), imposed.names_source),
        (format!("only for {}", constraints.purposes), imposed.purposes_source),
        (intermediates(path_len), imposed.path_len_source),
    ];
    let limits = limits.into_iter().filter(|(_, source)| !source.is_empty());
    let limits = limits.map(|(limit, source)| format!("{limit} (source: {source})"));
    limits.chain(on_end_entities(imposed)).collect()
}
