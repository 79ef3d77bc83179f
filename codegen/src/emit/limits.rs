//! The limits of the roots. All is destructured whole: a new one does not compile before it is
//! emitted.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use rootbake_core::certificate::Validity;
use rootbake_core::constraints::Constraints;

use super::literals::{bytes, integer};
use crate::imposed::Imposed;
use crate::locked::LockedRoot;

/// What is imposed on the roots, each once: it is mostly the same for many.
pub(crate) fn imposed<'a>(roots: &'a [LockedRoot<'_>]) -> BTreeSet<&'a Imposed> {
    let mut all = BTreeSet::new();
    all.extend(roots.iter().map(|root| &root.imposed).filter(|imposed| !imposed.is_empty()));
    all
}

/// The limits of one root, with its place among what is imposed.
pub(super) fn of(root: &LockedRoot<'_>, imposed: &BTreeSet<&Imposed>) -> TokenStream {
    // what is imposed stands beside it before it is emitted
    let Constraints { validity, key_usage, purposes, path_len, imposed: _ } = root.constraints;
    let Validity { not_before, not_after } = validity;
    let not_before = integer(not_before.unix_seconds());
    let not_after = integer(not_after.unix_seconds());
    let key_usage = integer(key_usage.bits());
    let purposes = integer(purposes.bits());
    let path_len = option(path_len.map(integer));
    let place = imposed.iter().position(|imposed| **imposed == root.imposed);
    let place = integer(place.map_or(0, |place| place + 1));
    quote! {
        rootbake_v1::limits(#not_before, #not_after, #key_usage, #purposes, #path_len, #place)
    }
}

/// What is imposed on a root, packed: its words are in the documentation of the root.
pub(super) fn imposed_tokens(imposed: &Imposed) -> TokenStream {
    // looked at where the lock was joined to the bundle
    let packed = bytes(&imposed.pack().unwrap_or_default());
    quote!(rootbake_v1::imposed(#packed))
}

fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(Some(#value)),
        None => quote!(None),
    }
}
