//! The numbers of a game's tile sets, beside what the published rules state of them.
//!
//! Everything here is counted from the data in play, overlays included; `lint` judges files as they are written, this room
//! reports what a game has. What must stay true: the tables come from the tally that `lint` checks by, sums hold whatever
//! counts a file states, and the order is the data's, never a hash map's.

mod left;
mod text;

pub use left::{Left, LeftTile, left};

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::{Code, Finding};
use crate::lint::Game;
use crate::lint::expect::{Comparison, What, compare, unbound};
use crate::lint::piece::Piece;
use crate::lint::stated;
use crate::lint::tally::{faces, status, tally};
use crate::model::{Face, Map, Shape, Status, Tile, Tileset};
use crate::source::{Part, Resolved, child};

/// The version of the shape of this report.
pub const FORMAT: u32 = 1;

/// What `count --format json` writes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CountDocument {
    /// The version of this shape.
    pub format: u32,
    /// The games, in the order asked for, or by name.
    pub games: Vec<CountReport>,
}

/// The numbers of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CountReport {
    /// The version of this shape.
    pub format: u32,
    /// The ruleset's id.
    pub game: String,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The variants applied, in order.
    pub variants: Vec<String>,
    /// Pieces in the draw stack, those that start on the table included.
    pub stack: u64,
    /// Pieces that lie apart from it.
    pub apart: u64,
    /// Pieces whose drawing is reconstructed: made to satisfy what is documented, the real one not being public.
    pub reconstructed: u64,
    /// Whether any number differs from what the rules state.
    pub differs: bool,
    /// What the rules state of the board and the mouth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<Statement>,
    /// The tile sets, in the ruleset's order.
    pub sets: Vec<SetCount>,
    /// Sets that the rules state something of and that are not in play.
    pub not_in_play: Vec<String>,
}

/// A number, beside the one that the rules state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Number {
    /// What is there.
    pub counted: u64,
    /// What the rules state, where they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated: Option<u64>,
}

impl Number {
    /// Whether the rules state another number.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.stated.is_some_and(|stated| stated != self.counted)
    }
}

/// The numbers of one tile set.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SetCount {
    /// The set's id.
    pub id: String,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// All its pieces.
    pub pieces: Number,
    /// Its pieces in the draw stack.
    pub stack: u64,
    /// Its pieces apart from it.
    pub apart: Number,
    /// Its pieces that draw another.
    pub draws_double: Number,
    /// Its drawings.
    pub drawings: Number,
    /// Pieces by how well their drawing is known.
    pub statuses: Map<u64>,
    /// The drawings, in the set's order.
    pub tiles: Vec<TileCount>,
    /// Edges of each kind over all pieces.
    pub edges: Vec<NamedCount>,
    /// Features, by segments and by the pieces that carry them.
    pub features: Vec<FeatureCount>,
    /// Icons of each kind over all pieces.
    pub icons: Vec<NamedCount>,
    /// What else the rules state of the set.
    pub statements: Vec<Statement>,
}

/// The numbers of one drawing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TileCount {
    /// The tile's id.
    pub id: String,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its copies.
    pub copies: Number,
    /// Whether they lie apart from the stack.
    pub apart: bool,
    /// Whether they draw another piece.
    pub draws_double: bool,
    /// Edges of each kind on one copy.
    pub edges: Map<u64>,
    /// Sites that every copy has, by feature.
    pub sites: Vec<String>,
    /// Its printings.
    pub faces: Vec<FaceCount>,
}

/// The numbers of one printing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FaceCount {
    /// The face's id; none for the plain one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its copies.
    pub copies: u64,
    /// How well it is known.
    pub status: Status,
    /// Icons on one copy.
    pub icons: Map<u64>,
    /// Features of the sites that only this face has.
    pub adds: Vec<String>,
}

/// A number with a name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NamedCount {
    /// What is counted.
    pub name: String,
    /// How many there are.
    pub number: Number,
}

/// The numbers of one feature.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FeatureCount {
    /// The feature.
    pub name: String,
    /// Its segments over all pieces.
    pub segments: Number,
    /// The pieces that carry it.
    pub pieces: Number,
}

/// Something the rules state that is no number of a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Statement {
    /// What they state.
    pub stated: String,
    /// What is there.
    pub counted: String,
    /// Whether that is so.
    pub agrees: bool,
}

/// The schemas of what `count --format json` writes, by name.
#[must_use]
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    let generator = || schemars::generate::SchemaSettings::draft07().into_generator();
    let count = generator().into_root_schema_for::<CountDocument>();
    let left = generator().into_root_schema_for::<Left>();
    vec![("count", count.to_value()), ("left", left.to_value())]
}

/// Every number that differs from what the rules state, as a finding on the bytes that state it.
#[must_use]
pub fn differences(resolved: &Resolved) -> Vec<Finding> {
    let game = Game::read(resolved);
    let mut findings = Vec::new();
    for (set, pieces) in resolved.tilesets.iter().zip(&game.sets) {
        let Some(expect) = resolved.ruleset.expect.get(&set.id) else { continue };
        for it in compare(&resolved.ruleset, expect, set, pieces).into_iter().filter(|it| !it.agrees) {
            let finding = Finding::error(Code::TileCountMismatch, format!("of `{}` {}", set.id, it.sentence));
            let pointer = format!("{}{}", child("/expect", &set.id), it.pointer);
            findings.push(match resolved.value_place(Part::Ruleset, &pointer) {
                Some(place) => finding.at(place),
                None => finding,
            });
        }
    }
    for it in stated::compare(resolved).into_iter().filter(|it| !it.agrees()) {
        let message = format!("the rules state `{}` of {}, and it is {}", it.wanted, it.what, it.counted);
        findings.push(Finding::error(Code::TileCountMismatch, message));
    }
    crate::diagnostic::sort(&mut findings);
    findings
}

/// Counts a game.
#[must_use]
pub fn count(resolved: &Resolved) -> CountReport {
    let game = Game::read(resolved);
    let sets: Vec<_> =
        resolved.tilesets.iter().zip(&game.sets).map(|(set, pieces)| count_set(resolved, set, pieces)).collect();
    let statements: Vec<_> = stated::compare(resolved)
        .into_iter()
        .map(|it| Statement { agrees: it.agrees(), stated: format!("{}: {}", it.what, it.wanted), counted: it.counted })
        .collect();
    let sum = |of: fn(&SetCount) -> u64| sets.iter().map(of).sum();
    CountReport {
        format: FORMAT,
        game: resolved.game.clone(),
        title: resolved.ruleset.title.clone(),
        variants: resolved.variants.clone(),
        stack: sum(|set| set.stack),
        apart: sum(|set| set.apart.counted),
        reconstructed: sum(|set| set.statuses.get(Status::Reconstructed.word()).copied().unwrap_or(0)),
        differs: sets.iter().any(SetCount::differs) || statements.iter().any(|statement| !statement.agrees),
        statements,
        sets,
        not_in_play: unbound(&resolved.ruleset, &resolved.tilesets).into_iter().map(str::to_owned).collect(),
    }
}

impl SetCount {
    /// Whether anything differs from what the rules state.
    #[must_use]
    pub fn differs(&self) -> bool {
        let heads = [self.pieces, self.apart, self.draws_double, self.drawings];
        heads.iter().any(Number::differs)
            || self.tiles.iter().any(|tile| tile.copies.differs())
            || self.edges.iter().chain(&self.icons).any(|row| row.number.differs())
            || self.features.iter().any(|row| row.segments.differs() || row.pieces.differs())
            || self.statements.iter().any(|statement| !statement.agrees)
    }
}

fn count_set(resolved: &Resolved, set: &Tileset, pieces: &[Piece<'_>]) -> SetCount {
    let rules = &resolved.ruleset;
    let tally = tally(rules, set, pieces);
    let expect = rules.expect.get(&set.id);
    let compared = expect.map(|expect| compare(rules, expect, set, pieces)).unwrap_or_default();
    let number = |counted: u64, what: &What| Number { counted, stated: stated(&compared, what) };
    let edges = rows(&tally.edges, expect.map(|expect| &expect.edges), What::Edges, &compared);
    let icons = rows(&tally.icons, expect.map(|expect| &expect.icons), What::Icons, &compared);
    let segments = rows(&tally.segments, expect.map(|expect| &expect.segments), What::Segments, &compared);
    let carriers = rows(&tally.tiles, expect.map(|expect| &expect.tiles), What::Tiles, &compared);
    let mut names: Vec<&String> = segments.iter().map(|row| &row.name).collect();
    names.extend(carriers.iter().map(|row| &row.name).filter(|name| segments.iter().all(|row| row.name != **name)));
    let features = names
        .into_iter()
        .map(|name| FeatureCount {
            name: name.clone(),
            segments: number(tally.segments.get(name).copied().unwrap_or(0), &What::Segments(name.clone())),
            pieces: number(tally.tiles.get(name).copied().unwrap_or(0), &What::Tiles(name.clone())),
        })
        .collect();
    let tiles = set.tile.iter().zip(pieces).enumerate().map(|(at, (tile, piece))| TileCount {
        id: tile.id.clone(),
        title: tile.title.clone(),
        copies: number(u64::from(tile.count), &What::Copies(at)),
        apart: tile.apart,
        draws_double: tile.draws_double,
        edges: kinds(piece),
        sites: sites(piece),
        faces: faces(tile).into_iter().map(|(face, copies)| count_face(set, tile, face, copies)).collect(),
    });
    SetCount {
        id: set.id.clone(),
        title: set.title.clone(),
        pieces: number(tally.pieces, &What::Total),
        stack: tally.pieces - tally.apart,
        apart: number(tally.apart, &What::Apart),
        draws_double: number(tally.draws_double, &What::DrawsDouble),
        drawings: number(set.tile.len() as u64, &What::Drawings),
        statuses: tally.statuses.clone(),
        tiles: tiles.collect(),
        edges,
        features,
        icons,
        statements: compared
            .iter()
            .filter_map(|it| {
                let stated = words(it)?;
                Some(Statement { stated, counted: it.counted.clone(), agrees: it.agrees })
            })
            .collect(),
    }
}

/// What the rules state, in words; none where a table has it.
fn words(it: &Comparison) -> Option<String> {
    match &it.what {
        What::Start => Some(format!("{} on the table at first", it.stated)),
        What::Borders(ground) => Some(format!("{} borders of {ground}", it.stated)),
        What::OnlyEdges | What::OnlyFeatures | What::Varied | What::Shows(_) => Some(it.stated.clone()),
        _ => None,
    }
}

/// What the rules state of a thing.
fn stated(compared: &[Comparison], what: &What) -> Option<u64> {
    compared.iter().find(|it| it.what == *what).and_then(|it| it.stated.parse().ok())
}

/// What is counted, then what is stated and not there.
fn rows(
    counted: &Map<u64>,
    expected: Option<&Map<u32>>,
    what: impl Fn(String) -> What,
    compared: &[Comparison],
) -> Vec<NamedCount> {
    let missing = expected.into_iter().flat_map(Map::keys).filter(|name| !counted.contains_key(*name));
    let row = |(name, counted): (&String, u64)| NamedCount {
        name: name.clone(),
        number: Number { counted, stated: stated(compared, &what(name.clone())) },
    };
    counted.iter().map(|(name, &number)| (name, number)).chain(missing.map(|name| (name, 0))).map(row).collect()
}

fn kinds(piece: &Piece<'_>) -> Map<u64> {
    let mut kinds = Map::new();
    for kind in piece.rim_kinds() {
        *kinds.entry(kind.to_owned()).or_insert(0) += 1;
    }
    kinds
}

fn sites(piece: &Piece<'_>) -> Vec<String> {
    let sites = piece.segments.iter().filter(|segment| segment.shape == Some(Shape::Site));
    sites.map(|segment| segment.record.feature.clone()).collect()
}

fn count_face(set: &Tileset, tile: &Tile, face: Option<&Face>, copies: u64) -> FaceCount {
    let added = face.map(|face| face.segments.as_slice()).unwrap_or_default();
    let mut icons = Map::new();
    let on_segments = tile.segments.iter().chain(added).flat_map(|segment| &segment.icons);
    for (icon, &number) in on_segments.chain(face.iter().flat_map(|face| face.icons.values().flatten())) {
        *icons.entry(icon.clone()).or_insert(0) += u64::from(number);
    }
    FaceCount {
        id: face.and_then(|face| face.id.clone()),
        copies,
        status: status(set, tile, face),
        icons,
        adds: added.iter().map(|segment| segment.feature.clone()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tests::{race, resolved};

    #[test]
    fn a_game_is_counted_beside_what_the_rules_state() {
        let report = count(&resolved());
        assert_eq!((report.stack, report.apart, report.differs), (7, 0, false));
        let set = &report.sets[0];
        assert_eq!(set.pieces, Number { counted: 7, stated: Some(7) });
        assert_eq!(set.drawings, Number { counted: 3, stated: None });
        assert_eq!(set.tiles[1].faces.iter().map(|face| face.copies).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(set.tiles[1].faces[0].adds, ["garden"]);
        assert_eq!(set.tiles[0].edges.values().sum::<u64>(), 4);
    }

    #[test]
    fn a_difference_is_one_whether_counted_or_only_stated() {
        let mut game = resolved();
        let text = "total = 7\nedges = { moor = 1 }";
        game.ruleset.expect.insert("base".into(), toml::from_str(text).expect("it is an expectation"));
        let report = count(&game);
        let moor = report.sets[0].edges.iter().find(|row| row.name == "moor").expect("it is stated");
        assert_eq!(moor.number, Number { counted: 0, stated: Some(1) });
        assert!(report.differs);
        game.ruleset.expect.insert("base".into(), toml::from_str("copies = [2, 3]").expect("it is one"));
        assert!(count(&game).differs);
    }

    #[test]
    fn what_is_reconstructed_and_what_lies_apart_is_counted() {
        let mut game = race();
        game.tilesets[0].status = Some(Status::Reconstructed);
        game.tilesets[0].tile[1].apart = true;
        let report = count(&game);
        assert_eq!((report.stack, report.apart, report.reconstructed), (4, 2, 6));
        let mut other = game.tilesets[0].clone();
        other.id = "more".into();
        game.tilesets.push(other);
        let text = count(&game).text();
        assert!(text.contains("4 + 4 = 8 in the stack, 4 apart"), "{text}");
        assert!(text.contains("All 12 pieces are reconstructed"), "{text}");
    }
}
