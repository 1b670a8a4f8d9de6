//! How far long work is: a line on the standard error, only where that is a terminal.

use std::cell::Cell;
use std::io::{self, IsTerminal, Read, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::Look;
use crate::source::discover::Input;

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

/// How far a replay is: the part of the files' bytes that was read, games a second, and the time left.
pub(super) struct Replaying {
    bar: ProgressBar,
    games: Cell<u64>,
    start: Instant,
}

/// So many games pass between two looks at the clock.
const GAMES_A_LOOK: u64 = 256;

impl Replaying {
    /// Of logs. Where the size of one is not known, as of a pipe, no time left can be told.
    pub(super) fn new(inputs: &[Input], look: &Look) -> Self {
        let (games, start) = (Cell::new(0), Instant::now());
        if look.quiet || !io::stderr().is_terminal() {
            return Self { bar: ProgressBar::hidden(), games, start };
        }
        let size = |input: &Input| match input {
            Input::File(path) => {
                std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|found| found.len())
            }
            Input::Stdin => None,
        };
        let bytes: Option<u64> = inputs.iter().map(size).sum();
        let bar = ProgressBar::with_draw_target(bytes, ProgressDrawTarget::stderr());
        let template = match bytes {
            Some(_) => "{percent}% of {total_bytes}, {msg}, {eta} left",
            None => "{spinner} {bytes}, {msg}, {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message("0 games");
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar, games, start }
    }

    /// One more game was told.
    pub(super) fn game(&self) {
        let games = self.games.get() + 1;
        self.games.set(games);
        if games.is_multiple_of(GAMES_A_LOOK) && !self.bar.is_hidden() {
            let rate = games as f64 / self.start.elapsed().as_secs_f64().max(1e-3);
            self.bar.set_message(format!("{games} games, {rate:.0} a second"));
        }
    }

    /// What counts bytes as they are read.
    pub(super) fn counter(&self) -> Counter {
        Counter(self.bar.clone())
    }

    /// A writer to the terminal that stays above the line; none where no line is shown.
    pub(super) fn above<W: Write>(&self, out: W) -> Result<Above<W>, W> {
        if self.bar.is_hidden() {
            return Err(out);
        }
        Ok(Above { out, bar: self.bar.clone(), begun: Vec::new() })
    }
}

impl Drop for Replaying {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Counts the bytes of logs for the line.
#[derive(Clone)]
pub(super) struct Counter(ProgressBar);

impl Counter {
    /// The same bytes, counted as they are read.
    pub(super) fn reading<R: Read>(&self, input: R) -> Counted<R> {
        Counted { input, bar: self.0.clone() }
    }
}

/// Bytes that are counted as they are read.
pub(super) struct Counted<R> {
    input: R,
    bar: ProgressBar,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(bytes)?;
        self.bar.inc(read as u64);
        Ok(read)
    }
}

/// Writes whole lines above the line that goes on: drawing that one anew would wipe out the beginning of another.
pub(super) struct Above<W: Write> {
    out: W,
    bar: ProgressBar,
    /// What was written of a line that has not ended.
    begun: Vec<u8>,
}

impl<W: Write> Write for Above<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        if let Some(end) = memchr::memrchr(b'\n', &self.begun) {
            let (out, begun) = (&mut self.out, &mut self.begun);
            self.bar.suspend(|| out.write_all(&begun[..=end]))?;
            begun.drain(..=end);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Drop for Above<W> {
    fn drop(&mut self) {
        // Every format ends with a line's end; whatever does not is written all the same.
        let (out, begun) = (&mut self.out, &self.begun);
        let _ = self.bar.suspend(|| out.write_all(begun));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_out_whole() {
        let mut out = Vec::new();
        let mut above = Above { out: &mut out, bar: ProgressBar::hidden(), begun: Vec::new() };
        above.write_all(b"one\ntw").expect("memory takes it");
        assert_eq!(above.out.as_slice(), b"one\n");
        above.write_all(b"o\nthree").expect("memory takes it");
        assert_eq!(above.out.as_slice(), b"one\ntwo\n");
        drop(above);
        assert_eq!(out, b"one\ntwo\nthree");
    }
}
