use super::{Lint, LintSeverity, Offence};

/// A serial number of more than 20 bytes, which others may not read.
pub(super) const LINT: Lint = Lint {
    id: "long-serial",
    severity: LintSeverity::Should,
    excusable: true,
    asks: "a serial number has at most 20 bytes",
    citation: "RFC 5280 section 4.1.2.2",
    since: "2008-05-01",
    check: |root, _| {
        let length = root.certificate.serial.len();
        (length > 20).then(|| Offence {
            message: "root has a long serial number",
            found: format!("{length} bytes"),
            expected: "at most 20 bytes",
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
                (root("short"), false),
                (root("as long as may be").serial(&[1; 20]), false),
                (root("longer").serial(&[1; 21]), true),
            ],
        );
    }
}
