//! TW0311: the feature of the front enters and leaves every piece that carries it, and leaves the board once.
//!
//! It runs toward larger y, so on a tile it takes the north of a top cell and the south of a bottom cell (R7, R8, D8), and
//! on the board the south of a bottom cell (R4).

use crate::diagnostic::{Code, Finding};
use crate::geometry::Side;
use crate::model::Shape;

use super::Game;
use super::piece::{Piece, Seg};
use super::report::{At, Report};

/// Checks every piece that carries the feature of the front.
pub(super) fn check(game: &Game<'_>, report: &mut Report<'_>) {
    let rules = &game.resolved.ruleset;
    let Some(front) = &rules.front else { return };
    // A front that is no line is the business of `rules`.
    if rules.features.get(&front.feature).is_none_or(|feature| feature.shape != Shape::Line) {
        return;
    }
    for piece in game.tiles() {
        check_tile(piece, &front.feature, report);
    }
    for side in &game.sides {
        check_side(side, &front.feature, report);
    }
}

fn check_tile(piece: &Piece<'_>, feature: &str, report: &mut Report<'_>) {
    let course: Vec<_> = course(piece, feature);
    let Some(first) = course.first() else { return };
    if !course.iter().all(|segment| segment.sound()) {
        return;
    }
    let help = format!("`{feature}` enters each piece at its north and leaves it at its south: `{}`", example(piece));
    if let Some(second) = course.get(1) {
        let message =
            format!("{} carries `{feature}` twice, in `{}` and `{}`", piece.name, first.record.id, second.record.id);
        let at = At::value(piece.part, second.key("feature"));
        report.add(&at, Finding::error(Code::RiverBroken, message).help(help));
        return;
    }
    let enters = first.spots.iter().filter(|spot| is_end(piece, spot.cell, spot.port.side(), Side::North)).count();
    let leaves = first.spots.iter().filter(|spot| is_end(piece, spot.cell, spot.port.side(), Side::South)).count();
    if (enters, leaves, first.spots.len()) == (1, 1, 2) {
        return;
    }
    let message = match first.spots.len() {
        1 if enters + leaves == 1 => format!("`{feature}` ends on {}", piece.name),
        _ => format!("`{feature}` does not run through {} from north to south", piece.name),
    };
    let at = At::value(piece.part, first.key("at"));
    report.add(&at, Finding::error(Code::RiverBroken, message).help(help));
}

fn check_side(piece: &Piece<'_>, feature: &str, report: &mut Report<'_>) {
    let course: Vec<_> = course(piece, feature);
    if piece.segments.iter().any(|segment| !segment.feature_known()) || !course.iter().all(|segment| segment.sound()) {
        return;
    }
    let spots: Vec<_> =
        course.iter().flat_map(|segment| segment.spots.iter().map(move |spot| (segment, spot))).collect();
    let leaves = |cell, side| is_end(piece, cell, side, Side::South);
    let bottom = format!("`{feature}` leaves the board once, at the south of its bottom row");
    let (at, message) = match spots.as_slice() {
        [(_, spot)] if leaves(spot.cell, spot.port.side()) => return,
        [] => (piece.segments_at(), format!("`{feature}` does not leave {}", piece.name)),
        [(segment, spot)] => {
            let port = piece.port_name(spot.cell, spot.port);
            (piece.spot_at(segment, spot.word), format!("`{feature}` leaves {} at `{port}`", piece.name))
        }
        [.., (segment, spot)] => {
            let times = spots.len();
            (piece.spot_at(segment, spot.word), format!("`{feature}` leaves {} at {times} places", piece.name))
        }
    };
    report.add(&at, Finding::error(Code::RiverBroken, message).help(bottom));
}

/// The segments of a piece that belong to the front.
pub(super) fn course<'a, 'b>(piece: &'b Piece<'a>, feature: &str) -> Vec<&'b Seg<'a>> {
    piece.segments.iter().filter(|segment| segment.record.feature == feature).collect()
}

/// Whether the edge of a cell on `side` is the given end of the piece.
fn is_end(piece: &Piece<'_>, cell: usize, side: Side, end: Side) -> bool {
    side == end && piece.footprint.is_rim(cell, end)
}

fn example(piece: &Piece<'_>) -> &'static str {
    match (piece.footprint.width, piece.footprint.height) {
        (1, 1) => "N S",
        (1, 2) | (2, 1) => "a.N b.S",
        _ => "a.N",
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{codes, race, race_findings};

    #[test]
    fn the_sample_game_runs_from_north_to_south() {
        assert!(super::super::check(&race()).is_empty(), "{:?}", super::super::check(&race()));
    }

    #[test]
    fn the_front_enters_and_leaves_each_tile() {
        let with = |ports: &str| {
            let found = race_findings(|game| {
                let tile = &mut game.tilesets[0].tile[1];
                assert_eq!(tile.segments[0].feature, "stream");
                tile.segments[0].at = Some(ports.into());
                for (id, at) in [(1, "NL NR EL ER"), (2, "SL SR WL WR")] {
                    tile.segments[id].at = Some(at.into());
                }
            });
            found.into_iter().filter(|it| it.code.number() == "TW0311").map(|it| it.message).collect::<Vec<_>>()
        };
        assert_eq!(with("E W"), ["`stream` does not run through `R` from north to south"]);
        assert_eq!(with("N E S"), ["`stream` does not run through `R` from north to south"]);
        assert_eq!(with("S"), ["`stream` ends on `R`"]);
    }

    #[test]
    fn the_front_leaves_the_board_once_at_its_foot() {
        let leaving = |ports: &str| {
            let found = race_findings(|game| {
                let board = game.board.as_mut().expect("the sample has a board");
                board.side[0].segments[0].at = Some(ports.into());
            });
            // The lawn all around it is crossed as well where it runs through.
            found.into_iter().map(|it| it.code.number()).filter(|code| *code != "TW0308").collect::<Vec<_>>()
        };
        assert!(leaving("b.S").is_empty());
        assert_eq!(leaving("a.N"), ["TW0311"]);
        assert_eq!(leaving("a.N b.S"), ["TW0311"]);
    }

    #[test]
    fn a_game_without_a_front_has_no_such_duty() {
        assert!(codes(|game| game.ruleset.front = None).is_empty());
    }
}
