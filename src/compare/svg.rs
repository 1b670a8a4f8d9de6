//! The comparison as a picture: points a player by source under both rulesets, and each difference with its interval.
//!
//! Written by hand, without scripts or anything loaded from elsewhere: the same numbers give the same bytes.

use std::fmt::Write as _;

use super::{Comparison, Effect, MEASURES};
use crate::diagnostic::render::escape::xml;

const WIDTH: f64 = 860.0;
const TOP: f64 = 76.0;
const ROW: f64 = 34.0;
/// Where the bars begin and how long the longest is.
const BARS: (f64, f64) = (220.0, 270.0);
/// Where the differences begin and how much room they have.
const DIFFERENCES: (f64, f64) = (560.0, 260.0);
/// The first ruleset, the second.
const COLOURS: [&str; 2] = ["#4c72b0", "#dd8452"];

/// The picture as SVG.
#[must_use]
pub fn svg(comparison: &Comparison) -> String {
    let mut rows: Vec<(&str, &Effect)> =
        MEASURES.iter().map(|(_, name)| *name).zip(&comparison.measures).take(1).collect();
    rows.extend(comparison.sources.iter().map(|(name, effect)| (name.as_str(), effect)));
    let height = TOP + ROW * rows.len() as f64 + 40.0;
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"13\">"
    );
    let title = format!("{} -> {}", comparison.a, comparison.b);
    let _ = writeln!(out, "<title>{}</title>", xml(&title));
    let _ = writeln!(out, "<rect width=\"{WIDTH:.0}\" height=\"{height:.0}\" fill=\"#ffffff\"/>");
    let setting = comparison.setting;
    let heading =
        format!("{title}: {} pairs of games, {} players, seed {}", setting.games, setting.players, setting.seed);
    text(&mut out, 16.0, 26.0, "start", &heading);
    text(&mut out, BARS.0, 54.0, "start", "points a player");
    for (at, name) in [&comparison.a, &comparison.b].into_iter().enumerate() {
        let x = BARS.0 + 110.0 + 110.0 * at as f64;
        rectangle(&mut out, (x, 44.0), (10.0, 10.0), COLOURS[at]);
        text(&mut out, x + 14.0, 54.0, "start", ["first", "second"][at]);
        let _ = writeln!(out, "<desc>{}</desc>", xml(name));
    }
    text(&mut out, DIFFERENCES.0, 54.0, "start", "difference, 95% interval");
    let longest = rows.iter().map(|(_, effect)| effect.a.0.max(effect.b.0)).fold(1.0, f64::max);
    let bounds =
        |effect: &Effect| effect.interval.map_or([effect.difference; 2], |interval| [interval.low, interval.high]);
    let widest = rows.iter().flat_map(|(_, effect)| bounds(effect)).map(f64::abs).fold(0.1, f64::max);
    let zero = DIFFERENCES.0 + DIFFERENCES.1 / 2.0;
    let across = |value: f64| zero + value / widest * (DIFFERENCES.1 / 2.0 - 10.0);
    line(&mut out, (zero, TOP - 8.0), (zero, height - 36.0), "#999999", 1.0);
    for (number, (name, effect)) in rows.iter().enumerate() {
        let y = TOP + ROW * number as f64;
        text(&mut out, BARS.0 - 10.0, y + 15.0, "end", name);
        for (at, mean) in [effect.a.0, effect.b.0].into_iter().enumerate() {
            let y = y + 11.0 * at as f64;
            let long = (mean / longest).max(0.0) * (BARS.1 - 50.0);
            rectangle(&mut out, (BARS.0, y), (long, 10.0), COLOURS[at]);
            text(&mut out, BARS.0 + long + 5.0, y + 10.0, "start", &format!("{mean:.2}"));
        }
        let [low, high] = bounds(effect);
        let colour = if effect.is_seen() { "#000000" } else { "#999999" };
        line(&mut out, (across(low), y + 10.0), (across(high), y + 10.0), colour, 2.0);
        let _ = writeln!(
            out,
            "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"4\" fill=\"{colour}\"/>",
            across(effect.difference),
            y + 10.0
        );
    }
    for value in [-widest, 0.0, widest] {
        text(&mut out, across(value), height - 18.0, "middle", &format!("{:+.2}", value + 0.0));
    }
    out.push_str("</svg>\n");
    out
}

fn text(out: &mut String, x: f64, y: f64, anchor: &str, words: &str) {
    let _ = writeln!(out, "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\">{}</text>", xml(words));
}

fn rectangle(out: &mut String, (x, y): (f64, f64), (width, height): (f64, f64), colour: &str) {
    let _ = writeln!(
        out,
        "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{colour}\"/>"
    );
}

fn line(out: &mut String, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
    let _ = writeln!(
        out,
        "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" stroke=\"{colour}\" stroke-width=\"{width:.0}\"/>",
        from.0, from.1, to.0, to.1
    );
}
