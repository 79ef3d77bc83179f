//! The CCADB's report of the roots that Mozilla includes, as CSV with the certificates in it.
//!
//! Of the columns, those of [`COLUMNS`] bear on trust; the others report on the CAs.

use std::fmt;

use csv::StringRecord;
use rootbake_core::certificate::{Fingerprint, Purposes, Time, sha256};
use rootbake_core::pem::{self, Label};

use super::{Programme, ProgrammeRoot, Verdict, names};
use crate::bundle::Source;
use crate::fingerprint;
use crate::report::{Finding, Report};

const LABEL: &str = "Common Name or Certificate Name";
const FINGERPRINT: &str = "SHA-256 Fingerprint";
const TRUST_BITS: &str = "Trust Bits";
const DISTRUST_AFTER: &str = "Distrust for TLS After Date";
const CONSTRAINTS: &str = "Mozilla Applied Constraints";
const PEM: &str = "PEM Info";

const COLUMNS: [&str; 6] = [LABEL, FINGERPRINT, TRUST_BITS, DISTRUST_AFTER, CONSTRAINTS, PEM];

/// Whether this is the first line of such a report, be it an incomplete one.
pub(super) fn is_header(line: &str) -> bool {
    line.split(',').any(|column| COLUMNS.contains(&column.trim().trim_matches('"')))
}

pub(super) fn read(source: Source<'_, str>) -> Result<Programme, Report> {
    let Source { name: file, content } = source;
    if !content.matches('"').count().is_multiple_of(2) {
        return Err(unclosed(file).into());
    }
    let mut reader = csv::Reader::from_reader(content.as_bytes());
    let header = reader.headers().map_err(|error| not_csv(source, &error))?;
    let columns = Columns::find(source, header)?;
    let (mut report, mut roots) = (Report::default(), Vec::new());
    for record in reader.records() {
        match record.map_err(|error| not_csv(source, &error)).and_then(|row| columns.root(&row)) {
            Ok(root) => roots.push(root),
            Err(finding) => report.push(finding),
        }
    }
    if roots.is_empty() && report.is_empty() {
        report.push(
            Finding::error("no-roots", "report holds no root")
                .at(file)
                .found("a row of column names")
                .expected("a row for each root"),
        );
    }
    let name = "CCADB report".to_owned();
    report.or(Programme { name, product_version: None, roots, notes: Report::default() })
}

/// A file that was cut within quotes reads as if the quotes ended there.
fn unclosed(file: &str) -> Finding {
    Finding::error("bad-programme", "quotation mark is never closed")
        .at(file)
        .expected("CSV (RFC 4180): an even number of quotation marks")
        .help("take the report from its source again: this one is cut off")
}

fn not_csv(source: Source<'_, str>, error: &csv::Error) -> Finding {
    let finding = Finding::error("bad-programme", "report is not CSV");
    let line = line_of(error.position(), source.content);
    let finding = finding.at(format_args!("{}, line {line}", source.name));
    match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => finding
            .found(format_args!("{len} fields"))
            .expected(format_args!("{expected_len} fields, as the first row has")),
        _ => finding.found(error).expected("CSV (RFC 4180)"),
    }
}

/// The line of a row. The reader ends a row at the first byte of CR LF, and begins the next one at
/// the second.
fn line_of(position: Option<&csv::Position>, text: &str) -> usize {
    let Some(position) = position else { return 1 };
    let byte = usize::try_from(position.byte()).ok().and_then(|at| text.as_bytes().get(at));
    usize::try_from(position.line()).unwrap_or(0) + usize::from(byte == Some(&b'\n'))
}

/// Where each column stands, in the order of [`COLUMNS`].
struct Columns<'a> {
    source: Source<'a, str>,
    places: [usize; COLUMNS.len()],
}

impl<'a> Columns<'a> {
    fn find(source: Source<'a, str>, header: &StringRecord) -> Result<Self, Report> {
        let mut report = Report::default();
        let places = COLUMNS.map(|name| {
            let mut found = header.iter().enumerate().filter(|(_, column)| column.trim() == name);
            match (found.next(), found.next()) {
                (Some((place, _)), None) => place,
                (first, _) => {
                    report.push(unclear_column(source.name, name, first.is_some()));
                    usize::MAX
                }
            }
        });
        report.or(Self { source, places })
    }

    fn root(&self, row: &StringRecord) -> Result<ProgrammeRoot, Finding> {
        let line = line_of(row.position(), self.source.content);
        let fields = COLUMNS.iter().zip(&self.places);
        let fields =
            fields.map(|(name, &place)| (*name, row.get(place).unwrap_or_default().trim()));
        let row = Row { fields: fields.collect(), line };
        row.root().map_err(|finding| {
            let (label, file) = (row.field(LABEL), self.source.name);
            let place = format_args!("{label:?} ({file}, line {})", row.line);
            finding.led_by("root", place)
        })
    }
}

fn unclear_column(file: &str, name: &'static str, twice: bool) -> Finding {
    let (code, message) = match twice {
        true => ("duplicate-column", "report has a column twice"),
        false => ("missing-column", "report lacks a column"),
    };
    Finding::error(code, message)
        .at(file)
        .expected(format_args!("{name:?}, once"))
        .help("take the report of included roots that has the PEM in it")
}

struct Row<'r> {
    fields: Vec<(&'static str, &'r str)>,
    line: usize,
}

impl<'r> Row<'r> {
    fn field(&self, name: &str) -> &'r str {
        let field = self.fields.iter().find(|(known, _)| *known == name);
        field.map_or("", |(_, value)| value)
    }

    fn root(&self) -> Result<ProgrammeRoot, Finding> {
        let fingerprint = self.fingerprint()?;
        let purposes = self.purposes()?;
        Ok(ProgrammeRoot {
            fingerprint,
            label: Some(self.field(LABEL).to_owned()).filter(|label| !label.is_empty()),
            line: self.line,
            verdict: verdict(purposes),
            purposes: Some(purposes),
            distrust_after: self.distrust_after()?,
            permitted_dns: self.permitted_dns()?,
            any_of: Vec::new(),
            der: Some(self.der(&fingerprint)?),
        })
    }

    fn fingerprint(&self) -> Result<Fingerprint, Finding> {
        let text = self.field(FINGERPRINT);
        parse_fingerprint(text).ok_or_else(|| {
            not_understood(FINGERPRINT, text)
                .expected("64 hexadecimal digits, or 32 pairs with colons")
        })
    }

    fn purposes(&self) -> Result<Purposes, Finding> {
        let text = self.field(TRUST_BITS);
        if text == "All Trust Bits Turned Off" {
            return Ok(Purposes::NONE);
        }
        text.split(';').try_fold(Purposes::NONE, |purposes, bit| {
            let purpose = match bit.trim() {
                "Code" => Purposes::CODE_SIGNING,
                "Email" => Purposes::EMAIL,
                "Websites" => Purposes::SERVER_AUTH,
                _ => {
                    return Err(not_understood(TRUST_BITS, text).expected(
                        "Websites, Email and Code with `;` between them, or All Trust Bits Turned \
                         Off",
                    ));
                }
            };
            Ok(purposes.union(purpose))
        })
    }

    /// The last second of the day, as NSS has it for the same roots.
    fn distrust_after(&self) -> Result<Option<Time>, Finding> {
        let text = self.field(DISTRUST_AFTER);
        match text {
            "" => Ok(None),
            _ => end_of_day(text).map(Some).ok_or_else(|| {
                not_understood(DISTRUST_AFTER, text).expected("a day as 2024.11.30, or nothing")
            }),
        }
    }

    fn permitted_dns(&self) -> Result<Vec<String>, Finding> {
        let text = self.field(CONSTRAINTS);
        if text.is_empty() {
            return Ok(Vec::new());
        }
        text.split(',')
            .map(|name| names::permitted(name.trim()))
            .collect::<Result<_, _>>()
            .map_err(|finding| finding.led_by("column", CONSTRAINTS))
    }

    fn der(&self, expected: &Fingerprint) -> Result<Vec<u8>, Finding> {
        let text = self.field(PEM);
        let text = text.strip_prefix('\'').unwrap_or(text);
        let der = decode(text.strip_suffix('\'').unwrap_or(text))?;
        match sha256(&der) {
            found if found == *expected => Ok(der),
            found => Err(Finding::error(
                "fingerprint-mismatch",
                "certificate is not the one that its fingerprint names",
            )
            .found(format_args!("sha256 {} in {PEM:?}", fingerprint::hex(&found)))
            .expected(format_args!("sha256 {} in {FINGERPRINT:?}", fingerprint::hex(expected)))),
        }
    }
}

fn verdict(purposes: Purposes) -> Verdict {
    match purposes.allows(Purposes::SERVER_AUTH) {
        true => Verdict::Trusted,
        false => Verdict::NotTrusted {
            reason: format!("its trust bits are for {purposes}, not for TLS servers"),
        },
    }
}

fn not_understood(column: &'static str, text: &str) -> Finding {
    wrong(column, "value is not understood", format_args!("{text:?}"))
}

fn wrong(column: &'static str, message: &str, found: impl fmt::Display) -> Finding {
    Finding::error("bad-programme-value", message).fact("column", column).found(found)
}

fn parse_fingerprint(text: &str) -> Option<Fingerprint> {
    let pairs: Vec<&str> = text.split(':').collect();
    let in_pairs = pairs.len() == 32 && pairs.iter().all(|pair| pair.len() == 2);
    (in_pairs || pairs.len() == 1).then_some(())?;
    fingerprint::parse(&pairs.concat().to_ascii_lowercase())
}

fn end_of_day(text: &str) -> Option<Time> {
    let mut parts = text.split('.');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    match parts.next() {
        None => Time::from_rfc3339(&format!("{year}-{month}-{day}T23:59:59Z")),
        Some(_) => None,
    }
}

fn decode(text: &str) -> Result<Vec<u8>, Finding> {
    let mut blocks = pem::blocks(text.as_bytes());
    let (Some(block), None) = (blocks.next(), blocks.next()) else {
        return Err(not_one(pem::content(text.as_bytes())));
    };
    let block = block.map_err(not_one)?;
    if block.label() != Label::Certificate {
        return Err(not_one(block.label()));
    }
    let mut der = vec![0; block.der_capacity()];
    let length = block.decode(&mut der).map_err(not_one)?.len();
    der.truncate(length);
    Ok(der)
}

fn not_one(found: impl fmt::Display) -> Finding {
    wrong(PEM, "value is not one certificate", found)
        .expected("a single block CERTIFICATE, in single quotes or without")
}
