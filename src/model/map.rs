//! Maps: boards with a fixed grid on which tiles are laid, drawn as rows of text with a legend.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Map, Segment, Status};
use crate::geometry::{Cell, Side};

/// The sign in a row for "no square here"; every other sign stands in the legend.
pub const NO_SQUARE: char = ' ';

/// A board with a fixed grid (`kind = "map"`): its north-west sign is the cell (0,0).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapBoard {
    /// Says that this file is a map.
    #[schemars(extend("const" = "map"))]
    pub kind: String,
    /// The version of the file format.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// The map's name.
    #[schemars(regex(pattern = super::ID))]
    pub id: String,
    /// A title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How well the map is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The grid, a text for each row from the north and a sign for each square; a blank is no square.
    #[schemars(length(min = 1, max = 100), inner(length(max = 100)))]
    pub rows: Vec<String>,
    /// What each sign in the rows stands for.
    pub legend: Map<Square>,
    /// What is printed on edges of the border; an edge that is not listed is neutral: anything may run into it (A4.7).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1000))]
    pub border: Vec<BorderPrint>,
    /// The side on which its half squares lie: out of play, unless another map is laid over them (A6.4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half: Option<CompassSide>,
    /// How many of its start squares are used; all of them where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 20))]
    pub starts: Option<u32>,
    /// What the rules state of the map, to be held against what is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<ExpectMap>,
}

/// What a square is. A square with nothing said about it takes a tile and is nothing more.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "prints that may lie on one square together")]
pub struct Square {
    /// What it is in words, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A start square.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub start: bool,
    /// A small town, which a tile covers as any square (A4.5).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub town: bool,
    /// A place for a chip (A6.2).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub chip: bool,
    /// A place for a hidden tile, by the colour of its outline (A6.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = super::WORD))]
    pub hidden: Option<String>,
    /// Half of a square, at the dotted line along which two maps are joined (A6.4).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub half: bool,
    /// A square that lies apart from the others; it is no more than that (A4.15).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub island: bool,
    /// Water on which no tile may lie (A4.13); what lies beside it is closed as at the border.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wave: bool,
    /// A highlight on which no tile may lie; what lies beside it is closed as at the border (A4.14).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub highlight: bool,
    /// What is printed on a square of a large city: it takes no tile, and becomes one when a tile is laid beside the city
    /// (A4.4).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 64))]
    pub segments: Vec<Segment>,
}

/// A side of the compass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum CompassSide {
    /// North, toward the first row.
    N,
    /// East, toward the ends of the rows.
    E,
    /// South, toward the last row.
    S,
    /// West, toward the beginnings of the rows.
    W,
}

impl CompassSide {
    /// The side of a cell.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Self::N => Side::North,
            Self::E => Side::East,
            Self::S => Side::South,
            Self::W => Side::West,
        }
    }
}

/// A feature printed on an edge of the border: the tile that is laid there has to show it (A4.6).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BorderPrint {
    /// The square, column and row from 0.
    #[schemars(inner(range(min = 0, max = 99)))]
    pub square: [i32; 2],
    /// Its edge.
    pub side: CompassSide,
    /// What is printed.
    #[schemars(regex(pattern = super::WORD))]
    pub feature: String,
}

/// What the rules state of a map.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ExpectMap {
    /// Start squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1000))]
    pub starts: Option<u32>,
    /// Places for chips.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1000))]
    pub chips: Option<u32>,
    /// Places for hidden tiles, of all colours together.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1000))]
    pub hidden: Option<u32>,
    /// The colours of those places: each occurs, and no other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20), inner(regex(pattern = super::WORD)))]
    pub colours: Vec<String>,
    /// Places for hidden tiles by colour, where that is known.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "super::expect::tallies")]
    pub hidden_by_colour: Map<u32>,
    /// Squares on which no tile may lie because of water.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1000))]
    pub waves: Option<u32>,
    /// Squares that lie apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1000))]
    pub islands: Option<u32>,
}

impl Square {
    /// Whether a large city is printed on it.
    #[must_use]
    pub const fn is_printed(&self) -> bool {
        !self.segments.is_empty()
    }

    /// Whether it can never take a tile.
    #[must_use]
    pub const fn is_barred(&self) -> bool {
        self.wave || self.highlight
    }
}

impl MapBoard {
    /// Every square that the legend knows, in reading order: its cell, its sign and what it is.
    pub fn squares(&self) -> impl Iterator<Item = (Cell, char, &Square)> {
        self.signs().filter_map(|(cell, sign)| Some((cell, sign, self.square(sign)?)))
    }

    /// Every sign that is no blank, in reading order, with its cell.
    pub fn signs(&self) -> impl Iterator<Item = (Cell, char)> {
        self.rows.iter().zip(0..).flat_map(|(row, y)| {
            row.chars().zip(0..).filter(|(sign, _)| *sign != NO_SQUARE).map(move |(sign, x)| (Cell::new(x, y), sign))
        })
    }

    /// What a sign stands for.
    #[must_use]
    pub fn square(&self, sign: char) -> Option<&Square> {
        let mut bytes = [0; 4];
        self.legend.get(&*sign.encode_utf8(&mut bytes))
    }

    /// What lies on a cell, where a square the legend knows does.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<&Square> {
        let row = self.rows.get(usize::try_from(cell.y).ok()?)?;
        let sign = row.chars().nth(usize::try_from(cell.x).ok()?)?;
        if sign == NO_SQUARE { None } else { self.square(sign) }
    }

    /// By how much another map is moved so that its half squares come to lie on those of this one: the first of the one on
    /// the first of the other, in reading order. None where either has no half square.
    #[must_use]
    pub fn joined_at(&self, other: &Self) -> Option<Cell> {
        let first = |map: &Self| map.squares().find(|(_, _, square)| square.half).map(|(cell, ..)| cell);
        let (here, there) = (first(self)?, first(other)?);
        Some(Cell::new(here.x - there.x, here.y - there.y))
    }
}
