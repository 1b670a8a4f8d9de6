//! The differences for a pull request: short at the top, all of it in tables that are folded.

use std::fmt::Write as _;

use super::Report;
use super::data::count;
use super::text::{because, headline, names, place, points, sentences, shown};
use crate::diagnostic::render::escape::brief;
use crate::diagnostic::render::markdown::{cell, code_span};

/// Sentences that stand unfolded.
const MOST_SHOWN: usize = 10;
/// Rows of a folded table: a comment on a pull request has a longest length.
const MOST_ROWS: usize = 200;

/// The report as GitHub's markdown.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "**{} -> {}: {}**\n", code_span(&report.a), code_span(&report.b), headline(report));
    let several = report.compared.len() > 1;
    let of = |name: &str| if several { format!("{}: ", code_span(name)) } else { String::new() };
    for (name, change) in report.changes().take(MOST_SHOWN) {
        let _ = writeln!(out, "- {}{}", of(name), cell(&brief(&change.text, "...")));
    }
    let more = (report.changes().count()).saturating_sub(MOST_SHOWN);
    if more > 0 {
        let _ = writeln!(out, "- and {}", count(more as u64, "more, below", "more, below"));
    }
    if let Some(logs) = &report.logs {
        let _ = writeln!(out, "\n{}", cell(&sentences(logs).join(" ")));
        if !logs.totals.keys.is_empty() || logs.totals.not_separable > 0 {
            let _ = writeln!(out, "\n| because of, by itself | games | of them illegal |\n|---|--:|--:|");
            for (keys, total) in logs.totals.keys.iter().take(MOST_SHOWN) {
                let _ = writeln!(out, "| {} | {} | {} |", code_span(&names(logs, keys)), total.games, total.illegal);
            }
            if logs.totals.not_separable > 0 {
                let _ = writeln!(out, "| not separable | {} | |", logs.totals.not_separable);
            }
        }
    }
    let all = report.changes().chain(report.notes()).count();
    if all > 0 {
        folded(&mut out, &count(all as u64, "difference with its places", "differences with their places"), |out| {
            let _ = writeln!(out, "| key | difference | before | after |\n|---|---|---|---|");
            for (name, change) in report.changes().chain(report.notes()).take(MOST_ROWS) {
                let key = change.key.as_deref().map_or("note, changes no game".to_owned(), code_span);
                let at = |place: &Option<_>| place.as_ref().map(|place| code_span(&shown(place))).unwrap_or_default();
                let (text, from, to) = (cell(&brief(&change.text, "...")), at(&change.from), at(&change.to));
                let _ = writeln!(out, "| {}{key} | {text} | {from} | {to} |", of(name));
            }
            left_out(out, all);
        });
    }
    if let Some(logs) = report.logs.as_ref().filter(|logs| !logs.games.is_empty()) {
        let all = logs.games.len() + logs.omitted as usize;
        folded(&mut out, &count(all as u64, "game that differs", "games that differ"), |out| {
            let _ = writeln!(out, "| game | first turn | points | because of |\n|---|--:|---|---|");
            for game in logs.games.iter().take(MOST_ROWS) {
                let turn = game.first_turn.map_or("-".to_owned(), |turn| turn.to_string());
                let (at, why) = (code_span(&place(game)), cell(&because(logs, game)));
                let points = match &game.illegal[1] {
                    Some(illegal) => format!("{}: {}", points(game), brief(&illegal.message, "...")),
                    None => points(game),
                };
                let _ = writeln!(out, "| {at} | {turn} | {} | {why} |", cell(&points));
            }
            left_out(out, all);
        });
    }
    out
}

fn left_out(out: &mut String, all: usize) {
    if all > MOST_ROWS {
        let _ = writeln!(out, "\nand {} more: `--format json` tells all", all - MOST_ROWS);
    }
}

fn folded(out: &mut String, title: &str, content: impl FnOnce(&mut String)) {
    let _ = writeln!(out, "\n<details><summary>{title}</summary>\n");
    content(out);
    out.push_str("\n</details>\n");
}
