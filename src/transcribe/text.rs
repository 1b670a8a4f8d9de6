//! The sheet as plain text, made to be filled in with an editor.

use std::fmt::Write as _;

use super::Worksheet;
use super::lines::{lines, one_line};
use super::parts::{PartSheet, Record, parts};
use crate::diagnostic::render::Style;
use crate::geometry::{Cell, Rotation};
use crate::render::{self, Laid, Vocabulary};

/// How to fill in a sheet, in the words that its reader takes.
const HOW: &str = "\
# How to fill it in
#
# Write behind `source:` who compared it and with which box. Then take drawing by drawing, and write behind `box:`
#
#     same      the box has this drawing and these copies
#     differs   it does not; then mend the lines below until they say what is printed
#     missing   the box has no such drawing
#
# A drawing that is on no sheet gets a block of its own with an id of your choice and `box: new`. What is left empty counts
# as not compared. Lines that begin with `#` or `|` are not read: notes can stand there.
#
# `edges` goes clockwise from the north edge. A segment lists its ports, clockwise from the north-west corner:
# NL N NR  EL E ER  SL S SR  WL W WR, where N is the middle of an edge and NL its half on the left as seen from the centre.
# A feature such as a road takes the middle of an edge, one such as a city a whole edge (N), and the ground the halves that
# are left. A face is one printing of the drawing: its number of copies, then what they show besides, segment by segment:
# `face b: 2; t fruit 1; j animal 2`. `face: rest` are the copies with nothing besides.
";

/// The whole sheet.
#[must_use]
pub fn text(sheet: &Worksheet<'_>, style: &Style) -> String {
    let resolved = sheet.resolved;
    let title = resolved.ruleset.title.as_deref().unwrap_or(&resolved.game);
    let mut out = format!("# Worksheet: {}\n#\n", one_line(title));
    out.push_str(HOW);
    let _ = write!(out, "\ngame: {}\n", resolved.game);
    if !sheet.variants.is_empty() {
        let _ = writeln!(out, "variant: {}", sheet.variants.join(", "));
    }
    out.push_str("source:\n");
    let words = Vocabulary::of(&resolved.ruleset);
    let style = Style { colour: false, ..*style };
    for part in parts(resolved).iter().filter(|part| sheet.only.is_none_or(|only| only == part.id)) {
        head(&mut out, part);
        for record in &part.records {
            block(&mut out, sheet, record, &words, &style);
        }
    }
    out
}

fn head(out: &mut String, part: &PartSheet<'_>) {
    let _ = write!(out, "\n[{} {}]\n", part.word(), part.id);
    let statuses: Vec<_> = part.statuses().iter().map(|(status, count)| format!("{count} {status}")).collect();
    let title = part.title.map(|title| format!("{}: ", one_line(title))).unwrap_or_default();
    let _ = writeln!(out, "# {title}{}", statuses.join(", "));
    if let Some(total) = part.total() {
        let _ = writeln!(out, "total: {total}");
    }
}

fn block(out: &mut String, sheet: &Worksheet<'_>, record: &Record<'_>, words: &Vocabulary, style: &Style) {
    let _ = write!(out, "\n[{} {}]\n# {}\n", record.word(), record.name(), record.status().word());
    for line in drawing(record, words, style).lines() {
        out.push_str(format!("|  {line}").trim_end());
        out.push('\n');
    }
    out.push_str("box:\n");
    for (key, value) in lines(record, &sheet.resolved.ruleset.features) {
        let _ = writeln!(out, "{key}: {value}");
    }
}

/// The drawing in characters, its segments beside it; nothing for a mouth, which only has points.
fn drawing(record: &Record<'_>, words: &Vocabulary, style: &Style) -> String {
    laid(record, words).map(|laid| render::drawing(&laid, words, style)).unwrap_or_default()
}

/// The drawing as it would lie unturned, without the icons of single faces; none for a mouth.
pub(super) fn laid(record: &Record<'_>, words: &Vocabulary) -> Option<Laid> {
    match record {
        Record::Tile(_, tile) => Some(Laid::of_tile(tile, None, Rotation::default(), Cell::default(), words)),
        Record::Side(board, side) => Some(Laid::of_board(&board.id, board.size, side, words)),
        Record::Mouth(..) => None,
    }
}
