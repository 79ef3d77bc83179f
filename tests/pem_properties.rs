//! PEM texts as nobody wrote them yet: whatever lies between the blocks, and whatever happened to
//! one of them, the others come out.
//!
//! What every input is held to is in `fuzz/src`, shared with the fuzz targets.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]
#![allow(unreachable_pub, reason = "the oracles are a library of their own, too")]

#[path = "../fuzz/src/lib.rs"]
mod oracles;

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rootbake::pem;

use oracles::pem::decoded;

/// One block, and how it is written.
#[derive(Clone, Debug)]
struct Block {
    label: &'static str,
    content: Vec<u8>,
    layout: Layout,
}

#[derive(Clone, Debug)]
struct Layout {
    /// Of the base64, in characters
    width: usize,
    line_end: &'static str,
    /// In front of `BEGIN`
    mark: &'static str,
    indentation: &'static str,
    trailing: &'static str,
    /// RFC 1421 headers, each a line
    headers: &'static [&'static str],
    /// Between any two lines of the body
    blank_lines: usize,
}

impl Block {
    fn decoded(&self) -> (String, Vec<u8>) {
        (self.label.to_owned(), self.content.clone())
    }

    /// Its lines: boundaries, headers and body, without line ends.
    fn lines(&self) -> Vec<String> {
        let Layout { width, line_end: _, mark, indentation, trailing, headers, blank_lines } =
            self.layout;
        let text = pem::encode(self.label, &self.content).to_string();
        let body = text.lines().filter(|line| !line.starts_with('-')).collect::<String>();
        let mut inner: Vec<&str> = headers.to_vec();
        if !headers.is_empty() {
            inner.push("");
        }
        for line in body.as_bytes().chunks(width) {
            inner.push(std::str::from_utf8(line).unwrap());
            inner.extend(std::iter::repeat_n("", blank_lines));
        }
        let (begin, end) = (text.lines().next().unwrap(), text.lines().last().unwrap());
        let mut lines = vec![format!("{mark}{indentation}{begin}{trailing}")];
        lines.extend(inner.iter().map(|line| match line.contains(':') {
            // indented, it would go on with the header before
            true => (*line).to_owned(),
            false => format!("{indentation}{line}{trailing}"),
        }));
        lines.push(format!("{indentation}{end}{trailing}"));
        lines
    }

    /// As it stands in an input, up to the last dash: the line end behind belongs to all.
    fn write(&self) -> Vec<u8> {
        self.lines().join(self.layout.line_end).into_bytes()
    }
}

fn block() -> impl Strategy<Value = Block> {
    let labels = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CRL", "A-B c"];
    (select(labels.to_vec()), vec(any::<u8>(), 1..120), layout())
        .prop_map(|(label, content, layout)| Block { label, content, layout })
}

fn layout() -> impl Strategy<Value = Layout> {
    let headers: [&[&str]; 4] =
        [&[], &[], &["Comment: x"], &["Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,00"]];
    let width = prop_oneof![Just(64), Just(76), 1..100usize];
    let around = (select(vec!["", "", "\u{feff}"]), select(vec!["", "", " ", "\t", "  \t"]));
    let trailing = select(vec!["", "", " ", "\t "]);
    (width, line_end(), around, trailing, select(headers.to_vec()), 0..3usize).prop_map(
        |(width, line_end, (mark, indentation), trailing, headers, blank_lines)| Layout {
            width,
            line_end,
            mark,
            indentation,
            trailing,
            headers,
            blank_lines,
        },
    )
}

fn line_end() -> impl Strategy<Value = &'static str> {
    select(vec!["\n", "\n", "\r\n", "\r"])
}

/// What lies between two blocks: lines, each with its end.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let lines = vec((noise_line(), line_end()), 0..5);
    lines.prop_map(|lines| {
        lines.into_iter().flat_map(|(line, end)| [line, end.into()]).flatten().collect()
    })
}

fn noise_line() -> impl Strategy<Value = Vec<u8>> {
    let known = [
        "",
        "  \t",
        "\u{feff}",
        "MAMCAQU=",
        "Bag Attributes",
        "    friendlyName: Example Root - 2026",
        "subject=C = US, O = Example",
        "=====",
        "-----",
        "--- end of list ---",
        "high-end \u{2014} end of the high end",
        "# -----BEGIN CERTIFICATE-----",
        "  // -----END CERTIFICATE-----",
        "; -----BEGIN CERTIFICATE----------END CERTIFICATE-----",
        "% ----BEGIN CERTIFICATE----",
        "\u{feff}#-----BEGIN PRIVATE KEY-----",
    ];
    let text = vec(any::<u8>().prop_filter("a dash or a line end", is_text), 0..60);
    prop_oneof![select(known.to_vec()).prop_map(Into::into), text]
}

/// Whether it neither ends a line nor starts a dash, also one of typography.
fn is_text(byte: &u8) -> bool {
    !matches!(byte, b'\n' | b'\r' | b'-' | 0xe2)
}

/// What happened to a block. Each leaves something of a boundary to be told of.
#[derive(Clone, Debug)]
enum Damage {
    Flip(Index, u8),
    DeleteLine(Index),
    /// One of its boundaries has this instead of that
    Boundary(bool, &'static str, &'static str),
    /// Nothing is left behind this place of its body
    CutOff(Index),
    /// A byte of its body is this one
    Body(Index, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    let index = any::<Index>;
    let boundary = select(vec![
        ("-----", "----"),
        ("-----", "------"),
        ("-----", "\u{2013}\u{2013}"),
        ("-----", "- ----"),
        ("-----", "# -----"),
        ("-----", "x-----"),
        ("E", "e"),
        ("E", "I"),
        (" ", ""),
        (" ", "  "),
        ("C", "C C"),
    ]);
    prop_oneof![
        (index(), 1..=255u8).prop_map(|(at, bits)| Damage::Flip(at, bits)),
        index().prop_map(Damage::DeleteLine),
        (any::<bool>(), boundary).prop_map(|(end, (old, new))| Damage::Boundary(end, old, new)),
        index().prop_map(Damage::CutOff),
        (index(), select(b"=-#*\xe2\0".to_vec())).prop_map(|(at, byte)| Damage::Body(at, byte)),
    ]
}

impl Damage {
    fn write(&self, block: &Block) -> Vec<u8> {
        let mut lines = block.lines();
        let begin = lines[0].len();
        let mut text = block.write();
        let body = begin..text.len() - lines.last().unwrap().len();
        match self {
            Self::Flip(at, bits) => {
                let at = at.index(text.len());
                text[at] ^= bits;
                return text;
            }
            Self::CutOff(at) => {
                text.truncate(begin + at.index(text.len() - begin));
                return text;
            }
            Self::Body(at, byte) => {
                text[body.start + at.index(body.len())] = *byte;
                return text;
            }
            Self::DeleteLine(at) => drop(lines.remove(at.index(lines.len()))),
            Self::Boundary(end, old, new) => {
                let at = if *end { lines.len() - 1 } else { 0 };
                lines[at] = lines[at].replacen(old, new, 1);
            }
        }
        lines.join(block.layout.line_end).into_bytes()
    }
}

/// Blocks with noise in front of each, and a line end behind each.
fn blocks() -> impl Strategy<Value = Vec<(Vec<u8>, Block, &'static str)>> {
    vec((noise(), block(), line_end()), 1..5)
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(384))]

    #[test]
    fn nothing_between_blocks_hides_one(blocks in blocks(), behind in noise()) {
        let write = |(noise, block, end): &(Vec<u8>, Block, &'static str)| {
            [noise.as_slice(), &block.write(), end.as_bytes()].concat()
        };
        let input = [blocks.iter().flat_map(write).collect(), behind].concat();
        oracles::pem::check(&input);
        let expected: Vec<_> = blocks.iter().map(|(_, block, _)| block.decoded()).collect();
        prop_assert_eq!(pem::blocks(&input).count(), expected.len());
        prop_assert_eq!(decoded(&input), expected);
    }

    #[test]
    fn blocks_may_be_glued_and_the_last_line_open(blocks in vec(block(), 1..5)) {
        let input: Vec<u8> = blocks.iter().flat_map(Block::write).collect();
        oracles::pem::check(&input);
        let expected: Vec<_> = blocks.iter().map(Block::decoded).collect();
        prop_assert_eq!(decoded(&input), expected);
    }

    /// The damaged one is told of, or still a block.
    #[test]
    fn a_damaged_block_hides_no_other(
        blocks in blocks(),
        damaged in any::<Index>(),
        damage in damage(),
    ) {
        let damaged = damaged.index(blocks.len());
        let mut input = Vec::new();
        for (number, (noise, block, end)) in blocks.iter().enumerate() {
            let text = if number == damaged { damage.write(block) } else { block.write() };
            input.extend([noise.as_slice(), &text, end.as_bytes()].concat());
        }
        oracles::pem::check(&input);
        let others: Vec<_> = blocks.iter().map(|(_, block, _)| block.decoded()).collect();
        let (before, behind) = (&others[..damaged], &others[damaged + 1..]);
        let found = decoded(&input);
        prop_assert!(found.starts_with(before) && found.ends_with(behind), "{}", input.escape_ascii());
        prop_assert!(found.len() <= blocks.len());
        prop_assert!(pem::blocks(&input).count() >= blocks.len(), "{}", input.escape_ascii());
    }

    #[test]
    fn pieces_of_boundaries_in_any_order(pieces in vec(piece(), 0..24)) {
        oracles::pem::check(&pieces.concat());
    }
}

fn piece() -> impl Strategy<Value = Vec<u8>> {
    let pieces = [
        "-----BEGIN CERTIFICATE-----\n",
        "-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----",
        "-----END CERTIFICATE-----",
        "-----END X509 CERTIFICATE-----\r\n",
        "-----BEGIN PRIVATE KEY-----\n",
        "-----END PRIVATE KEY-----\n",
        "-----",
        "BEGIN ",
        "END ",
        "CERTIFICATE",
        "MAMCAQU=\n",
        "MAMC",
        "Comment: x\n\n",
        "\n",
        "\r",
        "\r\n",
        "\n# ",
        " ",
        "-",
        "=",
        "\u{2013}",
        "\u{feff}",
        "\u{a0}",
    ];
    prop_oneof![
        8 => select(pieces.to_vec()).prop_map(Into::into),
        1 => vec(any::<u8>(), 1..3),
    ]
}

type Check = fn(&[u8]);

/// The inputs that fuzzing has found worth keeping.
#[test]
fn the_corpora_of_the_fuzz_targets_still_pass() {
    let targets: [(&str, Check); 5] = [
        ("certificate", oracles::certificate::check),
        ("constraints", oracles::constraints::check),
        ("explicit", oracles::explicit::check),
        ("pem", oracles::pem::check),
        ("trusted", oracles::trusted::check),
    ];
    for (target, check) in targets {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
        let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
        let inputs: Vec<_> = files.map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
        assert!(!inputs.is_empty(), "{folder:?} is empty");
        inputs.iter().for_each(|input| check(input));
    }
}
