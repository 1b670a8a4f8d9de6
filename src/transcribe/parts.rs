//! What there is to compare of a game: its tile sets by drawing, its board and mouth by side.

use crate::lint::tally;
use crate::model::{Board, BoardSide, Kind, Map, Mouth, MouthSide, Status, Tile, Tileset};
use crate::source::{Part, Resolved};

/// A file of the game, as a sheet shows it.
#[derive(Clone, Debug)]
pub(super) struct PartSheet<'a> {
    /// Which part it is.
    pub(super) part: Part,
    /// Its id.
    pub(super) id: &'a str,
    /// Its title.
    pub(super) title: Option<&'a str>,
    /// Its drawings or sides, in the file's order.
    pub(super) records: Vec<Record<'a>>,
}

/// What is compared as one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Record<'a> {
    /// A drawing with all its copies.
    Tile(&'a Tileset, &'a Tile),
    /// A side of the board.
    Side(&'a Board, &'a BoardSide),
    /// A side of the mouth.
    Mouth(&'a Mouth, &'a MouthSide),
}

impl PartSheet<'_> {
    /// The word in brackets that begins it on a sheet.
    pub(super) const fn word(&self) -> &'static str {
        match self.part {
            Part::Board => "board",
            Part::Mouth => "mouth",
            Part::Map(_) => "map",
            Part::Ruleset | Part::Tileset(_) => "set",
        }
    }

    /// What kind of file it is.
    pub(super) const fn kind(&self) -> Kind {
        match self.part {
            Part::Board => Kind::Board,
            Part::Mouth => Kind::Mouth,
            Part::Map(_) => Kind::Map,
            Part::Ruleset | Part::Tileset(_) => Kind::Tileset,
        }
    }

    /// The key of its records in a data file.
    pub(super) const fn list(&self) -> &'static str {
        match self.part {
            Part::Board | Part::Mouth => "side",
            Part::Ruleset | Part::Tileset(_) | Part::Map(_) => "tile",
        }
    }

    /// Copies of all its drawings; none for a board or a mouth.
    pub(super) fn total(&self) -> Option<u32> {
        match self.records.first() {
            Some(Record::Tile(set, _)) => Some(set.total),
            _ => None,
        }
    }

    /// How many copies or sides are known how well.
    pub(super) fn statuses(&self) -> Map<u64> {
        let mut statuses = Map::new();
        let mut add = |status: Status, copies: u64| *statuses.entry(status.word().to_owned()).or_insert(0) += copies;
        for record in &self.records {
            match record {
                Record::Tile(set, tile) => {
                    for (face, copies) in tally::faces(tile) {
                        add(tally::status(set, tile, face), copies);
                    }
                }
                Record::Side(..) | Record::Mouth(..) => add(record.status(), 1),
            }
        }
        statuses
    }
}

impl Record<'_> {
    /// The word in brackets that begins it on a sheet.
    pub(super) const fn word(&self) -> &'static str {
        match self {
            Self::Tile(..) => "tile",
            Self::Side(..) | Self::Mouth(..) => "side",
        }
    }

    /// Its name within its part: a tile's id, or for how many players a side is.
    pub(super) fn name(&self) -> String {
        let players = |[least, most]: [u8; 2]| format!("{least}-{most}");
        match self {
            Self::Tile(_, tile) => tile.id.clone(),
            Self::Side(_, side) => players(side.players),
            Self::Mouth(_, side) => players(side.players),
        }
    }

    /// How well it is known.
    pub(super) fn status(&self) -> Status {
        let (own, outer) = match self {
            Self::Tile(set, tile) => (tile.status, set.status),
            Self::Side(board, side) => (side.status, board.status),
            Self::Mouth(mouth, side) => (side.status, mouth.status),
        };
        own.or(outer).unwrap_or_default()
    }

    /// The record as its data file has it.
    pub(super) fn value(&self) -> serde_json::Value {
        let value = match self {
            Self::Tile(_, tile) => serde_json::to_value(tile),
            Self::Side(_, side) => serde_json::to_value(side),
            Self::Mouth(_, side) => serde_json::to_value(side),
        };
        // Records of plain types always have a value.
        value.unwrap_or_default()
    }
}

/// All of a game, in the order of its files.
pub(super) fn parts(resolved: &Resolved) -> Vec<PartSheet<'_>> {
    let sets = resolved.tilesets.iter().enumerate().map(|(number, set)| PartSheet {
        part: Part::Tileset(number),
        id: &set.id,
        title: set.title.as_deref(),
        records: set.tile.iter().map(|tile| Record::Tile(set, tile)).collect(),
    });
    let board = resolved.board.iter().map(|board| PartSheet {
        part: Part::Board,
        id: &board.id,
        title: board.title.as_deref(),
        records: board.side.iter().map(|side| Record::Side(board, side)).collect(),
    });
    let mouth = resolved.mouth.iter().map(|mouth| PartSheet {
        part: Part::Mouth,
        id: &mouth.id,
        title: mouth.title.as_deref(),
        records: mouth.side.iter().map(|side| Record::Mouth(mouth, side)).collect(),
    });
    sets.chain(board).chain(mouth).collect()
}

/// The part as its data file has it, but for its records.
pub(super) fn head(resolved: &Resolved, part: Part) -> serde_json::Value {
    let value = match part {
        Part::Tileset(number) => resolved.tilesets.get(number).map(serde_json::to_value),
        Part::Board => resolved.board.as_ref().map(serde_json::to_value),
        Part::Mouth => resolved.mouth.as_ref().map(serde_json::to_value),
        Part::Map(number) => resolved.maps.get(number).map(serde_json::to_value),
        Part::Ruleset => None,
    };
    value.and_then(Result::ok).unwrap_or_default()
}
