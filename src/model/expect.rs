//! What published rules state of pieces, for `count` and `validate` to hold the data against.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Map;

/// What the published rules state of a start board.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectBoard {
    /// The board this is about; ignored where another is in play.
    #[schemars(regex(pattern = super::ID))]
    pub id: String,
    /// Columns and rows, in cells.
    #[schemars(inner(range(min = 1, max = 5)))]
    pub size: [u8; 2],
    /// Each of its sides.
    #[schemars(length(min = 1, max = 8))]
    pub sides: Vec<ExpectSide>,
    /// Whether its sides are drawn differently.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sides_differ: bool,
}

/// What the published rules state of one side of a start board.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectSide {
    /// The least and the greatest number of players it serves.
    #[schemars(inner(range(min = 1, max = 8)))]
    pub players: [u8; 2],
    /// Spaces of the race's course on it.
    #[schemars(range(min = 1, max = 1000))]
    pub spaces: u32,
    /// Cells beside it where a first tile may lie.
    #[schemars(range(min = 0, max = 100))]
    pub opening_cells: u32,
}

/// What the published rules state of a mouth.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectMouth {
    /// The mouth this is about; ignored where another is in play.
    #[schemars(regex(pattern = super::ID))]
    pub id: String,
    /// Each of its sides.
    #[schemars(length(min = 1, max = 8))]
    pub sides: Vec<ExpectPlaces>,
}

/// What the published rules state of one side of a mouth.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectPlaces {
    /// The least and the greatest number of players it serves.
    #[schemars(inner(range(min = 1, max = 8)))]
    pub players: [u8; 2],
    /// Points for the first place, the second, and so on.
    #[schemars(length(min = 1, max = 8), inner(range(min = 0, max = 1000)))]
    pub points: Vec<u32>,
}

/// What the published rules state of a tile set.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// The number of pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 1_000_000))]
    pub total: Option<u32>,
    /// The copies of each drawing, in the set's order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copies: Option<Vec<u32>>,
    /// Pieces that lie apart from the draw stack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart: Option<u32>,
    /// Pieces that draw another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws_double: Option<u32>,
    /// Pieces that lie on the table before the first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// Edges of each kind over all pieces.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "tallies")]
    pub edges: Map<u32>,
    /// Segments of each feature over all pieces.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "tallies")]
    pub segments: Map<u32>,
    /// Pieces that carry each feature.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "tallies")]
    pub tiles: Map<u32>,
    /// Borders of each ground over all pieces: one for each block that one of its segments borders.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "tallies")]
    pub borders: Map<u32>,
    /// Icons of each kind over all pieces.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "tallies")]
    pub icons: Map<u32>,
    /// The only kinds of edge its pieces have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only_edges: Vec<String>,
    /// The only features its pieces have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only_features: Vec<String>,
    /// Whether most drawings with several copies have several faces.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub varied: bool,
    /// Drawings that captions and examples prove.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<Show>,
}

pub(super) fn tallies(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": "object",
        "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 10_000_000 }
    })
}

/// A drawing that some face of the set must show.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Show {
    /// What it is, in words.
    pub what: String,
    /// The feature of the segment that shows it.
    #[schemars(regex(pattern = super::WORD))]
    pub feature: String,
    /// Where the fact comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The least number of ports the segment takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ports: Option<u32>,
    /// The least number of each icon on the segment.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "tallies")]
    pub icons: Map<u32>,
    /// The sum of all icons on the segment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<u32>,
    /// The least number of segments of each feature on the tile.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "tallies")]
    pub with: Map<u32>,
}
