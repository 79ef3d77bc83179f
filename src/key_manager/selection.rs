use std::fmt;

/// How well an identity suits a peer, the best first. Of several that can be served the one with
/// the best rank is, of those with the same rank the first.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Rank {
    /// Nothing is to be said against it.
    Ok,
    /// A certificate of its chain is signed by what the client does not list. Clients list less than
    /// they verify, and a server should go on (RFC 8446 section 4.4.2.2).
    UnlistedSignature,
    /// The client asks for another name.
    Insensitive,
    /// A certificate of its chain is not valid now, or a rule denies one by now.
    Expired,
    /// Key usage or extended key usage of its end entity are for something else.
    ExtensionMismatch,
}

/// Why an identity cannot be served to a peer at all.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Rejection {
    /// A rule denies it for this side.
    Denied,
    /// Its key signs by no scheme that the peer lists.
    NoCommonScheme,
    /// No certificate of its chain is issued by a CA that the peer named.
    OtherIssuer,
    /// A certificate of its chain is signed by what the server does not list.
    UnlistedSignature,
}

/// What a key manager would answer a peer, and why.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Selection {
    /// The place of the one that is served among the candidates; without one the handshake fails,
    /// or goes on without a certificate of the client
    pub chosen: Option<usize>,
    /// All identities in their order
    pub candidates: Vec<Candidate>,
}

/// One identity before a peer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Candidate {
    /// What messages call it by
    pub name: String,
    /// How well it suits the peer, where it does
    pub verdict: Result<Rank, Rejection>,
    /// What was found and what was expected, where the rank is not the best
    pub reason: Option<String>,
}

impl Rank {
    /// The stable name of the rank: `insensitive`
    pub fn code(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::UnlistedSignature => "unlisted-signature",
            Self::Insensitive => "insensitive",
            Self::Expired => "expired",
            Self::ExtensionMismatch => "extension-mismatch",
        }
    }
}

impl Rejection {
    /// The stable name of the rejection: `no-common-scheme`
    pub fn code(self) -> &'static str {
        match self {
            Self::Denied => "denied",
            Self::NoCommonScheme => "no-common-scheme",
            Self::OtherIssuer => "other-issuer",
            Self::UnlistedSignature => "unlisted-signature",
        }
    }
}

impl Selection {
    /// The candidate that is served.
    pub fn chosen(&self) -> Option<&Candidate> {
        self.candidates.get(self.chosen?)
    }
}

/// One line for each candidate, the one that is served marked.
impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.candidates.is_empty() {
            return f.write_str("no identity");
        }
        for (place, candidate) in self.candidates.iter().enumerate() {
            let separator = if place == 0 { "" } else { "\n" };
            let mark = if self.chosen == Some(place) { "*" } else { "-" };
            write!(f, "{separator}{mark} {candidate}")?;
        }
        Ok(())
    }
}

/// `"www": insensitive: client asks for ..`
impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, verdict, reason } = self;
        match verdict {
            Ok(rank) => write!(f, "{name:?}: {}", rank.code())?,
            Err(rejection) => write!(f, "{name:?}: rejected, {}", rejection.code())?,
        }
        reason.iter().try_for_each(|reason| write!(f, ": {reason}"))
    }
}
