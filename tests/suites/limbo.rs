//! The cases of x509-limbo, as `limbo-schema.json` beside them describes them.
//!
//! The names that a client is expected to have are not compared: neither verifier does that for
//! clients. Keys of the suite are made anew whenever it is compiled, so that only the ids last.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rootbake::certificate::Time;
use rootbake::pki_types::pem::PemObject;
use rootbake::pki_types::{ServerName, UnixTime};
use serde_json::Value;

use crate::judged::{Case, Suite};
use crate::question::{Peer, Question, at};
use crate::table;

/// For the cases that name no time, whose certificates are valid for decades.
const NOW: &str = "2026-07-01T00:00:00+00:00";

pub(crate) fn suite(data: &Path) -> Suite {
    let text = fs::read(data.join("x509-limbo/limbo-generated-no-bettertls.json")).unwrap();
    let limbo: Value = serde_json::from_slice(&text).unwrap();
    let left_out = table::rows::<2>(include_str!("limbo/not-applicable.tsv"));
    let (mut cases, mut sections, mut met) = (Vec::new(), Vec::new(), BTreeSet::new());
    for case in list(&limbo["testcases"]) {
        let mut features = list(&case["features"]).iter().map(text_of);
        let feature = features.find(|feature| left_out.contains_key(feature));
        count(&mut sections, section(case), usize::from(feature.is_some()));
        match feature {
            Some(feature) => _ = met.insert(feature),
            None => cases.push(read(case)),
        }
    }
    assert!(left_out.keys().eq(&met), "not applicable, and not there: expected but {met:?}");
    Suite { cases, sections }
}

fn count(sections: &mut Vec<(String, usize)>, section: String, not_run: usize) {
    match sections.iter_mut().find(|(known, _)| *known == section) {
        Some((_, count)) => *count += not_run,
        None => sections.push((section, not_run)),
    }
}

fn read(case: &Value) -> Case {
    check_demands(case);
    Case {
        id: text_of(&case["id"]).to_owned(),
        section: section(case),
        valid: match text_of(&case["expected_result"]) {
            "SUCCESS" => true,
            "FAILURE" => false,
            other => panic!("{other}"),
        },
        question: Question {
            trusted: blocks(&case["trusted_certs"]),
            end_entity: block(&case["peer_certificate"]),
            intermediates: blocks(&case["untrusted_intermediates"]),
            crls: blocks(&case["crls"]),
            peer: peer(case),
            time: time(case["validation_time"].as_str().unwrap_or(NOW)),
        },
    }
}

/// The id without its last part.
fn section(case: &Value) -> String {
    let id = text_of(&case["id"]);
    id.rsplit_once("::").map_or(id, |(section, _)| section).to_owned()
}

/// Stops at what a case demands beyond the role of the peer, so that nothing is overlooked.
fn check_demands(case: &Value) {
    let (id, purposes) = (&case["id"], list(&case["extended_key_usage"]));
    assert!(list(&case["signature_algorithms"]).is_empty(), "{id}");
    // the end entities of these two cases have it, and neither verifier looks at it
    assert!(list(&case["key_usage"]).iter().all(|usage| usage == "digitalSignature"), "{id}");
    let implied = match text_of(&case["validation_kind"]) {
        "SERVER" => "serverAuth",
        _ => "clientAuth",
    };
    assert!(purposes.iter().all(|purpose| purpose == implied), "{id}");
}

fn peer(case: &Value) -> Peer {
    let name = case["expected_peer_name"]["value"].as_str();
    match text_of(&case["validation_kind"]) {
        "SERVER" => Peer::Server(name.map(|name| ServerName::try_from(name.to_owned()).unwrap())),
        "CLIENT" => Peer::Client,
        other => panic!("{other}"),
    }
}

/// Of a time in UTC, down to the second.
fn time(text: &str) -> UnixTime {
    let (second, rest) = text.split_at("2026-07-01T00:00:00".len());
    assert!(rest.ends_with("+00:00"), "{text}");
    at(Time::from_rfc3339(&format!("{second}Z")).unwrap())
}

fn blocks<T: PemObject>(blocks: &Value) -> Vec<T> {
    list(blocks).iter().map(block).collect()
}

fn block<T: PemObject>(pem: &Value) -> T {
    T::from_pem_slice(text_of(pem).as_bytes()).ok().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap()
}
