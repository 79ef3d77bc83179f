use rcgen::{PublicKeyData, SignatureAlgorithm, SigningKey};

/// A key that nobody has, and whose signatures are none.
pub(super) struct MadeUpKey {
    public: Vec<u8>,
    algorithm: &'static SignatureAlgorithm,
}

impl MadeUpKey {
    pub(super) fn ec() -> Self {
        Self { public: vec![4; 65], algorithm: &rcgen::PKCS_ECDSA_P256_SHA256 }
    }

    /// `SEQUENCE { modulus, 65537 }` with lengths of two bytes
    pub(super) fn rsa(bits: usize) -> Self {
        let modulus = bits / 8 + 1;
        let header = |tag, length: usize| {
            let [high, low] = u16::try_from(length).unwrap().to_be_bytes();
            match length {
                128..=255 => vec![tag, 0x81, low],
                _ => vec![tag, 0x82, high, low],
            }
        };
        let mut integer = header(2, modulus);
        integer.push(0);
        integer.extend(vec![0x81; modulus - 1]);
        integer.extend([2, 3, 1, 0, 1]);
        let mut public = header(0x30, integer.len());
        public.extend(integer);
        Self { public, algorithm: &rcgen::PKCS_RSA_SHA256 }
    }
}

impl PublicKeyData for MadeUpKey {
    fn der_bytes(&self) -> &[u8] {
        &self.public
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        self.algorithm
    }
}

impl SigningKey for MadeUpKey {
    fn sign(&self, _: &[u8]) -> Result<Vec<u8>, rcgen::Error> {
        Ok(vec![0; 8])
    }
}
