//! TW0323: a map has as many start squares, chip places, hidden tiles and so on as it says the rules state.
//!
//! Counts are documented where drawings are not (A3), so they are what a transcription can be held against.

use crate::diagnostic::{Code, Finding, list_of};
use crate::geometry::Cell;
use crate::model::Square;
use crate::source::child;

use super::super::report::{At, Report};
use super::Drawn;

/// Checks the stated counts, and that the start squares that are used are there.
pub(super) fn check(drawn: &Drawn<'_>, report: &mut Report<'_>) {
    let starts = drawn.those(|square| square.start);
    if starts.is_empty() {
        let finding = Finding::error(Code::MapCountMismatch, "the map has no start square");
        let help = "a sign of the legend says `start = true`: tiles lie there before the first turn";
        report.add(&At::value(drawn.part, "/id"), finding.help(help));
    }
    if let Some(used) = drawn.map.starts.filter(|used| *used as usize > starts.len() && !starts.is_empty()) {
        let message = format!("{used} start squares are used, and {} are drawn", starts.len());
        report.add(&At::value(drawn.part, "/starts"), Finding::error(Code::MapCountMismatch, message));
    }
    let Some(expect) = &drawn.map.expect else { return };
    let mut count = |key: &str, words: &str, stated: Option<u32>, cells: &[Cell]| {
        let Some(stated) = stated.filter(|stated| *stated as usize != cells.len()) else { return };
        let message = format!("the rules state {stated} {words}, and {} are drawn", cells.len());
        let finding = Finding::error(Code::MapCountMismatch, message).help(where_they_are(cells));
        report.add(&At::value(drawn.part, child("/expect", key)), finding);
    };
    let is = |what: fn(&Square) -> bool| drawn.those(what);
    count("starts", "start squares", expect.starts, &starts);
    count("chips", "places for chips", expect.chips, &is(|square| square.chip));
    count("hidden", "places for hidden tiles", expect.hidden, &is(|square| square.hidden.is_some()));
    count("waves", "squares of water", expect.waves, &is(|square| square.wave));
    count("islands", "squares that lie apart", expect.islands, &is(|square| square.island));
    for (colour, &stated) in &expect.hidden_by_colour {
        let cells = drawn.those(|square| square.hidden.as_ref() == Some(colour));
        let pointer = format!("hidden_by_colour{}", child("", colour));
        count(&pointer, &format!("places for hidden tiles in {colour}"), Some(stated), &cells);
    }
    if !expect.colours.is_empty() {
        colours(drawn, &expect.colours, report);
    }
}

/// The colours that are stated, and no other, are drawn.
fn colours(drawn: &Drawn<'_>, stated: &[String], report: &mut Report<'_>) {
    for (number, colour) in stated.iter().enumerate() {
        if drawn.those(|square| square.hidden.as_ref() == Some(colour)).is_empty() {
            let message = format!("the rules state hidden tiles in `{colour}`, and none is drawn");
            let at = At::value(drawn.part, child("/expect/colours", number));
            report.add(&at, Finding::error(Code::MapCountMismatch, message));
        }
    }
    let words: Vec<&str> = stated.iter().map(String::as_str).collect();
    for (sign, square) in &drawn.map.legend {
        if let Some(colour) = square.hidden.as_ref().filter(|colour| !stated.contains(colour)) {
            let message = format!("hidden tiles in `{colour}` are drawn, and the rules state none");
            let finding = Finding::error(Code::MapCountMismatch, message);
            let at = At::value(drawn.part, child(&child("/legend", sign), "hidden"));
            report.add(&at, finding.help(format!("they state {}", list_of(&words, "and"))));
        }
    }
}

/// Where they lie that were counted, to find the one that is missing or too much.
fn where_they_are(cells: &[Cell]) -> String {
    let shown: Vec<String> = cells.iter().take(20).map(ToString::to_string).collect();
    match (cells.len(), cells.len().saturating_sub(20)) {
        (0, _) => "no sign of the legend that says so stands in the rows".to_owned(),
        (_, 0) => format!("drawn at {}", shown.join(" ")),
        (_, more) => format!("drawn at {} and {more} more", shown.join(" ")),
    }
}
