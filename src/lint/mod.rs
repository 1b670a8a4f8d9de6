//! Checks on data that a schema cannot say, one file a rule.
//!
//! A rule reads typed data and puts down findings on the bytes that are wrong. What must stay true: one mistake makes one
//! message, so a rule passes over what another rule already speaks about (an unknown feature says nothing about ports, a
//! port taken twice nothing about crossing, a wrong drawing nothing about counts); nothing here trusts a number, and
//! nothing panics on data whose schema would have refused it.

mod borders;
mod continued;
mod cover;
mod crossing;
mod edges;
pub(crate) mod expect;
mod faces;
mod figures;
mod front;
mod icons;
mod ids;
mod maps;
mod names;
mod opening;
mod overrides;
pub(crate) mod piece;
mod report;
mod right;
mod rules;
mod scoring;
mod segments;
mod settings;
mod shapes;
mod sides;
mod start;
pub(crate) mod stated;
pub(crate) mod tally;
mod totals;

pub use overrides::{check_redundant, check_variant_alone};
pub use right::RightSets;
pub use settings::check_settings;

use crate::diagnostic::{self, Finding};
use crate::model::{Board, MapBoard, Mouth, Tileset};
use crate::source::{Document, Part, Resolved, Shared, child};

use piece::Piece;
use report::{Places, Report};

/// A resolved ruleset with its drawings read.
pub(crate) struct Game<'a> {
    /// The ruleset and its parts.
    pub(crate) resolved: &'a Resolved,
    /// The tiles of each set, in its order.
    pub(crate) sets: Vec<Vec<Piece<'a>>>,
    /// The sides of the board.
    pub(crate) sides: Vec<Piece<'a>>,
    /// What is printed on squares of the maps.
    pub(crate) printed: Vec<Piece<'a>>,
}

impl<'a> Game<'a> {
    /// Reads every drawing.
    pub(crate) fn read(resolved: &'a Resolved) -> Self {
        let features = Some(&resolved.ruleset.features);
        let tiles = |(number, set): (usize, &'a Shared<Tileset>)| {
            set.tile
                .iter()
                .enumerate()
                .map(|(at, tile)| Piece::tile(Part::Tileset(number), child("/tile", at), tile, features))
                .collect()
        };
        let sides = resolved.board.iter().flat_map(|board| {
            board.side.iter().enumerate().map(|(at, side)| Piece::side(child("/side", at), board.size, side, features))
        });
        let printed = resolved.maps.iter().enumerate().flat_map(|(number, map)| maps::printed(number, map, features));
        let (sides, printed) = (sides.collect(), printed.collect());
        Self { resolved, sets: resolved.tilesets.iter().enumerate().map(tiles).collect(), sides, printed }
    }

    /// Every drawing, tiles first.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &Piece<'a>> {
        self.sets.iter().flatten().chain(&self.sides).chain(&self.printed)
    }

    /// Every tile.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = &Piece<'a>> {
        self.sets.iter().flatten()
    }

    /// Whether every drawing is sound, so that one may speak about all of them together.
    pub(crate) fn sound(&self) -> bool {
        self.pieces().all(Piece::sound)
    }
}

/// All that is wrong with a resolved ruleset beyond its shape, sorted by file and place.
///
/// Counts are checked as the files state them: an overlay may change copies without minding totals.
#[must_use]
pub fn check(resolved: &Resolved) -> Vec<Finding> {
    check_with(resolved, &RightSets::default())
}

/// The same, but drawings of sets that are known to be right are not looked at again; sets found right are added.
#[must_use]
pub fn check_with(resolved: &Resolved, right: &RightSets) -> Vec<Finding> {
    let game = Game::read(resolved);
    let mut report = Report::new(Places::Resolved(resolved));
    ids::check(&game, &mut report);
    names::check(&resolved.ruleset, &mut report);
    rules::check(&game, &mut report);
    figures::check(&game, &mut report);
    scoring::check(&resolved.ruleset, &mut report);
    start::check(&game, &mut report);
    segments::check_names(&game, &mut report);
    icons::check(&game, &mut report);
    for (number, set) in game.sets.iter().enumerate().filter(|(number, _)| !right.holds(&game, *number)) {
        let before = report.found_in(Part::Tileset(number));
        for piece in set {
            check_piece(piece, &mut report);
        }
        if report.found_in(Part::Tileset(number)) == before {
            right.add(&game, number);
        }
    }
    for piece in game.sides.iter().chain(&game.printed) {
        check_piece(piece, &mut report);
    }
    front::check(&game, &mut report);
    totals::check(resolved, &mut report);
    if let Some(board) = &resolved.board {
        sides::check_board(board, resolved.ruleset.players, &mut report);
    }
    if let Some(mouth) = &resolved.mouth {
        sides::check_mouth(mouth, resolved.ruleset.players, &mut report);
    }
    maps::check(&game, &mut report);
    // What follows speaks about all drawings together, and would only repeat what is wrong with one.
    if game.sound() {
        continued::check(&game, &mut report);
        opening::check(&game, &mut report);
    }
    expect::check(&game, &mut report);
    stated::check(resolved, &mut report);
    finish(report)
}

/// All that can be said of a tile set without a ruleset that declares its features.
#[must_use]
pub fn check_tileset_alone(document: &Document, set: &Tileset) -> Vec<Finding> {
    let part = Part::Tileset(0);
    let mut report = Report::new(Places::Alone(document));
    ids::check_set(part, set, &mut report);
    totals::check_set(part, set, &mut report);
    for (number, tile) in set.tile.iter().enumerate() {
        check_piece(&Piece::tile(part, child("/tile", number), tile, None), &mut report);
    }
    finish(report)
}

/// All that can be said of a board without a ruleset that declares its features and players.
#[must_use]
pub fn check_board_alone(document: &Document, board: &Board) -> Vec<Finding> {
    let mut report = Report::new(Places::Alone(document));
    for (number, side) in board.side.iter().enumerate() {
        check_piece(&Piece::side(child("/side", number), board.size, side, None), &mut report);
    }
    sides::check_board(board, None, &mut report);
    finish(report)
}

/// All that can be said of a mouth without a ruleset that states its players.
#[must_use]
pub fn check_mouth_alone(document: &Document, mouth: &Mouth) -> Vec<Finding> {
    let mut report = Report::new(Places::Alone(document));
    sides::check_mouth(mouth, None, &mut report);
    finish(report)
}

/// All that can be said of a map without a ruleset that declares its features and colours.
#[must_use]
pub fn check_map_alone(document: &Document, map: &MapBoard) -> Vec<Finding> {
    let mut report = Report::new(Places::Alone(document));
    for piece in maps::printed(0, map, None) {
        check_piece(&piece, &mut report);
    }
    maps::check_alone(map, &mut report);
    finish(report)
}

/// What can be said of one drawing by itself.
fn check_piece(piece: &Piece<'_>, report: &mut Report<'_>) {
    ids::check_piece(piece, report);
    faces::check(piece, report);
    segments::check(piece, report);
    shapes::check(piece, report);
    let doubled = cover::check(piece, report);
    crossing::check(piece, &doubled, report);
    edges::check(piece, report);
    borders::check(piece, &doubled, report);
}

fn finish(report: Report<'_>) -> Vec<Finding> {
    let mut findings = report.into_findings();
    diagnostic::sort(&mut findings);
    findings
}

#[cfg(test)]
pub(crate) mod tests;
