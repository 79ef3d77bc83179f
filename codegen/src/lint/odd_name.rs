use rootbake_core::certificate::AttributeValue;

use super::{Lint, LintSeverity, Offence};

/// A name with an attribute that is not what such attributes are: of another length, or with
/// characters that nobody sees.
pub(super) const LINT: Lint = Lint {
    id: "odd-name",
    severity: LintSeverity::May,
    excusable: true,
    asks: "attributes of the subject are within their bounds, and visible",
    citation: "RFC 5280 appendix A.1 (upper bounds)",
    since: "2008-05-01",
    check: |root, _| {
        let attributes = root.certificate.subject.attributes();
        let mut odd = attributes.filter_map(|(oid, value)| oddity(oid, &value));
        odd.next().map(|found| Offence {
            message: "root has an odd name",
            found,
            expected: "a country of two letters, other attributes of at most 64 characters, none of \
                       them blank at an end or invisible",
        })
    },
};

const COUNTRY: &[u8] = &[85, 4, 6];
/// Common name, organization, organizational unit
const BOUNDED: [&[u8]; 3] = [&[85, 4, 3], &[85, 4, 10], &[85, 4, 11]];

fn oddity(oid: &[u8], value: &AttributeValue<'_>) -> Option<String> {
    let text = value.to_string();
    let length = value.characters();
    match oid {
        COUNTRY if length != 2 => Some(format!("a country of {length} characters: {text}")),
        _ if BOUNDED.contains(&oid) && length > 64 => Some(format!("{length} characters: {text}")),
        _ if text.trim() != text => Some(format!("a blank at an end of {text:?}")),
        // as names are shown, what cannot be seen is escaped
        _ if text.contains("\\u{") => Some(format!("an invisible character in {text}")),
        _ => None,
    }
}

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
                (root("usual"), false),
                (root("blank at the end "), true),
                (root("bell \u{7}"), true),
                (
                    root("four times sixteen characters, four times sixteen characters ...")
                        .country("DE"),
                    false,
                ),
                (
                    root("four times sixteen characters, four times sixteen characters ....")
                        .country("DE"),
                    true,
                ),
                (root("country").country("GER"), true),
            ],
        );
    }
}
