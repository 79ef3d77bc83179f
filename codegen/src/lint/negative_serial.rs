use super::{Lint, LintSeverity, Offence};

/// A serial number below zero. Zero itself is met in roots of good name, and does no harm.
pub(super) const LINT: Lint = Lint {
    id: "negative-serial",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "a serial number is not negative",
    citation: "RFC 5280 section 4.1.2.2",
    since: "2008-05-01",
    check: |root, _| match root.certificate.serial {
        [0x80..=0xff, ..] => Some(Offence {
            message: "root has a negative serial number",
            found: "an INTEGER whose first bit is set".to_owned(),
            expected: "a positive number",
        }),
        _ => None,
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
                (root("positive").serial(&[1]), false),
                (root("zero").serial(&[0]), false),
                // rcgen writes the zero byte in front that keeps it positive
                (root("high bit").serial(&[0x80]), false),
                (root("negative").negative_serial(), true),
            ],
        );
    }
}
