//! A ruleset compiled to small tables of integers: what the rules engine runs on.
//!
//! A [`Game`] is made once for a ruleset with its variants and serves any number of games at once. Names are turned into
//! numbers here and back into names only for people. What must stay true: nothing in a compiled game depends on a file,
//! and every index it holds is in range.

mod compile;
mod layout;
mod map;
mod piece;
mod scoring;
mod terms;

pub use compile::{CompileError, compile};
pub use map::{Ground, HiddenPlace, MapGrid, MapSquare, PrintedSquare};
pub use piece::{Class, ClassId, NONE, PieceCell, Seed, Segment, Tile, TileName};
pub use scoring::{
    Chips, Condition, Feature, FeatureId, Figure, FigureId, Good, IconId, Measure, Options, Race, Unit, Worth,
};

use rustc_hash::FxHashMap;

use crate::geometry::{Cell, Rotation};
use crate::model::{Status, Table};

/// The greatest number of players a game can have: one byte each in a packed count.
pub const MAX_PLAYERS: usize = 8;

/// A tile that lies on the table from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StartTile {
    /// The class of the copy.
    pub class: ClassId,
    /// Its north-west cell.
    pub cell: Cell,
    /// How it is turned.
    pub rotation: Rotation,
}

/// What depends on the number of players.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The start board, a class of its own that has no copies.
    pub board: Option<ClassId>,
    /// Spaces of the race's course on the board.
    pub spaces: u32,
    /// Points for the order of the race's end, first place first.
    pub mouth: Vec<u32>,
}

/// A feature that pieces are laid along, each at the open end of the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CourseRule {
    /// The feature, a line.
    pub feature: FeatureId,
    /// Whether it runs toward larger y and nothing else may lie ahead of it.
    pub front: bool,
}

/// A set of tiles that is drawn before all others.
#[derive(Clone, Debug)]
pub struct Stack {
    /// The set's id.
    pub name: String,
    /// The tile drawn first, by number.
    pub first: Option<usize>,
    /// The tile drawn last, by number.
    pub last: Option<usize>,
}

/// A compiled ruleset.
#[derive(Clone, Debug)]
pub struct Game {
    /// The ruleset's id.
    pub id: String,
    /// Its title, or its id.
    pub title: String,
    /// The variants applied, in order.
    pub variants: Vec<String>,
    /// The least and the greatest number of players.
    pub players: [u8; 2],
    /// The features, in declared order.
    pub features: Vec<Feature>,
    /// The figures, in declared order.
    pub figures: Vec<Figure>,
    /// The names of the icons, in declared order.
    pub icons: Vec<String>,
    /// Tokens that completed features give, in declared order.
    pub goods: Vec<Good>,
    /// The drawings, in the order of the sets.
    pub tiles: Vec<Tile>,
    /// The classes of faces that the rules can tell apart; boards come last.
    pub classes: Vec<Class>,
    /// The segments of all classes, each class's in one run.
    pub segments: Vec<Segment>,
    /// What of each segment matters when it is laid: close together, as laying reads nothing else of them.
    seeds: Vec<Seed>,
    /// The cells of all classes in all rotations, each one's in one run and in reading order as it lies.
    pub cells: Vec<PieceCell>,
    /// Tiles on the table at the start.
    pub start: Vec<StartTile>,
    /// Sets that are drawn before all others, in order.
    pub stacks: Vec<Stack>,
    /// The feature that pieces are laid along, one behind the other.
    pub course: Option<CourseRule>,
    /// Whether any site's surroundings count.
    pub has_sites: bool,
    /// The race along the front.
    pub race: Option<Race>,
    /// The readings chosen.
    pub options: Options,
    /// The table's limits.
    pub table: Option<Table>,
    /// The map that tiles are laid on.
    pub map: Option<MapGrid>,
    /// Chips and hidden tiles.
    pub chips: Option<Chips>,
    /// Whether more than its edges says where a piece may lie: a course, the table's limit, a map.
    pub bounded: bool,
    /// By number of players.
    setups: Vec<Setup>,
    /// Written names of tiles with and without their faces.
    names: FxHashMap<Box<[u8]>, TileName>,
    /// Those that fit into a number, which is what logs nearly always ask for.
    short_names: FxHashMap<u64, TileName>,
    /// The numbers of the game's rules, by slug of the finding.
    rules: FxHashMap<String, String>,
}

/// A name of up to seven bytes as a number of its own.
#[inline]
fn packed(name: &[u8]) -> Option<u64> {
    (name.len() < 8).then(|| name.iter().fold(1, |packed, &byte| packed << 8 | u64::from(byte)))
}

impl Game {
    /// What depends on the number of players. Numbers the game is not for have an empty setup.
    #[must_use]
    pub fn setup(&self, players: usize) -> &Setup {
        &self.setups[players.min(self.setups.len() - 1)]
    }

    /// What a tile name as written in a log stands for.
    #[must_use]
    #[inline]
    pub fn tile_name(&self, word: &[u8]) -> Option<TileName> {
        match packed(word) {
            Some(short) => self.short_names.get(&short).copied(),
            None => self.names.get(word).copied(),
        }
    }

    /// Every name a tile can be written by, sorted.
    #[must_use]
    pub fn tile_names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.names.keys().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        names.sort();
        names
    }

    /// The feature of this name.
    #[must_use]
    pub fn feature(&self, name: &[u8]) -> Option<FeatureId> {
        let index = self.features.iter().position(|feature| feature.name.as_bytes() == name)?;
        Some(FeatureId(index as u8))
    }

    /// The figure of this name.
    #[must_use]
    pub fn figure(&self, name: &[u8]) -> Option<FigureId> {
        let index = self.figures.iter().position(|figure| figure.name.as_bytes() == name)?;
        Some(FigureId(index as u8))
    }

    /// The number of the rule that a finding of this slug says is broken.
    #[must_use]
    pub fn rule(&self, slug: &str) -> Option<&str> {
        self.rules.get(slug).map(String::as_str)
    }

    /// The class's tile, where it is not a board.
    #[must_use]
    #[inline]
    pub fn tile_of(&self, class: ClassId) -> Option<&Tile> {
        self.classes[class.index()].tile.map(|tile| &self.tiles[tile])
    }

    /// The segments of a class.
    #[must_use]
    #[inline]
    pub fn segments_of(&self, class: ClassId) -> &[Segment] {
        let class = &self.classes[class.index()];
        &self.segments[class.first_segment as usize..][..class.segment_count as usize]
    }

    /// What of the segments of a class matters when it is laid.
    #[must_use]
    #[inline]
    pub fn seeds_of(&self, class: ClassId) -> &[Seed] {
        let class = &self.classes[class.index()];
        &self.seeds[class.first_segment as usize..][..class.segment_count as usize]
    }

    /// The cells of a class turned so, in reading order as it lies.
    #[must_use]
    #[inline]
    pub fn cells_of(&self, class: ClassId, rotation: Rotation) -> &[PieceCell] {
        let class = &self.classes[class.index()];
        let count = class.footprint.cells();
        &self.cells[class.first_cell as usize + rotation.quarters() as usize * count..][..count]
    }

    /// The same, with the number of the first among all cells.
    #[must_use]
    #[inline]
    pub fn numbered_cells_of(&self, class: ClassId, rotation: Rotation) -> (u32, &[PieceCell]) {
        let class = &self.classes[class.index()];
        let count = class.footprint.cells() as u32;
        let first = class.first_cell + u32::from(rotation.quarters()) * count;
        (first, &self.cells[first as usize..][..count as usize])
    }

    /// Whether the drawings in play of this class are known only as a reconstruction.
    #[must_use]
    pub fn is_reconstructed(&self, class: ClassId) -> bool {
        self.classes[class.index()].status == Status::Reconstructed
    }

    /// Whether any drawing in play is known only as a reconstruction.
    #[must_use]
    pub fn any_reconstructed(&self) -> bool {
        self.classes.iter().any(|class| class.status == Status::Reconstructed)
    }
}
