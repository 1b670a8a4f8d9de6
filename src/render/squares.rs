//! The squares of a map that no piece covers yet: their corners, what lies or is printed on them, and the prints of the border.
//!
//! What must stay true: a square is told from the cells around the map by its corners, in every size.

use super::canvas::Ink;
use super::glyphs::{EAST_WEST, NORTH_SOUTH};
use super::picture::Painter;
use super::scene::DrawnSquare;
use crate::geometry::Side;
use crate::model::Shape;

impl Painter<'_> {
    /// The same with squares drawn below everything else.
    pub(super) fn on_squares(mut self, squares: &[DrawnSquare]) -> Self {
        let window = self.window;
        for square in squares.iter().filter(|square| window.meets(square.cell, 1, 1)) {
            let (x, y) = self.corner(square.cell);
            let (east, south) = (x + self.pitch.x, y + self.pitch.y);
            let middle = (x + self.pitch.x / 2, y + self.pitch.y / 2);
            for point in [(x, y), (east, y), (x, south), (east, south)] {
                self.picture.canvas.put(point, self.glyphs.corner(), Ink::Faint);
            }
            if let Some((label, meaning)) = &square.label {
                self.picture.canvas.write((middle.0 - i32::from(label.len() > 1), middle.1), label, Ink::Site);
                self.picture.used.squares.insert((label.clone(), meaning.clone()));
            }
            for (side, feature) in &square.prints {
                self.print(*side, feature, (x, y), middle);
            }
        }
        self
    }

    /// A print of the border: a line as one that comes in there, anything else along the edge.
    fn print(&mut self, side: Side, feature: &str, (x, y): (i32, i32), middle: (i32, i32)) {
        let shape = self.glyphs.shape(feature);
        let (glyph, ink) = match (shape, side) {
            (Some(Shape::Line), Side::North | Side::South) => {
                (self.glyphs.line(feature, NORTH_SOUTH), Ink::Line(self.glyphs.rank(feature)))
            }
            (Some(Shape::Line), _) => (self.glyphs.line(feature, EAST_WEST), Ink::Line(self.glyphs.rank(feature))),
            (Some(Shape::Ground), _) => (self.glyphs.ground(feature), Ink::Ground),
            _ => (self.glyphs.block(feature), Ink::Block),
        };
        self.picture.used.features.insert(feature.to_owned());
        let wide = shape != Some(Shape::Line);
        let across = if wide { (self.pitch.x / 2 - 1).max(0) } else { 0 };
        let along = if wide { (self.pitch.y / 2 - 1).max(0) } else { 0 };
        match side {
            Side::North => (-across..=across).for_each(|by| self.picture.canvas.put((middle.0 + by, y), glyph, ink)),
            Side::South => {
                let edge = y + self.pitch.y;
                (-across..=across).for_each(|by| self.picture.canvas.put((middle.0 + by, edge), glyph, ink));
            }
            Side::West => (-along..=along).for_each(|by| self.picture.canvas.put((x, middle.1 + by), glyph, ink)),
            Side::East => {
                let edge = x + self.pitch.x;
                (-along..=along).for_each(|by| self.picture.canvas.put((edge, middle.1 + by), glyph, ink));
            }
        }
    }
}
