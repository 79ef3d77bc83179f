//! The reader of auxiliary data behind a certificate: `TRUSTED CERTIFICATE`.

use rootbake::certificate::{Auxiliary, Certificate, Field, Purposes};

use super::certificate::check_certificate;
use super::{lies_in, shown};

/// For any bytes:
///
/// - the certificate is the start of the input, and reads the same alone;
/// - what follows it, and nothing else, is auxiliary data;
/// - auxiliary data takes purposes away, all of the rejected ones among them, and adds none;
/// - the alias lies behind the certificate;
/// - what is a certificate alone is one here too.
pub fn check(input: &[u8]) {
    let alone = Certificate::from_der(input);
    match Certificate::from_trusted(input) {
        Ok((certificate, auxiliary)) => {
            check_read(&certificate, auxiliary.as_ref(), input);
            assert_eq!(alone.is_ok(), auxiliary.is_none());
        }
        Err(error) => {
            assert!(alone.is_err());
            assert!(error.offset() <= input.len());
            shown(error);
            let behind = error.field() == Some(Field::Auxiliary);
            assert!(!behind || Certificate::names_of(input).is_ok(), "{error}");
        }
    }
}

fn check_read(certificate: &Certificate<'_>, auxiliary: Option<&Auxiliary<'_>>, input: &[u8]) {
    let rest = input.strip_prefix(certificate.der).expect("certificate in front");
    assert!(lies_in(certificate.der, input));
    assert_eq!(rest.is_empty(), auxiliary.is_none());
    assert!(Certificate::from_der(certificate.der).is_ok());
    check_certificate(certificate, input);
    if let Some(auxiliary) = auxiliary {
        assert!(auxiliary.alias.is_none_or(|alias| lies_in(alias, rest)));
        check_limits(auxiliary);
    }
}

fn check_limits(auxiliary: &Auxiliary<'_>) {
    for purposes in (0..=u8::MAX).map(Purposes::from_bits) {
        let left = auxiliary.limit(purposes);
        assert!(purposes.allows(left), "{purposes} became {left}");
        assert!(left.intersection(auxiliary.rejected).is_none());
        assert!(auxiliary.trusted.is_none_or(|trusted| trusted.allows(left)));
        let named = auxiliary.trusted.unwrap_or(purposes);
        assert_eq!(left, purposes.intersection(named).without(auxiliary.rejected));
    }
}
