//! TW0310, and TW0302 for icons on tiles: an icon lies on features that its declaration lists.
//!
//! A face's icons come on top of its tile's and lie on a segment of the tile, or on a site the face adds.

use crate::diagnostic::{Code, Finding, list_of};
use crate::model::{Map, Segment, Tile};
use crate::source::{Part, child};

use super::Game;
use super::names::unknown;
use super::report::{Alike, At, Report};

/// Checks the icons of every segment and face.
pub(super) fn check(game: &Game<'_>, report: &mut Report<'_>) {
    let mut check = Check {
        game,
        declared: game.resolved.ruleset.icons.keys().map(String::as_str).collect(),
        alike: Alike::default(),
    };
    for piece in game.pieces() {
        for segment in &piece.segments {
            check.on_segment(piece.part, &segment.key("icons"), segment.record, &segment.record.icons);
        }
        let Some(tile) = piece.tile else { continue };
        for (number, face) in tile.faces.iter().enumerate() {
            let pointer = child(&child(&piece.pointer, "faces"), number);
            for (at, segment) in face.segments.iter().enumerate() {
                let pointer = child(&child(&child(&pointer, "segments"), at), "icons");
                check.on_segment(piece.part, &pointer, segment, &segment.icons);
            }
            for (id, icons) in &face.icons {
                // Segments that are not there are the business of `faces`.
                if let Some(segment) = segment_of(tile, number, id) {
                    check.on_segment(piece.part, &child(&child(&pointer, "icons"), id), segment, icons);
                }
            }
        }
    }
    report.add_alike(check.alike);
}

/// The segment that a face of a tile calls `id`: one of the tile's, or a site of its own.
pub(super) fn segment_of<'a>(tile: &'a Tile, face: usize, id: &str) -> Option<&'a Segment> {
    tile.segments.iter().chain(&tile.faces.get(face)?.segments).find(|segment| segment.id == id)
}

struct Check<'a> {
    game: &'a Game<'a>,
    declared: Vec<&'a str>,
    alike: Alike,
}

impl Check<'_> {
    fn on_segment(&mut self, part: Part, pointer: &str, segment: &Segment, icons: &Map<u32>) {
        let rules = &self.game.resolved.ruleset;
        for name in icons.keys() {
            let at = At::key(part, child(pointer, name));
            let Some(icon) = rules.icons.get(name) else {
                // What a feature that nothing declares carries, nothing can say.
                if rules.features.contains_key(&segment.feature) {
                    self.alike.add(at, name, || unknown("icon", name, &self.declared), Code::UnknownName);
                }
                continue;
            };
            let feature = &segment.feature;
            // An icon declared for a name that is no feature may well be meant for this one.
            let unsure = icon.on.iter().any(|on| !rules.features.contains_key(on));
            if icon.on.contains(feature) || unsure || !rules.features.contains_key(feature) {
                continue;
            }
            let finding = || {
                let on: Vec<_> = icon.on.iter().map(String::as_str).collect();
                let help = if on.is_empty() {
                    format!("`{name}` lies on no feature of this ruleset")
                } else {
                    format!("`{name}` lies on {} only", list_of(&on, "or"))
                };
                Finding::error(Code::IconMisplaced, format!("`{name}` lies on a `{feature}`")).help(help)
            };
            self.alike.add(at, format_args!("{name} {feature}"), finding, Code::IconMisplaced);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::tile_findings;

    #[test]
    fn icons_are_declared_and_lie_where_they_may() {
        let said = |segment: &str, faces: &str| {
            let found = tile_findings(&format!(
                r#"segments = [{{ id = "f", feature = "field", at = "NL NR EL ER SL SR WL WR"{segment} }}, {{ id = "m", feature = "monastery" }}]
                faces = [{faces}]"#
            ));
            found.into_iter().map(|it| (it.code.number(), it.message, it.help.unwrap_or_default())).collect::<Vec<_>>()
        };
        let misplaced = ("TW0310", "`shield` lies on a `field`".to_owned(), "`shield` lies on `city` only".to_owned());
        assert_eq!(said(", icons = { shield = 1 }", ""), std::slice::from_ref(&misplaced));
        assert_eq!(said("", r#"{ id = "a", count = 1, icons = { f = { shield = 1 } } }, {}"#), [misplaced]);
        let unknown = said(", icons = { sheild = 1 }", "");
        assert_eq!(unknown.len(), 1);
        assert_eq!((unknown[0].0, unknown[0].2.as_str()), ("TW0302", "did you mean `shield`?"));
        let none = said("", r#"{ id = "a", count = 1, icons = { x = { shield = 1 } } }, {}"#);
        assert_eq!(none.len(), 1);
        assert_eq!((none[0].0, none[0].1.as_str()), ("TW0302", "`Z` has no segment `x` to carry icons"));
    }
}
