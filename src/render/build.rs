//! From data files to pieces that can be drawn: one face of a tile in one rotation, or one side of a board.
//!
//! The data may not have been validated (drawing a broken tile is a way to see what is broken), so what cannot be
//! understood - a port that is none, a feature nobody declares - is left out here and reported elsewhere.

use super::scene::{DrawnSegment, Laid, Vocabulary};
use crate::geometry::{Cell, Footprint, Port, Rotation};
use crate::model::{BoardSide, Face, Segment, Shape, Tile};

/// The most cells a side that is drawn; data files allow fewer.
const LARGEST: u8 = 8;

impl Laid {
    /// The face `face` (the plain one where `None`) of `tile`, turned by `rotation`, its north-west cell at `cell`.
    #[must_use]
    pub fn of_tile(tile: &Tile, face: Option<&Face>, rotation: Rotation, cell: Cell, words: &Vocabulary) -> Self {
        let footprint = footprint(tile.size.unwrap_or([1, 1]));
        let added = face.map_or(&[][..], |face| &face.segments);
        let mut laid = lay(footprint, tile.segments.iter().chain(added), rotation, cell, words);
        laid.name.clone_from(&tile.id);
        if let Some(face) = face {
            laid.name.push_str(face.id.as_deref().unwrap_or_default());
            for (segment, icons) in &face.icons {
                let Some(drawn) = laid.segments.iter_mut().find(|drawn| drawn.id == *segment) else { continue };
                for (icon, count) in icons {
                    add_icon(&mut drawn.icons, icon, *count);
                }
            }
        }
        laid
    }

    /// The side `side` of a board of `cells` columns and rows, lying as it is drawn with its north-west cell at the origin.
    #[must_use]
    pub fn of_board(name: &str, cells: [u8; 2], side: &BoardSide, words: &Vocabulary) -> Self {
        let mut laid = lay(footprint(cells), side.segments.iter(), Rotation::default(), Cell::default(), words);
        name.clone_into(&mut laid.name);
        laid
    }
}

fn footprint([width, height]: [u8; 2]) -> Footprint {
    Footprint { width: width.clamp(1, LARGEST), height: height.clamp(1, LARGEST) }
}

fn lay<'a>(
    drawn: Footprint,
    segments: impl Iterator<Item = &'a Segment>,
    rotation: Rotation,
    cell: Cell,
    words: &Vocabulary,
) -> Laid {
    let turn = |index: usize| drawn.turned_index(index, rotation);
    let segments = segments
        .filter_map(|segment| {
            let shape = words.shape(&segment.feature)?;
            let ports = ports(segment.at.as_deref().unwrap_or_default(), drawn)
                .map(|(index, port)| (turn(index), port.turned(rotation)))
                .collect();
            let over = segment.over.as_deref().unwrap_or_default();
            let mut icons = Vec::new();
            for (icon, count) in &segment.icons {
                add_icon(&mut icons, icon, *count);
            }
            Some(DrawnSegment {
                id: segment.id.clone(),
                feature: segment.feature.clone(),
                shape,
                ports,
                over: over.split_whitespace().filter_map(|word| letter(word, drawn)).map(turn).collect(),
                cell: turn(segment.cell.as_deref().and_then(|word| letter(word, drawn)).unwrap_or(0)),
                bridge: segment.bridge,
                icons,
                figures: Vec::new(),
            })
        })
        .collect();
    Laid {
        cell,
        footprint: drawn.turned(rotation),
        name: String::new(),
        rotation,
        last: false,
        segments,
        course: None,
        spaces: Vec::new(),
    }
}

fn add_icon(icons: &mut Vec<(String, u32)>, icon: &str, count: u32) {
    if count == 0 {
        return;
    }
    match icons.iter_mut().find(|(known, _)| known == icon) {
        Some((_, sum)) => *sum = sum.saturating_add(count),
        None => icons.push((icon.to_owned(), count)),
    }
}

/// The ports in `at` that lie on the piece, as drawn.
fn ports(at: &str, drawn: Footprint) -> impl Iterator<Item = (usize, Port)> + '_ {
    at.split_whitespace().filter_map(move |word| match word.split_once('.') {
        Some((cell, port)) => Some((letter(cell, drawn)?, Port::parse(port)?)),
        None => Some((0, Port::parse(word)?)),
    })
}

fn letter(word: &str, drawn: Footprint) -> Option<usize> {
    let &[byte @ b'a'..=b'z'] = word.as_bytes() else { return None };
    let index = usize::from(byte - b'a');
    (index < drawn.cells()).then_some(index)
}

/// The ports of a segment as a data file or a log writes them, clockwise from the north-west corner.
///
/// Cells are lettered only where the piece has more than one.
#[must_use]
pub(super) fn written_ports(segment: &DrawnSegment, footprint: Footprint) -> String {
    let mut ports = segment.ports.clone();
    ports.sort_by_key(|&(cell, port)| (cell, port.index()));
    let mut words: Vec<String> = ports
        .into_iter()
        .map(|(cell, port)| match footprint.cells() {
            1 => port.name().to_owned(),
            _ => format!("{}.{port}", crate::geometry::cell_letter(cell)),
        })
        .collect();
    if footprint.cells() > 1 {
        let mut over: Vec<_> = segment.over.clone();
        if segment.shape == Shape::Site {
            over.push(segment.cell);
        }
        over.sort_unstable();
        words.extend(over.into_iter().map(|cell| crate::geometry::cell_letter(cell).to_string()));
    }
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}
