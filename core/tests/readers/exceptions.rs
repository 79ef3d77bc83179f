//! Where ours refuses a certificate, or alone accepts it, and why that is right.

use Disagreement::{OnlyOneToAccept, Refused};

/// How the three readers disagree about a certificate.
#[derive(Debug, PartialEq)]
pub(crate) enum Disagreement {
    /// Both ours and another read it, and not the same: the field
    Differs(&'static str),
    /// Ours reads it, neither of the others does
    OnlyOneToAccept,
    /// Ours does not read it: the code of the error
    Refused(&'static str),
}

/// What is found, why that is right, and where: an entry that matches nothing fails.
///
/// All of x509-limbo and zlint, which make such certificates on purpose; none is a root in use.
pub(crate) const EXCEPTIONS: &[(Disagreement, &str, &[&str])] = &[
    (
        Refused("algorithm-mismatch"),
        "the two algorithm identifiers differ (RFC 5280 section 4.1.1.2); x509-parser does not \
         compare them",
        &[
            // rfc5280::mismatching-signature-algorithm
            "x509-limbo/limbo-generated-no-bettertls.json#765",
            "zlint/mismatchingSigAlgsBadOID.pem#1",
            "zlint/rootCAWithEKU.pem#1",
            "zlint/rsaSigAlgoNoNULLParam.pem#1",
        ],
    ),
    (
        Refused("bad-time"),
        "a time has a fraction, no seconds or an offset (RFC 5280 section 4.1.2.5); webpki reads \
         no times before it verifies a path",
        &[
            "zlint/generalizedNoFraction.pem#1",
            "zlint/utcNoSeconds.pem#1",
            "zlint/utcNotZulu.pem#1",
        ],
    ),
    (
        Refused("default-written-out"),
        "version 1 is the default, which DER leaves out (X.690 section 11.5)",
        &["zlint/certVersion1NoExtensions.pem#1"],
    ),
    (
        Refused("duplicate-extension"),
        "an extension is there twice (RFC 5280 section 4.2), and it would be open which one counts",
        &[
            // rfc5280::duplicate-extensions
            "x509-limbo/limbo-generated-no-bettertls.json#758",
            "zlint/IANEmpty.pem#1",
            "zlint/extSkiDuplicatedShortlist.pem#1",
            "zlint/multDupeExts.pem#1",
        ],
    ),
    (
        Refused("empty-list"),
        "an extKeyUsage without a purpose (RFC 5280 section 4.2.1.12) could be taken for one that \
         allows all of them",
        &[
            // rfc5280::eku::ee-eku-empty
            "x509-limbo/limbo-generated-no-bettertls.json#530",
            "zlint/empty_seq_of_eku.pem#1",
        ],
    ),
    (
        Refused("empty-list"),
        "name constraints that constrain nothing (RFC 5280 section 4.2.1.10) were meant to \
         constrain something",
        &[
            // webpki::nc::intermediate-permitted-excluded-subtrees-both-null
            "x509-limbo/limbo-generated-no-bettertls.json#812",
            // webpki::nc::intermediate-permitted-excluded-subtrees-both-empty-sequences
            "x509-limbo/limbo-generated-no-bettertls.json#815",
        ],
    ),
    (
        Refused("negative-integer"),
        "a path length below zero (RFC 5280 section 4.2.1.9) has no meaning",
        &["zlint/caMaxPathNegative.pem#1", "zlint/subCertPathLenNegative.pem#1"],
    ),
    (
        Refused("subtree-distance"),
        "a name constraint has a minimum or maximum (RFC 5280 section 4.2.1.10), which nobody \
         enforces; x509-parser and webpki overlook it",
        &["zlint/ncAllPres.pem#1", "zlint/ncMinPres.pem#1", "zlint/ncMinZero.pem#1"],
    ),
    (
        Refused("unexpected-tag"),
        "a subjectAltName is bare text instead of DER",
        // rfc5280::san::malformed
        &["x509-limbo/limbo-generated-no-bettertls.json#663"],
    ),
    (
        Refused("unsupported-version"),
        "there is no version 4; x509-parser takes any number",
        &["zlint/certVersion4NoExtensions.pem#1", "zlint/certVersion4WithExtension.pem#1"],
    ),
    (
        OnlyOneToAccept,
        "a unique identifier (RFC 5280 section 4.1.2.8), which webpki does not know, together with \
         an empty SET in a name, where x509-parser ends the bytes of that name",
        &[
            "zlint/crlComlepteDp.pem#1",
            "zlint/explicitText200Char.pem#1",
            "zlint/subCaCrlMissing.pem#1",
            "zlint/subCaCrlPresent.pem#1",
            "zlint/userNoticeExpTextUtf8.pem#1",
            "zlint/userNoticeMissing.pem#1",
            "zlint/utf8ControlX88.pem#1",
        ],
    ),
];
