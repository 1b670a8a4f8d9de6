//! The words of a move log for things of a compiled game, both ways: which segment a target means, and how a segment,
//! a placement or a whole turn is written.
//!
//! What must stay true: what is written here means, read back, exactly what it was written for.

mod printed;

pub use printed::{NoPrint, printed};

use crate::game::{ClassId, FeatureId, Game, NONE};
use crate::geometry::{Cell, Port, Rotation, cell_letter};
use crate::log::Which;
use crate::model::Shape;

/// Why a target means no segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSegment {
    /// The piece has none of the feature at all.
    NoFeature,
    /// None of the feature lies there; where they lie instead.
    NotThere(Vec<String>),
    /// Several lie on the piece and the target does not tell which; where they lie.
    Several(Vec<String>),
}

/// The segment that a target means, by number on the piece.
///
/// # Errors
/// Where it means none, or several.
pub fn find(
    game: &Game,
    class: ClassId,
    rotation: Rotation,
    feature: FeatureId,
    which: Which<'_>,
) -> Result<usize, NoSegment> {
    let segments = game.segments_of(class);
    let of_feature = || segments.iter().enumerate().filter(|(_, segment)| segment.feature == feature);
    if of_feature().next().is_none() {
        return Err(NoSegment::NoFeature);
    }
    let lying = || of_feature().map(|(index, _)| place(game, class, rotation, index)).collect();
    match which {
        Which::Only => {
            let mut all = of_feature();
            match (all.next(), all.next()) {
                (Some((index, _)), None) => Ok(index),
                _ => Err(NoSegment::Several(lying())),
            }
        }
        Which::Port(letter, port) => {
            let cells = game.cells_of(class, rotation);
            // On a piece of several cells a port without its cell could be meant in any.
            let cell = letter.or((cells.len() == 1).then_some(0));
            let there = cell.and_then(|cell| cells.get(cell as usize)).map(|cell| cell.ports[port.index()]);
            match there.filter(|&number| number != NONE).map(usize::from) {
                Some(index) if segments[index].feature == feature => Ok(index),
                _ => Err(NoSegment::NotThere(lying())),
            }
        }
        Which::Segment(id) => {
            let found = of_feature().find(|(_, segment)| segment.id.as_bytes() == id.text);
            found.map(|(index, _)| index).ok_or_else(|| NoSegment::NotThere(lying()))
        }
    }
}

/// The ports of a segment as the piece lies, the first clockwise from NL first; with cell letters on a piece of several.
#[must_use]
pub fn ports_of(game: &Game, class: ClassId, rotation: Rotation, segment: usize) -> Vec<String> {
    let several = game.cells_of(class, rotation).len() > 1;
    let written = |(index, port): (usize, Port)| {
        if several { format!("{}.{port}", cell_letter(index)) } else { port.to_string() }
    };
    ports_at(game, class, rotation, segment).map(written).collect()
}

/// The same as numbers of cells and ports.
fn ports_at(
    game: &Game,
    class: ClassId,
    rotation: Rotation,
    segment: usize,
) -> impl Iterator<Item = (usize, Port)> + use<'_> {
    let cells = game.cells_of(class, rotation).iter().enumerate();
    cells.flat_map(move |(index, cell)| {
        let taken = Port::all().filter(move |port| usize::from(cell.ports[port.index()]) == segment);
        taken.map(move |port| (index, port))
    })
}

/// A segment as the canonical form writes it: with its port only where the piece has several of the feature.
#[must_use]
pub fn target(game: &Game, class: ClassId, rotation: Rotation, segment: usize) -> String {
    let mut text = String::new();
    push_target(&mut text, game, class, rotation, segment);
    text
}

/// The same behind what `out` holds.
pub fn push_target(out: &mut String, game: &Game, class: ClassId, rotation: Rotation, segment: usize) {
    let feature = game.segments_of(class)[segment].feature;
    if has_several(game, class, feature) {
        push_place(out, game, class, rotation, segment);
    } else {
        out.push_str(&game.features[feature.index()].name);
    }
}

/// Writes a number behind what `out` holds.
pub fn push_number(out: &mut String, number: impl itoa::Integer) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Writes a cell behind what `out` holds.
pub fn push_cell(out: &mut String, cell: Cell) {
    out.push('(');
    push_number(out, cell.x);
    out.push(',');
    push_number(out, cell.y);
    out.push(')');
}

/// Whether a piece has several segments of a feature.
fn has_several(game: &Game, class: ClassId, feature: FeatureId) -> bool {
    game.segments_of(class).iter().filter(|segment| segment.feature == feature).count() > 1
}

/// A segment named as exactly as a log can: `road:W`, `field=f2`.
#[must_use]
pub fn place(game: &Game, class: ClassId, rotation: Rotation, segment: usize) -> String {
    let mut text = String::new();
    push_place(&mut text, game, class, rotation, segment);
    text
}

/// The same behind what `out` holds.
fn push_place(out: &mut String, game: &Game, class: ClassId, rotation: Rotation, segment: usize) {
    let record = &game.segments_of(class)[segment];
    let feature = &game.features[record.feature.index()];
    out.push_str(&feature.name);
    if let Some((cell, port)) = ports_at(game, class, rotation, segment).next() {
        out.push(':');
        if game.cells_of(class, rotation).len() > 1 {
            out.push(cell_letter(cell));
            out.push('.');
        }
        out.push_str(port.name());
    } else if feature.shape != Shape::Site || has_several(game, class, record.feature) {
        out.push('=');
        out.push_str(&record.id);
    }
}
