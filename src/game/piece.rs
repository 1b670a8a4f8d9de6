//! Tiles, the classes of their faces, and how each lies in each rotation.

use crate::geometry::{Footprint, Port};
use crate::model::Status;

use super::FeatureId;

/// Stands for "no segment" among a cell's ports.
pub const NONE: u8 = u8::MAX;

/// A class of faces that the rules in play cannot tell apart, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct ClassId(pub u16);

impl ClassId {
    /// The number, for indexing.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a written tile name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileName {
    /// A class.
    Class(ClassId),
    /// A tile (by number) whose faces differ, and the name does not tell which is meant.
    Ambiguous(usize),
}

/// One drawing.
#[derive(Clone, Debug)]
pub struct Tile {
    /// Its id in logs and data.
    pub id: String,
    /// How well it is known.
    pub status: Status,
    /// Whether a piece from beside the stack follows it at once.
    pub draws_double: bool,
    /// Whether its copies lie beside the stack.
    pub apart: bool,
    /// Whether it carries the feature that pieces are laid along.
    pub along: bool,
    /// The number of the early stack it belongs to; the number of early stacks for the main stack.
    pub stack: u8,
    /// Its classes, one or more in a run.
    pub classes: std::ops::Range<u16>,
}

/// Faces of one drawing that the rules in play cannot tell apart.
#[derive(Clone, Debug)]
pub struct Class {
    /// How messages and logs name it: the tile's id and the class's first face.
    pub name: String,
    /// The drawing, by number; none for a board.
    pub tile: Option<usize>,
    /// The faces' ids, the empty one for the plain face.
    pub faces: Vec<String>,
    /// The number of copies.
    pub copies: u32,
    /// How well it is known.
    pub status: Status,
    /// The cells it covers, as drawn.
    pub footprint: Footprint,
    /// Where its segments begin in [`super::Game::segments`].
    pub first_segment: u32,
    /// How many segments it has.
    pub segment_count: u8,
    /// Where its cells begin in [`super::Game::cells`], least rotation first.
    pub first_cell: u32,
    /// The number of different ways to lie, 1, 2 or 4: those of the first so many rotations.
    pub distinct_rotations: u8,
    /// Whether a piece from beside the stack follows it at once, as its tile says.
    pub draws_double: bool,
    /// Whether its copies are never drawn from a stack: they lie beside it, or it is a board.
    pub apart: bool,
    /// The number of the early stack it belongs to; the number of early stacks for the main stack, and more for what is in no
    /// stack at all: boards and squares of a map.
    pub stack: u8,
    /// Whether it carries the feature that pieces are laid along.
    pub along: bool,
    /// The icons it carries in that feature's segments, by number.
    pub along_icons: Vec<u32>,
    /// The features of sites that only some of its faces show, one after the other: the rules see none of them.
    pub some_sites: Vec<FeatureId>,
}

/// The part of a feature on one piece.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Its id in the data.
    pub id: String,
    /// The feature.
    pub feature: FeatureId,
    /// The ports it takes as drawn, clockwise from NL cell by cell.
    pub ports: Vec<(u8, Port)>,
    /// Edges on which it can go on: the middles it takes.
    pub open: u8,
    /// Whether it is a site whose surroundings count.
    pub surrounded: bool,
    /// The cells it covers, as drawn, each once and in order.
    pub cells: Vec<u8>,
    /// Its icons by number; shorter where the rest are 0.
    pub icons: Vec<u32>,
    /// How many of them advance a racer.
    pub race_icons: u32,
    /// Whether it passes over others.
    pub bridge: bool,
    /// The block segments of the piece it borders, by number on the piece.
    pub borders: Vec<u8>,
}

/// What of a segment matters when it is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed {
    /// Edges on which it can go on.
    pub open: u8,
    /// Icons that advance a racer.
    pub race_icons: u32,
    /// Whether it is completed as soon as it lies: a line or block that leaves its piece nowhere.
    pub enclosed: bool,
}

/// One cell of a piece as it lies.
#[derive(Clone, Copy, Debug)]
pub struct PieceCell {
    /// The kind of each edge, a byte a side from north: feature number + 1, or 0 where the edge is inside the piece.
    pub edges: u32,
    /// 0xFF in the byte of each side that is on the rim.
    pub rim: u32,
    /// The segment at each port, by number on the piece, or [`NONE`].
    pub ports: [u8; 12],
    /// The site in this cell, by number on the piece, or [`NONE`].
    pub site: u8,
    /// The cell's number on the drawing.
    pub drawn: u8,
    /// Columns east of the piece's north-west cell.
    pub dx: u8,
    /// Rows south of the piece's north-west cell.
    pub dy: u8,
}

impl PieceCell {
    /// The kind of one edge: feature number + 1, or 0 where the edge is inside the piece.
    #[must_use]
    pub const fn edge(&self, side: usize) -> u8 {
        (self.edges >> (8 * side)) as u8
    }
}
