//! The sheet of a map: the board's data file with everything in it but the board, to be filled in with an editor.
//!
//! A grid of signs is drawn as easily in the data file itself as on a sheet of another form, so a filled sheet is the file, and
//! `validate` holds it against what is documented. What must stay true: nothing of a drawing of ours is on it, for our boards
//! are made up; what it takes from the map in play are signs, sides and stated counts.

use std::fmt::Write as _;

use super::lines::one_line;
use super::toml::inline;
use crate::model::{MapBoard, NO_SQUARE, Ruleset};

/// How to fill it in.
const HOW: &str = "\
# Worksheet for a board with a fixed grid. Fill it in with an editor, and it is the board's data file.
#
# 1. `id`, `title` and `source`: which board it is, and who compared it with which box.
# 2. `rows`: the board row by row from the north, a sign for each square as the legend below explains it, a blank where there is
#    no square. Columns and rows count from 0. Rows may end early, and there may be more or fewer of them.
# 3. `[legend]`: a sign for each kind of square that the board has. Prints that lie on one square together have one sign:
#    `T = { town = true, chip = true }`. `wave = true` and `highlight = true` are squares that take no tile, `island = true` one
#    that lies apart. A square of a large city has a sign of its own with what is printed on it, segment by segment as on a tile:
#    C = { segments = [
#      { id = \"c\", feature = \"city\", at = \"N E\", icons = { shield = 1 } },
#      { id = \"f\", feature = \"field\", at = \"SL SR WL WR\" },
#    ] }
# 4. `border`: roads and cities printed on edges beyond which there is no square:
#    { square = [0, 2], side = \"W\", feature = \"road\" }. An edge that is not listed is neutral.
#
# `tilewright validate FILE` tells what is missing or does not agree with `[expect]`. To play on it, write a variant:
#    kind = \"variant\", format = 1, id = \"my-board\", extends = \"GAME\", maps = [\"FILE\"]
# and `tilewright render board GAME --variant ./my-board.toml` draws it.
";

/// The sheet of a map in play.
#[must_use]
pub fn map_sheet(map: &MapBoard, ruleset: &Ruleset) -> String {
    let mut out = format!("#:schema {}\n\n", crate::schema::file_name(crate::model::Kind::Map));
    out.push_str(&HOW.replace("GAME", &ruleset.id));
    out.push_str(
        "\nkind = \"map\"\nformat = 1\nid = \"my-board\"\ntitle = \"\"\nstatus = \"transcribed\"\nsource = \"\"\n",
    );
    if let Some(half) = map.half {
        let _ = writeln!(out, "half = {}", value(half));
    }
    if let Some(starts) = map.starts {
        let _ = writeln!(out, "starts = {starts}");
    }
    let width = map.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0).max(10);
    let ruler: String = (0..width).map(|column| char::from(b'0' + (column % 10) as u8)).collect();
    let _ = writeln!(out, "rows = [\n  # {ruler}");
    for row in 0..map.rows.len().max(10) {
        let blank = NO_SQUARE.to_string().repeat(width);
        let _ = writeln!(out, "  \"{blank}\", # {row}");
    }
    out.push_str("]\nborder = [\n]\n\n[legend]\n");
    for (sign, square) in map.legend.iter().filter(|(_, square)| !square.is_printed()) {
        let bare = sign.chars().all(|letter| letter.is_ascii_alphanumeric());
        let key = if bare { sign.clone() } else { value(sign) };
        let _ = writeln!(out, "{key} = {}", value(square));
    }
    if let Some(expect) = &map.expect {
        out.push_str("\n# What is documented of the board.\n[expect]\n");
        if let Ok(serde_json::Value::Object(keys)) = serde_json::to_value(expect) {
            for (key, stated) in &keys {
                let _ = writeln!(out, "{key} = {}", inline(stated));
            }
        }
    }
    if let Some(title) = &map.title {
        let _ = writeln!(out, "\n# Signs, sides and counts are those of `{}`: {}.", map.id, one_line(title));
    }
    out
}

/// A plain value as TOML; nothing where it has none, which plain types never lack.
fn value(of: impl serde::Serialize) -> String {
    serde_json::to_value(of).map(|value| inline(&value)).unwrap_or_default()
}
