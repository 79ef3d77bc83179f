//! The real files, and one against the other: where they differ is named root by root, and why.
//!
//! They lie under the directory that the environment variable `ROOTBAKE_TEST_DATA` names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rootbake_codegen::{Programme, ProgrammeRoot, Verdict};
use rootbake_core::certificate::sha256;
use rootbake_core::pem;
use serde_json::Value;

use super::{check, read, root, time};

fn data() -> Option<PathBuf> {
    let data = std::env::var_os("ROOTBAKE_TEST_DATA").map(PathBuf::from);
    if data.is_none() {
        eprintln!("skipped: ROOTBAKE_TEST_DATA is not set");
    }
    data
}

fn programme(data: &Path, file: &str, version: Option<&str>) -> Programme {
    let content = fs::read(data.join(file)).unwrap();
    read(file, &content, version).unwrap_or_else(|report| panic!("{report}"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What there is of servers, by fingerprint.
fn trusted(programme: &Programme) -> BTreeMap<String, &ProgrammeRoot> {
    let roots = programme.roots.iter().filter(|root| root.verdict == Verdict::Trusted);
    roots.map(|root| (hex(&root.fingerprint), root)).collect()
}

/// The fingerprints of the certificates in PEM files.
fn fingerprints(files: impl Iterator<Item = PathBuf>) -> BTreeSet<String> {
    let mut fingerprints = BTreeSet::new();
    for file in files {
        let text = fs::read(&file).unwrap();
        for block in pem::blocks(&text).map(Result::unwrap) {
            let mut der = vec![0; block.der_capacity()];
            fingerprints.insert(hex(&sha256(block.decode(&mut der).unwrap())));
        }
    }
    fingerprints
}

/// Why two files differ about some roots, each as `+` or `-` and the fingerprint's beginning: an
/// entry that matches nothing fails as a difference without an entry does.
type Reasons<'r> = &'r [(&'r str, &'r [&'r str])];

fn hold(differences: BTreeSet<String>, reasons: Reasons<'_>) {
    let expected = reasons.iter().flat_map(|(_, roots)| roots.iter().map(|&root| root.to_owned()));
    assert_eq!(differences, expected.collect());
}

/// `+` is in the second only, `-` in the first only.
fn in_one_only(first: &BTreeSet<String>, second: &BTreeSet<String>) -> BTreeSet<String> {
    let added = second.difference(first).map(|root| format!("+{}", &root[..16]));
    let removed = first.difference(second).map(|root| format!("-{}", &root[..16]));
    added.chain(removed).collect()
}

const AFTER_286: (&str, &[&str]) = (
    "Mozilla took the root in after ckbi 2.86: Telia RSA and EC TLS v3, SECOM TLS RSA and ECC 2024",
    &["+098e08a91dbbf774", "+1435f225c5d252d7", "+6ab2ab75f51cb4f4", "+d13db1294c45ebc6"],
);

const DISTRUSTED: (&str, &[&str]) = (
    "the distrust date that 2.86 has passed more than 398 days ago, when webpki-root-certs leaves \
     roots out; not for servers any more in ckbi 2.90 either: Entrust Root, ePKI Root",
    &["-73c176434f1bc6d5", "-c0a6f4dc63a24bfd"],
);

const GONE_BY_290: (&str, &[&str]) = (
    "not for servers any more in ckbi 2.90: SecureSign Root CA12, emSign ECC G3, Atos 2011",
    &["-3f034bb5704d44b2", "-86a1ecba089c4a8d", "-f356bea244b7a91e"],
);

#[test]
fn nss_2_86_is_what_others_made_of_it() {
    let Some(data) = data() else { return };
    let nss = programme(&data, "nss-certdata/certdata.txt", None);
    let servers: BTreeSet<String> = trusted(&nss).into_keys().collect();
    assert_eq!((nss.roots.len(), servers.len()), (167, 121));
    let webpki = data.join("mozilla-webpki-roots/webpki-root-certs-1.0.11.pem");
    let webpki = fingerprints([webpki].into_iter());
    assert_eq!(webpki.len(), 118);
    let not_in_ccadb = (
        "in ckbi 2.90 as Debian has it, but not listed for servers by the CCADB when \
         webpki-root-certs was made: emSign Root CA C1, emSign ECC Root CA C3",
        &["-125609aa301da0a2", "-bc4d809b15189d78"][..],
    );
    hold(in_one_only(&servers, &webpki), &[AFTER_286, DISTRUSTED, GONE_BY_290, not_in_ccadb]);
    let debian = fs::read_dir(data.join("debian-ca-certificates/mozilla-20260816+nmu1")).unwrap();
    let debian = fingerprints(debian.map(|entry| entry.unwrap().path()));
    assert_eq!(debian.len(), 120);
    hold(in_one_only(&servers, &debian), &[AFTER_286, DISTRUSTED, GONE_BY_290]);
}

/// The dates of a programme by label: of roots that it trusts for servers, and of others.
fn dates(programme: &Programme) -> Vec<(&str, String)> {
    let dates = programme.roots.iter().filter_map(|root| {
        let for_servers = if root.verdict == Verdict::Trusted { "" } else { ", not for servers" };
        let date = root.distrust_after?;
        Some((root.label.as_deref().unwrap(), format!("{date}{for_servers}")))
    });
    dates.collect()
}

#[test]
fn the_distrust_dates_of_nss_are_found() {
    let Some(data) = data() else { return };
    let nss = programme(&data, "nss-certdata/certdata.txt", None);
    let other = "2024-11-30T23:59:59Z, not for servers";
    let expected = [
        ("Entrust.net Premium 2048 Secure Server CA", other),
        ("Entrust Root Certification Authority", "2024-11-30T23:59:59Z"),
        ("ePKI Root Certification Authority", "2025-04-15T23:59:59Z"),
        // in its trust, behind a comment
        ("Izenpe.com", "2026-04-15T23:59:59Z"),
        ("Entrust Root Certification Authority - G2", other),
        ("Entrust Root Certification Authority - EC1", other),
    ];
    assert_eq!(dates(&nss), expected.map(|(label, date)| (label, date.to_owned())));
    let older = programme(&data, "nss-certdata/certdata-nss3.110.txt", None);
    let found = dates(&older);
    assert_eq!(found.len(), 9);
    // not the end of the day, as the others have it
    assert!(found.contains(&("GLOBALTRUST 2020", "2024-06-30T00:00:00Z".to_owned())));
    let distrusted = root(&older, "Explicitly Distrust DigiNotar Root CA");
    assert!(matches!(distrusted.verdict, Verdict::Distrusted { .. }));
}

#[test]
fn the_distrust_tests_of_nss_are_read_as_they_are_meant() {
    let Some(data) = data() else { return };
    let file = "nss-certdata/testlib/certdata-testlib.txt";
    let text = fs::read_to_string(data.join(file)).unwrap();
    check("data-nss-testlib", "certdata-testlib.txt", text.as_bytes(), None);
    let third = text.find("# Certificate \"Distrust Fields Test - err_distrust\"").unwrap();
    let good = read(file, &text.as_bytes()[..third], None).unwrap();
    assert_eq!(root(&good, "Distrust Fields Test - no_distrust").distrust_after, None);
    let date = root(&good, "Distrust Fields Test - ok_distrust").distrust_after;
    assert_eq!(date, Some(time("2020-06-17T00:00:00Z")));
}

#[test]
fn chrome_s_rules_depend_on_its_version() {
    let Some(data) = data() else { return };
    let file = "chrome-root-store/root_store_v40.json";
    let current = programme(&data, file, None);
    assert_eq!(current.name, "Chrome Root Store 40");
    assert_eq!(current.product_version.as_deref(), Some("154.0.8037.97"));
    let pem = data.join("chrome-root-store/root_store_v40.pem");
    let found: BTreeSet<String> = trusted(&current).into_keys().collect();
    assert_eq!(found, fingerprints([pem].into_iter()));
    assert_eq!(found.len(), 115);
    let until = |programme: &Programme| {
        let mut until = BTreeMap::new();
        for rules in programme.roots.iter().flat_map(|root| &root.any_of) {
            assert!(rules.sct_all_after.is_none() && rules.permitted_dns.is_empty());
            *until.entry(rules.sct_not_after.unwrap().to_string()).or_insert(0) += 1;
        }
        until
    };
    let old = ("2025-07-31", 1);
    let expected = [
        old,
        ("2025-10-31", 2),
        ("2026-04-14", 1),
        ("2026-05-28", 4),
        ("2026-06-14", 5),
        ("2026-09-14", 4),
        ("2026-09-30", 13),
        ("2027-01-14", 3),
        ("2027-06-14", 1),
        ("2027-08-30", 4),
        ("2027-09-14", 9),
    ];
    let at_end = |(day, count)| (format!("{day}T23:59:59Z"), count);
    assert_eq!(until(&current), expected.map(at_end).into());
    // all but one begin with 153.0.8010.0, and that one with 139
    for (version, expected) in [
        ("153.0.8010.0", expected.as_slice()),
        ("153.0.8009.9999", &[old]),
        ("150.0.0.0", &[old]),
        ("138.9", &[]),
    ] {
        let then = programme(&data, file, Some(version));
        assert_eq!(trusted(&then).len(), 115);
        assert_eq!(until(&then), expected.iter().copied().map(at_end).collect(), "{version}");
        assert_eq!(then.notes.findings().len(), 47, "{version}");
    }
}

/// The JSON as Chromium's source would have it.
fn as_textproto(store: &Value) -> String {
    let mut text = format!("version_major: {}\n", store["root_store_version"]);
    for anchor in store["anchors"].as_array().unwrap() {
        let additional = anchor["kind"] == "Additional";
        text += if additional { "additional_certs {\n" } else { "trust_anchors {\n" };
        text += &format!("sha256_hex: {}\n", anchor["sha256"]);
        text += if additional { "tls_trust_anchor: true\n" } else { "" };
        for set in anchor["constraints"].as_array().unwrap() {
            let fields = set.as_object().unwrap().iter();
            let fields: String = fields.map(|(name, value)| format!("{name}: {value}\n")).collect();
            text += &format!("constraints: {{\n{fields}}}\n");
        }
        text += "}\n\n";
    }
    text
}

#[test]
fn both_forms_of_chrome_s_store_say_the_same() {
    let Some(data) = data() else { return };
    let file = "chrome-root-store/root_store_v40.json";
    let json = programme(&data, file, None);
    let store: Value = serde_json::from_slice(&fs::read(data.join(file)).unwrap()).unwrap();
    let text = as_textproto(&store);
    let text = read("root_store.textproto", text.as_bytes(), json.product_version.as_deref());
    let without_lines = |programme: Programme| -> Vec<ProgrammeRoot> {
        let roots = programme.roots.into_iter().map(|root| ProgrammeRoot { line: 0, ..root });
        roots.collect()
    };
    assert_eq!(without_lines(json), without_lines(text.unwrap()));
}

/// A third party's copy of what the CCADB says, as a report of the CCADB.
fn report_of_cryptodatahub(data: &Path) -> String {
    let text = fs::read(data.join("cryptodatahub/root-certificate.json")).unwrap();
    let roots: BTreeMap<String, Value> = serde_json::from_slice(&text).unwrap();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record([
            "Common Name or Certificate Name",
            "SHA-256 Fingerprint",
            "PEM Info",
            "Trust Bits",
            "Distrust for TLS After Date",
            "Mozilla Applied Constraints",
        ])
        .unwrap();
    for (name, root) in &roots {
        let stores = root["trust_stores"].as_array().unwrap();
        if let Some(mozilla) = stores.iter().find(|store| store["owner"] == "MOZILLA") {
            let sha256 = root["_meta"]["_fingerprints"]["SHA2_256"].as_str().unwrap();
            let pem = format!("'{}'", texts_of(&root["certificate"]).join("\n"));
            let (day, names) = constraints(mozilla);
            writer.write_record([name, sha256, &pem, "Websites", &day, &names]).unwrap();
        }
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

/// As the columns have them.
fn constraints(store: &Value) -> (String, String) {
    let (mut day, mut names) = (String::new(), Vec::new());
    for constraint in store["constraints"].as_array().unwrap() {
        assert_eq!(constraint["action"], "DISTRUST");
        let date = constraint["date"].as_str().unwrap_or_default();
        day += &date.replace("T00:00:00", "").replace('-', ".");
        names.extend(texts_of(&constraint["domains"]));
    }
    (day, names.join(","))
}

fn texts_of(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn nss_and_the_ccadb_say_the_same() {
    let Some(data) = data() else { return };
    let nss = programme(&data, "nss-certdata/certdata.txt", None);
    let ccadb = read("report.csv", report_of_cryptodatahub(&data).as_bytes(), None).unwrap();
    let (nss, ccadb) = (trusted(&nss), trusted(&ccadb));
    let mut differences =
        in_one_only(&nss.keys().cloned().collect(), &ccadb.keys().cloned().collect());
    let mut same_dates = Vec::new();
    for (sha256, nss) in &nss {
        let Some(ccadb) = ccadb.get(sha256) else { continue };
        match (nss.distrust_after, ccadb.distrust_after) {
            (None, None) => (),
            (nss, ccadb) if nss == ccadb => same_dates.push(&sha256[..16]),
            (nss, ccadb) => {
                differences.insert(format!("{} dates {nss:?}, {ccadb:?}", &sha256[..16]));
            }
        }
        if nss.permitted_dns != ccadb.permitted_dns {
            let names = ccadb.permitted_dns.join(", ");
            differences.insert(format!("{} names {names}", &sha256[..16]));
        }
    }
    // Izenpe.com, Entrust Root: the day of the CCADB ends at the second that NSS has
    assert_eq!(same_dates, ["2530cc8e98321502", "73c176434f1bc6d5"]);
    hold(
        differences,
        &[
            (
                "TUBITAK: NSS has the names in its code, not in certdata.txt",
                &["46edc3689046d53a names .tr"],
            ),
            (
                "ePKI Root: the copy is younger, and no longer lists it for Mozilla",
                &["-c0a6f4dc63a24bfd"],
            ),
        ],
    );
}
