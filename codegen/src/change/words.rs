//! The rules of a lock, in the words of a sentence about a root.

use std::collections::BTreeMap;

use crate::imposed::names_in_words;
use crate::lock::{RuleSet, Rules};

/// What a root is by each of its rules: `distrusted for certificates issued after ..`
pub(super) fn of(rules: &Rules) -> BTreeMap<&'static str, String> {
    let Rules { names: _, path_len, purposes, always, any_of, programme: _, sources: _ } = rules;
    let mut words = of_dates(always);
    let mut say = |key, text: Option<String>| words.extend(text.map(|text| (key, text)));
    let names = names_in_words(rules);
    say("names", (!names.is_empty()).then(|| format!("limited to {}", names.join(", "))));
    say("path_len", path_len.map(|length| format!("limited to {length} intermediates below it")));
    say("purposes", purposes.map(|purposes| format!("trusted only for {purposes}")));
    let sets: Vec<String> = any_of.iter().map(ToString::to_string).collect();
    let sets = (!sets.is_empty()).then(|| sets.join(", or "));
    say("any_of", sets.map(|sets| format!("trusted only for certificates {sets}")));
    words
}

fn of_dates(rules: &RuleSet) -> BTreeMap<&'static str, String> {
    // names are told for the root as a whole
    let RuleSet {
        distrust_after,
        sct_not_after,
        sct_all_after,
        permitted_dns: _,
        excludes_ip: _,
        source: _,
    } = rules;
    let dates = [
        ("distrust_after", "distrusted for certificates issued after", distrust_after),
        (
            "sct_not_after",
            "distrusted for certificates issued or first logged after",
            sct_not_after,
        ),
        ("sct_all_after", "distrusted for certificates unless all logged after", sct_all_after),
    ];
    let dates = dates
        .into_iter()
        .filter_map(|(key, words, time)| Some((key, format!("{words} {}", time.as_ref()?))));
    dates.collect()
}

/// What a root is now, what it is now instead, and what it is no longer.
pub(super) fn differences(
    before: &BTreeMap<&'static str, String>,
    now: &BTreeMap<&'static str, String>,
) -> Vec<String> {
    let new = now.iter().filter_map(|(key, words)| match before.get(key) {
        None => Some(format!("is now {words}")),
        Some(former) if former != words => Some(format!("is now {words}, and no longer {former}")),
        Some(_) => None,
    });
    let lifted = before.iter().filter(|(key, _)| !now.contains_key(*key));
    new.chain(lifted.map(|(_, former)| format!("is no longer {former}"))).collect()
}
