//! Single tiles large, with all their faces and rotations, and whole sets as a sheet.

use super::canvas::{Canvas, Ink};
use super::glyphs::Glyphs;
use super::legend;
use super::picture::{Painter, Picture, Used, Window, Writing};
use super::raster::Pitch;
use super::scene::{Laid, Vocabulary};
use super::{Style, add, build};
use crate::geometry::{Cell, Rotation};
use crate::model::{Face, Tile, Tileset};

/// Columns between pictures that stand side by side.
const GAP: usize = 2;
const ORIGIN: Cell = Cell::new(0, 0);

/// A tile on a page of its own: its segments with their ports, and each face in four rotations.
#[must_use]
pub fn tile(tile: &Tile, words: &Vocabulary, style: &Style) -> String {
    let glyphs = Glyphs::new(words, &[], style.charset);
    let mut used = Used::default();
    let mut left_out = Vec::new();
    let mut out = heading(tile);
    let width = super::columns(style);
    let faces: Vec<Option<&Face>> =
        if tile.faces.is_empty() { vec![None] } else { tile.faces.iter().map(Some).collect() };
    let pitch = page_pitch(tile, words, width);
    // The segments by name, beside a picture that says which is which.
    let plain = Laid::of_tile(tile, None, Rotation::default(), ORIGIN, words);
    let picture = draw(&plain, &glyphs, pitch, Writing::Ids, &mut used, &mut left_out);
    out.push('\n');
    out.push_str(&beside(&picture, &segments(&plain), style.colour));
    for face in faces {
        out.push('\n');
        out.push_str(&face_heading(tile, face));
        let turned: Vec<Laid> =
            Rotation::ALL.iter().map(|&rotation| Laid::of_tile(tile, face, rotation, ORIGIN, words)).collect();
        let pictures: Vec<(Vec<String>, Canvas)> = turned
            .iter()
            .map(|laid| {
                let picture = draw(laid, &glyphs, pitch, Writing::Play, &mut used, &mut left_out);
                (vec![laid.rotation.to_string()], picture)
            })
            .collect();
        out.push_str(&grid(&pictures, width, style.colour));
    }
    out.push('\n');
    out.push_str(&ports(tile, words, width));
    out.push('\n');
    out.push_str(&legend::legend(&used, words, &glyphs, false, width));
    left_out.dedup();
    out.push_str(&legend::left_out(&left_out));
    out
}

/// One drawing as it lies, with the ids of its segments in it and a line for each of them beside it.
#[must_use]
pub fn drawing(laid: &Laid, words: &Vocabulary, style: &Style) -> String {
    let glyphs = Glyphs::new(words, &[], style.charset);
    let picture = draw(laid, &glyphs, Pitch::LARGE, Writing::Ids, &mut Used::default(), &mut Vec::new());
    beside(&picture, &segments(laid), style.colour)
}

/// All drawings of a set side by side, each with its name, its copies and, where it is not documented, its status.
#[must_use]
pub fn sheet(set: &Tileset, words: &Vocabulary, style: &Style) -> String {
    let glyphs = Glyphs::new(words, &[], style.charset);
    let mut used = Used::default();
    let mut left_out = Vec::new();
    let width = super::columns(style);
    let copies: u64 = set.tile.iter().map(|tile| u64::from(tile.count)).sum();
    let mut out = format!("{}: {}, {}\n", set.id, many(set.tile.len() as u64, "drawing"), many(copies, "piece"));
    if let Some(title) = &set.title {
        add(&mut out, format_args!("{title}\n"));
    }
    // What holds for all of them is said once.
    let status = |tile: &Tile| tile.status.or(set.status);
    let common =
        set.tile.first().and_then(status).filter(|first| set.tile.iter().all(|tile| status(tile) == Some(*first)));
    if let Some(common) = common {
        add(&mut out, format_args!("all {}\n", common.word()));
    }
    let faces = set.tile.iter().any(|tile| tile.faces.len() > 1);
    let pictures: Vec<(Vec<String>, Canvas)> = set
        .tile
        .iter()
        .map(|tile| {
            let laid = Laid::of_tile(tile, tile.faces.first(), Rotation::default(), ORIGIN, words);
            let mut caption = vec![format!("{} x{}", tile.id, tile.count)];
            if faces {
                caption.push(match tile.faces.len() {
                    0 | 1 => "1 face".to_owned(),
                    count => format!("{} of {count} faces", laid.name),
                });
            }
            if common.is_none() {
                caption.push(status(tile).unwrap_or_default().word().to_owned());
            }
            (caption, draw(&laid, &glyphs, Pitch::LARGE, Writing::Play, &mut used, &mut left_out))
        })
        .collect();
    out.push('\n');
    out.push_str(&grid(&pictures, width, style.colour));
    out.push('\n');
    out.push_str(&legend::legend(&used, words, &glyphs, false, width));
    out.push_str(&legend::left_out(&left_out));
    out
}

fn many(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn heading(tile: &Tile) -> String {
    let mut out = format!("{}: {}", tile.id, many(tile.count.into(), "copy").replace("copys", "copies"));
    if let Some(status) = tile.status {
        add(&mut out, format_args!(", {}", status.word()));
    }
    if tile.draws_double {
        out.push_str(", draws a double");
    }
    if tile.apart {
        out.push_str(", lies apart from the stack");
    }
    out.push('\n');
    if let Some(title) = &tile.title {
        add(&mut out, format_args!("{title}\n"));
    }
    out
}

fn face_heading(tile: &Tile, face: Option<&Face>) -> String {
    let name = face.and_then(|face| face.id.as_deref()).unwrap_or_default();
    let mut out = format!("{}{name}", tile.id);
    if let Some(count) = face.and_then(|face| face.count) {
        add(&mut out, format_args!(" x{count}"));
    }
    let Some(face) = face else {
        out.push('\n');
        return out;
    };
    let mut told: Vec<String> = Vec::new();
    for (segment, icons) in &face.icons {
        told.extend(icons.iter().map(|(icon, count)| format!("{segment} {icon} {count}")));
    }
    told.extend(face.segments.iter().map(|segment| format!("{} {}", segment.id, segment.feature)));
    if !told.is_empty() {
        add(&mut out, format_args!(": {}", told.join(", ")));
    }
    out.push('\n');
    out
}

/// The largest cells with which four rotations stand side by side, or else one does.
fn page_pitch(tile: &Tile, words: &Vocabulary, width: usize) -> Pitch {
    let laid = Laid::of_tile(tile, None, Rotation::default(), ORIGIN, words);
    let (w, h) = (usize::from(laid.footprint.width), usize::from(laid.footprint.height));
    let sizes = [Pitch::HUGE, Pitch::LARGE, Pitch::MEDIUM, Pitch::COMPACT, Pitch::SMALL];
    let four = |pitch: &&Pitch| 2 * (w + h) * pitch.x as usize + 4 + 3 * GAP <= width;
    let one = |pitch: &&Pitch| w.max(h) * (pitch.x as usize) < width;
    let found = sizes[..2].iter().find(four).or_else(|| sizes[1..].iter().find(one));
    found.copied().unwrap_or(Pitch::SMALL)
}

fn draw(
    laid: &Laid,
    glyphs: &Glyphs,
    pitch: Pitch,
    writing: Writing,
    used: &mut Used,
    left_out: &mut Vec<String>,
) -> Canvas {
    let window = Window {
        west: laid.cell.x,
        north: laid.cell.y,
        columns: laid.footprint.width.into(),
        rows: laid.footprint.height.into(),
    };
    let mut bare = laid.clone();
    bare.name.clear();
    let picture: Picture = Painter::new(glyphs, pitch, window).paint(std::slice::from_ref(&bare), &[], writing);
    used.add(picture.used);
    left_out.extend(picture.left_out);
    picture.canvas
}

/// One line a segment: its id, its feature, its ports and the icons of every copy.
fn segments(laid: &Laid) -> Vec<String> {
    let widest = |of: fn(&super::DrawnSegment) -> usize| laid.segments.iter().map(of).max().unwrap_or(0);
    let (ids, features) =
        (widest(|segment| segment.id.chars().count()), widest(|segment| segment.feature.chars().count()));
    laid.segments
        .iter()
        .map(|segment| {
            let mut line = format!(
                "{:ids$}  {:features$}  {}",
                segment.id,
                segment.feature,
                build::written_ports(segment, laid.footprint)
            );
            for (icon, count) in &segment.icons {
                add(&mut line, format_args!("  {icon} {count}"));
            }
            line
        })
        .collect()
}

/// A picture with lines of text to its right.
fn beside(picture: &Canvas, lines: &[String], colour: bool) -> String {
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut canvas = Canvas::new(picture.width + GAP + 1 + widest, picture.height.max(lines.len()));
    canvas.paste((0, 0), picture);
    let top = picture.height.saturating_sub(lines.len()) / 2;
    for (row, line) in (0..).zip(lines) {
        canvas.write(((picture.width + GAP + 1) as i32, top as i32 + row), line, Ink::Plain);
    }
    canvas.text(colour)
}

/// Pictures side by side in as many rows as the width asks for, each below its caption.
fn grid(pictures: &[(Vec<String>, Canvas)], width: usize, colour: bool) -> String {
    let mut out = String::new();
    let mut rest = pictures;
    while !rest.is_empty() {
        let column = |(caption, picture): &(Vec<String>, Canvas)| {
            caption.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(picture.width)
        };
        let mut taken = 0;
        let mut across = 0;
        for picture in rest {
            let next = across + column(picture) + if taken == 0 { 0 } else { GAP };
            if taken > 0 && next > width {
                break;
            }
            (taken, across) = (taken + 1, next);
        }
        let (row, later) = rest.split_at(taken);
        let head = row.iter().map(|(caption, _)| caption.len()).max().unwrap_or(0);
        let high = row.iter().map(|(_, picture)| picture.height).max().unwrap_or(0);
        let mut canvas = Canvas::new(across, head + high);
        let mut x = 0;
        for entry in row {
            let (caption, picture) = entry;
            for (line, text) in (0..).zip(caption) {
                canvas.write((x, line), text, Ink::Plain);
            }
            canvas.paste((x, head as i32), picture);
            x += (column(entry) + GAP) as i32;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&canvas.text(colour));
        rest = later;
    }
    out
}

/// The ports of each segment in each rotation, as columns where they fit, one rotation after the other where not.
fn ports(tile: &Tile, words: &Vocabulary, width: usize) -> String {
    let turned: Vec<Laid> =
        Rotation::ALL.iter().map(|&rotation| Laid::of_tile(tile, None, rotation, ORIGIN, words)).collect();
    let mut rows = vec![vec!["ports".to_owned()]];
    rows[0].extend(turned.iter().map(|laid| laid.rotation.to_string()));
    for index in 0..turned[0].segments.len() {
        let mut row = vec![turned[0].segments[index].id.clone()];
        row.extend(turned.iter().map(|laid| build::written_ports(&laid.segments[index], laid.footprint)));
        rows.push(row);
    }
    let widths: Vec<usize> =
        (0..5).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let mut out = String::new();
    if widths.iter().sum::<usize>() + 4 * GAP <= width {
        for row in &rows {
            let cells: Vec<String> = row.iter().zip(&widths).map(|(word, &width)| format!("{word:width$}")).collect();
            out.push_str(cells.join("  ").trim_end());
            out.push('\n');
        }
        return out;
    }
    for column in 1..5 {
        add(&mut out, format_args!("ports {}\n", rows[0][column]));
        for row in &rows[1..] {
            add(&mut out, format_args!("  {:id$}  {}\n", row[0], row[column], id = widths[0]));
        }
    }
    out
}
