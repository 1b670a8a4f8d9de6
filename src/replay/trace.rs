//! What the words of a turn turned out to mean: kept for whoever writes the log anew.

use crate::game::ClassId;
use crate::geometry::Rotation;
use crate::play::Moment;

/// A turn as it was played, or a discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// Its number.
    pub moment: Moment,
    /// The pieces, by their order in the turn, whose cell goes without saying: a bit each.
    pub implied_cells: u8,
    /// Where a figure was placed: the class of the last piece, how it lies, and the segment by number.
    pub target: Option<(ClassId, Rotation, usize)>,
}

impl PlayedTurn {
    pub(super) const fn at(moment: Moment) -> Self {
        Self { moment, implied_cells: 0, target: None }
    }

    /// Whether the cell of a piece, by its order in the turn, goes without saying.
    #[must_use]
    pub const fn implies_cell(&self, piece: usize) -> bool {
        piece < 8 && self.implied_cells & (1 << piece) != 0
    }
}

/// The turns played so far, where somebody wants to know.
pub(super) type Trace = Option<Vec<PlayedTurn>>;
