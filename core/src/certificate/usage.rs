use core::fmt;

use super::{Error, ErrorKind, ObjectIdentifier};
use crate::der::{self, Reader};

/// What a key may be used for (RFC 5280 section 4.2.1.3): the first sixteen bits of the BIT STRING,
/// bit 0 (digitalSignature) highest.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct KeyUsage(u16);

impl KeyUsage {
    /// Bit 0
    pub const DIGITAL_SIGNATURE: Self = Self(1 << 15);
    /// Bit 2
    pub const KEY_ENCIPHERMENT: Self = Self(1 << 13);
    /// Bit 5: the key may sign certificates
    pub const KEY_CERT_SIGN: Self = Self(1 << 10);
    /// Bit 6: the key may sign CRLs
    pub const CRL_SIGN: Self = Self(1 << 9);
    /// No keyUsage extension: everything is allowed.
    pub const UNRESTRICTED: Self = Self(u16::MAX);

    /// From the bits as [`bits`](Self::bits) gives them.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Bit 0 (digitalSignature) highest.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether all of these are allowed.
    pub const fn allows(self, usage: Self) -> bool {
        self.0 & usage.0 == usage.0
    }

    /// Bits that do not count may be set in the wild; they are masked. More than sixteen are cut.
    pub(super) fn read(content: Reader<'_>) -> Result<Self, Error> {
        let (octets, unused) = der::bit_string(content)?;
        let counted = (octets.len() * 8).saturating_sub(usize::from(unused));
        let mask = u16::MAX
            .checked_shr(u32::try_from(counted).unwrap_or(u32::MAX))
            .map_or(u16::MAX, |beyond| !beyond);
        let first = |index| octets.get(index).copied().unwrap_or(0);
        Ok(Self(u16::from_be_bytes([first(0), first(1)]) & mask))
    }
}

impl fmt::Display for KeyUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 9] = [
            "digitalSignature",
            "nonRepudiation",
            "keyEncipherment",
            "dataEncipherment",
            "keyAgreement",
            "keyCertSign",
            "cRLSign",
            "encipherOnly",
            "decipherOnly",
        ];
        if *self == Self::UNRESTRICTED {
            return f.write_str("any usage");
        }
        write_list(f, (0..).zip(NAMES).filter(|(bit, _)| self.0 & (1 << 15 >> bit) != 0))
    }
}

/// What a certificate may be used for (RFC 5280 section 4.2.1.12), as a set.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Purposes(u8);

impl Purposes {
    /// `id-kp-serverAuth`: TLS servers
    pub const SERVER_AUTH: Self = Self(1);
    /// `id-kp-clientAuth`: TLS clients
    pub const CLIENT_AUTH: Self = Self(1 << 1);
    /// `id-kp-codeSigning`
    pub const CODE_SIGNING: Self = Self(1 << 2);
    /// `id-kp-emailProtection`
    pub const EMAIL: Self = Self(1 << 3);
    /// `id-kp-timeStamping`
    pub const TIME_STAMPING: Self = Self(1 << 4);
    /// `id-kp-OCSPSigning`
    pub const OCSP_SIGNING: Self = Self(1 << 5);
    /// A purpose that has no name here.
    pub const OTHER: Self = Self(1 << 6);
    /// No purpose at all.
    pub const NONE: Self = Self(0);
    /// No extKeyUsage extension, or `anyExtendedKeyUsage` in it: every purpose.
    pub const UNRESTRICTED: Self = Self(u8::MAX);

    /// All that have a bit, each by itself.
    #[cfg(feature = "sha256")]
    pub(crate) const KNOWN: Self = Self((1 << 7) - 1);

    const NAMES: [(Self, &'static str); 7] = [
        (Self::SERVER_AUTH, "serverAuth"),
        (Self::CLIENT_AUTH, "clientAuth"),
        (Self::CODE_SIGNING, "codeSigning"),
        (Self::EMAIL, "emailProtection"),
        (Self::TIME_STAMPING, "timeStamping"),
        (Self::OCSP_SIGNING, "OCSPSigning"),
        (Self::OTHER, "others"),
    ];

    /// From the bits as [`bits`](Self::bits) gives them.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// One bit for each purpose, as the constants have it.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether all of these are allowed.
    pub const fn allows(self, purposes: Self) -> bool {
        self.0 & purposes.0 == purposes.0
    }

    /// Whether there is no purpose at all.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The purposes of both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// These purposes but for the others.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The purpose of this name, as displayed: `serverAuth`.
    pub fn from_name(name: &str) -> Option<Self> {
        let (purpose, _) = Self::NAMES.into_iter().find(|(_, known)| *known == name)?;
        Some(purpose)
    }

    /// The set that holds the purposes of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// `SEQUENCE SIZE (1..MAX) OF KeyPurposeId`
    pub(super) fn read(mut list: Reader<'_>) -> Result<Self, Error> {
        if list.is_empty() {
            return Err(list.error(ErrorKind::Empty));
        }
        let mut purposes = Self::NONE;
        while !list.is_empty() {
            purposes = purposes.union(Self::of(ObjectIdentifier::read_content(&mut list)?));
        }
        Ok(purposes)
    }

    /// By the content of an OBJECT IDENTIFIER.
    pub(super) fn of(oid: &[u8]) -> Self {
        match oid {
            // id-kp, 1.3.6.1.5.5.7.3
            [43, 6, 1, 5, 5, 7, 3, 1] => Self::SERVER_AUTH,
            [43, 6, 1, 5, 5, 7, 3, 2] => Self::CLIENT_AUTH,
            [43, 6, 1, 5, 5, 7, 3, 3] => Self::CODE_SIGNING,
            [43, 6, 1, 5, 5, 7, 3, 4] => Self::EMAIL,
            [43, 6, 1, 5, 5, 7, 3, 8] => Self::TIME_STAMPING,
            [43, 6, 1, 5, 5, 7, 3, 9] => Self::OCSP_SIGNING,
            // anyExtendedKeyUsage, 2.5.29.37.0
            [85, 29, 37, 0] => Self::UNRESTRICTED,
            _ => Self::OTHER,
        }
    }
}

impl fmt::Display for Purposes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::UNRESTRICTED {
            return f.write_str("any purpose");
        }
        write_list(f, Self::NAMES.into_iter().filter(|(purpose, _)| self.allows(*purpose)))
    }
}

fn write_list<T>(
    f: &mut fmt::Formatter<'_>,
    names: impl Iterator<Item = (T, &'static str)>,
) -> fmt::Result {
    let mut separator = "";
    for (_, name) in names {
        write!(f, "{separator}{name}")?;
        separator = ", ";
    }
    match separator {
        "" => f.write_str("nothing"),
        _ => Ok(()),
    }
}
