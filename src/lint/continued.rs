//! TW0314: every edge of every piece can be continued by some other piece.
//!
//! Another drawing with an edge of that kind will do, or a second copy of the same drawing. An edge that nothing can lie
//! against would leave its feature open for ever, which no printed set does.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Finding};

use super::Game;
use super::piece::Piece;
use super::report::Report;

/// Checks the edge kinds of all pieces against each other.
pub(super) fn check(game: &Game<'_>, report: &mut Report<'_>) {
    // How many pieces have an edge of each kind. The sides of a board are one piece, of which one lies on the table.
    let mut pieces: FxHashMap<&str, u64> = FxHashMap::default();
    for piece in game.tiles() {
        for kind in kinds(piece) {
            *pieces.entry(kind).or_default() += copies(piece);
        }
    }
    let tiles = pieces.clone();
    for kind in game.sides.iter().flat_map(kinds) {
        *pieces.entry(kind).or_default() += 1;
    }
    for piece in game.pieces() {
        let others = |kind: &str| match piece.tile {
            Some(_) => pieces.get(kind).is_some_and(|&count| count > 1),
            None => tiles.get(kind).is_some_and(|&count| count > 0),
        };
        if piece.tile.is_some() && copies(piece) == 0 {
            continue;
        }
        for kind in kinds(piece).into_iter().filter(|kind| !others(kind)) {
            let Some((segment, word)) = first_edge(piece, kind) else { continue };
            let message = format!("no other piece continues the `{kind}` edge of {}", piece.name);
            let help = "some other tile, or a second copy of this one, needs an edge of that kind";
            report.add(&piece.spot_at(segment, word), Finding::error(Code::EdgeUncontinued, message).help(help));
        }
    }
}

fn copies(piece: &Piece<'_>) -> u64 {
    piece.tile.map_or(1, |tile| u64::from(tile.count))
}

/// The kinds of edge a piece has, each once, in rim order.
fn kinds<'a>(piece: &Piece<'a>) -> Vec<&'a str> {
    let mut kinds = Vec::new();
    for kind in piece.rim_kinds() {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

fn first_edge<'a, 'b>(piece: &'b Piece<'a>, kind: &str) -> Option<(&'b super::piece::Seg<'a>, usize)> {
    let edge = piece.footprint.rim().into_iter().find(|&(cell, side)| piece.edge_kind(cell, side) == Some(kind))?;
    let segment = piece.edge_segment(edge.0, edge.1)?;
    let spot = segment.spots.iter().find(|spot| (spot.cell, spot.port.side()) == edge)?;
    Some((segment, spot.word))
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{codes, findings};

    #[test]
    fn an_edge_needs_another_piece_or_a_second_copy() {
        let wall = |copies: u32| {
            move |game: &mut crate::source::Resolved| {
                let tile = format!(
                    "id = \"W\"\ncount = {copies}\nsegments = [{{ id = \"w\", feature = \"wall\", at = \"N\" }}, {{ id = \"f\", feature = \"field\", at = \"EL ER SL SR WL WR\" }}]"
                );
                game.tilesets[0].tile.push(toml::from_str(&tile).expect("it is a tile"));
                game.tilesets[0].total += copies;
                let feature = toml::from_str("shape = \"block\"").expect("it is a feature");
                game.ruleset.features.insert("wall".into(), feature);
                game.ruleset.expect.clear();
            }
        };
        assert_eq!(codes(wall(1)), ["TW0314"]);
        assert_eq!(findings(wall(1))[0].message, "no other piece continues the `wall` edge of `W`");
        assert!(codes(wall(2)).is_empty());
        assert!(codes(wall(0)).is_empty());
    }
}
