//! Map chips and hidden tiles: the chip on the square of a tile just laid, and the tiles turned up beside it (A6).
//!
//! What only the table knows is told by whoever plays: which chip it was, which tile was turned up, and how it was laid. The
//! look at a hidden tile that a chip allows is private and changes nothing here (A6.6). What must stay true: a turn with a
//! chip or hidden tiles to be dealt with is not over before they are.

use super::{Counted, Illegal, Match, Reason};
use crate::game::{Chips, ClassId, Game};
use crate::geometry::{Cell, Rotation, Side};
use crate::model::{BelowZero, HiddenChain, HiddenFit, HiddenOrder, HiddenSquare, HiddenTiles, StartPrints};
use crate::table::{Placement, Refusal};

/// Chips still to be taken, and what a turn still has to deal with.
#[derive(Clone, Debug, Default)]
pub(super) struct ChipState {
    /// Chips that were not taken yet, by colour and by points less one; those that lie nowhere are among them.
    left: Vec<Vec<u32>>,
    /// Squares on which a chip lies.
    lying: Vec<Cell>,
    /// The square of the tile laid, where its chip is still to be taken.
    due_chip: Option<Cell>,
    /// Hidden tiles to be turned up, in the order in which they came up.
    due: Vec<Cell>,
}

impl ChipState {
    pub(super) fn reset(&mut self, game: &Game) {
        *self = Self::default();
        if let (Some(map), Some(chips)) = (&game.map, &game.chips) {
            self.left.clone_from(&chips.copies);
            self.lying.clone_from(&map.chips);
        }
    }
}

/// How many tiles a game draws, start tiles included, of all that it has: some may stay in the box, and those that lie
/// hidden on the map are never drawn (A6.3).
pub(super) fn drawn_of(game: &Game, all: u32) -> u32 {
    let hidden = game.map.as_ref().map_or(0, |map| map.hidden.len() as u32);
    let used = game.options.tiles_used.unwrap_or(all).min(all);
    match game.chips.as_ref().map(|chips| chips.tiles) {
        Some(HiddenTiles::OnTop) => used.min(all.saturating_sub(hidden)),
        _ => used.saturating_sub(hidden),
    }
}

impl Match<'_> {
    /// Whether a start tile lies where the map has a start square; says what else the map has against it.
    pub(super) fn check_start(&self, placement: Placement, refusal: &mut Refusal) -> Result<(), Illegal> {
        let Some(map) = &self.game.map else { return Ok(()) };
        if !map.starts.contains(&placement.cell) {
            return Err(Illegal::NoStartSquare(placement.cell));
        }
        if self.room.table.pieces().iter().filter(|laid| map.starts.contains(&laid.placement.cell)).count()
            >= map.starts_used
        {
            return Err(Illegal::StartsTaken(map.starts_used));
        }
        refusal.unconnected = false;
        if self.game.options.start_prints == StartPrints::Ignored {
            // A large city is no print on the border: what lies beside it joins it.
            let by_city = |cell: Cell, side: Side| map.at(cell).city_mask >> (8 * side.index()) & 0xFF != 0;
            refusal.prints.retain(|print| by_city(print.cell, print.side));
        }
        Ok(())
    }

    /// Notes what the tile just laid brings about: the chip on its square, and the hidden tiles beside it.
    #[inline]
    pub(super) fn note_chips(&mut self, cell: Cell) {
        if self.game.chips.is_some() {
            self.note_chip_and_hidden(cell);
        }
    }

    fn note_chip_and_hidden(&mut self, cell: Cell) {
        let chips = &mut self.room.chips;
        chips.due.clear();
        chips.due_chip = chips.lying.contains(&cell).then_some(cell);
        self.note_hidden(cell);
    }

    /// Adds the hidden tiles beside a cell to those that are to be turned up, clockwise from the north.
    fn note_hidden(&mut self, cell: Cell) {
        for side in Side::ALL {
            let beside = cell.step(side);
            if self.room.table.is_hidden(self.game, beside) && !self.room.chips.due.contains(&beside) {
                self.room.chips.due.push(beside);
            }
        }
    }

    /// The square whose chip is to be taken now.
    #[must_use]
    pub const fn chip_due(&self) -> Option<Cell> {
        self.room.chips.due_chip
    }

    /// The hidden tiles that are to be turned up now; where the order is fixed, only the first may be.
    #[must_use]
    pub fn hidden_due(&self) -> &[Cell] {
        &self.room.chips.due
    }

    /// The squares on which a chip lies.
    #[must_use]
    pub fn chips_lying(&self) -> &[Cell] {
        &self.room.chips.lying
    }

    /// Chips of a colour that can be worth so much and were not taken yet. Where it is not known how many have which value,
    /// these are all that are left of the colour (A5).
    #[must_use]
    pub fn chips_left(&self, colour: usize, points: u32) -> u32 {
        let of_colour = self.room.chips.left.get(colour).map(Vec::as_slice).unwrap_or_default();
        let at = (points as usize).checked_sub(1);
        let Some(&left) = at.and_then(|at| of_colour.get(at)) else { return 0 };
        if self.game.chips.as_ref().is_some_and(|chips| chips.verified) { left } else { of_colour.iter().sum() }
    }

    /// Takes the chip on the square of the tile just laid: its points, and it leaves the game (A6.5).
    ///
    /// # Errors
    /// Where none lies there, or all such chips were taken before.
    pub fn take_chip(&mut self, colour: usize, points: u32) -> Result<(), Illegal> {
        let Some(cell) = self.room.chips.due_chip else { return Err(Illegal::NoChip) };
        if self.chips_left(colour, points) == 0 {
            return Err(Illegal::NoSuchChip { colour, points });
        }
        let chips = &mut self.room.chips;
        // One of another value where the numbers are not known, and there were more of this one than our data say.
        let of_colour = &mut chips.left[colour];
        let own = points as usize - 1;
        let other = of_colour.iter().position(|&left| left > 0).unwrap_or(own);
        let taken = if of_colour[own] > 0 { own } else { other };
        of_colour[taken] = of_colour[taken].saturating_sub(1);
        chips.due_chip = None;
        chips.lying.retain(|lying| *lying != cell);
        let counted = Counted { cells: &[cell], ..Counted::default() };
        self.award(Reason::Chip, None, points, 1 << self.seat, counted);
        Ok(())
    }

    /// Turns up a hidden tile and lays it on its own square (A6.7).
    ///
    /// # Errors
    /// Where no tile there is to be turned up now, no copy of it can have lain there, or it may not lie so.
    pub fn lay_hidden(&mut self, placement: Placement) -> Result<(), Illegal> {
        let (cell, chips) = (placement.cell, self.may_turn_up(placement.cell)?);
        self.copy_left(placement.class)?;
        self.room.table.turn_up(self.game, cell);
        if !self.room.table.fits(self.game, placement) {
            let refusal = self.room.table.refusal(self.game, placement);
            self.room.table.turn_down(self.game, cell);
            return Err(Illegal::Placement(placement, Box::new(refusal)));
        }
        self.take_hidden(placement.class, cell);
        self.room.table.lay(self.game, placement);
        self.room.table.connect_cities(self.game, placement);
        if chips.chain == HiddenChain::GoesOn {
            self.note_hidden(cell);
        }
        let counted = Counted { cells: &[cell], ..Counted::default() };
        self.award(Reason::Hidden, None, chips.found, 1 << self.seat, counted);
        Ok(())
    }

    /// Turns up a hidden tile that leaves the game because it does not fit on its square (A6.7).
    ///
    /// # Errors
    /// Where no tile there is to be turned up now, no copy of it can have lain there, or it fits and has to be laid.
    pub fn lose_hidden(&mut self, class: ClassId, cell: Cell) -> Result<(), Illegal> {
        let chips = self.may_turn_up(cell)?;
        self.copy_left(class)?;
        if chips.fit == HiddenFit::Must
            && let Some(placement) = self.hidden_fits(class, cell).first()
        {
            return Err(Illegal::HiddenFits(*placement));
        }
        self.take_hidden(class, cell);
        match chips.square {
            HiddenSquare::Opens => self.room.table.turn_up(self.game, cell),
            HiddenSquare::Closes => self.room.table.shut_square(self.game, cell),
        }
        let player = self.room.seats[self.seat].points;
        let costs = match self.game.options.below_zero {
            BelowZero::GoesBelow => chips.lost as i32,
            BelowZero::StopsAtZero => (chips.lost as i32).min(player.max(0)),
        };
        let counted = Counted { cells: &[cell], ..Counted::default() };
        self.give(Reason::Hidden, None, -costs, 1 << self.seat, counted);
        Ok(())
    }

    /// Every way in which a hidden tile of this class could be laid on its square, each once.
    #[must_use]
    pub fn hidden_fits(&mut self, class: ClassId, cell: Cell) -> Vec<Placement> {
        let (game, table) = (self.game, &mut self.room.table);
        if !table.is_hidden(game, cell) {
            return Vec::new();
        }
        table.turn_up(game, cell);
        let ways = game.classes[class.index()].distinct_rotations as usize;
        let all = Rotation::ALL[..ways].iter().map(|&rotation| Placement { class, cell, rotation });
        let fitting = all.filter(|placement| table.fits(game, *placement)).collect();
        table.turn_down(game, cell);
        fitting
    }

    /// Whether the chip was taken and all hidden tiles were turned up that the turn has to do with.
    ///
    /// # Errors
    /// Where something is left.
    pub fn chips_done(&self) -> Result<(), Illegal> {
        if let Some(cell) = self.room.chips.due_chip {
            return Err(Illegal::ChipMissing(cell));
        }
        self.room.chips.due.first().map_or(Ok(()), |cell| Err(Illegal::HiddenMissing(*cell)))
    }

    /// The rules by which the hidden tile on a cell may be turned up now.
    fn may_turn_up(&self, cell: Cell) -> Result<Chips, Illegal> {
        if let Some(cell) = self.room.chips.due_chip {
            return Err(Illegal::ChipMissing(cell));
        }
        let due = &self.room.chips.due;
        let Some(chips) = self.game.chips.as_ref().filter(|_| due.contains(&cell)) else {
            return Err(Illegal::NoHidden(cell));
        };
        match due.first() {
            Some(&first) if chips.order == HiddenOrder::Clockwise && first != cell => {
                Err(Illegal::HiddenOrder { cell, first })
            }
            _ => Ok(chips.clone()),
        }
    }

    /// A copy less, which was none of the draw stack's.
    fn take_hidden(&mut self, class: ClassId, cell: Cell) {
        self.room.chips.due.retain(|due| *due != cell);
        self.take_copy(class);
        self.stack += u32::from(self.game.tile_of(class).is_none_or(|tile| !tile.apart));
    }
}
