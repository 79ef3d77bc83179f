use rootbake_core::role::Role;

use super::{Lint, LintSeverity, Offence};

/// An intermediate among roots: trusting it as an anchor passes over whatever its issuer says.
pub(super) const LINT: Lint = Lint {
    id: "not-self-issued",
    severity: LintSeverity::Must,
    excusable: true,
    asks: "a root is its own issuer",
    citation: "RFC 5280 section 3.2, Mozilla Root Store Policy 3.0 section 7.1",
    since: "2008-05-01",
    check: |root, _| {
        let certificate = &root.certificate;
        let role = Role::of(certificate, false).ok()?;
        (role == Role::Intermediate).then(|| Offence {
            message: "certificate is an intermediate",
            found: match certificate.is_self_issued() {
                true => "the key identifiers of issuer and subject differ".to_owned(),
                false => format!("issued by {}", certificate.issuer),
            },
            expected: "a certificate that its own subject has issued",
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
                (root("root"), false),
                (root("end entity, which another lint is about").end_entity(), false),
                (root("intermediate").issued_by("another root"), true),
            ],
        );
    }
}
