use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};

/// A certification authority that lasts as long as the demonstration, and one server of it.
pub(super) struct Authority {
    ca_pem: String,
    server_pem: String,
    server_key: String,
}

impl Authority {
    pub(super) fn new() -> Result<Self, rcgen::Error> {
        let mut ca = CertificateParams::default();
        ca.distinguished_name.push(DnType::CommonName, "throw-away CA");
        ca.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        ca.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        let ca_key = KeyPair::generate()?;
        let ca_pem = ca.self_signed(&ca_key)?.pem();

        let mut server = CertificateParams::new(["localhost".to_owned()])?;
        server.distinguished_name.push(DnType::CommonName, "server on loopback");
        let server_key = KeyPair::generate()?;
        let certificate = server.signed_by(&server_key, &Issuer::new(ca, ca_key))?;
        Ok(Self { ca_pem, server_pem: certificate.pem(), server_key: server_key.serialize_pem() })
    }

    pub(super) fn ca_pem(&self) -> &str {
        &self.ca_pem
    }

    /// The chain of the server, and its key.
    pub(super) fn server(&self) -> (&str, &str) {
        (&self.server_pem, &self.server_key)
    }
}
