//! The PEM reader through its public interface: everything found in the wild, each on two tiny bodies.
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a helper of tests fails by panicking"
)]

use rootbake_core::pem::{
    BoundaryFault, Content, Error, ErrorKind, Follower, Label, Role, Side, blocks, content,
};

/// What the blocks of the examples decode to, `MAMCAQU=` and `MAMCAQY=` in base64.
const A: [u8; 5] = [0x30, 3, 2, 1, 5];
const B: [u8; 5] = [0x30, 3, 2, 1, 6];

const GOOD_A: &str = "-----BEGIN CERTIFICATE-----\nMAMCAQU=\n-----END CERTIFICATE-----\n";
const GOOD_B: &str = "-----BEGIN CERTIFICATE-----\nMAMCAQY=\n-----END CERTIFICATE-----\n";

/// The label, the line and the decoded body of a block.
type Decoded = (String, u32, Vec<u8>);

fn read(input: impl AsRef<[u8]>) -> Vec<Result<Decoded, Error>> {
    let decode = |block: rootbake_core::pem::Block<'_>| {
        let mut buffer = vec![0; block.der_capacity()];
        let der = block.decode(&mut buffer)?;
        Ok((block.label().to_string(), block.line(), der.to_vec()))
    };
    blocks(input.as_ref()).map(|item| item.and_then(decode)).collect()
}

fn bodies(input: impl AsRef<[u8]>) -> Vec<Vec<u8>> {
    read(input).into_iter().map(|item| item.expect("a good block").2).collect()
}

/// The codes and lines of the errors; a good block is an empty code.
fn verdicts(input: impl AsRef<[u8]>) -> Vec<(&'static str, u32)> {
    let verdict = |item: Result<Decoded, Error>| match item {
        Ok((_, line, _)) => ("", line),
        Err(error) => (error.code(), error.line()),
    };
    read(input).into_iter().map(verdict).collect()
}

fn only_error(input: impl AsRef<[u8]>) -> Error {
    let errors: Vec<_> = read(input).into_iter().filter_map(Result::err).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0]
}

/// A block with the given body, and a good one behind it, which must never get lost.
fn body_error(body: &str) -> Error {
    let items =
        read(format!("-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n{GOOD_B}"));
    assert_eq!(items.len(), 2, "{body:?}");
    assert_eq!(items[1].as_ref().expect("the block behind").2, B);
    *items[0].as_ref().expect_err(body)
}

#[test]
fn every_form_found_in_the_wild_is_accepted() {
    let two = format!("{GOOD_A}{GOOD_B}");
    let no_final_line_end = two.trim_end();
    let long = "-----BEGIN CERTIFICATE-----\nMAM\nCAQU\n=\n-----END CERTIFICATE-----\n";
    let forms = [
        two.clone(),
        two.replace('\n', "\r\n"),
        two.replace('\n', "\r"),
        format!("{}{GOOD_B}", GOOD_A.replace('\n', "\r\n")),
        format!("{}{GOOD_B}", GOOD_A.replace('\n', "\r")),
        no_final_line_end.to_owned(),
        format!("\u{feff}{two}"),
        format!("{GOOD_A}\u{feff}{GOOD_B}"),
        format!("{}\u{feff}{GOOD_B}", GOOD_A.trim_end()),
        format!("{}{GOOD_B}", GOOD_A.trim_end()),
        format!("{} \t{GOOD_B}", GOOD_A.trim_end()),
        two.replace('\n', " \t\n"),
        two.replace('\n', "\n \t"),
        two.replace('\n', "\n\n"),
        two.replace("MAM", "M\nA\nM\n"),
        two.replace("=\n", "="),
        two.replace("-----\nM", "-----\nComment: x\nX-Origin: a-b\n and more\n\nM"),
        two.replace("-----\nM", "-----\r\nProc-Type: 4\r\n \t\r\nM"),
        two.replace("MAMCAQU=\n", "MAMC\nAQU\n=\n"),
        format!("{long}{GOOD_B}"),
        format!("-----\n----- some heading -----\n-----BEGINNING\n--- END OF LIST ---\n{two}---"),
        format!("x - y -- z\n# -----BEGIN CERTIFICATE----- \u{2013}\n{two}"),
        format!("BEGIN CERTIFICATE\n{GOOD_A}high-end \u{2014} end of A \u{e9}\n{GOOD_B}"),
        two.replace(" CERT", " X509 CERT"),
        two.replace(" CERT", " TRUSTED CERT"),
    ];
    for form in &forms {
        assert_eq!(bodies(form), [A, B], "{form:?}");
    }
    let binary = [GOOD_A.as_bytes(), b"\0\xff\xe2\x80\xfe -\xe2\x80\n", GOOD_B.as_bytes()].concat();
    assert_eq!(bodies(binary), [A, B]);
}

#[test]
fn blocks_know_their_label_number_line_and_preamble() {
    let key = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n!!\n-----END RSA PRIVATE KEY-----\r\n";
    let other = "-----BEGIN A-B c-----\nAAAA\n-----END A-B c-----\n";
    let input = format!("one\rtwo\r\n{GOOD_A}# b\n----BEGIN CERTIFICATE-----\n{key}\n{other}");
    let items: Vec<_> = blocks(input.as_bytes()).collect();
    assert_eq!(items.len(), 4);

    let first = items[0].expect("good");
    assert_eq!((first.label(), first.number(), first.line()), (Label::Certificate, 1, 3));
    assert_eq!(first.preamble(), b"one\rtwo\r\n");
    assert!(first.label().is_certificate());

    let error = items[1].expect_err("four dashes");
    assert_eq!((error.block(), error.line(), error.column()), (2, 7, 1));

    let third = items[2].expect("bodies of keys are not looked at");
    assert_eq!(
        (third.label(), third.number(), third.line()),
        (Label::PrivateKey(b"RSA PRIVATE KEY"), 3, 8)
    );

    let fourth = items[3].expect("good");
    assert_eq!((fourth.label(), fourth.number(), fourth.line()), (Label::Other(b"A-B c"), 4, 14));
    assert_eq!(fourth.label().to_string(), "A-B c");
    assert_eq!(fourth.preamble(), b"\r\n\n");
}

#[test]
fn commented_out_blocks_stay_out() {
    for mark in ["#", "# ", " \t#", "//", "; ", "%", "\u{feff}# "] {
        let commented: String = GOOD_A.lines().map(|line| format!("{mark}{line}\n")).collect();
        assert_eq!(bodies(format!("{commented}{GOOD_B}")), [B], "{mark:?}");
        let begin_only = format!("{mark}{GOOD_A}{GOOD_B}");
        assert_eq!(verdicts(begin_only), [("stray-end", 3), ("", 4)], "{mark:?}");
        let end_only =
            format!("{}{GOOD_B}", GOOD_A.replace("-----END", &format!("{mark}-----END")));
        assert_eq!(verdicts(end_only), [("unterminated-block", 1), ("", 4)], "{mark:?}");
    }
}

#[test]
fn near_misses_are_errors_of_their_own() {
    let dashes = |found, side| BoundaryFault::Dashes { found, side };
    let typographic = |found| BoundaryFault::Typographic { found };
    let cases = [
        ("----BEGIN CERTIFICATE----", dashes(4, Side::Before)),
        ("------BEGIN CERTIFICATE------", dashes(6, Side::Before)),
        ("-BEGIN CERTIFICATE-", dashes(1, Side::Before)),
        ("-----BEGIN CERTIFICATE----", dashes(4, Side::After)),
        ("-----BEGIN CERTIFICATE------", dashes(6, Side::After)),
        ("-----BEGIN CERTIFICATE-", dashes(1, Side::After)),
        ("-----BEGIN CERTIFICATE", dashes(0, Side::After)),
        ("-----BEGIN CERTIF", dashes(0, Side::After)),
        ("----BEGIN CERTIFICATE REQUEST----", dashes(4, Side::Before)),
        ("----BEGIN EC PRIVATE KEY----", dashes(4, Side::Before)),
        ("-----BEGIN-----", BoundaryFault::NoLabel),
        ("-----BEGIN -----", BoundaryFault::NoLabel),
        ("-----BEGIN CERTIFICATE -----", BoundaryFault::Blank),
        ("-----BEGIN  CERTIFICATE-----", BoundaryFault::Blank),
        ("-----BEGIN\tCERTIFICATE-----", BoundaryFault::Blank),
        ("-----BEGINCERTIFICATE-----", BoundaryFault::Blank),
        ("----- BEGIN CERTIFICATE-----", BoundaryFault::Blank),
        ("----- BEGIN CERTIFICATE -----", BoundaryFault::Blank),
        ("-- ---BEGIN CERTIFICATE-----", dashes(3, Side::Before)),
        ("-----begin certificate-----", BoundaryFault::Case),
        ("-----Begin CERTIFICATE-----", BoundaryFault::Case),
        ("-----BEGIN Certificate-----", BoundaryFault::Case),
        ("-----BEGIN private key-----", BoundaryFault::Case),
        ("x-----BEGIN CERTIFICATE-----", BoundaryFault::TextBefore),
        ("yes -----BEGIN CERTIFICATE-----", BoundaryFault::TextBefore),
        ("-----BEGIN CERTIFICATE-----x", BoundaryFault::TextAfter),
        ("\"-----BEGIN CERTIFICATE-----\\n", BoundaryFault::TextAfter),
        ("\u{2013}\u{2013}BEGIN CERTIFICATE\u{2013}\u{2013}", typographic('\u{2013}')),
        ("\u{2014}\u{2014}-BEGIN CERTIFICATE-----", typographic('\u{2014}')),
        ("-----BEGIN CERTIFICATE\u{2212}\u{2212}", typographic('\u{2212}')),
    ];
    for (line, expected) in cases {
        let input = format!("{GOOD_A}{line}\nMAMCAQU=\n-----END CERTIFICATE-----\n{GOOD_B}");
        assert_eq!(verdicts(&input), [("", 1), ("near-miss-boundary", 4), ("", 7)], "{line}");
        let ErrorKind::NearMissBoundary { fault, role, .. } = *only_error(&input).kind() else {
            panic!("{line}")
        };
        assert_eq!((fault, role), (expected, Role::Begin), "{line}");

        let end = line.replace("BEGIN", "END").replace("begin", "end").replace("Begin", "End");
        let stray = format!("{GOOD_A}{end}\n{GOOD_B}");
        assert_eq!(verdicts(&stray), [("", 1), ("near-miss-boundary", 4), ("", 5)], "{end}");

        let input = format!("-----BEGIN CERTIFICATE-----\nMAMCAQU=\n{end}\n{GOOD_B}");
        // Text in front of an END is part of the body.
        let code = if expected == BoundaryFault::TextBefore {
            "base64-after-padding"
        } else {
            "unterminated-block"
        };
        assert_eq!(verdicts(&input)[0].0, code, "{end}");
        assert_eq!(verdicts(&input)[1..], [("", 4)], "{end}");
    }
}

#[test]
fn blocks_without_their_end_do_not_take_others_with_them() {
    let begin = "-----BEGIN CERTIFICATE-----\nMAMCAQU=\n";
    let follower = |input: String| match *only_error(input).kind() {
        ErrorKind::UnterminatedBlock { found, .. } => found,
        other => panic!("{other:?}"),
    };
    assert_eq!(follower(format!("{begin}{GOOD_B}")), Follower::Begin { line: 3 });
    assert_eq!(
        follower(format!("{begin}-----END CERTIFICATE--\n{GOOD_B}")),
        Follower::DamagedEnd { line: 3 }
    );
    assert_eq!(follower(format!("{GOOD_B}{begin}")), Follower::EndOfInput);
    assert_eq!(verdicts(format!("{begin}{GOOD_B}")), [("unterminated-block", 1), ("", 3)]);
    assert_eq!(
        verdicts(format!("{begin}{begin}{begin}")),
        [1, 3, 5].map(|line| ("unterminated-block", line))
    );
    let lost_end_and_begin = format!("{begin}----BEGIN CERTIFICATE----\n{GOOD_B}");
    let expected = [("unterminated-block", 1), ("near-miss-boundary", 3), ("", 4)];
    assert_eq!(verdicts(lost_end_and_begin), expected);
    let glued = "-----BEGIN CERTIFICATE----------END CERTIFICATE-----";
    assert_eq!(verdicts(format!("{glued}\n{GOOD_B}")), [("empty-block", 1), ("", 2)]);
}

#[test]
fn labels_must_match() {
    let input = GOOD_A.replace("END", "END X509");
    let error = only_error(format!("{input}{GOOD_B}"));
    let ErrorKind::LabelMismatch { begin, begin_line, end } = *error.kind() else {
        panic!("{error}")
    };
    assert_eq!((begin.as_bytes(), begin_line), (b"CERTIFICATE".as_slice(), 1));
    assert_eq!(end.as_bytes(), b"X509 CERTIFICATE");
    assert_eq!((error.block(), error.line(), error.column()), (1, 3, 1));
}

#[test]
fn bad_base64_is_placed_exactly() {
    let clean = "A".repeat(64);
    let cases = [
        ("", "empty-block", 1, 1),
        (" \n\t\r\n", "empty-block", 1, 1),
        ("MA*CAQU=", "base64-character", 2, 3),
        (&format!("{clean}\n  M\u{a0}MC"), "base64-character", 3, 4),
        (&format!("{clean}\r\n{clean}\rM-MC"), "base64-character", 4, 2),
        (&format!("{}*", "A".repeat(5000)), "base64-character", 2, 5001),
        ("Comment: x\nMAMCAQU=", "base64-character", 2, 8),
        ("Comment: x\n\nMAMC?AQU=", "base64-character", 4, 5),
        ("MAMCA", "base64-length", 2, 5),
        ("MAMCA===", "base64-length", 2, 5),
        (&format!("{clean}\nMAMC\nA"), "base64-length", 4, 1),
        ("MAMCAQU", "base64-padding", 2, 7),
        ("MAMCAQ", "base64-padding", 2, 6),
        ("MAMCAQU==", "base64-padding", 2, 8),
        ("MAMC====", "base64-padding", 2, 5),
        ("====", "base64-padding", 2, 1),
        ("MAMCAQU=\nMAMC", "base64-after-padding", 3, 1),
        ("MAMCAQ=U", "base64-after-padding", 2, 8),
        ("MAMCAQV=", "base64-trailing-bits", 2, 7),
        ("MAMCAR==", "base64-trailing-bits", 2, 6),
    ];
    for (body, code, line, column) in cases {
        let error = body_error(body);
        assert_eq!((error.code(), error.line(), error.column()), (code, line, column), "{body:?}");
        assert_eq!(error.block(), 1);
    }
}

#[test]
fn usual_lines_are_held_to_the_same() {
    let full = "QUFB".repeat(16) + "\n";
    let padded = "QUFB".repeat(15) + "QQ==\n";
    let glued = "QUFB".repeat(9) + "   -----END CERTIFICATE-----\n";
    // the second line end is where a usual line has its only one
    let three = format!("{0}QUF\nB{0}QUF\nB\n", "QUFB".repeat(7));
    let begin = "-----BEGIN CERTIFICATE-----\n";
    let end = "-----END CERTIFICATE-----\n";
    let table = [
        (format!("{three}{end}"), Ok(48)),
        (format!("{full}{end}"), Ok(48)),
        (format!("{padded}{end}"), Ok(46)),
        (format!("{padded}QUFB\n{end}"), Err("base64-after-padding")),
        (format!("{padded}QUFB{end}"), Err("base64-after-padding")),
        (format!("{padded}{full}{end}"), Err("base64-after-padding")),
        (format!("{full}Q*==\n{end}"), Err("base64-character")),
        (format!("{full}QUF\n{end}"), Err("base64-padding")),
        (format!("{full}Q\n{end}"), Err("base64-length")),
        (format!("{full}QR==\n{end}"), Err("base64-trailing-bits")),
        (glued, Ok(27)),
    ];
    let cases =
        [0, 1, 5, 23].into_iter().flat_map(|lines| table.iter().map(move |row| (lines, row)));
    for (lines, (text, expected)) in cases {
        let input = format!("{begin}{}{text}{GOOD_B}", full.repeat(lines));
        let [block, behind] = blocks(input.as_bytes()).collect::<Vec<_>>().try_into().expect("two");
        let block: rootbake_core::pem::Block<'_> = block.expect("a good block");
        assert_eq!(behind.expect("the block behind").line() as usize, input.lines().count() - 2);
        for capacity in [block.der_capacity(), 2 * block.der_capacity()] {
            let mut buffer = vec![0; capacity];
            let length = block.decode(&mut buffer).map(<[u8]>::len).map_err(|error| error.code());
            assert_eq!(length, expected.map(|length| 48 * lines + length), "{lines} and {text}");
        }
    }
}

#[test]
fn messages_hold_both_sides() {
    let cases = [
        (
            "MA*CAQU=",
            "block 1, line 2, column 3: base64 holds `*`, expected one of A-Z, a-z, 0-9, +, / and =",
        ),
        (
            "M\u{a0}",
            "block 1, line 2, column 2: base64 holds U+00A0 (no-break space), expected one of A-Z, a-z, 0-9, +, / and =",
        ),
        ("MAMCAQ=U", "block 1, line 2, column 8: base64 padding is followed by `U`, expected END"),
        ("MAMCAQU", "block 1, line 2, column 7: base64 padding has 0 `=`, expected 1"),
        (
            "MAMCA",
            "block 1, line 2, column 5: base64 has 5 characters, 1 more than groups of four, expected 0, 2 or 3 more",
        ),
        (
            "MAMCAQV=",
            "block 1, line 2, column 7: base64 has bits set behind its last byte, expected 2 zero bits",
        ),
        ("", "block 1, line 1, column 1: block has an empty body, expected base64"),
    ];
    for (body, message) in cases {
        assert_eq!(body_error(body).to_string(), message);
    }
    let inputs = [
        (
            GOOD_A.replace("END", "END X509"),
            "END has the label `X509 CERTIFICATE`, expected `CERTIFICATE` as in BEGIN on line 1",
        ),
        (
            GOOD_A.replace("---B", "--B"),
            "boundary `BEGIN CERTIFICATE` has 4 dashes in front of the words, expected 5",
        ),
        (
            GOOD_A.replace("BEGIN", "x"),
            "`END CERTIFICATE` has no BEGIN, expected `BEGIN CERTIFICATE` in front of it",
        ),
        (
            GOOD_A.replace("END", "x"),
            "`BEGIN CERTIFICATE` is followed by the end of the input, expected `END CERTIFICATE`",
        ),
    ];
    for (input, message) in inputs {
        assert_eq!(only_error(input).kind().to_string(), message);
    }
    let latin1 =
        [b"-----BEGIN CERTIFICATE-----\nM\xa0".as_slice(), b"\n-----END CERTIFICATE-----"].concat();
    assert!(only_error(latin1).to_string().contains("base64 holds byte 0xa0, expected"));
}

#[test]
fn errors_never_hold_the_body_of_a_private_key() {
    let bodies = ["MA~~", "MAMCAQU=~~", "~~-----END PRIVATE KEY-----"];
    for body in bodies {
        let input = format!("-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n");
        for error in read(&input).into_iter().filter_map(Result::err) {
            assert!(!format!("{error} {error:?}").contains('~'), "{error:?}");
        }
        for block in blocks(input.as_bytes()).flatten() {
            assert!(!format!("{block:?} {:?}", blocks(input.as_bytes())).contains('~'));
        }
    }
    // The body follows on the same line.
    for begin in
        ["-----BEGIN PRIVATE KEY ~~~~", "-----BEGIN PRIVATE KEY-----~~~~", "-----BEGIN ~~~~"]
    {
        let error = only_error(begin);
        assert!(!format!("{error} {error:?}").contains('~'), "{error:?}");
    }
}

#[test]
fn buffers_may_be_exact_but_not_smaller() {
    let der: Vec<u8> = (0..=255).collect();
    for length in 1..der.len() {
        let input = pem(&der[..length], 64, "\n");
        let block = blocks(input.as_bytes()).next().expect("one").expect("good");
        assert!((length..length + length / 16 + 8).contains(&block.der_capacity()), "{length}");
        assert_eq!(block.decode(&mut vec![0; length]), Ok(&der[..length]));
        let error = block.decode(&mut vec![0; length - 1]).expect_err("too small");
        let expected =
            ErrorKind::BufferTooSmall { given: length - 1, needed: block.der_capacity() };
        assert_eq!(*error.kind(), expected);
    }
}

#[track_caller]
fn assert_content(input: impl AsRef<[u8]>, expected: Content) {
    let found = content(input.as_ref());
    assert_eq!(found, expected);
    assert!(!found.code().is_empty() && !found.to_string().ends_with('.'));
}

#[test]
fn binary_formats_are_told_apart() {
    let utf16 = |text: &str, bytes: fn(u16) -> [u8; 2]| {
        text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>()
    };
    let bom = format!("\u{feff}{GOOD_A}");
    assert_content(utf16(&bom, u16::to_le_bytes), Content::Utf16Le);
    assert_content(utf16(&bom, u16::to_be_bytes), Content::Utf16Be);
    assert_content(utf16(GOOD_A, u16::to_le_bytes), Content::Utf16Le);
    assert_content(utf16(GOOD_A, u16::to_be_bytes), Content::Utf16Be);
    assert_content(b"\x30\x82\x01\x8e\x30\x82\x01\x34", Content::Der);
    assert_content(b"\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02", Content::Pkcs7);
    assert_content(b"\x30\x82\x03\x4e\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02", Content::Pkcs7);
    assert_content(b"\x30\x82\x03\x4e\x02\x01\x03\x30\x82", Content::Pkcs12);
    assert_content(b"\x1f\x8b\x08\x00", Content::Gzip);
}

#[test]
fn texts_of_other_formats_are_told_apart() {
    assert_content("", Content::Empty);
    assert_content("\u{feff}", Content::Empty);
    assert_content(" \r\n\t\n", Content::Blank);
    assert_content("# nothing\n\n// here\n  ; yet", Content::CommentsOnly);
    assert_content(
        GOOD_A.replace("\n", "\n#").replace("-----B", "# -----B"),
        Content::CommentsOnly,
    );
    assert_content("\n<!DOCTYPE html><html>", Content::Html);
    assert_content("<HTML>", Content::Html);
    assert_content("BEGINDATA\nCKA_CLASS CK_OBJECT_CLASS CKO_CERTIFICATE\n", Content::Certdata);
    assert_content("# p11-kit\n[p11-kit-object-v1]\nx-distrusted: true\n", Content::P11Kit);
    assert_content(
        format!("{GOOD_A}[p11-kit-object-v1]\nx-distrusted: true\n{GOOD_B}"),
        Content::P11Kit,
    );
    assert_content("MIIBjjCCATSgAwIBAgICAKEw\n", Content::Base64);
    assert_content("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t", Content::Base64);
    assert_content("hello", Content::Text);
    assert_content("0 apples", Content::Text);
    assert_content("see [p11-kit-object-v1]", Content::Text);
}

#[test]
fn damaged_pem_is_told_apart() {
    assert_content("-----BEGIN PKCS7-----\nMAMC\n-----END PKCS7-----\n", Content::Pkcs7);
    assert_content("-----BEGIN CMS-----\nMAMC\n-----END CMS-----\n", Content::Pkcs7);
    assert_content("-----BEGIN PRIVATE KEY-----\nMAMC\n-----END PRIVATE KEY-----\n", Content::Text);
    assert_content(GOOD_A.replace('\n', "\\n"), Content::LiteralBackslashN);
    assert_content(format!("\"{}\"", GOOD_A.replace('\n', "\\r\\n")), Content::LiteralBackslashN);
    assert_content(GOOD_A.replace('\n', " "), Content::NewlinesLost);
    assert_content(GOOD_A.replace('\n', ""), Content::NewlinesLost);
    assert_content(GOOD_A.replace("-----", "\u{2013}\u{2013}"), Content::TypographicDashes);
}

#[test]
fn no_block_gets_lost_whatever_lies_between() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..400 {
        let mut input = Vec::new();
        let mut expected = Vec::new();
        for _ in 0..random.below(6) {
            let noise = random.bytes(60);
            // No dashes, also no typographic ones; and a new line in front of the boundary.
            input.extend(noise.iter().filter(|&&byte| byte != b'-' && byte != 0xe2));
            input.push(b'\n');
            let length = random.below(300) + 1;
            let der = random.bytes(length);
            let width = if random.below(2) == 0 { 64 } else { random.below(90) + 1 };
            let line_end = ["\n", "\r\n", "\r", " \n", "\n\t ", "\n\n"][random.below(6)];
            input.extend(pem(&der, width, line_end).into_bytes());
            expected.push(der);
        }
        assert_eq!(bodies(&input), expected, "{}", input.escape_ascii());
    }
}

#[test]
fn mutated_bundles_end_and_keep_their_order() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let pieces: [&[u8]; 12] = [
        b"-----",
        b"BEGIN ",
        b"END ",
        b"CERTIFICATE",
        b"-",
        b"\n",
        b"\r",
        b"#",
        b"\xe2\x80\x93",
        b"=",
        b"\xef\xbb\xbf",
        b" ",
    ];
    for _ in 0..4000 {
        let mut input =
            format!("{GOOD_A}x: y\n{GOOD_B}{}", pem(&A.repeat(30), 64, "\n")).into_bytes();
        for _ in 0..random.below(6) + 1 {
            let (start, piece) = (random.below(input.len()), pieces[random.below(pieces.len())]);
            let removed = random.below(8).min(input.len() - start);
            input.splice(start..start + removed, piece.iter().copied());
        }
        let items = blocks(&input).take(input.len()).collect::<Vec<_>>();
        let mut former = 0;
        for (number, item) in (1..).zip(&items) {
            let (found, line) = match item {
                Ok(block) => (block.number(), block.line()),
                Err(error) => (error.block(), error.line()),
            };
            assert_eq!(found, number, "{}", input.escape_ascii());
            assert!(line >= former, "{}", input.escape_ascii());
            former = line;
        }
        let _ = (read(&input), content(&input));
        assert!(items.len() < 20);
    }
}

/// PEM of `der` with lines of `width` characters.
fn pem(der: &[u8], width: usize, line_end: &str) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut base64 = String::new();
    for chunk in der.chunks(3) {
        let group = chunk.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte))
            << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let value = (group >> (18 - 6 * place)) as usize & 63;
            base64.push(if place > chunk.len() { '=' } else { char::from(ALPHABET[value]) });
        }
    }
    let mut pem = format!("-----BEGIN CERTIFICATE-----{line_end}");
    for line in base64.as_bytes().chunks(width) {
        pem.push_str(std::str::from_utf8(line).expect("base64"));
        pem.push_str(line_end);
    }
    pem + "-----END CERTIFICATE-----" + line_end
}

/// Numbers that are the same in every run (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 11) as usize % limit
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| (self.next() >> 32) as u8).collect()
    }
}
