//! Listing where a piece may lie: what players choose from, and what says whether a tile may be discarded.
//!
//! What must stay true: what is listed is what [`Table::fits`] says yes to, each way to lie once.

use super::{Placement, Table};
use crate::game::{ClassId, Game};
use crate::geometry::{Cell, Rotation};

/// An empty cell beside a piece: what listing placements reads of it, close together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// As in its slot.
    pub(super) edges: u32,
    /// As in its slot.
    pub(super) mask: u32,
    pub(super) slot: u32,
    pub(super) cell: Cell,
}

impl Placement {
    /// What placements of one class are sorted by: cell, then rotation.
    #[inline]
    const fn order(&self) -> u64 {
        // Cells lie within a million of the origin, far from 2^30. Shifted by that they compare as numbers without a sign.
        const HALF: i32 = 1 << 30;
        let (x, y) = (self.cell.x.wrapping_add(HALF) as u32, self.cell.y.wrapping_add(HALF) as u32);
        (x as u64) << 33 | (y as u64) << 2 | self.rotation.quarters() as u64
    }

    /// The one that is number `n`, from 0, of these sorted by cell and rotation; cheaper than sorting them.
    ///
    /// # Panics
    /// Where there are no more than `n`.
    #[must_use]
    pub fn nth(found: &mut [Self], n: usize) -> Self {
        *found.select_nth_unstable_by_key(n, Self::order).1
    }
}

impl Table {
    /// All placements of a class, each way to lie once, sorted by cell and rotation. `found` is cleared first.
    pub fn placements(&self, game: &Game, class: ClassId, found: &mut Vec<Placement>) {
        self.find_placements(game, class, found);
        found.sort_unstable_by_key(Placement::order);
    }

    /// The same in no particular order.
    pub fn find_placements(&self, game: &Game, class: ClassId, found: &mut Vec<Placement>) {
        found.clear();
        self.each_placement(game, class, |placement| {
            found.push(placement);
            true
        });
        if game.classes[class.index()].footprint.cells() > 1 {
            found.sort_unstable_by_key(Placement::order);
            found.dedup();
        }
    }

    /// Some placement of a class, where it has any.
    #[must_use]
    pub fn any_placement(&self, game: &Game, class: ClassId) -> Option<Placement> {
        let mut any = None;
        self.each_placement(game, class, |placement| {
            any = Some(placement);
            false
        });
        any
    }

    /// Calls `each` with every placement that fits until it says false. A piece of several cells may come up twice.
    fn each_placement(&self, game: &Game, class: ClassId, mut each: impl FnMut(Placement) -> bool) {
        let rotations = game.classes[class.index()].distinct_rotations as usize;
        for &rotation in &Rotation::ALL[..rotations] {
            let cells = game.cells_of(class, rotation);
            if let [shape] = cells {
                // The only cell lies right where it suits its gap. Whether it does is a matter of chance, so the gaps are
                // sifted without a branch, as many at once as a word has bits.
                for gaps in self.frontier.chunks(64) {
                    let suits = |gap: &Gap| (gap.edges ^ shape.edges) & gap.mask & shape.rim == 0;
                    let bits = gaps.iter().enumerate().map(|(at, gap)| u64::from(suits(gap)) << at);
                    let mut suitable = bits.fold(0, |all, bit| all | bit);
                    while suitable != 0 {
                        let gap = &gaps[suitable.trailing_zeros() as usize];
                        suitable &= suitable - 1;
                        let placement = Placement { class, cell: gap.cell, rotation };
                        if self.allows(game, placement) && !each(placement) {
                            return;
                        }
                    }
                }
                continue;
            }
            for gap in &self.frontier {
                for shape in cells {
                    if (gap.edges ^ shape.edges) & gap.mask & shape.rim != 0 {
                        continue;
                    }
                    let cell = Cell::new(gap.cell.x - i32::from(shape.dx), gap.cell.y - i32::from(shape.dy));
                    let placement = Placement { class, cell, rotation };
                    if self.fits(game, placement) && !each(placement) {
                        return;
                    }
                }
            }
        }
    }
}
