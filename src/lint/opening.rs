//! TW0312: the cells beside a board where a first tile may lie are as many as the board states.
//!
//! A cell counts where it touches the board by an edge, lies not ahead of the front (R6), and some drawn tile has an edge
//! that continues the board there. Tiles that carry the front lie at its end and nowhere else, and what lies apart is not
//! drawn. Tiles of several cells are judged by their edges alone; no shipped game draws one.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Finding};
use crate::geometry::Side;
use crate::model::Shape;
use crate::source::{Part, child};

use super::Game;
use super::front::course;
use super::piece::Piece;
use super::report::{At, Report};

/// Checks every side of the board that states its opening cells.
pub(super) fn check(game: &Game<'_>, report: &mut Report<'_>) {
    let Some(board) = &game.resolved.board else { return };
    let rules = &game.resolved.ruleset;
    let front = rules.front.as_ref().map(|front| front.feature.as_str());
    // How far tiles may lie is not known where the front is at fault, or missing under a race.
    let line = |front: &str| rules.features.get(front).is_some_and(|feature| feature.shape == Shape::Line);
    let known = front.map_or(rules.race.is_none(), line) && !report.found(Part::Board, &[Code::RiverBroken]);
    if !known {
        return;
    }
    let drawn = |piece: &&Piece<'_>| {
        let laid_freely = front.is_none_or(|front| course(piece, front).is_empty());
        piece.tile.is_some_and(|tile| tile.count > 0 && !tile.apart) && laid_freely
    };
    let kinds: BTreeSet<_> = game.tiles().filter(drawn).flat_map(Piece::rim_kinds).collect();
    for (number, (side, piece)) in board.side.iter().zip(&game.sides).enumerate() {
        let Some(stated) = side.opening_cells else { continue };
        let counted = cells(piece, front, &kinds);
        if counted != stated as usize {
            let message = format!("{} states {stated} opening cells, and {counted} are there", piece.name);
            let help =
                "a cell counts where it touches the board by an edge, not ahead of the front, and some tile fits";
            let at = At::value(Part::Board, child(&child("/side", number), "opening_cells"));
            report.add(&at, Finding::error(Code::OpeningCellsMismatch, message).help(help));
        }
    }
}

/// The cells beside a board where some tile with an edge of these kinds may lie.
fn cells(piece: &Piece<'_>, front: Option<&str>, kinds: &BTreeSet<&str>) -> usize {
    let furthest = front.and_then(|front| {
        let cells = course(piece, front).into_iter().flat_map(|segment| &segment.cells);
        cells.map(|&cell| piece.footprint.offset(cell).y).max()
    });
    // A rectangle touches no cell by two of its edges, so each is asked once.
    let beside = |(cell, side): (usize, Side)| {
        let at = piece.footprint.offset(cell).step(side);
        let behind = furthest.is_none_or(|furthest| at.y <= furthest);
        let fits = piece.edge_kind(cell, side).is_some_and(|kind| kinds.contains(kind));
        (behind && fits).then_some(at)
    };
    piece.footprint.rim().into_iter().filter_map(beside).collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::race_findings;

    #[test]
    fn opening_cells_are_counted_behind_the_front() {
        // The sample's board is 1 x 2: five cells beside it are not ahead of its foot.
        let found = race_findings(|game| {
            game.board.as_mut().expect("the sample has a board").side[0].opening_cells = Some(6);
        });
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].message, "the side for 2 to 4 players states 6 opening cells, and 5 are there");
    }

    #[test]
    fn a_cell_that_no_drawn_tile_fits_does_not_count() {
        let found = race_findings(|game| {
            let board = game.board.as_mut().expect("the sample has a board");
            board.side[0].segments[1].at = Some("a.NL a.NR a.EL a.ER b.EL b.ER b.SL b.SR a.WL a.WR".into());
            let wall = toml::from_str("id = \"c\"\nfeature = \"wall\"\nat = \"b.W\"").expect("it is a segment");
            board.side[0].segments.push(wall);
            board.side[0].opening_cells = Some(4);
            // Only a piece that lies apart continues the wall.
            let tile = "id = \"X\"\ncount = 2\napart = true\nsegments = [{ id = \"c\", feature = \"wall\", at = \"N E S W\" }]";
            game.tilesets[0].tile.push(toml::from_str(tile).expect("it is a tile"));
            game.tilesets[0].total += 2;
        });
        assert!(found.is_empty(), "{found:?}");
    }
}
