// Many CAs in one PEM text, for the benchmark and the test of scale.

use std::fmt::Write;

use rcgen::{
    BasicConstraints, CertificateParams, CustomExtension, DistinguishedName, DnType, IsCa, Issuer,
    KeyPair, KeyUsagePurpose, SerialNumber, date_time_ymd,
};
use rootbake::pem;
use rootbake::pki_types::CertificateDer;

/// The digits that stand for the number of a CA.
const DIGITS: usize = 8;

/// What an extension adds to each, so that one takes as much PEM as an average root: 1.5 kB.
const PADDING: usize = 640;

/// Self-issued CAs that differ in serial number, subject and key. One of them is real, and has
/// issued a certificate for `localhost`; the others are copies of it with other digits, whose
/// signatures and keys are none.
pub(crate) struct Many {
    /// The real one
    pub(crate) root: CertificateDer<'static>,
    /// Issued by the real one
    pub(crate) leaf: CertificateDer<'static>,
    /// Where the digits stand
    places: Vec<usize>,
}

impl Many {
    pub(crate) fn new() -> Self {
        let key = KeyPair::generate().unwrap();
        let params = root_params();
        let root = params.self_signed(&key).unwrap().der().clone();
        let places = places(&root, &key);
        let issuer = Issuer::new(params, key);
        let leaf = leaf_params().signed_by(&KeyPair::generate().unwrap(), &issuer).unwrap();
        Self { root, leaf: leaf.der().clone(), places }
    }

    /// So many CAs as PEM, the real one in the middle.
    pub(crate) fn pem(&self, count: usize) -> String {
        let mut text = String::new();
        for number in 0..count {
            let der = match number == count / 2 {
                true => self.root.to_vec(),
                false => self.copy(number),
            };
            write!(text, "{}", pem::encode("CERTIFICATE", &der)).unwrap();
        }
        text
    }

    fn copy(&self, number: usize) -> Vec<u8> {
        let digits = format!("{number:0DIGITS$}");
        let mut der = self.root.to_vec();
        for place in &self.places {
            der[*place..place + DIGITS].copy_from_slice(digits.as_bytes());
        }
        der
    }
}

/// Serial number, issuer, subject, and the end of the key.
fn places(root: &[u8], key: &KeyPair) -> Vec<usize> {
    let mut places: Vec<usize> = root
        .windows(DIGITS)
        .enumerate()
        .filter_map(|(at, window)| (window == NUMBER.as_bytes()).then_some(at))
        .collect();
    assert_eq!(places.len(), 3);
    let point = key.public_key_raw();
    let key = root.windows(point.len()).position(|window| window == point).unwrap();
    places.push(key + point.len() - DIGITS);
    places
}

/// The number of the real one, which no copy has.
const NUMBER: &str = "99999999";

fn root_params() -> CertificateParams {
    let mut params = CertificateParams::default();
    params.serial_number = Some(SerialNumber::from_slice(NUMBER.as_bytes()));
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::OrganizationName, "rootbake");
    params.distinguished_name.push(DnType::CommonName, format!("Root of many {NUMBER}"));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    // 1.3.6.1.4.1.32473 is for examples (RFC 5612)
    let extension =
        CustomExtension::from_oid_content(&[1, 3, 6, 1, 4, 1, 32473, 1], vec![0; PADDING]);
    params.custom_extensions.push(extension);
    params
}

fn leaf_params() -> CertificateParams {
    let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    params
}
