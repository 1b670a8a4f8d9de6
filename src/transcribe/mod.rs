//! Worksheets for people who own a box: every drawing and copy of a game as our data have it, to be compared with what is
//! printed, and the filled sheet back as data files.
//!
//! A map has a sheet of its own kind ([`map_sheet`]). [`text`] writes a sheet that is filled in with an editor, [`html`] one to print. [`read`] takes the filled text back: a
//! drawing that was compared becomes `transcribed`, all else stays as it was. What must stay true: what is read back is
//! checked as any data file is, with every finding on the sheet's own line, and a sheet filled with `same` throughout gives
//! the data it was made of.

mod html;
mod lines;
mod made;
mod map;
mod parts;
mod read;
mod scan;
mod svg;
mod text;
mod toml;
mod values;

pub use html::html;
pub use map::map_sheet;
pub use read::{DataFile, Reading, read};
pub use scan::{Scanned, scan};
pub use text::text;

use crate::source::Resolved;

/// What a worksheet is made of.
#[derive(Clone, Copy, Debug)]
pub struct Worksheet<'a> {
    /// The game with its variants.
    pub resolved: &'a Resolved,
    /// The variants as they were asked for: names or paths.
    pub variants: &'a [String],
    /// Only this tile set, board or mouth, by id.
    pub only: Option<&'a str>,
}

/// The ids of what a game can be transcribed by: its tile sets, its board, its mouth, its maps.
#[must_use]
pub fn ids(resolved: &Resolved) -> Vec<&str> {
    let maps = resolved.maps.iter().map(|map| map.id.as_str());
    parts::parts(resolved).iter().map(|sheet| sheet.id).chain(maps).collect()
}
