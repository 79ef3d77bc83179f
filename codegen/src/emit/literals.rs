use proc_macro2::{Literal, TokenStream};
use quote::ToTokens;

/// A byte string literal with every byte that is not plain ASCII as `\xNN`.
///
/// Never `\0`, which clippy takes for an octal escape when a digit follows; and much cheaper to
/// compile than an array of numbers.
pub(super) fn bytes(content: &[u8]) -> TokenStream {
    let mut text = String::with_capacity(content.len() * 3 + 3);
    text.push_str("b\"");
    for &byte in content {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\x{byte:02x}")),
        }
    }
    text.push('"');
    literal(&text)
}

/// An integer literal without a suffix.
pub(super) fn integer(value: impl std::fmt::Display) -> TokenStream {
    literal(&value.to_string())
}

#[expect(clippy::expect_used, reason = "both callers write a literal, `-1` being two tokens")]
fn literal(text: &str) -> TokenStream {
    match text.parse::<Literal>() {
        Ok(literal) => literal.into_token_stream(),
        Err(_) => text.parse().expect("a literal"),
    }
}
