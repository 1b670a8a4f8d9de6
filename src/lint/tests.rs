//! Two small games that break no rule, and what is found once one thing about them is changed.

use rustc_hash::FxHashMap;
use serde_json::Value;

use crate::diagnostic::Finding;
use crate::model::{Feature, Map, Tile, Tileset};
use crate::source::{Document, Resolved};
use crate::text::Excerpt;

use super::{check, check_tileset_alone};

const RULES: &str = r#"
kind = "ruleset"
format = 1
id = "plain"
players = [2, 5]
tilesets = ["base.toml"]
start = [{ tile = "A", cell = [0, 0] }]

[figures.meeple]
supply = 7
on = ["road", "city", "field", "monastery"]

[icons.shield]
on = ["city"]

[features]
road = { shape = "line", completed = { tile = 1 }, final = { tile = 1 } }
city = { shape = "block", completed = { tile = 2, shield = 2 }, final = { tile = 1, shield = 1 } }
field = { shape = "ground", final = { closed_city = 3 } }
moor = { shape = "ground" }
monastery = { shape = "site", completed = { tile = 1, neighbour = 1 }, final = { tile = 1, neighbour = 1 } }
garden = { shape = "site" }

[expect.base]
total = 7
"#;

const TILES: &str = r#"
kind = "tileset"
format = 1
id = "base"
total = 7

[[tile]]
id = "A"
count = 2
segments = [
  { id = "c", feature = "city", at = "N" },
  { id = "r", feature = "road", at = "E W" },
  { id = "f", feature = "field", at = "EL WR" },
  { id = "f2", feature = "field", at = "ER SL SR WL" },
]
faces = [{ id = "s", count = 1, icons = { c = { shield = 1 } } }, {}]

[[tile]]
id = "B"
count = 3
segments = [
  { id = "m", feature = "monastery" },
  { id = "r", feature = "road", at = "S" },
  { id = "f", feature = "field", at = "NL NR EL ER SL SR WL WR" },
]
faces = [{ id = "g", count = 1, status = "inferred", segments = [{ id = "g", feature = "garden" }] }, {}]

[[tile]]
id = "C"
count = 2
segments = [{ id = "c", feature = "city", at = "N E S W", icons = { shield = 1 } }]
"#;

const RACE: &str = r#"
kind = "ruleset"
format = 1
id = "race"
players = [2, 4]
board = "board.toml"
mouth = "mouth.toml"

[figures.meeple]
supply = 4
on = ["lawn"]

[icons]
float = { on = ["lawn"] }
fish = { on = ["stream"] }

[features]
stream = { shape = "line", claimable = false }
lawn = { shape = "ground", final = { float = 1 } }
wall = { shape = "block" }

[front]
feature = "stream"

[race]
figure = "boat"
icon = "float"
step = 1
first = { fish = 1 }
second = {}
consolation = 1
"#;

const RACE_TILES: &str = r#"
kind = "tileset"
format = 1
id = "race-tiles"
total = 6

[[tile]]
id = "L"
count = 4
segments = [{ id = "l", feature = "lawn", at = "NL NR EL ER SL SR WL WR", icons = { float = 1 } }]

[[tile]]
id = "R"
count = 2
segments = [
  { id = "r", feature = "stream", at = "N S", icons = { fish = 2 } },
  { id = "e", feature = "lawn", at = "NR EL ER SL" },
  { id = "w", feature = "lawn", at = "SR WL WR NL" },
]
"#;

const RACE_BOARD: &str = r#"
kind = "board"
format = 1
id = "board"
size = [1, 2]

[[side]]
players = [2, 4]
spaces = 8
opening_cells = 5
segments = [
  { id = "r", feature = "stream", at = "b.S" },
  { id = "l", feature = "lawn", at = "a.NL a.NR a.EL a.ER b.EL b.ER b.SL b.SR b.WL b.WR a.WL a.WR" },
]
"#;

const RACE_MOUTH: &str = r#"
kind = "mouth"
format = 1
id = "mouth"

[[side]]
players = [2, 4]
points = [6, 3]
"#;

fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).expect("the sample has its shape")
}

fn game(rules: &str, tiles: &str) -> Resolved {
    let ruleset: crate::model::Ruleset = read(rules);
    Resolved {
        game: ruleset.id.clone(),
        variants: Vec::new(),
        ruleset,
        tilesets: vec![read(tiles)],
        board: None,
        mouth: None,
        maps: Vec::new(),
        origins: FxHashMap::default(),
    }
}

/// A game of roads, cities, fields and two kinds of site, without a mistake.
pub(crate) fn resolved() -> Resolved {
    game(RULES, TILES)
}

/// A game with a board, a front and a race, without a mistake.
pub(crate) fn race() -> Resolved {
    Resolved { board: Some(read(RACE_BOARD)), mouth: Some(read(RACE_MOUTH)), ..game(RACE, RACE_TILES) }
}

/// A document without spans.
pub(crate) fn document(text: &str) -> Document {
    let value: Value = toml::from_str(text).expect("the sample is TOML");
    Document { excerpt: Excerpt::whole("sample.toml", text), kind: None, value, spans: FxHashMap::default() }
}

/// What is found in the first game once it is changed.
pub(crate) fn findings(change: impl FnOnce(&mut Resolved)) -> Vec<Finding> {
    let mut game = resolved();
    change(&mut game);
    check(&game)
}

/// What is found in the game with a race once it is changed.
pub(crate) fn race_findings(change: impl FnOnce(&mut Resolved)) -> Vec<Finding> {
    let mut game = race();
    change(&mut game);
    check(&game)
}

/// The numbers of what is found in the first game once it is changed.
pub(crate) fn codes(change: impl FnOnce(&mut Resolved)) -> Vec<&'static str> {
    findings(change).into_iter().map(|finding| finding.code.number()).collect()
}

/// The one thing found in the first game once it is changed.
pub(crate) fn one(change: impl FnOnce(&mut Resolved)) -> Finding {
    let mut found = findings(change);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// The features of the first game.
pub(crate) fn features() -> Map<Feature> {
    resolved().ruleset.features
}

/// A tile called `Z` with 5 copies, unless the text says otherwise.
pub(crate) fn tile(text: &str) -> Tile {
    let count = if text.contains("\ncount = ") || text.starts_with("count = ") { "" } else { "count = 5\n" };
    read(&format!("id = \"Z\"\n{count}{text}"))
}

/// What is found in the first game once this tile is added to it.
pub(crate) fn tile_findings(text: &str) -> Vec<Finding> {
    findings(|game| {
        let set = &mut game.tilesets[0];
        set.tile.push(tile(text));
        set.total = set.tile.iter().map(|tile| tile.count).sum();
        game.ruleset.expect.clear();
    })
}

/// The numbers of what is found once this tile is added.
pub(crate) fn tile_codes(text: &str) -> Vec<&'static str> {
    tile_findings(text).into_iter().map(|finding| finding.code.number()).collect()
}

/// What is found in a tile set by itself.
pub(crate) fn alone_findings(text: &str) -> Vec<Finding> {
    let set: Tileset = read(text);
    check_tileset_alone(&document(text), &set)
}

#[test]
fn the_sample_games_break_no_rule() {
    assert!(check(&resolved()).is_empty(), "{:?}", check(&resolved()));
    assert!(check(&race()).is_empty(), "{:?}", check(&race()));
    assert!(alone_findings(TILES).is_empty() && alone_findings(RACE_TILES).is_empty());
    let board = read(RACE_BOARD);
    assert!(super::check_board_alone(&document(RACE_BOARD), &board).is_empty());
    let mouth = read(RACE_MOUTH);
    assert!(super::check_mouth_alone(&document(RACE_MOUTH), &mouth).is_empty());
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    /// Data that a schema would refuse does not make the checks panic, nor the tables.
    #[test]
    fn nothing_panics_on_mangled_tiles(
        size in proptest::option::of((0_u8..9, 0_u8..9)),
        count in proptest::num::u32::ANY,
        feature in "(road|city|field|garden|x)",
        at in proptest::option::of("[a-c.NESWLR \\u{e9}]{0,12}"),
        over in proptest::option::of("[a-z \\u{e9}]{0,4}"),
        cell in proptest::option::of("[a-z\\u{e9}]{0,2}"),
        icons in "(shield|x)",
        rotation in 0_u16..400,
        corner in proptest::sample::select(vec![i32::MIN, -1, 0, i32::MAX]),
    ) {
        let mut game = resolved();
        let mut odd = tile("segments = [{ id = \"s\", feature = \"road\" }, { id = \"t\", feature = \"field\", at = \"NL SL\" }]");
        (odd.size, odd.count) = (size.map(|(width, height)| [width, height]), count);
        let segment = &mut odd.segments[0];
        (segment.feature, segment.at, segment.over, segment.cell) = (feature, at, over, cell);
        segment.icons.insert(icons, count);
        let face = crate::model::Face { count: Some(count), segments: odd.segments.clone(), ..Default::default() };
        odd.faces = vec![face.clone(), face];
        game.tilesets[0].tile.push(odd);
        game.ruleset.start.push(crate::model::Start { tile: "Z".into(), cell: [corner, corner], rotation });
        let _ = check(&game);
        let _ = crate::count::count(&game).text();
        let _ = check_tileset_alone(&document(""), &game.tilesets[0]);
    }
}
