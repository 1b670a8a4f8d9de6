//! The sheet to print: one page without scripts or anything from elsewhere, a card for each drawing with boxes to tick.
//!
//! What must stay true: the same data give the same bytes, and no text of a data file is taken for markup.

use std::fmt::Write as _;

use super::lines::{face_line, lines, one_line};
use super::parts::{PartSheet, Record, parts};
use super::text::laid;
use super::{Worksheet, svg};
use crate::diagnostic::render::escape;
use crate::lint::tally;
use crate::render::Vocabulary;

const STYLE: &str = "\
body { font: 11pt/1.35 sans-serif; margin: 1.5em; color: #000; background: #fff; }
h1 { font-size: 16pt; } h2 { font-size: 13pt; margin-top: 1.5em; } h3 { font-size: 11pt; margin: 0 0 .3em; }
.cards { display: flex; flex-wrap: wrap; gap: 1em; }
.card { border: 1px solid #000; padding: .6em; width: 21em; break-inside: avoid; }
.card p, .card ul { margin: .3em 0; } ul { padding-left: 0; list-style: none; }
svg { display: block; margin: .3em 0; } svg text { font: 64px sans-serif; text-anchor: middle; paint-order: stroke; stroke: #fff; stroke-width: 14px; }
svg text.cell { font-size: 48px; fill: #555; }
code { font: 10pt monospace; } .key { display: inline-block; width: 1em; height: 1em; border: 1px solid #000; vertical-align: -.15em; }
.write { border-bottom: 1px solid #000; min-height: 1.4em; }
@media print { body { margin: 0; font-size: 9pt; } }
";

/// The whole page.
#[must_use]
pub fn html(sheet: &Worksheet<'_>) -> String {
    let resolved = sheet.resolved;
    let title = one_line(resolved.ruleset.title.as_deref().unwrap_or(&resolved.game));
    let title = escape::xml(&title);
    let words = Vocabulary::of(&resolved.ruleset);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Worksheet: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    let names: Vec<&str> =
        std::iter::once(resolved.game.as_str()).chain(sheet.variants.iter().map(String::as_str)).collect();
    let _ = writeln!(out, "<h1>Worksheet: {title} ({})</h1>", escape::xml(&names.join(" + ")));
    out.push_str(
        "<p>Hold each drawing beside the tile in your box. Tick what is so, write beside it what is not, then carry it over\n\
         into the text sheet. A dot is where a line ends on its tile; the marks on the rim part an edge into its middle and its halves.</p>\n\
         <p>Compared by, and with which box (edition, year):</p>\n<p class=\"write\"></p>\n<ul>\n",
    );
    for (feature, shape) in &words.features {
        let _ = writeln!(
            out,
            "<li><span class=\"key\" style=\"background: {}\"></span> {}, a {}</li>",
            svg::colour(&words, feature),
            escape::xml(feature),
            shape.word()
        );
    }
    out.push_str("</ul>\n");
    for part in parts(resolved).iter().filter(|part| sheet.only.is_none_or(|only| only == part.id)) {
        heading(&mut out, part);
        out.push_str("<div class=\"cards\">\n");
        for record in &part.records {
            card(&mut out, sheet, record, &words);
        }
        out.push_str("</div>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn heading(out: &mut String, part: &PartSheet<'_>) {
    let title = part.title.map(|title| format!(": {}", one_line(title))).unwrap_or_default();
    let _ = writeln!(out, "<h2>{}{}</h2>", escape::xml(part.id), escape::xml(&title));
    let statuses: Vec<_> = part.statuses().iter().map(|(status, count)| format!("{count} {status}")).collect();
    let total = part.total().map(|total| format!("{total} pieces in all; ")).unwrap_or_default();
    let _ = writeln!(out, "<p>{total}{}</p>", escape::xml(&statuses.join(", ")));
}

/// What is compared as one, with boxes to tick.
fn card(out: &mut String, sheet: &Worksheet<'_>, record: &Record<'_>, words: &Vocabulary) {
    let name = record.name();
    let title = match record {
        Record::Tile(_, tile) => tile.title.as_deref().map(one_line).unwrap_or_default(),
        Record::Side(..) | Record::Mouth(..) => "players".to_owned(),
    };
    let _ = writeln!(
        out,
        "<div class=\"card\">\n<h3>{} {}</h3>\n<p>{}</p>",
        escape::xml(&name),
        escape::xml(&title),
        record.status().word()
    );
    if let Some(laid) = laid(record, words) {
        out.push_str(&svg::drawing(&laid, words));
    }
    let _ = writeln!(out, "<p>{} {} {}</p>", tick("same"), tick("differs"), tick("missing"));
    out.push_str("<ul>\n");
    for (key, value) in lines(record, &sheet.resolved.ruleset.features) {
        if key != "title" && !key.starts_with("face") {
            let line = escape::xml(&format!("{key}: {value}"));
            let _ = writeln!(out, "<li><code>{line}</code></li>");
        }
    }
    if let Record::Tile(_, tile) = record {
        for (face, copies) in tally::faces(tile) {
            let Some(face) = face else { continue };
            let line = face_line(face);
            let shown = line.split_once("; ").map_or("nothing besides", |(_, shown)| shown);
            let id = face.id.as_deref().unwrap_or("plain");
            let label = format!("face {id}, {copies} of {}: {shown}", tile.count);
            let _ = writeln!(out, "<li>{}</li>", tick(&label));
        }
    }
    out.push_str("</ul>\n<p class=\"write\"></p>\n</div>\n");
}

/// A box to tick and what it stands for.
fn tick(label: &str) -> String {
    format!("<label><input type=\"checkbox\"> {}</label>", escape::xml(label))
}
