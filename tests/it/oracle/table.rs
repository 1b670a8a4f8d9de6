//! What lies on the oracle's table: pieces, the flood over their ports, and where a piece may lie.
//!
//! A cell knows its four neighbours, which never change once laid; everything else is found anew by whoever asks. What must
//! stay true: features come from flooding alone, and a placement is judged by looking at the table as it lies.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::map::{Cell, Map};
use super::rules::Rules;
use super::tiles::{Drawing, Segment, Tile};

/// A stretch of cells: its north-west and its south-east corner.
type Span = ((i32, i32), (i32, i32));

/// A segment on the table: all segments are numbered as they are laid.
pub(crate) type Node = usize;

/// The cell beyond an edge: north, east, south, west.
const BEYOND: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// The pieces on the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) pieces: Vec<Laid>,
    /// How far it reaches, where it ends.
    pub(crate) limit: Option<Limit>,
    /// The map below it.
    pub(crate) map: Option<Arc<Map>>,
    /// Squares of the map on which a tile lies face down.
    pub(crate) hidden: BTreeSet<Cell>,
    /// Squares of the map that take no tile any more.
    pub(crate) shut: BTreeSet<Cell>,
    /// Every segment: its piece and its index there.
    pub(crate) nodes: Vec<(usize, usize)>,
    spots: Vec<Spot>,
    at: BTreeMap<(i32, i32), usize>,
}

/// Where a table ends: the pieces may be moved on it as long as all of them still lie on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// Columns and rows that all pieces together may span.
    pub(crate) size: (i32, i32),
    /// Whether an edge that faces a cell out of reach is closed.
    pub(crate) closed: bool,
}

/// A piece as it lies.
#[derive(Clone, Debug)]
pub(crate) struct Laid {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) drawing: Arc<Drawing>,
    pub(crate) first_node: Node,
    first_spot: usize,
}

/// A covered cell.
#[derive(Clone, Debug)]
struct Spot {
    piece: usize,
    column: i32,
    row: i32,
    near: [Option<usize>; 4],
}

/// A feature: joined segments.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) feature: String,
    pub(crate) nodes: Vec<Node>,
    /// Whether a port of it leads to an empty cell, and one within reach where the table's end closes edges.
    pub(crate) open: bool,
}

/// All features of a table.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// Which group a node is in.
    pub(crate) of: Vec<usize>,
    pub(crate) list: Vec<Group>,
}

impl Table {
    /// A table with nothing on it.
    pub(crate) fn new(limit: Option<Limit>) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Lays a piece without asking whether it may lie there.
    pub(crate) fn lay(&mut self, drawing: &Arc<Drawing>, x: i32, y: i32) {
        let (piece, first_spot, first_node) = (self.pieces.len(), self.spots.len(), self.nodes.len());
        for (row, column) in (0..drawing.size.1).flat_map(|row| (0..drawing.size.0).map(move |column| (row, column))) {
            let new = self.spots.len();
            let cell = (x + column, y + row);
            let near = [0, 1, 2, 3].map(|edge| self.at.get(&beyond(cell, edge)).copied());
            for (edge, other) in near.iter().enumerate() {
                if let Some(other) = other {
                    self.spots[*other].near[(edge + 2) % 4] = Some(new);
                }
            }
            self.spots.push(Spot { piece, column, row, near });
            self.at.insert(cell, new);
        }
        self.nodes.extend((0..drawing.segments.len()).map(|segment| (piece, segment)));
        self.pieces.push(Laid { x, y, drawing: Arc::clone(drawing), first_node, first_spot });
    }

    /// The segment of a node.
    pub(crate) fn segment(&self, node: Node) -> &Segment {
        let (piece, segment) = self.nodes[node];
        &self.pieces[piece].drawing.segments[segment]
    }

    /// The cells a node covers.
    pub(crate) fn cells(&self, node: Node) -> impl Iterator<Item = (i32, i32)> {
        let piece = &self.pieces[self.nodes[node].0];
        self.segment(node).cells.iter().map(|(column, row)| (piece.x + column, piece.y + row))
    }

    /// Whether something lies on a cell.
    pub(crate) fn covered(&self, cell: (i32, i32)) -> bool {
        self.at.contains_key(&cell)
    }

    /// All features, by flooding from every segment over its ports.
    pub(crate) fn groups(&self) -> Groups {
        let (limit, span) = (self.limit.filter(|limit| limit.closed), self.span());
        let mut groups = Groups { of: vec![usize::MAX; self.nodes.len()], list: Vec::new() };
        for start in 0..self.nodes.len() {
            if groups.of[start] != usize::MAX {
                continue;
            }
            let number = groups.list.len();
            let feature = self.segment(start).feature.clone();
            let mut group = Group { feature, nodes: Vec::new(), open: false };
            groups.of[start] = number;
            let mut wet = vec![start];
            while let Some(node) = wet.pop() {
                group.nodes.push(node);
                for port in &self.segment(node).ports {
                    match self.across(node, *port) {
                        None => {
                            let cell = self.before(node, *port);
                            group.open |= limit.is_none_or(|limit| limit.takes(span, (cell, cell))) && !self.dead(cell);
                        }
                        Some(next) if groups.of[next] == usize::MAX => {
                            groups.of[next] = number;
                            wet.push(next);
                        }
                        Some(_) => {}
                    }
                }
            }
            groups.list.push(group);
        }
        groups
    }

    /// The north-west and south-east corner of all that lies there.
    fn span(&self) -> Option<Span> {
        let (xs, ys) = (self.at.keys().map(|(x, _)| *x), self.at.keys().map(|(_, y)| *y));
        Some(((xs.clone().min()?, ys.clone().min()?), (xs.max()?, ys.max()?)))
    }

    /// The empty cells that a feature leads to.
    pub(crate) fn beyond<'a>(&'a self, groups: &'a Groups, number: usize) -> impl Iterator<Item = (i32, i32)> + 'a {
        let ports = |node: &'a Node| self.segment(*node).ports.iter().map(|port| self.before(*node, *port));
        groups.list[number].nodes.iter().flat_map(ports).filter(|cell| !self.covered(*cell))
    }

    /// The cell a port of a node leads to.
    fn before(&self, node: Node, (column, row, port): (i32, i32, usize)) -> (i32, i32) {
        let piece = &self.pieces[self.nodes[node].0];
        beyond((piece.x + column, piece.y + row), port / 3)
    }

    /// The segment that meets a port of a node from the other side.
    fn across(&self, node: Node, (column, row, port): (i32, i32, usize)) -> Option<Node> {
        let piece = &self.pieces[self.nodes[node].0];
        let spot = &self.spots[piece.first_spot + (row * piece.drawing.size.0 + column) as usize];
        let other = &self.spots[spot.near[port / 3]?];
        let piece = &self.pieces[other.piece];
        let index = (other.row * piece.drawing.size.0 + other.column) as usize;
        Some(piece.first_node + piece.drawing.at[index][facing(port)]?)
    }

    /// The cells that ports of a feature lead into, and the port that continues each there.
    pub(crate) fn ends(&self, feature: &str) -> Vec<((i32, i32), usize)> {
        let mut ends = Vec::new();
        for node in (0..self.nodes.len()).filter(|node| self.segment(*node).feature == feature) {
            for port in &self.segment(node).ports {
                let cell = self.before(node, *port);
                if !self.covered(cell) {
                    ends.push((cell, facing(port.2)));
                }
            }
        }
        ends
    }

    /// Whether a piece may lie there, or why not.
    pub(crate) fn fits(
        &self,
        rules: &Rules,
        tile: &Tile,
        drawing: &Drawing,
        at: (i32, i32),
    ) -> Result<(), &'static str> {
        let (columns, rows) = drawing.size;
        let mut touches = false;
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let cell = (at.0 + column, at.1 + row);
            if self.covered(cell) {
                return Err("occupied");
            }
            for edge in 0..4 {
                let Some(other) = self.at.get(&beyond(cell, edge)) else { continue };
                let other = &self.spots[*other];
                touches = true;
                let theirs = self.pieces[other.piece].drawing.kind(other.column, other.row, (edge + 2) % 4);
                if drawing.kind(column, row, edge) != theirs {
                    return Err("edge mismatch");
                }
            }
        }
        if !touches {
            return Err("not adjacent");
        }
        self.on_map(drawing, at)?;
        let end = (at.0 + columns - 1, at.1 + rows - 1);
        if self.limit.is_some_and(|limit| !limit.takes(self.span(), (at, end))) {
            return Err("off the table");
        }
        if let Some(front) = &rules.front {
            if drawing.carries(front) {
                let (_, out) = self.continues(front, drawing, at).ok_or("not at the river's end")?;
                return if out == Some(2) { Ok(()) } else { Err("turns the river from downstream") };
            }
            let last = (0..self.nodes.len()).filter(|node| self.segment(*node).feature == *front);
            let last = last.flat_map(|node| self.cells(node)).map(|(_, y)| y).max();
            if last.is_some_and(|last| at.1 + rows - 1 > last) {
                return Err("ahead of the river");
            }
        }
        match rules.stacks.iter().find(|stack| stack.set == tile.set).and_then(|stack| stack.course.as_ref()) {
            Some(course) => self.follows(rules, course, drawing, at),
            None => Ok(()),
        }
    }

    /// Whether a piece continues a course, and does not turn it back.
    fn follows(&self, rules: &Rules, course: &str, drawing: &Drawing, at: (i32, i32)) -> Result<(), &'static str> {
        // The course so far: where it left the first piece, and how each further piece bends it.
        let mut path = Self::default();
        let (mut first, mut bend) = (None, 0);
        for piece in self.pieces.iter().filter(|piece| piece.drawing.carries(course)) {
            if path.pieces.is_empty() {
                first =
                    piece.drawing.segments.iter().filter(|one| one.feature == course).find_map(|one| one.ports.first());
            } else if let Some((inward, out)) = path.continues(course, &piece.drawing, (piece.x, piece.y)) {
                bend = out.map_or(0, |out| (out + 6 - inward) % 4);
            }
            path.lay(&piece.drawing, piece.x, piece.y);
        }
        let Some(first) = first.map(|(_, _, port)| port / 3) else { return Ok(()) };
        let (inward, out) = self.continues(course, drawing, at).ok_or("not at the river's end")?;
        let Some(out) = out else { return Ok(()) };
        let turn = (out + 6 - inward) % 4;
        match rules.option("river_bends") {
            "no_u_turn" | "never_back" if turn != 0 && turn == bend => Err("an immediate U-turn"),
            "never_back" if out == (first + 2) % 4 => Err("runs back"),
            _ => Ok(()),
        }
    }

    /// By which edge a piece would take a feature up at its open end, and by which it would leave the piece.
    fn continues(&self, feature: &str, drawing: &Drawing, at: (i32, i32)) -> Option<(usize, Option<usize>)> {
        for (cell, port) in self.ends(feature) {
            let entry = (cell.0 - at.0, cell.1 - at.1, port);
            let taken = drawing.segments.iter().find(|one| one.feature == feature && one.ports.contains(&entry));
            if let Some(segment) = taken {
                return Some((port / 3, segment.ports.iter().find(|port| **port != entry).map(|port| port.2 / 3)));
            }
        }
        None
    }

    /// All placements of a tile, by trying every cell around the table in every rotation.
    pub(crate) fn placements(&self, rules: &Rules, name: &str) -> Result<BTreeSet<(i32, i32, u16)>, String> {
        let (tile, face) = rules.face(name)?;
        let reach = face.turned[0].size.0.max(face.turned[0].size.1);
        let ((west, north), (east, south)) = self.span().unwrap_or_default();
        let (west, north, east, south) = (west - reach, north - reach, east + reach, south + reach);
        let mut found = BTreeSet::new();
        for (quarters, drawing) in (0u16..).zip(&face.turned) {
            for (x, y) in (west..=east).flat_map(|x| (north..=south).map(move |y| (x, y))) {
                if self.fits(rules, tile, drawing, (x, y)).is_ok() {
                    found.insert((x, y, quarters * 90));
                }
            }
        }
        Ok(found)
    }

    /// The closed groups of a feature that a ground segment borders.
    pub(crate) fn bordered<'a>(
        &'a self,
        groups: &'a Groups,
        node: Node,
        feature: &'a str,
    ) -> impl Iterator<Item = usize> + 'a {
        let piece = &self.pieces[self.nodes[node].0];
        let ground = self.segment(node);
        let blocks = piece.drawing.segments.iter().enumerate().filter(move |(_, block)| {
            block.feature == feature
                && match &ground.borders {
                    Some(ids) => ids.contains(&block.id),
                    None => ground.ports.iter().any(|(column, row, port)| {
                        // A left half ends at the corner with the edge before, a right half at the one with the next.
                        let edge = if port % 3 == 0 { port / 3 + 3 } else { port / 3 + 1 } % 4;
                        block.ports.contains(&(*column, *row, edge * 3 + 1))
                    }),
                }
        });
        blocks.map(|(index, _)| groups.of[piece.first_node + index]).filter(|number| !groups.list[*number].open)
    }
}

impl Limit {
    /// Whether all that lies there and a stretch of cells beside it, corner to corner, have room.
    fn takes(self, span: Option<Span>, ((west, north), (east, south)): Span) -> bool {
        let ((left, top), (right, bottom)) = span.unwrap_or(((west, north), (east, south)));
        let (columns, rows) = (right.max(east) - left.min(west) + 1, bottom.max(south) - top.min(north) + 1);
        columns <= self.size.0 && rows <= self.size.1
    }
}

pub(super) fn beyond((x, y): (i32, i32), edge: usize) -> (i32, i32) {
    (x + BEYOND[edge].0, y + BEYOND[edge].1)
}

/// The port that meets a port across an edge: middle meets middle, left meets right.
fn facing(port: usize) -> usize {
    (port / 3 + 2) % 4 * 3 + 2 - port % 3
}
