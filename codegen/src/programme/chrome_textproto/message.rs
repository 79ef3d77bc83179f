//! Tokens as a message: fields with their values, of which nothing is known yet.

use super::field::{Field, Value};
use super::lexer::{Kind, Lexer, Token};
use crate::bundle::Source;
use crate::report::Finding;

/// How deep messages may be within each other. The store has three levels.
const DEEPEST: usize = 8;

pub(super) fn read<'a>(source: Source<'a, str>) -> Result<Vec<Field<'a>>, Finding> {
    let mut lexer = Lexer::new(source);
    let next = lexer.next()?;
    Parser { lexer, next, depth: 0 }.message(Kind::End)
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    next: Token<'a>,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn message(&mut self, end: Kind<'a>) -> Result<Vec<Field<'a>>, Finding> {
        let mut fields = Vec::new();
        loop {
            let token = self.take()?;
            match token.kind {
                Kind::Word(name) => self.field(name, &token, &mut fields)?,
                kind if kind == end => return Ok(fields),
                _ => return Err(self.unexpected(&token, "the name of a field")),
            }
        }
    }

    /// A list is the same field several times.
    fn field(
        &mut self,
        name: &'a str,
        token: &Token<'a>,
        fields: &mut Vec<Field<'a>>,
    ) -> Result<(), Finding> {
        let colon = self.take_mark(':')?;
        let file = self.lexer.file();
        let values = match self.next.kind {
            Kind::Mark('[') => self.list()?,
            Kind::Mark('{' | '<') => vec![self.value()?],
            _ if colon => vec![self.value()?],
            _ => return Err(self.unexpected(&self.next, "`:` or `{` behind the name of a field")),
        };
        fields.extend(values.into_iter().map(|value| Field {
            name,
            value,
            file,
            line: token.place.line,
            column: token.place.column,
            comment: token.comment,
        }));
        let _ = self.take_mark(',')? || self.take_mark(';')?;
        Ok(())
    }

    fn list(&mut self) -> Result<Vec<Value<'a>>, Finding> {
        let mut values = Vec::new();
        self.take()?;
        if self.take_mark(']')? {
            return Ok(values);
        }
        loop {
            values.push(self.value()?);
            if self.take_mark(']')? {
                return Ok(values);
            }
            if !self.take_mark(',')? {
                return Err(self.unexpected(&self.next, "`,` or `]`"));
            }
        }
    }

    fn value(&mut self) -> Result<Value<'a>, Finding> {
        let token = self.take()?;
        match token.kind {
            Kind::Integer(integer) => Ok(Value::Integer(integer)),
            Kind::Mark('{') => self.nested(&token, '}'),
            Kind::Mark('<') => self.nested(&token, '>'),
            Kind::Text(bytes) => self.text(bytes),
            Kind::Word(word) => Ok(Value::Word(word)),
            _ => Err(self.unexpected(&token, "a value")),
        }
    }

    fn nested(&mut self, token: &Token<'a>, end: char) -> Result<Value<'a>, Finding> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let error = self.lexer.error(token.place, "messages are too deep", &token.kind);
            return Err(error.expected(format_args!("at most {DEEPEST} within each other")));
        }
        let fields = self.message(Kind::Mark(end))?;
        self.depth -= 1;
        Ok(Value::Message(fields))
    }

    /// Literals in a row are one string.
    fn text(&mut self, mut bytes: Vec<u8>) -> Result<Value<'a>, Finding> {
        while let Kind::Text(more) = &mut self.next.kind {
            bytes.append(more);
            self.take()?;
        }
        Ok(Value::Text(bytes))
    }

    fn take_mark(&mut self, mark: char) -> Result<bool, Finding> {
        let is_next = self.next.kind == Kind::Mark(mark);
        if is_next {
            self.take()?;
        }
        Ok(is_next)
    }

    fn take(&mut self) -> Result<Token<'a>, Finding> {
        // nothing is behind the end
        let next = match self.next.kind {
            Kind::End => self.next.clone(),
            _ => self.lexer.next()?,
        };
        Ok(std::mem::replace(&mut self.next, next))
    }

    fn unexpected(&self, token: &Token<'a>, expected: &str) -> Finding {
        let error = self.lexer.error(token.place, "file is not in the text format", &token.kind);
        error.expected(expected)
    }
}
