use super::{Lint, LintSeverity, Offence};

/// A root that has signed itself by MD5 or SHA-1. Nobody verifies that signature, and so it is a note:
/// it tells how old the root is.
pub(super) const LINT: Lint = Lint {
    id: "weak-signature",
    severity: LintSeverity::May,
    excusable: true,
    asks: "a root is not signed by MD5 or SHA-1",
    citation: "CA/Browser Forum TLS BR 2.0.0 section 7.1.3.2",
    since: "2016-01-01",
    check: |root, _| {
        let oid = root.certificate.signature_algorithm().ok()?.to_string();
        let (_, name) = WEAK.into_iter().find(|(weak, _)| *weak == oid)?;
        Some(Offence {
            message: "root has a weak signature",
            found: name.to_owned(),
            expected: "a signature by SHA-256 or better",
        })
    },
};

/// RFC 3279 section 2.2.1 and 2.2.3
const WEAK: [(&str, &str); 4] = [
    ("1.2.840.113549.1.1.2", "RSA with MD2"),
    ("1.2.840.113549.1.1.4", "RSA with MD5"),
    ("1.2.840.113549.1.1.5", "RSA with SHA-1"),
    ("1.2.840.10045.4.1", "ECDSA with SHA-1"),
];

#[cfg(test)]
mod tests {
    use super::super::tests::{check, root};
    use super::LINT;

    #[test]
    fn table() {
        check(
            &LINT,
            "2026-01-01",
            &[(root("sha-256"), false), (root("sha-1").rsa(2048).by_sha1(), true)],
        );
    }
}
