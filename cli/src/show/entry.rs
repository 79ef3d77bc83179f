use rootbake::certificate::{
    Certificate, KeyUsage, Name, Purposes, SubjectPublicKeyInfo, Validity,
};
use rootbake::constraints::{Constraints, Imposed};
use rootbake::pem;
use rootbake::pki_types::TrustAnchor;
use rootbake::role::Role;
use rootbake::root_set::Root;
use rootbake::{Diagnostic, Severity, Supplied};
use serde::Serialize;

use super::names;
use crate::output::{hex, refused, visible};
use crate::rules;

/// One certificate as it is shown; the names of the fields are those of the JSON.
#[derive(Debug, Serialize)]
pub(crate) struct Entry {
    label: String,
    pub(super) sha256: String,
    subject: String,
    not_before: String,
    not_after: String,
    key: String,
    constraints: Vec<String>,
    file: String,
    block: Option<u32>,
    line: Option<u32>,
    /// Its DER, where that says all that limits it
    #[serde(skip)]
    self_contained: Option<Vec<u8>>,
}

/// What certificates and baked roots have in common.
struct Facts<'a> {
    anchor: &'a TrustAnchor<'a>,
    fingerprint: [u8; 32],
    constraints: Constraints,
    role: Role,
    /// The whole certificate
    der: Option<&'a [u8]>,
}

impl Entry {
    /// A certificate in the role that it has by its own content, limited by auxiliary data.
    pub(super) fn of(supplied: &Supplied<'_>) -> Self {
        let Supplied { certificate, role, constraints, alias, input, block, line } = supplied;
        let entry = Self::new(&Facts {
            anchor: &certificate.trust_anchor(),
            fingerprint: certificate.fingerprint(),
            constraints: *constraints,
            role: *role,
            der: Some(certificate.der),
        });
        let alias = alias.as_deref().filter(|alias| !alias.is_empty());
        Self {
            label: alias.map_or(entry.label, visible),
            file: (*input).to_owned(),
            block: *block,
            line: *line,
            ..entry
        }
    }

    /// A baked root: under the label of its lock, and in the place of a file the name of its set.
    pub(super) fn of_root(root: &Root, set: &str) -> Self {
        let entry = Self::new(&Facts {
            anchor: root.anchor(),
            fingerprint: *root.fingerprint(),
            constraints: root.constraints(),
            role: Role::Anchor,
            der: root.certificate(),
        });
        let label = root.label().map_or(entry.label, str::to_owned);
        Self { label, file: set.to_owned(), ..entry }
    }

    fn new(facts: &Facts<'_>) -> Self {
        let Validity { not_before, not_after } = facts.constraints.validity;
        let (subject, spki) = (facts.subject(), facts.spki());
        Self {
            label: match subject.short() {
                Some(name) => name.to_string(),
                None => subject.to_string(),
            },
            sha256: hex(&facts.fingerprint),
            subject: subject.to_string(),
            not_before: not_before.to_string(),
            not_after: not_after.to_string(),
            key: match spki.key() {
                Ok(key) => key.to_string(),
                Err(error) => error.to_string(),
            },
            constraints: facts.limits_in_words(),
            file: String::new(),
            block: None,
            line: None,
            self_contained: facts.self_contained().map(<[u8]>::to_vec),
        }
    }

    /// The cells of the table: label, key, last day, constraints, start of the fingerprint
    pub(super) fn row(&self) -> Vec<String> {
        let day = |time: &str| time.split('T').next().unwrap_or_default().to_owned();
        vec![
            self.label.clone(),
            self.key.clone(),
            day(&self.not_after),
            self.constraints.join("; "),
            self.sha256.chars().take(16).collect(),
        ]
    }

    /// Whether nothing limits it but its own content.
    pub(super) fn is_self_contained(&self) -> bool {
        self.self_contained.is_some()
    }

    /// Takes over what limits the same certificate elsewhere.
    pub(super) fn join(&mut self, same: Self) {
        let limits = same.constraints.into_iter();
        let more: Vec<_> = limits.filter(|limit| !self.constraints.contains(limit)).collect();
        self.constraints.extend(more);
        self.self_contained = self.self_contained.take().filter(|_| same.self_contained.is_some());
    }

    /// A PEM block under a comment, or why there is none.
    pub(super) fn pem(&self) -> Result<String, Diagnostic> {
        let Self { label, subject, constraints, .. } = self;
        match &self.self_contained {
            Some(der) => Ok(format!("# {label}\n{}\n", pem::encode("CERTIFICATE", der))),
            None => {
                let limits = constraints.join("; ");
                let message = format!(
                    "certificate is left out: a PEM block cannot say all that limits it \
                     ({limits}): {subject}"
                );
                Err(self.warn("not-in-pem", message))
            }
        }
    }

    /// A warning about this certificate.
    pub(super) fn warn(&self, code: &'static str, message: String) -> Diagnostic {
        let Self { file, block, line, .. } = self;
        Diagnostic {
            severity: Severity::Warning,
            block: *block,
            line: *line,
            ..refused(file, code, message)
        }
    }
}

impl<'a> Facts<'a> {
    fn subject(&self) -> Name<'a> {
        Name::from_content(&self.anchor.subject)
    }

    fn spki(&self) -> SubjectPublicKeyInfo<'a> {
        SubjectPublicKeyInfo::from_content(&self.anchor.subject_public_key_info)
    }

    /// The certificate, where nothing limits it but its own content; as a root for TLS servers, so
    /// that what else it is for does not count.
    fn self_contained(&self) -> Option<&'a [u8]> {
        let certificate = Certificate::from_der(self.der?).ok()?;
        let own = Constraints::of(&certificate);
        let Constraints { purposes, imposed, .. } = self.constraints;
        let purposes = match purposes.allows(Purposes::SERVER_AUTH) {
            true => own.purposes,
            false => purposes,
        };
        let is_all = certificate.trust_anchor() == *self.anchor
            && Constraints { purposes, imposed: None, ..self.constraints } == own
            && !imposed.is_some_and(Imposed::has_rules);
        is_all.then_some(certificate.der)
    }

    /// What limits a certificate beyond its dates, which have fields of their own.
    fn limits_in_words(&self) -> Vec<String> {
        let Constraints { validity, key_usage, purposes, path_len, imposed } = self.constraints;
        let Validity { not_before, not_after } = validity;
        let name_constraints = self.anchor.name_constraints.as_deref();
        let mut words = name_constraints.map(names::in_words).unwrap_or_default();
        if self.role.issues() && !key_usage.allows(KeyUsage::KEY_CERT_SIGN) {
            words.push(format!("never an issuer: its key is for {key_usage}"));
        }
        if purposes != Purposes::UNRESTRICTED {
            words.push(format!("only for {purposes}"));
        }
        if let Some(path_len) = path_len {
            words.push(rules::intermediates(path_len));
        }
        if not_after < not_before {
            words.push("never valid".to_owned());
        }
        words.extend(imposed.and_then(rules::on_end_entities));
        words
    }
}
