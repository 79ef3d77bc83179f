//! The totals of a suite, as they stand in `docs/suites.md`.

use std::fmt;

use crate::judged::Judged;

/// Counts by section, in the order in which the sections were met.
pub(crate) struct Totals(Vec<(String, Counts)>);

#[derive(Clone, Copy, Default)]
struct Counts {
    run: usize,
    rootbake: usize,
    webpki: usize,
    not_applicable: usize,
}

impl Totals {
    /// `not_applicable` has the cases by section.
    pub(crate) fn of(judged: &[Judged], not_applicable: &[(String, usize)]) -> Self {
        let mut totals = Self(Vec::new());
        for judged in judged {
            let counts = totals.section(&judged.section);
            counts.run += 1;
            counts.rootbake += usize::from(judged.rootbake_is_right());
            counts.webpki += usize::from(judged.webpki_is_right());
        }
        for (section, cases) in not_applicable {
            totals.section(section).not_applicable += cases;
        }
        totals
    }

    fn section(&mut self, name: &str) -> &mut Counts {
        let Self(sections) = self;
        let place = sections.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            sections.push((name.to_owned(), Counts::default()));
            sections.len() - 1
        });
        &mut sections[place].1
    }

    fn sum(&self) -> Counts {
        self.0.iter().fold(Counts::default(), |sum, (_, counts)| Counts {
            run: sum.run + counts.run,
            rootbake: sum.rootbake + counts.rootbake,
            webpki: sum.webpki + counts.webpki,
            not_applicable: sum.not_applicable + counts.not_applicable,
        })
    }
}

/// A table in Markdown.
impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| section | cases run | rootbake right | rustls-webpki right | not applicable |"
        )?;
        writeln!(f, "| --- | --- | --- | --- | --- |")?;
        let all = ("all".to_owned(), self.sum());
        for (section, counts) in self.0.iter().chain([&all]) {
            let Counts { run, rootbake, webpki, not_applicable } = counts;
            writeln!(f, "| {section} | {run} | {rootbake} | {webpki} | {not_applicable} |")?;
        }
        Ok(())
    }
}
