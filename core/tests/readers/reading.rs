//! What a reader makes of a certificate, in the form in which two of them are compared.

use rootbake_core::certificate::{Certificate, KeyUsage, NameForm, PublicKey, Purposes};

/// All that is compared: bytes are contents without tag and length, times are Unix seconds.
#[derive(Default)]
pub(crate) struct Reading {
    pub(crate) version: u8,
    pub(crate) serial: Vec<u8>,
    pub(crate) issuer: Vec<u8>,
    pub(crate) subject: Vec<u8>,
    pub(crate) spki: Vec<u8>,
    /// Bits of the modulus and the exponent of an RSA key
    pub(crate) rsa: Option<(u32, u64)>,
    pub(crate) not_before: i64,
    pub(crate) not_after: i64,
    pub(crate) extensions: Extensions,
}

#[derive(Default)]
pub(crate) struct Extensions {
    pub(crate) authority_key_id: Option<Vec<u8>>,
    /// cA, and the path length up to 255
    pub(crate) basic_constraints: Option<(bool, Option<u32>)>,
    pub(crate) extended_key_usage: Option<u8>,
    /// Bit 0 highest
    pub(crate) key_usage: Option<u16>,
    pub(crate) name_constraints: Option<Vec<u8>>,
    pub(crate) name_forms: Vec<NameForm>,
    pub(crate) subject_alt_name: Option<Vec<u8>>,
    pub(crate) subject_key_id: Option<Vec<u8>>,
}

pub(crate) const FORMS: [NameForm; 6] = [
    NameForm::Other,
    NameForm::Email,
    NameForm::Dns,
    NameForm::Directory,
    NameForm::Uri,
    NameForm::Ip,
];

impl Reading {
    pub(crate) fn of(certificate: &Certificate<'_>) -> Self {
        let Certificate { version, serial, issuer, validity, subject, spki, extensions, .. } =
            *certificate;
        let constraints = extensions.name_constraints;
        Self {
            version: version as u8,
            serial: serial.to_vec(),
            issuer: issuer.as_bytes().to_vec(),
            subject: subject.as_bytes().to_vec(),
            spki: spki.as_bytes().to_vec(),
            rsa: match spki.key() {
                Ok(PublicKey::Rsa { bits, exponent }) => Some((bits, exponent)),
                _ => None,
            },
            not_before: validity.not_before.unix_seconds(),
            not_after: validity.not_after.unix_seconds(),
            extensions: Extensions {
                authority_key_id: extensions.authority_key_id.map(<[u8]>::to_vec),
                basic_constraints: extensions
                    .basic_constraints
                    .map(|constraints| (constraints.ca, constraints.path_len.map(u32::from))),
                extended_key_usage: extensions.extended_key_usage.map(Purposes::bits),
                key_usage: extensions.key_usage.map(KeyUsage::bits),
                name_constraints: constraints.map(|constraints| constraints.as_bytes().to_vec()),
                name_forms: FORMS
                    .into_iter()
                    .filter(|form| constraints.is_some_and(|constraints| constraints.names(*form)))
                    .collect(),
                subject_alt_name: extensions.subject_alt_name.map(<[u8]>::to_vec),
                subject_key_id: extensions.subject_key_id.map(<[u8]>::to_vec),
            },
        }
    }

    /// The first field in which the two differ.
    pub(crate) fn differing(&self, other: &Self) -> Option<&'static str> {
        let Self { version, serial, issuer, subject, spki, rsa, not_before, not_after, extensions } =
            self;
        let fields = [
            ("version", *version == other.version),
            ("serial", *serial == other.serial),
            ("issuer", *issuer == other.issuer),
            ("subject", *subject == other.subject),
            ("spki", *spki == other.spki),
            ("rsa key", *rsa == other.rsa),
            ("not before", *not_before == other.not_before),
            ("not after", *not_after == other.not_after),
        ];
        first_different(&fields).or_else(|| extensions.differing(&other.extensions))
    }
}

pub(crate) fn first_different(fields: &[(&'static str, bool)]) -> Option<&'static str> {
    let (field, _) = fields.iter().find(|(_, same)| !same)?;
    Some(field)
}

impl Extensions {
    fn differing(&self, other: &Self) -> Option<&'static str> {
        let Self {
            authority_key_id,
            basic_constraints,
            extended_key_usage,
            key_usage,
            name_constraints,
            name_forms,
            subject_alt_name,
            subject_key_id,
        } = self;
        first_different(&[
            ("authority key id", *authority_key_id == other.authority_key_id),
            ("basic constraints", *basic_constraints == other.basic_constraints),
            ("extended key usage", *extended_key_usage == other.extended_key_usage),
            ("key usage", *key_usage == other.key_usage),
            ("name constraints", *name_constraints == other.name_constraints),
            ("forms of constrained names", *name_forms == other.name_forms),
            ("subject alternative name", *subject_alt_name == other.subject_alt_name),
            ("subject key id", *subject_key_id == other.subject_key_id),
        ])
    }
}
