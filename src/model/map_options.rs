//! Readings of the rules of maps and their chips, where the printed rules leave a point open (A4.11, A6).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the border of a map does for a site whose surroundings count (A4.11; how the squares that are missing score is not
/// known).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BorderSite {
    /// It helps to complete the site; squares that are missing score nothing.
    #[default]
    MissingScoreNothing,
    /// It helps to complete the site; squares that are missing score as if tiles lay there.
    MissingScore,
    /// Nothing: a site at the border is never completed.
    Unfinished,
}

/// What becomes of points that would fall below zero (A6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BelowZero {
    /// Nobody has less than no points: what cannot be paid is forgiven.
    #[default]
    StopsAtZero,
    /// Points may be negative.
    GoesBelow,
}

/// In which order hidden tiles are turned up that lie beside a tile just laid (A6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HiddenOrder {
    /// As the player likes.
    #[default]
    Player,
    /// Clockwise from the north of the tile that was laid, and those beside a hidden tile after all beside the tile before.
    Clockwise,
}

/// Whether a hidden tile that was laid turns up those beside it (A6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HiddenChain {
    /// Yes: it is a tile that is laid, as any other.
    #[default]
    GoesOn,
    /// No: only the tile that was drawn does.
    Stops,
}

/// Whether a hidden tile that fits has to be laid (A6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HiddenFit {
    /// Yes.
    #[default]
    Must,
    /// No: one that the player does not want leaves the game and costs as much as one that does not fit.
    May,
}

/// What becomes of the square of a hidden tile that left the game (A6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HiddenSquare {
    /// It is a square as any other.
    #[default]
    Opens,
    /// It takes no tile any more; what lies beside it is closed as at the border.
    Closes,
}

/// Whether the hidden tiles are among the tiles that are used (A6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HiddenTiles {
    /// Yes: the draw stack has so many less.
    #[default]
    Among,
    /// No: they come on top of them.
    OnTop,
}

/// Whether the tiles on the start squares must suit what is printed on the border beside them (A6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartPrints {
    /// Yes, as every tile.
    #[default]
    Match,
    /// No; what does not continue a print is closed there.
    Ignored,
}
