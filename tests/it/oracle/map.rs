//! Maps, chips and hidden tiles, for the oracle.
//!
//! What must stay true: a map is a set of squares and what is printed; what a square wants is asked of the print each time, and
//! nothing about a game is kept here but what lies face down, which chips were taken, and which squares are shut.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use toml::{Table as Toml, Value};

use super::data::{number, read, records, text, words, yes};
use super::log::Piece;
use super::play::Position;
use super::rules::Rules;
use super::table::{Table, beyond};
use super::tiles::{Drawing, segment};

/// A place on a map.
pub(crate) type Cell = (i32, i32);

/// The map of a game.
#[derive(Debug, Default)]
pub(crate) struct Map {
    /// Squares that take tiles.
    pub(crate) squares: BTreeSet<Cell>,
    /// Squares of large cities.
    pub(crate) printed: BTreeMap<Cell, Arc<Drawing>>,
    /// What is printed on edges of the border.
    pub(crate) border: BTreeMap<(Cell, usize), String>,
    /// Start squares.
    pub(crate) starts: BTreeSet<Cell>,
    /// Places for chips.
    pub(crate) chips: BTreeSet<Cell>,
    /// Places for hidden tiles.
    pub(crate) hidden: BTreeSet<Cell>,
}

/// Chips, and what a hidden tile is worth.
#[derive(Debug)]
pub(crate) struct Chips {
    /// How many chips a colour has of each value.
    pub(crate) colours: BTreeMap<String, Vec<i64>>,
    pub(crate) found: i64,
    pub(crate) lost: i64,
    /// Whether it is known how many chips have which value.
    pub(crate) verified: bool,
}

impl Map {
    /// Reads the maps of a game: one, or two laid over each other so that their first half squares meet.
    pub(super) fn load(files: &[String], chips: bool) -> Result<Self, String> {
        let mut map = Self::default();
        let mut halves: Vec<BTreeSet<Cell>> = Vec::new();
        let mut first: Option<Cell> = None;
        for file in files {
            let doc = read(Path::new(file))?;
            let legend = doc.get("legend").and_then(Value::as_table).ok_or("a map without a legend")?;
            let rows = words(doc.get("rows"));
            let drawn =
                || rows.iter().zip(0..).flat_map(|(row, y)| row.chars().zip(0..).map(move |(sign, x)| ((x, y), sign)));
            let what = |sign: char| legend.get(&sign.to_string()).and_then(Value::as_table);
            // In reading order, as the file draws it.
            let half = drawn().find(|(_, sign)| what(*sign).is_some_and(|one| yes(one, "half"))).map(|(cell, _)| cell);
            let by = match (first, half) {
                (Some(there), Some(here)) => (there.0 - here.0, there.1 - here.1),
                _ => (0, 0),
            };
            first = first.or(half);
            let mut mine = BTreeSet::new();
            for ((x, y), sign) in drawn().filter(|(_, sign)| *sign != ' ') {
                let cell = (x + by.0, y + by.1);
                let one = what(sign).ok_or_else(|| format!("no sign {sign}"))?;
                let segments: Vec<_> = records(one, "segments").map(|one| segment(one, 1)).collect();
                if yes(one, "wave") || yes(one, "highlight") {
                    continue;
                }
                if yes(one, "half") {
                    mine.insert(cell);
                    continue;
                }
                if segments.is_empty() {
                    map.squares.insert(cell);
                } else {
                    map.printed.insert(cell, Arc::new(Drawing::new((1, 1), segments)));
                }
                if yes(one, "start") {
                    map.starts.insert(cell);
                } else if yes(one, "chip") && chips {
                    map.chips.insert(cell);
                }
                if text(one, "hidden").is_some() && chips {
                    map.hidden.insert(cell);
                }
            }
            halves.push(mine);
            for print in records(&doc, "border") {
                let at: Vec<i64> = print
                    .get("square")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_integer)
                    .collect();
                let side = "NESW".find(text(print, "side").unwrap_or("?")).ok_or("a print without a side")?;
                let cell = (at[0] as i32 + by.0, at[1] as i32 + by.1);
                map.border.insert((cell, side), text(print, "feature").unwrap_or("").to_owned());
            }
        }
        // Two halves are a square, one is none.
        if let [one, other] = halves.as_slice() {
            map.squares.extend(one.intersection(other));
        }
        Ok(map)
    }

    /// Whether nothing can ever lie there.
    pub(crate) fn dead(&self, cell: Cell) -> bool {
        !self.squares.contains(&cell) && !self.printed.contains_key(&cell)
    }

    /// All squares of the large city that a square belongs to.
    pub(crate) fn city(&self, cell: Cell) -> BTreeSet<Cell> {
        let (mut city, mut wet) = (BTreeSet::new(), vec![cell]);
        while let Some(cell) = wet.pop() {
            if self.printed.contains_key(&cell) && city.insert(cell) {
                wet.extend((0..4).map(|edge| beyond(cell, edge)));
            }
        }
        city
    }

    /// What is printed that faces an edge of a square.
    pub(crate) fn wants(&self, cell: Cell, edge: usize) -> Option<&str> {
        let city = self.printed.get(&beyond(cell, edge)).and_then(|drawing| drawing.kind(0, 0, (edge + 2) % 4));
        city.or_else(|| self.border.get(&(cell, edge)).map(String::as_str))
    }
}

impl Chips {
    pub(super) fn read(doc: &Toml) -> Option<Self> {
        let table = doc.get("chips")?.as_table()?;
        let colours = table.get("colours")?.as_table()?.iter();
        let copies =
            |list: &Value| list.as_array().into_iter().flatten().filter_map(Value::as_integer).collect::<Vec<_>>();
        Some(Self {
            colours: colours.map(|(name, list)| (name.clone(), copies(list))).collect(),
            found: number(table, "found")?,
            lost: number(table, "lost")?,
            verified: yes(table, "verified"),
        })
    }
}

impl Table {
    /// Lays the large cities beside a cell.
    pub(super) fn touch(&mut self, cell: Cell) {
        let Some(map) = self.map.clone() else { return };
        for edge in 0..4 {
            for square in map.city(beyond(cell, edge)) {
                if !self.covered(square) {
                    self.lay(&map.printed[&square], square.0, square.1);
                }
            }
        }
    }

    /// Whether the map has a square for a piece of one cell, and nothing printed beside it that the piece does not show.
    pub(super) fn on_map(&self, drawing: &Drawing, cell: Cell) -> Result<(), &'static str> {
        let Some(map) = &self.map else { return Ok(()) };
        if !map.squares.contains(&cell) || self.shut.contains(&cell) {
            return Err("no square");
        }
        if self.hidden.contains(&cell) {
            return Err("a hidden tile");
        }
        let wrong = |edge: &usize| map.wants(cell, *edge).is_some_and(|print| drawing.kind(0, 0, *edge) != Some(print));
        if (0..4).any(|edge| wrong(&edge)) { Err("print mismatch") } else { Ok(()) }
    }

    /// Whether nothing can ever come to lie on a cell.
    pub(super) fn dead(&self, cell: Cell) -> bool {
        self.map.as_ref().is_some_and(|map| map.dead(cell)) || self.shut.contains(&cell)
    }
}

impl Position {
    /// The chip and the hidden tiles of a turn; what is left of its actions.
    pub(super) fn chips<'a>(
        &mut self,
        rules: &Rules,
        cell: Cell,
        actions: &'a [Vec<String>],
    ) -> Result<&'a [Vec<String>], String> {
        let mut rest = actions;
        let Some(chips) = &rules.chips else { return Ok(rest) };
        let mut due = self.beside(cell);
        if self.chips.remove(&cell) {
            let (first, more) = rest.split_first().ok_or("no chip")?;
            let [word, colour, points] = first.as_slice() else { return Err("no chip".into()) };
            let points: i64 = points.parse().map_err(|_| "no number")?;
            let copies = chips.colours.get(colour).map(Vec::as_slice).unwrap_or_default();
            let value = copies.get(points as usize - 1).copied();
            *self.taken.entry((colour.clone(), points)).or_default() += 1;
            let same = |key: &(String, i64)| key.0 == *colour && (key.1 == points || !chips.verified);
            let taken: i64 = self.taken.iter().filter(|(key, _)| same(key)).map(|(_, taken)| taken).sum();
            let all = if chips.verified { value.unwrap_or(0) } else { copies.iter().sum() };
            if word != "chip" || value.is_none() || taken > all {
                return Err(format!("no {colour} chip of {points}"));
            }
            self.seats[self.turn].points += points;
            rest = more;
        }
        while !due.is_empty() {
            let (first, more) = rest.split_first().ok_or("a hidden tile is not turned up")?;
            let [word, tile, at, how] = first.as_slice() else { return Err("not turned up".into()) };
            let (x, y) = at.trim_matches(['(', ')']).split_once(',').ok_or("no cell")?;
            let cell = (x.parse().map_err(|_| "no x")?, y.parse().map_err(|_| "no y")?);
            let index = due.iter().position(|one| *one == cell).ok_or("nothing hidden there")?;
            if word != "reveal" || rules.option("hidden_order") == "clockwise" && index > 0 {
                return Err("another comes first".into());
            }
            due.remove(index);
            self.table.hidden.remove(&cell);
            let (drawn, face) = rules.face(tile)?;
            let fits = |way: &Arc<Drawing>| self.table.fits(rules, drawn, way, cell).is_ok();
            let points = if how == "lost" {
                if rules.option("hidden_fit") != "may" && face.turned.iter().any(fits) {
                    return Err(format!("{tile} fits on {cell:?}"));
                }
                self.use_up(rules, tile)?;
                if rules.option("hidden_square") == "closes" {
                    self.table.shut.insert(cell);
                }
                -chips.lost
            } else {
                let rotation: u16 = how.trim_start_matches('r').parse().map_err(|_| "no rotation")?;
                if !fits(&face.turned[usize::from(rotation) / 90]) {
                    return Err(format!("{tile} does not fit on {cell:?}"));
                }
                self.lay(rules, &Piece { tile: tile.clone(), cell: Some(cell), rotation })?;
                if rules.option("hidden_chain") != "stops" {
                    let more: Vec<Cell> = self.beside(cell).into_iter().filter(|one| !due.contains(one)).collect();
                    due.extend(more);
                }
                chips.found
            };
            // It was none of the draw stack's.
            self.to_draw += 1;
            let have = &mut self.seats[self.turn].points;
            let floor = if rules.option("below_zero") == "goes_below" { i64::MIN } else { 0.min(*have) };
            *have = (*have + points).max(floor);
            rest = more;
        }
        Ok(rest)
    }

    /// Hidden tiles beside a cell, clockwise from the north.
    fn beside(&self, cell: Cell) -> Vec<Cell> {
        (0..4).map(|edge| beyond(cell, edge)).filter(|near| self.table.hidden.contains(near)).collect()
    }
}
