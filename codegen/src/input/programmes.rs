//! What root programmes say, as the rules of roots that no lock is about.

use super::load::{File, Loaded};
use super::part::Opened;
use crate::bundle::{Bundle, BundleRoot, Decoded, DecodedBlock, Place};
use crate::lock::{NameRules, RuleSet, Rules};
use crate::programme::{Programme, ProgrammeRoot, ProgrammeRules, Verdict, is_published};
use crate::report::{Finding, Report};

pub(super) fn open<'a>(loaded: &'a Loaded<'a>) -> Result<Opened<'a>, Report> {
    match (&loaded.rules, loaded.files.as_slice()) {
        (Some((file, rules)), _) => {
            let programme = Programme::read(file.source(), rules.product_version)?;
            Opened::of_certificates(loaded, Some(programme))
        }
        (None, [file]) if !loaded.is_folder && is_published(file.source()) => of_file(loaded, file),
        (None, _) => Opened::of_certificates(loaded, None),
    }
}

/// A file that holds certificates and rules.
fn of_file<'a>(loaded: &'a Loaded<'a>, file: &'a File) -> Result<Opened<'a>, Report> {
    let programme = Programme::read(file.source(), None)?;
    let trusted = programme.roots.iter().filter(|root| root.verdict == Verdict::Trusted);
    let mut report = Report::default();
    let mut blocks = Vec::new();
    for (block, root) in (1..).zip(trusted) {
        let line = u32::try_from(root.line).unwrap_or(u32::MAX);
        let place = Place { file: &file.name, block, line };
        match &root.der {
            Some(der) => {
                let (comment, der) = (root.label.clone(), der.clone());
                blocks.push(DecodedBlock { place, comment, distrust: None, der });
            }
            None => report.push(without_certificate(root, &file.name)),
        }
    }
    report.or(())?;
    Ok(Opened::of_programme(loaded, Decoded::from_blocks(&loaded.name, blocks), programme))
}

fn without_certificate(root: &ProgrammeRoot, file: &str) -> Finding {
    Finding::error("anchor-without-certificate", "root is named, and its certificate is not there")
        .root(root.named(file))
        .help("give the certificates as the input, and this file as its rules")
}

/// The roots that the programme trusts. It must speak of each, and each that it trusts be there.
pub(super) fn trusted<'a>(
    mut bundle: Bundle<'a>,
    programme: Option<&Programme>,
) -> Result<Bundle<'a>, Report> {
    let Some(programme) = programme else { return Ok(bundle) };
    let mut report = Report::default();
    for root in bundle.roots.iter().filter(|root| said(root, programme).is_none()) {
        report.push(unknown(root, programme));
    }
    for said in programme.roots.iter().filter(|said| said.verdict == Verdict::Trusted) {
        if !bundle.roots.iter().any(|root| root.fingerprint == said.fingerprint) {
            report.push(without_certificate(said, &programme.name));
        }
    }
    let is_trusted = |said: &ProgrammeRoot| said.verdict == Verdict::Trusted;
    bundle.roots.retain(|root| said(root, programme).is_some_and(is_trusted));
    report.or(bundle)
}

fn unknown(root: &BundleRoot<'_>, programme: &Programme) -> Finding {
    Finding::error("not-in-programme", "programme does not speak of the root")
        .root(format_args!("{:?} ({})", root.label(), root.place))
        .expected(format_args!("an entry in {}", programme.name))
}

fn said<'p>(root: &BundleRoot<'_>, programme: &'p Programme) -> Option<&'p ProgrammeRoot> {
    programme.roots.iter().find(|said| said.fingerprint == root.fingerprint)
}

/// What the programme imposes on a root.
pub(super) fn rules(root: &BundleRoot<'_>, programme: Option<&Programme>) -> Rules {
    let both = programme.and_then(|programme| Some((programme, said(root, programme)?)));
    let Some((programme, said)) = both else { return Rules::default() };
    let names = NameRules { permitted_dns: said.permitted_dns.clone(), ..NameRules::default() };
    let always = RuleSet {
        distrust_after: said.distrust_after,
        source: said.distrust_after.map(|_| programme.name.clone()).unwrap_or_default(),
        ..RuleSet::default()
    };
    Rules {
        programme: (!names.is_empty()).then(|| programme.family().to_owned()),
        names,
        path_len: None,
        purposes: said.purposes,
        always,
        any_of: said.any_of.iter().map(alternative).collect(),
        sources: [(String::new(), programme.name.clone())].into(),
    }
}

fn alternative(set: &ProgrammeRules) -> RuleSet {
    let ProgrammeRules { distrust_after, sct_not_after, sct_all_after, permitted_dns, source } =
        set.clone();
    // a programme's names say nothing of IP addresses
    let excludes_ip = false;
    RuleSet { distrust_after, sct_not_after, sct_all_after, permitted_dns, excludes_ip, source }
}
