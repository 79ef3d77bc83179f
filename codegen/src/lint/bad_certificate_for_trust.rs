use rootbake_core::role::Role;

use super::{Lint, LintSeverity, Offence};

/// A root that would be dangerous or useless in any role: its key, or an extension that must be
/// understood and is not.
pub(super) const LINT: Lint = Lint {
    id: "bad-certificate-for-trust",
    severity: LintSeverity::Must,
    excusable: false,
    asks: "a root has a usable key, and no critical extension that is not processed",
    citation: "RFC 5280 sections 4.1.2.7 and 4.2, CA/Browser Forum TLS BR 2.0.0 section 6.1.5",
    since: "2008-05-01",
    check: |root, _| {
        let refusal = Role::of(&root.certificate, false).err()?;
        Some(Offence {
            message: "root cannot be trusted for anything",
            found: format!("{refusal} [{}]", refusal.code()),
            expected: "a usable key, and no critical extension that is not processed",
        })
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::{check, root};
    use super::LINT;

    #[test]
    fn table() {
        check(
            &LINT,
            "2026-01-01",
            &[
                (root("plain"), false),
                (root("unknown critical extension").critical_extension(), true),
                (root("critical extension of the leaf's own").noncritical_extension(), false),
            ],
        );
    }
}
