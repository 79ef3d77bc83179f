use std::sync::Arc;

use rootbake_core::certificate::{KeyUsage, Purposes, Time};
use rustls::sign::CertifiedKey;

use super::names::HostName;
use super::offer::{Side, Sides, Wish};
use super::schemes::Schemes;
use super::selection::{Candidate, Rank, Rejection};
use super::signing::Signing;

/// An identity with all that a handshake asks of it, found out once.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) certified: Arc<CertifiedKey>,
    pub(crate) facts: Facts,
    pub(crate) spans: Sides<Span>,
    pub(crate) usage: Usage,
    /// The DNS names of its end entity, in lower case; `None` where names do not count
    pub(crate) names: Option<Vec<Box<[u8]>>>,
    /// The rule that denies it
    pub(crate) denials: Sides<Option<String>>,
}

/// What is the same of many identities, so that they are looked at as one.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Facts {
    /// What its key signs by
    pub(crate) signs: Signing,
    /// What its certificates are signed by: a peer has to list all of these
    pub(crate) signed: Schemes,
    /// And one of these, where there are any
    pub(crate) signed_either: Schemes,
    pub(crate) fitness: Sides<Fitness>,
    /// The issuers of its certificates, whole DER
    pub(crate) issuers: Vec<Box<[u8]>>,
}

/// Whether an identity is for one side.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Fitness {
    Denied,
    Fit,
    Mismatch,
}

/// From when to when it can be used: all its certificates are valid, and no rule denies it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    /// The first second
    pub(crate) from: Time,
    /// The last second
    pub(crate) until: Time,
}

/// What its end entity says that it is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    pub(crate) extended: Option<Purposes>,
    pub(crate) key: Option<KeyUsage>,
}

impl Span {
    pub(super) fn contains(self, time: Time) -> bool {
        self.from <= time && time <= self.until
    }

    /// From the earlier first second to the later last one.
    pub(super) fn or(self, other: Self) -> Self {
        Self { from: self.from.min(other.from), until: self.until.max(other.until) }
    }
}

impl Facts {
    /// The best rank that an identity of this kind can have, before its dates and names are looked
    /// at.
    #[inline]
    pub(super) fn rank<N>(&self, wish: &Wish<'_, N>) -> Result<Rank, Rejection> {
        let is_listed = self.signed.without(wish.of_chains).is_empty()
            && (self.signed_either.is_empty() || self.signed_either.meets(wish.of_chains));
        match (*self.fitness.of(wish.side), is_listed, wish.side) {
            _ if !self.signs.at(|| wish.now()).meets(wish.schemes) => {
                Err(Rejection::NoCommonScheme)
            }
            (Fitness::Denied, ..) => Err(Rejection::Denied),
            (_, false, Side::Client) => Err(Rejection::UnlistedSignature),
            (Fitness::Mismatch, ..) => Ok(Rank::ExtensionMismatch),
            (Fitness::Fit, false, Side::Server) => Ok(Rank::UnlistedSignature),
            (Fitness::Fit, true, _) => Ok(Rank::Ok),
        }
    }

    /// Whether one of its issuers is asked for; where none is, all are.
    pub(super) fn is_asked_for<N: AsRef<[u8]>>(&self, names: &[N]) -> bool {
        let is_named = |issuer: &[u8]| names.iter().any(|name| name.as_ref() == issuer);
        names.is_empty() || self.issuers.iter().any(|issuer| is_named(issuer))
    }
}

impl Entry {
    /// Whether it can be served to a peer at all.
    pub(super) fn is_servable<N: AsRef<[u8]>>(&self, wish: &Wish<'_, N>) -> bool {
        self.facts.rank(wish).is_ok() && self.facts.is_asked_for(wish.ca_names)
    }

    /// How well it suits a peer; whether it is for the name that the peer asks for is known.
    pub(super) fn rank<N: AsRef<[u8]>>(
        &self,
        wish: &Wish<'_, N>,
        has_name: bool,
    ) -> Result<Rank, Rejection> {
        let rank = self.facts.rank(wish)?;
        if !self.facts.is_asked_for(wish.ca_names) {
            return Err(Rejection::OtherIssuer);
        }
        let of_name = if has_name { Rank::Ok } else { Rank::Insensitive };
        let is_usable = self.spans.of(wish.side).contains(wish.now());
        let of_date = if is_usable { Rank::Ok } else { Rank::Expired };
        Ok(rank.max(of_name).max(of_date))
    }

    /// The same, and why.
    pub(super) fn candidate<N: AsRef<[u8]>>(
        &self,
        wish: &Wish<'_, N>,
        has_name: bool,
    ) -> Candidate {
        let verdict = self.rank(wish, has_name);
        let reason = match verdict {
            Ok(rank) => self.reason_of_rank(rank, wish),
            Err(rejection) => Some(self.reason_of_rejection(rejection, wish)),
        };
        Candidate { name: self.name.clone(), verdict, reason }
    }

    fn reason_of_rank<N>(&self, rank: Rank, wish: &Wish<'_, N>) -> Option<String> {
        Some(match rank {
            Rank::Ok => return None,
            Rank::UnlistedSignature => self.unlisted(wish),
            Rank::Insensitive => self.other_names(wish.host_name().as_ref()),
            Rank::Expired => {
                let Span { from, until } = self.spans.of(wish.side);
                format!("found {}, expected a time from {from} to {until}", wish.now())
            }
            Rank::ExtensionMismatch => self.usage.mismatch(wish.side),
        })
    }

    fn reason_of_rejection<N>(&self, rejection: Rejection, wish: &Wish<'_, N>) -> String {
        match rejection {
            Rejection::Denied => self.denials.of(wish.side).clone().unwrap_or_default(),
            Rejection::NoCommonScheme => {
                let signs = self.facts.signs.list(wish.now());
                let listed = wish.schemes.list();
                format!("key signs by {signs}, expected one that the peer lists ({listed})")
            }
            Rejection::OtherIssuer => {
                let names = wish.ca_names.len();
                format!("no issuer of its chain is among the {names} that the peer names")
            }
            Rejection::UnlistedSignature => self.unlisted(wish),
        }
    }

    fn unlisted<N>(&self, wish: &Wish<'_, N>) -> String {
        let signed = self.facts.signed.union(self.facts.signed_either);
        let (signed, listed) = (signed.list(), wish.schemes.list());
        format!("its chain is signed by {signed}, expected what the peer lists ({listed})")
    }

    fn other_names(&self, asked: Option<&HostName>) -> String {
        let names = self.names.iter().flatten().map(|name| String::from_utf8_lossy(name));
        let names: Vec<_> = names.take(5).collect();
        let asked = asked.map(|name| String::from_utf8_lossy(name.as_bytes()).into_owned());
        let asked = asked.unwrap_or_else(|| "what is no host name".to_owned());
        match names.is_empty() {
            true => format!("peer asks for {asked:?}, found no DNS name"),
            false => format!("peer asks for {asked:?}, found {}", names.join(", ")),
        }
    }
}

impl Usage {
    /// Whether the end entity may be used on a side (RFC 5280 sections 4.2.1.3 and 4.2.1.12). An EC
    /// key of a server needs no keyAgreement, which Java asks for.
    pub(crate) fn fits(&self, side: Side) -> bool {
        let signs = self.key.is_none_or(|usage| usage.allows(KeyUsage::DIGITAL_SIGNATURE));
        signs && self.extended.is_none_or(|purposes| purposes.allows(purpose(side)))
    }

    fn mismatch(&self, side: Side) -> String {
        let wanted = purpose(side);
        match (self.extended, self.key) {
            (Some(purposes), _) if !purposes.allows(wanted) => {
                format!("its end entity is for {purposes}, expected {wanted}")
            }
            (_, Some(usage)) => {
                format!("its end entity has the key usage {usage}, expected digitalSignature")
            }
            _ => String::new(),
        }
    }
}

fn purpose(side: Side) -> Purposes {
    match side {
        Side::Client => Purposes::CLIENT_AUTH,
        Side::Server => Purposes::SERVER_AUTH,
    }
}
