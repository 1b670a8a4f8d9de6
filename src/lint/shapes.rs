//! TW0307: a segment takes the ports that its feature's shape takes (`formats.md`, section 1).
//!
//! A line takes middles of edges, a block whole edges written by their middles, ground half-edges, a site none; a site on a
//! piece of several cells says in which it stands.

use crate::diagnostic::{Code, Finding, list_of};
use crate::geometry::Port;
use crate::model::Shape;

use super::piece::{Fault, Piece, Seg};
use super::report::{At, Report};

/// Checks every segment of a drawing whose shape is known.
pub(super) fn check(piece: &Piece<'_>, report: &mut Report<'_>) {
    for segment in &piece.segments {
        check_one(piece, segment, report);
    }
}

/// Checks one segment of a drawing or of one of its faces.
pub(super) fn check_one(piece: &Piece<'_>, segment: &Seg<'_>, report: &mut Report<'_>) {
    let Some(shape) = segment.shape else { return };
    for fault in &segment.faults {
        if let Some((at, message, help)) = wrong(piece, segment, shape, fault) {
            report.add(&at, Finding::error(Code::ShapeMismatch, message).help(help));
        }
    }
}

fn wrong(piece: &Piece<'_>, segment: &Seg<'_>, shape: Shape, fault: &Fault) -> Option<(At, String, String)> {
    let feature = &segment.record.feature;
    let id = At::value(piece.part, segment.key("id"));
    let name = format!("`{}` of {}", segment.record.id, piece.name);
    Some(match fault {
        Fault::WrongPorts { words } => {
            let spots = segment.spots.iter().filter(|spot| words.contains(&spot.word));
            let names: Vec<_> = spots.clone().map(|spot| piece.port_name(spot.cell, spot.port)).collect();
            let names = list_of(&names.iter().map(String::as_str).collect::<Vec<_>>(), "and");
            let several = words.len() > 1;
            let takes = match shape {
                Shape::Line => format!("`{feature}` is a line, and {names} {}", halves(several)),
                Shape::Block => format!("`{feature}` is a block, and {names} {}", halves(several)),
                Shape::Ground if several => format!("`{feature}` is ground, and {names} are middles of edges"),
                Shape::Ground => format!("`{feature}` is ground, and {names} is the middle of an edge"),
                Shape::Site => format!("`{feature}` is a site and takes no port, not {names}"),
            };
            let help = match (shape, spots.clone().next()) {
                (Shape::Ground, Some(spot)) => {
                    let side = spot.port.side();
                    let half = |port| piece.port_name(spot.cell, port);
                    let (left, right) = (half(Port::left(side)), half(Port::right(side)));
                    format!("ground takes half-edges: `{left}`, `{right}` or both")
                }
                (Shape::Line | Shape::Block, Some(spot)) => {
                    let middle = piece.port_name(spot.cell, Port::middle(spot.port.side()));
                    let what = if shape == Shape::Line {
                        "the middle of an edge"
                    } else {
                        "a whole edge, written by its middle"
                    };
                    format!("a {} takes {what}: `{middle}`", shape.word())
                }
                _ => "leave `at` out".to_owned(),
            };
            let first = words.first().copied().unwrap_or_default();
            (piece.spot_at(segment, first), takes, help)
        }
        Fault::NoPorts => (
            id,
            format!("{name} is a {} and takes no edge", shape.word()),
            match shape {
                Shape::Line => {
                    "say in `at` which edges it takes, or in `over` which cells where it takes none".to_owned()
                }
                _ => "say in `at` which edges it takes".to_owned(),
            },
        ),
        Fault::SiteWithoutCell => (
            id,
            format!("{name} does not say in which cell it stands"),
            "a site on a piece of several cells needs `cell`, such as `cell = \"a\"`".to_owned(),
        ),
        Fault::CellOfNoSite => (
            At::key(piece.part, segment.key("cell")),
            format!("{name} has a `cell`, and `{feature}` is no site"),
            "only a site stands in one cell; further cells that a segment covers go into `over`".to_owned(),
        ),
        Fault::GroundWithoutCells => (
            id,
            format!("{name} reaches no edge and does not say which cells it covers"),
            "name them in `over`, such as `over = \"a b\"`".to_owned(),
        ),
        _ => return None,
    })
}

const fn halves(several: bool) -> &'static str {
    if several { "are halves of edges" } else { "is half of an edge" }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::tile_findings;

    fn message(segments: &str) -> String {
        let found = tile_findings(&format!("segments = [{segments}]"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].code.number(), "TW0307");
        format!("{} ({})", found[0].message, found[0].help.clone().unwrap_or_default())
    }

    const ALL: &str = r#"{ id = "f", feature = "field", at = "NL NR EL ER SL SR WL WR" }"#;

    #[test]
    fn each_shape_says_what_it_takes() {
        assert_eq!(
            message(
                r#"{ id = "c", feature = "city", at = "NL NR" }, { id = "f", feature = "field", at = "EL ER SL SR WL WR" }"#
            ),
            "`city` is a block, and `NL` and `NR` are halves of edges (a block takes a whole edge, written by its middle: `N`)"
        );
        assert_eq!(
            message(
                r#"{ id = "r", feature = "road", at = "EL" }, { id = "f", feature = "field", at = "NL NR ER SL SR WL WR" }"#
            ),
            "`road` is a line, and `EL` is half of an edge (a line takes the middle of an edge: `E`)"
        );
        assert_eq!(
            message(r#"{ id = "f", feature = "field", at = "N E S W" }"#),
            "`field` is ground, and `N`, `E`, `S` and `W` are middles of edges (ground takes half-edges: `NL`, `NR` or both)"
        );
        assert_eq!(
            message(&format!(r#"{{ id = "m", feature = "monastery", at = "N" }}, {ALL}"#)),
            "`monastery` is a site and takes no port, not `N` (leave `at` out)"
        );
        assert!(message(&format!(r#"{{ id = "c", feature = "city" }}, {ALL}"#)).starts_with("`c` of `Z` is a block"));
    }
}
