//! Which algorithms and keys are not to be used, in the language of Java's security properties.

mod curves;
mod decide;
mod error;
mod link;
mod parse;
mod rule;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

pub use error::ConstraintError;
pub use rule::Rule;

pub(crate) use decide::{Decision, Scope};
pub(crate) use link::Link;

/// Which algorithms and keys are denied: rules in the language of Java's
/// `jdk.certpath.disabledAlgorithms`, `jdk.tls.disabledAlgorithms` and
/// `jdk.security.legacyAlgorithms`.
///
/// ```
/// use rootbake::AlgorithmConstraints;
///
/// let own: AlgorithmConstraints = "SHA1, RSA keySize < 2048".parse()?;
/// assert_eq!(own.to_string(), "SHA1, RSA keySize < 2048");
///
/// // what Java would take, and never hold against anything, is an error
/// let error = "SHA1 usage Foo".parse::<AlgorithmConstraints>().unwrap_err();
/// assert_eq!((error.code(), error.column()), ("bad-usage", 12));
/// # Ok::<(), rootbake::ConstraintError>(())
/// ```
///
/// A rule is a name, and conditions of which all must hold: `keySize < 1024`, `jdkCA`, `denyAfter
/// 2030-01-01`, `usage TLSServer`. A name denies the algorithm that has it whole, or as a part
/// between `with`, `and`, `in` and `/`: `RSA` denies `SHA256withRSA`, not `RSASSA-PSS`. It is the
/// name of a signature, a hash, a kind of key, a curve, or a signature scheme of TLS.
///
/// What the conditions mean here:
///
/// - `keySize`: of the key that has the name; a key whose size cannot be told is denied.
/// - `jdkCA`: paths to an anchor of a baked root set; never a local chain, whose anchor is unknown.
/// - `denyAfter`: from the first second of that day in UTC.
/// - `usage TLSServer`, `usage TLSClient`: certificates of that side. `usage SignedJAR` never holds.
/// - `usage HandshakeSignature`, `usage CertificateSignature`: what signs a handshake, and what
///   signs a certificate.
///
/// Rules about ciphers and versions of TLS are read and kept: rustls has none of those that Java
/// denies by default, and a rule about one that it has is an error of
/// [`build`](crate::ContextBuilder::build), since it would not be kept to.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct AlgorithmConstraints {
    /// Those of Java are read once, and borrowed
    rules: Cow<'static, [Rule]>,
}

/// As Java 25 ships them.
const JDK_CERTPATH: &str = "MD2, MD5, SHA1 jdkCA & usage TLSServer, RSA keySize < 1024, DSA keySize < 1024, \
     EC keySize < 224, SHA1 usage SignedJAR & denyAfter 2019-01-01";
const JDK_TLS: &str = "SSLv3, TLSv1, TLSv1.1, DTLSv1.0, RC4, DES, MD5withRSA, DH keySize < 1024, EC keySize < \
     224, 3DES_EDE_CBC, anon, NULL, ECDH, TLS_RSA_*, rsa_pkcs1_sha1 usage HandshakeSignature, \
     ecdsa_sha1 usage HandshakeSignature, dsa_sha1 usage HandshakeSignature";
const JDK_LEGACY: &str =
    "SHA1, RSA keySize < 2048, DSA keySize < 2048, DES, DESede, MD5, RC2, ARCFOUR";

impl AlgorithmConstraints {
    /// No rule.
    pub const fn none() -> Self {
        Self { rules: Cow::Borrowed(&[]) }
    }

    /// What Java 25 and 26 deny by default: `jdk.certpath.disabledAlgorithms`, then
    /// `jdk.tls.disabledAlgorithms`. Local chains are held against these unless something else is
    /// said.
    pub fn jdk_defaults() -> Self {
        static RULES: LazyLock<Vec<Rule>> =
            LazyLock::new(|| [of_java(JDK_CERTPATH), of_java(JDK_TLS)].concat());
        Self { rules: Cow::Borrowed(&RULES) }
    }

    /// What Java 25 and 26 warn of: `jdk.security.legacyAlgorithms`. Local chains that these would
    /// deny are told of by [`SecureContext::diagnostics`](crate::SecureContext::diagnostics).
    pub fn legacy_warnings() -> Self {
        static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| of_java(JDK_LEGACY));
        Self { rules: Cow::Borrowed(&RULES) }
    }

    /// These rules and those.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.rules.to_mut().extend(other.rules.into_owned());
        self
    }

    /// The rules, each of which is displayed as it would be written.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }
}

/// Our own texts: a test reads each.
fn of_java(text: &str) -> Vec<Rule> {
    parse::rules(text).unwrap_or_default()
}

impl FromStr for AlgorithmConstraints {
    type Err = ConstraintError;

    /// Reads rules between commas, as they stand in a property of Java, with or without quotes
    /// around them all. Empty ones are left out.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self { rules: Cow::Owned(parse::rules(text)?) })
    }
}

impl fmt::Display for AlgorithmConstraints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for rule in self.rules() {
            write!(f, "{separator}{rule}")?;
            separator = ", ";
        }
        Ok(())
    }
}
