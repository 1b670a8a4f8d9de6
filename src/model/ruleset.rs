//! Rulesets: which pieces, figures, icons and features a game has, how they score, and its options.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Map, Status};

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
    /// Counted tiles that lie on the table when the game starts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 64))]
    pub start: Vec<Start>,
    /// Sets that are drawn before all others, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16))]
    pub stack: Vec<Stack>,
    /// The figures a player has.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub figures: Map<Figure>,
    /// The icons of the game, and where each lies.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub icons: Map<Icon>,
    /// The features of the game.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub features: Map<Feature>,
    /// The feature whose pieces lie one behind the other and hold everything else back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front: Option<Front>,
    /// The race along a feature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<Race>,
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
    /// How many figures it counts for in a majority.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[schemars(range(min = 1, max = 5))]
    pub weight: u8,
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

fn worth(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
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

/// Readings of the rules to choose from; each belongs to the mechanism it names.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// What a turn with a piece of the front scores (D1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amazon_turn: Option<RushScoring>,
    /// Whose icons count where one tile draws another piece (D2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bang_animals: Option<DoubleAnimals>,
    /// What counts as a tile on a piece of several cells (D3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multi_cell_tiles: Option<MultiCell>,
    /// How a player with several staying figures in one feature scores it (D4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camps_in_one_jungle: Option<CampScoring>,
    /// What happens when a drawn tile fits nowhere (D5, D9).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unplaceable: Option<Unplaceable>,
    /// Who wins a tie (D6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie: Option<Tie>,
    /// How ground that scores closed features is scored (B5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field_scoring: Option<FieldScoring>,
    /// How the pieces of a stack that is drawn first may bend (B3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub river_bends: Option<RiverBends>,
    /// The table's limits; none where left out (B10).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
}

/// What a turn with a piece of the front scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RushScoring {
    /// The race, and every completed feature.
    #[default]
    Both,
    /// The race only; a feature completed then is scored at the end, at its completed value.
    AmazonOnly,
}

/// Whose icons count where one tile draws another piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoubleAnimals {
    /// One scoring, with the drawn piece's icons only.
    #[default]
    Double,
    /// One scoring, with the icons of both.
    Together,
    /// One scoring for each, in the order they were laid.
    Each,
}

/// What counts as a tile on a piece of several cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MultiCell {
    /// Each cell the feature covers.
    #[default]
    Cells,
    /// The whole piece, once.
    Piece,
}

/// How a player with several staying figures in one feature scores it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CampScoring {
    /// Once, by majority.
    #[default]
    Once,
    /// By majority, once for each of the player's figures there.
    PerCamp,
}

/// What happens when a drawn tile fits nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unplaceable {
    /// It leaves the game, and the same player draws again.
    #[default]
    Redraw,
    /// It leaves the game, and the turn is over.
    TurnLost,
    /// It leaves the game, and the turn is over once the racer has moved.
    TurnLostBoatMoves,
}

/// Who wins a tie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// All who tie.
    #[default]
    Shared,
    /// Who scored most at the race's end; all who tie there too.
    Mouth,
}

/// How ground that scores closed features is scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldScoring {
    /// Each field pays its majority for each closed feature it borders.
    #[default]
    PerField,
    /// The same, but a closed feature pays each player at most once.
    PerFieldCityOnce,
    /// Each closed feature pays whoever has most figures on all fields that border it.
    PerCity,
}

/// How the pieces of a stack that is drawn first may bend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RiverBends {
    /// As they like.
    #[default]
    Any,
    /// Never twice in succession the same way.
    NoUTurn,
    /// Nor ever against the direction in which the first piece runs.
    NeverBack,
}

/// A table with limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Columns and rows that all pieces together may span, in cells.
    #[schemars(inner(range(min = 1, max = 1000)))]
    pub size: [u32; 2],
    /// Whether the limit closes the features that reach it.
    pub edge: TableEdge,
}

/// What the limit of the table does to features.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableEdge {
    /// It leaves them open.
    #[default]
    Open,
    /// It closes them.
    Closed,
}

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

fn tallies(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
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
