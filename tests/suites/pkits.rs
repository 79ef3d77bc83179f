//! The cases of NIST PKITS, by the numbers of "Conformance Testing of Relying Party Client
//! Certificate Path Processing Logic", version 1.0.1.
//!
//! `pkits/cases.tsv` says which files a case consists of: the certificates below the trust anchor
//! with the end entity last, and the CRLs. The end entities are asked about as TLS clients: they
//! have no DNS names, and a client needs none.

use std::fs;
use std::path::{Path, PathBuf};

use rootbake::certificate::Time;

use crate::judged::{Case, Suite};
use crate::question::{Peer, Question, at};
use crate::table;

/// The month of the document: what is meant to be valid is so from 2010 to 2030.
const NOW: &str = "2011-04-14T00:00:00Z";

/// How many cases there are, without counting the parts of one apart.
const CASES: usize = 224;

pub(crate) fn suite(data: &Path) -> Suite {
    let files = Files(data.join("nist-pkits"));
    let cases = in_order::<4>(include_str!("pkits/cases.tsv"));
    let titles = in_order::<2>(include_str!("pkits/sections.tsv"));
    let not_applicable = table::rows::<3>(include_str!("pkits/not-applicable.tsv"));
    let sections = titles.iter().map(|[section, title]| {
        let count = not_applicable.get(section).map_or(0, |[_, count, _]| count.parse().unwrap());
        (format!("{section} {title}"), count)
    });
    let sections: Vec<_> = sections.collect();
    let not_run: usize = sections.iter().map(|(_, not_run)| not_run).sum();
    assert_eq!(cases.len() + not_run, CASES, "cases that are run and that are not");
    let section_of = |number: &str| {
        let [section, title] = titles.iter().find(|[section, _]| within(number, section)).unwrap();
        format!("{section} {title}")
    };
    let cases = cases.iter().map(|row| files.case(section_of(row[0]), row)).collect();
    Suite { cases, sections }
}

/// The rows of a table: `4.10.2` comes behind `4.9.1`.
fn in_order<const N: usize>(table: &str) -> Vec<[&str; N]> {
    let mut rows: Vec<[&str; N]> = table::rows(table).into_values().collect();
    rows.sort_by_key(|row| -> Vec<u8> {
        row[0].split('.').map(|part| part.parse().unwrap()).collect()
    });
    rows
}

fn within(number: &str, section: &str) -> bool {
    number.rsplit_once('.').is_some_and(|(before, _)| before == section)
}

/// The folder of the suite.
struct Files(PathBuf);

impl Files {
    fn case(&self, section: String, [number, expected, certificates, crls]: &[&str; 4]) -> Case {
        let mut certificates: Vec<_> = certificates.split(' ').collect();
        let end_entity = certificates.pop().unwrap();
        // the names of the files say it too
        let valid = end_entity.starts_with("Valid");
        assert_eq!(*expected, if valid { "accept" } else { "reject" }, "{number}");
        Case {
            id: (*number).to_owned(),
            section,
            valid,
            question: Question {
                trusted: vec![self.certificate("TrustAnchorRootCertificate").into()],
                end_entity: self.certificate(end_entity).into(),
                intermediates: certificates.iter().map(|ca| self.certificate(ca).into()).collect(),
                crls: crls.split(' ').map(|crl| self.crl(crl).into()).collect(),
                peer: Peer::Client,
                time: at(Time::from_rfc3339(NOW).unwrap()),
            },
        }
    }

    fn certificate(&self, name: &str) -> Vec<u8> {
        self.read(&format!("certs/{name}.crt"))
    }

    fn crl(&self, name: &str) -> Vec<u8> {
        self.read(&format!("crls/{name}.crl"))
    }

    fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.0.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }
}
