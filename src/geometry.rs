//! Cells, sides, ports, rotations and footprints: the plane that tiles lie on.
//!
//! x grows east and y grows south; rotations are clockwise quarter turns. A *port* is one of the twelve places on a
//! cell's border where a segment can leave it, counted clockwise from the north-west corner:
//!
//! ```text
//!     NL N NR   EL E ER   SL S SR   WL W WR
//!      0 1  2    3 4  5    6 7  8    9 10 11
//! ```
//!
//! What must stay true: turning a port by a rotation and taking the port it meets across an edge commute, and both are
//! plain arithmetic on the number. This room knows nothing else of the program.

use std::fmt;

/// The largest coordinate a log may write, in cells from the origin: six digits (`formats.md`, section 3).
pub const MAX_COORDINATE: i32 = 999_999;

/// One square of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Cell {
    /// Columns east of the origin.
    pub x: i32,
    /// Rows south of the origin.
    pub y: i32,
}

impl Cell {
    /// The cell at column `x`, row `y`.
    #[must_use]
    #[inline]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The cell across the edge on `side`.
    #[must_use]
    #[inline]
    pub const fn step(self, side: Side) -> Self {
        const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        let (dx, dy) = STEPS[side as usize];
        Self::new(self.x + dx, self.y + dy)
    }

    /// The eight cells around this one, in reading order.
    #[must_use]
    #[inline]
    pub const fn surrounding(self) -> [Self; 8] {
        let Self { x, y } = self;
        [
            Self::new(x - 1, y - 1),
            Self::new(x, y - 1),
            Self::new(x + 1, y - 1),
            Self::new(x - 1, y),
            Self::new(x + 1, y),
            Self::new(x - 1, y + 1),
            Self::new(x, y + 1),
            Self::new(x + 1, y + 1),
        ]
    }

    /// This cell moved by the offset `by`.
    #[must_use]
    pub const fn offset(self, by: Self) -> Self {
        Self::new(self.x + by.x, self.y + by.y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// One of a cell's four edges, clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Side {
    /// The edge toward smaller y.
    North = 0,
    /// The edge toward larger x.
    East = 1,
    /// The edge toward larger y (downstream).
    South = 2,
    /// The edge toward smaller x.
    West = 3,
}

impl Side {
    /// All four, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The side with this number (taken modulo 4), clockwise from north.
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % 4]
    }

    /// The number of this side, 0 to 3.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side of the neighbouring cell that lies on the same edge.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_index(self as usize + 2)
    }

    /// Where this side of a drawing lies once the drawing is turned.
    #[must_use]
    #[inline]
    pub const fn turned(self, rotation: Rotation) -> Self {
        Self::from_index(self as usize + rotation.quarters() as usize)
    }

    /// The letter logs and messages use: `N`, `E`, `S` or `W`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }

    /// The word messages use: `north`, `east`, `south` or `west`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }
}

/// A clockwise turn by a number of quarters, 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Rotation(u8);

impl Rotation {
    /// The four rotations, least first.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// The rotation by `quarters` clockwise quarter turns (taken modulo 4).
    #[must_use]
    #[inline]
    pub const fn from_quarters(quarters: u8) -> Self {
        Self(quarters % 4)
    }

    /// The rotation by `degrees`, where that is 0, 90, 180 or 270.
    #[must_use]
    pub const fn from_degrees(degrees: i64) -> Option<Self> {
        match degrees {
            0 => Some(Self(0)),
            90 => Some(Self(1)),
            180 => Some(Self(2)),
            270 => Some(Self(3)),
            _ => None,
        }
    }

    /// How logs write it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["r0", "r90", "r180", "r270"][self.0 as usize]
    }

    /// Clockwise quarter turns, 0 to 3.
    #[must_use]
    #[inline]
    pub const fn quarters(self) -> u8 {
        self.0
    }

    /// Clockwise degrees: 0, 90, 180 or 270.
    #[must_use]
    pub const fn degrees(self) -> u16 {
        self.0 as u16 * 90
    }

    /// The turn that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self((4 - self.0) % 4)
    }

    /// This turn followed by `other`.
    #[must_use]
    pub const fn then(self, other: Self) -> Self {
        Self((self.0 + other.0) % 4)
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The written names of the twelve ports, by number.
pub const PORT_NAMES: [&str; 12] = ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"];

/// One of the twelve places on a cell's border where a segment can leave it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Port(u8);

impl Port {
    /// The twelve ports, clockwise from the north-west corner.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..12).map(Self)
    }

    /// The middle of the edge on `side`.
    #[must_use]
    #[inline]
    pub const fn middle(side: Side) -> Self {
        Self(side as u8 * 3 + 1)
    }

    /// The half of the edge on `side` that lies left (`L`) as seen from the cell's centre.
    #[must_use]
    #[inline]
    pub const fn left(side: Side) -> Self {
        Self(side as u8 * 3)
    }

    /// The half of the edge on `side` that lies right (`R`) as seen from the cell's centre.
    #[must_use]
    #[inline]
    pub const fn right(side: Side) -> Self {
        Self(side as u8 * 3 + 2)
    }

    /// The port numbered `index`, 0 to 11, clockwise from the north-west corner.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 12 { Some(Self(index as u8)) } else { None }
    }

    /// The port a word such as `NL` or `E` names.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        PORT_NAMES.iter().position(|name| *name == word).and_then(Self::from_index)
    }

    /// Its number, 0 to 11, clockwise from the north-west corner.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The edge it lies on.
    #[must_use]
    #[inline]
    pub const fn side(self) -> Side {
        Side::from_index(self.0 as usize / 3)
    }

    /// Whether it is the middle of its edge (and not a half-edge).
    #[must_use]
    #[inline]
    pub const fn is_middle(self) -> bool {
        self.0 % 3 == 1
    }

    /// The port of the neighbouring cell that it meets: middles meet, and left meets right.
    #[must_use]
    #[inline]
    pub const fn across(self) -> Self {
        Self((self.side().opposite() as u8) * 3 + 2 - self.0 % 3)
    }

    /// Where this port of a drawing lies once the drawing is turned.
    #[must_use]
    #[inline]
    pub const fn turned(self, rotation: Rotation) -> Self {
        Self((self.0 + rotation.quarters() * 3) % 12)
    }

    /// Its written name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        PORT_NAMES[self.0 as usize]
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The cells of a piece as it lies: a full rectangle, its cells lettered in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Footprint {
    /// Columns, at least 1.
    pub width: u8,
    /// Rows, at least 1.
    pub height: u8,
}

impl Footprint {
    /// The footprint of an ordinary tile.
    pub const SINGLE: Self = Self { width: 1, height: 1 };

    /// The number of cells.
    #[must_use]
    #[inline]
    pub const fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The footprint once turned.
    #[must_use]
    #[inline]
    pub const fn turned(self, rotation: Rotation) -> Self {
        if rotation.quarters().is_multiple_of(2) { self } else { Self { width: self.height, height: self.width } }
    }

    /// The offset of cell `index` (in reading order) from the north-west cell.
    ///
    /// # Panics
    /// Where `width` is 0.
    #[must_use]
    pub const fn offset(self, index: usize) -> Cell {
        Cell::new((index % self.width as usize) as i32, (index / self.width as usize) as i32)
    }

    /// The reading-order index of the cell at this offset from the north-west cell, where it is inside.
    #[must_use]
    pub const fn index_at(self, offset: Cell) -> Option<usize> {
        let (width, height) = (self.width as i32, self.height as i32);
        if offset.x < 0 || offset.y < 0 || offset.x >= width || offset.y >= height {
            return None;
        }
        Some((offset.y * width + offset.x) as usize)
    }

    /// Where cell `index` of the drawing comes to lie, as an index in reading order of the turned footprint.
    #[must_use]
    pub const fn turned_index(self, index: usize, rotation: Rotation) -> usize {
        let at = self.offset(index);
        let (w, h) = (self.width as i32, self.height as i32);
        let turned = match rotation.quarters() {
            0 => at,
            1 => Cell::new(h - 1 - at.y, at.x),
            2 => Cell::new(w - 1 - at.x, h - 1 - at.y),
            _ => Cell::new(at.y, w - 1 - at.x),
        };
        turned.y as usize * self.turned(rotation).width as usize + turned.x as usize
    }

    /// Whether the edge of cell `index` on `side` lies on the rim of the piece.
    #[must_use]
    pub const fn is_rim(self, index: usize, side: Side) -> bool {
        self.index_at(self.offset(index).step(side)).is_none()
    }

    /// The edges on the rim, clockwise from the north edge of the north-west cell.
    #[must_use]
    pub fn rim(self) -> Vec<(usize, Side)> {
        let (w, h) = (self.width as usize, self.height as usize);
        let north = (0..w).map(|x| (x, Side::North));
        let east = (0..h).map(|y| (y * w + w - 1, Side::East));
        let south = (0..w).rev().map(|x| ((h - 1) * w + x, Side::South));
        let west = (0..h).rev().map(|y| (y * w, Side::West));
        north.chain(east).chain(south).chain(west).collect()
    }
}

/// The letter of a cell of a piece: `a` for the first in reading order.
#[must_use]
pub const fn cell_letter(index: usize) -> char {
    (b'a' + (index % 26) as u8) as char
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_meet_across_edges_left_to_right() {
        let meets: Vec<_> = Port::all().map(|port| (port.name(), port.across().name())).collect();
        assert!(meets.contains(&("N", "S")) && meets.contains(&("NL", "SR")) && meets.contains(&("EL", "WR")));
        assert!(Port::all().all(|port| port.across().across() == port));
    }

    #[test]
    fn turning_commutes_with_crossing_an_edge() {
        for rotation in Rotation::ALL {
            for port in Port::all() {
                assert_eq!(port.turned(rotation).across(), port.across().turned(rotation));
                assert_eq!(port.turned(rotation).turned(rotation.inverse()), port);
            }
        }
    }

    #[test]
    fn a_turned_footprint_keeps_its_cells_and_its_rim() {
        let piece = Footprint { width: 2, height: 3 };
        for rotation in Rotation::ALL {
            let mut seen: Vec<_> = (0..6).map(|index| piece.turned_index(index, rotation)).collect();
            for (index, &at) in seen.iter().enumerate() {
                for side in Side::ALL {
                    let turned = piece.turned(rotation);
                    assert_eq!(piece.is_rim(index, side), turned.is_rim(at, side.turned(rotation)));
                }
            }
            seen.sort_unstable();
            assert_eq!(seen, [0, 1, 2, 3, 4, 5]);
        }
        assert_eq!(piece.rim().len(), 10);
    }

    #[test]
    fn a_quarter_turn_moves_the_first_cell_to_the_north_east() {
        let piece = Footprint { width: 1, height: 2 };
        let quarter = Rotation::from_quarters(1);
        assert_eq!((piece.turned_index(0, quarter), piece.turned_index(1, quarter)), (1, 0));
    }
}
