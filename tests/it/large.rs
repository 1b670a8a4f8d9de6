//! Sets of many tiles and games of many turns work. How long they take is measured by `tests/bench.py`, not here.

use std::fmt::Write;

use crate::support::Run;

const TILES: usize = 10_000;

const GAME: &str = r#"#:schema x
kind = "ruleset"
format = 1
id = "many"
players = [2, 2]
tilesets = ["tiles.toml"]
start = [{ tile = "T0", cell = [0, 0] }]

[figures.meeple]
supply = 7
on = ["road"]

[features.road]
shape = "line"
completed = { tile = 1 }
final = { tile = 1 }

[features.field]
shape = "ground"
claimable = false

[options]
tie = "shared"
"#;

/// Tiles with a road from north to south.
fn tiles() -> String {
    let mut text = format!("#:schema x\nkind = \"tileset\"\nformat = 1\nid = \"many\"\ntotal = {TILES}\n");
    for number in 0..TILES {
        let _ = write!(
            text,
            "\n[[tile]]\nid = \"T{number}\"\ncount = 1\nsegments = [{{ id = \"r\", feature = \"road\", at = \"N S\" }}, \
             {{ id = \"w\", feature = \"field\", at = \"NL WL WR SR\" }}, \
             {{ id = \"e\", feature = \"field\", at = \"NR EL ER SL\" }}]\n"
        );
    }
    text
}

/// A game that lays every tile but the first in columns of this height: one long line, or a block.
fn log(height: usize) -> String {
    let mut text = "game: many\nplayers: Red, Blue\n\n".to_owned();
    for turn in 1..TILES {
        let player = if turn % 2 == 1 { "Red" } else { "Blue" };
        let _ = writeln!(text, "{turn}. {player} T{turn} ({},{}) r0", turn / height, turn % height);
    }
    text + "end: complete\n"
}

#[test]
fn ten_thousand_tiles_and_turns_work() {
    let run = |args: &str| {
        let run = Run::new(args).file("many/game.toml", GAME).file("many/tiles.toml", tiles());
        run.file("line.moves", log(TILES)).file("block.moves", log(100)).run().code(0)
    };
    assert!(run("validate many").stdout.contains("0 findings"));
    assert!(run("count many --data .").stdout.contains("10000 in the stack"));
    let ran = run("replay line.moves block.moves --data . --format jsonl");
    let turns = |line: &str| line.contains("\"turns\":9999,\"ended\":\"complete\"");
    assert!(ran.stdout.lines().count() == 2 && ran.stdout.lines().all(turns), "{}", ran.stdout);
}
