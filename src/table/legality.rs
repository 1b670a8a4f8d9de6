//! Why a piece may not lie somewhere: a set of reasons, all of them, not the first.

use crate::game::FeatureId;
use crate::geometry::{Cell, Side};

/// An edge that does not continue the landscape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The cell of the piece that would have been laid.
    pub cell: Cell,
    /// Its edge.
    pub side: Side,
    /// What the piece shows there.
    pub shows: FeatureId,
    /// What the table shows there.
    pub wants: FeatureId,
}

/// Everything that speaks against laying a piece somewhere; nothing where it may lie there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refusal {
    /// Cells that are taken.
    pub occupied: Vec<Cell>,
    /// It touches no piece by an edge.
    pub isolated: bool,
    /// Edges that do not continue the landscape.
    pub mismatches: Vec<Mismatch>,
    /// A cell that lies ahead of the front, and the row of the front's last piece.
    pub ahead: Option<(Cell, i32)>,
    /// The piece carries the front and does not lie at its open end, where its north-west cell would be this.
    pub off_front: Option<Cell>,
    /// A cell that lies off the table.
    pub off_table: Option<Cell>,
    /// The piece turns the river back on itself.
    pub turns_back: bool,
    /// A cell that is no square of the map, or none any more.
    pub off_map: Option<Cell>,
    /// A square of a large city.
    pub city: Option<Cell>,
    /// A square on which a hidden tile lies.
    pub hidden: Option<Cell>,
    /// Edges that do not continue what is printed beside them.
    pub prints: Vec<Mismatch>,
    /// It touches nothing but a large city that no tile has touched yet.
    pub unconnected: bool,
}

impl Refusal {
    /// Whether nothing speaks against it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
