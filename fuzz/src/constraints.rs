//! The reader of algorithm constraints: the language of Java's security properties.

use rootbake::AlgorithmConstraints;

use super::shown;

/// For any text:
///
/// - it is read, or refused at a character of it;
/// - what is read is written in a form that reads the same, rule by rule;
/// - there are no more rules than commas allow, and each is read alone as it is among the others.
pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    match text.parse::<AlgorithmConstraints>() {
        Ok(list) => check_list(&list, text),
        Err(error) => {
            assert!(text.is_char_boundary(error.column() - 1), "{error}");
            shown(&error);
        }
    }
}

fn check_list(list: &AlgorithmConstraints, text: &str) {
    assert!(list.rules().len() <= text.matches(',').count() + 1);
    let again: AlgorithmConstraints = list.to_string().parse().expect("what was written");
    assert_eq!(&again, list);
    for rule in list.rules() {
        let alone: AlgorithmConstraints = shown(rule).parse().expect("one rule");
        assert_eq!(alone.rules(), std::slice::from_ref(rule));
    }
}
