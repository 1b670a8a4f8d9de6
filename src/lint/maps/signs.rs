//! TW0321, TW0322, TW0329 and TW0207: each sign of a map is explained, each explanation is used, and says nothing that cannot
//! be.

use crate::diagnostic::{Code, Finding, list_of};
use crate::model::{NO_SQUARE, Square};
use crate::source::child;

use super::super::report::{Alike, At, Report};
use super::Drawn;

/// Checks the rows against the legend, and the legend against itself.
pub(super) fn check(drawn: &Drawn<'_>, report: &mut Report<'_>) {
    let mut alike = Alike::default();
    for (cell, sign) in drawn.map.signs().filter(|(_, sign)| drawn.map.square(*sign).is_none()) {
        let finding = || {
            let known: Vec<&str> = drawn.map.legend.keys().map(String::as_str).collect();
            let help = match known.as_slice() {
                [] => "the legend is empty; `[legend]` says what each sign is".to_owned(),
                known => format!("it explains {}; a blank is no square", list_of(known, "and")),
            };
            Finding::error(Code::UnknownSquare, format!("the legend does not explain `{sign}`")).help(help)
        };
        alike.add(drawn.sign_at(cell), sign, finding, Code::UnknownSquare);
    }
    report.add_alike(alike);
    for (sign, square) in &drawn.map.legend {
        let at = At::key(drawn.part, child("/legend", sign));
        let mut letters = sign.chars();
        let only = letters.next().filter(|_| letters.next().is_none());
        let Some(only) = only.filter(|only| *only != NO_SQUARE) else {
            let message = format!("`{sign}` is not a sign for a square");
            let help = "a sign is one character, and the blank is taken: it is no square";
            report.add(&at, Finding::error(Code::BadPattern, message).help(help));
            continue;
        };
        if !drawn.map.signs().any(|(_, drawn)| drawn == only) {
            let finding = Finding::warning(Code::UnusedSquare, format!("no row has the sign `{sign}`"));
            report.add(&at, finding.help("draw it, or take it out of the legend"));
        }
        if let Some((message, help)) = contradiction(square) {
            let message = format!("a square `{sign}` {message}");
            report.add(&at, Finding::error(Code::SquareContradiction, message).help(help));
        } else if square.start && square.chip {
            let message = format!("nobody can take the chip of a square `{sign}`: a start tile lies there at once");
            let finding = Finding::warning(Code::SquareContradiction, message);
            report
                .add(&at, finding.help("a start square has no chip in play; leave `chip` away where none is printed"));
        }
    }
}

/// What a square is said to be that it cannot be together.
fn contradiction(square: &Square) -> Option<(String, &'static str)> {
    let takes = [
        ("start", square.start),
        ("town", square.town),
        ("chip", square.chip),
        ("hidden", square.hidden.is_some()),
        ("half", square.half),
    ];
    let takes: Vec<&str> = takes.into_iter().filter(|(_, is)| *is).map(|(word, _)| word).collect();
    let bars = [("wave", square.wave), ("highlight", square.highlight), ("segments", square.is_printed())];
    let bars: Vec<&str> = bars.into_iter().filter(|(_, is)| *is).map(|(word, _)| word).collect();
    if bars.len() > 1 {
        return Some((format!("cannot be {} at once", list_of(&bars, "and")), "it is one of them"));
    }
    if let (Some(bar), [_, ..]) = (bars.first(), takes.as_slice()) {
        let message = format!("takes no tile, being `{bar}`, and cannot be {} as well", list_of(&takes, "or"));
        return Some((message, "only squares that take tiles are starts, towns, halves, or places for something"));
    }
    if square.chip && square.hidden.is_some() {
        let message = "has a place for a chip and one for a hidden tile".to_owned();
        return Some((message, "a tile is never laid on a hidden one, so nobody could take the chip"));
    }
    if square.start && square.hidden.is_some() {
        let message = "is a start square with a hidden tile".to_owned();
        return Some((message, "two tiles cannot lie on one square"));
    }
    None
}
