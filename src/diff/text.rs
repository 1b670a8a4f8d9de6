//! The differences for people: sentences with both places, then what they do to games.

use std::fmt::Write as _;

use super::Report;
use super::data::{Change, count};
use super::logs::{Differences, Fate, GameDiff};
use super::table::{Align, TextTable, wrapped};
use crate::diagnostic::render::Style;
use crate::diagnostic::render::escape::{brief, visible};
use crate::text::Place;

/// The most games shown one by one; JSON has all.
const MOST_GAMES: usize = 20;

/// The report as text, lines ending in LF.
#[must_use]
pub fn human(report: &Report, style: &Style) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{} -> {}: {}", visible(&report.a), visible(&report.b), headline(report));
    let several = report.compared.len() > 1;
    for (is_note, title) in [(false, ""), (true, "Notes, which change no game:")] {
        let mut begun = false;
        for one in &report.compared {
            let mut changes = one.changes.iter().filter(|change| change.key.is_none() == is_note).peekable();
            if changes.peek().is_none() {
                continue;
            }
            if is_note && !begun {
                let _ = writeln!(out, "\n{title}");
            }
            begun = true;
            if several {
                let _ = writeln!(out, "\n{}:", visible(&one.name));
            }
            out.push_str(if is_note || several { "" } else { "\n" });
            for change in changes {
                sentence(&mut out, change, style);
            }
        }
    }
    if let Some(logs) = &report.logs {
        out.push('\n');
        games(&mut out, logs, style);
    }
    out
}

/// `2 differences, 1 note`.
pub(super) fn headline(report: &Report) -> String {
    let (changes, notes) = (report.changes().count() as u64, report.notes().count() as u64);
    let mut text = match changes {
        0 => "no difference that could change a game".to_owned(),
        some => count(some, "difference", "differences"),
    };
    if notes > 0 {
        let _ = write!(text, ", {}", count(notes, "note", "notes"));
    }
    text
}

fn sentence(out: &mut String, change: &Change, style: &Style) {
    let width = style.columns();
    for (number, line) in wrapped(&brief(&change.text, style.ellipsis()), width - 4).into_iter().enumerate() {
        let _ = writeln!(out, "{}{line}", if number == 0 { "  " } else { "    " });
    }
    let places: Vec<String> = [&change.from, &change.to].into_iter().flatten().map(shown).collect();
    if places.is_empty() {
        return;
    }
    let arrow = match (&change.from, &change.to) {
        (None, Some(_)) => "-> ",
        _ => "",
    };
    let line = format!("      {arrow}{}", places.join(" -> "));
    if line.chars().count() <= width || places.len() < 2 {
        let _ = writeln!(out, "{line}");
    } else {
        let _ = writeln!(out, "      {}\n      -> {}", places[0], places[1]);
    }
}

/// `game.toml:52`.
pub(super) fn shown(place: &Place) -> String {
    format!("{}:{}", visible(place.file()), place.line)
}

fn games(out: &mut String, logs: &Differences, style: &Style) {
    for line in sentences(logs) {
        for line in wrapped(&line, style.columns()) {
            let _ = writeln!(out, "{line}");
        }
    }
    let by_key = key_table(logs);
    if !by_key.is_empty() {
        let _ = writeln!(out, "\nWhat explains them, each by itself:\n");
        by_key.write(out, style.columns());
    }
    let mut table = TextTable::new(&[
        ("game", Align::Left),
        ("turn", Align::Right),
        ("points", Align::Left),
        ("because of", Align::Left),
    ]);
    for game in logs.games.iter().take(MOST_GAMES) {
        let turn = game.first_turn.map_or("-".to_owned(), |turn| turn.to_string());
        table.row([place(game), turn, points(game), because(logs, game)]);
    }
    if !table.is_empty() {
        let _ = writeln!(out, "\nGames that differ, with the first turn that does:\n");
        table.write(out, style.columns());
        let more = (logs.games.len() as u64 + logs.omitted).saturating_sub(MOST_GAMES as u64);
        if more > 0 {
            let _ = writeln!(out, "\nand {}: `--format json` tells all", count(more, "more game", "more games"));
        }
        refusals(out, logs, style);
    }
}

/// The first moves that become illegal, with the reason.
fn refusals(out: &mut String, logs: &Differences, style: &Style) {
    let mut table = TextTable::new(&[("move", Align::Left), ("why it is refused", Align::Left)]);
    let refused = logs.games.iter().filter(|game| game.fate == Fate::BecomesIllegal);
    for (game, illegal) in refused.take(MOST_GAMES).filter_map(|game| Some((game, game.illegal[1].as_ref()?))) {
        table.row([format!("{}:{}", game.file, illegal.place.0), brief(&illegal.message, "...").into_owned()]);
    }
    if !table.is_empty() {
        let _ = writeln!(out, "\nMoves that become illegal:\n");
        table.write(out, style.columns());
    }
}

/// The totals in words.
pub(super) fn sentences(logs: &Differences) -> Vec<String> {
    let totals = &logs.totals;
    let mut lines = Vec::new();
    let played = count(totals.games, "game", "games");
    lines.push(match totals.differing {
        0 => format!("{played} replayed under both: nothing differs."),
        some => {
            let mut parts = Vec::new();
            for (number, words) in [
                (totals.becoming_illegal, ["becomes illegal", "become illegal"]),
                (totals.becoming_legal, ["becomes legal", "become legal"]),
                (totals.winners, ["has other winners", "have other winners"]),
            ] {
                if number > 0 {
                    parts.push(count(number, words[0], words[1]));
                }
            }
            let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
            format!(
                "{played} replayed under both: {} the same, {some} differ{}{parts}.",
                totals.same,
                if some == 1 { "s" } else { "" }
            )
        }
    });
    if totals.differing > 0 && totals.seats.iter().any(|seat| seat.games > 0) {
        let seats = totals.seats.iter().enumerate().filter(|(_, seat)| seat.games > 0);
        let seats: Vec<String> =
            seats.map(|(at, seat)| format!("seat {} {:+.2} (of {})", at + 1, seat.mean(), seat.games)).collect();
        lines.push(format!("Points a game, over games that both can play: {}.", seats.join(", ")));
    }
    if totals.illegal_both > 0 {
        lines
            .push(format!("{} cannot be played to the end under either.", count(totals.illegal_both, "game", "games")));
    }
    if totals.skipped > 0 {
        lines.push(format!("{} of other rulesets left aside.", count(totals.skipped, "game", "games")));
    }
    if totals.unread > 0 {
        lines.push(format!(
            "{} could not be read as a game.",
            count(totals.unread, "part of the logs", "parts of the logs")
        ));
    }
    if logs.capped {
        let most = super::MOST_KEYS;
        lines.push(format!("Of {} keys that differ, the first {most} were tried as explanations.", logs.keys.len()));
    }
    lines
}

fn key_table(logs: &Differences) -> TextTable {
    let mut table = TextTable::new(&[
        ("games", Align::Right),
        ("illegal", Align::Right),
        ("points", Align::Right),
        ("key", Align::Left),
    ]);
    for (keys, total) in &logs.totals.keys {
        let scored = total.games - total.illegal;
        let points = if scored == 0 { "-".to_owned() } else { format!("{:+.2}", total.sum as f64 / scored as f64) };
        table.row([total.games.to_string(), total.illegal.to_string(), points, names(logs, keys)]);
    }
    if logs.totals.not_separable > 0 {
        let (games, none) = (logs.totals.not_separable.to_string(), "-".to_owned());
        table.row([games, none.clone(), none, "not separable".to_owned()]);
    }
    table
}

/// Keys by number, as words.
pub(super) fn names(logs: &Differences, keys: &[usize]) -> String {
    keys.iter().filter_map(|&key| logs.keys.get(key)).map(String::as_str).collect::<Vec<_>>().join(" with ")
}

/// Which keys explain a game.
pub(super) fn because(logs: &Differences, game: &GameDiff) -> String {
    let each: Vec<String> = game.keys.iter().map(|keys| names(logs, keys)).collect();
    if each.is_empty() { "not separable".to_owned() } else { each.join(", or ") }
}

pub(super) fn place(game: &GameDiff) -> String {
    format!("{}:{}", game.file, game.line)
}

/// `Red 96 -> 84, Blue 70 -> 70`, or that it stops.
pub(super) fn points(game: &GameDiff) -> String {
    match game.fate {
        Fate::BecomesIllegal => "illegal move".to_owned(),
        Fate::BecomesLegal => "legal now".to_owned(),
        Fate::StopsElsewhere => "stops elsewhere".to_owned(),
        Fate::Differs => {
            let score = |side: usize, seat: usize| game.scores[side].get(seat).copied().unwrap_or(0);
            let each = game.players.iter().enumerate().map(|(seat, player)| {
                let (before, after) = (score(0, seat), score(1, seat));
                if before == after { format!("{player} {before}") } else { format!("{player} {before} -> {after}") }
            });
            each.collect::<Vec<_>>().join(", ")
        }
    }
}
