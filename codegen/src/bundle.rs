use std::collections::BTreeMap;

use rootbake_core::certificate::{Certificate, Fingerprint};
use rootbake_core::pem::{self, Block, Label};

use crate::fingerprint;
use crate::report::{Finding, Report};

/// The bytes of a file, with the name that messages call it by: relative, with `/`, as a person
/// would type it.
#[derive(Debug)]
pub struct Source<'a, T: ?Sized = [u8]> {
    /// The name of the file
    pub name: &'a str,
    /// What is in it
    pub content: &'a T,
}

// by hand, since deriving asks for `T: Copy`
impl<T: ?Sized> Copy for Source<'_, T> {}

impl<T: ?Sized> Clone for Source<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

/// The blocks of a bundle as DER, decoded but not yet read.
#[derive(Debug)]
pub struct Decoded<'a> {
    file: &'a str,
    blocks: Vec<DecodedBlock<'a>>,
}

#[derive(Debug)]
pub(crate) struct DecodedBlock<'a> {
    pub(crate) place: Place<'a>,
    /// What it is called in front of it
    pub(crate) comment: Option<String>,
    pub(crate) distrust: Option<String>,
    pub(crate) der: Vec<u8>,
}

/// Where a certificate stands.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The name of the file
    pub file: &'a str,
    /// The number of the block in it, counted from 1; of the certificate, where there are no blocks
    pub block: u32,
    /// The line of its BEGIN, counted from 1, or 0 where there are no lines
    pub line: u32,
}

/// The certificates of a bundle.
#[derive(Debug)]
pub struct Bundle<'a> {
    pub(crate) file: &'a str,
    pub(crate) roots: Vec<BundleRoot<'a>>,
}

#[derive(Debug)]
pub(crate) struct BundleRoot<'a> {
    pub(crate) certificate: Certificate<'a>,
    pub(crate) fingerprint: Fingerprint,
    pub(crate) place: Place<'a>,
    /// The last comment in front of the block
    comment: Option<&'a str>,
    /// The first line in front of the block that speaks of distrust
    pub(crate) distrust: Option<&'a str>,
}

impl<'a> BundleRoot<'a> {
    fn read(block: &'a DecodedBlock<'a>) -> Result<Self, Finding> {
        let DecodedBlock { place, comment, distrust, der } = block;
        let certificate = Certificate::from_der(der).map_err(|error| {
            Finding::error("bad-certificate", "certificate cannot be read")
                .at(place)
                .on_place(place)
                .found(format_args!("{error} [{}]", error.code()))
                .expected("the DER of a certificate (RFC 5280 section 4.1)")
        })?;
        Ok(Self {
            certificate,
            fingerprint: certificate.fingerprint(),
            place: *place,
            comment: comment.as_deref(),
            distrust: distrust.as_deref(),
        })
    }

    /// What a person calls the root: by its comment, else by its subject.
    pub(crate) fn label(&self) -> String {
        match (self.comment, self.certificate.subject.short()) {
            (Some(comment), _) => comment.to_owned(),
            (None, Some(name)) => name.to_string(),
            (None, None) => self.certificate.subject.to_string(),
        }
    }
}

impl<'a> Decoded<'a> {
    /// Takes the blocks out of a PEM file.
    ///
    /// # Errors
    ///
    /// Where one cannot be decoded, is not a certificate, or there is none.
    pub fn from_pem(source: Source<'a>) -> Result<Self, Report> {
        let file = source.name;
        let mut report = Report::default();
        let mut blocks = Vec::new();
        for block in pem::blocks(source.content) {
            match block
                .map_err(|error| damaged(file, &error))
                .and_then(|block| decode(file, &block))
            {
                Ok(decoded) => blocks.push(decoded),
                Err(finding) => report.push(finding),
            }
        }
        if blocks.is_empty() && report.is_empty() {
            report.push(
                Finding::error("no-certificates", "bundle holds no certificate")
                    .at(file)
                    .found(pem::content(source.content))
                    .expected("blocks between `-----BEGIN CERTIFICATE-----` and its END"),
            );
        }
        report.or(Self { file, blocks })
    }

    /// Takes a file as one certificate in DER.
    pub fn from_der(source: Source<'a>) -> Self {
        let Source { name: file, content } = source;
        let place = Place { file, block: 1, line: 0 };
        Self {
            file,
            blocks: vec![DecodedBlock {
                place,
                comment: None,
                distrust: None,
                der: content.to_vec(),
            }],
        }
    }

    /// Takes a file as DER where it looks like it, else as PEM.
    ///
    /// # Errors
    ///
    /// Those of [`from_pem`](Self::from_pem).
    pub fn from_bytes(source: Source<'a>) -> Result<Self, Report> {
        let holds_no_block = pem::blocks(source.content).next().is_none();
        match holds_no_block && pem::content(source.content) == pem::Content::Der {
            true => Ok(Self::from_der(source)),
            false => Self::from_pem(source),
        }
    }

    /// The blocks of several files as those of one bundle, which messages call `file`.
    pub(crate) fn join(file: &'a str, parts: Vec<Self>) -> Self {
        Self { file, blocks: parts.into_iter().flat_map(|part| part.blocks).collect() }
    }

    #[cfg(feature = "programmes")]
    pub(crate) fn from_blocks(file: &'a str, blocks: Vec<DecodedBlock<'a>>) -> Self {
        Self { file, blocks }
    }
}

fn decode<'a>(file: &'a str, block: &Block<'_>) -> Result<DecodedBlock<'a>, Finding> {
    let place = Place { file, block: block.number(), line: block.line() };
    if let Label::PrivateKey(_) = block.label() {
        return Err(Finding::error("private-key", "bundle holds a private key")
            .at(place)
            .on_place(&place)
            .expected("certificates only")
            .help("take the key out of the file, and replace it if the file was ever published"));
    }
    if !block.label().is_certificate() || block.label() == Label::TrustedCertificate {
        return Err(Finding::error("not-a-certificate", "block is not a plain certificate")
            .at(place)
            .on_place(&place)
            .found(block.label())
            .expected("CERTIFICATE")
            .help("take the block out, or have `openssl x509` write its certificate alone"));
    }
    let mut der = vec![0; block.der_capacity()];
    let length = block.decode(&mut der).map_err(|error| damaged(file, &error))?.len();
    der.truncate(length);
    let preamble = String::from_utf8_lossy(block.preamble());
    let (comment, distrust) = (last_comment(&preamble), distrust(&preamble));
    Ok(DecodedBlock { place, comment, distrust, der })
}

/// The text of the last line that begins with `#`.
fn last_comment(text: &str) -> Option<String> {
    let comment = text.lines().rev().find_map(|line| line.trim().strip_prefix('#'))?;
    let comment = comment.trim_start_matches('#').trim();
    (!comment.is_empty()).then(|| comment.to_owned())
}

/// The first line that speaks of distrust, in whatever case.
fn distrust(text: &str) -> Option<String> {
    let speaks = |line: &&str| line.to_ascii_lowercase().contains("distrust");
    text.lines().find(speaks).map(|line| line.trim().to_owned())
}

fn damaged(file: &str, error: &pem::Error) -> Finding {
    let (block, line, column) = (error.block(), error.line(), error.column());
    Finding::error(error.code(), error.kind().to_string())
        .at(format_args!("{file}, block {block}, line {line}, column {column}"))
        .on(file, usize::try_from(line).unwrap_or(0))
        .help("take the bundle from its source again, or repair the block")
}

impl<'a> Bundle<'a> {
    /// Reads the certificates.
    ///
    /// # Errors
    ///
    /// Where one cannot be read, or is there twice.
    pub fn read(decoded: &'a Decoded<'a>) -> Result<Self, Report> {
        let mut report = Report::default();
        let mut roots = Vec::new();
        for block in &decoded.blocks {
            match BundleRoot::read(block) {
                Ok(root) => roots.push(root),
                Err(finding) => report.push(finding),
            }
        }
        let bundle = Self { file: decoded.file, roots };
        report.extend(bundle.duplicates());
        report.or(bundle)
    }

    /// The certificates of several bundles as one, which messages call `file`.
    ///
    /// # Errors
    ///
    /// Where one is in two of them.
    pub(crate) fn join(file: &'a str, parts: Vec<Self>) -> Result<Self, Report> {
        let bundle = Self { file, roots: parts.into_iter().flat_map(|part| part.roots).collect() };
        bundle.duplicates().or(bundle)
    }

    fn duplicates(&self) -> Report {
        let mut report = Report::default();
        let mut places = BTreeMap::new();
        for root in &self.roots {
            if let Some(first) = places.insert(root.fingerprint, root.place) {
                report.push(duplicate(root, first));
            }
        }
        report
    }

    /// How many certificates there are.
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// The certificates, in the order of the file, and where each stands.
    pub fn certificates(&self) -> impl Iterator<Item = (&Certificate<'a>, Place<'a>)> {
        self.roots.iter().map(|root| (&root.certificate, root.place))
    }
}

fn duplicate(root: &BundleRoot<'_>, first: Place<'_>) -> Finding {
    Finding::error("duplicate", "certificate is in the bundle twice")
        .root(format_args!("{:?} ({})", root.label(), root.place))
        .on_place(&root.place)
        .found(format_args!("sha256 {}", fingerprint::hex(&root.fingerprint)))
        .fact("first", first)
        .help("delete one of the two")
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { file, block, line } = self;
        match line {
            0 => write!(f, "{file}, certificate {block}"),
            _ => write!(f, "{file}, block {block}, line {line}"),
        }
    }
}
