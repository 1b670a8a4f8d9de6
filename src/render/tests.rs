//! Maps of shipped tiles and of recorded games, as snapshots, and what must hold for any scene.
//!
//! The games are read by a few lines that know just enough of the log's grammar to lay pieces and figures down; the
//! real reader and the rules stand elsewhere. Figures are never taken back here, so the maps are fuller than a table.

use std::path::Path;

use super::*;
use crate::geometry::{Cell, Footprint, Rotation, Side};
use crate::model::{Board, Ruleset, Tileset};

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join(path)).expect("a file of the repository")
}

struct Game {
    words: Vocabulary,
    sets: Vec<Tileset>,
}

impl Game {
    fn load(name: &str, sets: &[&str]) -> Self {
        let ruleset: Ruleset = toml::from_str(&read(&format!("data/{name}/game.toml"))).expect("a ruleset");
        let sets = sets
            .iter()
            .map(|set| toml::from_str(&read(&format!("data/{name}/{set}.toml"))).expect("a tile set"))
            .collect();
        Self { words: Vocabulary::of(&ruleset), sets }
    }

    fn base() -> Self {
        Self::load("carcassonne", &["base", "river"])
    }

    fn race() -> Self {
        Self::load("amazonas", &["land", "river", "doubles"])
    }

    fn lay(&self, name: &str, cell: Cell, degrees: i64) -> Laid {
        let id = name.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
        let face = &name[id.len()..];
        let tile = self.sets.iter().flat_map(|set| &set.tile).find(|tile| tile.id == id).expect("a known tile");
        let face = tile.faces.iter().find(|known| known.id.as_deref().unwrap_or_default() == face);
        Laid::of_tile(tile, face, Rotation::from_degrees(degrees).expect("quarter turns"), cell, &self.words)
    }

    /// A scene after the log's moves, no figure ever taken back.
    fn replay(&self, log: &str) -> Scene {
        let mut scene = Scene { words: self.words.clone(), ..Scene::default() };
        scene.words.figures = ["meeple", "abbot", "camp"].map(str::to_owned).to_vec();
        let mut rest: Vec<&str> = Vec::new();
        for line in log.lines() {
            if let Some(players) = line.strip_prefix("players: ") {
                scene.players = players.split(", ").map(str::to_owned).collect();
            } else if let Some(tile) = line.strip_prefix("start: ") {
                let (id, turn) = tile.split_once(" r").expect("a rotation");
                scene.pieces.push(self.lay(id, Cell::default(), turn.parse().expect("degrees")));
            } else if line.split('.').next().is_some_and(|number| number.parse::<u32>().is_ok()) {
                rest.push(line);
            }
        }
        if scene.pieces.is_empty() {
            scene.pieces.push(self.lay("D", Cell::default(), 0));
        }
        for line in rest {
            let line = line.split('{').next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some((x, y)) = words.get(3).and_then(|cell| cell.trim_matches(['(', ')']).split_once(',')) else {
                continue;
            };
            let cell = Cell::new(x.parse().expect("x"), y.parse().expect("y"));
            let mut laid = self.lay(words[2], cell, words[4][1..].parse().expect("degrees"));
            if let Some(target) = words.get(6) {
                let player = scene.players.iter().position(|name| name == words[1]).expect("a player");
                let (feature, port) = target.split_once(':').unwrap_or((target, ""));
                let segment = laid.segments.iter_mut().find(|segment| {
                    segment.feature == feature
                        && (port.is_empty() || segment.ports.iter().any(|(_, at)| at.name() == port))
                });
                let figure = Figure { player, kind: words[5].to_owned() };
                segment.expect("a segment there").figures.push(figure);
            }
            scene.pieces.push(laid);
        }
        if let Some(last) = scene.pieces.last_mut() {
            last.last = true;
        }
        scene
    }

    /// A table with a board, single and double pieces of the course, land on the banks, and racers.
    fn table(&self, side: usize) -> Scene {
        let board: Board = toml::from_str(&read("data/amazonas/start-board.toml")).expect("a board");
        let mut scene = Scene {
            words: self.words.clone(),
            players: ["Red", "Blue", "Green"].map(str::to_owned).to_vec(),
            racer: Some("boat".to_owned()),
            ..Scene::default()
        };
        let mut number = 0;
        let mut spaces = |count: u32| -> Vec<Space> {
            (0..count)
                .map(|_| {
                    number += 1;
                    let racers = match number {
                        3 => vec![0],
                        18 => vec![1, 2],
                        _ => Vec::new(),
                    };
                    Space { number, racers }
                })
                .collect()
        };
        let mut start = Laid::of_board("board", board.size, &board.side[side], &self.words);
        start.course = Some(0);
        start.spaces = spaces(board.side[side].spaces);
        scene.pieces.push(start);
        for (name, cell, degrees, count) in
            [("A01b", (1, 4), 0, 1), ("A03a", (1, 5), 180, 1), ("A04b", (1, 6), 0, 1), ("D3", (1, 7), 0, 2)]
        {
            let mut laid = self.lay(name, Cell::new(cell.0, cell.1), degrees);
            laid.course = laid.segments.iter().position(|segment| segment.feature == "amazon");
            laid.spaces = spaces(count);
            scene.pieces.push(laid);
        }
        for (name, cell, degrees) in
            [("T13b", (2, 5), 0), ("T17a", (3, 5), 0), ("T01a", (0, 4), 180), ("T08", (0, 7), 0)]
        {
            scene.pieces.push(self.lay(name, Cell::new(cell.0, cell.1), degrees));
        }
        let figures = [(4, 0, 0, "camp"), (4, 1, 1, "camp"), (5, 0, 2, "meeple"), (5, 1, 0, "meeple")];
        for (piece, segment, player, kind) in figures {
            let figure = Figure { player, kind: kind.to_owned() };
            scene.pieces[piece].segments[segment].figures.push(figure);
        }
        scene.pieces[4].last = true;
        scene
    }
}

/// What a terminal of 80 columns gets.
const PLAIN: Style = Style { charset: Charset::Unicode, width: 80, colour: false };

fn style(charset: Charset, width: usize) -> Style {
    Style { charset, width, colour: false }
}

fn keep(name: &str, text: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root.join("snapshots/render"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The scene in both character sets; every map keeps the promises made for all of them.
fn keep_both(name: &str, width: usize, draw: impl Fn(&Style) -> String) {
    for (charset, suffix) in [(Charset::Unicode, "unicode"), (Charset::Ascii, "ascii")] {
        let text = draw(&style(charset, width));
        assert!(text.lines().all(|line| !line.ends_with(' ')), "{name}: a line ends in blanks");
        assert!(charset == Charset::Unicode || text.is_ascii(), "{name}: not ASCII");
        for line in text.lines() {
            assert!(line.chars().count() <= width, "{name}: wider than {width}: {line}");
            assert_eq!(unicode_width::UnicodeWidthStr::width(line), line.chars().count(), "{name}: {line}");
        }
        keep(&format!("{name}-{width}-{suffix}"), &text);
    }
}

#[test]
fn a_whole_game() {
    let scene = Game::base().replay(&read("tests/fixtures/render/base.moves"));
    for width in [80, 120, 200] {
        keep_both("board-base", width, |style| board(&scene, style));
    }
    // Narrower than the smallest map: in panels.
    keep_both("board-base", 40, |style| board(&scene, style));
    keep_both("crop-base", 80, |style| {
        let mut scene = scene.clone();
        let footprint = Footprint::SINGLE;
        scene.marks.push(Mark {
            cell: Cell::new(-2, -2),
            footprint,
            kind: MarkKind::Tried,
            label: "Vr90".to_owned(),
            clashes: vec![(0, Side::South)],
        });
        scene.marks.push(Mark {
            cell: Cell::new(-3, -1),
            footprint,
            kind: MarkKind::Candidate,
            label: "r90".to_owned(),
            clashes: Vec::new(),
        });
        crop(&scene, Cell::new(-2, -2), style)
    });
}

#[test]
fn a_game_with_a_river() {
    let scene = Game::base().replay(&read("tests/fixtures/render/river.moves"));
    for width in [80, 200] {
        keep_both("board-river", width, |style| board(&scene, style));
    }
}

#[test]
fn a_race_along_double_pieces() {
    for side in [0, 1] {
        let scene = Game::race().table(side);
        for width in [40, 80] {
            keep_both(&format!("board-race-side{side}"), width, |style| board(&scene, style));
        }
        let (_, window) = super::board::windows(&scene).expect("pieces");
        keep_both(&format!("board-race-small-side{side}"), 40, |style| {
            super::board::map(&scene, style, window, &[super::raster::Pitch::SMALL])
        });
    }
}

#[test]
fn sheets() {
    for (game, name) in [(Game::base(), "base"), (Game::race(), "race")] {
        for set in &game.sets {
            keep_both(&format!("sheet-{name}-{}", set.id), 80, |style| sheet(set, &game.words, style));
        }
    }
}

#[test]
fn single_tiles() {
    let (base, race) = (Game::base(), Game::race());
    for (game, set, id) in [(&base, 0, "E"), (&base, 0, "L"), (&base, 1, "RK"), (&race, 0, "T13"), (&race, 2, "D4")] {
        let tile = game.sets[set].tile.iter().find(|tile| tile.id == id).expect("a tile");
        keep_both(&format!("tile-{id}"), 80, |style| super::tile(tile, &game.words, style));
    }
}

/// Every drawing in every size of cell, so that a change of a rule of drawing shows.
#[test]
fn every_drawing_in_every_size() {
    let (base, race) = (Game::base(), Game::race());
    for (game, name) in [(&base, "base"), (&race, "race")] {
        let mut scene = Scene { words: game.words.clone(), ..Scene::default() };
        let tiles = game.sets.iter().flat_map(|set| &set.tile).filter(|tile| tile.size.is_none());
        for (column, tile) in (0..).zip(tiles) {
            let cell = Cell::new(2 * (column % 6), 2 * (column / 6));
            scene.pieces.push(Laid::of_tile(tile, None, Rotation::default(), cell, &game.words));
        }
        for width in [54, 76, 100, 140] {
            keep_both(&format!("drawings-{name}"), width, |style| board(&scene, style));
        }
    }
}

#[test]
fn colour_changes_no_character() {
    let scene = Game::race().table(0);
    let plain = PLAIN;
    let coloured = board(&scene, &Style { colour: true, ..plain });
    let mut stripped = String::new();
    let mut parts = coloured.split('\u{1b}');
    stripped.push_str(parts.next().unwrap_or_default());
    for part in parts {
        stripped.push_str(part.split_once('m').expect("a colour code ends in m").1);
    }
    assert_ne!(coloured, stripped);
    assert_eq!(stripped, board(&scene, &plain));
}

#[test]
fn what_has_no_room_is_told_in_words() {
    let game = Game::base();
    let mut scene = Scene { words: game.words.clone(), players: vec!["Red".to_owned()], ..Scene::default() };
    for x in 0..18 {
        scene.pieces.push(game.lay("D", Cell::new(x, 0), 0));
    }
    let strip = scene.pieces[3].segments.iter_mut().find(|segment| segment.id == "f").expect("the strip of field");
    strip.figures.push(Figure { player: 0, kind: "meeple".to_owned() });
    let text = board(&scene, &PLAIN);
    assert!(text.ends_with("not drawn for want of room:\n  Red's meeple on field EL WR of D (3,0)\n"), "{text}");
    let roomy = board(&scene, &Style { width: 200, ..PLAIN });
    assert!(roomy.contains("Rm Red's meeple") && !roomy.contains("want of room"), "{roomy}");
}

#[test]
fn nothing_to_draw_is_said() {
    assert_eq!(board(&Scene::default(), &PLAIN), "nothing lies on the table\n");
    let text = crop(&Scene::default(), Cell::new(5, 5), &PLAIN);
    assert!(text.contains('5'), "{text}");
}

#[test]
fn far_and_odd_scenes_stay_small_and_do_not_fail() {
    let game = Game::base();
    let mut scene = Scene { words: game.words.clone(), ..Scene::default() };
    for x in 0..10_000 {
        scene.pieces.push(game.lay("U", Cell::new(x, 0), 90));
    }
    scene.pieces[7_000].last = true;
    let text = board(&scene, &Style { width: 200, ..PLAIN });
    assert!(text.starts_with("the table spans 10000 x 1 cells; these are 400 x 1 of them\n"), "{}", &text[..200]);
    assert!(text.contains("◆") && text.len() < 100_000);

    let mut odd = game.lay("D", Cell::new(i32::MAX, i32::MIN), 0);
    odd.footprint = Footprint { width: 0, height: 3 };
    odd.segments[0].ports.clear();
    odd.segments[1].over = vec![7, 99];
    odd.segments[1].feature = "undeclared".to_owned();
    odd.segments[2].figures.push(Figure { player: 9, kind: "nobody".to_owned() });
    odd.course = Some(77);
    odd.spaces.push(Space { number: 1, racers: vec![5] });
    scene.pieces.push(odd.clone());
    odd.footprint = Footprint { width: 2, height: 255 };
    scene.pieces.push(odd.clone());
    odd.footprint = Footprint { width: 2, height: 2 };
    scene.pieces.push(odd);
    scene.marks.push(Mark {
        cell: Cell::new(i32::MIN, i32::MAX),
        footprint: Footprint { width: 0, height: 0 },
        kind: MarkKind::Tried,
        label: "a label much too long for its cell".to_owned(),
        clashes: vec![(8, Side::West)],
    });
    for charset in [Charset::Unicode, Charset::Ascii] {
        for around in [Cell::new(i32::MAX, i32::MIN), Cell::new(0, 0)] {
            assert!(crop(&scene, around, &style(charset, 0)).len() < 5_000);
        }
        assert!(board(&scene, &style(charset, usize::MAX)).len() < 5_000_000);
    }
}

/// Ground on the two sides of a line, and blocks that are not joined, never run into each other.
#[test]
fn every_point_belongs_to_a_segment_whose_ports_it_can_reach() {
    use super::raster::{Pitch, Raster};
    for game in [Game::base(), Game::race()] {
        for tile in game.sets.iter().flat_map(|set| &set.tile) {
            for rotation in Rotation::ALL {
                let laid = Laid::of_tile(tile, None, rotation, Cell::default(), &game.words);
                for pitch in [Pitch::SMALL, Pitch::COMPACT, Pitch::MEDIUM, Pitch::LARGE, Pitch::HUGE] {
                    let raster = Raster::new(&laid, pitch);
                    for (owner, segment) in laid.segments.iter().enumerate() {
                        let own = raster.points().filter(|&point| raster.at(point).owner == Some(owner)).count();
                        // In the smallest size a strip of ground between a line and a block has no room.
                        assert!(
                            own > 0 || pitch == Pitch::SMALL,
                            "{} {rotation} {pitch:?}: {} is not drawn",
                            tile.id,
                            segment.id
                        );
                    }
                    for &(x, y) in &raster.points().collect::<Vec<_>>() {
                        let (here, east) = (raster.at((x, y)), raster.at((x + 1, y)));
                        let both = here.what == east.what && here.owner.is_some() && east.owner.is_some();
                        let solid = matches!(here.what, super::raster::What::Ground | super::raster::What::Block);
                        let corner = raster.is_corner((x, y)) || raster.is_corner((x + 1, y));
                        assert!(
                            !both || !solid || corner || here.owner == east.owner,
                            "{} {rotation} {pitch:?}: two segments touch at {x},{y}",
                            tile.id
                        );
                    }
                }
            }
        }
    }
}
