//! TW0301: ids are unique, those of tiles over all sets of a game, those of segments and faces on their tile.
//!
//! A face may add a site, so its segments share the tile's names; two faces may each add one of the same name.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Finding};
use crate::model::Tileset;
use crate::source::{Part, child};

use super::Game;
use super::piece::Piece;
use super::report::{At, Report};

/// Checks the ids of sets and tiles over all of a game.
pub(super) fn check(game: &Game<'_>, report: &mut Report<'_>) {
    let mut sets = FxHashMap::default();
    let mut tiles = FxHashMap::default();
    for (number, set) in game.resolved.tilesets.iter().enumerate() {
        let part = Part::Tileset(number);
        unique(&mut sets, &set.id, At::value(part, "/id"), "tile sets of the game", report);
        for (at, tile) in set.tile.iter().enumerate() {
            unique(&mut tiles, &tile.id, tile_at(part, at), "tiles of the game", report);
        }
    }
}

/// Checks the ids of the tiles of one set.
pub(super) fn check_set(part: Part, set: &Tileset, report: &mut Report<'_>) {
    let mut tiles = FxHashMap::default();
    for (at, tile) in set.tile.iter().enumerate() {
        unique(&mut tiles, &tile.id, tile_at(part, at), "tiles of the set", report);
    }
}

/// Checks the ids of the segments and faces of one drawing.
pub(super) fn check_piece(piece: &Piece<'_>, report: &mut Report<'_>) {
    let part = piece.part;
    let mut seen = FxHashMap::default();
    let what = format!("segments of {}", piece.name);
    for segment in &piece.segments {
        unique(&mut seen, &segment.record.id, At::value(part, segment.key("id")), &what, report);
    }
    let Some(tile) = piece.tile else { return };
    let mut faces = FxHashMap::default();
    let mut plain: Option<At> = None;
    for (number, face) in tile.faces.iter().enumerate() {
        let pointer = child(&child(&piece.pointer, "faces"), number);
        if let Some(id) = &face.id {
            let what = format!("faces of {}", piece.name);
            unique(&mut faces, id, At::value(part, child(&pointer, "id")), &what, report);
        } else if let Some(first) = &plain {
            let message = format!("two faces of {} have no id", piece.name);
            let finding = Finding::error(Code::DuplicateId, message)
                .help("one face may be the plain one without an id; give this one an `id`");
            report.add_with(&At::value(part, pointer.as_str()), finding, &[(first.clone(), "the plain face".into())]);
        } else {
            plain = Some(At::value(part, pointer.as_str()));
        }
        let mut own = seen.clone();
        for (at, segment) in face.segments.iter().enumerate() {
            let pointer = child(&child(&child(&pointer, "segments"), at), "id");
            unique(&mut own, &segment.id, At::value(part, pointer), &what, report);
        }
    }
}

fn tile_at(part: Part, number: usize) -> At {
    At::value(part, child(&child("/tile", number), "id"))
}

fn unique<'a>(seen: &mut FxHashMap<&'a str, At>, id: &'a str, at: At, what: &str, report: &mut Report<'_>) {
    if let Some(first) = seen.get(id) {
        let finding = Finding::error(Code::DuplicateId, format!("two {what} are called `{id}`"));
        report.add_with(&at, finding, &[(first.clone(), "the first one".to_owned())]);
        return;
    }
    seen.insert(id, at);
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{codes, tile_codes};

    const PLAIN: &str = r#"{ id = "f", feature = "field", at = "NL NR EL ER SL SR WL WR" }"#;

    #[test]
    fn tiles_are_unique_over_all_sets() {
        assert_eq!(codes(|game| game.tilesets[0].tile[1].id = "A".into()), ["TW0301"]);
        let twice = |game: &mut crate::source::Resolved| {
            let mut set = game.tilesets[0].clone();
            set.id = "second".into();
            for tile in &mut set.tile[1..] {
                tile.id.push('X');
            }
            game.tilesets.push(set);
        };
        assert_eq!(codes(twice), ["TW0301"]);
        let same_set = |game: &mut crate::source::Resolved| {
            let mut set = game.tilesets[0].clone();
            for tile in &mut set.tile {
                tile.id.push('X');
            }
            game.tilesets.push(set);
        };
        assert_eq!(codes(same_set), ["TW0301"]);
    }

    #[test]
    fn segments_and_faces_are_unique_on_their_tile() {
        let segments = format!(r#"segments = [{PLAIN}, {{ id = "f", feature = "garden" }}]"#);
        assert_eq!(tile_codes(&segments), ["TW0301"]);
        let faces = |faces: &str| tile_codes(&format!("segments = [{PLAIN}]\nfaces = [{faces}]"));
        assert_eq!(faces(r#"{ id = "a", count = 1 }, { id = "a", count = 1 }, {}"#), ["TW0301"]);
        assert_eq!(faces("{ count = 2 }, {}"), ["TW0301"]);
        let site = |face: &str, id: &str| {
            format!(r#"{{ id = "{face}", count = 1, segments = [{{ id = "{id}", feature = "garden" }}] }}"#)
        };
        assert_eq!(faces(&format!("{}, {{}}", site("a", "f"))), ["TW0301"]);
        assert!(faces(&format!("{}, {}, {{}}", site("a", "g"), site("b", "g"))).is_empty());
    }
}
