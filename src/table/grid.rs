//! The plane: what every cell has, in a dense window around the origin, in blocks beyond.
//!
//! Nearly every game stays inside the window; one that leaves it still works, and a game of ten thousand turns in a line costs
//! what its blocks cost. What must stay true: the plane is cleared by the cells that were set, not by the window's size.

use rustc_hash::FxHashMap;

use crate::geometry::{Cell, Side};

/// Half the width of the dense window, in cells: games of a hundred tiles stay far inside, and a copy of a table is cheap.
const HALF: i32 = 32;
/// The width of the dense window, in cells.
const WIDTH: usize = 2 * HALF as usize;

/// The width of a block beyond the window, in cells.
const BLOCK: i32 = 8;

/// What a cell has: a piece, or what its neighbours want of one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Square {
    /// What its neighbours show toward it, a byte a side; where a piece covers it, what that shows.
    pub(super) edges: u32,
    /// 0xFF in the byte of each side that had a neighbour before a piece covered it.
    pub(super) mask: u32,
    /// The piece that covers it + 1, or 0.
    pub(super) piece: u32,
    /// Where a piece covers it, that one's cell among the game's.
    pub(super) shape: u32,
}

/// Where a cell's square is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot(u32);

impl Spot {
    /// The number, for indexing.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The squares of all cells.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// The window row by row, then the blocks beyond it in the order they were asked for.
    squares: Vec<Square>,
    /// Filled cells around each, likewise.
    around: Vec<u8>,
    /// Where the squares of a block begin, by the block's column and row.
    beyond: FxHashMap<Cell, u32>,
}

/// The offsets of the eight cells around one within the window, clockwise from north.
const AROUND: [isize; 8] = {
    let row = WIDTH as isize;
    [-row, 1 - row, 1, 1 + row, row, row - 1, -1, -row - 1]
};

impl Grid {
    pub(super) fn new() -> Self {
        Self {
            squares: vec![Square::default(); WIDTH * WIDTH],
            around: vec![0; WIDTH * WIDTH],
            beyond: FxHashMap::default(),
        }
    }

    /// Where the square of a cell of the window is.
    #[inline]
    const fn inside(cell: Cell) -> Option<Spot> {
        let (x, y) = (cell.x.wrapping_add(HALF) as u32, cell.y.wrapping_add(HALF) as u32);
        if x < WIDTH as u32 && y < WIDTH as u32 { Some(Spot(y * WIDTH as u32 + x)) } else { None }
    }

    /// The same, where the cells around it are inside as well.
    #[inline]
    const fn well_inside(cell: Cell) -> Option<Spot> {
        const INNER: u32 = WIDTH as u32 - 2;
        let (x, y) = (cell.x.wrapping_add(HALF - 1) as u32, cell.y.wrapping_add(HALF - 1) as u32);
        if x < INNER && y < INNER { Some(Spot((y + 1) * WIDTH as u32 + x + 1)) } else { None }
    }

    /// Where the square of a cell is, if it lies in the window or in a block that was asked for.
    #[inline]
    pub(super) fn find(&self, cell: Cell) -> Option<Spot> {
        Self::inside(cell).or_else(|| self.find_beyond(cell))
    }

    #[cold]
    fn find_beyond(&self, cell: Cell) -> Option<Spot> {
        let (block, offset) = Self::block(cell);
        self.beyond.get(&block).map(|first| Spot(first + offset))
    }

    /// The block that a cell lies in, and its number there.
    const fn block(cell: Cell) -> (Cell, u32) {
        let (x, y) = (cell.x.rem_euclid(BLOCK), cell.y.rem_euclid(BLOCK));
        (Cell::new(cell.x.div_euclid(BLOCK), cell.y.div_euclid(BLOCK)), (y * BLOCK + x) as u32)
    }

    /// The square of a cell.
    #[inline]
    pub(super) fn get(&self, cell: Cell) -> Square {
        self.find(cell).map_or_else(Square::default, |spot| *self.at(spot))
    }

    #[inline]
    pub(super) fn at(&self, spot: Spot) -> &Square {
        &self.squares[spot.index()]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, spot: Spot) -> &mut Square {
        &mut self.squares[spot.index()]
    }

    /// The squares of the four cells beside one, from north.
    #[inline]
    pub(super) fn beside(&self, cell: Cell) -> [Square; 4] {
        match Self::well_inside(cell).map(Spot::index) {
            Some(at) => [at - WIDTH, at + 1, at + WIDTH, at - 1].map(|near| self.squares[near]),
            None => Side::ALL.map(|side| self.get(cell.step(side))),
        }
    }

    /// Where the squares of a cell and of the eight around it are, those clockwise from north.
    #[inline]
    pub(super) fn spots(&mut self, cell: Cell) -> (Spot, [Spot; 8]) {
        match Self::well_inside(cell) {
            Some(middle) => (middle, AROUND.map(|offset| Spot(middle.0.wrapping_add_signed(offset as i32)))),
            None => self.spots_beyond(cell),
        }
    }

    #[cold]
    fn spots_beyond(&mut self, cell: Cell) -> (Spot, [Spot; 8]) {
        let Cell { x, y } = cell;
        let around = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        (self.spot(cell), around.map(|(dx, dy)| self.spot(Cell::new(x + dx, y + dy))))
    }

    /// Where the square of a cell is, made where it has none.
    pub(super) fn spot(&mut self, cell: Cell) -> Spot {
        Self::inside(cell).unwrap_or_else(|| {
            let (block, offset) = Self::block(cell);
            let first = *self.beyond.entry(block).or_insert_with(|| {
                let first = self.squares.len();
                let end = first + (BLOCK * BLOCK) as usize;
                self.squares.resize(end, Square::default());
                self.around.resize(end, 0);
                first as u32
            });
            Spot(first + offset)
        })
    }

    /// Filled cells around a cell, 0 to 8.
    pub(super) fn around(&self, cell: Cell) -> u8 {
        self.find(cell).map_or(0, |spot| self.around[spot.index()])
    }

    /// Counts a filled cell for the eight around it. True where it or one of them now has all eight around it filled.
    #[inline]
    pub(super) fn surround(&mut self, middle: Spot, around: &[Spot; 8]) -> bool {
        let mut full = self.around[middle.index()] == 8;
        for spot in around {
            let count = &mut self.around[spot.index()];
            *count += 1;
            full |= *count == 8;
        }
        full
    }

    /// Counts so many cells around this one as filled, by which no piece lies.
    pub(super) fn wall(&mut self, cell: Cell, cells: u8) {
        let spot = self.spot(cell);
        self.around[spot.index()] += cells;
    }

    /// Forgets all cells, of which those that pieces cover are given.
    pub(super) fn clear(&mut self, covered: impl Iterator<Item = Cell>) {
        for cell in covered {
            if let Some(middle) = Self::well_inside(cell) {
                let middle = middle.index();
                for beside in [middle, middle - WIDTH, middle + 1, middle + WIDTH, middle - 1] {
                    self.squares[beside] = Square::default();
                }
                for row in [middle - WIDTH, middle, middle + WIDTH] {
                    self.around[row - 1..=row + 1].fill(0);
                }
            } else {
                for spot in cell.surrounding().into_iter().chain([cell]).filter_map(Self::inside) {
                    self.squares[spot.index()] = Square::default();
                    self.around[spot.index()] = 0;
                }
            }
        }
        self.squares.truncate(WIDTH * WIDTH);
        self.around.truncate(WIDTH * WIDTH);
        self.beyond.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_inside_and_outside_the_window_are_kept_and_cleared() {
        let mut grid = Grid::new();
        let cells = [Cell::new(0, 0), Cell::new(-HALF, HALF - 1), Cell::new(HALF, 0), Cell::new(-900_000, 900_000)];
        for (number, cell) in (1..).zip(cells) {
            let spot = grid.spot(cell);
            grid.at_mut(spot).piece = number;
        }
        assert_eq!(cells.map(|cell| grid.get(cell).piece), [1, 2, 3, 4]);
        grid.clear(cells.into_iter());
        assert_eq!(cells.map(|cell| grid.get(cell).piece), [0; 4]);
        assert_eq!(grid.squares.len(), WIDTH * WIDTH);
    }

    #[test]
    fn what_is_around_a_cell_is_counted_inside_outside_and_across_the_border() {
        let edge = HALF;
        for middle in
            [(0, 0), (edge - 2, 5), (edge - 1, 5), (edge, -edge), (-edge, -edge), (-edge, -edge - 1), (4000, -4000)]
        {
            let middle = Cell::new(middle.0, middle.1);
            let mut grid = Grid::new();
            let filled: Vec<_> = [middle].into_iter().chain(middle.surrounding()).collect();
            for (number, &cell) in filled.iter().enumerate() {
                let (spot, around) = grid.spots(cell);
                let full = grid.surround(spot, &around);
                assert_eq!((grid.around(middle), full), (number as u8, number == 8), "{middle}");
            }
            assert_eq!(grid.around(filled[1]), 3, "a corner has the middle and two corners' neighbours");
            grid.clear(filled.iter().copied());
            assert!(grid.around.iter().all(|&count| count == 0), "{middle}");
        }
    }

    #[test]
    fn the_eight_around_are_the_same_inside_and_beyond() {
        let mut grid = Grid::new();
        for cell in [Cell::new(3, -7), Cell::new(HALF - 1, HALF - 1), Cell::new(500, 2)] {
            let (middle, around) = grid.spots(cell);
            assert_eq!(grid.find(cell), Some(middle));
            let north = Cell::new(cell.x, cell.y - 1);
            let south_west = Cell::new(cell.x - 1, cell.y + 1);
            assert_eq!((grid.find(north), grid.find(south_west)), (Some(around[0]), Some(around[5])));
        }
    }
}
