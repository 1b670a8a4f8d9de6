//! A record as the lines of a sheet: `key: value`, in the words that [`super::values`] reads back.
//!
//! ```text
//! segment t: tributary at E W; icons boat 1
//! face b: 2; t fruit 1; j animal 1 heron 2; + g garden cell b
//! ```

use std::fmt::Write as _;

use super::parts::Record;
use crate::lint::piece::Piece;
use crate::model::{Face, Feature, Map, Segment, Tile};
use crate::source::Part;

/// The lines of a record, each with its key; `box` is not among them.
pub(super) fn lines(record: &Record<'_>, features: &Map<Feature>) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut push = |key: &str, value: String| lines.push((key.to_owned(), value));
    match record {
        Record::Tile(_, tile) => {
            if let Some(title) = &tile.title {
                push("title", one_line(title));
            }
            push("count", tile.count.to_string());
            if let Some([columns, rows]) = tile.size {
                push("size", format!("{columns} {rows}"));
            }
            if tile.draws_double {
                push("draws_double", "yes".to_owned());
            }
            if tile.apart {
                push("apart", "yes".to_owned());
            }
            push("edges", edges(tile, features));
            segments(&tile.segments, &mut push);
            for face in &tile.faces {
                let key = face.id.as_ref().map_or_else(|| "face".to_owned(), |id| format!("face {id}"));
                push(&key, face_line(face));
            }
        }
        Record::Side(_, side) => {
            push("spaces", side.spaces.to_string());
            if let Some(cells) = side.opening_cells {
                push("opening_cells", cells.to_string());
            }
            segments(&side.segments, &mut push);
        }
        Record::Mouth(_, side) => {
            let points: Vec<_> = side.points.iter().map(u32::to_string).collect();
            push("points", points.join(" "));
        }
    }
    lines
}

/// Text on one line, without blanks at its ends and without several in a row.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The kinds of a tile's edges, clockwise from the north edge of its first cell.
pub(super) fn edges(tile: &Tile, features: &Map<Feature>) -> String {
    let piece = Piece::tile(Part::Tileset(0), String::new(), tile, Some(features));
    piece.rim_kinds().collect::<Vec<_>>().join(" ")
}

fn segments(segments: &[Segment], push: &mut impl FnMut(&str, String)) {
    for segment in segments {
        push(&format!("segment {}", segment.id), segment_line(segment));
    }
}

/// What a segment is, behind its id.
pub(super) fn segment_line(segment: &Segment) -> String {
    let mut line = segment.feature.clone();
    let mut add = |joint: &str, word: &str, text: &str| {
        line.push_str(joint);
        line.push_str(word);
        if !text.is_empty() {
            line.push(' ');
            line.push_str(text);
        }
    };
    if let Some(at) = &segment.at {
        add(" ", "at", at);
    }
    if let Some(over) = &segment.over {
        add("; ", "over", over);
    }
    if let Some(cell) = &segment.cell {
        add("; ", "cell", cell);
    }
    if let Some(borders) = &segment.borders {
        add("; ", "borders", &borders.join(" "));
    }
    if segment.bridge {
        add("; ", "bridge", "");
    }
    if !segment.icons.is_empty() {
        add("; ", "icons", &icons(&segment.icons));
    }
    line
}

/// `boat 1 fruit 2`.
pub(super) fn icons(icons: &Map<u32>) -> String {
    icons.iter().map(|(icon, count)| format!("{icon} {count}")).collect::<Vec<_>>().join(" ")
}

/// The copies of a face, and what they have beside the drawing.
pub(super) fn face_line(face: &Face) -> String {
    let mut line = face.count.map_or_else(|| "rest".to_owned(), |count| count.to_string());
    for (segment, counts) in &face.icons {
        let _ = write!(line, "; {segment} {}", icons(counts));
    }
    for site in &face.segments {
        let _ = write!(line, "; + {} {}", site.id, site.feature);
        if let Some(cell) = &site.cell {
            let _ = write!(line, " cell {cell}");
        }
        if !site.icons.is_empty() {
            let _ = write!(line, " icons {}", icons(&site.icons));
        }
    }
    line
}
