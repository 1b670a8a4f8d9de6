//! The differences as workflow commands, which GitHub shows on the changed lines.

use std::fmt::Write as _;

use super::Report;
use super::logs::Fate;
use super::text::{because, headline, points};
use crate::diagnostic::render::escape::{brief, visible};
use crate::text::Place;

/// The most games annotated: GitHub shows no more than a few.
const MOST_GAMES: usize = 50;

/// One command a difference, on the second side's bytes where they lie in a file of the checkout, then one a game.
#[must_use]
pub fn github(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    for (_, change) in report.changes().chain(report.notes()) {
        let place =
            change.to.as_ref().filter(|place| is_here(place)).or(change.from.as_ref().filter(|place| is_here(place)));
        let at = place.map(|at| (at.file(), at.line, at.column));
        command(&mut out, "notice", at, change.key.as_deref().unwrap_or("note"), &change.text);
    }
    for game in report.logs.iter().flat_map(|logs| logs.games.iter().take(MOST_GAMES).map(move |game| (logs, game))) {
        let (logs, game) = game;
        let why = because(logs, game);
        match (&game.illegal[1], game.fate) {
            (Some(illegal), Fate::BecomesIllegal) => {
                let at = Some((&*game.file, illegal.place.0, illegal.place.1));
                command(&mut out, "warning", at, "becomes illegal", &format!("{} (because of {why})", illegal.message));
            }
            _ => {
                let at = Some((&*game.file, game.line, 1));
                command(&mut out, "warning", at, "differs", &format!("{} (because of {why})", points(game)));
            }
        }
    }
    let games =
        report.logs.as_ref().map(|logs| format!("; {} of {} games differ", logs.totals.differing, logs.totals.games));
    command(&mut out, "notice", None, "tilewright diff", &format!("{}{}", headline(report), games.unwrap_or_default()));
    out
}

/// Whether a place is in a file of the checkout: neither built in nor of a revision.
fn is_here(place: &Place) -> bool {
    std::path::Path::new(place.file()).is_file()
}

fn command(out: &mut String, level: &str, at: Option<(&str, usize, usize)>, title: &str, text: &str) {
    let _ = write!(out, "::{level} ");
    if let Some((file, line, column)) = at {
        let _ = write!(out, "file={},line={line},col={column},", property(file.strip_prefix("./").unwrap_or(file)));
    }
    let _ = writeln!(out, "title={}::{}", property(title), brief(text, "...").replace('%', "%25"));
}

/// The value of a property, which ends at `,` or `:`.
fn property(text: &str) -> String {
    visible(text).replace('%', "%25").replace(':', "%3A").replace(',', "%2C")
}
