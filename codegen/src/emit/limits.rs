//! The limits of the roots. All is destructured whole: a new one does not compile before it is
//! emitted.

use std::collections::BTreeSet;

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use rootbake_core::certificate::{Time, Validity};
use rootbake_core::constraints::Constraints;

use super::literals::integer;
use crate::imposed::Imposed;
use crate::lock::RuleSet;
use crate::locked::LockedRoot;

/// What is imposed on the roots, each once: it is mostly the same for many.
pub(super) fn imposed<'a>(roots: &'a [LockedRoot<'_>]) -> BTreeSet<&'a Imposed> {
    roots.iter().map(|root| &root.imposed).filter(|imposed| !imposed.is_empty()).collect()
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

pub(super) fn imposed_tokens(imposed: &Imposed) -> TokenStream {
    let Imposed { any_of, names, names_source, path_len_source, purposes_source } = imposed;
    let any_of = any_of.iter().map(rules);
    quote! {
        rootbake_v1::Imposed {
            any_of: &[#(#any_of),*],
            names: &[#(#names),*],
            names_source: #names_source,
            path_len_source: #path_len_source,
            purposes_source: #purposes_source,
        }
    }
}

fn rules(rules: &RuleSet) -> TokenStream {
    let RuleSet {
        distrust_after,
        sct_not_after,
        sct_all_after,
        permitted_dns,
        excludes_ip,
        source,
    } = rules;
    let [distrust_after, sct_not_after, sct_all_after] =
        [distrust_after, sct_not_after, sct_all_after]
            .map(|time| option(time.map(Time::unix_seconds).map(integer)));
    let source = Literal::string(source);
    quote! {
        rootbake_v1::rules(
            #distrust_after, #sct_not_after, #sct_all_after, &[#(#permitted_dns),*], #excludes_ip, #source
        )
    }
}

fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(Some(#value)),
        None => quote!(None),
    }
}
