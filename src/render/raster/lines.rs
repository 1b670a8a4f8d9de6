//! Lines: those that run through a cell, bends that share one, dead ends, and bridges.
//!
//! What must stay true: a line reaches every port its data names, two lines that are not joined are not drawn joined
//! where the cell has room to show it, and a dead end stops in front of whatever it meets.

use super::{Arms, Point, Raster, Spot, What, bit, toward};
use crate::geometry::Side;
use crate::model::Shape;

/// A line with its arms in each cell of the piece, and how far it lies beside the middle.
struct Line {
    owner: usize,
    bridge: bool,
    arms: Vec<Option<Arms>>,
    shift: Point,
}

impl Raster<'_> {
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

    pub(super) fn through_lines(&mut self) {
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
                .filter(|(_, arms, _)| !arms.is_power_of_two())
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

    pub(super) fn dead_ends(&mut self) {
        for (owner, line) in self.of_shape(Shape::Line) {
            for (cell, arms) in self.arms(line).into_iter().enumerate() {
                let Some(arms) = arms.filter(|arms| arms.is_power_of_two()) else { continue };
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
}

/// Whether two lines are bends that share no side, such as N-W and E-S.
const fn back_to_back(a: Arms, b: Arms) -> bool {
    a & b == 0 && is_bend(a) && is_bend(b)
}

const fn is_bend(arms: Arms) -> bool {
    matches!(arms, 3 | 6 | 9 | 12)
}
