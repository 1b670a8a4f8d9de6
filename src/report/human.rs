//! A game for eyes: one line of many, or its whole ledger and scores where it is the only one.
//!
//! What must stay true: no line of a table is wider than the style asks for, but for names that are; and an illegal or
//! faulty game is told from a good one in words.

use std::io::{self, Write};

use anstyle::{AnsiColor, Reset};
use unicode_width::UnicodeWidthStr;

use super::ledger::{LedgerLevel, sources, title, why};
use super::totals::count;
use super::{Ended, Entry, GameReport};
use crate::diagnostic::Tally;
use crate::diagnostic::render::Style;
use crate::diagnostic::render::escape::visible;

/// Columns that a list of cells, or a reason, is given at least.
const LEAST_ROOM: usize = 14;

/// `file:line`.
fn place(game: &GameReport) -> String {
    format!("{}:{}", visible(&game.file), game.line)
}

/// The ruleset with its variants.
fn rules(game: &GameReport) -> String {
    let mut rules = if game.game.is_empty() { "?".to_owned() } else { visible(&game.game).into_owned() };
    for variant in &game.variants {
        rules.push_str(" + ");
        rules.push_str(&visible(variant));
    }
    rules
}

/// How the game came out: `ok`, or what is wrong with it.
fn verdict(game: &GameReport, tally: Tally, style: &Style) -> String {
    let words = match (game.ended, tally.total()) {
        (Ended::Illegal, _) => format!("illegal, {tally}"),
        (Ended::Complete | Ended::Now, 0) => "ok".to_owned(),
        (Ended::Stopped, 0) => "ok, stopped".to_owned(),
        (Ended::Stopped, _) => format!("{tally}, stopped"),
        (_, _) => tally.to_string(),
    };
    if !style.colour {
        return words;
    }
    let colour = if tally.errors > 0 || game.ended == Ended::Illegal {
        AnsiColor::Red
    } else if tally.warnings > 0 {
        AnsiColor::Yellow
    } else {
        AnsiColor::Green
    };
    format!("{}{words}{Reset}", colour.on_default())
}

/// How the game ended, for its heading.
fn ending(game: &GameReport) -> &'static str {
    match game.ended {
        Ended::Complete => "played to the end",
        Ended::Now => "ended early",
        Ended::Stopped => "stopped in mid-game",
        Ended::Illegal if game.players.is_empty() => "refused",
        Ended::Illegal => "stopped at an error",
    }
}

/// Columns that grow with what was written so far, so that lines of a stream stand below each other.
#[derive(Debug, Default)]
pub(super) struct Columns([usize; 4]);

impl Columns {
    /// Writes a game on one line: `people.moves:12  carcassonne  71 turns  Red 110, Blue 89  ok`.
    pub(super) fn line(
        &mut self,
        out: &mut dyn Write,
        game: &GameReport,
        tally: Tally,
        style: &Style,
    ) -> io::Result<()> {
        let scores: Vec<_> = (0..game.players.len())
            .map(|seat| format!("{} {}", visible(game.player(seat)), game.score(seat)))
            .collect();
        let fields = [place(game), rules(game), count(u64::from(game.turns), "turn"), scores.join(", ")];
        for (field, width) in fields.iter().zip(&mut self.0) {
            *width = (*width).max(field.width().min(40));
            write!(out, "{field}{}  ", blanks(*width, field))?;
        }
        writeln!(out, "{}", verdict(game, tally, style))
    }
}

/// Writes a game alone: what it was, its ledger as far as the level asks, and how it came out.
pub(super) fn whole(
    out: &mut dyn Write,
    game: &GameReport,
    tally: Tally,
    level: LedgerLevel,
    style: &Style,
) -> io::Result<()> {
    let players = count(game.players.len() as u64, "player");
    let about = format!("{}, {players}, {}, {}", rules(game), count(u64::from(game.turns), "turn"), ending(game));
    let place = place(game);
    if place.width() + 2 + about.width() <= style.columns() {
        writeln!(out, "{place}  {about}")?;
    } else {
        writeln!(out, "{place}")?;
        for line in wrapped(&about, style.columns() - 2) {
            writeln!(out, "  {line}")?;
        }
    }
    if game.reconstructed {
        writeln!(out, "  drawings in play are reconstructions, not what is printed on the tiles")?;
    }
    if level == LedgerLevel::Full && !game.ledger.is_empty() {
        writeln!(out)?;
        entries(out, game, style)?;
    }
    if !game.players.is_empty() && (game.turns > 0 || game.ended != Ended::Illegal) {
        writeln!(out)?;
        scores(out, game, level)?;
        outcome(out, game)?;
    }
    writeln!(out, "\n{place}: {}", verdict(game, tally, style))
}

/// The ledger as a table. Where the cells find no room beside the reasons, both go below each other.
fn entries(out: &mut dyn Write, game: &GameReport, style: &Style) -> io::Result<()> {
    let rows: Vec<[String; 4]> = game
        .ledger
        .iter()
        .map(|entry| {
            let part = entry.turn.part.map(String::from).unwrap_or_default();
            let players: Vec<_> = entry.seats.iter().map(|&seat| visible(game.player(usize::from(seat)))).collect();
            [
                format!("{}{}", entry.turn.number, visible(&part)),
                players.join(", "),
                entry.points.to_string(),
                visible(&why(entry)).into_owned(),
            ]
        })
        .collect();
    let headings = ["turn", "player", "points", "why"];
    let widest = |column: usize, most: usize| {
        rows.iter().map(|row| row[column].width()).chain([headings[column].width()]).max().unwrap_or(0).min(most)
    };
    let widths = [widest(0, 8), widest(1, 30), widest(2, 8), widest(3, 44)];
    let start = |row: [&str; 3]| {
        let [turn, player, points] = row;
        let (before_turn, before_points) = (blanks(widths[0], turn), blanks(widths[2], points));
        format!("  {before_turn}{turn}  {player}{}  {before_points}{points}  ", blanks(widths[1], player))
    };
    let margin = start([""; 3]).width();
    let room = style.columns().saturating_sub(margin);
    let beside = room.saturating_sub(widths[3] + 2);
    let is_wide = beside >= LEAST_ROOM;

    let heading = start([headings[0], headings[1], headings[2]]) + headings[3];
    let cells_heading = if is_wide { blanks(widths[3], headings[3]) + "  " } else { ", ".to_owned() } + "cells";
    writeln!(out, "{heading}{cells_heading}")?;
    for (row, entry) in rows.iter().zip(&game.ledger) {
        let [turn, player, points, why] = row.each_ref().map(String::as_str);
        write!(out, "{}", start([turn, player, points]))?;
        if is_wide {
            let over = why.width().saturating_sub(widths[3]);
            let line = format!("{why}{}  {}", blanks(widths[3], why), cells(entry, beside.saturating_sub(over)));
            writeln!(out, "{}", line.trim_end())?;
            continue;
        }
        let room = room.max(LEAST_ROOM);
        let mut lines = wrapped(why, room);
        lines.extend(Some(cells(entry, room)).filter(|cells| !cells.is_empty()));
        for (number, line) in lines.iter().enumerate() {
            writeln!(out, "{}{}", if number == 0 { String::new() } else { blanks(margin, "") }, line.trim_end())?;
        }
    }
    Ok(())
}

/// The text in lines of at most `room` columns, but for words that are longer.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.width() + 1 + word.width() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The cells of an entry, as many as fit into `room` columns, and how many more there are.
fn cells(entry: &Entry, room: usize) -> String {
    let words: Vec<_> = entry.cells.iter().map(ToString::to_string).collect();
    let all = words.join(" ");
    if all.len() <= room {
        return all;
    }
    let mut text = String::new();
    for (shown, word) in words.iter().enumerate() {
        let more = format!("+{}", words.len() - shown);
        if text.len() + word.len() + 1 + more.len() > room {
            return text + &more;
        }
        text.push_str(word);
        text.push(' ');
    }
    text
}

/// Points by source and player, and the totals.
fn scores(out: &mut dyn Write, game: &GameReport, level: LedgerLevel) -> io::Result<()> {
    let seats = game.players.len();
    let mut rows: Vec<(String, Vec<i32>)> = Vec::new();
    if level > LedgerLevel::None {
        rows.extend(sources(game).into_iter().map(|it| (title(it.reason, it.feature.as_deref()), it.points)));
    }
    let sum = if game.ended == Ended::Complete || game.ended == Ended::Now { "final score" } else { "score so far" };
    rows.push((sum.to_owned(), (0..seats).map(|seat| game.score(seat)).collect()));
    let names: Vec<_> = (0..seats).map(|seat| visible(game.player(seat))).collect();
    let first = rows.iter().map(|(name, _)| name.width()).chain(["points".len()]).max().unwrap_or(0);
    let widths: Vec<_> = names.iter().map(|name| name.width().max(4)).collect();
    write!(out, "  points{}", blanks(first, "points"))?;
    for (name, width) in names.iter().zip(&widths) {
        write!(out, "  {}{name}", blanks(*width, name))?;
    }
    writeln!(out)?;
    for (name, points) in &rows {
        let name = visible(name);
        write!(out, "  {name}{}", blanks(first, &name))?;
        for (points, width) in points.iter().zip(&widths) {
            write!(out, "  {points:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Who won.
fn outcome(out: &mut dyn Write, game: &GameReport) -> io::Result<()> {
    let names: Vec<_> = game.winners.iter().map(|&seat| visible(game.player(usize::from(seat)))).collect();
    match names.as_slice() {
        [] => Ok(()),
        [one] => writeln!(out, "\n  winner: {one}"),
        [head @ .., last] => writeln!(out, "\n  winners: {} and {last}", head.join(", ")),
    }
}

/// The blanks that bring `text` to `width` columns.
fn blanks(width: usize, text: &str) -> String {
    " ".repeat(width.saturating_sub(text.width()))
}
