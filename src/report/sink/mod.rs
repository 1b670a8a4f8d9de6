//! One file a format: what stands around the findings, and in which order it is written.
//!
//! A sink gets the games or files as they finish and what belongs to none of them at the end. What must stay true: it
//! writes what it gets and keeps nothing but what its format cannot say yet, and that bounded.

mod json;
mod junit;
mod listing;
mod markdown;
mod sarif;

use std::io::{self, Write};

use super::writer::Options;
use super::{FileReport, GameReport, Totals};
use crate::diagnostic::render::Format;
use crate::diagnostic::{Finding, Tally};

/// What a run is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Job {
    Replay,
    Validate,
}

/// A game or a file that is done.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'a> {
    Game(&'a GameReport),
    File(&'a FileReport),
}

/// Findings with their place in the run: those to show, and the count of all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Findings<'a> {
    /// Those that the cap lets through.
    pub(super) shown: &'a [Finding],
    /// All of them.
    pub(super) tally: Tally,
}

impl Findings<'_> {
    /// How many the cap held back.
    pub(super) const fn omitted(&self) -> usize {
        self.tally.total() - self.shown.len()
    }
}

/// A run that is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// What it went through.
    pub(super) totals: Totals,
}

/// Writes one format.
pub(super) trait Sink {
    /// Before anything else.
    fn begin(&mut self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// A game or file that is done.
    fn item(&mut self, out: &mut dyn Write, item: Item<'_>, findings: Findings<'_>) -> io::Result<()>;

    /// The findings that belong to none of them, and the end.
    fn end(&mut self, out: &mut dyn Write, findings: Findings<'_>, end: &End) -> io::Result<()>;
}

/// The sink of a format.
pub(super) fn sink(format: Format, job: Job, options: Options) -> Box<dyn Sink> {
    match format {
        Format::Human => Box::new(listing::Human::new(options)),
        Format::Short => Box::new(listing::Lines(crate::diagnostic::render::short::finding)),
        Format::Github => Box::new(listing::Lines(crate::diagnostic::render::github::finding)),
        Format::Json => Box::new(json::Document::new(job, options)),
        Format::Jsonl => Box::new(json::Lines::new(options)),
        Format::Sarif => Box::new(sarif::Log::default()),
        Format::Junit => Box::new(junit::Suites::new(options)),
        Format::Markdown => Box::new(markdown::Tables::new(job)),
    }
}
