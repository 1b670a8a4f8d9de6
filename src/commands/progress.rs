//! How far long work is: a line on the standard error, only where that is a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::Look;

/// A line that goes on, and goes away at the end.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// Of so many, where that is known.
    pub(super) fn new(of: Option<u64>, what: &str, look: &Look) -> Self {
        if look.quiet || !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(of, ProgressDrawTarget::stderr());
        let template = if of.is_some() { "{pos} of {len}" } else { "{pos}" };
        let template = format!("{template} {what}, {{per_sec}}, {{elapsed}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        Self(bar)
    }

    /// So many more are done.
    pub(super) fn add(&self, more: u64) {
        self.0.inc(more);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
