//! Listing where a piece may lie: what players choose from, and what says whether a tile may be discarded.
//!
//! What must stay true: what is listed or counted is what [`Table::fits`] says yes to, each way to lie once.

use std::ops::ControlFlow;

use super::frontier::bits;
use super::{Placement, Table, suits};
use crate::game::{ClassId, Game};
use crate::geometry::{Cell, Rotation};

/// The ways a piece may lie, to choose one from: counted, and listed only where they must be.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    class: ClassId,
    /// Of a piece of one cell, for each rotation and block of gaps those that it suits.
    suited: Vec<u64>,
    /// Of any other, all ways.
    listed: Vec<Placement>,
    count: usize,
}

impl Ways {
    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All of them, on the table they were found on, in the order of their numbers.
    pub fn iter<'w>(&'w self, table: &'w Table) -> impl Iterator<Item = Placement> + use<'w> {
        let blocks = table.frontier.blocks();
        let suited = self.suited.iter().enumerate().flat_map(move |(index, &word)| {
            bits(word).map(move |place| {
                let cell = table.frontier.cell(index % blocks, place);
                Placement { class: self.class, cell, rotation: Rotation::ALL[index / blocks] }
            })
        });
        suited.chain(self.listed.iter().copied())
    }

    /// The one that is number `n`, from 0, on the table they were found on. Their order is the same on every machine, but
    /// none that a reader of the table would know.
    ///
    /// # Panics
    /// Where there are no more than `n`.
    #[must_use]
    pub fn nth(&self, table: &Table, mut n: usize) -> Placement {
        if !self.listed.is_empty() {
            return self.listed[n];
        }
        let blocks = table.frontier.blocks();
        for (index, &word) in self.suited.iter().enumerate() {
            let here = word.count_ones() as usize;
            if let Some(place) = bits(word).nth(n) {
                let cell = table.frontier.cell(index % blocks, place);
                return Placement { class: self.class, cell, rotation: Rotation::ALL[index / blocks] };
            }
            n -= here;
        }
        panic!("no way to lie has that number")
    }
}

impl Table {
    /// The ways a class may lie, into `ways`, of which nothing is kept.
    pub fn ways(&mut self, game: &Game, class: ClassId, ways: &mut Ways) {
        ways.class = class;
        ways.suited.clear();
        ways.listed.clear();
        if game.classes[class.index()].footprint.cells() > 1 {
            self.placements(game, class, &mut ways.listed);
            ways.count = ways.listed.len();
            return;
        }
        self.catch_up(game);
        for &rotation in rotations(game, class) {
            let [shape] = game.cells_of(class, rotation) else { continue };
            for block in 0..self.frontier.blocks() {
                let mut suited = self.frontier.suited(block, shape);
                if game.bounded {
                    let placement = |place| Placement { class, cell: self.frontier.cell(block, place), rotation };
                    let refused = bits(suited).filter(|&place| !self.allows(game, placement(place)));
                    suited &= !refused.fold(0, |refused, place| refused | 1 << place);
                }
                ways.suited.push(suited);
            }
        }
        ways.count = ways.suited.iter().map(|word| word.count_ones() as usize).sum();
    }

    /// All placements of a class, each way to lie once, sorted by cell and rotation. `found` is cleared first.
    pub fn placements(&self, game: &Game, class: ClassId, found: &mut Vec<Placement>) {
        found.clear();
        let _ = self.each_placement(game, class, |placement| {
            found.push(placement);
            ControlFlow::Continue(())
        });
        found.sort_unstable_by_key(|placement| (placement.cell, placement.rotation));
        found.dedup();
    }

    /// Some placement of a class, where it has any.
    #[must_use]
    pub fn any_placement(&self, game: &Game, class: ClassId) -> Option<Placement> {
        let mut any = None;
        let _ = self.each_placement(game, class, |placement| {
            any = Some(placement);
            ControlFlow::Break(())
        });
        any
    }

    /// Calls `each` with every placement that fits. A piece of several cells may come up twice.
    fn each_placement(
        &self,
        game: &Game,
        class: ClassId,
        mut each: impl FnMut(Placement) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let single = game.classes[class.index()].footprint.cells() == 1;
        // A piece beside another has some cell in a gap.
        for (gap, square) in self.gaps() {
            for &rotation in rotations(game, class) {
                for shape in game.cells_of(class, rotation) {
                    if !suits(square.edges, square.mask, shape) {
                        continue;
                    }
                    let cell = Cell::new(gap.x - i32::from(shape.dx), gap.y - i32::from(shape.dy));
                    let placement = Placement { class, cell, rotation };
                    // The only cell suits its gap already; of several, each must.
                    let may =
                        if single { !game.bounded || self.allows(game, placement) } else { self.fits(game, placement) };
                    if may {
                        each(placement)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The rotations in which a class lies differently.
fn rotations(game: &Game, class: ClassId) -> &'static [Rotation] {
    &Rotation::ALL[..game.classes[class.index()].distinct_rotations as usize]
}
