//! Two rulesets, variants, tile sets, boards or folders side by side: what differs in the data, by meaning, and what that
//! changes in recorded games.
//!
//! The comparison is of resolved data, so it does not matter which file says a thing, or how. Each change belongs to a key
//! (`tiles.T07.count`), the least that can be taken from one side alone: a game that differs is explained by replaying it
//! under the first side with single keys of the second. What must stay true: what is not a note can change a game and what
//! is one cannot; the order of all that is told does not depend on threads.

mod board;
mod data;
mod drawing;
mod git;
mod github;
mod json;
mod keys;
mod logs;
mod map;
mod markdown;
mod operand;
mod pairs;
mod rules;
mod running;
mod scoring;
pub(crate) mod table;
mod text;
mod tiles;
mod totals;

pub use data::{Change, compare};
pub use git::Revision;
pub use github::github;
pub use json::{DiffDocument, schemas};
pub use keys::{apply, keys};
pub use logs::{Differences, Fate, GameDiff, Illegal, diff_logs};
pub use markdown::markdown;
pub use operand::{Operand, Subject, Trouble};
pub use pairs::pairs;
pub use running::{MOST_KEYS, MOST_PAIRS, Plans};
pub use text::human;
pub use totals::{KeyTotal, SeatTotal, Totals};

/// The number of the JSON output's format.
pub const FORMAT: u32 = 1;

/// Two subjects of the same name, and what differs between them.
#[derive(Clone, Debug)]
pub struct Compared {
    /// What is compared, such as `carcassonne` or `carcassonne+river`; where only one side has it, that side's.
    pub name: String,
    /// What differs, sorted by key; notes last.
    pub changes: Vec<Change>,
}

/// All that is told.
#[derive(Clone, Debug)]
pub struct Report {
    /// How the first operand was written.
    pub a: String,
    /// How the second one was.
    pub b: String,
    /// What was compared, in order.
    pub compared: Vec<Compared>,
    /// What the change does to recorded games, where some were given.
    pub logs: Option<Differences>,
}

impl Report {
    /// Whether anything differs that can change a game, or any game does.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.changes().next().is_some() || self.logs.as_ref().is_some_and(|logs| logs.totals.differing > 0)
    }

    /// What can change a game, with the name of what it is a change of.
    pub fn changes(&self) -> impl Iterator<Item = (&str, &Change)> {
        self.all().filter(|(_, change)| change.key.is_some())
    }

    /// What changes no game.
    pub fn notes(&self) -> impl Iterator<Item = (&str, &Change)> {
        self.all().filter(|(_, change)| change.key.is_none())
    }

    fn all(&self) -> impl Iterator<Item = (&str, &Change)> {
        self.compared.iter().flat_map(|one| one.changes.iter().map(|change| (one.name.as_str(), change)))
    }
}
