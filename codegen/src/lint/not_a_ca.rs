use rootbake_core::role::Role;

use super::{Lint, LintSeverity, Offence};

/// A certificate that may not issue others.
pub(super) const LINT: Lint = Lint {
    id: "not-a-ca",
    severity: LintSeverity::Must,
    excusable: false,
    asks: "a root is a CA",
    citation: "RFC 5280 section 4.2.1.9",
    since: "2008-05-01",
    check: |root, _| {
        let role = Role::of(&root.certificate, false).ok()?;
        (!role.issues()).then(|| Offence {
            message: "certificate is not a ca",
            found: match root.certificate.extensions.basic_constraints {
                Some(_) => "basicConstraints with cA FALSE".to_owned(),
                None => "no basicConstraints, and no keyCertSign in the key usage".to_owned(),
            },
            expected: "basicConstraints with cA TRUE",
        })
    },
};

#[cfg(test)]
mod tests {
    use super::super::tests::{check, root};
    use super::LINT;

    #[test]
    fn table() {
        check(&LINT, "2026-01-01", &[(root("ca"), false), (root("end entity").end_entity(), true)]);
    }
}
