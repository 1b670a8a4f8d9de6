//! The comparison as sentences and tables, for people and as markdown.

use std::fmt::Write as _;

use super::{Comparison, EVENTS, Effect, MEASURES, Share, sentences};
use crate::diagnostic::render::Style;
use crate::diagnostic::render::escape::visible;
use crate::diagnostic::render::markdown::{cell, code_span};
use crate::diff::table::{Align, TextTable, wrapped};

/// The headings of the tables of means.
const MEANS: [&str; 5] = ["mean", "first", "second", "difference", "95% between"];

/// The comparison as text, lines ending in LF.
#[must_use]
pub fn human(comparison: &Comparison, style: &Style) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{} -> {}: {}\n", visible(&comparison.a), visible(&comparison.b), played(comparison));
    for sentence in sentences(comparison) {
        for (number, line) in wrapped(&sentence, style.columns() - 4).into_iter().enumerate() {
            let _ = writeln!(out, "{}{line}", if number == 0 { "  " } else { "    " });
        }
    }
    for (title, rows) in [("mean", measures(comparison)), ("points a player for", sources(comparison))] {
        table(&mut out, style, [title, MEANS[1], MEANS[2], MEANS[3], MEANS[4]], rows);
    }
    table(&mut out, style, ["share of", MEANS[1], MEANS[2], MEANS[3], MEANS[4]], events(comparison));
    out.push('\n');
    for line in wrapped(HOW, style.columns()) {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// How to read the numbers.
const HOW: &str = "Means stand with their standard deviation. Both rulesets play the same seeds with random moves: the same tiles in \
    the same order, and the same choices wherever both allow them. Intervals of differences are Student's over the pairs, those of \
    shares Wilson's; each holds by itself, and of twenty without any effect one is expected to leave out zero.";

/// `1000 pairs of games, 2 players, seed 0, random play`.
fn played(comparison: &Comparison) -> String {
    let setting = comparison.setting;
    let pairs = if setting.games == 1 { "pair" } else { "pairs" };
    format!("{} {pairs} of games, {} players, seed {}, random play", setting.games, setting.players, setting.seed)
}

fn table(out: &mut String, style: &Style, headings: [&str; 5], rows: Vec<[String; 5]>) {
    let aligns = [Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];
    let columns: Vec<(&str, Align)> = headings.into_iter().zip(aligns).collect();
    let mut table = TextTable::new(&columns);
    for row in rows {
        table.row(row);
    }
    if !table.is_empty() {
        out.push('\n');
        table.write(out, style.columns());
    }
}

/// The comparison as GitHub's markdown.
#[must_use]
pub fn markdown(comparison: &Comparison) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "**{} -> {}: {}**\n", code_span(&comparison.a), code_span(&comparison.b), played(comparison));
    for sentence in sentences(comparison) {
        let _ = writeln!(out, "- {}", cell(&sentence));
    }
    let _ = writeln!(out, "\n<details><summary>All numbers</summary>");
    for (title, rows) in
        [("mean", measures(comparison)), ("points a player for", sources(comparison)), ("share of", events(comparison))]
    {
        let _ = writeln!(out, "\n| {title} | first | second | difference | 95% between |\n|---|--:|--:|--:|---|");
        for row in rows {
            let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
    }
    let _ = writeln!(out, "\n{}\n\n</details>", cell(HOW));
    out
}

fn measures(comparison: &Comparison) -> Vec<[String; 5]> {
    MEASURES.iter().zip(&comparison.measures).map(|((_, name), effect)| mean_row(name, effect)).collect()
}

fn sources(comparison: &Comparison) -> Vec<[String; 5]> {
    comparison.sources.iter().map(|(name, effect)| mean_row(name, effect)).collect()
}

fn mean_row(name: &str, effect: &Effect) -> [String; 5] {
    let mean = |(mean, spread): (f64, f64)| format!("{mean:.2} ({spread:.2})");
    [name.to_owned(), mean(effect.a), mean(effect.b), format!("{:+.2}", effect.difference), between(effect, 1.0)]
}

fn between(effect: &Effect, scale: f64) -> String {
    if effect.same {
        return "no game differs".to_owned();
    }
    effect
        .interval
        .map_or("-".to_owned(), |interval| format!("{:+.2} and {:+.2}", interval.low * scale, interval.high * scale))
}

fn events(comparison: &Comparison) -> Vec<[String; 5]> {
    let share = |(share, interval): (f64, super::Interval)| {
        format!("{:.1}% ({:.1}-{:.1}%)", share * 100.0, interval.low * 100.0, interval.high * 100.0)
    };
    let row = |((_, name), event): (&(&str, &str), &Share)| {
        let difference = format!("{:+.2}", event.effect.difference * 100.0);
        [(*name).to_owned(), share(event.a), share(event.b), difference, between(&event.effect, 100.0)]
    };
    EVENTS.iter().zip(&comparison.events).map(row).collect()
}
