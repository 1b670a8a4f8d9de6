//! The numbers of a tile set: pieces, edges, segments, icons, over all copies.
//!
//! `expect` and `count` read the same tally, so a check and a table can never disagree. Names come in the order the ruleset
//! declares them, then those it does not, as they are met. What must stay true: sums are taken in 64 bits, so no
//! counts that a schema lets through reach their end, and others stop there.

use crate::model::{Face, Map, Ruleset, Status, Tile, Tileset};

use super::borders::bordered;
use super::piece::Piece;

/// The numbers of one tile set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// All pieces.
    pub(crate) pieces: u64,
    /// Those that lie apart from the draw stack.
    pub(crate) apart: u64,
    /// Those that draw another.
    pub(crate) draws_double: u64,
    /// Edges of each kind; only kinds that occur.
    pub(crate) edges: Map<u64>,
    /// Segments of each feature; only features that occur.
    pub(crate) segments: Map<u64>,
    /// Pieces that carry each feature.
    pub(crate) tiles: Map<u64>,
    /// Borders of each ground with blocks.
    pub(crate) borders: Map<u64>,
    /// Icons of each kind.
    pub(crate) icons: Map<u64>,
    /// Pieces by how well they are known.
    pub(crate) statuses: Map<u64>,
}

/// Adds up a set whose drawings were read as `pieces`.
pub(crate) fn tally(rules: &Ruleset, set: &Tileset, pieces: &[Piece<'_>]) -> Tally {
    let features = || rules.features.keys().map(|name| (name.clone(), 0)).collect::<Map<u64>>();
    let mut tally = Tally {
        edges: features(),
        segments: features(),
        tiles: features(),
        borders: features(),
        icons: rules.icons.keys().map(|name| (name.clone(), 0)).collect(),
        ..Tally::default()
    };
    for (tile, piece) in set.tile.iter().zip(pieces) {
        let count = u64::from(tile.count);
        tally.pieces += count;
        tally.apart += if tile.apart { count } else { 0 };
        tally.draws_double += if tile.draws_double { count } else { 0 };
        for kind in piece.rim_kinds() {
            add(&mut tally.edges, kind, count);
        }
        for segment in &tile.segments {
            add(&mut tally.segments, &segment.feature, count);
            for (icon, number) in &segment.icons {
                add(&mut tally.icons, icon, count.saturating_mul(u64::from(*number)));
            }
        }
        for segment in &piece.segments {
            let borders = bordered(piece, segment).len() as u64;
            add(&mut tally.borders, &segment.record.feature, count.saturating_mul(borders));
        }
        for (face, copies) in faces(tile) {
            tally.add_face(tile, face, copies);
        }
    }
    let Tally { edges, segments, tiles, borders, icons, .. } = &mut tally;
    for map in [edges, segments, tiles, borders, icons] {
        map.retain(|_, number| *number > 0);
    }
    tally.statuses = statuses(set);
    tally
}

impl Tally {
    fn add_face(&mut self, tile: &Tile, face: Option<&Face>, copies: u64) {
        let added = face.map(|face| face.segments.as_slice()).unwrap_or_default();
        let mut carried: Vec<&str> = Vec::new();
        for segment in tile.segments.iter().chain(added) {
            if !carried.contains(&segment.feature.as_str()) {
                carried.push(&segment.feature);
            }
        }
        for feature in carried {
            add(&mut self.tiles, feature, copies);
        }
        for segment in added {
            add(&mut self.segments, &segment.feature, copies);
            for (icon, number) in &segment.icons {
                add(&mut self.icons, icon, copies.saturating_mul(u64::from(*number)));
            }
        }
        for (icon, number) in face.iter().flat_map(|face| face.icons.values().flatten()) {
            add(&mut self.icons, icon, copies.saturating_mul(u64::from(*number)));
        }
    }
}

fn add(map: &mut Map<u64>, name: &str, number: u64) {
    match map.get_mut(name) {
        Some(sum) => *sum = sum.saturating_add(number),
        None => {
            map.insert(name.to_owned(), number);
        }
    }
}

/// The printings of a tile with their copies, as many in all as the tile has.
///
/// The plain face, listed or not, has what the others leave; none means a plain face that the tile does not list. Where an
/// overlay gives a tile fewer copies than its faces have, the last faces go without.
pub(crate) fn faces(tile: &Tile) -> Vec<(Option<&Face>, u64)> {
    let all = u64::from(tile.count);
    let stated: u64 = tile.faces.iter().map(|face| u64::from(face.count.unwrap_or(0))).sum();
    let mut left = all;
    let mut spare = all.saturating_sub(stated);
    let mut faces: Vec<_> = tile
        .faces
        .iter()
        .map(|face| {
            let open = face.id.is_none() && face.count.is_none();
            let copies = if open { std::mem::take(&mut spare) } else { u64::from(face.count.unwrap_or(0)) };
            let copies = copies.min(left);
            left -= copies;
            (Some(face), copies)
        })
        .collect();
    if left > 0 || faces.is_empty() {
        faces.push((None, left));
    }
    faces
}

/// The pieces of a set by how well their drawings are known, in the order they are met.
pub(crate) fn statuses(set: &Tileset) -> Map<u64> {
    let mut statuses = Map::new();
    for tile in &set.tile {
        for (face, copies) in faces(tile) {
            add(&mut statuses, status(set, tile, face).word(), copies);
        }
    }
    statuses.retain(|_, number| *number > 0);
    statuses
}

/// How well a face is known: what it says itself, or else its tile, or else its set.
pub(crate) fn status(set: &Tileset, tile: &Tile, face: Option<&Face>) -> Status {
    face.and_then(|face| face.status).or(tile.status).or(set.status).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::Game;
    use crate::lint::tests::{resolved, tile};

    #[test]
    fn a_set_adds_up_over_copies_and_faces() {
        let game = resolved();
        let read = Game::read(&game);
        let tally = tally(&game.ruleset, &game.tilesets[0], &read.sets[0]);
        assert_eq!((tally.pieces, tally.apart, tally.draws_double), (7, 0, 0));
        let get = |map: &Map<u64>| map.iter().map(|(name, number)| format!("{name} {number}")).collect::<Vec<_>>();
        // A: city N, road E-W, twice; B: monastery and road, three times, one of them with a garden; C: city all around.
        assert_eq!(get(&tally.edges), ["road 7", "city 10", "field 11"]);
        assert_eq!(get(&tally.segments), ["road 5", "city 4", "field 7", "monastery 3", "garden 1"]);
        assert_eq!(get(&tally.tiles), ["road 5", "city 4", "field 5", "monastery 3", "garden 1"]);
        // The field north of A's road touches the city at both corners and borders it once; the one south of it does not.
        assert_eq!(get(&tally.borders), ["field 2"]);
        assert_eq!(get(&tally.icons), ["shield 3"]);
        assert_eq!(get(&tally.statuses), ["documented 6", "inferred 1"]);
    }

    #[test]
    fn the_plain_face_has_what_the_others_leave() {
        let copies = |text: &str| faces(&tile(text)).into_iter().map(|(_, copies)| copies).collect::<Vec<_>>();
        assert_eq!(copies("count = 5"), [5]);
        assert_eq!(copies("count = 5\nfaces = [{}, { id = \"a\", count = 2 }]"), [3, 2]);
        assert_eq!(copies("count = 5\nfaces = [{ id = \"a\", count = 2 }]"), [2, 3]);
        assert_eq!(copies("count = 1\nfaces = [{ id = \"a\", count = 2 }, {}]"), [1, 0]);
    }
}
