//! The map of a table: which part of it, at which size, in how many panels.
//!
//! What must stay true: cells are drawn as large as the width allows; where even the smallest cells do not fit, the map
//! comes in panels that share a column; and no scene, however far its pieces are apart, makes the output large.

use super::canvas::Canvas;
use super::glyphs::Glyphs;
use super::legend::{self, side_margin, with_rim};
use super::picture::{Painter, Picture, Window, Writing};
use super::raster::Pitch;
use super::scene::Scene;
use super::{Style, add};
use crate::geometry::{Cell, Footprint, MAX_COORDINATE};

/// The most columns and rows of cells that are drawn.
const LARGEST: i32 = 400;
/// A map of more cells than this is drawn in the smallest size.
const MANY: i32 = 10_000;
/// The part of the table that a crop shows.
const CROP: (i32, i32) = (7, 5);

/// The whole table as a map with its legend, closed by a line feed.
#[must_use]
pub fn board(scene: &Scene, style: &Style) -> String {
    let Some((whole, window)) = windows(scene) else { return "nothing lies on the table\n".to_owned() };
    let mut out = String::new();
    if whole != (window.columns.into(), window.rows.into()) {
        add(
            &mut out,
            format_args!(
                "the table spans {} x {} cells; these are {} x {} of them\n",
                whole.0, whole.1, window.columns, window.rows
            ),
        );
    }
    let sizes: &[Pitch] = if window.columns * window.rows > MANY {
        &[Pitch::SMALL]
    } else {
        &[Pitch::LARGE, Pitch::MEDIUM, Pitch::COMPACT, Pitch::SMALL]
    };
    out.push_str(&map(scene, style, window, sizes));
    out
}

/// The few cells around `around` as a map with its legend, closed by a line feed.
#[must_use]
pub fn crop(scene: &Scene, around: Cell, style: &Style) -> String {
    let (columns, rows) = CROP;
    // Coordinates have six digits; what lies far beyond is no place on a table.
    let limit = 10 * MAX_COORDINATE;
    let around = Cell::new(around.x.clamp(-limit, limit), around.y.clamp(-limit, limit));
    let window = Window { west: around.x - columns / 2, north: around.y - rows / 2, columns, rows };
    let mut out = map(scene, style, window, &[Pitch::MEDIUM, Pitch::COMPACT, Pitch::SMALL]);
    let empty = !scene.pieces.iter().any(|laid| window.meets(laid.cell, laid.footprint.width, laid.footprint.height));
    if empty && let Some(((_, _), all)) = windows(scene) {
        add(
            &mut out,
            format_args!(
                "no piece lies near {around}; the table spans ({},{}) to ({},{})\n",
                all.west,
                all.north,
                i64::from(all.west) + i64::from(all.columns) - 1,
                i64::from(all.north) + i64::from(all.rows) - 1
            ),
        );
    }
    out
}

/// The size of the whole table in cells, and the window of it that is drawn.
pub(super) fn windows(scene: &Scene) -> Option<((i64, i64), Window)> {
    let pieces = scene.pieces.iter().map(|laid| (laid.cell, laid.footprint));
    let marks = scene.marks.iter().map(|mark| (mark.cell, mark.footprint));
    let squares = scene.squares.iter().map(|square| (square.cell, Footprint::SINGLE));
    let last = |start: i32, size: u8| start.saturating_add(i32::from(size.max(1)) - 1);
    let mut bounds: Option<(i32, i32, i32, i32)> = None;
    for (cell, footprint) in pieces.chain(marks).chain(squares) {
        let (east, south) = (last(cell.x, footprint.width), last(cell.y, footprint.height));
        let (w, n, e, s) = bounds.unwrap_or((cell.x, cell.y, east, south));
        bounds = Some((w.min(cell.x), n.min(cell.y), e.max(east), s.max(south)));
    }
    let (west, north, east, south) = bounds?;
    let focus = scene
        .marks
        .first()
        .map(|mark| mark.cell)
        .or_else(|| scene.pieces.iter().rfind(|laid| laid.last).map(|laid| laid.cell));
    let (west, columns, wide) = cut(west, east, focus.map(|cell| cell.x));
    let (north, rows, high) = cut(north, south, focus.map(|cell| cell.y));
    Some(((wide, high), Window { west, north, columns, rows }))
}

/// The first coordinate and the number of those that are drawn, and how many there are in all.
fn cut(low: i32, high: i32, focus: Option<i32>) -> (i32, i32, i64) {
    let all = i64::from(high) - i64::from(low) + 1;
    if all <= i64::from(LARGEST) {
        return (low, all as i32, all);
    }
    let start = focus.map_or(low, |focus| focus.saturating_sub(LARGEST / 2).clamp(low, high - LARGEST + 1));
    (start, LARGEST, all)
}

pub(super) fn map(scene: &Scene, style: &Style, window: Window, sizes: &[Pitch]) -> String {
    let width = super::columns(style) as i32;
    let room = width - 2 * side_margin(window.north, window.rows);
    let fits = |pitch: &&Pitch| window.columns * pitch.x < room;
    let pitch = sizes.iter().find(fits).copied().unwrap_or(Pitch::SMALL);
    let glyphs = Glyphs::new(&scene.words, &scene.players, style.charset);
    let Picture { canvas, used, left_out } = Painter::new(&glyphs, pitch, window).on_squares(&scene.squares).paint(
        &scene.pieces,
        &scene.marks,
        Writing::Play,
    );
    let mut out = String::new();
    let a_panel = ((room - 1) / pitch.x).max(2);
    if window.columns <= a_panel {
        out.push_str(&with_rim(&canvas, window.west, window.north, pitch).text(style.colour));
    } else {
        let mut first = 0;
        loop {
            let end = (first + a_panel).min(window.columns);
            let column = |index: i32| i64::from(window.west) + i64::from(index);
            add(&mut out, format_args!("columns {} to {}\n", column(first), column(end - 1)));
            let panel: Canvas = canvas.columns((first * pitch.x) as usize, (end * pitch.x + 1) as usize);
            out.push_str(&with_rim(&panel, window.west + first, window.north, pitch).text(style.colour));
            if end == window.columns {
                break;
            }
            out.push('\n');
            // The next panel repeats the last column of this one.
            first = end - 1;
        }
    }
    let width = width as usize;
    let small = pitch == Pitch::SMALL;
    let parts = [
        legend::race(scene, &glyphs, width),
        legend::legend(&used, &scene.words, &glyphs, small, width),
        legend::left_out(&left_out),
    ];
    for part in parts.iter().filter(|part| !part.is_empty()) {
        out.push_str(part);
    }
    out
}
