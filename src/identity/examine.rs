//! What of a chain and its key decides whether a peer is shown it.

use rootbake_core::certificate::{Certificate, Time};
use rustls::DistinguishedName;
use rustls::sign::SigningKey;

use super::chain::Remark;
use super::remarks;
use crate::algorithm_constraints::{AlgorithmConstraints, Decision, Link, Scope};
use crate::error::Error;
use crate::key_manager::{Facts, Fitness, Schemes, Side, Sides, Signing, Span, Usage};

/// A chain and the key that belongs to it, at the moment when they are loaded.
pub(super) struct Examination<'a> {
    pub(super) name: &'a str,
    /// The end entity first
    pub(super) certificates: &'a [Certificate<'a>],
    pub(super) key: &'a dyn SigningKey,
    pub(super) constraints: &'a AlgorithmConstraints,
    pub(super) now: Time,
}

/// All that is known of an identity.
pub(super) struct Findings {
    pub(super) facts: Facts,
    pub(super) spans: Sides<Span>,
    pub(super) usage: Usage,
    pub(super) names: Option<Vec<Box<[u8]>>>,
    pub(super) denials: Sides<Option<String>>,
    pub(super) remarks: Vec<Remark>,
}

/// What rules say of a chain on one side.
struct Fate {
    /// Why it is denied
    denial: Option<String>,
    /// The first second at which it is denied, where it is not yet
    ends: Option<Time>,
}

impl Examination<'_> {
    /// Nothing counts but the schemes of the key and the names of the issuers.
    pub(super) fn skip(&self) -> Result<Findings, Error> {
        let always = Span {
            from: Time::from_unix_seconds(i64::MIN),
            until: Time::from_unix_seconds(i64::MAX),
        };
        Ok(Findings {
            facts: Facts {
                signs: Signing::by(self.schemes()?),
                signed: Schemes::NONE,
                signed_either: Schemes::NONE,
                fitness: Sides::each(|_| Fitness::Fit),
                issuers: self.issuers(),
            },
            spans: Sides::each(|_| always),
            usage: Usage { extended: None, key: None },
            names: None,
            denials: Sides::each(|_| None),
            remarks: Vec::new(),
        })
    }

    pub(super) fn run(&self) -> Result<Findings, Error> {
        let links = self.links()?;
        let usage = self.usage();
        let fates = Sides::each(|side| self.fate(&links, side));
        let denials = Sides::each(|side| fates.of(side).denial.clone());
        if let (Some(denial), Some(_)) = (denials.of(Side::Client), denials.of(Side::Server)) {
            return Err(self.denied(denial));
        }
        let fitness = |side| match (denials.of(side), usage.fits(side)) {
            (Some(_), _) => Fitness::Denied,
            (None, true) => Fitness::Fit,
            (None, false) => Fitness::Mismatch,
        };
        let (signed, signed_either) = signed(&links);
        let facts = Facts {
            signs: self.signing()?,
            signed,
            signed_either,
            fitness: Sides::each(fitness),
            issuers: self.issuers(),
        };
        let remarks = remarks::of(self, &links, &facts, &denials);
        let spans = Sides::each(|side| span(&links, fates.of(side).ends));
        let names = Some(self.names());
        Ok(Findings { facts, spans, usage, names, denials, remarks })
    }

    /// What the key signs by.
    fn schemes(&self) -> Result<Schemes, Error> {
        let schemes = Schemes::of_key(self.key);
        match schemes.is_empty() {
            false => Ok(schemes),
            true => Err(Error::identity(
                "unusable-key",
                format!("key of {:?} signs by no scheme of TLS that is known here", self.name),
            )),
        }
    }

    /// The certificates that a peer looks at: a self-signed one at the end of a chain is verified by
    /// nobody (RFC 8446 section 4.4.2.2).
    fn links(&self) -> Result<Vec<Link<'_>>, Error> {
        let last = self.certificates.len();
        let issuers = self.certificates.iter().skip(1).map(Some).chain([None]);
        let mut links = Vec::new();
        for (number, (certificate, issuer)) in (1..).zip(self.certificates.iter().zip(issuers)) {
            let is_root = number == last && certificate.is_own_issuer();
            match (is_root, number) {
                (true, 1) => links.push(Link::unsigned(number, *certificate)),
                (true, _) => (),
                (false, _) => links.push(self.signed(number, certificate, issuer)?),
            }
        }
        Ok(links)
    }

    fn signed<'c>(
        &self,
        number: usize,
        certificate: &Certificate<'c>,
        issuer: Option<&Certificate<'_>>,
    ) -> Result<Link<'c>, Error> {
        let issuer = issuer.filter(|issuer| issuer.subject == certificate.issuer);
        // where the issuer is not sent, it is taken to have a key like its own: others are rare
        let by = issuer.map_or(certificate.spki, |issuer| issuer.spki);
        Link::signed(number, *certificate, by).map_err(|error| {
            let message = format!("certificate {number} of {:?}: {error}", self.name);
            Error::identity("bad-certificate", message)
        })
    }

    /// The issuers of all certificates, as peers name them.
    fn issuers(&self) -> Vec<Box<[u8]>> {
        let names = self.certificates.iter().map(|certificate| {
            DistinguishedName::in_sequence(certificate.issuer.as_bytes()).as_ref().into()
        });
        let mut names: Vec<Box<[u8]>> = names.collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn usage(&self) -> Usage {
        let extensions = self.certificates.first().map(|end_entity| end_entity.extensions);
        Usage {
            extended: extensions.and_then(|extensions| extensions.extended_key_usage),
            key: extensions.and_then(|extensions| extensions.key_usage),
        }
    }

    fn names(&self) -> Vec<Box<[u8]>> {
        let end_entity = self.certificates.first();
        let names =
            end_entity.into_iter().flat_map(|certificate| certificate.extensions.dns_names());
        names
            .filter_map(Result::ok)
            .map(|name| name.as_bytes().to_ascii_lowercase().into_boxed_slice())
            .collect()
    }

    /// What the rules say of the chain on one side.
    fn fate(&self, links: &[Link<'_>], side: Side) -> Fate {
        let mut fate = Fate { denial: None, ends: None };
        for link in links {
            match self.constraints.of_link(link, self.scope(side)) {
                Decision::Permitted => (),
                Decision::Denied(rule) => {
                    fate.denial = fate.denial.or_else(|| Some(link.denied_by(rule)));
                }
                Decision::Before(time) => {
                    fate.ends = Some(fate.ends.map_or(time, |known| known.min(time)));
                }
            }
        }
        fate
    }

    /// The schemes that may sign handshakes.
    fn signing(&self) -> Result<Signing, Error> {
        let schemes = self.schemes()?;
        let mut signing = Signing::by(schemes);
        for scheme in schemes.each() {
            match self.constraints.of_handshake(scheme, self.now) {
                Decision::Permitted => (),
                Decision::Denied(_) => signing.deny(scheme),
                Decision::Before(time) => signing.deny_from(time, scheme),
            }
        }
        match signing.is_empty() {
            false => Ok(signing),
            true => Err(self.denied("the rules leave its key no scheme to sign handshakes by")),
        }
    }

    fn denied(&self, why: &str) -> Error {
        let message = format!(
            "chain of {:?} is denied: {why}; give another chain, or other rules with \
             `.algorithm_constraints(..)`",
            self.name
        );
        Error::identity("algorithm-denied", message)
    }

    /// The anchor of a local chain is not known.
    fn scope(&self, side: Side) -> Scope {
        Scope { side, jdk_ca: false, time: self.now }
    }
}

/// The schemes that all have to be listed, and those of which one has.
fn signed(links: &[Link<'_>]) -> (Schemes, Schemes) {
    let schemes = links.iter().filter_map(|link| link.signature.as_ref());
    schemes.fold((Schemes::NONE, Schemes::NONE), |(all, either), signature| {
        let schemes = signature.schemes;
        match schemes.is_one() {
            true => (all.union(schemes), either),
            false => (all, either.union(schemes)),
        }
    })
}

/// When all certificates are valid, and none is denied yet.
fn span(links: &[Link<'_>], first_denial: Option<Time>) -> Span {
    let validities = links.iter().map(|link| link.certificate.validity);
    let before = first_denial.map(|time| Time::from_unix_seconds(time.unix_seconds() - 1));
    let from = validities.clone().map(|validity| validity.not_before).max();
    let until = validities.map(|validity| validity.not_after).chain(before).min();
    Span {
        from: from.unwrap_or(Time::from_unix_seconds(i64::MIN)),
        until: until.unwrap_or(Time::from_unix_seconds(i64::MAX)),
    }
}
