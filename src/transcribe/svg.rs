//! One drawing as SVG: edges, joins and segment ids, enough to hold it beside a tile.
//!
//! A cell is 600 units wide and every coordinate an integer, so the same drawing gives the same bytes everywhere. Nothing is
//! said by colour alone: each segment carries its id, and the page's legend has the colours by name.

use std::fmt::Write as _;

use crate::diagnostic::render::escape;
use crate::geometry::{Cell, Port, Side, cell_letter};
use crate::model::Shape;
use crate::render::{DrawnSegment, Laid, Vocabulary};

/// The width of a cell.
const CELL: i32 = 600;
/// How far a half-edge's mark and a block's body reach into the cell.
const DEEP: i32 = 150;

/// Colours of features, by the order in which the game declares them; they come round again after the last.
const COLOURS: [&str; 10] =
    ["#2f7fc1", "#c98b3c", "#a9cf8f", "#7d6bb5", "#c25b56", "#5aa9a4", "#d4c24a", "#8f8f8f", "#b56b9d", "#5f8a3a"];

type Point = (i32, i32);

/// The colour of a feature.
pub(super) fn colour(words: &Vocabulary, feature: &str) -> &'static str {
    let at = words.features.iter().position(|(known, _)| known == feature).unwrap_or(0);
    COLOURS[at % COLOURS.len()]
}

/// The drawing, at a width in millimetres that a page has room for.
pub(super) fn drawing(laid: &Laid, words: &Vocabulary) -> String {
    let (w, h) = (i32::from(laid.footprint.width), i32::from(laid.footprint.height));
    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<svg viewBox="-60 -60 {} {}" width="{}mm" height="{}mm" role="img" aria-label="{}">"#,
        w * CELL + 120,
        h * CELL + 120,
        w * 36,
        h * 36,
        escape::xml(&laid.name),
    );
    ground(&mut out, laid, words);
    for shape in [Shape::Block, Shape::Line, Shape::Site] {
        for segment in laid.segments.iter().filter(|segment| segment.shape == shape) {
            match shape {
                Shape::Block => block(&mut out, laid, segment, colour(words, &segment.feature)),
                Shape::Line => line(&mut out, laid, segment, colour(words, &segment.feature)),
                Shape::Site | Shape::Ground => site(&mut out, laid, segment, colour(words, &segment.feature)),
            }
        }
    }
    frame(&mut out, laid, words);
    for segment in &laid.segments {
        labels(&mut out, laid, segment);
    }
    out.push_str("</svg>\n");
    out
}

fn corner(laid: &Laid, cell: usize) -> Point {
    let Cell { x, y } = laid.footprint.offset(cell);
    (x * CELL, y * CELL)
}

fn centre(laid: &Laid, cell: usize) -> Point {
    let (x, y) = corner(laid, cell);
    (x + CELL / 2, y + CELL / 2)
}

/// A place along an edge, `sixths` of it clockwise, and so far inside.
fn along(laid: &Laid, cell: usize, side: Side, sixths: i32, inside: i32) -> Point {
    let (x, y) = corner(laid, cell);
    let at = CELL * sixths / 6;
    match side {
        Side::North => (x + at, y + inside),
        Side::East => (x + CELL - inside, y + at),
        Side::South => (x + CELL - at, y + CELL - inside),
        Side::West => (x + inside, y + CELL - at),
    }
}

/// The place of a port: a sixth, a half or five sixths along its edge.
fn port(laid: &Laid, cell: usize, port: Port, inside: i32) -> Point {
    along(laid, cell, port.side(), 2 * (port.index() as i32 % 3) + 1, inside)
}

/// All cells in the colour of the ground, where there is some.
fn ground(out: &mut String, laid: &Laid, words: &Vocabulary) {
    let ground = laid.segments.iter().find(|segment| segment.shape == Shape::Ground);
    let fill = ground.map_or("#ffffff", |segment| colour(words, &segment.feature));
    for cell in 0..laid.footprint.cells() {
        let (x, y) = corner(laid, cell);
        let _ = writeln!(
            out,
            r#"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" fill-opacity="0.45"/>"#
        );
    }
}

/// A feature that takes whole edges: a body behind each of them, and what joins them.
fn block(out: &mut String, laid: &Laid, segment: &DrawnSegment, fill: &str) {
    for &(cell, at) in segment.ports.iter().filter(|(cell, _)| *cell < laid.footprint.cells()) {
        let side = at.side();
        let points =
            [(0, 0), (6, 0), (5, DEEP), (1, DEEP)].map(|(sixths, inside)| along(laid, cell, side, sixths, inside));
        let words: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let _ =
            writeln!(out, r#"<polygon points="{}" fill="{fill}" stroke="{fill}" stroke-width="8"/>"#, words.join(" "));
    }
    if segment.ports.len() > 1 || !segment.over.is_empty() {
        ways(out, laid, segment, fill, 200, DEEP / 2);
    }
}

/// A feature that takes the middles of edges; where it ends inside its piece it has a dot.
fn line(out: &mut String, laid: &Laid, segment: &DrawnSegment, stroke: &str) {
    if let ([(cell, at)], true) = (segment.ports.as_slice(), segment.over.is_empty())
        && *cell < laid.footprint.cells()
    {
        let ((x, y), (ex, ey)) = (port(laid, *cell, *at, 0), port(laid, *cell, *at, 200));
        let _ = writeln!(
            out,
            r#"<path d="M{x} {y}L{ex} {ey}" stroke="{stroke}" stroke-width="56" fill="none"/><circle cx="{ex}" cy="{ey}" r="44" fill="{stroke}"/>"#
        );
        return;
    }
    ways(out, laid, segment, stroke, 56, 0);
}

/// From each port to the middle of its cell, and from cell to cell.
fn ways(out: &mut String, laid: &Laid, segment: &DrawnSegment, stroke: &str, width: i32, inside: i32) {
    let mut path = String::new();
    let mut cells: Vec<usize> = Vec::new();
    let ports = segment.ports.iter().map(|(cell, _)| *cell);
    for cell in segment.over.iter().copied().chain(ports).filter(|cell| *cell < laid.footprint.cells()) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    for (index, &cell) in cells.iter().enumerate() {
        let near = |other: &&usize| {
            let (a, b) = (laid.footprint.offset(cell), laid.footprint.offset(**other));
            (a.x - b.x).abs() + (a.y - b.y).abs() == 1
        };
        if let Some(&other) = cells[..index].iter().rev().find(near) {
            let ((x, y), (ex, ey)) = (centre(laid, other), centre(laid, cell));
            let _ = write!(path, "M{x} {y}L{ex} {ey}");
        }
        let here: Vec<Port> = segment.ports.iter().filter(|(at, _)| *at == cell).map(|(_, port)| *port).collect();
        let (cx, cy) = centre(laid, cell);
        match here.as_slice() {
            // Two ports of one cell are joined by a bend, so that two segments that pass each other are seen apart.
            [from, to] if cells.len() == 1 => {
                let ((x, y), (ex, ey)) = (port(laid, cell, *from, inside), port(laid, cell, *to, inside));
                let _ = write!(path, "M{x} {y}Q{cx} {cy} {ex} {ey}");
            }
            all => {
                for at in all {
                    let (x, y) = port(laid, cell, *at, inside);
                    let _ = write!(path, "M{x} {y}L{cx} {cy}");
                }
            }
        }
    }
    let _ = writeln!(
        out,
        r#"<path d="{path}" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round" fill="none"/>"#
    );
}

fn site(out: &mut String, laid: &Laid, segment: &DrawnSegment, fill: &str) {
    if segment.cell < laid.footprint.cells() {
        let (x, y) = centre(laid, segment.cell);
        let _ = writeln!(
            out,
            r##"<rect x="{}" y="{}" width="120" height="120" fill="{fill}" stroke="#000000" stroke-width="8"/>"##,
            x - 60,
            y - 60
        );
    }
}

/// The rim, each edge in the colour of its kind, with marks where the halves begin; cells are lettered where there are several.
fn frame(out: &mut String, laid: &Laid, words: &Vocabulary) {
    for (cell, side) in laid.footprint.rim() {
        let takes = |at: Port| {
            let found = laid.segments.iter().find(|segment| segment.ports.contains(&(cell, at)));
            found.map(|segment| segment.feature.as_str())
        };
        let kind = takes(Port::middle(side)).or_else(|| takes(Port::left(side)));
        let stroke = kind.map_or("#000000", |kind| colour(words, kind));
        let ((x, y), (ex, ey)) = (along(laid, cell, side, 0, 0), along(laid, cell, side, 6, 0));
        let _ = writeln!(out, r#"<path d="M{x} {y}L{ex} {ey}" stroke="{stroke}" stroke-width="24" fill="none"/>"#);
        for sixths in [2, 4] {
            let ((x, y), (ex, ey)) = (along(laid, cell, side, sixths, -20), along(laid, cell, side, sixths, 20));
            let _ = writeln!(out, r##"<path d="M{x} {y}L{ex} {ey}" stroke="#000000" stroke-width="6" fill="none"/>"##);
        }
    }
    for cell in (0..laid.footprint.cells()).filter(|_| laid.footprint.cells() > 1) {
        let (x, y) = corner(laid, cell);
        let _ = writeln!(
            out,
            r##"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="none" stroke="#000000" stroke-width="4" stroke-dasharray="20 20"/>"##
        );
        let _ = writeln!(out, r#"<text x="{}" y="{}" class="cell">{}</text>"#, x + 70, y + 100, cell_letter(cell));
    }
}

/// A segment's id at each stretch of ports, with the icons of every copy at the first.
fn labels(out: &mut String, laid: &Laid, segment: &DrawnSegment) {
    let icons: Vec<String> = segment.icons.iter().map(|(icon, count)| format!("{icon} {count}")).collect();
    let text = if icons.is_empty() { segment.id.clone() } else { format!("{}: {}", segment.id, icons.join(", ")) };
    let inside = if segment.shape == Shape::Ground { 90 } else { 110 };
    let first = segment.ports.iter().find(|(cell, _)| *cell < laid.footprint.cells());
    let (x, y) = match first {
        Some(&(cell, at)) => port(laid, cell, at, inside),
        None => {
            let (x, y) =
                centre(laid, segment.over.first().copied().unwrap_or(segment.cell).min(laid.footprint.cells() - 1));
            (x, y + 110)
        }
    };
    let _ = writeln!(out, r#"<text x="{x}" y="{y}">{}</text>"#, escape::xml(&text));
}
