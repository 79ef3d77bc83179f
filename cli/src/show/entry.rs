use rootbake::certificate::{
    Auxiliary, Certificate, KeyUsage, Name, Purposes, SubjectPublicKeyInfo, Validity,
};
use rootbake::constraints::Constraints;
use rootbake::role::Role;
use rootbake::root_set::Root;
use serde::Serialize;

use super::names;
use crate::input::{Input, Piece};
use crate::output::hex;

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
}

/// What certificates and baked roots have in common.
struct Facts<'a> {
    subject: Name<'a>,
    spki: SubjectPublicKeyInfo<'a>,
    fingerprint: [u8; 32],
    constraints: Constraints,
    /// DER content of NameConstraints
    name_constraints: Option<&'a [u8]>,
    role: Role,
}

impl Entry {
    /// A certificate in the role that it has by its own content, limited by auxiliary data.
    pub(super) fn of(
        certificate: &Certificate<'_>,
        auxiliary: Option<&Auxiliary<'_>>,
        role: Role,
    ) -> Self {
        let own = Constraints::of(certificate);
        let purposes = auxiliary.map_or(own.purposes, |auxiliary| auxiliary.limit(own.purposes));
        Self::new(&Facts {
            subject: certificate.subject,
            spki: certificate.spki,
            fingerprint: certificate.fingerprint(),
            constraints: Constraints { purposes, ..own },
            name_constraints: certificate.extensions.name_constraints.map(|names| names.as_bytes()),
            role,
        })
    }

    /// A baked root: under the label of its lock, and in the place of a file the name of its set.
    pub(super) fn of_root(root: &Root, set: &str) -> Self {
        let entry = Self::new(&Facts {
            subject: root.subject(),
            spki: root.spki(),
            fingerprint: *root.fingerprint(),
            constraints: *root.constraints(),
            name_constraints: root.anchor().name_constraints.as_deref(),
            role: Role::Anchor,
        });
        let label = root.label().map_or(entry.label, str::to_owned);
        Self { label, file: set.to_owned(), ..entry }
    }

    fn new(facts: &Facts<'_>) -> Self {
        let Validity { not_before, not_after } = facts.constraints.validity;
        Self {
            label: match facts.subject.short() {
                Some(name) => name.to_string(),
                None => facts.subject.to_string(),
            },
            sha256: hex(&facts.fingerprint),
            subject: facts.subject.to_string(),
            not_before: not_before.to_string(),
            not_after: not_after.to_string(),
            key: match facts.spki.key() {
                Ok(key) => key.to_string(),
                Err(error) => error.to_string(),
            },
            constraints: in_words(facts),
            file: String::new(),
            block: None,
            line: None,
        }
    }

    pub(super) fn at(self, input: &Input, piece: &Piece) -> Self {
        let Piece { block, line, .. } = *piece;
        Self { file: input.name.clone(), block, line, ..self }
    }

    /// Where it stands: `ca.pem, block 2, line 31`
    pub(super) fn place(&self) -> String {
        match (self.block, self.line) {
            (Some(block), Some(line)) => format!("{}, block {block}, line {line}", self.file),
            _ => self.file.clone(),
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
}

/// What limits a certificate beyond its dates, which have fields of their own.
fn in_words(facts: &Facts<'_>) -> Vec<String> {
    let Constraints { validity, key_usage, purposes, path_len } = facts.constraints;
    let Validity { not_before, not_after } = validity;
    let mut words = facts.name_constraints.map(names::in_words).unwrap_or_default();
    if facts.role.issues() && !key_usage.allows(KeyUsage::KEY_CERT_SIGN) {
        words.push(format!("never an issuer: its key is for {key_usage}"));
    }
    if purposes != Purposes::UNRESTRICTED {
        words.push(format!("only for {purposes}"));
    }
    if let Some(path_len) = path_len {
        words.push(match path_len {
            0 => "no intermediates".to_owned(),
            1 => "at most 1 intermediate".to_owned(),
            more => format!("at most {more} intermediates"),
        });
    }
    if not_after < not_before {
        words.push("never valid".to_owned());
    }
    words
}
