//! Certificates made anew by rcgen, valid from 2020 to 2040.

use rcgen::{
    BasicConstraints, Certificate, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa,
    Issuer, KeyPair, KeyUsagePurpose, date_time_ymd,
};

pub(crate) struct Ca {
    pub(crate) certificate: Certificate,
    issuer: Issuer<'static, KeyPair>,
}

impl Ca {
    pub(crate) fn new(name: &str) -> Self {
        let (params, key) = (ca_params(name), KeyPair::generate().unwrap());
        let certificate = params.self_signed(&key).unwrap();
        Self { certificate, issuer: Issuer::new(params, key) }
    }

    pub(crate) fn intermediate(&self, name: &str) -> Self {
        let (params, key) = (ca_params(name), KeyPair::generate().unwrap());
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        Self { certificate, issuer: Issuer::new(params, key) }
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

/// Without the second half of its body and its END.
pub(crate) fn truncated(pem: &str) -> String {
    pem[..pem.len() / 2].to_owned()
}

fn leaf_params(purpose: ExtendedKeyUsagePurpose) -> CertificateParams {
    let mut params = CertificateParams::new(["www.example".to_owned()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, "leaf");
    params.extended_key_usages = vec![purpose];
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
