//! What stands in the parentheses of `bake!`, read without knowing which settings there are.

use std::iter::Peekable;

use proc_macro::token_stream::IntoIter;
use proc_macro::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};

use crate::literal;
use crate::problem::Problem;

/// `($crate) "ca/corp.pem", unlocked, root("Corp Root", path_len = 0)`
#[derive(Debug)]
pub(crate) struct Arguments {
    /// The path to rootbake
    pub(crate) rootbake: TokenStream,
    pub(crate) path: Text,
    pub(crate) settings: Vec<Setting>,
}

/// A string literal.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// `name`, `name = value`, `name("subject", name = value)` or `name(name = value)`
#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) value: Value,
}

#[derive(Debug)]
pub(crate) enum Value {
    Absent,
    Bool(bool),
    Number(usize),
    Settings(Option<Text>, Vec<Setting>),
    Text(Text),
    Texts(Vec<Text>),
}

impl Arguments {
    pub(crate) fn read(input: TokenStream) -> Result<Self, Problem> {
        let mut reader = Reader::new(input, Span::call_site());
        let rootbake = match reader.next() {
            Some(TokenTree::Group(group)) => group.stream(),
            _ => return Err(reader.expected("`rootbake::bake!`, which says where rootbake is")),
        };
        let path = reader.text("the path of a bundle, as a string literal")?;
        reader.comma()?;
        Ok(Self { rootbake, path, settings: reader.settings()? })
    }
}

/// Tokens, and where an error is when they end too early.
struct Reader {
    tokens: Peekable<IntoIter>,
    end: Span,
}

impl Reader {
    fn new(tokens: TokenStream, end: Span) -> Self {
        Self { tokens: tokens.into_iter().peekable(), end }
    }

    fn within(group: &Group) -> Self {
        Self::new(group.stream(), group.span_close())
    }

    /// The next token, without the groups that other macros put around what they were given.
    fn next(&mut self) -> Option<TokenTree> {
        let token = self.tokens.next()?;
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                let mut inner = group.stream().into_iter();
                match (inner.next(), inner.next()) {
                    (Some(only), None) => Some(only),
                    _ => Some(token),
                }
            }
            _ => Some(token),
        }
    }

    fn expected(&mut self, what: &str) -> Problem {
        match self.next() {
            Some(token) => unexpected(&token, what),
            None => Problem::new(format!("found the end, expected {what}"), self.end),
        }
    }

    fn text(&mut self, what: &str) -> Result<Text, Problem> {
        let token = self.next();
        let Some(token) = token else { return Err(self.expected(what)) };
        match &token {
            TokenTree::Literal(literal) => text(literal).ok_or_else(|| unexpected(&token, what)),
            _ => Err(unexpected(&token, what)),
        }
    }

    fn settings(&mut self) -> Result<Vec<Setting>, Problem> {
        let mut settings = Vec::new();
        while let Some(token) = self.next() {
            let TokenTree::Ident(name) = &token else {
                return Err(unexpected(&token, "a setting, as `name`, `name = ..` or `name(..)`"));
            };
            let value = self.value()?;
            settings.push(Setting { name: name.to_string(), span: name.span(), value });
            self.comma()?;
        }
        Ok(settings)
    }

    fn value(&mut self) -> Result<Value, Problem> {
        match self.tokens.peek() {
            Some(TokenTree::Punct(punct)) if punct.as_char() == '=' => {
                self.tokens.next();
                self.behind_equals()
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                let mut within = Self::within(group);
                self.tokens.next();
                within.call()
            }
            _ => Ok(Value::Absent),
        }
    }

    fn behind_equals(&mut self) -> Result<Value, Problem> {
        const WHAT: &str = "a string, a list of strings, a number, `true` or `false`";
        let Some(token) = self.next() else { return Err(self.expected(WHAT)) };
        let value = match &token {
            TokenTree::Literal(literal) => {
                text(literal).map(Value::Text).or_else(|| number(literal).map(Value::Number))
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                Some(Value::Texts(Self::within(group).texts()?))
            }
            TokenTree::Ident(ident) => match ident.to_string().as_str() {
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
            _ => None,
        };
        value.ok_or_else(|| unexpected(&token, WHAT))
    }

    fn texts(&mut self) -> Result<Vec<Text>, Problem> {
        let mut texts = Vec::new();
        while self.tokens.peek().is_some() {
            texts.push(self.text("a string literal")?);
            self.comma()?;
        }
        Ok(texts)
    }

    fn call(&mut self) -> Result<Value, Problem> {
        let subject = match self.tokens.peek() {
            Some(TokenTree::Ident(_)) | None => None,
            Some(_) => {
                let subject = self.text("a string literal")?;
                self.comma()?;
                Some(subject)
            }
        };
        Ok(Value::Settings(subject, self.settings()?))
    }

    /// Between two things, and if so wished behind the last.
    fn comma(&mut self) -> Result<(), Problem> {
        match self.tokens.next() {
            None => Ok(()),
            Some(TokenTree::Punct(punct)) if punct.as_char() == ',' => Ok(()),
            Some(token) => Err(unexpected(&token, "`,`")),
        }
    }
}

fn unexpected(found: &TokenTree, expected: &str) -> Problem {
    Problem::new(format!("found `{found}`, expected {expected}"), found.span())
}

fn text(literal: &Literal) -> Option<Text> {
    let text = literal::text(&literal.to_string())?;
    Some(Text { text, span: literal.span() })
}

fn number(literal: &Literal) -> Option<usize> {
    literal.to_string().replace('_', "").parse().ok()
}
