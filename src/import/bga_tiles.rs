//! Which drawings of ours the tiles of `BoardGameArena` are, and where figures stand on them.
//!
//! A tile is named by its type, 1 to 24; unturned it looks like ours at r0 (the straight road turned half way round looks the
//! same). A figure's place is a number on the tile: its monastery, roads, cities and fields, counted through. Places that
//! real games confirm are told apart from those known at second hand.

use super::record::{Drawing, Drawings};
use crate::geometry::Port;

/// A place for a figure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Its number.
    pub(super) pos: u8,
    /// The feature.
    pub(super) feature: &'static str,
    /// A port of it on the tile as drawn; none for a monastery.
    pub(super) port: Option<Port>,
    /// Whether real games confirm it.
    pub(super) is_confirmed: bool,
}

/// A type of tile.
#[derive(Debug)]
pub(super) struct Known {
    /// The type.
    pub(super) number: i64,
    /// How many tiles of it there are; they are numbered in the order of their types.
    copies: i64,
    /// Our drawing.
    pub(super) drawings: Drawings,
    /// Its places.
    pub(super) places: &'static [Spot],
}

const fn plain(tile: &'static str) -> Drawing {
    Drawing { tile, face: "", quarters: 0 }
}

const fn tile(number: i64, copies: i64, drawings: Drawings, places: &'static [Spot]) -> Known {
    Known { number, copies, drawings, places }
}

/// A place that real games confirm.
const fn sure(pos: u8, feature: &'static str, port: &'static str) -> Spot {
    Spot { pos, feature, port: port_of(port), is_confirmed: true }
}

/// A place known at second hand.
const fn heard(pos: u8, feature: &'static str, port: &'static str) -> Spot {
    Spot { pos, feature, port: port_of(port), is_confirmed: false }
}

/// [`Port::parse`] for a table.
const fn port_of(name: &str) -> Option<Port> {
    let bytes = name.as_bytes();
    if bytes.is_empty() {
        return None;
    }
    let side = match bytes[0] {
        b'N' => 0,
        b'E' => 1,
        b'S' => 2,
        _ => 3,
    };
    let part = if bytes.len() == 1 {
        1
    } else if bytes[1] == b'L' {
        0
    } else {
        2
    };
    Port::from_index(side * 3 + part)
}

static TILES: [Known; 24] = [
    tile(
        1,
        1,
        &[plain("T")],
        &[sure(1, "road", "S"), sure(2, "city", "E"), heard(3, "field", "SR"), heard(4, "field", "SL")],
    ),
    tile(
        2,
        2,
        &[plain("S")],
        &[sure(1, "road", "S"), heard(2, "city", "E"), heard(3, "field", "SR"), heard(4, "field", "SL")],
    ),
    tile(3, 3, &[plain("N")], &[sure(1, "city", "N"), heard(2, "field", "EL")]),
    tile(4, 2, &[plain("M")], &[sure(1, "city", "N"), sure(2, "field", "EL")]),
    tile(
        5,
        3,
        &[plain("P")],
        &[sure(1, "road", "E"), sure(2, "city", "N"), heard(3, "field", "EL"), heard(4, "field", "ER")],
    ),
    tile(
        6,
        2,
        &[plain("O")],
        &[heard(1, "road", "E"), sure(2, "city", "N"), sure(3, "field", "EL"), heard(4, "field", "ER")],
    ),
    tile(7, 1, &[plain("G")], &[sure(1, "city", "E"), heard(2, "field", "NL"), heard(3, "field", "SL")]),
    tile(8, 2, &[plain("F")], &[sure(1, "city", "E"), heard(2, "field", "NL"), heard(3, "field", "SL")]),
    tile(9, 2, &[plain("I")], &[sure(1, "city", "N"), sure(2, "city", "W"), sure(3, "field", "EL")]),
    tile(10, 3, &[plain("H")], &[sure(1, "city", "N"), sure(2, "city", "S"), sure(3, "field", "EL")]),
    tile(11, 5, &[plain("E")], &[sure(1, "city", "N"), sure(2, "field", "EL")]),
    tile(
        12,
        3,
        &[plain("K")],
        &[heard(1, "road", "W"), sure(2, "city", "N"), heard(3, "field", "EL"), heard(4, "field", "WL")],
    ),
    tile(
        13,
        3,
        &[plain("J")],
        &[sure(1, "road", "E"), sure(2, "city", "N"), sure(3, "field", "EL"), sure(4, "field", "ER")],
    ),
    tile(
        14,
        3,
        &[plain("L")],
        &[
            sure(1, "road", "W"),
            sure(2, "road", "E"),
            heard(3, "road", "S"),
            sure(4, "city", "N"),
            sure(5, "field", "EL"),
            heard(6, "field", "WL"),
            heard(7, "field", "ER"),
        ],
    ),
    tile(
        15,
        4,
        &[plain("D")],
        &[sure(1, "road", "E"), sure(2, "city", "N"), sure(3, "field", "EL"), heard(4, "field", "ER")],
    ),
    tile(16, 8, &[plain("U")], &[sure(1, "road", "N"), heard(3, "field", "NL"), sure(4, "field", "EL")]),
    tile(17, 9, &[plain("V")], &[sure(1, "road", "W"), sure(2, "field", "EL"), sure(3, "field", "WL")]),
    tile(
        18,
        4,
        &[plain("W")],
        &[
            sure(1, "road", "W"),
            sure(2, "road", "E"),
            sure(3, "road", "S"),
            heard(4, "field", "EL"),
            heard(5, "field", "WL"),
            heard(6, "field", "ER"),
        ],
    ),
    tile(
        19,
        1,
        &[plain("X")],
        &[
            sure(1, "road", "W"),
            sure(2, "road", "E"),
            heard(3, "road", "S"),
            heard(4, "road", "N"),
            heard(5, "field", "NL"),
            heard(6, "field", "EL"),
            heard(7, "field", "ER"),
            heard(8, "field", "WL"),
        ],
    ),
    tile(20, 4, &[plain("B")], &[sure(1, "monastery", ""), sure(2, "field", "EL")]),
    tile(21, 2, &[plain("A")], &[sure(1, "monastery", ""), heard(2, "road", "S"), sure(3, "field", "EL")]),
    tile(22, 1, &[plain("C")], &[sure(1, "city", "E")]),
    tile(23, 3, &[plain("R")], &[sure(1, "city", "E"), heard(2, "field", "SL")]),
    tile(24, 1, &[plain("Q")], &[sure(1, "city", "E"), sure(2, "field", "SL")]),
];

/// The tile of a type.
pub(super) fn known(number: i64) -> Option<&'static Known> {
    TILES.iter().find(|known| known.number == number)
}

/// The tile of a number in the box, 1 to 72.
pub(super) fn by_number(number: i64) -> Option<&'static Known> {
    let mut first = 1;
    TILES.iter().find(|known| {
        let is_here = (first..first + known.copies).contains(&number);
        first += known.copies;
        is_here
    })
}

/// The feature that a note's word stands for.
pub(super) fn feature(word: &str) -> Option<&'static str> {
    Some(match word {
        "city" => "city",
        "road" => "road",
        "field" => "field",
        "abbey" => "monastery",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{self, TileName};
    use crate::geometry::Rotation;
    use crate::library::Library;
    use crate::log::Which;
    use crate::notation;

    #[test]
    fn every_place_is_a_segment_and_every_segment_has_one_place() {
        let resolved = Library::builtin().resolve("carcassonne", &[]).expect("built in");
        let game = game::compile(&resolved.ruleset, &[], &resolved.tilesets, None, None, &[]).expect("compiles");
        let mut copies = 0;
        for known in &TILES {
            let name = known.drawings[0].tile;
            let Some(TileName::Class(class)) = game.tile_name(name.as_bytes()) else { panic!("no tile {name}") };
            let mut segments: Vec<usize> = known
                .places
                .iter()
                .map(|place| {
                    let feature = game.feature(place.feature.as_bytes()).expect("a feature");
                    let which = place.port.map_or(Which::Only, |port| Which::Port(None, port));
                    notation::find(&game, class, Rotation::default(), feature, which).expect("a segment")
                })
                .collect();
            segments.sort_unstable();
            segments.dedup();
            // Gardens and small illustrations take no figure in these games.
            let counts = |segment: &&game::Segment| {
                let feature = segment.feature.index();
                game.features[feature].claimable && game.figures.iter().any(|figure| figure.on[feature])
            };
            assert_eq!(segments.len(), game.segments_of(class).iter().filter(counts).count(), "{name}");
            assert_eq!(segments.len(), known.places.len(), "{name}");
            let all: u32 = game
                .classes
                .iter()
                .filter(|class| class.tile.is_some_and(|tile| game.tiles[tile].id == name))
                .map(|class| class.copies)
                .sum();
            assert_eq!(i64::from(all), known.copies, "{name}");
            copies += known.copies;
        }
        assert_eq!(copies, 72);
    }

    #[test]
    fn numbers_in_the_box_follow_the_types() {
        let type_of = |number| by_number(number).map(|known| known.number);
        assert_eq!([type_of(1), type_of(3), type_of(36), type_of(72)], [Some(1), Some(2), Some(15), Some(24)]);
        assert_eq!([type_of(0), type_of(73), type_of(-4)], [None; 3]);
    }
}
