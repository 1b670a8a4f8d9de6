//! TW0309: where the middle of an edge is free, both halves show the same ground.
//!
//! Only then has the edge a kind, and another edge can match it.

use crate::diagnostic::{Code, Finding, list_of};
use crate::geometry::Port;

use super::piece::Piece;
use super::report::Report;

/// Checks the edges of a drawing; edges at fault otherwise are passed over.
pub(super) fn check(piece: &Piece<'_>, report: &mut Report<'_>) {
    // The same two segments may disagree on several edges: that is one mistake in one of them.
    let mut pairs: Vec<((usize, usize), Vec<Port>, usize)> = Vec::new();
    for (cell, side) in piece.footprint.rim() {
        if piece.is_vague(cell, side) || !piece.owners(cell, Port::middle(side)).is_empty() {
            continue;
        }
        let owner = |port| match piece.owners(cell, port) {
            [one] => Some(*one),
            _ => None,
        };
        let (Some(left), Some(right)) = (owner(Port::left(side)), owner(Port::right(side))) else { continue };
        let feature = |number: usize| &piece.segments[number].record.feature;
        if feature(left) == feature(right) {
            continue;
        }
        let pair = (left.min(right), left.max(right));
        let later = if left > right { Port::left(side) } else { Port::right(side) };
        match pairs.iter_mut().find(|(known, ..)| *known == pair) {
            Some((_, ports, _)) => ports.push(later),
            None => pairs.push((pair, vec![later], cell)),
        }
    }
    for ((first, second), ports, cell) in pairs {
        let (first, second) = (&piece.segments[first], &piece.segments[second]);
        let sides: Vec<_> = ports.iter().map(|port| port.side().word()).collect();
        let sides = list_of(&sides, "and").replace('`', "");
        let message = format!(
            "the {sides} edge of {} is half `{}` and half `{}`",
            piece.name, first.record.feature, second.record.feature
        );
        let help = "an edge with nothing in its middle has the same ground on both halves";
        let word =
            second.spots.iter().find(|spot| spot.cell == cell && spot.port == ports[0]).map_or(0, |spot| spot.word);
        report.add(&piece.spot_at(second, word), Finding::error(Code::SplitEdge, message).help(help));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::tile_findings;

    #[test]
    fn both_halves_of_a_free_edge_are_the_same_ground() {
        let found = tile_findings(
            r#"segments = [
                { id = "f", feature = "field", at = "NL EL ER SL SR WL WR" },
                { id = "m", feature = "moor", at = "NR" },
            ]"#,
        );
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].code.number(), "TW0309");
        assert_eq!(found[0].message, "the north edge of `Z` is half `field` and half `moor`");
    }

    #[test]
    fn a_road_may_part_two_grounds() {
        let found = tile_findings(
            r#"segments = [
                { id = "r", feature = "road", at = "N S" },
                { id = "f", feature = "field", at = "SR WL WR NL" },
                { id = "m", feature = "moor", at = "NR EL ER SL" },
            ]"#,
        );
        assert!(found.is_empty(), "{found:?}");
    }
}
