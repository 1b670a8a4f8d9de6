//! Areas: blocks toward their edges, and the ground that floods what is left.
//!
//! What must stay true: ground that the data keeps apart is kept apart by something drawn, ground that is one is not cut
//! in two where there is room for a gap, and blocks that are not joined do not touch.

use std::collections::VecDeque;

use super::{Arms, FREE, Pitch, Point, Raster, Spot, What, toward};
use crate::geometry::{Port, Side};
use crate::model::Shape;
use crate::render::glyphs::{EAST_WEST, NORTH_SOUTH};

impl Raster<'_> {
    pub(super) fn blocks(&mut self) {
        let blocks: Vec<(usize, Vec<Option<Arms>>)> =
            self.of_shape(Shape::Block).map(|(owner, block)| (owner, self.arms(block))).collect();
        for (owner, by_cell) in &blocks {
            let owner = *owner;
            for (cell, arms) in by_cell.iter().enumerate() {
                let &Some(arms) = arms else { continue };
                let deep = arms.is_power_of_two() && self.parts_ground(cell, arms);
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
    pub(super) fn cut_off(&mut self) {
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
    pub(super) fn beside_lines(&self) -> Vec<Point> {
        let near = |(x, y): Point| {
            (-1..=1).any(|dy| (-1..=1).any(|dx| matches!(self.at((x + dx, y + dy)).what, What::Line(..))))
        };
        self.points()
            .filter(|&point| self.at(point).what == What::Block && !self.on_lattice(point) && near(point))
            .collect()
    }

    /// Gives the points of blocks beside a line to the ground where one and the same ground lies on both sides of them.
    pub(super) fn gaps(&mut self, mut points: Vec<Point>) {
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

    pub(super) fn flood(&mut self) {
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
            let lies = arms & EAST_WEST == EAST_WEST && (2 * down - full).abs() <= full / 4;
            let stands = arms & NORTH_SOUTH == NORTH_SOUTH && (2 * across - full).abs() <= full / 4;
            in_sector || lies || stands
        }
    }
}
