//! TW0302 for features on tiles, and TW0315: segments are parts of declared features, in cells their piece has.
//!
//! A port of a piece of several cells names its cell and lies on the rim; an edge between two cells of the piece is no
//! border of anything.

use crate::diagnostic::{Code, Finding};
use crate::geometry::{Port, cell_letter};
use crate::source::{Part, child};

use super::Game;
use super::names::unknown;
use super::piece::{Fault, Piece, Seg};
use super::report::{Alike, At, Report};

/// Checks the features of all segments, those that faces add included.
pub(super) fn check_names(game: &Game<'_>, report: &mut Report<'_>) {
    let declared: Vec<_> = game.resolved.ruleset.features.keys().map(String::as_str).collect();
    let mut alike = Alike::default();
    let mut name = |part: Part, pointer: String, feature: &str| {
        if !declared.contains(&feature) {
            alike.add(At::value(part, pointer), feature, || unknown("feature", feature, &declared), Code::UnknownName);
        }
    };
    for piece in game.pieces() {
        for segment in &piece.segments {
            name(piece.part, segment.key("feature"), &segment.record.feature);
        }
        for (number, face) in piece.tile.iter().flat_map(|tile| tile.faces.iter().enumerate()) {
            let list = child(&child(&child(&piece.pointer, "faces"), number), "segments");
            for (at, segment) in face.segments.iter().enumerate() {
                name(piece.part, child(&child(&list, at), "feature"), &segment.feature);
            }
        }
    }
    report.add_alike(alike);
}

/// Checks that the segments of a drawing lie in cells it has and reach no inner edge.
pub(super) fn check(piece: &Piece<'_>, report: &mut Report<'_>) {
    for segment in &piece.segments {
        check_one(piece, segment, report);
    }
}

/// Checks where one segment of a drawing or of one of its faces lies.
pub(super) fn check_one(piece: &Piece<'_>, segment: &Seg<'_>, report: &mut Report<'_>) {
    let last = cell_letter(piece.footprint.cells() - 1);
    let cells = if last == 'a' { "it has one cell, `a`".to_owned() } else { format!("its cells are `a` to `{last}`") };
    let port = |word: usize| segment.record.at.as_deref().unwrap_or_default().split_whitespace().nth(word);
    for fault in &segment.faults {
        let (at, message, help) = match *fault {
            Fault::NoSuchCell { key, word, letter } => (
                At::word(piece.part, segment.key(key), word),
                format!("{} has no cell `{letter}`", piece.name),
                cells.clone(),
            ),
            Fault::CellMissing { word } => (
                piece.spot_at(segment, word),
                format!("`{}` does not say in which cell of {} it lies", port(word).unwrap_or_default(), piece.name),
                {
                    let port = port(word).unwrap_or_default();
                    let side = Port::parse(port).map(Port::side);
                    let on_rim = |cell: &usize| side.is_none_or(|side| piece.footprint.is_rim(*cell, side));
                    let cell = cell_letter((0..piece.footprint.cells()).find(on_rim).unwrap_or(0));
                    format!("write `{cell}.{port}` for cell {cell}; {cells}")
                },
            ),
            Fault::InnerEdge { word } => (
                piece.spot_at(segment, word),
                format!(
                    "`{}` lies between two cells of {}, not on its rim",
                    port(word).unwrap_or_default(),
                    piece.name
                ),
                "name only ports on the rim; what a segment covers besides goes into `over`".to_owned(),
            ),
            _ => continue,
        };
        report.add(&at, Finding::error(Code::NotOnRim, message).help(help));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{one, tile_findings};

    #[test]
    fn an_unknown_feature_makes_one_message_and_no_other() {
        let found = tile_findings(
            r#"segments = [
                { id = "r", feature = "raod", at = "E W", icons = { shield = 1 } },
                { id = "f", feature = "field", at = "NL NR EL WR" },
                { id = "f2", feature = "field", at = "ER SL SR WL" },
            ]"#,
        );
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].message, "no feature is called `raod`");
        assert_eq!(found[0].help.as_deref(), Some("did you mean `road`?"));
    }

    #[test]
    fn a_misspelt_declaration_makes_one_message_too() {
        let found = one(|game| {
            let field = game.ruleset.features.shift_remove("field").expect("there are fields");
            game.ruleset.features.insert("feild".into(), field);
            game.ruleset.figures.shift_remove("meeple");
            let mut more = game.tilesets[0].tile[0].clone();
            more.id = "D".into();
            game.tilesets[0].tile.push(more);
            game.tilesets[0].total += 2;
            game.ruleset.expect.clear();
        });
        assert!(found.message.starts_with("no feature is called `field` ("), "{}", found.message);
    }

    #[test]
    fn ports_lie_on_the_rim_of_cells_that_are_there() {
        let one = |at: &str| {
            let found = tile_findings(&format!(
                "size = [1, 2]\nsegments = [{{ id = \"f\", feature = \"field\", at = \"{at}\" }}]"
            ));
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(found[0].code.number(), "TW0315");
            found[0].message.clone()
        };
        let rest = "a.NR a.EL a.ER b.EL b.ER b.SL b.SR b.WL b.WR a.WL a.WR";
        assert_eq!(one(&format!("NL {rest}")), "`NL` does not say in which cell of `Z` it lies");
        assert_eq!(one(&format!("c.NL {rest}")), "`Z` has no cell `c`");
        assert_eq!(one(&format!("a.NL {rest} a.SL")), "`a.SL` lies between two cells of `Z`, not on its rim");
    }
}
