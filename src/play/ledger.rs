//! The ledger: every point, when it came, from what, and who got it; every space a racer advanced, and why.

use crate::game::{FeatureId, FigureId, IconId};
use crate::geometry::Cell;

/// Why points came.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// A feature was completed.
    Completed,
    /// The game ended.
    Final,
    /// A figure was taken back.
    Recall,
    /// A piece was laid along the race's course.
    Race,
    /// The race ended.
    Mouth,
    /// The game ended, and tokens were counted.
    Goods,
    /// A chip was taken from its square.
    Chip,
    /// A hidden tile was turned up, and laid or lost.
    Hidden,
}

/// When something happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moment {
    /// The turn, counted from 1; for the end of the game, the last turn.
    pub turn: u32,
    /// Whether it was the second turn in a row of that number.
    pub extra: bool,
}

impl std::fmt::Display for Moment {
    /// As logs number it: `7`, or `7b` for the second turn in a row.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.turn, if self.extra { "b" } else { "" })
    }
}

/// One scoring: each of its players got its points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// When.
    pub moment: Moment,
    /// Why.
    pub reason: Reason,
    /// The feature; for a race, the feature it runs along.
    pub feature: Option<FeatureId>,
    /// Points for each of the players; below zero where they cost some.
    pub points: i32,
    /// The players, a bit a seat.
    pub seats: u8,
    /// Distinct tiles of the feature.
    pub tiles: u32,
    /// Filled cells around a site.
    pub neighbours: u32,
    /// Completed features that ground borders.
    pub closed: u32,
    /// The place in a race, from 1; 0 elsewhere.
    pub place: u8,
    /// The figure for which the points are higher than others' for the same.
    pub raised_by: Option<FigureId>,
    /// Where its icons begin among the ledger's.
    icons: u32,
    /// Its cells among the ledger's.
    cells: (u32, u32),
}

/// Why a racer advanced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Why {
    /// Icons newly connected to the player's figures.
    Icons,
    /// The player placed no figure.
    Step,
    /// The player scored nothing in a scoring of the race.
    Consolation,
}

/// Spaces a racer advanced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advance {
    /// When.
    pub moment: Moment,
    /// Whose racer.
    pub seat: u8,
    /// Spaces, as far as the course goes.
    pub spaces: u32,
    /// Why.
    pub why: Why,
}

/// Tokens that a player took for what a tile of theirs completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taking {
    /// When.
    pub moment: Moment,
    /// Who.
    pub seat: u8,
    /// Which good, by number.
    pub good: u8,
    /// How many tokens.
    pub tokens: u32,
    /// A cell of the feature: the first one by row and column.
    pub cell: Cell,
}

/// What an entry counts, for [`Ledger::push`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted<'a> {
    /// Distinct tiles of the feature.
    pub tiles: u32,
    /// Filled cells around a site.
    pub neighbours: u32,
    /// Completed features that ground borders.
    pub closed: u32,
    /// The place in a race, from 1; 0 elsewhere.
    pub place: u8,
    /// The figure for which the points are higher than others' for the same.
    pub raised_by: Option<FigureId>,
    /// Icons by number.
    pub icons: &'a [u32],
    /// The cells.
    pub cells: &'a [Cell],
}

/// Everything that was scored in a game.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    entries: Vec<Entry>,
    advances: Vec<Advance>,
    takings: Vec<Taking>,
    icons: Vec<u32>,
    cells: Vec<Cell>,
    stride: usize,
    /// Whether entries keep their cells.
    with_cells: bool,
}

impl Ledger {
    /// Empties the ledger for a game with so many kinds of icon.
    pub fn clear(&mut self, icons: usize, with_cells: bool) {
        self.entries.clear();
        self.advances.clear();
        self.takings.clear();
        self.icons.clear();
        self.cells.clear();
        self.stride = icons;
        self.with_cells = with_cells;
    }

    /// Writes down a scoring.
    pub fn push(
        &mut self,
        moment: Moment,
        reason: Reason,
        feature: Option<FeatureId>,
        points: i32,
        seats: u8,
        counted: Counted<'_>,
    ) {
        let icons = self.icons.len() as u32;
        let known = counted.icons.len().min(self.stride);
        self.icons.extend_from_slice(&counted.icons[..known]);
        self.icons.resize(icons as usize + self.stride, 0);
        let first = self.cells.len();
        if self.with_cells {
            self.cells.extend_from_slice(counted.cells);
            self.cells[first..].sort_unstable_by_key(|cell| (cell.y, cell.x));
        }
        let Counted { tiles, neighbours, closed, place, raised_by, .. } = counted;
        let cells = (first as u32, self.cells.len() as u32);
        self.entries.push(Entry {
            moment,
            reason,
            feature,
            points,
            seats,
            tiles,
            neighbours,
            closed,
            place,
            raised_by,
            icons,
            cells,
        });
    }

    /// Writes down an advance; nothing where it is of no space.
    pub fn advance(&mut self, moment: Moment, seat: usize, spaces: u32, why: Why) {
        if spaces > 0 {
            self.advances.push(Advance { moment, seat: seat as u8, spaces, why });
        }
    }

    /// Writes down tokens taken; nothing where there are none.
    pub fn take(&mut self, taking: Taking) {
        if taking.tokens > 0 {
            self.takings.push(taking);
        }
    }

    /// All tokens taken, in order.
    #[must_use]
    pub fn takings(&self) -> &[Taking] {
        &self.takings
    }

    /// All scorings in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// All advances in order.
    #[must_use]
    pub fn advances(&self) -> &[Advance] {
        &self.advances
    }

    /// The icons of an entry that it has any of.
    pub fn icons(&self, entry: &Entry) -> impl Iterator<Item = (IconId, u32)> + use<'_> {
        let row = &self.icons[entry.icons as usize..][..self.stride];
        row.iter().enumerate().filter(|(_, count)| **count > 0).map(|(icon, count)| (IconId(icon as u8), *count))
    }

    /// The cells of an entry, in reading order; none where the ledger keeps none.
    #[must_use]
    pub fn cells(&self, entry: &Entry) -> &[Cell] {
        &self.cells[entry.cells.0 as usize..entry.cells.1 as usize]
    }
}

impl Entry {
    /// The seats that got its points.
    pub fn seats(&self) -> impl Iterator<Item = usize> + use<> {
        let seats = self.seats;
        (0..8).filter(move |seat| seats & (1 << seat) != 0)
    }
}
