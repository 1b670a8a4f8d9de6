//! TW0305, TW0306: every half-edge on the rim of a piece belongs to exactly one segment, every middle to one at most.
//!
//! A block takes its whole edge. Where a segment is unsound, the edges it touches are left alone. A word that stands for
//! another (`EL WL` for `EL WR`) takes one port twice and leaves one free: that is one mistake and makes one message.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Finding, list_of};
use crate::geometry::Port;
use crate::model::Shape;

use super::piece::{Piece, Seg};
use super::report::Report;

/// Two segments, by number, that take the same ports.
struct Overlap {
    first: usize,
    second: usize,
    ports: Vec<(usize, Port)>,
}

/// Checks who takes each port. Returns the segments that take one with another, by number: where they lie is not known.
pub(super) fn check(piece: &Piece<'_>, report: &mut Report<'_>) -> BTreeSet<usize> {
    twice_by_one(piece, report);
    let overlaps = overlaps(piece);
    let free = free(piece);
    // One port too often and one not at all are one slip of the pen.
    let slip = overlaps.iter().map(|overlap| overlap.ports.len()).sum::<usize>() == 1 && free.len() == 1;
    for overlap in &overlaps {
        let (first, second) = (&piece.segments[overlap.first], &piece.segments[overlap.second]);
        // Two segments of one id are spoken about already, as such.
        if first.record.id == second.record.id {
            continue;
        }
        let message = format!(
            "{} of {} {} to both `{}` and `{}`",
            names(piece, &overlap.ports),
            piece.name,
            if overlap.ports.len() == 1 { "belongs" } else { "belong" },
            first.record.id,
            second.record.id
        );
        let block = [first, second].into_iter().find(|segment| segment.shape == Some(Shape::Block));
        let help = match block {
            _ if slip => format!("no segment has {}", names(piece, &free)),
            Some(block) => {
                format!("`{}` is a block and takes the whole edge, both halves too", block.record.feature)
            }
            None => String::new(),
        };
        // The halves of a block are not written, so the mark goes to the segment that writes the port.
        let (marked, other) = if wrote(second, overlap) { (second, first) } else { (first, second) };
        let at = |segment: &Seg<'_>| piece.spot_at(segment, word(segment, &overlap.ports));
        let related = (at(other), format!("`{}` takes it here", other.record.id));
        report.add_with(&at(marked), Finding::error(Code::PortTakenTwice, message).help(help), &[related]);
    }
    if !(free.is_empty() || slip) {
        let several = free.len() > 1;
        let message = format!(
            "{} of {} {} to no segment",
            names(piece, &free),
            piece.name,
            if several { "belong" } else { "belongs" }
        );
        let help = "every half-edge on the rim belongs to a segment: ground, or a block that takes the whole edge";
        report.add(&piece.segments_at(), Finding::error(Code::PortUncovered, message).help(help));
    }
    overlaps.iter().flat_map(|overlap| [overlap.first, overlap.second]).collect()
}

/// A segment that names one port twice.
fn twice_by_one(piece: &Piece<'_>, report: &mut Report<'_>) {
    for segment in piece.segments.iter().filter(|segment| segment.feature_known()) {
        for (number, spot) in segment.spots.iter().enumerate() {
            if segment.spots[..number].iter().any(|earlier| (earlier.cell, earlier.port) == (spot.cell, spot.port)) {
                let port = piece.port_name(spot.cell, spot.port);
                let message = format!("`{}` of {} names `{port}` twice", segment.record.id, piece.name);
                report.add(&piece.spot_at(segment, spot.word), Finding::error(Code::PortTakenTwice, message));
            }
        }
    }
}

fn overlaps(piece: &Piece<'_>) -> Vec<Overlap> {
    let mut overlaps: Vec<Overlap> = Vec::new();
    for (cell, side) in piece.footprint.rim() {
        for port in [Port::left(side), Port::middle(side), Port::right(side)] {
            let [first, second, ..] = *piece.owners(cell, port) else { continue };
            match overlaps.iter_mut().find(|overlap| (overlap.first, overlap.second) == (first, second)) {
                Some(overlap) => overlap.ports.push((cell, port)),
                None => overlaps.push(Overlap { first, second, ports: vec![(cell, port)] }),
            }
        }
    }
    overlaps
}

/// The half-edges that surely nobody takes.
fn free(piece: &Piece<'_>) -> Vec<(usize, Port)> {
    if piece.hides_ports() {
        return Vec::new();
    }
    let known = piece.footprint.rim().into_iter().filter(|&(cell, side)| !piece.is_vague(cell, side));
    known
        .flat_map(|(cell, side)| [(cell, Port::left(side)), (cell, Port::right(side))])
        .filter(|&(cell, port)| piece.owners(cell, port).is_empty())
        .collect()
}

fn wrote(segment: &Seg<'_>, overlap: &Overlap) -> bool {
    segment.spots.iter().any(|spot| overlap.ports.contains(&(spot.cell, spot.port)))
}

/// The first word of a segment that takes one of these ports.
fn word(segment: &Seg<'_>, ports: &[(usize, Port)]) -> usize {
    let takes = |cell: usize, port: Port, &(at, taken): &(usize, Port)| {
        at == cell && (port == taken || segment.shape == Some(Shape::Block) && port.side() == taken.side())
    };
    let spot = segment.spots.iter().find(|spot| ports.iter().any(|port| takes(spot.cell, spot.port, port)));
    spot.map_or(0, |spot| spot.word)
}

fn names(piece: &Piece<'_>, ports: &[(usize, Port)]) -> String {
    let names: Vec<_> = ports.iter().map(|&(cell, port)| piece.port_name(cell, port)).collect();
    list_of(&names.iter().map(String::as_str).collect::<Vec<_>>(), "and")
}

#[cfg(test)]
mod tests {
    use crate::lint::tests::{alone_findings, tile_findings};

    fn said(segments: &str) -> Vec<(String, String)> {
        let found = tile_findings(&format!("segments = [{segments}]"));
        found.into_iter().map(|finding| (finding.code.number().to_owned(), finding.message)).collect()
    }

    fn road(north: &str, south: &str) -> String {
        format!(
            r#"{{ id = "r", feature = "road", at = "E W" }}, {{ id = "f", feature = "field", at = "{north}" }},
               {{ id = "f2", feature = "field", at = "{south}" }}"#
        )
    }

    #[test]
    fn each_half_edge_has_one_owner() {
        assert!(said(&road("NL NR EL WR", "ER SL SR WL")).is_empty());
        assert_eq!(
            said(&road("NL NR EL", "ER SL SR")),
            [("TW0306".into(), "`WL` and `WR` of `Z` belong to no segment".into())]
        );
        assert_eq!(
            said(&road("NL NR EL WR", "ER SL SR WL WR")),
            [("TW0305".into(), "`WR` of `Z` belongs to both `f` and `f2`".into())]
        );
        assert_eq!(
            said(&road("NL NR NL EL WR", "ER SL SR WL")),
            [("TW0305".into(), "`f` of `Z` names `NL` twice".into())]
        );
    }

    #[test]
    fn a_slip_of_one_word_is_one_message() {
        let found = tile_findings(&format!("segments = [{}]", road("NL NR EL WL", "ER SL SR WL")));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].help.as_deref(), Some("no segment has `WR`"));
    }

    #[test]
    fn a_block_takes_the_halves_of_its_edge() {
        let found = said(
            r#"{ id = "c", feature = "city", at = "N" }, { id = "f", feature = "field", at = "NL NR EL ER SL SR WL WR" }"#,
        );
        assert_eq!(found, [("TW0305".into(), "`NL` and `NR` of `Z` belong to both `c` and `f`".into())]);
    }

    #[test]
    fn without_declarations_only_what_is_sure_is_said() {
        let set = |segments: &str| {
            alone_findings(&format!(
                "kind = \"tileset\"\nformat = 1\nid = \"s\"\ntotal = 1\n[[tile]]\nid = \"Z\"\ncount = 1\nsegments = [{segments}]"
            ))
        };
        assert!(set(r#"{ id = "c", feature = "anything", at = "N" }, { id = "f", feature = "lawn", at = "EL ER SL SR WL WR" }"#).is_empty());
        let free =
            set(r#"{ id = "c", feature = "anything", at = "N" }, { id = "f", feature = "lawn", at = "EL ER SL SR" }"#);
        assert_eq!(free.len(), 1);
        assert_eq!(free[0].message, "`WL` and `WR` of `Z` belong to no segment");
        let twice = set(r#"{ id = "c", feature = "a", at = "N" }, { id = "d", feature = "b", at = "N E S W" }"#);
        assert_eq!(twice.len(), 1);
        assert_eq!(twice[0].code.number(), "TW0305");
    }
}
