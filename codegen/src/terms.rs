//! What the code that bakes a set says beyond its locks.

use std::collections::BTreeSet;

use rootbake_core::certificate::{Purposes, Time};
use rootbake_core::role::Role;

use crate::bundle::{Bundle, BundleRoot};
use crate::filter::Filter;
use crate::fingerprint;
use crate::lock::{Action, Exception, Lifetime, Lock, LockRoot, Policy, Rules, is_dns_constraint};
use crate::report::{Finding, Report};
use crate::size;

/// Rules that the code that bakes a set imposes on its roots, as a lock would.
///
/// A rule that the lock of a root has already is an error: it would be open which of the two
/// counts.
///
/// ```
/// use rootbake_codegen::{Filter, Impose};
///
/// let all = Impose::on_all("ticket 7").permitted_dns([".corp.example"]);
/// let one = Impose::on(Filter::Label("Partner Root"), "contract 12").path_len(0);
/// ```
#[derive(Clone, Debug)]
pub struct Impose<'a> {
    on: Option<Filter<'a>>,
    source: &'a str,
    permitted_dns: Option<Vec<&'a str>>,
    path_len: Option<u8>,
    purposes: Option<Vec<&'a str>>,
    distrust_after: Option<&'a str>,
}

impl<'a> Impose<'a> {
    /// On the roots that are like this; `source` says where the decision can be read.
    pub fn on(filter: Filter<'a>, source: &'a str) -> Self {
        Self { on: Some(filter), ..Self::on_all(source) }
    }

    /// On every root.
    pub fn on_all(source: &'a str) -> Self {
        Self {
            on: None,
            source,
            permitted_dns: None,
            path_len: None,
            purposes: None,
            distrust_after: None,
        }
    }

    /// The only names that it may speak for: `corp.example` and all below it, or `.corp.example`,
    /// what is below it. IP addresses are shut out.
    #[must_use]
    pub fn permitted_dns(self, names: impl IntoIterator<Item = &'a str>) -> Self {
        Self { permitted_dns: Some(names.into_iter().collect()), ..self }
    }

    /// How many intermediates that are not self-issued there may be below it.
    #[must_use]
    pub fn path_len(self, path_len: u8) -> Self {
        Self { path_len: Some(path_len), ..self }
    }

    /// What it may be used for: `serverAuth`, `clientAuth`, ...
    #[must_use]
    pub fn purposes(self, purposes: impl IntoIterator<Item = &'a str>) -> Self {
        Self { purposes: Some(purposes.into_iter().collect()), ..self }
    }

    /// RFC 3339 in UTC: end entities that are issued later are refused, whenever they are verified.
    #[must_use]
    pub fn distrust_after(self, time: &'a str) -> Self {
        Self { distrust_after: Some(time), ..self }
    }
}

/// All that is said, in the order in which it was.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms<'a> {
    pub(crate) impose: Vec<Impose<'a>>,
    /// Lints and actions, as the lock's `[policy]` has them
    pub(crate) policy: Vec<(&'a str, &'a str)>,
    pub(crate) partial_chain: bool,
}

impl Terms<'_> {
    /// Writes them into the lock.
    pub(crate) fn amend(&self, lock: &mut Lock<'_>, bundle: &Bundle<'_>) -> Result<(), Report> {
        let mut report = Report::default();
        for (lint, action) in &self.policy {
            if let Err(finding) = decide(&mut lock.policy, lint, action) {
                report.push(finding.led_by("at", bundle.file));
            }
        }
        for impose in &self.impose {
            if let Err(finding) = impose.amend(lock, bundle) {
                report.push(finding);
            }
        }
        if self.partial_chain
            && let Err(finding) = except_intermediates(lock, bundle)
        {
            report.push(finding);
        }
        report.or(())
    }
}

fn decide(policy: &mut Policy, lint: &str, action: &str) -> Result<(), Finding> {
    if lint == "lifetime" {
        return promise(policy, action);
    }
    let known = Policy::LINTS.iter().find(|(key, id)| lint == *key || lint == *id);
    let Some((key, id)) = known else {
        let all = Policy::LINTS.map(|(key, _)| key);
        return Err(Finding::error("unknown-policy", "no policy can be made for this")
            .found(format_args!("{lint:?}"))
            .expected(format_args!("lifetime, {}", all.join(", "))));
    };
    let Some(action) = Action::from_name(action) else {
        return Err(Finding::error("unknown-policy", format!("policy on {key} is unknown"))
            .found(format_args!("{action:?}"))
            .expected("\"keep\" (and enforce), \"drop\" or \"fail\""));
    };
    match policy.actions.insert(id, action) {
        None => Ok(()),
        Some(_) => Err(said_twice(key)),
    }
}

fn promise(policy: &mut Policy, text: &str) -> Result<(), Finding> {
    let Some(lifetime) = Lifetime::parse(text) else {
        return Err(Finding::error("unknown-policy", "lifetime is not one")
            .found(format_args!("{text:?}"))
            .expected("days, months or years: \"90d\", \"18m\", \"10y\""));
    };
    once(policy.lifetime.replace(lifetime).is_none(), "lifetime")
}

fn said_twice(key: &str) -> Finding {
    Finding::error("said-twice", format!("`{key}` is said twice"))
        .expected("it in one place: in the lock, or where the set is baked")
}

impl Impose<'_> {
    fn amend(&self, lock: &mut Lock<'_>, bundle: &Bundle<'_>) -> Result<(), Finding> {
        let roots = fingerprint::map(bundle.roots.iter().map(|root| (root.fingerprint, root)));
        let mut is_used = false;
        for entry in &mut lock.roots {
            let Some(root) = roots.get(&entry.fingerprint) else { continue };
            if self.on.is_none_or(|filter| filter.matches(root, entry)) {
                is_used = true;
                let named = format!("{:?} ({})", entry.label, root.place);
                self.impose_on(entry).map_err(|finding| finding.led_by("root", named))?;
            }
        }
        match (is_used, &self.on) {
            (false, Some(filter)) => Err(filter.unused(bundle)),
            _ => Ok(()),
        }
    }

    fn impose_on(&self, entry: &mut LockRoot) -> Result<(), Finding> {
        let Self { on: _, source, permitted_dns, path_len, purposes, distrust_after } = self;
        let rules = &mut entry.rules;
        if source.trim().is_empty() {
            return Err(Finding::error("bad-rule", "rule has no source")
                .expected("where the decision can be read"));
        }
        if let Some(names) = permitted_dns {
            once(rules.names.permitted_dns.is_empty(), "permitted_dns")?;
            rules.names.permitted_dns = dns_names(names)?;
            rules.programme = None;
            say(rules, "permitted_dns", source);
        }
        if let Some(path_len) = path_len {
            once(rules.path_len.replace(*path_len).is_none(), "path_len")?;
            say(rules, "path_len", source);
        }
        if let Some(names) = purposes {
            once(rules.purposes.replace(purposes_of(names)?).is_none(), "purposes")?;
            say(rules, "purposes", source);
        }
        if let Some(text) = distrust_after {
            let former = rules.always.distrust_after.replace(time(text)?);
            once(former.is_none(), "distrust_after")?;
            say(rules, "distrust_after", source);
            rules.always.source = rules.source(&rules.always.keys());
        }
        Ok(())
    }
}

fn once(is_first: bool, key: &str) -> Result<(), Finding> {
    match is_first {
        true => Ok(()),
        false => Err(said_twice(key)),
    }
}

fn say(rules: &mut Rules, key: &str, source: &str) {
    rules.sources.insert(key.to_owned(), source.to_owned());
}

fn dns_names(names: &[&str]) -> Result<Vec<String>, Finding> {
    not_empty(names, "permitted_dns")?;
    match names.iter().find(|name| !is_dns_constraint(name)) {
        None => Ok(names.iter().map(|&name| name.to_owned()).collect()),
        Some(name) => Err(Finding::error("bad-rule", "not a DNS name to constrain by")
            .found(format_args!("{name:?}"))
            .expected("labels of a-z, 0-9 and `-`: `corp.example`, or `.corp.example` for what is below it")),
    }
}

fn purposes_of(names: &[&str]) -> Result<Purposes, Finding> {
    not_empty(names, "purposes")?;
    names.iter().try_fold(Purposes::NONE, |purposes, name| {
        let purpose = Purposes::from_name(name).ok_or_else(|| {
            Finding::error("bad-rule", "unknown purpose").found(format_args!("{name:?}")).expected(
                "serverAuth, clientAuth, emailProtection, codeSigning, timeStamping or OCSPSigning",
            )
        })?;
        Ok(purposes.union(purpose))
    })
}

fn not_empty(names: &[&str], key: &str) -> Result<(), Finding> {
    match names.is_empty() {
        // such a one permits everything to one reader and nothing to the next
        true => Err(Finding::error("bad-rule", format!("`{key}` is empty"))
            .expected("at least one of them, or no rule")),
        false => Ok(()),
    }
}

pub(crate) fn time(text: &str) -> Result<Time, Finding> {
    Time::from_rfc3339(text).ok_or_else(|| {
        Finding::error("bad-rule", "time is not one")
            .found(format_args!("{text:?}"))
            .expected("RFC 3339 in UTC: \"2026-07-01T00:00:00Z\"")
    })
}

/// Makes intermediates anchors, which the lint `not-self-issued` minds otherwise.
fn except_intermediates(lock: &mut Lock<'_>, bundle: &Bundle<'_>) -> Result<(), Finding> {
    const LINT: &str = "not-self-issued";
    let intermediates = bundle.roots.iter().filter(|root| {
        Role::of(&root.certificate, false).is_ok_and(|role| role == Role::Intermediate)
    });
    let of_lint = lock.exceptions.iter().filter(|exception| exception.lint == LINT);
    let mut excepted = BTreeSet::new();
    excepted.extend(of_lint.map(|exception| exception.fingerprint));
    let mut is_used = false;
    for BundleRoot { fingerprint, .. } in intermediates {
        is_used = true;
        if !excepted.contains(fingerprint) {
            let (lint, fingerprint) = (LINT.to_owned(), *fingerprint);
            lock.exceptions.push(Exception { lint, fingerprint, line: 0 });
        }
    }
    match is_used {
        true => Ok(()),
        false => Err(Finding::error("unused-exception", "partial chain applies to nothing")
            .at(bundle.file)
            .found(format_args!("{}, all of them self-issued", size::roots(bundle.len())))
            .help("take `partial_chain` away")),
    }
}
