//! x509-parser as the second reader.

use rootbake_core::certificate::NameForm;
use x509_parser::asn1_rs::{Any, FromDer};
use x509_parser::certificate::X509Certificate;
use x509_parser::der_parser::num_bigint::BigUint;
use x509_parser::extensions::{
    ExtendedKeyUsage, GeneralName, NameConstraints, ParsedExtension, X509Extension,
};
use x509_parser::public_key::PublicKey;
use x509_parser::x509::SubjectPublicKeyInfo;

use crate::reading::{Extensions, FORMS, Reading};

/// What is wrong, in the words of the reader.
type Refusal = String;

/// The extensions that are compared: what x509-parser makes of others does not count.
const COMPARED: [&str; 7] =
    ["2.5.29.14", "2.5.29.15", "2.5.29.17", "2.5.29.19", "2.5.29.30", "2.5.29.35", "2.5.29.37"];

/// What x509-parser makes of a certificate that takes up all of `der`.
pub(crate) fn read(der: &[u8]) -> Result<Reading, Refusal> {
    let (rest, certificate) = X509Certificate::from_der(der).map_err(|error| error.to_string())?;
    if !rest.is_empty() {
        return Err(format!("{} bytes behind the end", rest.len()));
    }
    certificate.extensions_map().map_err(|error| error.to_string())?;
    let mut extensions = Extensions::default();
    for extension in certificate.extensions() {
        take(&mut extensions, extension)?;
    }
    Ok(Reading {
        version: u8::try_from(certificate.version().0 + 1).map_err(|error| error.to_string())?,
        serial: certificate.raw_serial().to_vec(),
        issuer: content(certificate.issuer().as_raw())?,
        subject: content(certificate.subject().as_raw())?,
        spki: content(certificate.public_key().raw)?,
        rsa: rsa(certificate.public_key()),
        not_before: certificate.validity().not_before.timestamp(),
        not_after: certificate.validity().not_after.timestamp(),
        extensions,
    })
}

fn rsa(key: &SubjectPublicKeyInfo<'_>) -> Option<(u32, u64)> {
    let Ok(PublicKey::RSA(rsa)) = key.parsed() else {
        return None;
    };
    let bits = BigUint::from_bytes_be(rsa.modulus).bits();
    Some((u32::try_from(bits).ok()?, rsa.try_exponent().unwrap_or(u64::MAX)))
}

fn take(into: &mut Extensions, extension: &X509Extension<'_>) -> Result<(), Refusal> {
    match extension.parsed_extension() {
        ParsedExtension::AuthorityKeyIdentifier(id) => {
            into.authority_key_id = id.key_identifier.as_ref().map(|id| id.0.to_vec());
        }
        ParsedExtension::BasicConstraints(constraints) => {
            let path_len = constraints.path_len_constraint.map(|length| length.min(255));
            into.basic_constraints = Some((constraints.ca, path_len));
        }
        ParsedExtension::ExtendedKeyUsage(usage) => {
            into.extended_key_usage = Some(purposes(usage));
        }
        ParsedExtension::KeyUsage(usage) => into.key_usage = Some(usage.flags.reverse_bits()),
        ParsedExtension::NameConstraints(constraints) => {
            into.name_constraints = Some(content(extension.value)?);
            into.name_forms = forms(constraints);
        }
        ParsedExtension::SubjectAlternativeName(_) => {
            into.subject_alt_name = Some(content(extension.value)?);
        }
        ParsedExtension::SubjectKeyIdentifier(id) => {
            into.subject_key_id = Some(id.0.to_vec());
        }
        ParsedExtension::ParseError { error }
            if COMPARED.contains(&&*extension.oid.to_id_string()) =>
        {
            return Err(format!("extension {}: {error}", extension.oid));
        }
        _ => (),
    }
    Ok(())
}

fn purposes(usage: &ExtendedKeyUsage<'_>) -> u8 {
    if usage.any {
        return u8::MAX;
    }
    [
        usage.server_auth,
        usage.client_auth,
        usage.code_signing,
        usage.email_protection,
        usage.time_stamping,
        usage.ocsp_signing,
        !usage.other.is_empty(),
    ]
    .into_iter()
    .rfold(0, |bits, allowed| bits << 1 | u8::from(allowed))
}

fn forms(constraints: &NameConstraints<'_>) -> Vec<NameForm> {
    let NameConstraints { permitted_subtrees, excluded_subtrees } = constraints;
    let subtrees = permitted_subtrees.iter().chain(excluded_subtrees).flatten();
    let named: Vec<_> = subtrees
        .filter_map(|subtree| match subtree.base {
            GeneralName::OtherName(..) => Some(NameForm::Other),
            GeneralName::RFC822Name(_) => Some(NameForm::Email),
            GeneralName::DNSName(_) => Some(NameForm::Dns),
            GeneralName::DirectoryName(_) => Some(NameForm::Directory),
            GeneralName::URI(_) => Some(NameForm::Uri),
            GeneralName::IPAddress(_) => Some(NameForm::Ip),
            _ => None,
        })
        .collect();
    FORMS.into_iter().filter(|form| named.contains(form)).collect()
}

/// An element without its tag and length.
fn content(element: &[u8]) -> Result<Vec<u8>, Refusal> {
    let (rest, any) = Any::from_der(element).map_err(|error| error.to_string())?;
    match rest.is_empty() {
        true => Ok(any.data.to_vec()),
        false => Err(format!("{} bytes behind the end of an element", rest.len())),
    }
}
