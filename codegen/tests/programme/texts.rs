//! A good file of each format, made of the three roots of `tests/fixtures/three.pem`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use rootbake_core::certificate::{Certificate, sha256};
use rootbake_core::pem;

pub(crate) const JSON: &str = include_str!("fixtures/root_store.json");
pub(crate) const TEXTPROTO: &str = include_str!("fixtures/root_store.textproto");

/// The DER of the roots, and their PEM.
pub(crate) fn roots() -> Vec<(Vec<u8>, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/three.pem");
    let text = fs::read(file).unwrap();
    let blocks = pem::blocks(&text).map(|block| {
        let block = block.unwrap();
        let mut der = vec![0; block.der_capacity()];
        let der = block.decode(&mut der).unwrap().to_vec();
        let pem = pem::encode("CERTIFICATE", &der).to_string();
        (der, pem)
    });
    blocks.collect()
}

/// X1 is trusted, X2 until a day that its trust names, X3 for e-mail only; of a fourth only the
/// distrust is there.
pub(crate) fn certdata() -> String {
    let mut text = String::from("# made for tests\nBEGINDATA\n");
    text += "CKA_CLASS CK_OBJECT_CLASS CKO_NSS_BUILTIN_ROOT_LIST\nCKA_TOKEN CK_BBOOL CK_TRUE\n";
    text += "CKA_LABEL UTF8 \"Builtin Roots\"\n";
    let anchor = "CKT_NSS_TRUSTED_DELEGATOR";
    let neutral = "CKT_NSS_MUST_VERIFY_TRUST";
    let roots = roots();
    let date = "# For Server Distrust After: Wed Apr 15 23:59:59 2026\n\
                CKA_NSS_SERVER_DISTRUST_AFTER MULTILINE_OCTAL\n\
                \\062\\066\\060\\064\\061\\065\\062\\063\\065\\071\\065\\071\\132\nEND\n";
    text += &certificate(
        "Example Root X1",
        &roots[0].0,
        "CKA_NSS_SERVER_DISTRUST_AFTER CK_BBOOL CK_FALSE\n",
    );
    text += &trust("Example Root X1", &roots[0].0, "", [anchor, anchor]);
    text += &certificate("Example Root X2", &roots[1].0, "");
    text += &trust("Example Root X2", &roots[1].0, date, [anchor, neutral]);
    text += &certificate("F\\xc5\\x91 \\\"X3\\\"", &roots[2].0, "");
    text += &trust("Example Root X3", &roots[2].0, "", [neutral, anchor]);
    let alone = trust("Gone", &roots[2].0, "", ["CKT_NSS_NOT_TRUSTED"; 2]);
    text + &alone.replace("\\002\\001\\003", "\\002\\001\\077")
}

fn certificate(label: &str, der: &[u8], more: &str) -> String {
    let certificate = Certificate::from_der(der).unwrap();
    let name = octal(&element(0x30, certificate.subject.as_bytes()));
    let serial = octal(&element(2, certificate.serial));
    let value = octal(der);
    format!(
        "\n# Certificate \"{label}\"\nCKA_CLASS CK_OBJECT_CLASS CKO_CERTIFICATE\n\
         CKA_TOKEN CK_BBOOL CK_TRUE\nCKA_LABEL UTF8 \"{label}\"\n\
         CKA_CERTIFICATE_TYPE CK_CERTIFICATE_TYPE CKC_X_509\n\
         CKA_SUBJECT MULTILINE_OCTAL\n{name}END\nCKA_ID UTF8 \"0\"\n\
         CKA_ISSUER MULTILINE_OCTAL\n{name}END\n\
         CKA_SERIAL_NUMBER MULTILINE_OCTAL\n{serial}END\n\
         CKA_VALUE MULTILINE_OCTAL\n{value}END\n{more}"
    )
}

fn trust(label: &str, der: &[u8], more: &str, [server, email]: [&str; 2]) -> String {
    let certificate = Certificate::from_der(der).unwrap();
    let name = octal(&element(0x30, certificate.subject.as_bytes()));
    let serial = octal(&element(2, certificate.serial));
    let sha1 = octal(&hmac_sha1_compact::Hash::hash(der));
    format!(
        "\n# Trust for \"{label}\"\nCKA_CLASS CK_OBJECT_CLASS CKO_NSS_TRUST\n\
         CKA_LABEL UTF8 \"{label}\"\n\
         CKA_CERT_SHA1_HASH MULTILINE_OCTAL\n{sha1}END\n\
         CKA_ISSUER MULTILINE_OCTAL\n{name}END\n\
         CKA_SERIAL_NUMBER MULTILINE_OCTAL\n{serial}END\n{more}\
         CKA_TRUST_SERVER_AUTH CK_TRUST {server}\n\
         CKA_TRUST_EMAIL_PROTECTION CK_TRUST {email}\n\
         CKA_TRUST_STEP_UP_APPROVED CK_BBOOL CK_FALSE\n"
    )
}

/// The names and serial numbers here are short.
fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    [&[tag, u8::try_from(content.len()).unwrap()], content].concat()
}

fn octal(bytes: &[u8]) -> String {
    let lines = bytes.chunks(16).map(|line| {
        line.iter().fold(String::new(), |mut text, byte| {
            write!(text, "\\{byte:03o}").unwrap();
            text
        }) + "\n"
    });
    lines.collect()
}

/// X1 is trusted, X2 until a day and for some names, X3 for e-mail only.
pub(crate) fn ccadb() -> String {
    let mut text = String::from(
        "\"Owner\",\"Common Name or Certificate Name\",\"SHA-256 Fingerprint\",\"Trust Bits\",\
         \"Distrust for TLS After Date\",\"Distrust for S/MIME After Date\",\
         \"Mozilla Applied Constraints\",\"PEM Info\"\n",
    );
    for ((name, said), (der, pem)) in ["X1", "X2", "X3"]
        .iter()
        .zip([
            ["Websites;Email", "", "", ""],
            ["Websites", "2024.11.30", "2025.01.01", "*.TR, example.org"],
            ["Email", "", "", ""],
        ])
        .zip(roots())
    {
        let [bits, tls, email, names] = said;
        let sha256: String = sha256(&der).iter().map(|byte| format!("{byte:02X}")).collect();
        let fields =
            ["An, Owner", &format!("Example Root {name}"), &sha256, bits, tls, email, names];
        let fields = fields.map(|field| format!("\"{field}\",")).concat();
        writeln!(text, "{fields}\"'{}'\"", pem.trim_end()).unwrap();
    }
    text
}
