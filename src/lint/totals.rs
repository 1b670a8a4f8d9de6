//! TW0303 for `total`, TW0304: counts add up within the file that states them.
//!
//! The plain face has what the others leave. Totals and face sums bind a file as written and not what an overlay makes of
//! it, so where one changes the tiles of a set, the set is read again from its file.

use serde::Deserialize;

use crate::diagnostic::{Code, Finding};
use crate::model::{Tile, Tileset};
use crate::source::{Part, Resolved, child};

use super::report::{At, Report};

/// Checks the counts of every set as its file states them.
pub(super) fn check(resolved: &Resolved, report: &mut Report<'_>) {
    for (number, set) in resolved.tilesets.iter().enumerate() {
        let part = Part::Tileset(number);
        match resolved.origins.get(&part).filter(|origin| !origin.overlaid.is_empty()) {
            // What the file holds by itself is checked with the ruleset that nothing overlays, so here it is enough to
            // see that the overlay is not blamed for it.
            Some(origin) => {
                if let Ok(written) = Tileset::deserialize(&origin.base.value) {
                    let mut own = Report::alone(&origin.base);
                    check_set(part, &written, &mut own);
                    report.take(own);
                }
            }
            None => check_set(part, set, report),
        }
    }
}

/// Whether an overlay changes the tiles of a set, so that counts need not be those of its file.
pub(super) fn is_overlaid(resolved: &Resolved, set: usize) -> bool {
    resolved.origins.get(&Part::Tileset(set)).is_some_and(|origin| !origin.overlaid.is_empty())
}

/// Checks the counts of one set.
pub(super) fn check_set(part: Part, set: &Tileset, report: &mut Report<'_>) {
    let sum: u64 = set.tile.iter().map(|tile| u64::from(tile.count)).sum();
    if sum != u64::from(set.total) {
        let message =
            format!("`{}` states a total of {}, and the counts of its tiles add up to {sum}", set.id, set.total);
        report.add(&At::value(part, "/total"), Finding::error(Code::TileCountMismatch, message));
    }
    for (number, tile) in set.tile.iter().enumerate() {
        check_faces(part, tile, &child("/tile", number), report);
    }
}

fn check_faces(part: Part, tile: &Tile, pointer: &str, report: &mut Report<'_>) {
    if tile.faces.is_empty() {
        return;
    }
    let faces = child(pointer, "faces");
    let mut open = None;
    let mut stated = 0_u64;
    let mut missing = false;
    for (number, face) in tile.faces.iter().enumerate() {
        match (face.count, &face.id) {
            (Some(count), _) => stated += u64::from(count),
            (None, None) => open = Some(number),
            (None, Some(id)) => {
                missing = true;
                let message = format!("face `{id}` of `{}` does not say how many copies it has", tile.id);
                let help =
                    "only the plain face, which has no id, may leave its `count` out: it has what the others leave";
                let at = At::value(part, child(&faces, number));
                report.add(&at, Finding::error(Code::MissingKey, message).help(help));
            }
        }
    }
    if missing {
        return;
    }
    let count = u64::from(tile.count);
    let at = At::value(part, child(pointer, "count"));
    let message = match open {
        Some(_) if stated <= count => return,
        None if stated == count => return,
        Some(_) => format!("`{}` has {count} copies, and its faces with a count have {stated} already", tile.id),
        None => format!("`{}` has {count} copies, and the counts of its faces add up to {stated}", tile.id),
    };
    let help = if open.is_none() && stated < count {
        "the others may be the plain face: add `{}` to `faces`".to_owned()
    } else {
        String::new()
    };
    report.add(&at, Finding::error(Code::FaceCountMismatch, message).help(help));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::lint::tests::{codes, document, resolved, tile_codes};
    use crate::source::{Origin, Part};

    #[test]
    fn the_total_is_the_sum_of_the_counts() {
        assert_eq!(codes(|game| game.tilesets[0].total += 1), ["TW0303"]);
        // Counts that would overflow are added up all the same.
        assert!(codes(|game| game.tilesets[0].tile[0].count = u32::MAX).contains(&"TW0303"));
    }

    #[test]
    fn faces_add_up_to_their_tile() {
        let faces = |faces: &str| {
            tile_codes(&format!(
                "count = 5\nsegments = [{{ id = \"f\", feature = \"field\", at = \"NL NR EL ER SL SR WL WR\" }}]\nfaces = [{faces}]"
            ))
        };
        assert!(faces(r#"{ id = "a", count = 2 }, {}"#).is_empty());
        assert!(faces(r#"{ id = "a", count = 2 }, { count = 3 }"#).is_empty());
        assert!(faces(r#"{ id = "a", count = 2 }, { id = "b", count = 3 }"#).is_empty());
        assert_eq!(faces(r#"{ id = "a", count = 2 }, { count = 2 }"#), ["TW0304"]);
        assert_eq!(faces(r#"{ id = "a", count = 6 }, {}"#), ["TW0304"]);
        assert_eq!(faces(r#"{ id = "a", count = 2 }, { id = "b", count = 2 }"#), ["TW0304"]);
        assert_eq!(faces(r#"{ id = "a" }, {}"#), ["TW0203"]);
    }

    #[test]
    fn an_overlay_may_change_counts_without_minding_totals() {
        let mut game = resolved();
        game.tilesets[0].tile[0].count += 1;
        let base = Arc::new(document(&toml::to_string(&resolved().tilesets[0]).expect("a set is TOML")));
        let overlay = Arc::new(document("[tiles.A]\ncount = 3"));
        let overlaid = [("/tile/0/count".to_owned(), (overlay, "/tiles/A/count".to_owned()))].into_iter().collect();
        game.origins.insert(Part::Tileset(0), Origin { base, overlaid });
        assert!(super::super::check(&game).is_empty());
        // What the file itself states wrongly is still said.
        let mut wrong = resolved().tilesets.remove(0);
        wrong.total += 1;
        let base = Arc::new(document(&toml::to_string(&wrong).expect("a set is TOML")));
        game.origins.get_mut(&Part::Tileset(0)).expect("it was put there").base = base;
        assert_eq!(super::super::check(&game).len(), 1);
    }
}
