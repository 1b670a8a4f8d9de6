//! Variants: what differs from a ruleset or from another variant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Chips, Expect, Feature, Figure, Front, Good, Icon, Map, Options, Partial, Race, Stack, Start, Status, Tile,
};

/// An overlay (`kind = "variant"`): only what differs from what it extends.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Says that this file is a variant.
    #[schemars(extend("const" = "variant"))]
    pub kind: String,
    /// The version of the file format.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// The name logs and commands use.
    #[schemars(regex(pattern = super::ID))]
    pub id: String,
    /// A title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How well the change is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The ruleset or variant it changes.
    #[schemars(regex(pattern = super::ID))]
    pub extends: String,
    /// Paths of keys, joined by dots, that it sets although an earlier variant sets them too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// The least and the greatest number of players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 1, max = 8)))]
    pub players: Option<[u8; 2]>,
    /// Other tile sets, or sets to add and to remove.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tilesets: Option<TilesetList>,
    /// Another start board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Other points for a race's end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mouth: Option<String>,
    /// Other maps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 2))]
    pub maps: Option<Vec<String>>,
    /// Other tiles to start with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Vec<Start>>,
    /// Further sets that are drawn before all others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Stack>,
    /// Changes to tiles, by id.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tiles: Map<Partial<Tile>>,
    /// Changes to figures.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub figures: Map<Partial<Figure>>,
    /// Changes to icons.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub icons: Map<Partial<Icon>>,
    /// Changes to tokens.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub goods: Map<Partial<Good>>,
    /// Changes to features.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub features: Map<Partial<Feature>>,
    /// Changes to the front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front: Option<Partial<Front>>,
    /// Changes to the race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<Partial<Race>>,
    /// Changes to the chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chips: Option<Partial<Chips>>,
    /// Other readings of the rules.
    #[serde(default)]
    pub options: Options,
    /// What the rules state of the tile sets, changed.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub expect: Map<Partial<Expect>>,
    /// The numbers of the rules, changed.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub rules: Map<String>,
}

/// The tile sets of a variant: a whole list, or what to add and remove.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TilesetList {
    /// All of them, relative to the variant's file.
    Whole(Vec<String>),
    /// Changes to the list.
    Change(TilesetChange),
}

/// Tile sets to add and to remove.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TilesetChange {
    /// Files to add, relative to the variant's file.
    pub add: Vec<String>,
    /// Files to take away, relative to the variant's file.
    pub remove: Vec<String>,
}
