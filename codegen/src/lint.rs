//! What a root must be like to be baked: one file for each requirement.

mod bad_certificate_for_trust;
mod distrust_date_passed;
mod expired;
mod imposed_constraint;
mod no_key_cert_sign;
mod not_a_ca;
mod not_for_tls_servers;
mod not_self_issued;
mod short_key;

use rootbake_core::certificate::Time;

use crate::fingerprint;
use crate::lock::{Action, Exception, Policy};
use crate::locked::{Locked, LockedRoot};
use crate::report::{Finding, Report};

/// The lints, in the order of their names.
const LINTS: [Lint; 9] = [
    bad_certificate_for_trust::LINT,
    distrust_date_passed::LINT,
    expired::LINT,
    imposed_constraint::LINT,
    no_key_cert_sign::LINT,
    not_a_ca::LINT,
    not_for_tls_servers::LINT,
    not_self_issued::LINT,
    short_key::LINT,
];

/// One requirement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lint {
    /// Its name, which is that of its file with `-` for `_`
    pub(crate) id: &'static str,
    pub(crate) severity: LintSeverity,
    /// Whether a lock can make an exception: not where trusting the root could harm whoever trusts
    /// it for nothing but what it says
    pub(crate) excusable: bool,
    /// The document, its version and section that ask for it
    pub(crate) citation: &'static str,
    /// The day from which on they do
    pub(crate) since: &'static str,
    /// What is wrong with a root, if something is: found and expected
    pub(crate) check: fn(&LockedRoot<'_>, Time) -> Option<Offence>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum LintSeverity {
    /// Nothing is baked
    Must,
    /// It is baked with a warning
    Should,
    /// It is baked, and nothing is said: for policies to decide otherwise
    May,
}

/// Both sides of a requirement that is not met.
#[derive(Debug)]
pub(crate) struct Offence {
    pub(crate) message: &'static str,
    pub(crate) found: String,
    pub(crate) expected: &'static str,
}

/// A bundle whose roots are what roots must be.
///
/// Comes only from [`Linted::new`].
#[derive(Debug)]
pub struct Linted<'a> {
    pub(crate) locked: Locked<'a>,
    /// What should be known, but stops nothing
    pub(crate) warnings: Report,
}

impl<'a> Linted<'a> {
    /// Lints every root, and leaves out those that the policy of the lock drops.
    ///
    /// # Errors
    ///
    /// Where a root is not what it must be and no exception is made for it, an exception of the
    /// lock applies to nothing, or no root is left.
    pub fn new(mut locked: Locked<'a>) -> Result<Self, Report> {
        let mut verdicts = Verdicts::new(&locked);
        let all = std::mem::take(&mut locked.roots);
        let roots = all.into_iter().filter(|root| verdicts.keep(root));
        locked.roots = roots.collect();
        verdicts.finish(&locked).map(|warnings| Self { locked, warnings })
    }
}

/// What is found, root by root.
struct Verdicts<'a> {
    policy: &'a Policy,
    exceptions: &'a [Exception],
    as_of: Time,
    /// Which of the exceptions apply to something
    used: Vec<bool>,
    errors: Report,
    warnings: Report,
}

impl<'a> Verdicts<'a> {
    fn new(locked: &Locked<'a>) -> Self {
        Self {
            policy: locked.policy,
            exceptions: locked.exceptions,
            as_of: locked.provenance.as_of,
            used: vec![false; locked.exceptions.len()],
            errors: Report::default(),
            warnings: Report::default(),
        }
    }

    /// Lints a root; whether it is baked.
    fn keep(&mut self, root: &LockedRoot<'_>) -> bool {
        // all of them: one root may be told of twice
        let failed = LINTS.iter().filter(|lint| !self.passes(lint, root)).count();
        failed == 0
    }

    fn passes(&mut self, lint: &Lint, root: &LockedRoot<'_>) -> bool {
        let action = self.policy.of(lint.id);
        let Some(offence) = (lint.check)(root, self.as_of) else { return true };
        let exception = position(self.exceptions, lint, root);
        if let Some(used) = exception.and_then(|position| self.used.get_mut(position)) {
            *used = true;
            return true;
        }
        let finding = finding(lint, root, offence);
        match (action, lint.severity) {
            (None | Some(Action::Keep), LintSeverity::May) => (),
            (Some(Action::Drop), _) => self.warnings.push(left_out(lint, finding)),
            (Some(Action::Fail), _) | (None, LintSeverity::Must) => self.errors.push(finding),
            _ => self.warnings.push(finding.warning()),
        }
        action != Some(Action::Drop)
    }

    fn finish(mut self, locked: &Locked<'_>) -> Result<Report, Report> {
        for (exception, _) in self.exceptions.iter().zip(&self.used).filter(|(_, used)| !**used) {
            self.errors.push(unused(exception, locked.lock_file));
        }
        if locked.roots.is_empty() && self.errors.is_empty() {
            self.errors.push(none_left(locked.lock_file, &self.warnings));
        }
        self.errors.or(self.warnings)
    }
}

/// A root that is not baked, and why.
fn left_out(lint: &Lint, finding: Finding) -> Finding {
    let message = format!("{}, and is left out by the policy on {}", finding.message(), lint.id);
    finding.with_message(message).warning()
}

fn none_left(lock_file: &str, warnings: &Report) -> Finding {
    Finding::error("no-roots-left", "policy leaves out every root")
        .at(lock_file)
        .found(format_args!("{} findings, each of which drops a root", warnings.findings().len()))
        .expected("at least one root that no [policy] drops")
}

fn position(exceptions: &[Exception], lint: &Lint, root: &LockedRoot<'_>) -> Option<usize> {
    exceptions.iter().position(|exception| {
        lint.excusable && exception.lint == lint.id && exception.fingerprint == root.fingerprint
    })
}

fn finding(lint: &Lint, root: &LockedRoot<'_>, offence: Offence) -> Finding {
    let Offence { message, found, expected } = offence;
    Finding::error(lint.id, message)
        .root(root.name())
        .found(found)
        .expected(expected)
        .fact("source", format_args!("{} (since {})", lint.citation, lint.since))
        .help(match lint.excusable {
            true => format!(
                "take the root out of the bundle, or say why it stays in an [[exception]] of the \
                 lock with lint = {:?}",
                lint.id
            ),
            false => "take the root out of the bundle: no exception can be made".to_owned(),
        })
}

fn unused(exception: &Exception, lock_file: &str) -> Finding {
    let Exception { lint, fingerprint, line } = exception;
    Finding::error("unused-exception", "exception applies to nothing")
        .at(format_args!("{lock_file}, line {line}"))
        .found(format_args!("lint {lint:?} for sha256 {}", fingerprint::hex(fingerprint)))
        .expected("a lint that can be excused and that the root of that fingerprint does not pass")
        .help("delete the exception")
}

#[cfg(test)]
mod tests {
    //! What the tables of the lints are made of: certificates with one thing odd about each. Their
    //! keys and signatures are made up, which no lint looks at.

    use rcgen::{
        BasicConstraints, Certificate, CertificateParams, CustomExtension, DistinguishedName,
        DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyUsagePurpose, PublicKeyData,
        SignatureAlgorithm, SigningKey, date_time_ymd,
    };
    use rootbake_core::certificate::Time;

    use super::{LINTS, Lint};
    use crate::bundle::Place;
    use crate::fingerprint;
    use crate::imposed::Imposed;
    use crate::lock::RuleSet;
    use crate::locked::LockedRoot;
    use rootbake_core::constraints::Constraints;

    pub(super) struct TestRoot {
        name: &'static str,
        params: CertificateParams,
        issuer: Option<&'static str>,
        key: MadeUpKey,
        imposed: Imposed,
    }

    /// A certificate that no lint minds, valid through the years 2020 to 2029.
    pub(super) fn root(name: &'static str) -> TestRoot {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name = named(name);
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(2030, 1, 1);
        TestRoot { name, params, issuer: None, key: MadeUpKey::ec(), imposed: Imposed::default() }
    }

    impl TestRoot {
        /// Valid until the first second of a year
        pub(super) fn until(mut self, year: i32) -> Self {
            self.params.not_before = date_time_ymd(2020, 1, 1);
            self.params.not_after = date_time_ymd(year, 1, 1);
            self
        }

        pub(super) fn key_usage(mut self, usage: &[KeyUsagePurpose]) -> Self {
            self.params.key_usages = usage.to_vec();
            self
        }

        pub(super) fn purposes(mut self, purposes: &[ExtendedKeyUsagePurpose]) -> Self {
            self.params.extended_key_usages = purposes.to_vec();
            self
        }

        pub(super) fn end_entity(mut self) -> Self {
            self.params.is_ca = IsCa::ExplicitNoCa;
            self
        }

        pub(super) fn issued_by(mut self, issuer: &'static str) -> Self {
            self.issuer = Some(issuer);
            self
        }

        pub(super) fn rsa(mut self, bits: usize) -> Self {
            self.key = MadeUpKey::rsa(bits);
            self
        }

        /// With alternatives of rules on end entities
        pub(super) fn any_of(mut self, any_of: &[RuleSet]) -> Self {
            self.imposed.any_of = any_of.to_vec();
            self
        }

        /// With a path length of this source
        pub(super) fn path_len_by(mut self, source: &str) -> Self {
            self.imposed.path_len_source = source.to_owned();
            self
        }

        pub(super) fn critical_extension(self) -> Self {
            self.extension(true)
        }

        pub(super) fn noncritical_extension(self) -> Self {
            self.extension(false)
        }

        fn extension(mut self, critical: bool) -> Self {
            let mut extension = CustomExtension::from_oid_content(&[1, 2, 3, 4], vec![5, 0]);
            extension.set_criticality(critical);
            self.params.custom_extensions.push(extension);
            self
        }

        fn sign(&self) -> Certificate {
            let Self { name: _, params, issuer, key, imposed: _ } = self;
            match issuer {
                None => params.clone().self_signed(key),
                Some(issuer) => {
                    let mut of_issuer = CertificateParams::default();
                    of_issuer.distinguished_name = named(issuer);
                    let issuer = Issuer::new(of_issuer, MadeUpKey::ec());
                    params.clone().signed_by(key, &issuer)
                }
            }
            .unwrap()
        }
    }

    fn named(name: &str) -> DistinguishedName {
        let mut names = DistinguishedName::new();
        names.push(DnType::CommonName, name);
        names
    }

    struct MadeUpKey {
        public: Vec<u8>,
        algorithm: &'static SignatureAlgorithm,
    }

    impl MadeUpKey {
        fn ec() -> Self {
            Self { public: vec![4; 65], algorithm: &rcgen::PKCS_ECDSA_P256_SHA256 }
        }

        /// `SEQUENCE { modulus, 65537 }` with lengths of two bytes
        fn rsa(bits: usize) -> Self {
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

    /// Holds a lint against its table: a root each, and whether the lint minds it.
    pub(super) fn check(lint: &Lint, as_of: &str, table: &[(TestRoot, bool)]) {
        let mut parts = as_of.split('-').map(|part| part.parse::<u16>().unwrap());
        let mut next = || parts.next().unwrap();
        let (year, month, day) = (next(), next() as u8, next() as u8);
        let as_of = Time::from_civil(year, month, day, 0, 0, 0).unwrap();
        for (root, minded) in table {
            let signed = root.sign();
            let certificate =
                rootbake_core::certificate::Certificate::from_der(signed.der()).unwrap();
            let root = LockedRoot {
                certificate,
                fingerprint: certificate.fingerprint(),
                place: Place { file: "test.pem", block: 1, line: 1 },
                label: root.name,
                constraints: Constraints::of(&certificate),
                imposed: root.imposed.clone(),
                name_constraints: None,
            };
            assert_eq!((lint.check)(&root, as_of).is_some(), *minded, "{}", root.name());
        }
    }

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(LINTS.is_sorted_by(|a, b| a.id < b.id));
    }

    #[test]
    fn a_fingerprint_survives_the_way_there_and_back() {
        let fingerprint = std::array::from_fn(|byte| byte as u8 * 7);
        assert_eq!(fingerprint::parse(&fingerprint::hex(&fingerprint)), Some(fingerprint));
    }
}
