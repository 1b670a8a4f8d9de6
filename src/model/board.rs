//! Boards that lie on the table from the start, and the points a race's end pays.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Segment, Status};

/// A start board (`kind = "board"`): one piece of several cells, its north-west cell at (0,0).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Says that this file is a board.
    #[schemars(extend("const" = "board"))]
    pub kind: String,
    /// The version of the file format.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// The board's name.
    #[schemars(regex(pattern = super::ID))]
    pub id: String,
    /// A title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How well the board is known; a side's own status takes precedence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Columns and rows, in cells.
    #[schemars(inner(range(min = 1, max = 5)))]
    pub size: [u8; 2],
    /// Its sides, each for some numbers of players.
    #[schemars(length(min = 1, max = 8))]
    pub side: Vec<BoardSide>,
}

/// One side of a board.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardSide {
    /// The least and the greatest number of players it serves.
    #[schemars(inner(range(min = 1, max = 8)))]
    pub players: [u8; 2],
    /// Spaces of the race's course on it; the first is the source.
    #[schemars(range(min = 1, max = 1000))]
    pub spaces: u32,
    /// The number of cells beside it where a first tile may lie; checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 100))]
    pub opening_cells: Option<u32>,
    /// How well the drawing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What is drawn.
    #[schemars(length(max = 64))]
    pub segments: Vec<Segment>,
}

/// The points for the order of a race's end (`kind = "mouth"`).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mouth {
    /// Says that this file is a mouth.
    #[schemars(extend("const" = "mouth"))]
    pub kind: String,
    /// The version of the file format.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// The mouth's name.
    #[schemars(regex(pattern = super::ID))]
    pub id: String,
    /// A title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How well the points are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Its sides, each for some numbers of players.
    #[schemars(length(min = 1, max = 8))]
    pub side: Vec<MouthSide>,
}

/// One side of a mouth.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MouthSide {
    /// The least and the greatest number of players it serves.
    #[schemars(inner(range(min = 1, max = 8)))]
    pub players: [u8; 2],
    /// Points for the first place, the second, and so on.
    #[schemars(length(min = 1, max = 8), inner(range(min = 0, max = 1000)))]
    pub points: Vec<u32>,
    /// How well the points are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}
