//! What a string literal says: nothing else in the standard library tells on stable.

use std::str::Chars;

/// The text of `".."`, `r".."` or `r#".."#`; `None` for other literals.
pub(crate) fn text(literal: &str) -> Option<String> {
    match literal.strip_prefix('r') {
        Some(raw) => {
            let raw = raw.trim_matches('#');
            Some(raw.strip_prefix('"')?.strip_suffix('"')?.to_owned())
        }
        None => unescape(literal.strip_prefix('"')?.strip_suffix('"')?),
    }
}

fn unescape(literal: &str) -> Option<String> {
    let mut text = String::with_capacity(literal.len());
    let mut rest = literal.chars();
    while let Some(character) = rest.next() {
        match character {
            '\\' => text.extend(escaped(&mut rest)?),
            _ => text.push(character),
        }
    }
    Some(text)
}

/// What an escape stands for, which is nothing at the end of a line.
fn escaped(rest: &mut Chars<'_>) -> Option<Option<char>> {
    Some(Some(match rest.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        character @ ('\\' | '"' | '\'') => character,
        'x' => number(&rest.by_ref().take(2).collect::<String>())?,
        'u' => {
            let digits = rest.by_ref().take_while(|&character| character != '}');
            number(&digits.filter(|character| !matches!(character, '{' | '_')).collect::<String>())?
        }
        '\n' => {
            *rest = rest.as_str().trim_start().chars();
            return Some(None);
        }
        _ => return None,
    }))
}

fn number(hexadecimal: &str) -> Option<char> {
    char::from_u32(u32::from_str_radix(hexadecimal, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn every_way_to_write_a_string_is_read() {
        let same = [
            r#""ca/\"a\".pem""#,
            r##"r#"ca/"a".pem"#"##,
            r#""ca/\x22a\u{22}.pem""#,
            "\"ca/\\\n    \\\"a\\\".pem\"",
        ];
        for literal in same {
            assert_eq!(text(literal).as_deref(), Some("ca/\"a\".pem"), "{literal}");
        }
        assert_eq!(text(r#""\n\r\t\0\\\'""#).as_deref(), Some("\n\r\t\0\\'"));
        assert_eq!(text(r#"r"C:\ca.pem""#).as_deref(), Some(r"C:\ca.pem"));
        for other in ["1", "'a'", "b\"a\"", "c\"a\"", "1.0"] {
            assert_eq!(text(other), None, "{other}");
        }
    }
}
