//! A map compiled: which squares there are, what is printed beside them, and where large cities, chips and hidden tiles lie.
//!
//! Two maps are joined here: half squares of both become squares, and half squares of one map alone are none (A6.4). What must
//! stay true: every cell has at most one square, and what a square wants of a tile never changes during a game.

use super::compile::{CompileError, Result, fail};
use super::piece::ClassId;
use super::scoring::FeatureId;
use crate::geometry::{Cell, Side};
use crate::model::{BorderPrint, BorderSite, MapBoard, Square};

/// What a cell of a map is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// No square, or one on which nothing may ever lie.
    #[default]
    Nothing,
    /// A square that takes a tile.
    Open,
    /// A square of the large city with this number.
    City(u16),
}

/// A cell of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MapSquare {
    /// What it is.
    pub ground: Ground,
    /// What is printed beside it, a byte a side from north: feature number + 1.
    pub edges: u32,
    /// 0xFF in the byte of each side beside which something is printed.
    pub mask: u32,
    /// The same for sides beside which a large city is printed.
    pub city_mask: u32,
}

/// A square of a large city.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedSquare {
    /// What is printed on it, a class without copies.
    pub class: ClassId,
    /// Where.
    pub cell: Cell,
}

/// A place for a hidden tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HiddenPlace {
    /// Where.
    pub cell: Cell,
    /// Its colour, by number among [`MapGrid::colours`].
    pub colour: u8,
}

/// The map that a game is played on.
#[derive(Clone, Debug, Default)]
pub struct MapGrid {
    /// The ids of the maps.
    pub names: Vec<String>,
    /// The north-west corner of the rectangle around all squares.
    pub low: Cell,
    /// Columns and rows of it.
    pub size: [u32; 2],
    squares: Vec<MapSquare>,
    /// The start squares, in reading order.
    pub starts: Vec<Cell>,
    /// How many of them are used.
    pub starts_used: usize,
    /// The large cities, each its squares in reading order.
    pub cities: Vec<Vec<PrintedSquare>>,
    /// The places for chips, in reading order; none where no chips are in play.
    pub chips: Vec<Cell>,
    /// The places for hidden tiles, in reading order; none where no chips are in play.
    pub hidden: Vec<HiddenPlace>,
    /// The colours of chips and hidden tiles, as the ruleset declares them.
    pub colours: Vec<String>,
    /// The small towns, which a tile covers as any square: for whoever draws the map (A4.5).
    pub towns: Vec<Cell>,
    /// What the border does for sites.
    pub border_site: BorderSite,
}

impl MapGrid {
    /// The index of a cell within the rectangle around all squares.
    #[must_use]
    pub const fn index(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (cell.x.wrapping_sub(self.low.x), cell.y.wrapping_sub(self.low.y));
        if x < 0 || y < 0 || x as u32 >= self.size[0] || y as u32 >= self.size[1] {
            return None;
        }
        Some(y as usize * self.size[0] as usize + x as usize)
    }

    /// What a cell is; outside of the map nothing.
    #[must_use]
    pub fn at(&self, cell: Cell) -> MapSquare {
        self.index(cell).and_then(|at| self.squares.get(at)).copied().unwrap_or_default()
    }

    /// The number of cells in the rectangle around all squares.
    #[must_use]
    pub fn area(&self) -> usize {
        self.squares.len()
    }

    /// Every cell of the rectangle with what it is, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, MapSquare)> {
        let width = self.size[0].max(1);
        self.squares.iter().zip(0_u32..).map(move |(square, at)| {
            (Cell::new(self.low.x + (at % width) as i32, self.low.y + (at / width) as i32), *square)
        })
    }
}

/// A square of one of the maps, moved to where it lies.
struct Placed<'a> {
    cell: Cell,
    sign: char,
    square: &'a Square,
    map: usize,
}

/// Compiles maps. `class_of` makes a class of what is printed on a square: the map's number, its sign, the square.
pub(super) fn map_of(
    maps: &[MapBoard],
    colours: Option<Vec<String>>,
    feature_of: impl Fn(&str) -> Option<FeatureId>,
    mut class_of: impl FnMut(usize, char, &Square) -> Result<(ClassId, u32)>,
) -> Result<MapGrid> {
    let offsets = offsets(maps)?;
    let placed = placed(maps, &offsets)?;
    let mut grid = MapGrid { names: maps.iter().map(|map| map.id.clone()).collect(), ..MapGrid::default() };
    let (xs, ys) = (placed.iter().map(|one| one.cell.x), placed.iter().map(|one| one.cell.y));
    let (Some(west), Some(east)) = (xs.clone().min(), xs.max()) else { return fail("the map has no square") };
    let (Some(north), Some(south)) = (ys.clone().min(), ys.max()) else { return fail("the map has no square") };
    grid.low = Cell::new(west, north);
    grid.size = [(east - west + 1) as u32, (south - north + 1) as u32];
    grid.squares = vec![MapSquare::default(); grid.size[0] as usize * grid.size[1] as usize];
    let plays_chips = colours.is_some();
    grid.colours = colours.unwrap_or_default();
    if grid.colours.len() > 250 {
        return fail("more colours of chips than a game can have");
    }
    let mut printed: Vec<(PrintedSquare, u32)> = Vec::new();
    let mut classes: Vec<(usize, char, ClassId, u32)> = Vec::new();
    for Placed { cell, sign, square, map } in &placed {
        if square.is_barred() {
            continue;
        }
        let ground = if square.is_printed() {
            let known = classes.iter().find(|(at, known, ..)| (at, known) == (map, sign)).copied();
            let (_, _, class, edges) = match known {
                Some(known) => known,
                None => {
                    let (class, edges) = class_of(*map, *sign, square)?;
                    classes.push((*map, *sign, class, edges));
                    (*map, *sign, class, edges)
                }
            };
            printed.push((PrintedSquare { class, cell: *cell }, edges));
            Ground::City(0)
        } else {
            Ground::Open
        };
        if let Some(at) = grid.index(*cell) {
            grid.squares[at].ground = ground;
        }
        if square.start {
            grid.starts.push(*cell);
        }
        if square.town {
            grid.towns.push(*cell);
        }
        if let Some(name) = square.hidden.as_ref().filter(|_| plays_chips) {
            let Some(colour) = grid.colours.iter().position(|known| known == name) else {
                return fail(format!("no chips are of the colour `{name}`"));
            };
            grid.hidden.push(HiddenPlace { cell: *cell, colour: colour as u8 });
        }
        // Nobody could ever take a chip from under a start tile.
        if square.chip && plays_chips && !square.start {
            grid.chips.push(*cell);
        }
    }
    group_cities(&mut grid, &printed);
    for (number, map) in maps.iter().enumerate() {
        for print in &map.border {
            border(&mut grid, print, offsets[number], &feature_of)?;
        }
    }
    // With another number in each map, each uses its own.
    let used = maps.iter().map(|map| {
        let drawn = map.squares().filter(|(_, _, square)| square.start).count();
        map.starts.map_or(drawn, |starts| starts as usize)
    });
    grid.starts_used = used.sum::<usize>().min(grid.starts.len());
    if grid.starts_used == 0 {
        return fail("the map has no start square");
    }
    Ok(grid)
}

/// By how much each map is moved.
fn offsets(maps: &[MapBoard]) -> Result<Vec<Cell>> {
    match maps {
        [_] => Ok(vec![Cell::default()]),
        [one, other] => match one.joined_at(other) {
            Some(by) => Ok(vec![Cell::default(), by]),
            None => fail(format!("`{}` and `{}` have no half squares to be joined by", one.id, other.id)),
        },
        _ => fail("more than two maps cannot be joined"),
    }
}

/// All squares of all maps, each cell once, in reading order: two halves are one square.
fn placed<'a>(maps: &'a [MapBoard], offsets: &[Cell]) -> Result<Vec<Placed<'a>>> {
    let mut all: Vec<Placed<'a>> = Vec::new();
    for (map, (board, by)) in maps.iter().zip(offsets).enumerate() {
        // A half square counts where the other map has one too, and that map's record goes with the first's.
        for (cell, sign, square) in board.squares() {
            let cell = cell.offset(*by);
            if square.half {
                let meets = maps.iter().zip(offsets).enumerate().any(|(other, (theirs, by))| {
                    other != map && theirs.at(Cell::new(cell.x - by.x, cell.y - by.y)).is_some_and(|square| square.half)
                });
                if !meets || map > 0 {
                    continue;
                }
            } else if all.iter().any(|one| one.cell == cell && one.map != map) {
                return fail(format!("two maps have a square at {cell}"));
            }
            all.push(Placed { cell, sign, square, map });
        }
    }
    all.sort_by_key(|one| (one.cell.y, one.cell.x));
    Ok(all)
}

/// Puts printed squares that lie side by side into one city, and tells the squares beside them what they show.
fn group_cities(grid: &mut MapGrid, printed: &[(PrintedSquare, u32)]) {
    let mut group: Vec<Option<usize>> = vec![None; printed.len()];
    for first in 0..printed.len() {
        if group[first].is_some() {
            continue;
        }
        let number = grid.cities.len();
        let mut wet = vec![first];
        group[first] = Some(number);
        while let Some(at) = wet.pop() {
            for side in Side::ALL {
                let beside = printed[at].0.cell.step(side);
                let next = printed.iter().position(|(square, _)| square.cell == beside);
                if let Some(next) = next.filter(|next| group[*next].is_none()) {
                    group[next] = Some(number);
                    wet.push(next);
                }
            }
        }
        let squares = printed.iter().zip(&group).filter(|(_, group)| **group == Some(number));
        grid.cities.push(squares.map(|((square, _), _)| *square).collect());
    }
    for ((square, edges), group) in printed.iter().zip(&group) {
        if let Some(at) = grid.index(square.cell) {
            grid.squares[at].ground = Ground::City(group.unwrap_or(0) as u16);
        }
        for side in Side::ALL {
            let Some(at) = grid.index(square.cell.step(side)) else { continue };
            if grid.squares[at].ground == Ground::Open {
                let (byte, back) = (8 * side.index(), 8 * side.opposite().index());
                grid.squares[at].edges |= ((edges >> byte) & 0xFF) << back;
                grid.squares[at].mask |= 0xFF << back;
                grid.squares[at].city_mask |= 0xFF << back;
            }
        }
    }
}

/// Notes a print on an edge of the border. One on a half square that is out of play is of no matter.
fn border(
    grid: &mut MapGrid,
    print: &BorderPrint,
    by: Cell,
    feature_of: impl Fn(&str) -> Option<FeatureId>,
) -> Result<()> {
    let feature = feature_of(&print.feature)
        .ok_or_else(|| CompileError::new(format!("no feature `{}` to be printed on a border", print.feature)))?;
    let cell = Cell::new(print.square[0], print.square[1]).offset(by);
    let side = print.side.side();
    if let Some(at) = grid.index(cell).filter(|at| grid.squares[*at].ground == Ground::Open) {
        let byte = 8 * side.index();
        grid.squares[at].edges = (grid.squares[at].edges & !(0xFF << byte)) | (u32::from(feature.0) + 1) << byte;
        grid.squares[at].mask |= 0xFF << byte;
    }
    Ok(())
}
