//! The totals of a suite, as they stand in `docs/suites.md`.

use std::fmt;

use crate::judged::Judged;

/// What is counted of each section.
pub(crate) struct Totals(Vec<(String, Counts)>);

#[derive(Clone, Copy, Default)]
struct Counts {
    run: usize,
    rootbake: usize,
    webpki: usize,
    not_applicable: usize,
}

impl Totals {
    /// Of all `sections`, which come with the number of cases that were not run.
    pub(crate) fn of(judged: &[Judged], sections: &[(String, usize)]) -> Self {
        let sections = sections.iter().map(|(section, not_applicable)| {
            let within = judged.iter().filter(|judged| judged.section == *section);
            let counts = within.fold(Counts::default(), |counts, judged| Counts {
                run: counts.run + 1,
                rootbake: counts.rootbake + usize::from(judged.rootbake_is_right()),
                webpki: counts.webpki + usize::from(judged.webpki_is_right()),
                ..counts
            });
            (section.clone(), Counts { not_applicable: *not_applicable, ..counts })
        });
        let totals = Self(sections.collect());
        assert_eq!(totals.sum().run, judged.len(), "a case is of no section");
        totals
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
