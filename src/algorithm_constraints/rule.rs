use std::fmt;

use rootbake_core::certificate::Time;

use super::curves::NamedCurve;

/// One rule of [`AlgorithmConstraints`](super::AlgorithmConstraints), displayed as it would be
/// written: `RSA keySize < 1024`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Rule {
    pub(super) target: Target,
    pub(super) conditions: Vec<Condition>,
}

/// What a rule is about.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Target {
    /// Keys on a curve, by the name that was written
    Curve(String),
    /// `include jdk.disabled.namedCurves`
    DisabledCurves,
    /// Whatever has this name, or has it as a part
    Name(String),
    /// Cipher suites, with `*` for any letters
    Suites(String),
}

/// When a rule denies.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Condition {
    /// From the first second of a day on
    DenyAfter(Time),
    JdkCa,
    KeySize(Operator, u32),
    Usage(Usages),
}

/// How the size of a key compares with a number.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Operator {
    AtMost,
    Below,
    Equal,
    NotEqual,
    Above,
    AtLeast,
}

/// What something is used for, as a set.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Usages(u8);

impl Operator {
    const NAMES: [(Self, &str); 6] = [
        (Self::AtMost, "<="),
        (Self::Below, "<"),
        (Self::Equal, "=="),
        (Self::NotEqual, "!="),
        (Self::Above, ">"),
        (Self::AtLeast, ">="),
    ];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(operator, _)| *operator)
    }

    pub(super) fn holds(self, found: u32, limit: u32) -> bool {
        match self {
            Self::AtMost => found <= limit,
            Self::Below => found < limit,
            Self::Equal => found == limit,
            Self::NotEqual => found != limit,
            Self::Above => found > limit,
            Self::AtLeast => found >= limit,
        }
    }
}

impl Usages {
    pub(super) const TLS_SERVER: Self = Self(1);
    pub(super) const TLS_CLIENT: Self = Self(1 << 1);
    pub(super) const SIGNED_JAR: Self = Self(1 << 2);
    pub(super) const HANDSHAKE_SIGNATURE: Self = Self(1 << 3);
    pub(super) const CERTIFICATE_SIGNATURE: Self = Self(1 << 4);
    pub(super) const ALL: Self = Self(0b1_1111);

    const NAMES: [(Self, &str); 5] = [
        (Self::TLS_SERVER, "TLSServer"),
        (Self::TLS_CLIENT, "TLSClient"),
        (Self::SIGNED_JAR, "SignedJAR"),
        (Self::HANDSHAKE_SIGNATURE, "HandshakeSignature"),
        (Self::CERTIFICATE_SIGNATURE, "CertificateSignature"),
    ];

    pub(super) fn named(name: &str) -> Option<Self> {
        let mut names = Self::NAMES.iter();
        names.find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(usage, _)| *usage)
    }

    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether signatures are among them, and chains are too.
    pub(super) const fn is_mixed(self) -> bool {
        let signatures = Self::HANDSHAKE_SIGNATURE.union(Self::CERTIFICATE_SIGNATURE);
        let of_signatures = self.intersection(signatures).0;
        of_signatures != 0 && of_signatures != self.0
    }
}

impl Rule {
    /// The usages that all conditions about them leave.
    pub(super) fn usages(&self) -> Usages {
        self.conditions.iter().fold(Usages::ALL, |left, condition| match condition {
            Condition::Usage(usages) => left.intersection(*usages),
            _ => left,
        })
    }

    /// Whether it says anything about the size of a key.
    pub(super) fn asks_for_size(&self) -> bool {
        self.conditions.iter().any(|condition| matches!(condition, Condition::KeySize(..)))
    }

    /// Whether all conditions about the size of a key hold for this one.
    pub(super) fn size_holds(&self, bits: u32) -> bool {
        self.conditions.iter().all(|condition| match condition {
            Condition::KeySize(operator, limit) => operator.holds(bits, *limit),
            _ => true,
        })
    }

    /// Whether there is a size of a key for which it holds: it is on one side of a number that is
    /// named, or that number.
    pub(super) fn has_a_size(&self) -> bool {
        let sizes = self.conditions.iter().filter_map(|condition| match condition {
            Condition::KeySize(_, limit) => Some(*limit),
            _ => None,
        });
        let mut near =
            sizes.flat_map(|size| [size.saturating_sub(1), size, size.saturating_add(1)]);
        !self.asks_for_size() || near.any(|size| size > 0 && self.size_holds(size))
    }

    /// Whether it is about a cipher suite, or a version of TLS, of this name.
    pub(crate) fn is_about_tls(&self, name: &str) -> bool {
        match &self.target {
            Target::Suites(pattern) => matches(pattern, name),
            Target::Name(known) => known.eq_ignore_ascii_case(name),
            Target::Curve(_) | Target::DisabledCurves => false,
        }
    }

    /// Whether it denies keys on this curve.
    pub(super) fn is_about_curve(&self, curve: &NamedCurve) -> bool {
        match &self.target {
            Target::Curve(name) => {
                NamedCurve::named(name).is_some_and(|named| core::ptr::eq(named, curve))
            }
            Target::DisabledCurves => curve.is_disabled_by_java(),
            Target::Name(_) | Target::Suites(_) => false,
        }
    }
}

/// Whether a name fits a pattern in which `*` stands for any letters, whatever their case.
fn matches(pattern: &str, name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let pattern = pattern.to_ascii_uppercase();
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.split_once(part) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    rest.ends_with(last)
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            Target::DisabledCurves => f.write_str("include jdk.disabled.namedCurves")?,
            Target::Curve(name) | Target::Name(name) | Target::Suites(name) => f.write_str(name)?,
        }
        let mut separator = " ";
        for condition in &self.conditions {
            write!(f, "{separator}{condition}")?;
            separator = " & ";
        }
        Ok(())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DenyAfter(time) => {
                let time = time.to_string();
                let (day, _) = time.split_once('T').unwrap_or((&time, ""));
                write!(f, "denyAfter {day}")
            }
            Self::JdkCa => f.write_str("jdkCA"),
            Self::KeySize(operator, size) => write!(f, "keySize {operator} {size}"),
            Self::Usage(usages) => write!(f, "usage{usages}"),
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Self::NAMES.iter().filter(|(operator, _)| operator == self);
        names.map(|(_, name)| *name).try_for_each(|name| f.write_str(name))
    }
}

/// Each with a blank before it.
impl fmt::Display for Usages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Self::NAMES.iter().filter(|(usage, _)| !self.intersection(*usage).is_empty());
        names.map(|(_, name)| *name).try_for_each(|name| write!(f, " {name}"))
    }
}
