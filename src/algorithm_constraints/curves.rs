//! The named curves that Java knows, and what else they are called.

use rootbake_core::certificate::Curve;

/// A curve (SEC 2, X9.62, RFC 5639).
#[derive(Debug)]
pub(super) struct NamedCurve {
    pub(super) name: &'static str,
    aliases: &'static [&'static str],
    pub(super) bits: u32,
    /// Content of its object identifier
    oid: &'static [u8],
}

impl NamedCurve {
    /// The curve of this name or alias, whatever its case.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        CURVES.iter().find(|curve| curve.is_called(name))
    }

    pub(super) fn of(curve: Curve) -> Option<&'static Self> {
        match curve {
            Curve::P256 => Self::named("secp256r1"),
            Curve::P384 => Self::named("secp384r1"),
            Curve::P521 => Self::named("secp521r1"),
            Curve::Other(oid) => CURVES.iter().find(|curve| curve.oid == oid.as_bytes()),
        }
    }

    /// Whether `include jdk.disabled.namedCurves` means it: all but the three that TLS still has,
    /// as the last version of Java had it that shipped such a list.
    pub(super) fn is_disabled_by_java(&self) -> bool {
        !matches!(self.name, "secp256r1" | "secp384r1" | "secp521r1")
    }

    fn is_called(&self, name: &str) -> bool {
        let mut names = self.aliases.iter().chain([&self.name]);
        names.any(|known| known.eq_ignore_ascii_case(name))
    }
}

const fn curve(
    name: &'static str,
    aliases: &'static [&'static str],
    bits: u32,
    oid: &'static [u8],
) -> NamedCurve {
    NamedCurve { name, aliases, bits, oid }
}

static CURVES: [NamedCurve; 69] = [
    curve("secp112r1", &[], 112, &[43, 129, 4, 0, 6]),
    curve("secp112r2", &[], 112, &[43, 129, 4, 0, 7]),
    curve("secp128r1", &[], 128, &[43, 129, 4, 0, 28]),
    curve("secp128r2", &[], 128, &[43, 129, 4, 0, 29]),
    curve("secp160k1", &[], 160, &[43, 129, 4, 0, 9]),
    curve("secp160r1", &[], 160, &[43, 129, 4, 0, 8]),
    curve("secp160r2", &[], 160, &[43, 129, 4, 0, 30]),
    curve("secp192k1", &[], 192, &[43, 129, 4, 0, 31]),
    curve("secp224k1", &[], 224, &[43, 129, 4, 0, 32]),
    curve("secp224r1", &["NIST P-224", "P-224"], 224, &[43, 129, 4, 0, 33]),
    curve("secp256k1", &[], 256, &[43, 129, 4, 0, 10]),
    curve("secp384r1", &["NIST P-384", "P-384"], 384, &[43, 129, 4, 0, 34]),
    curve("secp521r1", &["NIST P-521", "P-521"], 521, &[43, 129, 4, 0, 35]),
    curve(
        "secp192r1",
        &["NIST P-192", "P-192", "X9.62 prime192v1", "prime192v1"],
        192,
        &[42, 134, 72, 206, 61, 3, 1, 1],
    ),
    curve("prime192v2", &["X9.62 prime192v2"], 192, &[42, 134, 72, 206, 61, 3, 1, 2]),
    curve("prime192v3", &["X9.62 prime192v3"], 192, &[42, 134, 72, 206, 61, 3, 1, 3]),
    curve("prime239v1", &["X9.62 prime239v1"], 239, &[42, 134, 72, 206, 61, 3, 1, 4]),
    curve("prime239v2", &["X9.62 prime239v2"], 239, &[42, 134, 72, 206, 61, 3, 1, 5]),
    curve("prime239v3", &["X9.62 prime239v3"], 239, &[42, 134, 72, 206, 61, 3, 1, 6]),
    curve(
        "secp256r1",
        &["NIST P-256", "P-256", "X9.62 prime256v1", "prime256v1"],
        256,
        &[42, 134, 72, 206, 61, 3, 1, 7],
    ),
    curve("sect113r1", &[], 113, &[43, 129, 4, 0, 4]),
    curve("sect113r2", &[], 113, &[43, 129, 4, 0, 5]),
    curve("sect131r1", &[], 131, &[43, 129, 4, 0, 22]),
    curve("sect131r2", &[], 131, &[43, 129, 4, 0, 23]),
    curve("sect163k1", &["NIST K-163", "K-163"], 163, &[43, 129, 4, 0, 1]),
    curve("sect163r1", &[], 163, &[43, 129, 4, 0, 2]),
    curve("sect163r2", &["NIST B-163", "B-163"], 163, &[43, 129, 4, 0, 15]),
    curve("sect193r1", &[], 193, &[43, 129, 4, 0, 24]),
    curve("sect193r2", &[], 193, &[43, 129, 4, 0, 25]),
    curve("sect233k1", &["NIST K-233", "K-233"], 233, &[43, 129, 4, 0, 26]),
    curve("sect233r1", &["NIST B-233", "B-233"], 233, &[43, 129, 4, 0, 27]),
    curve("sect239k1", &[], 239, &[43, 129, 4, 0, 3]),
    curve("sect283k1", &["NIST K-283", "K-283"], 283, &[43, 129, 4, 0, 16]),
    curve("sect283r1", &["NIST B-283", "B-283"], 283, &[43, 129, 4, 0, 17]),
    curve("sect409k1", &["NIST K-409", "K-409"], 409, &[43, 129, 4, 0, 36]),
    curve("sect409r1", &["NIST B-409", "B-409"], 409, &[43, 129, 4, 0, 37]),
    curve("sect571k1", &["NIST K-571", "K-571"], 571, &[43, 129, 4, 0, 38]),
    curve("sect571r1", &["NIST B-571", "B-571"], 571, &[43, 129, 4, 0, 39]),
    curve("c2pnb163v1", &["X9.62 c2pnb163v1"], 163, &[42, 134, 72, 206, 61, 3, 0, 1]),
    curve("c2pnb163v2", &["X9.62 c2pnb163v2"], 163, &[42, 134, 72, 206, 61, 3, 0, 2]),
    curve("c2pnb163v3", &["X9.62 c2pnb163v3"], 163, &[42, 134, 72, 206, 61, 3, 0, 3]),
    curve("c2pnb176v1", &["X9.62 c2pnb176v1"], 176, &[42, 134, 72, 206, 61, 3, 0, 4]),
    curve("c2tnb191v1", &["X9.62 c2tnb191v1"], 191, &[42, 134, 72, 206, 61, 3, 0, 5]),
    curve("c2tnb191v2", &["X9.62 c2tnb191v2"], 191, &[42, 134, 72, 206, 61, 3, 0, 6]),
    curve("c2tnb191v3", &["X9.62 c2tnb191v3"], 191, &[42, 134, 72, 206, 61, 3, 0, 7]),
    curve("c2pnb208w1", &["X9.62 c2pnb208w1"], 208, &[42, 134, 72, 206, 61, 3, 0, 10]),
    curve("c2tnb239v1", &["X9.62 c2tnb239v1"], 239, &[42, 134, 72, 206, 61, 3, 0, 11]),
    curve("c2tnb239v2", &["X9.62 c2tnb239v2"], 239, &[42, 134, 72, 206, 61, 3, 0, 12]),
    curve("c2tnb239v3", &["X9.62 c2tnb239v3"], 239, &[42, 134, 72, 206, 61, 3, 0, 13]),
    curve("c2pnb272w1", &["X9.62 c2pnb272w1"], 272, &[42, 134, 72, 206, 61, 3, 0, 16]),
    curve("c2pnb304w1", &["X9.62 c2pnb304w1"], 304, &[42, 134, 72, 206, 61, 3, 0, 17]),
    curve("c2tnb359v1", &["X9.62 c2tnb359v1"], 359, &[42, 134, 72, 206, 61, 3, 0, 18]),
    curve("c2pnb368w1", &["X9.62 c2pnb368w1"], 368, &[42, 134, 72, 206, 61, 3, 0, 19]),
    curve("c2tnb431r1", &["X9.62 c2tnb431r1"], 431, &[42, 134, 72, 206, 61, 3, 0, 20]),
    curve("brainpoolP160r1", &[], 160, &[43, 36, 3, 3, 2, 8, 1, 1, 1]),
    curve("brainpoolP160t1", &[], 160, &[43, 36, 3, 3, 2, 8, 1, 1, 2]),
    curve("brainpoolP192r1", &[], 192, &[43, 36, 3, 3, 2, 8, 1, 1, 3]),
    curve("brainpoolP192t1", &[], 192, &[43, 36, 3, 3, 2, 8, 1, 1, 4]),
    curve("brainpoolP224r1", &[], 224, &[43, 36, 3, 3, 2, 8, 1, 1, 5]),
    curve("brainpoolP224t1", &[], 224, &[43, 36, 3, 3, 2, 8, 1, 1, 6]),
    curve("brainpoolP256r1", &[], 256, &[43, 36, 3, 3, 2, 8, 1, 1, 7]),
    curve("brainpoolP256t1", &[], 256, &[43, 36, 3, 3, 2, 8, 1, 1, 8]),
    curve("brainpoolP320r1", &[], 320, &[43, 36, 3, 3, 2, 8, 1, 1, 9]),
    curve("brainpoolP320t1", &[], 320, &[43, 36, 3, 3, 2, 8, 1, 1, 10]),
    curve("brainpoolP384r1", &[], 384, &[43, 36, 3, 3, 2, 8, 1, 1, 11]),
    curve("brainpoolP384t1", &[], 384, &[43, 36, 3, 3, 2, 8, 1, 1, 12]),
    curve("brainpoolP512r1", &[], 512, &[43, 36, 3, 3, 2, 8, 1, 1, 13]),
    curve("brainpoolP512t1", &[], 512, &[43, 36, 3, 3, 2, 8, 1, 1, 14]),
    curve("curveSM2", &["SM2"], 256, &[42, 129, 28, 207, 85, 1, 130, 45]),
];
