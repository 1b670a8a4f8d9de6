//! A course: a line that pieces are laid along, each at the open end of the one before.
//!
//! Two games of the family have one. In the first (a *front*) it runs toward larger y, its pieces lie at its end, and
//! nothing else may ever lie ahead of its last row. In the second its tiles come first in the stack, continue it in any
//! direction, and may not turn back on themselves. What must stay true: where the course has an open end, exactly one
//! cell continues it.

use crate::game::{Game, NONE};
use crate::geometry::{Cell, Port, Rotation, Side};
use crate::model::RiverBends;

use super::{Placement, Refusal, Table, place_of};

/// Which way a course bends on a piece, as it flows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// To the left.
    Left,
    /// Not at all.
    Straight,
    /// To the right.
    Right,
}

/// Where the course ends, and how it came there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Course {
    /// The cell that continues it, and the direction in which it enters there; none before it begins and once it is closed.
    pub end: Option<(Cell, Side)>,
    /// The direction in which it left its first piece.
    pub first: Option<Side>,
    /// How it bent on its last piece.
    pub last_turn: Option<Turn>,
    /// The largest y of any cell on it.
    pub row: Option<i32>,
    /// Cells of all its pieces but the first.
    pub length: u32,
}

/// How a piece continues the course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Passage {
    turn: Option<Turn>,
    /// Where it leaves the piece: the cell beyond, and the direction.
    exit: Option<(Cell, Side)>,
}

impl Table {
    /// Whether the course allows the placement.
    pub(super) fn fits_course(&self, game: &Game, placement: Placement) -> bool {
        let Some(rule) = game.course else { return true };
        if !game.classes[placement.class.index()].along {
            return !rule.front || self.ahead(game, placement).is_none();
        }
        match self.passage(game, placement) {
            None => self.course.end.is_none() && self.pieces.is_empty(),
            Some(passage) => !self.turns_back(game, passage) && (!rule.front || runs_on(passage)),
        }
    }

    /// Says what of the course speaks against the placement.
    pub(super) fn refuse_course(&self, game: &Game, placement: Placement, refusal: &mut Refusal) {
        let Some(rule) = game.course else { return };
        if !game.classes[placement.class.index()].along {
            if rule.front {
                refusal.ahead = self.ahead(game, placement);
            }
            return;
        }
        match self.passage(game, placement) {
            None if self.course.end.is_none() && self.pieces.is_empty() => {}
            None => refusal.off_front = Some(self.course_cell(game, placement).unwrap_or(placement.cell)),
            Some(passage) => {
                refusal.turns_back = self.turns_back(game, passage) || (rule.front && !runs_on(passage));
            }
        }
    }

    /// The north-west cell at which a piece of the course would continue it, turned as it is.
    #[must_use]
    pub fn course_cell(&self, game: &Game, placement: Placement) -> Option<Cell> {
        let (end, heading) = self.course.end?;
        let rule = game.course?;
        let entry = Port::middle(heading.opposite()).index();
        let segments = game.segments_of(placement.class);
        let cells = game.cells_of(placement.class, placement.rotation);
        let enters = |number: u8| segments.get(number as usize).is_some_and(|segment| segment.feature == rule.feature);
        let cell = cells.iter().find(|cell| cell.ports[entry] != NONE && enters(cell.ports[entry]))?;
        Some(Cell::new(end.x - i32::from(cell.dx), end.y - i32::from(cell.dy)))
    }

    /// A cell of the piece that lies ahead of the front's last row, and that row.
    fn ahead(&self, game: &Game, placement: Placement) -> Option<(Cell, i32)> {
        let row = self.course.row?;
        let cells = game.cells_of(placement.class, placement.rotation);
        cells.iter().map(|cell| place_of(placement.cell, cell)).find(|cell| cell.y > row).map(|cell| (cell, row))
    }

    /// How a piece of the course would continue it; none where it does not lie at its open end.
    fn passage(&self, game: &Game, placement: Placement) -> Option<Passage> {
        let (end, heading) = self.course.end?;
        if self.course_cell(game, placement)? != placement.cell {
            return None;
        }
        let exit = Self::exits(game, placement).find(|&(cell, side)| {
            // The way in is the edge toward where the course comes from.
            !(cell == end.step(heading.opposite()) && side == heading.opposite())
        });
        Some(Passage { turn: exit.map(|(_, side)| turn(heading, side)), exit })
    }

    /// Where the course leaves a piece: the cell beyond each of its edges on the rim, and the direction.
    fn exits(game: &Game, placement: Placement) -> impl Iterator<Item = (Cell, Side)> + use<'_> {
        let course = game.course.map(|rule| rule.feature);
        let segments = game.segments_of(placement.class);
        game.cells_of(placement.class, placement.rotation).iter().flat_map(move |cell| {
            Side::ALL.into_iter().filter_map(move |side| {
                let segment = segments.get(cell.ports[Port::middle(side).index()] as usize)?;
                (Some(segment.feature) == course).then(|| (place_of(placement.cell, cell).step(side), side))
            })
        })
    }

    fn turns_back(&self, game: &Game, passage: Passage) -> bool {
        let Some((_, exit)) = passage.exit else { return false };
        let u_turn = passage.turn == self.course.last_turn && matches!(passage.turn, Some(Turn::Left | Turn::Right));
        match game.options.bends {
            RiverBends::Any => false,
            RiverBends::NoUTurn => u_turn,
            RiverBends::NeverBack => u_turn || self.course.first == Some(exit.opposite()),
        }
    }

    /// Follows the course over a piece just laid.
    pub(super) fn follow_course(&mut self, game: &Game, placement: Placement) {
        if game.course.is_none() || !game.classes[placement.class.index()].along {
            return;
        }
        let cells = game.cells_of(placement.class, placement.rotation);
        let bottom = cells.iter().map(|cell| placement.cell.y + i32::from(cell.dy)).max();
        if let Some(passage) = self.passage(game, placement) {
            self.course.end = passage.exit;
            self.course.last_turn = passage.turn;
            self.course.length += cells.len() as u32;
            self.course.first = self.course.first.or(passage.exit.map(|(_, side)| side));
        } else {
            // The first piece: the course begins on it.
            self.course.end = Self::exits(game, placement).find(|(cell, _)| self.piece_at(*cell).is_none());
            self.course.first = self.course.end.map(|(_, side)| side);
        }
        self.course.row = self.course.row.max(bottom);
    }

    /// Every way to continue the course with a piece of this class, turned so.
    #[must_use]
    pub fn course_placement(&self, game: &Game, class: crate::game::ClassId, rotation: Rotation) -> Option<Placement> {
        let cell = self.course_cell(game, Placement { class, cell: Cell::default(), rotation })?;
        Some(Placement { class, cell, rotation })
    }
}

/// Whether a piece lets a front run on toward larger y.
fn runs_on(passage: Passage) -> bool {
    passage.exit.is_some_and(|(_, side)| side == Side::South)
}

/// How a line bends that goes in one direction and leaves in another.
fn turn(heading: Side, leaving: Side) -> Turn {
    match (leaving.index() + 4 - heading.index()) % 4 {
        1 => Turn::Right,
        3 => Turn::Left,
        _ => Turn::Straight,
    }
}
