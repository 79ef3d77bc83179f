use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use rootbake_codegen::Report;

/// Errors at one place of the macro.
#[derive(Debug)]
pub(crate) struct Problem {
    messages: Vec<String>,
    span: Span,
}

impl Problem {
    /// The macro is not written as it must be.
    pub(crate) fn new(message: impl std::fmt::Display, span: Span) -> Self {
        Self { messages: vec![format!("[bad-argument] {message}")], span }
    }

    /// Every finding, as the other tools show it.
    pub(crate) fn of_report(report: &Report, span: Span) -> Self {
        let findings = report.findings().iter();
        let messages = findings.map(|finding| finding.without_severity().trim_end().to_owned());
        Self { messages: messages.collect(), span }
    }

    /// A block of `::core::compile_error! { ".." }`.
    pub(crate) fn into_tokens(self) -> TokenStream {
        let errors = self.messages.iter().flat_map(|message| error(message, self.span));
        let block = Group::new(Delimiter::Brace, errors.collect());
        TokenStream::from(TokenTree::from(block))
    }
}

fn error(message: &str, span: Span) -> Vec<TokenTree> {
    let punct = |character, spacing| TokenTree::from(Punct::new(character, spacing));
    let ident = |name| TokenTree::from(Ident::new(name, span));
    let path = || [punct(':', Spacing::Joint), punct(':', Spacing::Alone)];
    let message = TokenStream::from(TokenTree::from(Literal::string(message)));
    let mut tokens = Vec::new();
    tokens.extend(path());
    tokens.push(ident("core"));
    tokens.extend(path());
    tokens.extend([ident("compile_error"), punct('!', Spacing::Alone)]);
    tokens.push(TokenTree::from(Group::new(Delimiter::Brace, message)));
    tokens.into_iter().map(|token| at(token, span)).collect()
}

fn at(mut token: TokenTree, span: Span) -> TokenTree {
    token.set_span(span);
    token
}
