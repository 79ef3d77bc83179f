//! Text to rules, with no rule that would be read and never hold.

use rootbake_core::certificate::Time;

use super::curves::NamedCurve;
use super::error::{ConstraintError, ConstraintErrorKind as Kind};
use super::rule::{Condition, Operator, Rule, Target, Usages};

type Result<T> = std::result::Result<T, ConstraintError>;

/// A piece of the text without blanks around it, and where it is.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    offset: usize,
}

pub(super) fn rules(text: &str) -> Result<Vec<Rule>> {
    let all = Piece { text, offset: 0 }.trim().unquote()?;
    let entries = all.split(',').filter(|entry| !entry.text.is_empty());
    entries.map(rule).collect()
}

fn rule(entry: Piece<'_>) -> Result<Rule> {
    if let Some(curve) = NamedCurve::named(entry.text) {
        let target = match entry.text.contains(' ') {
            // the one name that other spellings of blanks cannot break
            true => Target::Curve(curve.name.to_owned()),
            false => Target::Curve(entry.text.to_owned()),
        };
        return Ok(Rule { target, conditions: Vec::new() });
    }
    let (name, rest) = entry.split_word();
    if name.text.eq_ignore_ascii_case("include") {
        return include(entry, rest);
    }
    if name.text.contains('*') {
        return suites(entry);
    }
    let rule = Rule { target: Target::Name(name.algorithm()?), conditions: conditions(rest)? };
    check(&rule, entry)?;
    Ok(rule)
}

fn include(entry: Piece<'_>, rest: Option<Piece<'_>>) -> Result<Rule> {
    match rest {
        Some(property) if property.text.eq_ignore_ascii_case("jdk.disabled.namedCurves") => {
            Ok(Rule { target: Target::DisabledCurves, conditions: Vec::new() })
        }
        other => Err(other.unwrap_or(entry).wrong(Kind::UnknownInclude)),
    }
}

fn suites(entry: Piece<'_>) -> Result<Rule> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '*');
    let of_suites = entry.text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("TLS_"));
    match of_suites && entry.text.chars().all(is_letter) {
        true => Ok(Rule { target: Target::Suites(entry.text.to_owned()), conditions: Vec::new() }),
        false => Err(entry.wrong(Kind::BadWildcard)),
    }
}

/// `None` where nothing stands behind the name.
fn conditions(rest: Option<Piece<'_>>) -> Result<Vec<Condition>> {
    let mut conditions = Vec::new();
    for piece in rest.into_iter().flat_map(|rest| rest.split('&')) {
        let condition = condition(piece)?;
        let is_second = |known: &Condition| match (known, condition) {
            (Condition::DenyAfter(_), Condition::DenyAfter(_)) => true,
            (known, condition) => *known == condition,
        };
        if conditions.iter().any(is_second) {
            return Err(piece.wrong(Kind::RepeatedCondition));
        }
        conditions.push(condition);
    }
    Ok(conditions)
}

fn condition(piece: Piece<'_>) -> Result<Condition> {
    let (name, rest) = piece.split_word();
    match name.text {
        "keySize" => key_size(piece, rest),
        "denyAfter" => deny_after(piece, rest),
        "usage" => usage(piece, rest),
        other if other.eq_ignore_ascii_case("jdkCA") && rest.is_none() => Ok(Condition::JdkCa),
        // without the blank that has to follow
        other if other.starts_with("keySize") => Err(piece.wrong(Kind::BadKeySize)),
        other if other.starts_with("denyAfter") => Err(piece.wrong(Kind::BadDate)),
        other if other.starts_with("usage") => Err(piece.wrong(Kind::BadUsage)),
        _ => Err(piece.wrong(Kind::UnknownCondition)),
    }
}

fn key_size(piece: Piece<'_>, rest: Option<Piece<'_>>) -> Result<Condition> {
    let words: Vec<_> = rest.into_iter().flat_map(Piece::words).collect();
    let wrong = || piece.wrong(Kind::BadKeySize);
    let [operator, size] = words.as_slice() else { return Err(wrong()) };
    let operator =
        Operator::named(operator.text).ok_or_else(|| operator.wrong(Kind::BadKeySize))?;
    // not what `parse` takes beyond digits
    let digits = size.text.bytes().all(|byte| byte.is_ascii_digit());
    let number = size.text.parse().ok().filter(|_| digits);
    let number = number.ok_or_else(|| size.wrong(Kind::BadKeySize))?;
    Ok(Condition::KeySize(operator, number))
}

fn deny_after(piece: Piece<'_>, rest: Option<Piece<'_>>) -> Result<Condition> {
    let day = rest.ok_or_else(|| piece.wrong(Kind::BadDate))?;
    let time = Time::from_rfc3339(&format!("{}T00:00:00Z", day.text));
    Ok(Condition::DenyAfter(time.ok_or_else(|| day.wrong(Kind::BadDate))?))
}

fn usage(piece: Piece<'_>, rest: Option<Piece<'_>>) -> Result<Condition> {
    let words = rest.ok_or_else(|| piece.wrong(Kind::BadUsage))?.words();
    let mut usages: Option<Usages> = None;
    for word in words {
        let usage = Usages::named(word.text).ok_or_else(|| word.wrong(Kind::BadUsage))?;
        let all = usages.map_or(usage, |known| known.union(usage));
        if all.is_mixed() {
            return Err(word.wrong(Kind::MixedUsages));
        }
        usages = Some(all);
    }
    usages.map(Condition::Usage).ok_or_else(|| piece.wrong(Kind::BadUsage))
}

/// Refuses what could never deny anything.
fn check(rule: &Rule, entry: Piece<'_>) -> Result<()> {
    let all = rule.conditions.iter().filter_map(|condition| match condition {
        Condition::Usage(usages) => Some(*usages),
        _ => None,
    });
    if all.reduce(Usages::union).is_some_and(Usages::is_mixed) {
        return Err(entry.wrong(Kind::MixedUsages));
    }
    let no_key = rule.asks_for_size() && !rule.is_of_key();
    // Java, too, takes the name of a curve to be one only where nothing stands behind it
    let is_curve = |name| NamedCurve::named(name).is_some();
    let of_curve = matches!(&rule.target, Target::Name(name) if is_curve(name));
    match rule.usages().is_empty() || no_key || of_curve || !rule.has_a_size() {
        true => Err(entry.wrong(Kind::InertConstraint)),
        false => Ok(()),
    }
}

impl<'a> Piece<'a> {
    fn trim(self) -> Self {
        let text = self.text.trim_ascii_start();
        let offset = self.offset + self.text.len() - text.len();
        Self { text: text.trim_ascii_end(), offset }
    }

    /// Without the quotes that may stand around all; no other may be in it.
    fn unquote(self) -> Result<Self> {
        let inner = self.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let piece = match inner {
            Some(text) => Self { text, offset: self.offset + 1 },
            None => self,
        };
        match piece.text.find('"') {
            Some(_) => Err(self.wrong(Kind::UnbalancedQuote)),
            None => Ok(piece),
        }
    }

    fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut offset = self.offset;
        self.text.split(separator).map(move |text| {
            let piece = Self { text, offset };
            offset += text.len() + separator.len_utf8();
            piece.trim()
        })
    }

    /// The first word, and what follows it.
    fn split_word(self) -> (Self, Option<Self>) {
        match self.text.split_once(|c: char| c.is_ascii_whitespace()) {
            Some((word, rest)) => {
                let rest = Self { text: rest, offset: self.offset + word.len() + 1 };
                (Self { text: word, ..self }, Some(rest.trim()))
            }
            None => (self, None),
        }
    }

    fn words(self) -> impl Iterator<Item = Self> {
        let mut left = Some(self);
        std::iter::from_fn(move || {
            let (word, rest) = left?.split_word();
            left = rest;
            Some(word)
        })
    }

    fn algorithm(self) -> Result<String> {
        let is_letter =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '/' | '+' | '-');
        match self.text.chars().all(is_letter) {
            true => Ok(self.text.to_owned()),
            false => Err(self.wrong(Kind::BadAlgorithmName)),
        }
    }

    fn wrong(self, kind: Kind) -> ConstraintError {
        ConstraintError { kind, found: self.text.to_owned(), offset: self.offset }
    }
}
