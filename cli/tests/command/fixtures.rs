//! Certificates made anew by rcgen, valid from 2020 to 2040.

use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CertificateRevocationList,
    CertificateRevocationListParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyIdMethod,
    KeyPair, KeyUsagePurpose, RevokedCertParams, SerialNumber, date_time_ymd,
};

/// The serial number of every leaf.
pub(crate) const LEAF: u64 = 7;
/// The serial number of every intermediate.
pub(crate) const INTERMEDIATE: u64 = 8;

pub(crate) struct Ca {
    pub(crate) certificate: Certificate,
    issuer: Issuer<'static, KeyPair>,
}

impl Ca {
    pub(crate) fn new(name: &str) -> Self {
        Self::with(name, |_| ())
    }

    /// A root with something changed.
    pub(crate) fn with(name: &str, change: impl FnOnce(&mut CertificateParams)) -> Self {
        let (mut params, key) = (ca_params(name), KeyPair::generate().unwrap());
        change(&mut params);
        let certificate = params.self_signed(&key).unwrap();
        Self { certificate, issuer: Issuer::new(params, key) }
    }

    pub(crate) fn intermediate(&self, name: &str) -> Self {
        let (mut params, key) = (ca_params(name), KeyPair::generate().unwrap());
        params.serial_number = Some(SerialNumber::from(INTERMEDIATE));
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        Self { certificate, issuer: Issuer::new(params, key) }
    }

    pub(crate) fn name(&self) -> String {
        let der = rootbake::certificate::Certificate::from_der(self.certificate.der()).unwrap();
        der.subject.short().unwrap().to_string()
    }

    pub(crate) fn pem(&self) -> String {
        self.certificate.pem()
    }

    /// A certificate for `www.example`.
    pub(crate) fn server(&self) -> Certificate {
        self.issue(ExtendedKeyUsagePurpose::ServerAuth)
    }

    pub(crate) fn client(&self) -> Certificate {
        self.issue(ExtendedKeyUsagePurpose::ClientAuth)
    }

    /// What it has revoked, on 1 January 2026 and valid for the year.
    pub(crate) fn crl(&self, revoked: &[u64]) -> CertificateRevocationList {
        let revoked = revoked.iter().map(|&serial| RevokedCertParams {
            serial_number: SerialNumber::from(serial),
            revocation_time: date_time_ymd(2025, 12, 1),
            reason_code: None,
            invalidity_date: None,
        });
        let params = CertificateRevocationListParams {
            this_update: date_time_ymd(2026, 1, 1),
            next_update: date_time_ymd(2027, 1, 1),
            crl_number: SerialNumber::from(1),
            issuing_distribution_point: None,
            revoked_certs: revoked.collect(),
            key_identifier_method: KeyIdMethod::Sha256,
        };
        params.signed_by(&self.issuer).unwrap()
    }

    fn issue(&self, purpose: ExtendedKeyUsagePurpose) -> Certificate {
        let params = leaf_params(purpose);
        params.signed_by(&KeyPair::generate().unwrap(), &self.issuer).unwrap()
    }
}

/// A certificate for `www.example` that is no CA and nobody else's.
pub(crate) fn self_signed() -> Certificate {
    let mut params = leaf_params(ExtendedKeyUsagePurpose::ServerAuth);
    params.is_ca = IsCa::ExplicitNoCa;
    params.self_signed(&KeyPair::generate().unwrap()).unwrap()
}

pub(crate) fn private_key() -> String {
    KeyPair::generate().unwrap().serialize_pem()
}

/// A certificate as `openssl x509 -trustout` writes it: the DER of `X509_CERT_AUX` behind its own.
pub(crate) fn trusted(certificate: &Certificate, auxiliary: &[u8]) -> String {
    let content = [certificate.der(), auxiliary].concat();
    pem::encode(&pem::Pem::new("TRUSTED CERTIFICATE", content))
}

/// `openssl x509 -addreject serverAuth`: a SEQUENCE with \[0\] and one object identifier.
pub(crate) const REJECT_SERVERS: &[u8] =
    b"\x30\x0c\xa0\x0a\x06\x08\x2b\x06\x01\x05\x05\x07\x03\x01";

/// Without the second half of its body and its END.
pub(crate) fn truncated(pem: &str) -> String {
    pem[..pem.len() / 2].to_owned()
}

fn leaf_params(purpose: ExtendedKeyUsagePurpose) -> CertificateParams {
    let mut params = CertificateParams::new(["www.example".to_owned()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, "leaf");
    params.extended_key_usages = vec![purpose];
    params.serial_number = Some(SerialNumber::from(LEAF));
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    params
}

fn ca_params(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(2));
    params.distinguished_name.push(DnType::CommonName, name);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2040, 1, 1);
    params
}
