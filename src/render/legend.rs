//! What stands below a map: an explanation of just the signs that occur, the race in numbers, and what found no place.

use super::add;
use super::canvas::{Canvas, Ink};
use super::glyphs::Glyphs;
use super::picture::{Sign, Used};
use super::raster::Pitch;
use super::scene::{Laid, Scene, Vocabulary};
use crate::model::Shape;

/// The most lines that tell what found no place.
const LEFT_OUT: usize = 20;

/// The explanations, wrapped to `width` columns.
pub(super) fn legend(used: &Used, words: &Vocabulary, glyphs: &Glyphs, small: bool, width: usize) -> String {
    let mut items = Vec::new();
    for (name, shape) in words.features.iter().filter(|(name, _)| used.features.contains(name)) {
        let sign = match shape {
            Shape::Line => format!("{}{}", glyphs.line(name, 10), glyphs.line(name, 5)),
            Shape::Block => glyphs.block(name).to_string().repeat(2),
            Shape::Ground => glyphs.ground(name).to_string().repeat(2),
            Shape::Site => glyphs.site(name).to_string(),
        };
        items.push(format!("{sign} {name}"));
    }
    if !used.ends.is_empty() {
        let names: Vec<&str> = used.ends.iter().map(String::as_str).collect();
        items.push(format!("{} {} ends", glyphs.end(), names.join(" or ")));
    }
    if used.signs.contains(&Sign::Slash) {
        items.push(format!("{}{} two bends, not joined", glyphs.slash(true), glyphs.slash(false)));
    }
    for icon in words.icons.iter().filter(|icon| used.icons.contains(*icon)) {
        items.push(format!("{} {icon}", glyphs.icon(icon)));
    }
    for (player, kind) in &used.figures {
        let letter = glyphs.player(*player);
        let sign = match (small, glyphs.is_first_kind(kind)) {
            (true, true) => letter.to_string(),
            (true, false) => letter.to_ascii_lowercase().to_string(),
            (false, _) => format!("{letter}{}", glyphs.kind(kind)),
        };
        items.push(format!("{sign} {}'s {kind}", glyphs.player_name(*player)));
    }
    items.extend(used.squares.iter().map(|(label, meaning)| format!("{label} {meaning}")));
    if used.signs.contains(&Sign::Space) {
        items.push(format!("{} space of the race", glyphs.space()));
    }
    if let Some(last) = &used.last {
        items.push(format!("{} last piece: {last}", glyphs.last()));
    }
    if used.signs.contains(&Sign::Tried) {
        items.push("box: tried here".to_owned());
    }
    if used.signs.contains(&Sign::Clash) {
        items.push(format!("{} does not fit", glyphs.clash()));
    }
    if used.signs.contains(&Sign::Candidate) {
        items.push("( ) could lie here".to_owned());
    }
    if used.signs.contains(&Sign::IconsHidden) {
        items.push("icons are drawn at larger sizes only".to_owned());
    }
    wrap(&items, "   ", width)
}

/// Where the racers stand, in numbers; empty where there is no race.
pub(super) fn race(scene: &Scene, glyphs: &Glyphs, width: usize) -> String {
    let Some(racer) = &scene.racer else { return String::new() };
    let spaces = || scene.pieces.iter().flat_map(|laid: &Laid| &laid.spaces);
    let Some(last) = spaces().map(|space| space.number).max() else { return String::new() };
    let mut standing: Vec<(u32, usize)> =
        spaces().flat_map(|space| space.racers.iter().map(|&player| (space.number, player))).collect();
    standing.sort_by_key(|&(number, player)| (std::cmp::Reverse(number), player));
    let mut items = vec![format!("{racer} spaces ({last} in all):")];
    items.extend(
        standing
            .into_iter()
            .map(|(number, player)| format!("{} {} {number}", glyphs.player(player), glyphs.player_name(player))),
    );
    wrap(&items, "  ", width)
}

/// What found no place on the map.
pub(super) fn left_out(items: &[String]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let mut out = String::from("not drawn for want of room:\n");
    for item in items.iter().take(LEFT_OUT) {
        out.push_str("  ");
        out.push_str(item);
        out.push('\n');
    }
    if items.len() > LEFT_OUT {
        add(&mut out, format_args!("  and {} more\n", items.len() - LEFT_OUT));
    }
    out
}

/// Items one after the other on lines of at most `width` columns; an item longer than that is broken at its blanks.
pub(super) fn wrap(items: &[String], gap: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    let pieces = items.iter().flat_map(|item| {
        let whole = item.chars().count() <= width;
        if whole { vec![item.as_str()] } else { item.split(' ').collect() }
    });
    for item in pieces {
        let length = item.chars().count();
        if column > 0 && column + gap.len() + length > width {
            out.push('\n');
            column = 0;
        }
        if column > 0 {
            out.push_str(gap);
            column += gap.len();
        }
        out.push_str(item);
        column += length;
    }
    if column > 0 {
        out.push('\n');
    }
    out
}

/// The rim: coordinates on all four sides of a drawn window.
pub(super) fn with_rim(canvas: &Canvas, west: i32, north: i32, pitch: Pitch) -> Canvas {
    let columns = (canvas.width as i32 - 1) / pitch.x;
    let rows = (canvas.height as i32 - 1) / pitch.y;
    let margin = side_margin(north, rows);
    let label = |start: i32, index: i32| (i64::from(start) + i64::from(index)).to_string();
    let mut framed = Canvas::new(canvas.width + 2 * margin as usize, canvas.height + 2);
    framed.paste((margin, 1), canvas);
    // Where numbers are wider than cells, only some columns are numbered.
    let widest = label(west, 0).len().max(label(west, columns - 1).len()) as i32;
    let step = (widest + 1 + pitch.x - 1) / pitch.x;
    for column in (0..columns).filter(|column| (i64::from(west) + i64::from(*column)) % i64::from(step) == 0) {
        let label = label(west, column);
        let x = margin + column * pitch.x + pitch.x / 2 - label.len() as i32 / 2;
        framed.write((x, 0), &label, Ink::Faint);
        framed.write((x, framed.height as i32 - 1), &label, Ink::Faint);
    }
    for row in 0..rows {
        let label = label(north, row);
        let y = 1 + row * pitch.y + pitch.y / 2;
        framed.write((margin - 1 - label.len() as i32, y), &label, Ink::Faint);
        framed.write((margin + canvas.width as i32 + 1, y), &label, Ink::Faint);
    }
    framed
}

/// The columns that the coordinates take on each side.
pub(super) fn side_margin(north: i32, rows: i32) -> i32 {
    let (north, rows) = (i64::from(north), i64::from(rows));
    [north, north + rows - 1].map(|y| y.to_string().len() as i32).into_iter().max().unwrap_or(1) + 1
}
