//! Settings of a project: how much each finding weighs there, and where its games lie.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Map;

/// A project's settings (`kind = "settings"`), the file `tilewright.toml` found upward from what is read.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Says that this file holds settings.
    #[schemars(extend("const" = "settings"))]
    pub kind: String,
    /// The version of the file format.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// Folders of games (`GAME/game.toml`) to add to the built-in ones, relative to this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 64))]
    pub data: Vec<String>,
    /// Whether warnings count as failures.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deny_warnings: bool,
    /// How many findings are told at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub max_diagnostics: Option<usize>,
    /// What is made of each code, by its number or its slug.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub levels: Map<LevelSetting>,
}

/// What is made of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LevelSetting {
    /// It is not told.
    Allow,
    /// It is a warning.
    Warn,
    /// It is an error.
    Deny,
}
