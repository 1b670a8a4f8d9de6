//! Tile sets: drawings, their faces and their copies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Map, Status};

/// A set of tiles (`kind = "tileset"`).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tileset {
    /// Says that this file is a tile set.
    #[schemars(extend("const" = "tileset"))]
    pub kind: String,
    /// The version of the file format.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// The set's name, by which a ruleset's `expect` refers to it.
    #[schemars(regex(pattern = super::ID))]
    pub id: String,
    /// A title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How well the set is known; a tile's own status takes precedence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The number of pieces in the set; checked against the counts below.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub total: u32,
    /// The drawings.
    #[serde(default)]
    #[schemars(length(max = 20_000))]
    pub tile: Vec<Tile>,
}

/// One drawing.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// The name logs use.
    #[schemars(regex(pattern = super::TILE_ID), length(max = 32))]
    pub id: String,
    /// The number of copies.
    #[schemars(range(min = 0, max = 100_000))]
    pub count: u32,
    /// A title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How well the drawing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Whether it is followed at once by a piece that lies apart from the stack.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draws_double: bool,
    /// Whether its copies lie beside the draw stack.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
    /// Columns and rows, in cells; one cell where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 1, max = 5)))]
    pub size: Option<[u8; 2]>,
    /// What is drawn.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub segments: Vec<Segment>,
    /// The printings; one plain face where left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 64))]
    pub faces: Vec<Face>,
}

/// The part of a feature that lies on one piece.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// The name of the segment on its tile.
    #[schemars(regex(pattern = super::PART_ID), length(max = 16))]
    pub id: String,
    /// The feature it is a part of, as the ruleset declares it.
    #[schemars(regex(pattern = super::WORD))]
    pub feature: String,
    /// The ports it takes, between blanks; none for a site or for enclosed ground.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = super::PORTS))]
    pub at: Option<String>,
    /// Further cells of the piece it covers, between blanks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = super::CELLS))]
    pub over: Option<String>,
    /// The cell of the piece a site stands in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = super::CELL))]
    pub cell: Option<String>,
    /// The block segments that a ground segment borders; those whose edge it meets at a corner where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(regex(pattern = super::PART_ID)))]
    pub borders: Option<Vec<String>>,
    /// Whether it may cross other segments.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bridge: bool,
    /// Icons that every copy carries here, and how many of each.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "icon_counts")]
    pub icons: Map<u32>,
}

/// One printing of a tile: the same edges and joins, other icons or an added site.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// The letters logs put behind the tile's id; one face may have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = super::PART_ID), length(max = 8))]
    pub id: Option<String>,
    /// The number of copies; the face without an id has what the others leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 100_000))]
    pub count: Option<u32>,
    /// How well the face is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Icons on top of the tile's own, by segment.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "icons_by_segment")]
    pub icons: Map<Map<u32>>,
    /// Sites that only this face has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16))]
    pub segments: Vec<Segment>,
}

fn icon_counts(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": "object",
        "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 1000 }
    })
}

fn icons_by_segment(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "object", "additionalProperties": icon_counts(generator) })
}
