//! A sign of life in long work, for people alone: it is drawn on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// So many certificates take some tens of milliseconds.
const LONG: usize = 1000;

/// A bar that goes when it is dropped.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Work of so many steps. A few are done before anybody could read what is drawn.
    pub(crate) fn of(steps: usize, what: &'static str) -> Self {
        let length = u64::try_from(steps).unwrap_or(u64::MAX);
        let bar = match steps < LONG {
            true => ProgressBar::hidden(),
            false => ProgressBar::new(length),
        };
        Self::styled(bar, "{msg} {wide_bar} {pos}/{len}", what)
    }

    /// Work of which nobody knows how long it takes.
    pub(crate) fn waiting(what: &'static str) -> Self {
        Self::styled(ProgressBar::new_spinner(), "{spinner} {msg}", what)
    }

    pub(crate) fn turns_to(&self, what: &'static str) {
        self.0.set_message(what);
    }

    pub(crate) fn step(&self) {
        self.0.inc(1);
    }

    fn styled(bar: ProgressBar, template: &str, what: &'static str) -> Self {
        // a template that is wrong leaves the bar plain
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what);
        Self(bar)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
