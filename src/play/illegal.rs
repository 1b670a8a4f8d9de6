//! What a turn can be refused for. The words are the reporter's; here are the facts.

use crate::game::{ClassId, FeatureId, FigureId};
use crate::geometry::Cell;
use crate::table::{Placement, Refusal};

/// Why a part of a turn is not allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// The game is over: no tile is left to draw.
    GameOver,
    /// All copies of the class are in play.
    NoCopyLeft(ClassId),
    /// Tiles of an earlier stack are left; this is its name.
    WrongStack {
        /// The tile's class.
        class: ClassId,
        /// The stack that comes first.
        stack: usize,
        /// The tile that must come now, where only one may.
        wanted: Option<usize>,
    },
    /// The piece may not lie there.
    Placement(Placement, Box<Refusal>),
    /// The tile must be followed by a piece from beside the stack.
    FollowUpMissing(ClassId),
    /// The piece may only follow a tile that draws it.
    FollowUpAlone(ClassId),
    /// The tile is to be discarded and fits here.
    DiscardPlaceable(Placement),
    /// The figure may not stand on this feature.
    FigureMisplaced(FigureId, FeatureId),
    /// The feature carries a figure of this seat, placed on this piece, already.
    FeatureOccupied {
        /// The feature.
        feature: FeatureId,
        /// The seat whose figure it is.
        seat: usize,
        /// The cell where it was placed.
        cell: Cell,
    },
    /// The figure may only join one of the player's own that counts, and none is in this feature.
    NothingToJoin(FigureId, FeatureId),
    /// The player has no such figure left.
    NoFigureLeft(FigureId),
    /// The player has no figure on the table that can be taken back.
    NothingToRecall {
        /// The feature it stands on is completed, so it is scored and comes back by itself.
        completed: bool,
    },
    /// The tile lies on the table at first, and not on a start square of the map.
    NoStartSquare(Cell),
    /// All start squares that are used have their tile; this many.
    StartsTaken(usize),
    /// The chip on the square of the tile just laid is not taken yet.
    ChipMissing(Cell),
    /// No chip lies on the square of the tile just laid.
    NoChip,
    /// No chip of this colour is left that is worth so much.
    NoSuchChip {
        /// The colour, by number.
        colour: usize,
        /// What it would be worth.
        points: u32,
    },
    /// The hidden tile on this cell is not turned up yet.
    HiddenMissing(Cell),
    /// No hidden tile on this cell is to be turned up now.
    NoHidden(Cell),
    /// Another hidden tile comes first.
    HiddenOrder {
        /// The one that was turned up.
        cell: Cell,
        /// The one that comes first.
        first: Cell,
    },
    /// The hidden tile is said to be lost and fits so.
    HiddenFits(Placement),
}
