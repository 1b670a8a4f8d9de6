//! TW0308: segments may cross only where one of the two is a bridge.
//!
//! Two segments cross where their ports take turns around the rim of the piece: whatever way they are drawn, one must
//! then pass over the other. Ground never runs under a bridge unless it says so itself, which keeps fields on both sides
//! of a road apart.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Finding, list_of};

use super::piece::{Piece, Spot};
use super::report::{At, Report};

/// Checks a drawing. Segments in `doubled` share a port with another, so where they run is not known.
pub(super) fn check(piece: &Piece<'_>, doubled: &BTreeSet<usize>, report: &mut Report<'_>) {
    let ports: Vec<Vec<usize>> = piece
        .segments
        .iter()
        .enumerate()
        .map(|(number, segment)| {
            if !segment.sound() || doubled.contains(&number) {
                return Vec::new();
            }
            segment.spots.iter().filter_map(|spot| place_on_rim(piece, spot)).collect()
        })
        .collect();
    let ring = piece.footprint.rim().len() * 3;
    let mut crossings: Vec<(usize, usize)> = Vec::new();
    for second in 0..ports.len() {
        for first in 0..second {
            let bridged = piece.segments[first].record.bridge || piece.segments[second].record.bridge;
            if !bridged && take_turns(&ports[first], &ports[second], ring) {
                crossings.push((first, second));
            }
        }
    }
    // One segment gone astray may cross many: it is named once, the one that crosses most first.
    while let Some(worst) = busiest(&crossings, ports.len()) {
        let crossed = |&(first, second): &(usize, usize)| match worst {
            _ if first == worst => Some(second),
            _ if second == worst => Some(first),
            _ => None,
        };
        let others: Vec<_> = crossings.iter().filter_map(crossed).collect();
        crossings.retain(|pair| crossed(pair).is_none());
        let name = |number: &usize| piece.segments[*number].record.id.as_str();
        let names = list_of(&others.iter().map(name).collect::<Vec<_>>(), "and");
        let message = format!("`{}` of {} crosses {names}", name(&worst), piece.name);
        let at = |number: usize| At::value(piece.part, piece.segments[number].key("at"));
        let related: Vec<_> =
            others.iter().map(|&other| (at(other), format!("`{}` runs here", name(&other)))).collect();
        let help = "segments cross only where one says `bridge = true`";
        report.add_with(&at(worst), Finding::error(Code::SegmentsCross, message).help(help), &related);
    }
}

/// Where on the way around its piece, clockwise, a port lies: three places an edge.
pub(super) fn place_on_rim(piece: &Piece<'_>, spot: &Spot) -> Option<usize> {
    let edge = piece.footprint.rim().iter().position(|edge| *edge == (spot.cell, spot.port.side()))?;
    Some(edge * 3 + spot.port.index() % 3)
}

/// Whether two sets of places around a ring take turns: some `a`, `b`, `a`, `b` in cyclic order.
fn take_turns(a: &[usize], b: &[usize], ring: usize) -> bool {
    let mut owner = vec![None; ring];
    for &at in a {
        owner[at] = Some(true);
    }
    for &at in b {
        owner[at] = Some(false);
    }
    let order: Vec<_> = owner.into_iter().flatten().collect();
    let changes = (0..order.len()).filter(|&at| order[at] != order[(at + 1) % order.len()]).count();
    changes > 2
}

/// The segment in most crossings; among equals the last, as the one written onto what was there.
fn busiest(crossings: &[(usize, usize)], segments: usize) -> Option<usize> {
    let count = |number: usize| crossings.iter().filter(|&&(a, b)| a == number || b == number).count();
    (0..segments).map(|number| (count(number), number)).filter(|&(count, _)| count > 0).max().map(|(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tests::tile_findings;

    #[test]
    fn turns_are_counted_around_the_ring() {
        assert!(take_turns(&[1, 7], &[4, 10], 12));
        assert!(!take_turns(&[1, 4], &[7, 10], 12));
        assert!(!take_turns(&[10, 1], &[4, 7], 12));
        assert!(!take_turns(&[1], &[4, 7, 10], 12));
        assert!(!take_turns(&[], &[4, 7], 12));
    }

    fn messages(segments: &str) -> Vec<String> {
        let found = tile_findings(&format!("segments = [{segments}]"));
        assert!(found.iter().all(|finding| finding.code == Code::SegmentsCross), "{found:?}");
        found.into_iter().map(|finding| finding.message).collect()
    }

    const CORNERS: &str = r#"{ id = "f", feature = "field", at = "NL WR" }, { id = "f2", feature = "field", at = "NR EL" },
        { id = "f3", feature = "field", at = "ER SL" }, { id = "f4", feature = "field", at = "SR WL" }"#;

    #[test]
    fn two_roads_cross_only_over_a_bridge() {
        let roads = |bridge: &str| {
            messages(&format!(
                r#"{{ id = "r", feature = "road", at = "N S" }}, {{ id = "r2", feature = "road", at = "E W"{bridge} }}, {CORNERS}"#
            ))
        };
        assert_eq!(roads(""), ["`r2` of `Z` crosses `r`"]);
        assert!(roads(", bridge = true").is_empty());
    }

    #[test]
    fn a_segment_across_many_is_named_once() {
        let roads = r#"{ id = "r", feature = "road", at = "a.N a.S" }, { id = "r2", feature = "road", at = "b.N b.S" },
            { id = "r3", feature = "road", at = "a.W b.E" }"#;
        let fields = ["a.NL a.WR", "a.NR b.NL", "b.NR b.EL", "b.ER b.SL", "b.SR a.SL", "a.SR a.WL"];
        let fields =
            fields.iter().enumerate().map(|(n, at)| format!(r#"{{ id = "f{n}", feature = "field", at = "{at}" }}"#));
        let fields: Vec<_> = fields.collect();
        let found = tile_findings(&format!("size = [2, 1]\nsegments = [{roads}, {}]", fields.join(", ")));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].message, "`r3` of `Z` crosses `r` and `r2`");
    }
}
