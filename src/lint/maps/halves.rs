//! TW0324 and TW0328: half squares lie on the side where the map is joined, and two maps that are joined meet there and nowhere
//! else (A6.4).

use crate::diagnostic::{Code, Finding};
use crate::geometry::{Cell, Side};
use crate::model::CompassSide;
use crate::source::{Part, child};

use super::super::report::{Alike, At, Report};
use super::Drawn;

/// Checks the half squares of a map.
pub(super) fn check(drawn: &Drawn<'_>, report: &mut Report<'_>) {
    let halves = drawn.those(|square| square.half);
    let Some(side) = drawn.map.half.map(CompassSide::side) else {
        if let Some(first) = halves.first() {
            let finding = Finding::error(
                Code::HalfMisplaced,
                "half squares are drawn, and the map does not say where it is joined",
            );
            report
                .add(&drawn.sign_at(*first), finding.help("write the side on which they lie, such as `half = \"E\"`"));
        }
        return;
    };
    if halves.is_empty() {
        let finding =
            Finding::error(Code::HalfMisplaced, "the map is joined on this side, and no half square is drawn");
        let help = "a sign of the legend says `half = true`; leave `half` away where the map is joined to no other";
        report.add(&At::value(drawn.part, "/half"), finding.help(help));
    }
    let mut alike = Alike::default();
    for cell in halves {
        // Nothing that is no half square lies further on that side.
        let mut beyond = cell.step(side);
        for _ in 0..drawn.map.rows.len().max(100) {
            if drawn.squares.get(&beyond).is_some_and(|square| !square.half) {
                let finding = || {
                    let message = format!("a half square at {cell} has squares {} of it", side.word());
                    let help = format!("half squares are the last ones on the side `{}`", side.letter());
                    Finding::error(Code::HalfMisplaced, message).help(help)
                };
                alike.add(drawn.sign_at(cell), "half", finding, Code::HalfMisplaced);
                break;
            }
            beyond = beyond.step(side);
        }
    }
    report.add_alike(alike);
}

/// Checks that two maps can be joined.
pub(super) fn check_joined(one: &Drawn<'_>, other: &Drawn<'_>, report: &mut Report<'_>) {
    let at = At::value(Part::Ruleset, "/maps/1");
    let names = (one.map.id.as_str(), other.map.id.as_str());
    let refuse = |message: String, help: &str| Finding::error(Code::MapsDoNotJoin, message).help(help);
    let (Some(by), Some(here), Some(there)) = (one.map.joined_at(other.map), one.map.half, other.map.half) else {
        let message = format!("`{}` and `{}` cannot be joined: not both have half squares", names.0, names.1);
        report.add(&at, refuse(message, "two maps are joined by the half squares on facing sides"));
        return;
    };
    if here.side() != there.side().opposite() {
        let message = format!(
            "`{}` is joined on its {} side and `{}` on its {} side",
            names.0,
            here.side().word(),
            names.1,
            there.side().word()
        );
        report.add(&at, refuse(message, "the sides face each other: east and west, or north and south"));
        return;
    }
    let moved = |cell: Cell| Cell::new(cell.x - by.x, cell.y - by.y);
    let half = |drawn: &Drawn<'_>, cell: Cell| drawn.squares.get(&cell).is_some_and(|square| square.half);
    for (cell, _, square) in one.map.squares() {
        let met = other.squares.get(&moved(cell));
        let wrong = match (square.half, met.map(|square| square.half)) {
            (true, Some(true)) | (false, None) => continue,
            (true, None) => format!("the half square at {cell} of `{}` meets none of `{}`", names.0, names.1),
            _ => format!("`{}` and `{}` both have a square at {cell}", names.0, names.1),
        };
        report
            .add(&at, refuse(wrong, "only half squares lie over each other, the first on the first in reading order"));
        return;
    }
    for (cell, ..) in other.map.squares().filter(|(_, _, square)| square.half) {
        let met = Cell::new(cell.x + by.x, cell.y + by.y);
        if !half(one, met) {
            let message = format!("the half square at {cell} of `{}` meets none of `{}`", names.1, names.0);
            report.add(&at, refuse(message, "every half square of the one lies on one of the other"));
            return;
        }
    }
    same_prints(one, other, by, report);
}

/// What both print on the border of a joined square is the same.
fn same_prints(one: &Drawn<'_>, other: &Drawn<'_>, by: Cell, report: &mut Report<'_>) {
    let place = |square: [i32; 2], by: Cell, side: Side| (square[0] + by.x, square[1] + by.y, side.index());
    for (number, print) in other.map.border.iter().enumerate() {
        let at = place(print.square, by, print.side.side());
        let twin = one.map.border.iter().find(|print| place(print.square, Cell::default(), print.side.side()) == at);
        if let Some(twin) = twin.filter(|twin| twin.feature != print.feature) {
            let message = format!("`{}` is printed where `{}` has `{}`", print.feature, one.map.id, twin.feature);
            let at = At::value(other.part, child("/border", number));
            report.add(&at, Finding::error(Code::MapsDoNotJoin, message).help("the two halves are one square"));
        }
    }
}
