//! All identities as they are at one moment, and how one of them is found for a peer.

use std::collections::HashMap;
use std::sync::Arc;

use super::entry::{Entry, Facts, Span};
use super::names::{HostName, Names};
use super::offer::{Sides, Wish};
use super::selection::{Rank, Selection};

/// The identities in their order, and what finds one without looking at each.
#[derive(Debug, Default)]
pub(super) struct State {
    entries: Vec<Arc<Entry>>,
    names: Names,
    classes: Vec<Class>,
    /// The classes that have an issuer, by its name
    by_issuer: HashMap<Box<[u8]>, Vec<usize>>,
}

/// Identities that differ in name and dates only.
#[derive(Debug)]
struct Class {
    facts: Facts,
    /// In their order
    members: Vec<Member>,
    /// From the first to the last second at which any of them can be used
    spans: Sides<Span>,
}

#[derive(Debug)]
struct Member {
    place: u32,
    spans: Sides<Span>,
}

/// What is best so far: a rank, and the place of the identity that has it.
type Found = (Rank, u32);

impl State {
    pub(super) fn new(entries: Vec<Arc<Entry>>) -> Self {
        let mut state = Self { entries, ..Self::default() };
        let mut classes: HashMap<&Facts, usize> = HashMap::new();
        for (place, entry) in (0..).zip(&state.entries) {
            for name in entry.names.iter().flatten() {
                state.names.add(name, place);
            }
            let class = *classes.entry(&entry.facts).or_insert_with(|| {
                state.classes.push(Class::new(entry));
                state.classes.len() - 1
            });
            if let Some(class) = state.classes.get_mut(class) {
                class.add(place, entry.spans);
            }
        }
        for (index, class) in state.classes.iter().enumerate() {
            for issuer in &class.facts.issuers {
                state.by_issuer.entry(issuer.clone()).or_default().push(index);
            }
        }
        state
    }

    pub(super) fn entries(&self) -> &[Arc<Entry>] {
        &self.entries
    }

    /// The identity that a peer is served. Where there is but one, name and time make no difference.
    pub(super) fn answer<N: AsRef<[u8]>>(&self, wish: &Wish<'_, N>) -> Option<&Arc<Entry>> {
        match self.entries.as_slice() {
            [only] => only.is_servable(wish).then_some(only),
            _ => self.select(wish).map(|(_, entry)| entry),
        }
    }

    /// The best identity for a peer. Allocates nothing; costs a look-up of the name and of each CA
    /// that is named, and a look at each class.
    pub(super) fn select<N: AsRef<[u8]>>(&self, wish: &Wish<'_, N>) -> Option<(Rank, &Arc<Entry>)> {
        let mut best = wish.host_name().and_then(|name| self.best_for_name(&name, wish));
        // others are for another name, and so worse
        if wish.name.is_none() || best.is_none_or(|(rank, _)| rank > Rank::UnlistedSignature) {
            best = self.best_of_classes(wish, best);
        }
        let (rank, place) = best?;
        let entry = self.entries.get(usize::try_from(place).ok()?)?;
        Some((rank, entry))
    }

    fn named<N>(&self, wish: &Wish<'_, N>) -> Vec<u32> {
        wish.host_name().iter().flat_map(|name| self.names.find(name)).collect()
    }

    /// The best of those that have the name.
    fn best_for_name<N: AsRef<[u8]>>(&self, name: &HostName, wish: &Wish<'_, N>) -> Option<Found> {
        let named = self.names.find(name).filter_map(|place| {
            let entry = self.entries.get(usize::try_from(place).ok()?)?;
            Some((entry.rank(wish, true).ok()?, place))
        });
        named.min()
    }

    fn best_of_classes<N: AsRef<[u8]>>(
        &self,
        wish: &Wish<'_, N>,
        named: Option<Found>,
    ) -> Option<Found> {
        let floor = if wish.name.is_some() { Rank::Insensitive } else { Rank::Ok };
        if wish.ca_names.is_empty() {
            return self.classes.iter().fold(named, |best, class| class.better(best, floor, wish));
        }
        let names = wish.ca_names.iter().map(AsRef::as_ref);
        let indices = names.filter_map(|name: &[u8]| self.by_issuer.get(name)).flatten();
        let classes = indices.filter_map(|index| self.classes.get(*index));
        classes.fold(named, |best, class| class.better(best, floor, wish))
    }

    /// What is selected and why, with a look at every identity.
    pub(super) fn explain<N: AsRef<[u8]>>(&self, wish: &Wish<'_, N>) -> Selection {
        let named: Vec<u32> = self.named(wish);
        let candidates: Vec<_> = (0..)
            .zip(&self.entries)
            .map(|(place, entry)| {
                let has_name =
                    wish.name.is_none() || entry.names.is_none() || named.contains(&place);
                entry.candidate(wish, has_name)
            })
            .collect();
        let ranks = candidates.iter().map(|candidate| candidate.verdict.ok()).enumerate();
        let best = ranks.filter_map(|(place, rank)| Some((rank?, place))).min();
        Selection { chosen: best.map(|(_, place)| place), candidates }
    }
}

impl Class {
    fn new(entry: &Entry) -> Self {
        Self { facts: entry.facts.clone(), members: Vec::new(), spans: entry.spans }
    }

    fn add(&mut self, place: u32, spans: Sides<Span>) {
        self.members.push(Member { place, spans });
        self.spans = Sides::each(|side| self.spans.of(side).or(*spans.of(side)));
    }

    /// The better one of what was found before and the best of this class, where `floor` is the
    /// best rank that any can have.
    fn better<N>(&self, best: Option<Found>, floor: Rank, wish: &Wish<'_, N>) -> Option<Found> {
        let own = || {
            let first = self.members.first()?;
            let rank = self.facts.rank(wish).ok()?.max(floor);
            // the dates make no difference any more
            if rank >= Rank::Expired {
                return Some((rank, first.place));
            }
            let is_usable = |spans: &Sides<Span>| spans.of(wish.side).contains(wish.now());
            let has_valid = is_usable(&self.spans);
            let mut members = self.members.iter().take_while(|_| has_valid);
            match members.find(|member| is_usable(&member.spans)) {
                Some(valid) => Some((rank, valid.place)),
                None => Some((Rank::Expired, first.place)),
            }
        };
        match (best, own()) {
            (Some(best), Some(own)) => Some(best.min(own)),
            (best, own) => best.or(own),
        }
    }
}
