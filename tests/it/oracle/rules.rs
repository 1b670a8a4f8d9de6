//! Rules for the oracle, read from the data files as plain TOML.
//!
//! A ruleset, its parents and its overlays are merged as tables first, and only the sum is given a meaning. What must stay
//! true: nothing here checks the data (the program does), and what the rules do not name has its documented default.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use toml::{Table, Value};

use super::data::{Work, number, pair, read, records, tables, tables_of_text, text, words, worth, yes};
use super::goods::Good;
use super::map::{Chips, Map};
use super::table::Limit;
use super::tiles::{Drawing, Face, Tile, segment};

/// Points, or icons, by what they are for.
pub(crate) type Worth = BTreeMap<String, i64>;

/// Something laid over a ruleset.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Overlay<'a> {
    /// A variant in the folder `variants` of the game or of what it extends.
    Name(&'a str),
    /// A variant's file.
    File(&'a Path),
    /// A variant's text, without paths in it; enough for an option: `options.tie = 'mouth'`.
    Text(&'a str),
}

/// A game's rules and pieces.
#[derive(Debug)]
pub(crate) struct Rules {
    /// Least and greatest number of players.
    pub(crate) players: (usize, usize),
    /// All drawings by id.
    pub(crate) tiles: BTreeMap<String, Tile>,
    /// The board's sides.
    pub(crate) boards: Vec<Board>,
    /// The mouth's points by rank, with the numbers of players they are for.
    pub(crate) mouths: Vec<((usize, usize), Vec<i64>)>,
    /// What lies on the table at first: tile, cell, rotation.
    pub(crate) start: Vec<(String, (i32, i32), u16)>,
    /// Sets drawn first, in order.
    pub(crate) stacks: Vec<Stack>,
    /// The figures by name.
    pub(crate) figures: BTreeMap<String, Figure>,
    /// The features by name.
    pub(crate) features: BTreeMap<String, Feature>,
    /// The goods, by the icon that shows them.
    pub(crate) goods: BTreeMap<String, Good>,
    /// How far the table reaches, where it ends.
    pub(crate) limit: Option<Limit>,
    /// The map that tiles are laid on.
    pub(crate) map: Option<Arc<Map>>,
    /// Chips and hidden tiles.
    pub(crate) chips: Option<Chips>,
    /// How many tiles are used, where not all.
    pub(crate) tiles_used: Option<i64>,
    /// Boxes of all tiles.
    pub(crate) boxes: i64,
    /// The feature nothing may lie ahead of.
    pub(crate) front: Option<String>,
    /// The race.
    pub(crate) race: Option<Race>,
    /// The options that are words.
    options: BTreeMap<String, String>,
}

/// A side of the board.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) players: (usize, usize),
    pub(crate) spaces: i64,
    pub(crate) drawing: Arc<Drawing>,
}

/// A set that is drawn before others.
#[derive(Debug)]
pub(crate) struct Stack {
    pub(crate) set: String,
    pub(crate) first: Option<String>,
    pub(crate) last: Option<String>,
    /// The feature its tiles continue.
    pub(crate) course: Option<String>,
}

/// A kind of figure.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own in the data")]
pub(crate) struct Figure {
    pub(crate) supply: i64,
    pub(crate) on: Vec<String>,
    pub(crate) stays: bool,
    /// What it counts for in majorities.
    pub(crate) weight: i64,
    /// Whether it stands only where one of the same player's already counts.
    pub(crate) joins: bool,
    /// Whether its player goes on when its feature is continued (TE5).
    pub(crate) extra_turn: bool,
    /// What its player gets beyond the others, by unit.
    pub(crate) adds: Worth,
    pub(crate) recall: bool,
}

/// A feature's rules.
#[derive(Debug)]
pub(crate) struct Feature {
    pub(crate) site: bool,
    pub(crate) claimable: bool,
    pub(crate) completed: Option<Worth>,
    pub(crate) last: Option<Worth>,
    pub(crate) when: Vec<Condition>,
}

/// Points under a condition.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) icon: Option<String>,
    pub(crate) max_tiles: Option<i64>,
    pub(crate) completed: Option<Worth>,
    pub(crate) last: Option<Worth>,
}

/// The race along the front.
#[derive(Debug)]
pub(crate) struct Race {
    pub(crate) figure: String,
    pub(crate) icon: String,
    pub(crate) step: i64,
    pub(crate) first: Worth,
    pub(crate) second: Worth,
    pub(crate) consolation: i64,
    pub(crate) gap: Option<i64>,
}

impl Rules {
    /// Loads a game from the folder that holds all games, with overlays in their order.
    pub(crate) fn load(data: &Path, game: &str, overlays: &[Overlay<'_>]) -> Result<Self, String> {
        let mut work = Work::ruleset(data, game)?;
        for overlay in overlays {
            work.lay_over(*overlay)?;
        }
        Self::from_work(&work)
    }

    /// An option's word, or nothing where the default holds.
    pub(crate) fn option(&self, key: &str) -> &str {
        self.options.get(key).map_or("", String::as_str)
    }

    /// The drawing and face that a name such as `A04b` means.
    pub(crate) fn face(&self, name: &str) -> Result<(&Tile, &Face), String> {
        let (id, face) = name.split_at(name.find(|c: char| c.is_ascii_lowercase()).unwrap_or(name.len()));
        let tile = self.tiles.get(id).ok_or_else(|| format!("no tile {id}"))?;
        // A name without a face means the plain one, or any where all are the same piece in these rules.
        let one = tile.faces.iter().all(|other| other.class == tile.faces[0].class);
        let found = tile.faces.iter().find(|known| known.id == face);
        let found = found.or_else(|| tile.faces.first().filter(|_| face.is_empty() && one));
        Ok((tile, found.ok_or_else(|| format!("no face {name}"))?))
    }

    /// How many pieces of a face's class there are.
    pub(crate) fn copies(tile: &Tile, class: &str) -> i64 {
        tile.faces.iter().filter(|face| face.class == class).map(|face| face.count).sum()
    }

    fn from_work(work: &Work) -> Result<Self, String> {
        let doc = &work.doc;
        let mut figures = BTreeMap::new();
        for (name, figure) in tables(doc, "figures") {
            let one = Figure {
                supply: number(figure, "supply").unwrap_or(1),
                on: words(figure.get("on")),
                stays: text(figure, "returns") == Some("never"),
                weight: number(figure, "weight").unwrap_or(1),
                joins: yes(figure, "joins"),
                extra_turn: yes(figure, "extra_turn"),
                adds: worth(figure, "adds").unwrap_or_default(),
                recall: yes(figure, "recall"),
            };
            figures.insert(name.clone(), one);
        }
        let mut features = BTreeMap::new();
        for (name, feature) in tables(doc, "features") {
            let when = records(feature, "when").map(|one| Condition {
                icon: text(one, "icon").map(str::to_owned),
                max_tiles: number(one, "max_tiles"),
                completed: worth(one, "completed"),
                last: worth(one, "final"),
            });
            let claimable = feature.get("claimable").and_then(Value::as_bool).unwrap_or(true);
            let (completed, last) = (worth(feature, "completed"), worth(feature, "final"));
            let site = text(feature, "shape") == Some("site");
            features.insert(name.clone(), Feature { site, claimable, completed, last, when: when.collect() });
        }
        let good = |good| Good { tokens: number(good, "tokens").unwrap_or(0), most: number(good, "most").unwrap_or(0) };
        let options = doc.get("options").and_then(Value::as_table).cloned().unwrap_or_default();
        let (chips, maps) = (Chips::read(doc), words(doc.get("maps")));
        let map = if maps.is_empty() { None } else { Some(Arc::new(Map::load(&maps, chips.is_some())?)) };
        let mut rules = Self {
            players: pair(doc.get("players")),
            tiles: BTreeMap::new(),
            boards: Vec::new(),
            mouths: Vec::new(),
            start: Vec::new(),
            stacks: Vec::new(),
            figures,
            features,
            goods: tables(doc, "goods").map(|(icon, one)| (icon.clone(), good(one))).collect(),
            limit: tables(doc, "options").find(|(key, _)| *key == "table").map(|(_, table)| limit(table)),
            map,
            chips,
            tiles_used: number(&options, "tiles_used"),
            boxes: number(&options, "boxes").unwrap_or(1),
            front: doc.get("front").and_then(|front| text(front.as_table()?, "feature")).map(str::to_owned),
            race: doc.get("race").and_then(Value::as_table).map(race),
            options: tables_of_text(doc, "options"),
        };
        for file in words(doc.get("tilesets")) {
            rules.add_tiles(work, &read(Path::new(&file))?)?;
        }
        for one in records(doc, "start") {
            let cell = one.get("cell").and_then(Value::as_array).map(|xy| xy.iter().filter_map(Value::as_integer));
            let cell: Vec<i64> = cell.into_iter().flatten().collect();
            let tile = text(one, "tile").ok_or("a start without a tile")?.to_owned();
            rules.start.push((tile, (cell[0] as i32, cell[1] as i32), number(one, "rotation").unwrap_or(0) as u16));
        }
        for one in records(doc, "stack") {
            let set = text(one, "tileset").ok_or("a stack without a set")?.to_owned();
            let course = text(one, "course").map(str::to_owned).or_else(|| rules.common_line(&set));
            let (first, last) = (text(one, "first").map(str::to_owned), text(one, "last").map(str::to_owned));
            rules.stacks.push(Stack { set, first, last, course });
        }
        if let Some(file) = text(doc, "board") {
            let board = read(Path::new(file))?;
            let (columns, rows) = pair(board.get("size"));
            for side in records(&board, "side") {
                let segments = records(side, "segments").map(|one| segment(one, columns as i32)).collect();
                let drawing = Arc::new(Drawing::new((columns as i32, rows as i32), segments));
                let spaces = number(side, "spaces").unwrap_or(1);
                rules.boards.push(Board { players: pair(side.get("players")), spaces, drawing });
            }
        }
        if let Some(file) = text(doc, "mouth") {
            for side in records(&read(Path::new(file))?, "side") {
                let points = side.get("points").and_then(Value::as_array).into_iter().flatten();
                let points = points.filter_map(Value::as_integer).collect();
                rules.mouths.push((pair(side.get("players")), points));
            }
        }
        Ok(rules)
    }

    /// The feature that every tile of a set carries and no figure may stand on: what a stack continues.
    fn common_line(&self, set: &str) -> Option<String> {
        let tiles: Vec<&Tile> = self.tiles.values().filter(|tile| tile.set == set).collect();
        let carried = |name: &str| tiles.iter().all(|tile| tile.faces[0].turned[0].carries(name));
        self.features.iter().find(|(name, feature)| !feature.claimable && carried(name)).map(|(name, _)| name.clone())
    }
}

fn limit(table: &Table) -> Limit {
    let (columns, rows) = pair(table.get("size"));
    Limit { size: (columns as i32, rows as i32), closed: text(table, "edge") == Some("closed") }
}

fn race(race: &Table) -> Race {
    Race {
        figure: text(race, "figure").unwrap_or("").to_owned(),
        icon: text(race, "icon").unwrap_or("").to_owned(),
        step: number(race, "step").unwrap_or(0),
        first: worth(race, "first").unwrap_or_default(),
        second: worth(race, "second").unwrap_or_default(),
        consolation: number(race, "consolation").unwrap_or(0),
        gap: number(race, "two_players_gap"),
    }
}
