//! Features and icons, what they are worth, and the line that pieces are laid along.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Map;

/// Where an icon lies.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Icon {
    /// The features that carry it.
    pub on: Vec<String>,
}

/// How a feature takes its ports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// The middles of edges; the halves belong to the ground beside it.
    Line,
    /// Whole edges, written by their middles.
    Block,
    /// Half-edges.
    Ground,
    /// No port: it stands inside its cell.
    Site,
}

impl Shape {
    /// The word data files use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Block => "block",
            Self::Ground => "ground",
            Self::Site => "site",
        }
    }
}

/// Points for each of a thing: a tile, a neighbour, a completed feature of a kind (`closed_NAME`), an icon.
pub type Worth = Map<u32>;

/// A feature of the game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Which ports it takes.
    pub shape: Shape,
    /// Points when it is completed; it is never scored during the game where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "worth")]
    pub completed: Option<Worth>,
    /// Points at the end of the game, unfinished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "worth")]
    pub r#final: Option<Worth>,
    /// Other points under a condition; the first that holds decides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    pub when: Vec<Condition>,
    /// Whether it may take a figure.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub claimable: bool,
}

const fn yes() -> bool {
    true
}

/// Points that take the place of a feature's own while a condition holds.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Holds where the feature has at least one of this icon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = super::WORD))]
    pub icon: Option<String>,
    /// Holds where the feature has at most this many tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000))]
    pub max_tiles: Option<u32>,
    /// Points when it is completed; the feature's own where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "worth")]
    pub completed: Option<Worth>,
    /// Points at the end of the game, unfinished; the feature's own where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "worth")]
    pub r#final: Option<Worth>,
}

pub(super) fn worth(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": "object",
        "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 1000 }
    })
}

/// A feature whose pieces lie one behind the other, each at the open end of the one before.
///
/// Every other piece may lie level with the last of them or behind it, never ahead.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Front {
    /// The feature, a line that runs toward larger y.
    #[schemars(regex(pattern = super::WORD))]
    pub feature: String,
}

/// A race of one figure a player along the pieces of the front.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Race {
    /// The figure that races; also the name of the counter of spaces advanced.
    #[schemars(regex(pattern = super::WORD))]
    pub figure: String,
    /// Each of these newly connected to a player's figures advances that player's racer by one space.
    #[schemars(regex(pattern = super::WORD))]
    pub icon: String,
    /// Spaces advanced by a player who places no figure.
    #[schemars(range(min = 0, max = 100))]
    pub step: u32,
    /// Points for the racers in front when a piece of the front is laid, for each icon on it.
    #[schemars(schema_with = "worth")]
    pub first: Worth,
    /// Points for the racers on the next occupied space, likewise.
    #[schemars(schema_with = "worth")]
    pub second: Worth,
    /// Spaces advanced by a player who scored nothing then.
    #[schemars(range(min = 0, max = 100))]
    pub consolation: u32,
    /// With two players, the greatest distance at which the second place still scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000))]
    pub two_players_gap: Option<u32>,
}
