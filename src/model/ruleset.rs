//! Rulesets: which pieces, figures, icons and features a game has, how they score, and its options.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Chips, Expect, ExpectBoard, ExpectMouth, Feature, Figure, Front, Good, Icon, Map, Options, Partial, Race, Status,
    Tile,
};

/// A game's rules (`kind = "ruleset"`).
///
/// One that `extends` another is merged over it, so every key but its name may come from there.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Says that this file is a ruleset.
    #[schemars(extend("const" = "ruleset"))]
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
    /// How well the rules are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Where the facts come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The ruleset it is merged over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = super::ID))]
    pub extends: Option<String>,
    /// Variants of the ruleset it extends that it refuses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(regex(pattern = super::ID)))]
    pub without: Vec<String>,
    /// Why each of them is refused, in words.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub reasons: Map<String>,
    /// The least and the greatest number of players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(inner(range(min = 1, max = 8)))]
    pub players: Option<[u8; 2]>,
    /// Files of tile sets, relative to this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 64))]
    pub tilesets: Vec<String>,
    /// The file of the start board, relative to this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The file of the points for a race's end, relative to this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mouth: Option<String>,
    /// The files of the maps, relative to this one: the board with a fixed grid that tiles are laid on, or two that are
    /// joined where their half squares meet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 2))]
    pub maps: Vec<String>,
    /// Counted tiles that lie on the table when the game starts; on a map their cells are of no matter, they lie on start
    /// squares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 64))]
    pub start: Vec<Start>,
    /// Sets that are drawn before all others, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16))]
    pub stack: Vec<Stack>,
    /// Changes to tiles of the ruleset it extends, by id.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tiles: Map<Partial<Tile>>,
    /// The figures a player has.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub figures: Map<Figure>,
    /// The icons of the game, and where each lies.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub icons: Map<Icon>,
    /// Tokens that completed features give, by the icon they are given for.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub goods: Map<Good>,
    /// The features of the game.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub features: Map<Feature>,
    /// The feature whose pieces lie one behind the other and hold everything else back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front: Option<Front>,
    /// The race along a feature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<Race>,
    /// Chips and hidden tiles on the squares of the maps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chips: Option<Chips>,
    /// Readings of the rules to choose from.
    #[serde(default)]
    pub options: Options,
    /// What the published rules state of each tile set, by the set's id.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub expect: Map<Expect>,
    /// What the published rules state of the start board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect_board: Option<ExpectBoard>,
    /// What the published rules state of the mouth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect_mouth: Option<ExpectMouth>,
    /// The numbers of the rules, by the slug of the finding that says they are broken.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub rules: Map<String>,
}

/// A tile that lies on the table when the game starts, one of the counted copies.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The tile's name, with its face where that matters.
    #[schemars(regex(pattern = "^[A-Z][A-Z0-9]*([a-z][a-z0-9]*)?$"))]
    pub tile: String,
    /// Its north-west cell, x and y.
    #[schemars(inner(range(min = -999_999, max = 999_999)))]
    pub cell: [i32; 2],
    /// Clockwise degrees: 0, 90, 180 or 270.
    #[serde(default)]
    #[schemars(extend("enum" = [0, 90, 180, 270]))]
    pub rotation: u16,
}

/// A tile set that is drawn before all others.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// The set's id.
    #[schemars(regex(pattern = super::ID))]
    pub tileset: String,
    /// The tile drawn first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = super::TILE_ID))]
    pub first: Option<String>,
    /// The tile drawn last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = super::TILE_ID))]
    pub last: Option<String>,
    /// The feature its tiles continue, each at the open end of the one before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = super::WORD))]
    pub course: Option<String>,
}
