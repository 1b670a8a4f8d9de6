//! Options: readings of the rules to choose from, each of the mechanism it names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::map_options::{
    BelowZero, BorderSite, HiddenChain, HiddenFit, HiddenOrder, HiddenSquare, HiddenTiles, StartPrints,
};

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
    /// When a turn that is followed by a second one scores (TE5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_turn: Option<ExtraTurn>,
    /// The table's limits; none where left out (B10).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// How many boxes of all tiles are in play together; one where left out (A6.4).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 4))]
    pub boxes: Option<u32>,
    /// How many tiles are used, start tiles included; the rest stays in the box unseen. All where left out (A2).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000))]
    pub tiles_used: Option<u32>,
    /// What the border of a map does for a site whose surroundings count (A4.11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub border_site: Option<BorderSite>,
    /// Whether tiles on start squares must suit what is printed on the border (A6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_prints: Option<StartPrints>,
    /// What becomes of points that would fall below zero (A6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below_zero: Option<BelowZero>,
    /// In which order hidden tiles are turned up (A6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_order: Option<HiddenOrder>,
    /// Whether a hidden tile that was laid turns up those beside it (A6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_chain: Option<HiddenChain>,
    /// Whether a hidden tile that fits has to be laid (A6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_fit: Option<HiddenFit>,
    /// What becomes of the square of a hidden tile that left the game (A6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_square: Option<HiddenSquare>,
    /// Whether the hidden tiles are among the tiles that are used (A6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_tiles: Option<HiddenTiles>,
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

/// When a turn that is followed by a second one scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExtraTurn {
    /// At once: the second turn comes after the scoring.
    #[default]
    AfterScoring,
    /// With the second turn, at its end.
    BeforeScoring,
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
    /// It closes them: an edge on which no tile can ever lie any more counts as closed.
    Closed,
}
