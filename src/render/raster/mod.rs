//! One piece as a grid of points: which segment owns each point, and what stands there.
//!
//! A cell is drawn on a lattice: its border points are shared with its neighbours, so that a road runs on from tile to
//! tile and a whole game fits a terminal. The order of drawing is the point of this file: lines that run through come
//! first, blocks leave a gap beside them (the ground that really lies there), sites look for a free place, dead ends
//! stop at whatever they meet, and the ground floods what is left from its own half-edges. What must stay true: the
//! ground of one side of a line never spills to the other, and any data at all gives some drawing.

mod areas;
mod lines;

use super::glyphs::Arms;
use super::scene::{DrawnSegment, Laid};
use crate::geometry::{Cell, Footprint, Side};
use crate::model::Shape;

/// How large a cell is drawn: the distance between neighbouring cells in columns and rows. Both are even (a
/// cell has a centre), and columns are about twice the rows, for a character is about twice as high as wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pitch {
    pub(super) x: i32,
    pub(super) y: i32,
}

impl Pitch {
    pub(super) const SMALL: Self = Self { x: 4, y: 2 };
    pub(super) const COMPACT: Self = Self { x: 6, y: 4 };
    pub(super) const MEDIUM: Self = Self { x: 8, y: 4 };
    pub(super) const LARGE: Self = Self { x: 12, y: 6 };
    pub(super) const HUGE: Self = Self { x: 16, y: 8 };
}

/// A point of the grid: columns east and rows south of the piece's north-west corner.
pub(super) type Point = (i32, i32);

/// What stands at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    Nothing,
    Ground,
    Block,
    Site,
    /// A line; where it passes over another, the index of that one.
    Line(Arms, Option<usize>),
    /// The end of one or more lines.
    End,
    /// Two bends back to back, in a cell too small to draw them apart.
    Slash(bool),
}

/// One point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    /// The index of the segment it belongs to.
    pub(super) owner: Option<usize>,
    pub(super) what: What,
}

const FREE: Spot = Spot { owner: None, what: What::Nothing };

/// A piece, drawn.
pub(super) struct Raster<'a> {
    laid: &'a Laid,
    pitch: Pitch,
    pub(super) width: i32,
    pub(super) height: i32,
    spots: Vec<Spot>,
}

fn toward(side: Side) -> Point {
    let step = Cell::new(0, 0).step(side);
    (step.x, step.y)
}

const fn bit(side: Side) -> Arms {
    1 << side.index()
}

impl<'a> Raster<'a> {
    pub(super) fn new(laid: &'a Laid, pitch: Pitch) -> Self {
        let width = i32::from(laid.footprint.width) * pitch.x + 1;
        let height = i32::from(laid.footprint.height) * pitch.y + 1;
        let spots = vec![FREE; width as usize * height as usize];
        let mut raster = Self { laid, pitch, width, height, spots };
        raster.through_lines();
        raster.blocks();
        raster.cut_off();
        let beside = raster.beside_lines();
        raster.sites();
        raster.dead_ends();
        raster.flood();
        raster.gaps(beside);
        raster
    }

    fn index(&self, (x, y): Point) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        inside.then(|| (y * self.width + x) as usize)
    }

    /// The point, or a free one outside the piece.
    pub(super) fn at(&self, point: Point) -> Spot {
        self.index(point).map_or(FREE, |index| self.spots[index])
    }

    fn set(&mut self, point: Point, spot: Spot) {
        if let Some(index) = self.index(point) {
            self.spots[index] = spot;
        }
    }

    /// All points in reading order.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }

    /// Whether the point lies on the border of its cell.
    pub(super) fn on_lattice(&self, (x, y): Point) -> bool {
        x % self.pitch.x == 0 || y % self.pitch.y == 0
    }

    /// Whether the point is a corner of a cell on the rim of the piece.
    pub(super) fn is_corner(&self, (x, y): Point) -> bool {
        x % self.pitch.x == 0 && y % self.pitch.y == 0 && self.on_rim((x, y))
    }

    /// Whether the point lies on the rim of the piece.
    pub(super) fn on_rim(&self, (x, y): Point) -> bool {
        x == 0 || y == 0 || x == self.width - 1 || y == self.height - 1
    }

    /// Whether the point is one of the four corners of the piece.
    pub(super) fn is_outer_corner(&self, (x, y): Point) -> bool {
        (x == 0 || x == self.width - 1) && (y == 0 || y == self.height - 1)
    }

    fn footprint(&self) -> Footprint {
        self.laid.footprint
    }

    fn origin(&self, cell: usize) -> Point {
        let at = self.footprint().offset(cell);
        (at.x * self.pitch.x, at.y * self.pitch.y)
    }

    pub(super) fn centre(&self, cell: usize) -> Point {
        let (x, y) = self.origin(cell);
        (x + self.pitch.x / 2, y + self.pitch.y / 2)
    }

    /// The point where the middle of the edge on `side` lies.
    fn port(&self, cell: usize, side: Side) -> Point {
        let ((x, y), (dx, dy)) = (self.centre(cell), toward(side));
        (x + dx * self.pitch.x / 2, y + dy * self.pitch.y / 2)
    }

    /// For each cell of the piece the sides through which the segment leaves it, on the rim or to another of its cells.
    fn arms(&self, segment: &DrawnSegment) -> Vec<Option<Arms>> {
        let cells = self.footprint().cells();
        let mut arms: Vec<Option<Arms>> = vec![None; cells];
        for &(cell, port) in segment.ports.iter().filter(|(cell, port)| *cell < cells && port.is_middle()) {
            *arms[cell].get_or_insert(0) |= bit(port.side());
        }
        for &cell in segment.over.iter().filter(|&&cell| cell < cells) {
            arms[cell].get_or_insert(0);
        }
        let footprint = self.footprint();
        let join = |arms: &mut Vec<Option<Arms>>, a: usize, b: usize| {
            let at = footprint.offset(a);
            let side = Side::ALL.into_iter().find(|&side| footprint.index_at(at.step(side)) == Some(b));
            if let Some(side) = side {
                *arms[a].get_or_insert(0) |= bit(side);
                *arms[b].get_or_insert(0) |= bit(side.opposite());
            }
            side.is_some()
        };
        let neighbours: Vec<(usize, usize)> = (0..cells)
            .filter(|&cell| arms[cell].is_some())
            .flat_map(|cell| {
                [Side::East, Side::South]
                    .into_iter()
                    .filter_map(move |side| Some((cell, footprint.index_at(footprint.offset(cell).step(side))?)))
            })
            .filter(|&(_, next)| arms[next].is_some())
            .collect();
        if segment.shape != Shape::Line {
            for (a, b) in neighbours {
                join(&mut arms, a, b);
            }
            return arms;
        }
        // A line takes one way from cell to cell, first through the cells in the order the data lists them.
        let listed: Vec<usize> = segment
            .over
            .iter()
            .copied()
            .chain(segment.ports.iter().map(|&(cell, _)| cell))
            .filter(|&cell| cell < cells)
            .collect();
        let mut group: Vec<usize> = (0..cells).collect();
        for (a, b) in listed.iter().copied().zip(listed.iter().copied().skip(1)).chain(neighbours) {
            let (from, to) = (group[b], group[a]);
            if from != to && join(&mut arms, a, b) {
                group.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
            }
        }
        arms
    }

    fn of_shape(&self, shape: Shape) -> impl Iterator<Item = (usize, &'a DrawnSegment)> + use<'a> {
        self.laid.segments.iter().enumerate().filter(move |(_, segment)| segment.shape == shape)
    }

    fn sides(arms: Arms) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |&side| arms & bit(side) != 0)
    }

    /// The points from the middle of an edge to the centre of the cell.
    fn inward(&self, cell: usize, side: Side) -> Vec<Point> {
        let ((x, y), (dx, dy)) = (self.port(cell, side), toward(side.opposite()));
        let steps = if dx == 0 { self.pitch.y / 2 } else { self.pitch.x / 2 };
        (0..=steps).map(|step| (x + dx * step, y + dy * step)).collect()
    }

    fn sites(&mut self) {
        for (owner, site) in self.of_shape(Shape::Site) {
            let cell = if site.cell < self.footprint().cells() { site.cell } else { 0 };
            let (cx, cy) = self.centre(cell);
            let (ox, oy) = self.origin(cell);
            let candidates = (1..self.pitch.y).flat_map(|y| (1..self.pitch.x).map(move |x| (ox + x, oy + y)));
            let place = candidates
                .filter(|&point| matches!(self.at(point).what, What::Nothing | What::Block))
                .min_by_key(|&(x, y)| {
                    let crowd = [(x - 1, y), (x + 1, y)].into_iter().filter(|&at| self.at(at).owner.is_some()).count();
                    let on_block = usize::from(self.at((x, y)).what == What::Block);
                    (on_block, (x - cx).abs() + 2 * (y - cy).abs() + crowd as i32, y, x)
                });
            if let Some(place) = place {
                self.set(place, Spot { owner: Some(owner), what: What::Site });
            }
        }
    }
}
