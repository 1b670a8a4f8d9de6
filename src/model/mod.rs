//! The data files as plain types, one file a kind of data.
//!
//! These types are what serde reads and what schemars turns into the schemas under `schemas/`. They say nothing about
//! where a value stood (spans lie beside them, see `source`) and check nothing beyond their shape (see `lint`). Every
//! struct refuses unknown keys, and no map's keys go unchecked.

mod board;
mod chips;
mod expect;
mod features;
mod figures;
mod map;
mod map_options;
mod options;
mod partial;
mod ruleset;
mod settings;
mod tileset;
mod variant;

pub use board::{Board, BoardSide, Mouth, MouthSide};
pub use chips::Chips;
pub use expect::{Expect, ExpectBoard, ExpectMouth, ExpectPlaces, ExpectSide, Show};
pub use features::{Condition, Feature, Front, Icon, Race, Shape, Worth};
pub use figures::{Figure, Good, Returns};
pub use map::{BorderPrint, CompassSide, ExpectMap, MapBoard, NO_SQUARE, Square};
pub use map_options::{
    BelowZero, BorderSite, HiddenChain, HiddenFit, HiddenOrder, HiddenSquare, HiddenTiles, StartPrints,
};
pub use options::{
    CampScoring, DoubleAnimals, ExtraTurn, FieldScoring, MultiCell, Options, RiverBends, RushScoring, Table, TableEdge,
    Tie, Unplaceable,
};
pub use partial::Partial;
pub use ruleset::{Ruleset, Stack, Start};
pub use settings::{LevelSetting, Settings};
pub use tileset::{Face, Segment, Tile, Tileset};
pub use variant::{TilesetList, Variant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kinds of data file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A game's rules.
    Ruleset,
    /// Drawings of tiles and how many copies of each there are.
    Tileset,
    /// A board of several cells that is on the table from the start.
    Board,
    /// Points for the order of a race's end.
    Mouth,
    /// A board with a fixed grid.
    Map,
    /// What differs from a ruleset or another variant.
    Variant,
    /// A project's settings.
    Settings,
}

impl Kind {
    /// Every kind, in the order documentation lists them.
    pub const ALL: [Self; 7] =
        [Self::Ruleset, Self::Tileset, Self::Board, Self::Mouth, Self::Map, Self::Variant, Self::Settings];

    /// The word in a file's `kind` key.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ruleset => "ruleset",
            Self::Tileset => "tileset",
            Self::Board => "board",
            Self::Mouth => "mouth",
            Self::Map => "map",
            Self::Variant => "variant",
            Self::Settings => "settings",
        }
    }

    /// The kind a file's `kind` key names.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// How well a record is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Stated by published rules, or two sources agree.
    #[default]
    Documented,
    /// Inferred, from weak or single sources.
    Inferred,
    /// Copied from a box by its owner.
    Transcribed,
    /// Made to satisfy what is documented; the real drawing is not public.
    Reconstructed,
    /// Made up, and meant to be.
    House,
    /// Not known.
    Unknown,
}

impl Status {
    /// The word data files use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::Inferred => "inferred",
            Self::Transcribed => "transcribed",
            Self::Reconstructed => "reconstructed",
            Self::House => "house",
            Self::Unknown => "unknown",
        }
    }
}

/// A record of names, each with a value, in the order the file gives them.
pub type Map<T> = indexmap::IndexMap<String, T>;

/// Pattern of the ids of games, sets, boards and variants.
pub const ID: &str = "^[a-z][a-z0-9-]*$";
/// Pattern of the names of features, figures, icons and counters.
pub const WORD: &str = "^[a-z][a-z0-9_]*$";
/// Pattern of tile ids.
pub const TILE_ID: &str = "^[A-Z][A-Z0-9]*$";
/// Pattern of segment and face ids.
pub const PART_ID: &str = "^[a-z][a-z0-9]*$";
/// Pattern of a list of ports.
pub const PORTS: &str = "^([a-z]\\.)?[NESW][LR]?( ([a-z]\\.)?[NESW][LR]?)*$";
/// Pattern of a list of cell letters.
pub const CELLS: &str = "^[a-z]( [a-z])*$";
/// Pattern of one cell letter.
pub const CELL: &str = "^[a-z]$";
