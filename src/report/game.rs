//! A game that was replayed and a file that was checked, as the jobs know them.
//!
//! Players are seats here, counted from 0 in the order of the game's `players:` line; names come in when something is
//! written.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::TurnNumber;
use crate::geometry::Cell;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// The stack was empty; final scoring was done.
    Complete,
    /// It was ended early; final scoring was done.
    Now,
    /// The log stops in mid-game; the scores are the running ones.
    Stopped,
    /// At the first illegal move, or refused before it began.
    Illegal,
}

impl Ended {
    /// The word that outputs use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Now => "now",
            Self::Stopped => "stopped",
            Self::Illegal => "illegal",
        }
    }
}

/// What points were given for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// A feature was completed.
    Completed,
    /// A figure was taken back.
    Recall,
    /// The race along the river stopped to count what lives there.
    Amazon,
    /// A feature was scored at the end of the game.
    Final,
    /// The order at the end of the race.
    Mouth,
    /// Most of a good, at the end of the game.
    Goods,
    /// A chip taken from its square.
    Chip,
    /// A hidden tile that was laid, or lost.
    Hidden,
}

/// Points given at one moment for one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The turn; for final scoring the last one.
    pub turn: TurnNumber,
    /// What the points were given for.
    pub reason: Reason,
    /// The kind of feature; none where no feature is behind it.
    pub feature: Option<Arc<str>>,
    /// Points for each of the players; below zero where they cost some.
    pub points: i32,
    /// The seats that got them.
    pub seats: Vec<u8>,
    /// Tiles counted, in the unit the ruleset counts.
    pub tiles: u32,
    /// Icons counted, also those that could count and are not there.
    pub icons: Vec<(Arc<str>, u32)>,
    /// Other units counted, such as neighbours or closed cities.
    pub units: Vec<(Arc<str>, u32)>,
    /// The cells the feature covers.
    pub cells: Vec<Cell>,
}

/// A game that was replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameReport {
    /// The file's name as messages show it.
    pub file: Arc<str>,
    /// The line of its `game:` header, counted from 1.
    pub line: usize,
    /// The ruleset's id; as far as known, else empty.
    pub game: Arc<str>,
    /// The variants applied, in order.
    pub variants: Vec<Arc<str>>,
    /// The players' names by seat.
    pub players: Vec<Arc<str>>,
    /// Whether drawings in play are reconstructions.
    pub reconstructed: bool,
    /// Turns completed.
    pub turns: u32,
    /// How it ended.
    pub ended: Ended,
    /// Points by seat.
    pub scores: Vec<i32>,
    /// The seats that won; none where the game was not played to an end.
    pub winners: Vec<u8>,
    /// Where every point came from, in order.
    pub ledger: Vec<Entry>,
}

impl GameReport {
    /// A game of which nothing is known but where it stands: what a refused game starts from.
    #[must_use]
    pub fn refused(file: impl Into<Arc<str>>, line: usize) -> Self {
        Self {
            file: file.into(),
            line,
            game: "".into(),
            variants: Vec::new(),
            players: Vec::new(),
            reconstructed: false,
            turns: 0,
            ended: Ended::Illegal,
            scores: Vec::new(),
            winners: Vec::new(),
            ledger: Vec::new(),
        }
    }

    /// The name of the player at this seat; `?` where there is none.
    #[must_use]
    pub fn player(&self, seat: usize) -> &str {
        self.players.get(seat).map_or("?", |name| name)
    }

    /// The points at this seat, 0 where none are known.
    #[must_use]
    pub fn score(&self, seat: usize) -> i32 {
        self.scores.get(seat).copied().unwrap_or(0)
    }
}

/// A file that was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileReport {
    /// The file's name as messages show it.
    pub file: Arc<str>,
    /// What it holds, such as `tileset` or `moves`; none where it does not say.
    pub kind: Option<Arc<str>>,
    /// For a move log, how many games it holds.
    pub games: Option<u32>,
}
