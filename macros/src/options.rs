//! The settings of `bake!`, as what they are to [`Bake`].

use std::path::Path;

use rootbake_codegen::{Bake, Block, Filter, Impose, Input, Options};

use crate::arguments::{Arguments, Setting, Text, Value};
use crate::problem::Problem;

/// All settings, for messages.
const KNOWN: &str = "sha256, lock, unlocked, name, as_of, partial_chain, permitted_dns, path_len, \
                     purposes, distrust_after, source, root, exclude, policy, labels, \
                     certificates, max_bytes";

/// The settings that are rules on roots.
const RULES: [&str; 4] = ["permitted_dns", "path_len", "purposes", "distrust_after"];

impl Arguments {
    /// Bakes what was said. Paths are relative to `folder`.
    pub(crate) fn bake(&self, folder: &Path) -> Result<Block, Problem> {
        self.check(folder)?;
        let mut options = Options::new("SET");
        let mut input = Input::new(&self.path.text);
        for setting in &self.settings {
            match setting.name.as_str() {
                "labels" => options = options.labels(setting.boolean()?),
                "certificates" => options = options.certificates(setting.boolean()?),
                "sha256" => input = input.sha256(setting.text()?),
                "lock" => input = input.lock(setting.text()?),
                "unlocked" => {
                    setting.alone()?;
                    input = input.unlocked();
                }
                _ => (),
            }
        }
        let mut bake = Bake::new(options).relative_to(folder).input(input);
        for setting in &self.settings {
            bake = setting.apply(bake)?;
        }
        let block = impose_on_all(bake, &self.settings)?.block();
        block.map_err(|report| Problem::of_report(&report, self.path.span))
    }

    fn check(&self, folder: &Path) -> Result<(), Problem> {
        if folder.join(&self.path.text).is_dir() {
            return Err(Problem::new(
                "found a folder, whose changes the compiler would not notice: expected a file, or \
                 `rootbake_codegen::Bake` in a build script",
                self.path.span,
            ));
        }
        once(&self.settings)
    }
}

/// Settings that one may not say twice.
fn once(settings: &[Setting]) -> Result<(), Problem> {
    let repeatable = ["exclude", "root"];
    for (position, setting) in settings.iter().enumerate() {
        let is_again = settings.iter().take(position).any(|former| former.name == setting.name);
        if is_again && !repeatable.contains(&setting.name.as_str()) {
            return Err(Problem::new(format!("`{}` is said twice", setting.name), setting.span));
        }
    }
    Ok(())
}

impl Setting {
    fn apply<'a>(&'a self, bake: Bake<'a>) -> Result<Bake<'a>, Problem> {
        Ok(match self.name.as_str() {
            "as_of" => bake.as_of(self.text()?),
            "exclude" => bake.exclude(filter(self.subject_alone()?)),
            "max_bytes" => bake.max_bytes(self.number()?),
            "name" => bake.name(self.text()?),
            "partial_chain" => {
                self.alone()?;
                bake.partial_chain()
            }
            "policy" => self
                .policies()?
                .iter()
                .try_fold(bake, |bake, policy| Ok(bake.policy(&policy.name, policy.text()?)))?,
            "root" => {
                let (subject, rules) = self.subject_and_rules()?;
                let impose = Impose::on(filter(subject), source(rules)?);
                bake.impose(rules_of(impose, rules)?)
            }
            // what they do is said elsewhere
            "sha256" | "lock" | "unlocked" | "labels" | "certificates" | "source" => bake,
            rule if RULES.contains(&rule) => bake,
            _ => return Err(self.unknown(KNOWN)),
        })
    }

    fn unknown(&self, known: &str) -> Problem {
        let message = format!("unknown setting `{}`: expected one of {known}", self.name);
        Problem::new(message, self.span)
    }

    fn wrong<T>(&self, expected: &str) -> Result<T, Problem> {
        let name = &self.name;
        Err(Problem::new(format!("`{name}` has the wrong form: expected {expected}"), self.span))
    }

    fn alone(&self) -> Result<(), Problem> {
        match self.value {
            Value::Absent => Ok(()),
            _ => self.wrong(&format!("`{}` alone", self.name)),
        }
    }

    fn text(&self) -> Result<&str, Problem> {
        match &self.value {
            Value::Text(text) => Ok(&text.text),
            _ => self.wrong(&format!("`{} = \"..\"`", self.name)),
        }
    }

    fn texts(&self) -> Result<impl Iterator<Item = &str>, Problem> {
        match &self.value {
            Value::Texts(texts) => Ok(texts.iter().map(|text| text.text.as_str())),
            _ => self.wrong(&format!("`{} = [\"..\"]`", self.name)),
        }
    }

    fn number(&self) -> Result<usize, Problem> {
        match self.value {
            Value::Number(number) => Ok(number),
            _ => self.wrong(&format!("`{} = 1`", self.name)),
        }
    }

    fn boolean(&self) -> Result<bool, Problem> {
        match self.value {
            Value::Bool(boolean) => Ok(boolean),
            _ => self.wrong(&format!("`{} = true` or `= false`", self.name)),
        }
    }

    fn subject_alone(&self) -> Result<&Text, Problem> {
        match &self.value {
            Value::Settings(Some(subject), rest) if rest.is_empty() => Ok(subject),
            _ => self.wrong(&format!("`{}(\"label or SHA-256\")`", self.name)),
        }
    }

    fn policies(&self) -> Result<&[Self], Problem> {
        match &self.value {
            Value::Settings(None, policies) if !policies.is_empty() => Ok(policies),
            _ => self.wrong("`policy(expired = \"keep\")`"),
        }
    }

    fn subject_and_rules(&self) -> Result<(&Text, &[Self]), Problem> {
        let Value::Settings(Some(subject), rules) = &self.value else {
            return self.wrong("`root(\"label or SHA-256\", path_len = 0)`");
        };
        once(rules)?;
        let is_rule = |rule: &Self| RULES.contains(&rule.name.as_str());
        let is_known = |rule: &&Self| is_rule(rule) || rule.name == "source";
        match rules.iter().find(|rule| !is_known(rule)) {
            Some(rule) => Err(rule.unknown(&RULES.join(", "))),
            None if !rules.iter().any(is_rule) => self.wrong("at least one rule for the root"),
            None => Ok((subject, rules)),
        }
    }
}

/// A label, unless it is a SHA-256 by its form.
fn filter(subject: &Text) -> Filter<'_> {
    let text = subject.text.as_str();
    let is_sha256 = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match is_sha256 {
        true => Filter::Sha256(text),
        false => Filter::Label(text),
    }
}

fn impose_on_all<'a>(bake: Bake<'a>, settings: &'a [Setting]) -> Result<Bake<'a>, Problem> {
    match settings.iter().any(|setting| RULES.contains(&setting.name.as_str())) {
        true => Ok(bake.impose(rules_of(Impose::on_all(source(settings)?), settings)?)),
        false => no_source(settings).map(|()| bake),
    }
}

fn no_source(settings: &[Setting]) -> Result<(), Problem> {
    match settings.iter().find(|setting| setting.name == "source") {
        Some(source) => source.wrong("rules beside it, of which it says where they are from"),
        None => Ok(()),
    }
}

fn source(settings: &[Setting]) -> Result<&str, Problem> {
    match settings.iter().find(|setting| setting.name == "source") {
        Some(source) => source.text(),
        None => Ok("bake!"),
    }
}

fn rules_of<'a>(impose: Impose<'a>, settings: &'a [Setting]) -> Result<Impose<'a>, Problem> {
    settings.iter().try_fold(impose, |impose, setting| {
        Ok(match setting.name.as_str() {
            "permitted_dns" => impose.permitted_dns(setting.texts()?),
            "path_len" => match u8::try_from(setting.number()?) {
                Ok(path_len) => impose.path_len(path_len),
                Err(_) => return setting.wrong("an integer from 0 to 255"),
            },
            "purposes" => impose.purposes(setting.texts()?),
            "distrust_after" => impose.distrust_after(setting.text()?),
            _ => impose,
        })
    })
}
