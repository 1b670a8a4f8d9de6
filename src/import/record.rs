//! A game recorded elsewhere, in our terms and yet not checked against any rules.

use crate::geometry::{Cell, Port, Rotation};
use crate::text::Span;

/// A drawing of ours that a tile of another format is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Drawing {
    /// The tile's id.
    pub(super) tile: &'static str,
    /// The face's id; empty where any face serves that the rules cannot tell apart.
    pub(super) face: &'static str,
    /// Clockwise quarters that our drawing is turned by to look like theirs.
    pub(super) quarters: u8,
}

/// A tile with the drawings it can be, the first that is left being meant.
pub(super) type Drawings = &'static [Drawing];

/// A tile as it was laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Which tile.
    pub(super) drawings: Drawings,
    /// Where.
    pub(super) cell: Cell,
    /// How their drawing was turned.
    pub(super) rotation: Rotation,
    /// The bytes that name the tile.
    pub(super) span: Span,
}

/// A place on the tile just laid.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The feature, where the format says it.
    pub(super) feature: Option<&'static str>,
    /// Ports of the segment as the tile lies on the table, all or some of them; none for what reaches no edge.
    pub(super) ports: Vec<Port>,
    /// The place as the format writes it.
    pub(super) written: String,
}

/// What was done with a figure.
#[derive(Clone, Debug)]
pub(super) enum Deed {
    /// Placed on the tile just laid.
    Place {
        /// Its name in our rulesets.
        figure: &'static str,
        /// Where.
        target: Target,
    },
    /// Taken back.
    Recall {
        /// Its name in our rulesets.
        figure: &'static str,
    },
}

/// What happened.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// A tile was laid.
    Turn(Turn),
    /// A drawn tile left the game.
    Discard {
        /// Which tile.
        drawings: Drawings,
        /// The bytes that say so.
        span: Span,
    },
}

/// A turn.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// Whose it was, where the format says it.
    pub(super) seat: Option<usize>,
    /// The tile.
    pub(super) piece: Piece,
    /// What was done with figures, with the bytes that say so.
    pub(super) deeds: Vec<(Deed, Span)>,
    /// Points by seat after the turn, as far as stated.
    pub(super) claims: Vec<(usize, u32)>,
}

/// A game.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The ruleset's name, with the bytes that ask for it.
    pub(super) game: (&'static str, Span),
    /// The variants' names likewise.
    pub(super) variants: Vec<(&'static str, Span)>,
    /// The players' names by seat.
    pub(super) players: Vec<String>,
    /// The bytes that tell of the players.
    pub(super) players_span: Span,
    /// Tiles on the table at the start; those of the ruleset where none.
    pub(super) start: Option<Vec<Piece>>,
    /// Where the game comes from, one line.
    pub(super) source: String,
    /// The day it was recorded, `YYYY-MM-DD`.
    pub(super) date: Option<String>,
    /// What happened, in order.
    pub(super) events: Vec<Event>,
    /// The tiles in the order they were drawn, where the format says it, with the bytes that name them: those that were
    /// not laid fitted nowhere.
    pub(super) draws: Vec<(Drawings, Span)>,
    /// Whether drawing stopped before the stack was empty, and final scoring took place.
    pub(super) ends: bool,
    /// The bytes that say how it ended, or where it stops.
    pub(super) end_span: Span,
    /// Points by seat at the end, as far as stated.
    pub(super) claims: Vec<(usize, u32)>,
    /// Whether the rest could not be read: told already.
    pub(super) is_cut: bool,
}
