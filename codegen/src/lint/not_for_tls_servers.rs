use rootbake_core::certificate::Purposes;

use super::{Lint, LintSeverity, Offence};

/// A root that is not for TLS servers, by its certificate or by the lock.
pub(super) const LINT: Lint = Lint {
    id: "not-for-tls-servers",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "a root is for TLS servers",
    citation: "RFC 5280 section 4.2.1.12",
    since: "2008-05-01",
    check: |root, _| {
        let purposes = root.constraints.purposes;
        (!purposes.allows(Purposes::SERVER_AUTH)).then(|| Offence {
            message: "root is not for tls servers",
            found: purposes.to_string(),
            expected: "serverAuth among the purposes, or no extKeyUsage",
        })
    },
};

#[cfg(test)]
mod tests {
    use rcgen::ExtendedKeyUsagePurpose::{Any, ClientAuth, ServerAuth};

    use super::super::tests::{check, root};
    use super::LINT;

    #[test]
    fn table() {
        check(
            &LINT,
            "2026-01-01",
            &[
                (root("no purposes"), false),
                (root("servers").purposes(&[ClientAuth, ServerAuth]), false),
                (root("any").purposes(&[Any]), false),
                (root("clients").purposes(&[ClientAuth]), true),
            ],
        );
    }
}
