//! Where letters go: figures, icons and racers on the pieces that carry them.
//!
//! A letter must lie on its own segment, or it says something false; so a place is looked for among the segment's own
//! points, and what finds none is reported to be listed below the map. What must stay true: no letter covers another,
//! and the same scene puts every letter at the same place.

use super::raster::{Point, Raster, What};
use crate::model::Shape;

/// The points of the whole canvas that letters already take.
pub(super) struct Taken {
    width: i32,
    height: i32,
    points: Vec<bool>,
}

impl Taken {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width: width as i32, height: height as i32, points: vec![false; width * height] }
    }

    fn index(&self, (x, y): Point) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && x < self.width && y < self.height;
        inside.then(|| (y * self.width + x) as usize)
    }

    /// Whether a letter can stand here: inside, and no other does.
    fn free(&self, point: Point) -> bool {
        self.index(point).is_some_and(|index| !self.points[index])
    }

    fn take(&mut self, (x, y): Point, length: i32) {
        for offset in 0..length {
            if let Some(index) = self.index((x + offset, y)) {
                self.points[index] = true;
            }
        }
    }
}

/// Finds a place for `length` letters on segment `owner` and takes it; the place is on the canvas, the piece's corner
/// being at `corner`.
pub(super) fn place(
    raster: &Raster<'_>,
    owner: usize,
    shape: Shape,
    length: usize,
    corner: Point,
    taken: &mut Taken,
) -> Option<Point> {
    let length = i32::try_from(length).ok()?;
    let target = target(raster, owner, shape)?;
    let mut best: Option<(i32, Point)> = None;
    for (x, y) in raster.points() {
        let run = || (x..x + length).map(|x| (x, y));
        if x + length > raster.width || !run().all(|point| fits(raster, owner, shape, point)) {
            continue;
        }
        if !run().any(|point| raster.at(point).owner == Some(owner)) && shape != Shape::Site {
            continue;
        }
        if !run().all(|(x, y)| taken.free((corner.0 + x, corner.1 + y))) {
            continue;
        }
        let cost = cost(raster, owner, shape, (x, y), length, target)
            + [(x - 1, y), (x + length, y)]
                .into_iter()
                .filter(|&(x, y)| !taken.free((corner.0 + x, corner.1 + y)))
                .count() as i32
                * 20;
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, (x, y)));
        }
    }
    let (_, (x, y)) = best?;
    let found = (corner.0 + x, corner.1 + y);
    taken.take(found, length);
    Some(found)
}

impl Taken {
    /// Takes one point, for a sign that letters may not cover.
    pub(super) fn reserve(&mut self, point: Point) {
        self.take(point, 1);
    }
}

/// Takes a place for `length` letters that should stand at `wanted` on the canvas, moved west only as far as needed to
/// stay left of the column `limit`.
pub(super) fn place_at(wanted: Point, length: usize, limit: i32, taken: &mut Taken) -> Option<Point> {
    let length = i32::try_from(length).ok()?;
    let start = wanted.0.min(limit - length).max(0);
    if !(start..start + length).all(|x| taken.free((x, wanted.1))) {
        return None;
    }
    taken.take((start, wanted.1), length);
    Some((start, wanted.1))
}

/// Whether a letter of the segment may cover the point.
fn fits(raster: &Raster<'_>, owner: usize, shape: Shape, point: Point) -> bool {
    if raster.is_corner(point) {
        return false;
    }
    let spot = raster.at(point);
    let soft = matches!(spot.what, What::Ground | What::Nothing);
    match shape {
        Shape::Block | Shape::Ground => spot.owner == Some(owner),
        // Half of a pair of letters may hang over the ground beside the line.
        Shape::Line => spot.owner == Some(owner) || soft && !raster.on_lattice(point),
        Shape::Site => !raster.on_lattice(point) && (soft || spot.what == What::Block),
    }
}

/// The point near which letters of the segment look best, in doubled coordinates.
fn target(raster: &Raster<'_>, owner: usize, shape: Shape) -> Option<Point> {
    let own = |inner: bool| {
        raster.points().filter(move |&point| {
            raster.at(point).owner == Some(owner) && !raster.is_corner(point) && !(inner && raster.on_lattice(point))
        })
    };
    let mean = |inner: bool| {
        let (sum, count) =
            own(inner).fold(((0, 0), 0), |((x, y), count), point| ((x + point.0, y + point.1), count + 1));
        (count > 0).then(|| (2 * sum.0 / count, 2 * sum.1 / count))
    };
    match shape {
        Shape::Site => own(true).next().map(|(x, y)| (2 * x + 4, 2 * y)),
        _ => mean(true).or_else(|| mean(false)),
    }
}

fn cost(raster: &Raster<'_>, owner: usize, shape: Shape, (x, y): Point, length: i32, (tx, ty): Point) -> i32 {
    let mut cost = (2 * x + length - 1 - tx).abs() + 2 * (2 * y - ty).abs();
    for point in (x..x + length).map(|x| (x, y)) {
        let spot = raster.at(point);
        if raster.on_lattice(point) {
            cost += 200;
        }
        match spot.what {
            What::End | What::Slash(_) | What::Line(_, Some(_)) => cost += 100,
            // A corner or a junction says more than a straight piece.
            What::Line(arms, None) if !matches!(arms, 5 | 10) => cost += 30,
            _ => {}
        }
        if shape == Shape::Line && spot.owner != Some(owner) {
            cost += 2;
        }
    }
    if shape != Shape::Line {
        let beside = [(x - 1, y), (x + length, y)];
        cost += 3 * beside.into_iter().filter(|&point| raster.at(point).owner != Some(owner)).count() as i32;
    }
    cost
}
