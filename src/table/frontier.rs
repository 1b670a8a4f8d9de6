//! The frontier: the empty cells beside a piece, and what their neighbours want of whatever comes to lie there.
//!
//! Whoever chooses among all ways to lie asks every turn, and is answered from what gaps want, kept crosswise: a bit a gap,
//! one word says which of 64 gaps want anything on a side, one for each kind of edge which of them want that. Whether a tile
//! suits 64 gaps is then told by a few words, whatever the gaps. A game that is only replayed never asks, so nothing is kept
//! while pieces are laid: it is caught up with when somebody does. What must stay true: a place of which no gap is left
//! takes the next new one, so that words stay full.

use super::grid::{Spot, Square};
use super::{Table, place_of};
use crate::game::{Game, PieceCell};
use crate::geometry::{Cell, Side};

/// An empty cell beside a piece.
#[derive(Clone, Copy, Debug)]
struct Gap {
    spot: Spot,
    cell: Cell,
    /// The kinds of edges it wants, a byte a side.
    wanted: u32,
}

/// The gaps of a word.
const WORD: usize = u64::BITS as usize;

/// All gaps, each at its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Frontier {
    /// The pieces of the table that are known here.
    pieces: usize,
    /// Those of places where none is left are what was there last.
    gaps: Vec<Gap>,
    vacant: Vec<u32>,
    /// By spot the place of its gap + 1, or 0.
    places: Vec<u32>,
    /// For each 64 places one word of those taken, then for each side one of those that want anything there, followed by one
    /// for each kind of edge.
    words: Vec<u64>,
    /// Kinds of edges in this game, and none at all.
    kinds: usize,
}

impl Frontier {
    /// Forgets all gaps.
    pub(super) fn clear(&mut self) {
        for gap in &self.gaps {
            self.places[gap.spot.index()] = 0;
        }
        self.pieces = 0;
        self.gaps.clear();
        self.vacant.clear();
        self.words.clear();
    }

    /// The number of blocks of 64 places.
    pub(super) const fn blocks(&self) -> usize {
        self.gaps.len().div_ceil(WORD)
    }

    /// The gap of a block at one of its places.
    #[inline]
    pub(super) fn cell(&self, block: usize, place: u32) -> Cell {
        self.gaps[block * WORD + place as usize].cell
    }

    /// The words of a block.
    #[inline]
    const fn stride(&self) -> usize {
        1 + 4 * self.kinds
    }

    /// The words of a place's block, and the place's bit.
    #[inline]
    fn block_of(&mut self, place: u32) -> (&mut [u64], u64) {
        let stride = self.stride();
        (&mut self.words[place as usize / WORD * stride..][..stride], 1 << (place as usize % WORD))
    }

    /// Adds a gap; its place.
    fn open(&mut self, spot: Spot, cell: Cell) -> u32 {
        let gap = Gap { spot, cell, wanted: 0 };
        let place = self.vacant.pop().unwrap_or(self.gaps.len() as u32);
        match self.gaps.get_mut(place as usize) {
            Some(vacant) => *vacant = gap,
            None => self.gaps.push(gap),
        }
        let blocks = self.blocks() * self.stride();
        self.words.resize(blocks, 0);
        if self.places.len() <= spot.index() {
            self.places.resize(spot.index() + 1, 0);
        }
        self.places[spot.index()] = place + 1;
        let (words, bit) = self.block_of(place);
        words[0] |= bit;
        place
    }

    /// Notes that a cell wants a kind of edge on a side.
    #[inline]
    fn want(&mut self, spot: Spot, cell: Cell, side: Side, kind: u8) {
        let place = match self.places.get(spot.index()) {
            Some(&place) if place > 0 => place - 1,
            _ => self.open(spot, cell),
        };
        self.gaps[place as usize].wanted |= u32::from(kind) << (8 * side.index());
        let first = 1 + side.index() * self.kinds;
        let (words, bit) = self.block_of(place);
        words[first] |= bit;
        words[first + kind as usize] |= bit;
    }

    /// Takes a gap away, where there is one.
    #[inline]
    fn close(&mut self, spot: Spot) {
        let Some(place) = self.places.get_mut(spot.index()).map(std::mem::take).and_then(|place| place.checked_sub(1))
        else {
            return;
        };
        self.vacant.push(place);
        let wanted = self.gaps[place as usize].wanted.to_le_bytes();
        let kinds = self.kinds;
        let (words, bit) = self.block_of(place);
        words[0] &= !bit;
        for (side, kind) in wanted.into_iter().enumerate() {
            let first = 1 + side * kinds;
            words[first] &= !bit;
            words[first + kind as usize] &= !bit;
        }
    }

    /// The places of a block whose gaps this only cell of a piece suits, a bit each.
    #[inline]
    pub(super) fn suited(&self, block: usize, shape: &PieceCell) -> u64 {
        let words = &self.words[block * self.stride()..][..self.stride()];
        let shown = shape.edges.to_le_bytes().into_iter().enumerate();
        shown.fold(words[0], |suited, (side, kind)| {
            let first = 1 + side * self.kinds;
            suited & (!words[first] | words[first + kind as usize])
        })
    }
}

/// The numbers of the bits that are set, from the lowest.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        bit
    })
}

impl Table {
    /// The frontier as it is now.
    pub(super) fn catch_up(&mut self, game: &Game) -> &Frontier {
        let Self { grid, frontier, pieces, .. } = self;
        frontier.kinds = game.features.len() + 1;
        for laid in &pieces[frontier.pieces..] {
            let placement = laid.placement;
            for shape in game.cells_of(placement.class, placement.rotation) {
                let cell = place_of(placement.cell, shape);
                let (spot, around) = grid.spots(cell);
                frontier.close(spot);
                for side in Side::ALL {
                    let near = around[2 * side.index()];
                    let kind = shape.edge(side.index());
                    if kind != 0 && grid.at(near).piece == 0 {
                        frontier.want(near, cell.step(side), side.opposite(), kind);
                    }
                }
            }
        }
        frontier.pieces = pieces.len();
        frontier
    }

    /// The empty cells beside a piece with what they have, by the pieces beside them in the order laid.
    pub(super) fn gaps(&self) -> impl Iterator<Item = (Cell, Square)> {
        self.covered.iter().flat_map(move |covered| {
            let beside = self.grid.beside(covered.cell);
            Side::ALL.into_iter().zip(beside).filter_map(move |(side, square)| {
                // Of several pieces beside it the one on the first side tells of it.
                let teller = square.mask.trailing_zeros() as usize / 8;
                let tells = square.piece == 0 && teller == side.opposite().index();
                tells.then(|| (covered.cell.step(side), square))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::grid::Grid;

    #[test]
    fn places_are_taken_again_and_what_was_wanted_there_is_forgotten() {
        let mut grid = Grid::new();
        let mut frontier = Frontier { kinds: 4, ..Frontier::default() };
        let cell = |x: i32| Cell::new(x, 0);
        let mut spot = |x: i32| grid.spot(cell(x));
        for x in 0..70 {
            frontier.want(spot(x), cell(x), Side::North, 1);
        }
        let block = |frontier: &Frontier, edges: u32| {
            let (ports, site) = ([0xFF; 12], 0xFF);
            frontier.suited(1, &PieceCell { edges, rim: u32::MAX, ports, site, drawn: 0, dx: 0, dy: 0 })
        };
        frontier.want(spot(65), cell(65), Side::East, 2);
        frontier.want(spot(66), cell(66), Side::South, 1);
        assert_eq!(block(&frontier, 0x01_01_02_01), 0b11_1111, "both have what they want");
        assert_eq!(block(&frontier, 0x01_01_01_01), 0b11_1101);
        assert_eq!(block(&frontier, 0x01_02_01_01), 0b11_1001);
        assert_eq!(block(&frontier, 0x01_01_02_02), 0);
        frontier.close(spot(65));
        assert_eq!(block(&frontier, 0x01_01_02_01), 0b11_1101);
        frontier.want(spot(99), cell(99), Side::West, 3);
        assert_eq!(frontier.cell(1, 1), cell(99));
        assert_eq!(block(&frontier, 0x03_01_01_01), 0b11_1111, "what the last one there wanted is forgotten");
        assert_eq!(block(&frontier, 0x02_01_01_01), 0b11_1101);
        frontier.clear();
        assert_eq!((frontier.blocks(), frontier.places.iter().max()), (0, Some(&0)));
    }
}
