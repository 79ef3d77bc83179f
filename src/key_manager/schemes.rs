//! Signature schemes of TLS as sets of bits, so that a handshake compares two numbers.

use rootbake_core::certificate::{Hash, SignatureAlgorithm};
use rustls::SignatureScheme;
use rustls::sign::SigningKey;

/// Some of the schemes in [`NAMED`], a bit for each by its place there.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub(crate) struct Schemes(u32);

/// The code of a scheme (RFC 8446 section 4.2.3, RFC 5246 section 7.4.1.4.1), its name, and what
/// Java calls its algorithm.
struct Named(u16, &'static str, &'static str);

const NAMED: [Named; 27] = [
    Named(0x0101, "rsa_pkcs1_md5", "MD5withRSA"),
    Named(0x0201, "rsa_pkcs1_sha1", "SHA1withRSA"),
    Named(0x0202, "dsa_sha1", "SHA1withDSA"),
    Named(0x0203, "ecdsa_sha1", "SHA1withECDSA"),
    Named(0x0301, "rsa_pkcs1_sha224", "SHA224withRSA"),
    Named(0x0302, "dsa_sha224", "SHA224withDSA"),
    Named(0x0303, "ecdsa_sha224", "SHA224withECDSA"),
    Named(0x0401, "rsa_pkcs1_sha256", "SHA256withRSA"),
    Named(0x0402, "dsa_sha256", "SHA256withDSA"),
    Named(0x0403, "ecdsa_secp256r1_sha256", "SHA256withECDSA"),
    Named(0x0501, "rsa_pkcs1_sha384", "SHA384withRSA"),
    Named(0x0503, "ecdsa_secp384r1_sha384", "SHA384withECDSA"),
    Named(0x0601, "rsa_pkcs1_sha512", "SHA512withRSA"),
    Named(0x0603, "ecdsa_secp521r1_sha512", "SHA512withECDSA"),
    Named(0x0804, "rsa_pss_rsae_sha256", "SHA256withRSASSA-PSS"),
    Named(0x0805, "rsa_pss_rsae_sha384", "SHA384withRSASSA-PSS"),
    Named(0x0806, "rsa_pss_rsae_sha512", "SHA512withRSASSA-PSS"),
    Named(0x0807, "ed25519", "Ed25519"),
    Named(0x0808, "ed448", "Ed448"),
    Named(0x0809, "rsa_pss_pss_sha256", "SHA256withRSASSA-PSS"),
    Named(0x080a, "rsa_pss_pss_sha384", "SHA384withRSASSA-PSS"),
    Named(0x080b, "rsa_pss_pss_sha512", "SHA512withRSASSA-PSS"),
    Named(0x0904, "mldsa44", "ML-DSA-44"),
    Named(0x0905, "mldsa65", "ML-DSA-65"),
    Named(0x0906, "mldsa87", "ML-DSA-87"),
    Named(0x081a, "ecdsa_brainpoolP256r1tls13_sha256", "SHA256withECDSA"),
    Named(0x081b, "ecdsa_brainpoolP384r1tls13_sha384", "SHA384withECDSA"),
];

/// The bit of each code by its [`place`], none for those without a name.
static BITS: [u32; 0x0a << 5] = bits();

const fn bits() -> [u32; 0x0a << 5] {
    let mut bits = [0; 0x0a << 5];
    let mut named: &[Named] = &NAMED;
    let mut bit = 1;
    while let [Named(code, ..), rest @ ..] = named {
        #[allow(clippy::indexing_slicing, reason = "evaluated by the compiler, over known codes")]
        {
            bits[place(*code)] = bit;
        }
        bit <<= 1;
        named = rest;
    }
    bits
}

/// Its second byte is below 0x20 for all that have a name.
const fn place(code: u16) -> usize {
    let [first, second] = code.to_be_bytes();
    if second < 0x20 { (first as usize) << 5 | second as usize } else { usize::MAX }
}

impl Schemes {
    pub(crate) const NONE: Self = Self(0);
    /// Of what no peer can ask for by name
    const UNNAMED: Self = Self(1 << 31);

    pub(crate) fn of(schemes: &[SignatureScheme]) -> Self {
        let bits = schemes.iter().map(|scheme| Self::of_code(u16::from(*scheme)).0);
        Self(bits.fold(0, |all, bit| all | bit))
    }

    pub(crate) fn of_code(code: u16) -> Self {
        Self(BITS.get(place(code)).copied().unwrap_or(0))
    }

    /// The code of the scheme with this name, whatever its case.
    pub(super) fn code_of(name: &str) -> Option<u16> {
        let mut named = NAMED.iter();
        let Named(code, ..) = named.find(|Named(_, known, _)| known.eq_ignore_ascii_case(name))?;
        Some(*code)
    }

    /// All that a key signs by.
    pub(crate) fn of_key(key: &dyn SigningKey) -> Self {
        let signs = |code: &u16| key.choose_scheme(&[SignatureScheme::from(*code)]).is_some();
        let codes = NAMED.iter().map(|Named(code, ..)| *code).filter(signs);
        Self(codes.map(|code| Self::of_code(code).0).fold(0, |all, bit| all | bit))
    }

    /// The schemes that the signature of a certificate may be called by. Of RSASSA-PSS that depends
    /// on the key that it is by: `pss_key` says whether that is for RSASSA-PSS alone.
    pub(crate) fn of_signature(signature: SignatureAlgorithm, pss_key: Option<bool>) -> Self {
        let code = match signature {
            SignatureAlgorithm::Dsa(hash) => of_hash(hash, [0x0202, 0x0302, 0x0402, 0, 0]),
            SignatureAlgorithm::Ecdsa(hash) => {
                of_hash(hash, [0x0203, 0x0303, 0x0403, 0x0503, 0x0603])
            }
            SignatureAlgorithm::Ed25519 => 0x0807,
            SignatureAlgorithm::Ed448 => 0x0808,
            SignatureAlgorithm::Other(oid) => match oid.as_bytes() {
                // id-ml-dsa-44, -65 and -87 (RFC 9881)
                [96, 134, 72, 1, 101, 3, 4, 3, number @ 17..=19] => 0x0904 + u16::from(number - 17),
                _ => 0,
            },
            SignatureAlgorithm::RsaPkcs1(Hash::Md5) => 0x0101,
            SignatureAlgorithm::RsaPkcs1(hash) => {
                of_hash(hash, [0x0201, 0x0301, 0x0401, 0x0501, 0x0601])
            }
            SignatureAlgorithm::RsaPss(hash) => return Self::of_pss(hash, pss_key),
        };
        Self::of_code(code).or_unnamed()
    }

    fn of_pss(hash: Hash, pss_key: Option<bool>) -> Self {
        let rsae = Self::of_code(of_hash(hash, [0, 0, 0x0804, 0x0805, 0x0806]));
        let pss = Self::of_code(of_hash(hash, [0, 0, 0x0809, 0x080a, 0x080b]));
        match pss_key {
            Some(true) => pss,
            Some(false) => rsae,
            None => rsae.union(pss),
        }
        .or_unnamed()
    }

    fn or_unnamed(self) -> Self {
        if self == Self::NONE { Self::UNNAMED } else { self }
    }

    /// These, and where no scheme of PKCS#1 is among them, all of those too: a TLS 1.3 client is
    /// not shown them, so that nothing can be said of them.
    pub(super) fn or_unknown_pkcs1(self) -> Self {
        let mut all = Self::NONE;
        for code in [0x0201, 0x0301, 0x0401, 0x0501, 0x0601] {
            all = all.union(Self::of_code(code));
        }
        if self.meets(all) { self } else { self.union(all) }
    }

    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the two have a scheme in common.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is one and no more.
    pub(crate) const fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Each of them alone.
    pub(crate) fn each(self) -> impl Iterator<Item = Self> {
        let all = NAMED.iter().map(|Named(code, ..)| Self::of_code(*code));
        all.filter(move |scheme| self.meets(*scheme))
    }

    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        self.named_ones().map(|Named(_, name, _)| *name)
    }

    /// What Java calls their algorithms: `SHA256withRSA`
    pub(crate) fn algorithms(self) -> impl Iterator<Item = &'static str> {
        self.named_ones().map(|Named(_, _, algorithm)| *algorithm)
    }

    fn named_ones(self) -> impl Iterator<Item = &'static Named> {
        NAMED.iter().filter(move |Named(code, ..)| self.meets(Self::of_code(*code)))
    }

    /// The names in words: `ed25519, ed448`
    pub(super) fn list(self) -> String {
        let names: Vec<&str> = self.names().collect();
        match names.is_empty() {
            true => "none with a name here".to_owned(),
            false => names.join(", "),
        }
    }
}

/// The code for the hash: SHA-1, SHA-224, SHA-256, SHA-384, SHA-512.
fn of_hash(hash: Hash, codes: [u16; 5]) -> u16 {
    let [sha1, sha224, sha256, sha384, sha512] = codes;
    match hash {
        Hash::Sha1 => sha1,
        Hash::Sha224 => sha224,
        Hash::Sha256 => sha256,
        Hash::Sha384 => sha384,
        Hash::Sha512 => sha512,
        Hash::Md2 | Hash::Md5 | Hash::Other => 0,
    }
}
