//! What `remake.sh` runs to make `chrome.pem` of the crates.io package `chromium-roots`, and beside
//! it `root_store.json`, from which `rootbake lock --source` takes the rules.

use std::fmt::Write;
use std::{env, fs};

use chromium_roots::{RootConstraint, TLS_TRUST_ANCHORS, TrustAnchor, TrustAnchorKind};
use rootbake_core::certificate::Certificate;
use rootbake_core::pem;

fn main() {
    let folder = env::args().nth(1).expect("usage: chrome FOLDER");
    let mut anchors: Vec<&TrustAnchor> = TLS_TRUST_ANCHORS.iter().collect();
    anchors.sort_by_key(|anchor| anchor.sha256);
    let blocks: String = anchors.iter().map(|anchor| block(anchor)).collect();
    fs::write(format!("{folder}/chrome.pem"), blocks).expect("folder can be written to");
    fs::write(format!("{folder}/root_store.json"), json()).expect("folder can be written to");
}

fn block(anchor: &TrustAnchor) -> String {
    let certificate = Certificate::from_der(anchor.der).expect("a certificate");
    let subject = certificate.subject;
    let name = subject.short().map_or(subject.to_string(), |name| name.to_string());
    let name = anchor.display_name.map_or(name, str::to_owned);
    format!("# {name}\n{}\n", pem::encode("CERTIFICATE", anchor.der))
}

fn json() -> String {
    let anchors: Vec<String> = TLS_TRUST_ANCHORS.iter().map(anchor).collect();
    format!(
        "{{\n \"source\": \"crates.io package chromium-roots\",\n \"root_store_version\": {},\n \
         \"chrome\": {:?},\n \"anchors\": [\n{}\n ]\n}}\n",
        chromium_roots::ROOT_STORE_VERSION,
        chromium_roots::SOURCE_BROWSER_VERSION,
        anchors.join(",\n")
    )
}

fn anchor(anchor: &TrustAnchor) -> String {
    let kind = match anchor.kind {
        TrustAnchorKind::Root => "Root",
        TrustAnchorKind::Additional => "Additional",
        _ => panic!("a kind that is not known here"),
    };
    let constraints: Vec<String> = anchor.constraints.iter().map(constraint).collect();
    format!(
        "  {{ \"sha256\": \"{}\", \"kind\": \"{kind}\", \"constraints\": [{}], \"eutl\": {}, \
         \"enforce_anchor_expiry\": {}, \"enforce_anchor_constraints\": {} }}",
        hex(&anchor.sha256),
        constraints.join(", "),
        anchor.eutl,
        anchor.enforce_anchor_expiry,
        anchor.enforce_anchor_constraints
    )
}

fn constraint(set: &RootConstraint) -> String {
    let number = |key: &str, value: Option<String>| value.map(|value| format!("{key:?}: {value}"));
    let text = |key: &str, value: Option<&str>| value.map(|value| format!("{key:?}: {value:?}"));
    let names = set.permitted_dns_names;
    let fields = [
        number("sct_not_after_sec", set.sct_not_after_sec.map(|value| value.to_string())),
        number("sct_all_after_sec", set.sct_all_after_sec.map(|value| value.to_string())),
        text("min_version", set.min_version),
        text("max_version_exclusive", set.max_version_exclusive),
        number("permitted_dns_names", (!names.is_empty()).then(|| format!("{names:?}"))),
        number("index_not_after", set.index_not_after.map(|value| value.to_string())),
        number("index_after", set.index_after.map(|value| value.to_string())),
        number(
            "validity_starts_not_after_sec",
            set.validity_starts_not_after_sec.map(|value| value.to_string()),
        ),
        number(
            "validity_starts_after_sec",
            set.validity_starts_after_sec.map(|value| value.to_string()),
        ),
    ];
    format!("{{ {} }}", fields.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes everything");
        text
    })
}
