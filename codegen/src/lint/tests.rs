//! What the tables of the lints are made of: certificates with one thing odd about each. Their
//! keys and signatures are made up, which no lint looks at.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails by panicking")]

mod key;

use rcgen::{
    BasicConstraints, Certificate, CertificateParams, CustomExtension, DistinguishedName, DnType,
    ExtendedKeyUsagePurpose, GeneralSubtree, IsCa, Issuer, KeyUsagePurpose, NameConstraints,
    SerialNumber, date_time_ymd,
};
use rootbake_core::certificate::Time;

use self::key::MadeUpKey;
use super::{Beside, LINTS, Lint, LintSeverity, Setting};
use crate::bundle::Place;
use crate::fingerprint;
use crate::imposed::Imposed;
use crate::lock::{Lifetime, Policy, RuleSet};
use crate::locked::LockedRoot;
use rootbake_core::constraints::Constraints;

pub(super) struct TestRoot {
    name: &'static str,
    params: CertificateParams,
    issuer: Option<&'static str>,
    key: MadeUpKey,
    imposed: Imposed,
    distrust: Option<&'static str>,
    /// What is replaced in the finished certificate, which rcgen would not write
    patches: Vec<(&'static [u8], &'static [u8])>,
}

/// A certificate that no lint minds, valid through the years 2020 to 2029.
pub(super) fn root(name: &'static str) -> TestRoot {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name = named(name);
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2030, 1, 1);
    TestRoot {
        name,
        params,
        issuer: None,
        key: MadeUpKey::ec(),
        imposed: Imposed::default(),
        distrust: None,
        patches: Vec::new(),
    }
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

    pub(super) fn serial(mut self, content: &[u8]) -> Self {
        self.params.serial_number = Some(SerialNumber::from_slice(content));
        self
    }

    pub(super) fn negative_serial(mut self) -> Self {
        // the first INTEGER of one byte behind the version, which is 2
        self.patches.push((b"\x02\x01\x01", b"\x02\x01\x80"));
        self.serial(&[1])
    }

    pub(super) fn nameless(mut self) -> Self {
        self.params.distinguished_name = DistinguishedName::new();
        self
    }

    pub(super) fn country(mut self, country: &str) -> Self {
        self.params.distinguished_name.push(DnType::CountryName, country);
        self
    }

    pub(super) fn permitted(mut self, subtree: GeneralSubtree) -> Self {
        self.params.name_constraints = Some(NameConstraints {
            permitted_subtrees: vec![subtree],
            excluded_subtrees: Vec::new(),
        });
        self
    }

    /// With an exponent of three instead of 65537
    pub(super) fn exponent_of_three(mut self) -> Self {
        self.patches.push((b"\x02\x03\x01\x00\x01", b"\x02\x03\x00\x80\x03"));
        self
    }

    pub(super) fn even_exponent(mut self) -> Self {
        self.patches.push((b"\x02\x03\x01\x00\x01", b"\x02\x03\x01\x00\x02"));
        self
    }

    /// With an exponent that is an OCTET STRING
    pub(super) fn unreadable_key(mut self) -> Self {
        self.patches.push((b"\x02\x03\x01\x00\x01", b"\x04\x03\x01\x00\x01"));
        self
    }

    /// With a SEQUENCE in the place of the name of P-256
    pub(super) fn explicit_curve(mut self) -> Self {
        self.patches
            .push((b"\x06\x08\x2a\x86\x48\xce\x3d\x03", b"\x30\x08\x2a\x86\x48\xce\x3d\x03"));
        self
    }

    /// In both places that name the algorithm
    pub(super) fn by_sha1(mut self) -> Self {
        self.patches.push((b"\x0d\x01\x01\x0b", b"\x0d\x01\x01\x05"));
        self
    }

    pub(super) fn distrust(mut self, comment: &'static str) -> Self {
        self.distrust = Some(comment);
        self
    }

    fn der(&self) -> Vec<u8> {
        let mut der = self.sign().der().to_vec();
        for (before, after) in &self.patches {
            let places: Vec<usize> =
                (0..der.len()).filter(|&at| der[at..].starts_with(before)).collect();
            assert!(!places.is_empty(), "{} has nothing to replace", self.name);
            // a serial number stands once, and first
            let count = if before.len() == 3 { 1 } else { places.len() };
            for at in places.into_iter().take(count) {
                der[at..at + after.len()].copy_from_slice(after);
            }
        }
        der
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
        let Self { name: _, params, issuer, key, imposed: _, distrust: _, patches: _ } = self;
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

/// Holds a lint against its table: a root each, and whether the lint minds it.
pub(super) fn check(lint: &Lint, as_of: &str, table: &[(TestRoot, bool)]) {
    check_all(lint, as_of, None, table);
}

/// The same with a promised life of the product.
pub(super) fn check_within(lint: &Lint, as_of: &str, life: &str, table: &[(TestRoot, bool)]) {
    check_all(lint, as_of, Some(Lifetime::parse(life).unwrap()), table);
}

/// Whether a lint minds a root beside another.
pub(super) fn check_beside(lint: &Lint, root: &TestRoot, other: &TestRoot, minded: bool) {
    let (der, der_of_other) = (root.der(), other.der());
    let both = [root.locked(&der), other.locked(&der_of_other)];
    let setting =
        Setting { as_of: Time::from_unix_seconds(0), lifetime: None, beside: &Beside::of(&both) };
    for one in &both {
        assert_eq!((lint.check)(one, &setting).is_some(), minded, "{}", one.name());
    }
}

fn check_all(lint: &Lint, day: &str, lifetime: Option<Lifetime>, table: &[(TestRoot, bool)]) {
    let as_of = Time::from_rfc3339(&format!("{day}T00:00:00Z")).unwrap();
    let setting = Setting { as_of, lifetime, beside: &Beside::default() };
    for (root, minded) in table {
        let der = root.der();
        let root = root.locked(&der);
        assert_eq!((lint.check)(&root, &setting).is_some(), *minded, "{}", root.name());
    }
}

impl TestRoot {
    fn locked<'a>(&'a self, der: &'a [u8]) -> LockedRoot<'a> {
        let certificate = rootbake_core::certificate::Certificate::from_der(der).unwrap();
        LockedRoot {
            certificate,
            fingerprint: certificate.fingerprint(),
            place: Place { file: "test.pem", block: 1, line: 1 },
            label: self.name,
            constraints: Constraints::of(&certificate),
            imposed: self.imposed.clone(),
            distrust: self.distrust,
            name_constraints: None,
        }
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

#[test]
fn every_lint_has_a_file_of_its_name() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lint");
    for lint in LINTS {
        assert!(folder.join(format!("{}.rs", lint.id.replace('-', "_"))).is_file(), "{}", lint.id);
    }
}

/// LOCK.md lists both kinds.
#[test]
fn what_follows_without_a_policy_is_documented() {
    let lock_format = include_str!("../../LOCK.md");
    for (severity, start) in [
        (LintSeverity::Should, "| kept with a warning |"),
        (LintSeverity::May, "| kept in silence;"),
    ] {
        let row = lock_format.lines().find(|line| line.starts_with(start)).unwrap();
        let named: Vec<String> =
            row.split('`').skip(1).step_by(2).map(|key| key.replace('_', "-")).collect();
        let named = named.iter().map(String::as_str).filter(|key| !key.contains(' '));
        let of_severity = LINTS.iter().filter(|lint| lint.severity == severity);
        assert!(named.eq(of_severity.map(|lint| lint.id)), "{row}");
    }
}

#[test]
fn a_policy_is_made_for_what_may_be_kept() {
    let keys: Vec<&str> = Policy::LINTS.iter().map(|(_, lint)| *lint).collect();
    let may_be: Vec<&str> = LINTS
        .iter()
        .filter(|lint| lint.severity != LintSeverity::Must)
        .map(|lint| lint.id)
        .collect();
    assert_eq!(keys, may_be);
    assert!(Policy::LINTS.iter().all(|(key, lint)| key.replace('_', "-") == *lint));
}
