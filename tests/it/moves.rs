//! Legal turns listed and counted: against kept numbers, against the second scorer, and as logs that replay.

use std::fmt::Write as _;

use std::fs;

use tilewright::game::{ClassId, TileName};
use tilewright::geometry::{Cell, Rotation};
use tilewright::moves::{count, drawable, moves};
use tilewright::table::Placement;

use crate::oracle;
use crate::properties::{compiled, oracle_rules};
use crate::support::{Run, repo};

const PLAYERS: [&str; 4] = ["Red", "Blue", "Green", "Black"];

fn head(game: &str, variants: &[&str], players: usize) -> String {
    let variant = if variants.is_empty() { String::new() } else { format!("variant: {}\n", variants.join(", ")) };
    format!("game: {game}\n{variant}players: {}\n", PLAYERS[..players].join(", "))
}

#[test]
fn the_numbers_that_are_kept_are_counted_again() {
    let kept: toml::Table =
        toml::from_str(&fs::read_to_string(repo("tests/perft.toml")).expect("kept numbers")).expect("TOML");
    let positions = kept["position"].as_array().expect("positions");
    let mut games = Vec::new();
    for position in positions {
        let text = |key: &str| position[key].as_str().expect("text");
        let number = |key: &str| position[key].as_integer().expect("a number");
        let variants: Vec<&str> =
            position["variants"].as_array().expect("names").iter().filter_map(|v| v.as_str()).collect();
        let mut log = head(text("game"), &variants, number("players") as usize);
        if let Some(start) = position.get("start").and_then(toml::Value::as_str) {
            let _ = writeln!(log, "start: {start}");
        }
        let run = Run::new("moves log.moves --count --depth").arg(number("depth").to_string()).file("log.moves", log);
        assert_eq!(run.run().code(0).stdout.trim(), number("turns").to_string(), "{position}");
        games.push(text("game").to_owned());
    }
    for game in tilewright::library::Library::builtin().game_names() {
        assert!(games.contains(&game), "no number is kept for `{game}`");
    }
}

#[test]
fn the_second_scorer_counts_the_same_turns() {
    for (name, variants) in [
        ("carcassonne", &["abbot", "inns"][..]),
        ("carcassonne", &["river"]),
        ("fenland", &[]),
        ("trial", &[]),
        ("carcassonne-maps", &[]),
    ] {
        let game = compiled(name, variants);
        let rules = oracle_rules(name, variants);
        // On a map the start tiles lie where the log says.
        let on_map = game.map.is_some();
        let starts = if on_map { "start: D (2,5) r0, B (9,9) r0\n" } else { "" };
        let log = head(name, variants, 2) + starts;
        let position =
            oracle::Position::new(&rules, &oracle::games(&log).expect("a game")[0]).expect("a first position");
        let mut play = tilewright::play::Match::new(&game, 2, false, tilewright::play::Room::default());
        for (tile, x, y) in [("D", 2, 5), ("B", 9, 9)].into_iter().filter(|_| on_map) {
            let Some(TileName::Class(class)) = game.tile_name(tile.as_bytes()) else { panic!("{tile}") };
            let placement = Placement { class, cell: Cell::new(x, y), rotation: Rotation::default() };
            play.start(placement).expect("a start");
        }
        for start in game.start.iter().filter(|_| !on_map) {
            let (class, cell, rotation) = (start.class, start.cell, start.rotation);
            play.start(Placement { class, cell, rotation }).expect("a start");
        }
        let plain = |class: &ClassId| game.tile_of(*class).is_some_and(|tile| !tile.draws_double);
        for class in drawable(&play).into_iter().filter(plain) {
            let tile = &game.classes[class.index()].name;
            // The oracle turns a piece in all ways, also those that look the same.
            let distinct = u16::from(game.classes[class.index()].distinct_rotations) * 90;
            let legal = oracle::legal(&rules, &position, tile).expect("a tile");
            let legal: Vec<_> = legal.into_iter().filter(|(_, _, rotation)| *rotation < distinct).collect();
            let mut turns = 0;
            for (x, y, rotation) in &legal {
                let after = position.after(&rules, tile, (*x, *y), *rotation).expect("legal");
                turns += 1 + after.placeable(&rules).len() as u64;
            }
            assert_eq!(count(&play, class), (legal.len() as u64, turns), "{name} {variants:?} {tile}");
            assert_eq!(moves(&play, class).len() as u64, turns);
        }
    }
}

#[test]
fn what_is_listed_can_be_played() {
    let log = "game: carcassonne\nvariant: traders, abbot\nplayers: Red, Blue\n\n\
               1. Red U (1,0) r90 meeple road\n2. Blue B (0,1) r0 abbot monastery\n3. Red U (-1,0) r90 builder road\n";
    for tile in ["V", "TB08", "B", "Ug"] {
        let ran =
            Run::new("moves log.moves --format json --tile").arg(tile).file("log.moves", log).run().code(0).json();
        let listed = ran["tiles"][0]["moves"].as_array().expect("turns");
        assert!(listed.len() > 3, "{tile}");
        let games: Vec<String> =
            listed.iter().map(|turn| format!("{log}4. Blue {}\n", turn.as_str().expect("a turn"))).collect();
        let replayed = Run::new("replay all.moves --format short --ledger none").file("all.moves", games.join("\n"));
        assert_eq!(replayed.run().code(0).stdout, "", "{tile}");
    }
}

#[test]
fn positions_are_asked_for_by_turn_and_tile() {
    let log = "game: carcassonne\nplayers: Red, Blue\n\n1. Red U (1,0) r90 meeple road\n2. Blue U (-1,0) r90\n";
    let run = |args: &str| Run::new("moves log.moves").args(args).file("log.moves", log).run();
    assert!(run("--at 1").code(0).stdout.starts_with("turn 2, Blue\n"));
    assert!(run("").code(0).stdout.starts_with("turn 3, Red\n"));
    assert_eq!(run("--at 0 --tile U --count").code(0).stdout, "12\n");
    assert!(run("--at 0 --tile U --divide").code(0).stdout.contains("  U        8           3     12"));
    let far = run("--at 9").code(2);
    assert!(far.stderr.contains("the game ends after turn 2"), "{}", far.stderr);
    let unknown = run("--tile UU").code(2);
    assert!(unknown.stderr.contains("did you mean"), "{}", unknown.stderr);
    let illegal = Run::new("moves log.moves").file("log.moves", format!("{log}3. Red U (9,9) r0\n")).run().code(2);
    assert!(illegal.stderr.contains("tilewright replay"), "{}", illegal.stderr);
}

#[test]
fn the_json_is_what_its_schema_says() {
    let log = "game: amazonas\nplayers: Red, Blue\n";
    let json = Run::new("moves log.moves --format json").file("log.moves", log).run().code(0).json();
    let schema = fs::read_to_string(repo("schemas/moves.schema.json")).expect("a schema");
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).expect("JSON")).expect("a schema");
    assert!(validator.is_valid(&json));
}
