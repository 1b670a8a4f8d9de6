//! Maps in characters: whole tables, the surroundings of a cell, single tiles, and sheets of a set.
//!
//! The drawing stands alone: it takes a [`Scene`] of plain data and gives a string. It knows no rules and judges
//! nothing. What must stay true: the same scene and style give the same characters everywhere, no line ends in blanks,
//! nothing is said by colour alone, and the size of the output is bounded whatever the scene holds.

mod board;
mod build;
mod canvas;
mod glyphs;
mod labels;
mod legend;
mod pages;
mod picture;
mod raster;
mod scene;
mod squares;
#[cfg(test)]
mod tests;

pub use crate::diagnostic::render::{Charset, Style};
pub use board::{board, crop};
pub use pages::{drawing, sheet, tile};
pub use scene::{DrawnSegment, DrawnSquare, Figure, Laid, Mark, MarkKind, Scene, Space, Vocabulary};

/// Appends formatted text.
fn add(out: &mut String, text: std::fmt::Arguments<'_>) {
    use std::fmt::Write as _;
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

/// The width that is drawn for: very narrow or very wide ones make no map.
fn columns(style: &Style) -> usize {
    style.width.clamp(40, 2000)
}
