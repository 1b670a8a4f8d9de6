//! Which slot a cell has, and how many cells around it are filled: a dense window around the origin, and a map for what lies outside it.
//!
//! Games huddle around the origin, so the window answers nearly always with one load; a line of ten thousand tiles
//! leaves it and is answered by the map. What must stay true: clearing costs as much as was set, not the window's size.

use rustc_hash::FxHashMap;

use crate::geometry::{Cell, Side};

/// Half the width of the dense window, in cells.
const HALF: i32 = 64;
/// The width of the dense window, in cells.
const WIDTH: usize = 2 * HALF as usize;

/// The number of the slot a cell has; absent cells have none.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Slot number + 1 by row and column, 0 where there is none.
    window: Vec<u32>,
    /// Filled cells around each, likewise.
    around: Vec<u8>,
    outside: FxHashMap<Cell, u32>,
    around_outside: FxHashMap<Cell, u8>,
}

impl Grid {
    pub(super) fn new() -> Self {
        Self {
            window: vec![0; WIDTH * WIDTH],
            around: vec![0; WIDTH * WIDTH],
            outside: FxHashMap::default(),
            around_outside: FxHashMap::default(),
        }
    }

    /// The window index of a cell inside it.
    #[inline]
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

    #[inline]
    pub(super) fn set(&mut self, cell: Cell, slot: u32) {
        match Self::inside(cell) {
            Some(at) => self.window[at] = slot + 1,
            None => {
                self.outside.insert(cell, slot);
            }
        }
    }

    /// The slots of the four cells beside one, from north, each's number + 1, or 0.
    #[inline]
    pub(super) fn beside(&self, cell: Cell) -> [u32; 4] {
        match Self::well_inside(cell) {
            Some(at) => [at - WIDTH, at + 1, at + WIDTH, at - 1].map(|near| self.window[near]),
            None => Side::ALL.map(|side| self.get(cell.step(side)).map_or(0, |slot| slot + 1)),
        }
    }

    /// Filled cells around a cell, 0 to 8.
    pub(super) fn around(&self, cell: Cell) -> u8 {
        match Self::inside(cell) {
            Some(at) => self.around[at],
            None => self.around_outside.get(&cell).copied().unwrap_or(0),
        }
    }

    /// Counts a filled cell for the eight around it. True where it or one of them now has all eight around it filled.
    #[inline]
    pub(super) fn surround(&mut self, cell: Cell) -> bool {
        let Some(at) = Self::well_inside(cell) else {
            let mut full = self.around(cell) == 8;
            for near in cell.surrounding() {
                let count = match Self::inside(near) {
                    Some(at) => &mut self.around[at],
                    None => self.around_outside.entry(near).or_default(),
                };
                *count += 1;
                full |= *count == 8;
            }
            return full;
        };
        // No branch on what lies there: the nine cells are three runs of the window, and the middle one is put back.
        let mut full = false;
        for row in [at - WIDTH, at, at + WIDTH] {
            for count in &mut self.around[row - 1..=row + 1] {
                *count += 1;
                full |= *count == 8;
            }
        }
        self.around[at] -= 1;
        full || self.around[at] == 8
    }

    /// Counts so many cells around this one as filled, by which no piece lies.
    pub(super) fn wall(&mut self, cell: Cell, cells: u8) {
        match Self::inside(cell) {
            Some(at) => self.around[at] += cells,
            None => *self.around_outside.entry(cell).or_default() += cells,
        }
    }

    /// The window index of a cell inside it whose surroundings are inside as well.
    #[inline]
    fn well_inside(cell: Cell) -> Option<usize> {
        let inner = 1 - HALF..HALF - 1;
        if inner.contains(&cell.x) && inner.contains(&cell.y) { Self::inside(cell) } else { None }
    }

    /// Forgets these cells, which must be all that were set, each told whether it was filled.
    pub(super) fn clear(&mut self, cells: impl Iterator<Item = (Cell, bool)>) {
        for (cell, filled) in cells {
            if let Some(at) = Self::inside(cell) {
                self.window[at] = 0;
                self.around[at] = 0;
            }
            match Self::well_inside(cell).filter(|_| filled) {
                Some(at) => {
                    for row in [at - WIDTH, at, at + WIDTH] {
                        self.around[row - 1..=row + 1].fill(0);
                    }
                }
                None if filled => {
                    for near in cell.surrounding().into_iter().filter_map(Self::inside) {
                        self.around[near] = 0;
                    }
                }
                None => {}
            }
        }
        self.outside.clear();
        self.around_outside.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_inside_and_outside_the_window_are_kept_and_cleared() {
        let mut grid = Grid::new();
        let cells = [Cell::new(0, 0), Cell::new(-HALF, HALF - 1), Cell::new(HALF, 0), Cell::new(-900_000, 900_000)];
        for (slot, cell) in cells.into_iter().enumerate() {
            grid.set(cell, slot as u32);
        }
        assert_eq!(cells.map(|cell| grid.get(cell)), [Some(0), Some(1), Some(2), Some(3)]);
        grid.clear(cells.into_iter().map(|cell| (cell, false)));
        assert_eq!(cells.map(|cell| grid.get(cell)), [None; 4]);
    }

    #[test]
    fn what_is_around_a_cell_is_counted_inside_outside_and_across_the_border() {
        let edge = HALF;
        for middle in [(0, 0), (edge - 2, 5), (edge - 1, 5), (edge, -edge), (-edge, -edge - 1), (4000, -4000)] {
            let middle = Cell::new(middle.0, middle.1);
            let mut grid = Grid::new();
            let filled: Vec<_> = [middle].into_iter().chain(middle.surrounding()).collect();
            for (number, &cell) in filled.iter().enumerate() {
                let full = grid.surround(cell);
                assert_eq!((grid.around(middle), full), (number as u8, number == 8), "{middle}");
            }
            assert_eq!(grid.around(filled[1]), 3, "a corner has the middle and two corners' neighbours");
            grid.clear(filled.iter().map(|&cell| (cell, true)));
            assert_eq!(filled.iter().map(|&cell| grid.around(cell)).max(), Some(0));
        }
    }
}
