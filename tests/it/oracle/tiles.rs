//! Tiles and what is drawn on them, for the oracle.
//!
//! What must stay true: a drawing is kept as it lies in each rotation, and no part of it knows what its words mean.

use std::collections::BTreeSet;
use std::sync::Arc;

use toml::{Table, Value};

use super::data::{Work, merge_records, number, pair, records, tables, text, words, worth, yes};
use super::rules::{Rules, Worth};

/// A drawing with its faces.
#[derive(Debug)]
pub(crate) struct Tile {
    pub(crate) id: String,
    pub(crate) set: String,
    pub(crate) count: i64,
    pub(crate) draws_double: bool,
    pub(crate) apart: bool,
    pub(crate) faces: Vec<Face>,
}

/// A printing of a drawing.
#[derive(Debug)]
pub(crate) struct Face {
    pub(crate) id: String,
    pub(crate) count: i64,
    /// What the rules in play can tell of it: faces of one class are the same piece.
    pub(crate) class: String,
    /// As it lies in each rotation.
    pub(crate) turned: [Arc<Drawing>; 4],
}

/// What is drawn on a piece, as it lies.
#[derive(Debug)]
pub(crate) struct Drawing {
    /// Columns and rows.
    pub(crate) size: (i32, i32),
    pub(crate) segments: Vec<Segment>,
    /// Which segment takes a port, by cell in reading order and port.
    pub(crate) at: Vec<[Option<usize>; 12]>,
}

/// A part of a feature on a piece.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    pub(crate) id: String,
    pub(crate) feature: String,
    /// Column, row and port; ports count clockwise from the north-west: NL = 0, N = 1, ... WR = 11.
    pub(crate) ports: Vec<(i32, i32, usize)>,
    /// The cells of the piece it covers.
    pub(crate) cells: BTreeSet<(i32, i32)>,
    pub(crate) icons: Worth,
    /// The blocks that ground borders, where the data says so.
    pub(crate) borders: Option<Vec<String>>,
}

impl Rules {
    /// Takes in the tiles of a set, with all changes to them in their order.
    pub(super) fn add_tiles(&mut self, work: &Work, set: &Table) -> Result<(), String> {
        let mut drawings: Vec<Value> = set.get("tile").and_then(Value::as_array).cloned().unwrap_or_default();
        for changes in &work.tiles {
            merge_records(&mut drawings, changes);
        }
        for tile in drawings.iter().filter_map(Value::as_table) {
            let id = text(tile, "id").ok_or("a tile without an id")?.to_owned();
            let (columns, rows) = tile.get("size").map_or((1, 1), |size| pair(Some(size)));
            let size = (columns as i32, rows as i32);
            let count = number(tile, "count").unwrap_or(0);
            let plain = vec![Table::new()];
            let faces: Vec<Table> = records(tile, "faces").cloned().collect();
            let faces = if faces.is_empty() { plain } else { faces };
            let named: i64 = faces.iter().filter_map(|face| number(face, "count")).sum();
            let mut built = Vec::new();
            for face in &faces {
                let all = records(tile, "segments").chain(records(face, "segments"));
                let mut segments: Vec<Segment> = all.map(|one| segment(one, size.0)).collect();
                for (on, _) in tables(face, "icons") {
                    let icons = face.get("icons").and_then(Value::as_table).and_then(|icons| worth(icons, on));
                    let target = segments.iter_mut().find(|one| one.id == *on).ok_or("icons on no segment")?;
                    for (icon, n) in icons.unwrap_or_default() {
                        *target.icons.entry(icon).or_default() += n;
                    }
                }
                let class = self.class(&work.doc, &id, &segments);
                let turned = [0, 1, 2, 3].map(|quarters| Arc::new(Drawing::turned(size, &segments, quarters)));
                let name = text(face, "id").unwrap_or("").to_owned();
                let copies = number(face, "count").unwrap_or(count - named) * self.boxes;
                built.push(Face { id: name, count: copies, class, turned });
            }
            let set = text(set, "id").unwrap_or("").to_owned();
            let (draws_double, apart) = (yes(tile, "draws_double"), yes(tile, "apart"));
            let count = count * self.boxes;
            self.tiles.insert(id.clone(), Tile { id, set, count, draws_double, apart, faces: built });
        }
        Ok(())
    }

    /// What these rules can tell of a face: sites that some figure may stand on, and the icons they declare.
    fn class(&self, doc: &Table, tile: &str, segments: &[Segment]) -> String {
        let mut seen = BTreeSet::new();
        for one in segments {
            let feature = self.features.get(&one.feature);
            let usable = self.figures.values().any(|figure| figure.on.contains(&one.feature));
            if feature.is_some_and(|feature| feature.site && !(usable && feature.claimable)) {
                continue;
            }
            let icons: Vec<_> =
                one.icons.iter().filter(|(icon, _)| tables(doc, "icons").any(|(k, _)| k == *icon)).collect();
            seen.insert(format!("{}{icons:?}", one.id));
        }
        format!("{tile} {seen:?}")
    }
}

impl Drawing {
    /// A drawing as it is drawn.
    pub(super) fn new(size: (i32, i32), segments: Vec<Segment>) -> Self {
        let mut at = vec![[None; 12]; (size.0 * size.1) as usize];
        for (index, segment) in segments.iter().enumerate() {
            for (column, row, port) in &segment.ports {
                at[(row * size.0 + column) as usize][*port] = Some(index);
            }
        }
        Self { size, segments, at }
    }

    /// The drawing turned clockwise by some quarters.
    fn turned(size: (i32, i32), segments: &[Segment], quarters: usize) -> Self {
        let (mut size, mut segments) = (size, segments.to_vec());
        for _ in 0..quarters {
            let rows = size.1;
            for one in &mut segments {
                one.ports = one.ports.iter().map(|(x, y, port)| (rows - 1 - y, *x, (port + 3) % 12)).collect();
                one.cells = one.cells.iter().map(|(x, y)| (rows - 1 - y, *x)).collect();
            }
            size = (size.1, size.0);
        }
        Self::new(size, segments)
    }

    /// Whether any segment is of the feature.
    pub(crate) fn carries(&self, feature: &str) -> bool {
        self.segments.iter().any(|one| one.feature == feature)
    }

    /// The feature of an edge: what lies in its middle, or else the ground.
    pub(crate) fn kind(&self, column: i32, row: i32, edge: usize) -> Option<&str> {
        let ports = &self.at[(row * self.size.0 + column) as usize];
        let index = ports[edge * 3 + 1].or(ports[edge * 3])?;
        Some(&self.segments[index].feature)
    }
}

/// The number of a port from its letters.
pub(crate) fn port(word: &str) -> Option<usize> {
    ["NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR"].iter().position(|known| *known == word)
}

/// The column and row of a lettered cell.
pub(crate) fn lettered(letter: &str, columns: i32) -> Option<(i32, i32)> {
    let index = i32::from(letter.bytes().next()?) - i32::from(b'a');
    Some((index % columns, index / columns))
}

/// A segment's record.
pub(super) fn segment(one: &Table, columns: i32) -> Segment {
    let mut ports = Vec::new();
    let mut cells: BTreeSet<(i32, i32)> = ["over", "cell"]
        .iter()
        .filter_map(|key| text(one, key))
        .flat_map(str::split_whitespace)
        .filter_map(|letter| lettered(letter, columns))
        .collect();
    for word in text(one, "at").unwrap_or("").split_whitespace() {
        let (letter, word) = word.split_once('.').unwrap_or(("a", word));
        if let (Some((x, y)), Some(port)) = (lettered(letter, columns), port(word)) {
            ports.push((x, y, port));
            cells.insert((x, y));
        }
    }
    if cells.is_empty() {
        cells.insert((0, 0));
    }
    let (id, feature) = (text(one, "id").unwrap_or("").to_owned(), text(one, "feature").unwrap_or("").to_owned());
    let borders = one.get("borders").map(|list| words(Some(list)));
    Segment { id, feature, ports, cells, icons: worth(one, "icons").unwrap_or_default(), borders }
}
