//! Checks on maps, one file a rule: signs and legend, counts, half squares, reach, prints, and the rules that go with them.
//!
//! What must stay true: a sign that the legend does not know is told once and no square to any other check, so that one slip
//! makes one message.

mod chips;
mod counts;
mod halves;
mod prints;
mod reach;
mod signs;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Finding};
use crate::geometry::Cell;
use crate::model::{Feature, Map, MapBoard, Square};
use crate::source::{Part, child};

use super::Game;
use super::piece::Piece;
use super::report::{At, Report};

/// A map, read.
pub(super) struct Drawn<'a> {
    /// The part it is.
    pub(super) part: Part,
    /// The file.
    pub(super) map: &'a MapBoard,
    /// Every square the legend knows, by cell.
    pub(super) squares: FxHashMap<Cell, &'a Square>,
}

impl<'a> Drawn<'a> {
    fn read(number: usize, map: &'a MapBoard) -> Self {
        let squares = map.squares().map(|(cell, _, square)| (cell, square)).collect();
        Self { part: Part::Map(number), map, squares }
    }

    /// Whether a tile could lie on a cell, now or when maps are joined.
    fn takes(&self, cell: Cell) -> bool {
        self.squares.get(&cell).is_some_and(|square| !square.is_barred() && !square.is_printed())
    }

    /// The bytes of a sign in the rows.
    fn sign_at(&self, cell: Cell) -> At {
        At::letter(self.part, child("/rows", cell.y.max(0) as usize), cell.x.max(0) as usize)
    }

    /// The squares that are something, in reading order.
    fn those(&self, what: impl Fn(&Square) -> bool) -> Vec<Cell> {
        self.map.squares().filter(|(_, _, square)| what(square)).map(|(cell, ..)| cell).collect()
    }
}

/// What is printed on squares of large cities, as pieces: one for each sign that has any.
pub(super) fn printed<'a>(
    number: usize,
    map: &'a MapBoard,
    features: Option<&'a Map<Feature>>,
) -> impl Iterator<Item = Piece<'a>> {
    let signs = map.legend.iter().filter(|(_, square)| square.is_printed());
    signs.map(move |(sign, square)| {
        Piece::printed(Part::Map(number), child("/legend", sign), sign, &square.segments, features)
    })
}

/// Checks every map of a game, and what the ruleset says of maps.
pub(super) fn check(game: &Game<'_>, report: &mut Report<'_>) {
    let resolved = game.resolved;
    let drawn: Vec<Drawn<'_>> =
        resolved.maps.iter().enumerate().map(|(number, map)| Drawn::read(number, map)).collect();
    for one in &drawn {
        check_one(one, Some(&resolved.ruleset.features), report);
    }
    if let [one, other] = drawn.as_slice() {
        halves::check_joined(one, other, report);
    }
    chips::check(game, &drawn, report);
}

/// Checks a map by itself; `features` are those that a ruleset declares, where there is one.
pub(super) fn check_alone(map: &MapBoard, report: &mut Report<'_>) {
    check_one(&Drawn::read(0, map), None, report);
}

fn check_one(drawn: &Drawn<'_>, features: Option<&Map<Feature>>, report: &mut Report<'_>) {
    // Of an empty sheet nothing can be said but that it is empty.
    if drawn.map.signs().next().is_none() {
        let finding = Finding::error(Code::MapCountMismatch, "no square is drawn");
        let help = "draw the board row by row from the north, a sign of the legend for each square";
        report.add(&At::key(drawn.part, "/rows"), finding.help(help));
        return;
    }
    signs::check(drawn, report);
    counts::check(drawn, report);
    halves::check(drawn, report);
    reach::check(drawn, report);
    prints::check(drawn, features, report);
}

#[cfg(test)]
mod tests;
