//! Which slot a cell has: a dense window around the origin, and a map for what lies outside it.
//!
//! Games huddle around the origin, so the window answers nearly always with one load; a line of ten thousand tiles
//! leaves it and is answered by the map. What must stay true: clearing costs as much as was set, not the window's size.

use rustc_hash::FxHashMap;

use crate::geometry::Cell;

/// Half the width of the dense window, in cells.
const HALF: i32 = 128;
/// The width of the dense window, in cells.
const WIDTH: usize = 2 * HALF as usize;

/// The number of the slot a cell has; absent cells have none.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Slot number + 1 by row and column, 0 where there is none.
    window: Vec<u32>,
    outside: FxHashMap<Cell, u32>,
}

impl Grid {
    pub(super) fn new() -> Self {
        Self { window: vec![0; WIDTH * WIDTH], outside: FxHashMap::default() }
    }

    /// The window index of a cell inside it.
    const fn inside(cell: Cell) -> Option<usize> {
        let (x, y) = (cell.x.wrapping_add(HALF), cell.y.wrapping_add(HALF));
        if x >= 0 && y >= 0 && x < 2 * HALF && y < 2 * HALF { Some(y as usize * WIDTH + x as usize) } else { None }
    }

    #[inline]
    pub(super) fn get(&self, cell: Cell) -> Option<u32> {
        match Self::inside(cell) {
            Some(at) => self.window[at].checked_sub(1),
            None => self.outside.get(&cell).copied(),
        }
    }

    pub(super) fn set(&mut self, cell: Cell, slot: u32) {
        match Self::inside(cell) {
            Some(at) => self.window[at] = slot + 1,
            None => {
                self.outside.insert(cell, slot);
            }
        }
    }

    /// Forgets these cells, which must be all that were set.
    pub(super) fn clear(&mut self, cells: impl Iterator<Item = Cell>) {
        for at in cells.filter_map(Self::inside) {
            self.window[at] = 0;
        }
        self.outside.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_inside_and_outside_the_window_are_kept_and_cleared() {
        let mut grid = Grid::new();
        let cells = [Cell::new(0, 0), Cell::new(-128, 127), Cell::new(128, 0), Cell::new(-900_000, 900_000)];
        for (slot, cell) in cells.into_iter().enumerate() {
            grid.set(cell, slot as u32);
        }
        assert_eq!(cells.map(|cell| grid.get(cell)), [Some(0), Some(1), Some(2), Some(3)]);
        grid.clear(cells.into_iter());
        assert_eq!(cells.map(|cell| grid.get(cell)), [None; 4]);
    }
}
