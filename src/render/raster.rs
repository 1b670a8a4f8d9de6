//! One piece as a grid of points: which segment owns each point, and what stands there.
//!
//! A cell is drawn on a lattice: its border points are shared with its neighbours, so that a road runs on from tile to
//! tile and a whole game fits a terminal. The order of drawing is the point of this file: lines that run through come
//! first, blocks leave a gap beside them (the ground that really lies there), sites look for a free place, dead ends
//! stop at whatever they meet, and the ground floods what is left from its own half-edges. What must stay true: the
//! ground of one side of a line never spills to the other, and any data at all gives some drawing.

use std::collections::VecDeque;

use super::glyphs::Arms;
use super::scene::{DrawnSegment, Laid};
use crate::geometry::{Cell, Footprint, Port, Side};
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

/// A line with its arms in each cell of the piece, and how far it lies beside the middle.
struct Line {
    owner: usize,
    bridge: bool,
    arms: Vec<Option<Arms>>,
    shift: Point,
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

    /// Adds arms of the line `owner` at a point; over another line it is a bridge.
    fn ink(&mut self, owner: usize, point: Point, arms: Arms) {
        let spot = match self.at(point) {
            Spot { owner: Some(same), what: What::Line(known, under) } if same == owner => {
                Spot { owner: Some(owner), what: What::Line(known | arms, under) }
            }
            Spot { owner: Some(other), what: What::Line(..) } => {
                Spot { owner: Some(owner), what: What::Line(arms, Some(other)) }
            }
            _ => Spot { owner: Some(owner), what: What::Line(arms, None) },
        };
        self.set(point, spot);
    }

    /// Draws a line along points that follow each other, entering the first one from `side`.
    fn stroke(&mut self, owner: usize, side: Side, path: &[Point]) {
        let mut from = Some(side);
        for (index, &(x, y)) in path.iter().enumerate() {
            let next = path.get(index + 1);
            let to = next.and_then(|&(nx, ny)| Side::ALL.into_iter().find(|&to| toward(to) == (nx - x, ny - y)));
            let arms = from.map_or(0, bit) | to.map_or(0, bit);
            self.ink(owner, (x, y), arms);
            from = to.map(Side::opposite);
        }
    }

    /// The points from the middle of an edge to the centre of the cell.
    fn inward(&self, cell: usize, side: Side) -> Vec<Point> {
        let ((x, y), (dx, dy)) = (self.port(cell, side), toward(side.opposite()));
        let steps = if dx == 0 { self.pitch.y / 2 } else { self.pitch.x / 2 };
        (0..=steps).map(|step| (x + dx * step, y + dy * step)).collect()
    }

    fn through_lines(&mut self) {
        let mut lines: Vec<Line> = Vec::new();
        for (owner, line) in self.of_shape(Shape::Line) {
            let arms = self.arms(line);
            // Two lines that follow the same way through a piece lie side by side, the later one toward its own bank.
            let along = |other: &Line| {
                (0..arms.len()).any(|cell| {
                    let shared = arms[cell].unwrap_or(0) & other.arms[cell].unwrap_or(0);
                    Self::sides(shared).any(|side| !self.footprint().is_rim(cell, side))
                })
            };
            let bank = line.ports.first().filter(|_| !line.bridge && lines.iter().any(along));
            let shift = bank.map_or((0, 0), |(_, port)| {
                let (dx, dy) = toward(port.side());
                (dx * (self.pitch.x / 4), dy * (self.pitch.y / 4))
            });
            lines.push(Line { owner, bridge: line.bridge, arms, shift });
        }
        lines.sort_by_key(|line| (line.bridge, line.owner));
        for cell in 0..self.footprint().cells() {
            let through: Vec<(usize, Arms, Point)> = lines
                .iter()
                .filter_map(|line| Some((line.owner, line.arms[cell]?, line.shift)))
                .filter(|(_, arms, _)| arms.count_ones() != 1)
                .collect();
            if let &[(first, a, _), (second, b, _)] = through.as_slice()
                && back_to_back(a, b)
            {
                self.bend(cell, first, a);
                self.bend(cell, second, b);
                continue;
            }
            for (owner, arms, shift) in through {
                for side in Self::sides(arms) {
                    self.stroke(owner, side, &self.lane(cell, side, shift));
                }
                if arms == 0 {
                    self.set(self.centre(cell), Spot { owner: Some(owner), what: What::End });
                }
            }
        }
    }

    /// The points from an edge to the centre of the cell, both moved by `shift`; the rim is left through its middle.
    fn lane(&self, cell: usize, side: Side, (sx, sy): Point) -> Vec<Point> {
        let (dx, dy) = toward(side);
        let straight = self.inward(cell, side);
        if (sx, sy) == (0, 0) {
            return straight;
        }
        if !self.footprint().is_rim(cell, side) {
            // Along the shift the way gets longer or shorter, across it all of it moves.
            let (ax, ay) = (sx * (1 - dx.abs()), sy * (1 - dy.abs()));
            let mut path: Vec<Point> = straight.into_iter().map(|(x, y)| (x + ax, y + ay)).collect();
            if let Some(&(x, y)) = path.last() {
                path.extend(
                    (1..=(sx * dx * dx).abs() + (sy * dy * dy).abs())
                        .map(|step| (x + sx.signum() * step * dx.abs(), y + sy.signum() * step * dy.abs())),
                );
            }
            return path;
        }
        let (cx, cy) = self.centre(cell);
        let end = (cx + sx, cy + sy);
        let mut path: Vec<Point> = straight.into_iter().take_while(|&point| point != end).collect();
        if path.last() == Some(&(cx, cy)) {
            path.extend((1..sx.abs().max(sy.abs())).map(|step| (cx + sx.signum() * step, cy + sy.signum() * step)));
        }
        path.push(end);
        path
    }

    /// A bend that leaves the centre free for the one behind it.
    fn bend(&mut self, cell: usize, owner: usize, arms: Arms) {
        let vertical = if arms & bit(Side::North) != 0 { Side::North } else { Side::South };
        let across = if arms & bit(Side::East) != 0 { Side::East } else { Side::West };
        let (down, along) = (self.inward(cell, vertical), self.inward(cell, across));
        if self.pitch.y < 4 {
            let rising = (vertical == Side::North) == (across == Side::West);
            self.stroke(owner, vertical, &down[..down.len() - 1]);
            self.stroke(owner, across, &along[..along.len() - 1]);
            self.set(self.centre(cell), Spot { owner: Some(owner), what: What::Slash(rising) });
            return;
        }
        let (x, y) = self.centre(cell);
        let ((ax, _), (_, dy)) = (toward(across), toward(vertical));
        let mut path = down[..down.len() - 1].to_vec();
        path.extend([(x + ax, y + dy), (x + 2 * ax, y + dy)]);
        path.extend(along[..along.len() - 2].iter().rev());
        self.stroke(owner, vertical, &path);
        // The last point leaves through the edge.
        self.ink(owner, self.port(cell, across), bit(across));
    }

    fn blocks(&mut self) {
        let blocks: Vec<(usize, Vec<Option<Arms>>)> =
            self.of_shape(Shape::Block).map(|(owner, block)| (owner, self.arms(block))).collect();
        for (owner, by_cell) in &blocks {
            let owner = *owner;
            for (cell, arms) in by_cell.iter().enumerate() {
                let &Some(arms) = arms else { continue };
                let deep = arms.count_ones() == 1 && self.parts_ground(cell, arms);
                // Blocks whose edges are neighbours keep clear of the diagonal between them.
                let around = (arms << 1 | arms >> 3 | arms >> 1 | arms << 3) & 15 & !arms;
                let crowded =
                    blocks.iter().any(|(other, by_cell)| *other != owner && by_cell[cell].unwrap_or(0) & around != 0);
                let (ox, oy) = self.origin(cell);
                for y in 0..=self.pitch.y {
                    for x in 0..=self.pitch.x {
                        let point = (ox + x, oy + y);
                        if self.at(point).owner.is_none() && in_block(self.pitch, arms, crowded, deep, (x, y)) {
                            self.set(point, Spot { owner: Some(owner), what: What::Block });
                        }
                    }
                }
            }
        }
    }

    /// Takes back what a line cuts off from a block's edges on the rim: on a piece of several cells a block may follow
    /// one bank of a line only.
    fn cut_off(&mut self) {
        for (owner, block) in self.of_shape(Shape::Block) {
            let cells = self.footprint().cells();
            let rim = block.ports.iter().filter(|(cell, port)| *cell < cells && port.is_middle());
            let mut reached: Vec<Point> = Vec::new();
            for &(cell, port) in rim {
                let edge = [Port::left(port.side()), Port::right(port.side())];
                reached.extend(edge.into_iter().flat_map(|half| self.half_edge(cell, half)));
            }
            if reached.is_empty() {
                continue;
            }
            let own = |raster: &Self, point: Point| raster.at(point) == Spot { owner: Some(owner), what: What::Block };
            let mut kept = vec![false; self.spots.len()];
            while let Some((x, y)) = reached.pop() {
                let Some(index) = self.index((x, y)).filter(|_| own(self, (x, y))) else { continue };
                if !std::mem::replace(&mut kept[index], true) {
                    reached.extend(Side::ALL.into_iter().map(toward).map(|(dx, dy)| (x + dx, y + dy)));
                }
            }
            for point in self.points() {
                let lost = own(self, point) && !self.index(point).is_some_and(|index| kept[index]);
                if lost && !self.is_corner(point) {
                    self.set(point, FREE);
                }
            }
        }
    }

    /// Whether the ground on the two sides of a block's only edge in this cell is not the same: then the block reaches
    /// to whatever is behind it, and parts them.
    fn parts_ground(&self, cell: usize, arms: Arms) -> bool {
        let Some(side) = Self::sides(arms).next() else { return false };
        let ground = |cell: usize, port: Port| {
            self.of_shape(Shape::Ground)
                .find(|(_, ground)| ground.ports.contains(&(cell, port)))
                .map(|(owner, _)| owner)
        };
        let rim = self.footprint().rim();
        let Some(index) = rim.iter().position(|&edge| edge == (cell, side)) else { return false };
        let (before_cell, before_side) = rim[(index + rim.len() - 1) % rim.len()];
        let (after_cell, after_side) = rim[(index + 1) % rim.len()];
        let before = ground(before_cell, Port::right(before_side));
        let after = ground(after_cell, Port::left(after_side));
        before.is_some() && after.is_some() && before != after
    }

    /// The points of blocks right beside lines that run through.
    fn beside_lines(&self) -> Vec<Point> {
        let near = |(x, y): Point| {
            (-1..=1).any(|dy| (-1..=1).any(|dx| matches!(self.at((x + dx, y + dy)).what, What::Line(..))))
        };
        self.points()
            .filter(|&point| self.at(point).what == What::Block && !self.on_lattice(point) && near(point))
            .collect()
    }

    /// Gives the points of blocks beside a line to the ground where one and the same ground lies on both sides of them.
    fn gaps(&mut self, mut points: Vec<Point>) {
        while let Some(start) = points.pop() {
            let mut patch = vec![start];
            let mut grounds: Vec<usize> = Vec::new();
            let mut next = 0;
            while let Some(&(x, y)) = patch.get(next) {
                next += 1;
                for side in Side::ALL {
                    let (dx, dy) = toward(side);
                    let here = (x + dx, y + dy);
                    if let Some(index) = points.iter().position(|&point| point == here) {
                        patch.push(points.swap_remove(index));
                    } else if let Spot { owner: Some(owner), what: What::Ground } = self.at(here)
                        && !grounds.contains(&owner)
                    {
                        grounds.push(owner);
                    }
                }
            }
            if let &[ground] = grounds.as_slice() {
                for point in patch {
                    self.set(point, Spot { owner: Some(ground), what: What::Ground });
                }
            }
        }
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

    fn dead_ends(&mut self) {
        for (owner, line) in self.of_shape(Shape::Line) {
            for (cell, arms) in self.arms(line).into_iter().enumerate() {
                let Some(arms) = arms.filter(|arms| arms.count_ones() == 1) else { continue };
                let Some(side) = Self::sides(arms).next() else { continue };
                if line.bridge {
                    self.bridge_head(owner, cell, side);
                } else {
                    self.dead_end(owner, cell, side);
                }
            }
        }
    }

    fn dead_end(&mut self, owner: usize, cell: usize, side: Side) {
        let whole = self.inward(cell, side);
        let taken = |point: &Point| self.at(*point).owner.is_some_and(|other| other != owner);
        let free = whole.iter().skip(1).position(taken).map_or(whole.len(), |index| index + 1);
        self.stroke(owner, side, &whole[..free]);
        if free == whole.len() {
            self.set(self.centre(cell), Spot { owner: Some(owner), what: What::End });
        }
    }

    /// A line with one end that crosses others on its way: on to the block or site beyond them.
    fn bridge_head(&mut self, owner: usize, cell: usize, side: Side) {
        let mut path = self.inward(cell, side);
        let inward = path.len();
        path.extend(self.inward(cell, side.opposite()).into_iter().rev().skip(1));
        let solid = |point: &Point| matches!(self.at(*point).what, What::Block | What::Site | What::End);
        let crosses = |point: &Point| matches!(self.at(*point).what, What::Line(..));
        let end = match path.iter().skip(1).position(solid) {
            Some(index) => index + 1,
            None => path.iter().rposition(crosses).map_or(inward, |index| (index + 2).min(path.len() - 1)),
        };
        let stops = path.get(end).is_some_and(solid);
        self.stroke(owner, side, &path[..end]);
        let last = path[end - 1];
        if !stops && !matches!(self.at(last).what, What::Line(_, Some(_))) {
            self.set(last, Spot { owner: Some(owner), what: What::End });
        }
    }

    fn flood(&mut self) {
        let mut queue = VecDeque::new();
        let mut enclosed = Vec::new();
        for (owner, ground) in self.of_shape(Shape::Ground) {
            let ports =
                ground.ports.iter().filter(|(cell, port)| *cell < self.footprint().cells() && !port.is_middle());
            let seeds: Vec<Point> = ports.flat_map(|&(cell, port)| self.half_edge(cell, port)).collect();
            if seeds.is_empty() {
                enclosed.push(owner);
            }
            for seed in seeds {
                self.seed(owner, seed, &mut queue);
            }
        }
        self.spread(&mut queue);
        // Ground that reaches no edge takes what no other ground could reach.
        for owner in enclosed {
            let free = self.points().find(|&point| self.at(point).owner.is_none() && !self.on_rim(point));
            if let Some(point) = free {
                self.seed(owner, point, &mut queue);
                self.spread(&mut queue);
            }
        }
    }

    fn half_edge(&self, cell: usize, port: Port) -> Vec<Point> {
        let side = port.side();
        let ((x, y), (dx, dy)) = (self.port(cell, side), toward(Side::from_index(side.index() + 1)));
        // Clockwise along the edge is to the right as seen from the centre.
        let sign = if port == Port::left(side) { -1 } else { 1 };
        let steps = if dx == 0 { self.pitch.y / 2 } else { self.pitch.x / 2 };
        (0..steps).map(|step| (x + dx * step * sign, y + dy * step * sign)).collect()
    }

    fn seed(&mut self, owner: usize, point: Point, queue: &mut VecDeque<Point>) {
        if self.index(point).is_some() && self.at(point).owner.is_none() {
            self.set(point, Spot { owner: Some(owner), what: What::Ground });
            queue.push_back(point);
        }
    }

    fn spread(&mut self, queue: &mut VecDeque<Point>) {
        while let Some((x, y)) = queue.pop_front() {
            let Some(owner) = self.at((x, y)).owner else { continue };
            for side in Side::ALL {
                let (dx, dy) = toward(side);
                let next = (x + dx, y + dy);
                if !self.is_corner(next) {
                    self.seed(owner, next, queue);
                }
            }
        }
    }
}

/// Whether two lines are bends that share no side, such as N-W and E-S.
const fn back_to_back(a: Arms, b: Arms) -> bool {
    a & b == 0 && is_bend(a) && is_bend(b)
}

const fn is_bend(arms: Arms) -> bool {
    matches!(arms, 3 | 6 | 9 | 12)
}

/// Whether a block with these arms covers a point of its cell: the triangles toward its edges, up to the centre where it
/// has several, and only a part of the way where it has one. In a cell with another block it keeps clear of the
/// diagonals, so that separate blocks stay apart.
fn in_block(pitch: Pitch, arms: Arms, crowded: bool, deep: bool, (x, y): Point) -> bool {
    let (across, down, full) = (x * pitch.y, y * pitch.x, pitch.x * pitch.y);
    let distances = [down, full - across, full - down, across];
    let nearest = distances.into_iter().min().unwrap_or(0);
    let margin = if crowded && nearest > 0 { full / 8 } else { 0 };
    let in_sector = (0..4).all(|side| arms & (1 << side) != 0 || distances[side] > nearest + margin);
    match arms.count_ones() {
        0 => 2 * down == full && (2 * across - full).abs() <= full / 2,
        1 => in_sector && (deep || 4 * nearest <= full),
        _ => {
            let lies = arms & 10 == 10 && (2 * down - full).abs() <= full / 4;
            let stands = arms & 5 == 5 && (2 * across - full).abs() <= full / 4;
            in_sector || lies || stands
        }
    }
}
