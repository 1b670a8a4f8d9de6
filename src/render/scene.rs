//! What is to be drawn, as plain data: pieces as they lie, players, marks, and the words of the game.
//!
//! These types know nothing of the rules engine. Whoever has a table, a tile or a broken file fills them, and the
//! drawing never asks back. What must stay true: every port and cell here is *as the piece lies* (already turned), and
//! nothing a caller puts in - a cell outside its piece, a feature that no one declared - makes the drawing fail; what
//! cannot be drawn is left out or listed below the map.

use crate::geometry::{Cell, Footprint, Port, Rotation, Side};
use crate::model::{Ruleset, Shape};

/// The words of a game in the order it declares them; glyphs and letters are chosen by that order, so that a feature
/// looks the same on every map of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// The features and how each takes its ports.
    pub features: Vec<(String, Shape)>,
    /// The feature that holds everything else back, if the game has one; it is drawn as a double line.
    pub front: Option<String>,
    /// The icons.
    pub icons: Vec<String>,
    /// The kinds of figure.
    pub figures: Vec<String>,
}

impl Vocabulary {
    /// The words `ruleset` declares.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> Self {
        Self {
            features: ruleset.features.iter().map(|(name, feature)| (name.clone(), feature.shape)).collect(),
            front: ruleset.front.as_ref().map(|front| front.feature.clone()),
            icons: ruleset.icons.keys().cloned().collect(),
            figures: ruleset.figures.keys().cloned().collect(),
        }
    }

    /// How the feature called `name` takes its ports, where it is declared.
    #[must_use]
    pub fn shape(&self, name: &str) -> Option<Shape> {
        self.features.iter().find(|(known, _)| known == name).map(|(_, shape)| *shape)
    }
}

/// A table to draw.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The words of the game.
    pub words: Vocabulary,
    /// The players in seat order; figures and racers refer to them by index.
    pub players: Vec<String>,
    /// The pieces, in the order they were laid.
    pub pieces: Vec<Laid>,
    /// Squares of a map on which no piece lies.
    pub squares: Vec<DrawnSquare>,
    /// Cells to point out.
    pub marks: Vec<Mark>,
    /// The kind of figure that races, where there is a race.
    pub racer: Option<String>,
}

/// A piece as it lies.
#[derive(Clone, Debug)]
pub struct Laid {
    /// Its north-west cell.
    pub cell: Cell,
    /// The cells it covers, as it lies.
    pub footprint: Footprint,
    /// Its name with its face, such as `T13b`.
    pub name: String,
    /// How it is turned; only told in words, the ports below are turned already.
    pub rotation: Rotation,
    /// Whether it was laid last.
    pub last: bool,
    /// What is drawn on it.
    pub segments: Vec<DrawnSegment>,
    /// The index of the segment along which the race runs, where it carries spaces.
    pub course: Option<usize>,
    /// The spaces of the race on it, upstream first.
    pub spaces: Vec<Space>,
}

/// A segment as it lies.
#[derive(Clone, Debug)]
pub struct DrawnSegment {
    /// Its name on its tile.
    pub id: String,
    /// The feature it is a part of.
    pub feature: String,
    /// How that feature takes its ports.
    pub shape: Shape,
    /// The ports it takes, each with the reading-order index of its cell.
    pub ports: Vec<(usize, Port)>,
    /// Further cells it covers.
    pub over: Vec<usize>,
    /// The cell a site stands in.
    pub cell: usize,
    /// Whether it passes over others.
    pub bridge: bool,
    /// Its icons, and how many of each.
    pub icons: Vec<(String, u32)>,
    /// The figures on it.
    pub figures: Vec<Figure>,
}

/// A figure on a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The index of its player.
    pub player: usize,
    /// Its kind, as the ruleset calls it.
    pub kind: String,
}

/// A space of the race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Its number; the source is 1.
    pub number: u32,
    /// The players whose racers stand on it.
    pub racers: Vec<usize>,
}

/// A square of a map on which no piece lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnSquare {
    /// Where.
    pub cell: Cell,
    /// Up to two characters in its middle, and what they mean.
    pub label: Option<(String, String)>,
    /// What is printed on edges of the border.
    pub prints: Vec<(Side, String)>,
}

/// A place to point out.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Its north-west cell.
    pub cell: Cell,
    /// The cells it covers.
    pub footprint: Footprint,
    /// What it means.
    pub kind: MarkKind,
    /// A few characters to write into it; cut to what fits.
    pub label: String,
    /// Edges that do not fit, each with the index of its cell.
    pub clashes: Vec<(usize, Side)>,
}

/// What a mark means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkKind {
    /// A move tried to lay a piece here.
    Tried,
    /// A piece could lie here.
    Candidate,
}
