//! A certificate in parts, each of which a test may replace.

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, IsCa, KeyIdMethod,
    PublicKeyData, SignatureAlgorithm, SigningKey, date_time_ymd,
};

/// The elements of a certificate, tag and length included; an absent one is empty.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) version: Vec<u8>,
    pub(crate) serial: Vec<u8>,
    pub(crate) algorithm: Vec<u8>,
    pub(crate) issuer: Vec<u8>,
    pub(crate) validity: Vec<u8>,
    pub(crate) subject: Vec<u8>,
    pub(crate) spki: Vec<u8>,
    pub(crate) unique_ids: Vec<u8>,
    pub(crate) extensions: Option<Vec<Vec<u8>>>,
    /// What stands behind the extensions, where nothing belongs
    pub(crate) rest: Vec<u8>,
    pub(crate) outer_algorithm: Vec<u8>,
    pub(crate) signature: Vec<u8>,
}

/// Content of a basicConstraints with cA TRUE
pub(crate) const CA: &[u8] = &[1, 1, 0xff];

/// What a test does to a good root.
pub(crate) type Patch = fn(&mut Parts);

impl Parts {
    /// A self-signed CA named `CN=Example Root`, valid from 2020 up to the first second of 2030,
    /// with a P-256 key and basicConstraints as its only extension.
    pub(crate) fn root() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name = DistinguishedName::new();
        params.distinguished_name.push(DnType::CommonName, "Example Root");
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(2030, 1, 1);
        params.serial_number = Some(1u64.into());
        params.key_identifier_method = KeyIdMethod::PreSpecified(vec![1]);
        let der = params.self_signed(&MadeUpKey).unwrap();
        let mut root = Self::of(der.der());
        root.only(basic_constraints(CA));
        root
    }

    /// The root with something done to it.
    pub(crate) fn patched(patch: Patch) -> Vec<u8> {
        let mut parts = Self::root();
        patch(&mut parts);
        parts.der()
    }

    /// The parts of a version 3 certificate.
    fn of(der: &[u8]) -> Self {
        let outer: [_; 3] = children(der).try_into().unwrap();
        let [tbs, outer_algorithm, signature] = outer;
        let inner: [_; 8] = children(&tbs).try_into().unwrap();
        let [version, serial, algorithm, issuer, validity, subject, spki, extensions] = inner;
        let [list] = <[_; 1]>::try_from(children(&extensions)).unwrap();
        Self {
            version,
            serial,
            algorithm,
            issuer,
            validity,
            subject,
            spki,
            unique_ids: Vec::new(),
            extensions: Some(children(&list)),
            rest: Vec::new(),
            outer_algorithm,
            signature,
        }
    }

    pub(crate) fn der(&self) -> Vec<u8> {
        let Self {
            version,
            serial,
            algorithm,
            issuer,
            validity,
            subject,
            spki,
            unique_ids,
            extensions,
            rest,
            outer_algorithm,
            signature,
        } = self;
        let extensions = match extensions {
            Some(extensions) => tlv(0xa3, &sequence(&[&extensions.concat()])),
            None => Vec::new(),
        };
        let tbs = [
            version,
            serial,
            algorithm,
            issuer,
            validity,
            subject,
            spki,
            unique_ids,
            &extensions,
            rest,
        ];
        let tbs = tbs.map(Vec::as_slice);
        sequence(&[&sequence(&tbs), outer_algorithm, signature])
    }

    pub(crate) fn extend(&mut self, extension: Vec<u8>) {
        self.extensions.get_or_insert_default().push(extension);
    }

    /// Leaves it this extension.
    pub(crate) fn only(&mut self, extension: Vec<u8>) {
        self.extensions = Some(vec![extension]);
    }

    pub(crate) fn version_1(&mut self) {
        self.version.clear();
        self.extensions = None;
    }
}

struct MadeUpKey;

impl PublicKeyData for MadeUpKey {
    fn der_bytes(&self) -> &[u8] {
        &[4; 65]
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &rcgen::PKCS_ECDSA_P256_SHA256
    }
}

impl SigningKey for MadeUpKey {
    fn sign(&self, _: &[u8]) -> Result<Vec<u8>, rcgen::Error> {
        Ok(vec![0; 8])
    }
}

/// The elements within an element.
fn children(element: &[u8]) -> Vec<Vec<u8>> {
    let (mut rest, _) = split(element);
    let mut children = Vec::new();
    while !rest.is_empty() {
        let (_, length) = split(rest);
        let (child, behind) = rest.split_at(length);
        children.push(child.to_vec());
        rest = behind;
    }
    children
}

/// The content of the first element, and the length of the whole element.
fn split(der: &[u8]) -> (&[u8], usize) {
    let (header, length) = match *der {
        [_, 0x81, length, ..] => (3, usize::from(length)),
        [_, 0x82, high, low, ..] => (4, usize::from(u16::from_be_bytes([high, low]))),
        [_, length, ..] => (2, usize::from(length)),
        _ => unreachable!("an element cut short"),
    };
    (&der[header..header + length], header + length)
}

/// An element with the shortest length.
pub(crate) fn tlv(tag: u8, content: &[u8]) -> Vec<u8> {
    let [high, low] = u16::try_from(content.len()).unwrap().to_be_bytes();
    let header = match content.len() {
        0..=127 => vec![tag, low],
        128..=255 => vec![tag, 0x81, low],
        _ => vec![tag, 0x82, high, low],
    };
    [&header, content].concat()
}

pub(crate) fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    tlv(0x30, &parts.concat())
}

/// A name with one attribute, the common name: content of its type and value.
pub(crate) fn name(tag: u8, value: &[u8]) -> Vec<u8> {
    attribute(&[85, 4, 3], &tlv(tag, value))
}

/// A name with one attribute: content of its type, and its value as an element.
pub(crate) fn attribute(oid: &[u8], value: &[u8]) -> Vec<u8> {
    sequence(&[&tlv(0x31, &sequence(&[&tlv(6, oid), value]))])
}

/// A validity from two elements.
pub(crate) fn validity(not_before: &[u8], not_after: &[u8]) -> Vec<u8> {
    sequence(&[not_before, not_after])
}

pub(crate) fn utc_time(text: &str) -> Vec<u8> {
    tlv(0x17, text.as_bytes())
}

pub(crate) fn generalized_time(text: &str) -> Vec<u8> {
    tlv(0x18, text.as_bytes())
}

/// The extension 2.5.29.`number`, not critical.
pub(crate) fn extension(number: u8, value: &[u8]) -> Vec<u8> {
    sequence(&[&tlv(6, &[0x55, 0x1d, number]), &tlv(4, value)])
}

/// A critical extension of any identifier.
pub(crate) fn critical(oid: &[u8], value: &[u8]) -> Vec<u8> {
    sequence(&[&tlv(6, oid), &[1, 1, 0xff], &tlv(4, value)])
}

pub(crate) fn basic_constraints(content: &[u8]) -> Vec<u8> {
    extension(19, &tlv(0x30, content))
}

/// keyUsage from the content of its BIT STRING.
pub(crate) fn key_usage(content: &[u8]) -> Vec<u8> {
    extension(15, &tlv(3, content))
}

/// extKeyUsage from the last arc of each `id-kp` purpose.
pub(crate) fn purposes(last_arcs: &[u8]) -> Vec<u8> {
    let oids = last_arcs.iter().map(|arc| tlv(6, &[43, 6, 1, 5, 5, 7, 3, *arc]));
    extension(37, &tlv(0x30, &oids.collect::<Vec<_>>().concat()))
}

pub(crate) fn subject_key_id(id: &[u8]) -> Vec<u8> {
    extension(14, &tlv(4, id))
}

pub(crate) fn authority_key_id(id: &[u8]) -> Vec<u8> {
    extension(35, &tlv(0x30, &tlv(0x80, id)))
}

/// nameConstraints from its permitted subtrees.
pub(crate) fn permitted(subtrees: &[u8]) -> Vec<u8> {
    extension(30, &tlv(0x30, &tlv(0xa0, subtrees)))
}

/// A SubjectPublicKeyInfo of an RSA key, the content of whose two integers is given.
pub(crate) fn rsa(modulus: &[u8], exponent: &[u8]) -> Vec<u8> {
    let key = sequence(&[&tlv(2, modulus), &tlv(2, exponent)]);
    public_key(&[42, 134, 72, 134, 247, 13, 1, 1, 1], &[5, 0], &key)
}

/// An RSA key of so many bits, a multiple of eight, with the exponent 65537.
pub(crate) fn rsa_of_bits(bits: usize) -> Vec<u8> {
    rsa(&modulus(bits), &[1, 0, 1])
}

pub(crate) fn modulus(bits: usize) -> Vec<u8> {
    let mut modulus = vec![0x81; bits / 8 + 1];
    modulus[0] = 0;
    modulus
}

/// A SubjectPublicKeyInfo from the content of its identifier, its parameters, and the key's bytes.
pub(crate) fn public_key(oid: &[u8], parameters: &[u8], key: &[u8]) -> Vec<u8> {
    let bits = tlv(3, &[&[0], key].concat());
    sequence(&[&sequence(&[&tlv(6, oid), parameters]), &bits])
}
