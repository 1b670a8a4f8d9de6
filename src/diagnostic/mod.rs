//! Findings: what the tool has to say about its input, as data.
//!
//! A finding is one mistake, on the bytes that are wrong, with the cure where one is known. Findings are collected, not
//! returned as errors: a `Result` is for what stops the tool. Rendering is apart (one file a format), and nothing here
//! prints.

mod code;
mod levels;
pub mod render;
mod suggest;
mod tally;

pub use code::Code;
pub use levels::{Levels, Setting};
pub use render::markdown::codes_table;
pub use suggest::{did_you_mean, list_of, nearest};
pub use tally::{Cap, Tally};

use crate::text::Place;

/// How much a finding weighs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The input is wrong.
    Error,
    /// The input may be wrong, or will not work elsewhere.
    Warning,
    /// Worth knowing.
    Note,
}

impl Level {
    /// The word that outputs use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A turn of a recorded game, as its log numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TurnNumber {
    /// Counted from 1.
    pub number: u32,
    /// The letter of an extra turn, `b` for the first.
    pub part: Option<char>,
}

impl std::fmt::Display for TurnNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.part.map_or_else(|| self.number.to_string(), |part| format!("{}{part}", self.number)))
    }
}

/// One mistake in the input.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What kind it is.
    pub code: Code,
    /// How much it weighs.
    pub level: Level,
    /// What is wrong, one sentence without a full stop, the wrong value in backticks.
    pub message: String,
    /// A few words to stand under the wrong bytes.
    pub label: Option<String>,
    /// What would be right.
    pub help: Option<String>,
    /// The wrong bytes; none where the finding is about a whole run.
    pub place: Option<Place>,
    /// The turn of the game, for a move log.
    pub turn: Option<TurnNumber>,
    /// Further places that matter, each with a few words.
    pub related: Vec<(Place, String)>,
    /// Blocks of text to show below: a map, a ledger.
    pub attachments: Vec<String>,
}

impl Finding {
    /// An error of this kind, with nothing but its message.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            level: Level::Error,
            message: message.into(),
            label: None,
            help: None,
            place: None,
            turn: None,
            related: Vec::new(),
            attachments: Vec::new(),
        }
    }

    /// A warning of this kind, with nothing but its message.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { level: Level::Warning, ..Self::error(code, message) }
    }

    /// The finding, on these bytes.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self { place: Some(place), ..self }
    }

    /// The finding, with a few words under its bytes.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: Some(label.into()), ..self }
    }

    /// The finding, with what would be right. An empty help is none.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        let help = help.into();
        Self { help: (!help.is_empty()).then_some(help), ..self }
    }

    /// The finding, with one more place that matters.
    #[must_use]
    pub fn related(mut self, place: Place, words: impl Into<String>) -> Self {
        self.related.push((place, words.into()));
        self
    }

    /// What findings are sorted by: file, then place, then code.
    fn sort_key(&self) -> (&str, usize, usize, Code, &str) {
        let (file, line, column) = self.place.as_ref().map_or(("", 0, 0), |at| (at.file(), at.line, at.column));
        (file, line, column, self.code, &self.message)
    }
}

/// Sorts findings by file and place, and drops the ones that say the same twice.
pub fn sort(findings: &mut Vec<Finding>) {
    findings.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    findings.dedup_by(|a, b| a.sort_key() == b.sort_key());
}
