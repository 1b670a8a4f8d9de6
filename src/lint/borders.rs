//! TW0316: `borders` of ground names block segments of the same tile.
//!
//! Ground that scores closed features pays for the blocks it touches, and only a block has a wall to touch.

use crate::diagnostic::{Code, Finding, did_you_mean};
use crate::model::Shape;
use crate::source::child;

use super::piece::Piece;
use super::report::{At, Report};

/// Checks the borders that the segments of a drawing name.
pub(super) fn check(piece: &Piece<'_>, report: &mut Report<'_>) {
    for segment in &piece.segments {
        let Some(borders) = &segment.record.borders else { continue };
        if !segment.feature_known() {
            continue;
        }
        let id = &segment.record.id;
        if segment.shape.is_some_and(|shape| shape != Shape::Ground) {
            let message = format!("`{id}` of {} is no ground and borders nothing", piece.name);
            let help = "`borders` is for ground beside blocks";
            let at = At::key(piece.part, segment.key("borders"));
            report.add(&at, Finding::error(Code::BadBorder, message).help(help));
            continue;
        }
        for (number, name) in borders.iter().enumerate() {
            let at = At::value(piece.part, child(&segment.key("borders"), number));
            let Some(other) = piece.segments.iter().find(|other| other.record.id == *name) else {
                let blocks =
                    piece.segments.iter().filter(|other| other.shape.is_none_or(|shape| shape == Shape::Block));
                let blocks = blocks.map(|other| other.record.id.as_str()).filter(|other| other != id);
                let message = format!("{} has no segment `{name}` for `{id}` to border", piece.name);
                report.add(&at, Finding::error(Code::BadBorder, message).help(did_you_mean(name, blocks)));
                continue;
            };
            if other.shape.is_some_and(|shape| shape != Shape::Block) {
                let feature = &other.record.feature;
                let message = format!("`{id}` of {} borders `{name}`, and `{feature}` is no block", piece.name);
                let help = "ground borders blocks only: features that take whole edges";
                report.add(&at, Finding::error(Code::BadBorder, message).help(help));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::tile_findings;

    #[test]
    fn ground_borders_blocks_of_its_tile() {
        let borders = |field: &str, road: &str| {
            let found = tile_findings(&format!(
                r#"segments = [
                    {{ id = "c", feature = "city", at = "N" }},
                    {{ id = "r", feature = "road", at = "S"{road} }},
                    {{ id = "f", feature = "field", at = "EL ER SL SR WL WR", borders = [{field}] }},
                ]"#
            ));
            assert!(found.iter().all(|finding| finding.code.number() == "TW0316"), "{found:?}");
            found.into_iter().map(|finding| finding.message).collect::<Vec<_>>()
        };
        assert!(borders(r#""c""#, "").is_empty() && borders("", "").is_empty());
        assert_eq!(borders(r#""c2""#, ""), ["`Z` has no segment `c2` for `f` to border"]);
        assert_eq!(borders(r#""c", "r""#, ""), ["`f` of `Z` borders `r`, and `road` is no block"]);
        assert_eq!(borders(r#""c""#, r#", borders = ["c"]"#), ["`r` of `Z` is no ground and borders nothing"]);
    }
}
