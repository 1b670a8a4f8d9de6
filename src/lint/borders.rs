//! TW0316: `borders` of ground names block segments of the same tile, and those that the drawing lets it touch.
//!
//! Ground that scores closed features pays for the blocks it touches, and only a block has a wall to touch. A link too many
//! or too few shifts every score it takes part in and refuses no move, so what the drawing itself decides is not left to
//! the hand that writes `borders`: ground touches each block whose edge it meets at a corner, and none that a segment
//! parts it from. What lies between (ground that touches a block within the tile) only `expect` can count.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Finding, did_you_mean};
use crate::geometry::{Port, Side};
use crate::model::Shape;
use crate::source::child;

use super::crossing::place_on_rim;
use super::piece::{Piece, Seg};
use super::report::{At, Report};

/// Checks the borders that the segments of a drawing name. Segments in `doubled` share a port with another, so where they
/// run is not known.
pub(super) fn check(piece: &Piece<'_>, doubled: &BTreeSet<usize>, report: &mut Report<'_>) {
    for (at, segment) in piece.segments.iter().enumerate() {
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
        let known = |number: usize| piece.segments[number].sound() && !doubled.contains(&number);
        let mut sound = known(at);
        for (number, name) in borders.iter().enumerate() {
            let place = At::value(piece.part, child(&segment.key("borders"), number));
            let Some(other) = piece.segments.iter().position(|other| other.record.id == *name) else {
                let blocks =
                    piece.segments.iter().filter(|other| other.shape.is_none_or(|shape| shape == Shape::Block));
                let blocks = blocks.map(|other| other.record.id.as_str()).filter(|other| other != id);
                let message = format!("{} has no segment `{name}` for `{id}` to border", piece.name);
                report.add(&place, Finding::error(Code::BadBorder, message).help(did_you_mean(name, blocks)));
                // It may be the name of any.
                sound = false;
                continue;
            };
            let feature = &piece.segments[other].record.feature;
            if piece.segments[other].shape.is_some_and(|shape| shape != Shape::Block) {
                let message = format!("`{id}` of {} borders `{name}`, and `{feature}` is no block", piece.name);
                let help = "ground borders blocks only: features that take whole edges";
                report.add(&place, Finding::error(Code::BadBorder, message).help(help));
            } else if known(at) && known(other) {
                let walls = (0..piece.segments.len()).filter(|&wall| wall != at && wall != other && known(wall));
                if let Some(wall) = walls.map(|wall| &piece.segments[wall]).find(|wall| parts(piece, wall, at, other)) {
                    let wall_id = &wall.record.id;
                    let message = format!("`{id}` of {} borders `{name}`, and `{wall_id}` parts them", piece.name);
                    let help = "ground borders only what it touches, unless a segment between says `bridge = true`";
                    let related = (At::value(piece.part, wall.key("at")), format!("`{wall_id}` runs here"));
                    report.add_with(&place, Finding::error(Code::BadBorder, message).help(help), &[related]);
                }
            }
        }
        for block in met(piece, segment).into_iter().filter(|&block| sound && known(block)) {
            let name = &piece.segments[block].record.id;
            if !borders.contains(name) {
                let message =
                    format!("`{id}` of {} meets the edge of `{name}` at a corner and does not border it", piece.name);
                let help = format!("add `{name}` to `borders`; where `borders` is left out, such corners say it all");
                let place = At::value(piece.part, segment.key("borders"));
                report.add(&place, Finding::error(Code::BadBorder, message).help(help));
            }
        }
    }
}

/// The block segments that ground borders, by number: those it names, or those whose edge it meets at a corner.
pub(super) fn bordered(piece: &Piece<'_>, segment: &Seg<'_>) -> Vec<usize> {
    match &segment.record.borders {
        _ if segment.shape != Some(Shape::Ground) => Vec::new(),
        Some(names) => {
            let is_listed = |other: &Seg<'_>| other.shape == Some(Shape::Block) && names.contains(&other.record.id);
            (0..piece.segments.len()).filter(|&number| is_listed(&piece.segments[number])).collect()
        }
        None => met(piece, segment),
    }
}

/// The block segments whose edge a segment's half-edges meet at a corner of the cell, each once.
fn met(piece: &Piece<'_>, segment: &Seg<'_>) -> Vec<usize> {
    let mut met = BTreeSet::new();
    for spot in &segment.spots {
        let side = spot.port.side();
        let beside = Side::from_index(side.index() + if spot.port == Port::left(side) { 3 } else { 1 });
        let owners = piece.owners(spot.cell, Port::middle(beside)).iter();
        met.extend(owners.filter(|&&owner| piece.segments[owner].shape == Some(Shape::Block)));
    }
    met.into_iter().collect()
}

/// Whether a segment runs between two others: its ports split the rim into stretches, and each of the two keeps to one of
/// its own. A segment of one port parts nothing, and under a bridge there is a way.
fn parts(piece: &Piece<'_>, wall: &Seg<'_>, one: usize, other: usize) -> bool {
    let mut walls: Vec<usize> = wall.spots.iter().filter_map(|spot| place_on_rim(piece, spot)).collect();
    walls.sort_unstable();
    walls.dedup();
    if walls.len() < 2 || wall.record.bridge {
        return false;
    }
    let stretch = |number: usize| {
        let places = piece.segments[number].spots.iter().filter_map(|spot| place_on_rim(piece, spot));
        let stretches: BTreeSet<usize> =
            places.map(|place| walls.partition_point(|&wall| wall < place) % walls.len()).collect();
        (stretches.len() == 1).then(|| stretches.first().copied()).flatten()
    };
    matches!((stretch(one), stretch(other)), (Some(one), Some(other)) if one != other)
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
        assert!(borders(r#""c""#, "").is_empty());
        assert_eq!(borders(r#""c2""#, ""), ["`Z` has no segment `c2` for `f` to border"]);
        assert_eq!(borders(r#""c", "r""#, ""), ["`f` of `Z` borders `r`, and `road` is no block"]);
        assert_eq!(borders(r#""c""#, r#", borders = ["c"]"#), ["`r` of `Z` is no ground and borders nothing"]);
    }

    fn said(segments: &str) -> Vec<String> {
        let found = tile_findings(&format!("segments = [{segments}]"));
        assert!(found.iter().all(|finding| finding.code.number() == "TW0316"), "{found:?}");
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn ground_borders_the_blocks_it_meets_at_a_corner() {
        let cap = |field: &str| {
            said(&format!(
                r#"{{ id = "c", feature = "city", at = "N" }}, {{ id = "c2", feature = "city", at = "S" }},
                   {{ id = "f", feature = "field", at = "EL ER WL WR"{field} }}"#
            ))
        };
        assert!(cap("").is_empty() && cap(r#", borders = ["c2", "c"]"#).is_empty());
        let missing = "`f` of `Z` meets the edge of `c2` at a corner and does not border it";
        assert_eq!(cap(r#", borders = ["c"]"#), [missing]);
        assert_eq!(cap(", borders = []").len(), 2);
    }

    #[test]
    fn ground_borders_nothing_beyond_a_segment() {
        let road = |road: &str, north: &str, south: &str| {
            said(&format!(
                r#"{{ id = "c", feature = "city", at = "N" }}, {{ id = "r", feature = "road", at = "E W"{road} }},
                   {{ id = "f", feature = "field", at = "EL"{north} }}, {{ id = "f2", feature = "field", at = "WR" }},
                   {{ id = "f3", feature = "field", at = "ER SL SR WL"{south} }}"#
            ))
        };
        let named = r#", borders = ["c"]"#;
        assert!(road("", named, "").is_empty());
        assert_eq!(road("", named, named), ["`f3` of `Z` borders `c`, and `r` parts them"]);
        assert!(road(", bridge = true", named, named).is_empty());
        // Ground between them parts them too.
        let between = |middle: &str| {
            said(&format!(
                r#"{{ id = "c", feature = "city", at = "N" }}, {{ id = "r", feature = "road", at = "E" }},
                   {{ id = "r2", feature = "road", at = "W" }}, {middle},
                   {{ id = "g", feature = "field", at = "ER SL SR WL", borders = ["c"] }}"#
            ))
        };
        assert_eq!(
            between(r#"{ id = "f", feature = "field", at = "EL WR" }"#),
            ["`g` of `Z` borders `c`, and `f` parts them"]
        );
        // Where the roads end in the middle and nothing runs along the city, its wall may come down to the other ground.
        let apart = r#"{ id = "f", feature = "field", at = "EL" }, { id = "f2", feature = "field", at = "WR" }"#;
        assert!(between(apart).is_empty());
    }
}
