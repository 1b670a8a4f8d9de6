//! What players have: figures, and tokens they collect.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Worth;

/// A kind of figure.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// How many each player has.
    #[schemars(range(min = 1, max = 50))]
    pub supply: u8,
    /// The features it may stand on.
    pub on: Vec<String>,
    /// When it comes back.
    #[serde(default)]
    pub returns: Returns,
    /// How many figures it counts for in a majority; 0 for one that only accompanies others (IE4, TE6, TE7).
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 0, max = 5))]
    pub weight: u8,
    /// Whether it may be placed only where its player already has a figure that counts, whoever else is there (TE4, TE7).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub joins: bool,
    /// Whether its player takes a second turn when a tile continues the feature it stands in (TE5).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub extra_turn: bool,
    /// Points that its player gets on top when scoring the feature it stands in, for each of a thing (TE7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "super::features::worth")]
    pub adds: Option<Worth>,
    /// Whether its owner may take it back instead of placing a figure, and score as at the end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recall: bool,
}

const fn one() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_one(value: &u8) -> bool {
    *value == 1
}

/// When a figure comes back to its player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Returns {
    /// When its feature is completed and scored.
    #[default]
    WhenScored,
    /// Never: it stays to the end of the game.
    Never,
}

/// Tokens for the icons of a completed feature (TE1-TE3).
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Good {
    /// How many there are. Whoever lays the tile that completes a feature takes one for each of the icon in it.
    #[schemars(range(min = 1, max = 1000))]
    pub tokens: u32,
    /// Points at the end of the game for whoever has most of them; all who tie get them.
    #[schemars(range(min = 0, max = 1000))]
    pub most: u32,
}
