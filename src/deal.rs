//! What a table decides before and during a game on a map: which tiles lie on the start squares, which are hidden where, which
//! chips lie on which squares, and how hidden tiles are laid that are turned up.
//!
//! A log records all of that; whoever makes games up decides it here, from a source of numbers of their own. What must stay
//! true: a game without a map takes no number from that source, so that its games stay the same.

use crate::game::ClassId;
use crate::geometry::{Cell, Rotation};
use crate::model::{HiddenFit, HiddenOrder};
use crate::play::Match;
use crate::table::Placement;

/// A number below a bound, which is at least 1.
pub type Pick<'a> = &'a mut dyn FnMut(usize) -> usize;

/// What a turn brought about beside what its player chose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dealt {
    /// A chip of a colour, by number, and its points.
    Chip(usize, u32),
    /// A hidden tile that was laid.
    Laid(Placement),
    /// A hidden tile that left the game.
    Lost(ClassId, Cell),
}

/// The hidden tiles and the chips of a game.
#[derive(Clone, Debug, Default)]
pub struct Deal {
    hidden: Vec<(Cell, ClassId)>,
    chips: Vec<(Cell, usize, u32)>,
}

/// Lays the tiles that lie on the table before the first turn, and says which those are where only the table knows.
pub fn start(play: &mut Match<'_>, pick: Pick<'_>) -> Vec<Placement> {
    let game = play.game();
    let Some(map) = &game.map else {
        for start in &game.start {
            let placement = Placement { class: start.class, cell: start.cell, rotation: start.rotation };
            // Shipped rulesets start legally; one that does not is told of by its own checks, and its games start empty.
            let _ = play.start(placement);
        }
        return Vec::new();
    };
    let mut squares = map.starts.clone();
    shuffle(&mut squares, pick);
    squares.truncate(map.starts_used);
    let mut laid = Vec::new();
    for (number, &cell) in squares.iter().enumerate() {
        // A tile that fits nowhere on its square goes back; there are others.
        for _ in 0..1000 {
            let class = match game.start.get(number) {
                Some(start) => start.class,
                None => any_copy(play, pick),
            };
            let mut ways = Rotation::ALL;
            shuffle(&mut ways, pick);
            let way = ways.into_iter().map(|rotation| Placement { class, cell, rotation });
            if let Some(placement) = way.into_iter().find(|placement| play.start(*placement).is_ok()) {
                laid.push(placement);
                break;
            }
        }
    }
    laid.sort_by_key(|placement| (placement.cell.y, placement.cell.x));
    laid
}

/// A tile of the draw stack, each copy equally likely.
fn any_copy(play: &Match<'_>, pick: Pick<'_>) -> ClassId {
    let drawn = |index: &usize| play.game().tile_of(ClassId(*index as u16)).is_some_and(|tile| !tile.apart);
    let left = |index: usize| play.copies_left(ClassId(index as u16)) as usize;
    let classes: Vec<usize> = (0..play.game().classes.len()).filter(drawn).collect();
    let mut at = pick(classes.iter().map(|&index| left(index)).sum::<usize>().max(1));
    for &index in &classes {
        if at < left(index) {
            return ClassId(index as u16);
        }
        at -= left(index);
    }
    ClassId(0)
}

fn shuffle<T>(items: &mut [T], pick: Pick<'_>) {
    for last in (1..items.len()).rev() {
        items.swap(last, pick(last + 1));
    }
}

impl Deal {
    /// Takes the hidden tiles from the bottom of a shuffled draw stack, whose last tile is drawn first, puts into the box what
    /// is not used, and draws the chips.
    pub fn new<T>(play: &Match<'_>, deck: &mut Vec<T>, class: impl Fn(&T) -> ClassId, pick: Pick<'_>) -> Self {
        let game = play.game();
        let excess = deck.len().saturating_sub(play.stack_left() as usize);
        let mut put_aside = deck.drain(..excess);
        let Some(map) = &game.map else { return Self::default() };
        let places = map.hidden.iter().map(|place| place.cell);
        let hidden = places.zip(put_aside.by_ref()).map(|(cell, tile)| (cell, class(&tile))).collect();
        let mut all: Vec<(usize, u32)> = Vec::new();
        for (colour, copies) in game.chips.iter().flat_map(|chips| chips.copies.iter().enumerate()) {
            for (points, &copies) in (1..).zip(copies) {
                all.extend(std::iter::repeat_n((colour, points), copies as usize));
            }
        }
        shuffle(&mut all, pick);
        let chips = map.chips.iter().zip(all).map(|(&cell, (colour, points))| (cell, colour, points)).collect();
        Self { hidden, chips }
    }

    /// Takes the chip of the tile just laid, and turns up the hidden tiles beside it; `tell` is told of each.
    pub fn settle(&self, play: &mut Match<'_>, pick: Pick<'_>, tell: &mut dyn FnMut(Dealt)) {
        if let Some(due) = play.chip_due()
            && let Some(&(_, colour, points)) = self.chips.iter().find(|(cell, ..)| *cell == due)
            && play.take_chip(colour, points).is_ok()
        {
            tell(Dealt::Chip(colour, points));
        }
        let rules = play.game().chips.as_ref().map(|chips| (chips.order, chips.fit));
        let Some((order, fit)) = rules else { return };
        while !play.hidden_due().is_empty() {
            let at = if order == HiddenOrder::Player { pick(play.hidden_due().len()) } else { 0 };
            let cell = play.hidden_due()[at];
            let Some(&(_, class)) = self.hidden.iter().find(|(place, _)| *place == cell) else { return };
            let fits = play.hidden_fits(class, cell);
            let declined = fit == HiddenFit::May && !fits.is_empty() && pick(4) == 0;
            let told = if fits.is_empty() || declined {
                play.lose_hidden(class, cell).map(|()| Dealt::Lost(class, cell))
            } else {
                let placement = fits[pick(fits.len())];
                play.lay_hidden(placement).map(|()| Dealt::Laid(placement))
            };
            // What is dealt is what the rules just offered.
            let Ok(told) = told else { return };
            tell(told);
        }
    }
}
