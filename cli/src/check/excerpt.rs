//! Findings as compilers show them: over the line that they are about.

use annotate_snippets::{AnnotationKind, Group, Level as Title, Origin, Renderer, Snippet};

use super::finding::{Finding, Level};
use crate::bundle::BundleFiles;
use crate::output::visible;

/// A finding over the line that it is about, where that may be shown.
pub(super) fn render(finding: &Finding) -> String {
    let Finding { code, severity, message, file, line, facts, excerpt } = finding;
    let title = match severity {
        Level::Error => Title::ERROR,
        Level::Warning => Title::WARNING,
        Level::Note => Title::NOTE,
    };
    let message = visible(message);
    // where it is stands above already
    let facts = facts.iter().filter(|fact| file.is_none() || fact.name != "at");
    let facts: Vec<String> =
        facts.map(|fact| format!("{}: {}", fact.name, visible(&fact.value))).collect();
    let mut group = Group::with_title(title.primary_title(message.as_str()).id(*code));
    group = match (file, line, excerpt) {
        (Some(file), Some(line), Some(text)) => {
            let annotation = AnnotationKind::Primary.span(0..text.len());
            let snippet = Snippet::source(text.as_str()).line_start(*line).path(file.as_str());
            group.element(snippet.annotation(annotation))
        }
        (Some(file), Some(line), None) => group.element(Origin::path(file.as_str()).line(*line)),
        (Some(file), None, _) => group.element(Origin::path(file.as_str())),
        (None, ..) => group,
    };
    let facts = facts.iter().map(|fact| Title::NOTE.no_name().message(fact.as_str()));
    let group = facts.fold(group, Group::element);
    Renderer::styled().render(&[group])
}

/// Puts beside each finding the line that it is about.
pub(super) fn quote(findings: &mut [Finding], files: &BundleFiles) {
    let bundle = String::from_utf8_lossy(&files.bundle.content);
    for finding in findings {
        let (Some(file), Some(line)) = (&finding.file, finding.line) else { continue };
        let nth = |text: &str| text.lines().nth(line.checked_sub(1)?).map(str::to_owned);
        finding.excerpt = match &files.lock {
            Some(lock) if *file == lock.name => nth(&lock.content).map(|line| visible(&line)),
            _ if *file == files.bundle.name => nth(&bundle).and_then(|line| boundary(&line)),
            _ => None,
        };
    }
}

/// Of a bundle only boundaries are shown, and nothing behind them: a line may belong to a private
/// key.
fn boundary(line: &str) -> Option<String> {
    const DASHES: &str = "-----";
    let line = line.trim_start_matches('\u{feff}').trim();
    let (label, _) = line.strip_prefix(DASHES)?.split_once(DASHES)?;
    Some(visible(&[DASHES, label, DASHES].concat()))
}

#[cfg(test)]
mod tests {
    use super::boundary;

    #[test]
    fn nothing_of_a_body_is_shown() {
        for (line, shown) in [
            ("-----BEGIN CERTIFICATE-----", Some("-----BEGIN CERTIFICATE-----")),
            ("\u{feff}-----BEGIN A-----\r", Some("-----BEGIN A-----")),
            ("-----BEGIN PRIVATE KEY-----c2VjcmV0", Some("-----BEGIN PRIVATE KEY-----")),
            ("-----BEGIN PRIVATE KEY--c2VjcmV0", None),
            ("c2VjcmV0", None),
            ("", None),
        ] {
            assert_eq!(boundary(line).as_deref(), shown, "{line}");
        }
    }
}
