//! The base family: what each rule of its editions and expansions gives, and what it refuses.
//!
//! The logs under `tests/logs/base` claim what was counted by hand from the rules; the refusals are here.

use std::fmt::Write as _;

use crate::support::{Run, repo};

/// Replays a text and gives code, line, column and message of each finding.
fn told(log: &str) -> Vec<(String, u64, u64, String)> {
    let data = repo("tests/data");
    let run = Run::new("replay log.moves --format json --data").arg(data.display().to_string());
    let document = run.file("log.moves", log).run().json();
    let all = document["games"].as_array().expect("games").iter().filter_map(|game| game["findings"].as_array());
    let all = all.flatten().chain(document["findings"].as_array().expect("findings"));
    let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    all.map(|one| {
        let number = |key: &str| one[key].as_u64().expect("a number");
        (text(&one["code"]), number("line"), number("column"), text(&one["message"]))
    })
    .collect()
}

/// The one finding of a game for Red and Blue, with the turns numbered.
fn refused(game: &str, turns: &[&str]) -> (String, String) {
    let mut log = format!("game: {}\n", game.replace(" + ", "\nvariant: "));
    log.push_str("players: Red, Blue\n");
    for turn in turns {
        writeln!(log, "{turn}").expect("writing to a string");
    }
    match told(&log).as_slice() {
        [(code, line, _, message)] => {
            assert_eq!(*line as usize, log.lines().count(), "the last turn is refused: {message}");
            (code.clone(), message.clone())
        }
        other => panic!("{turns:?}: {other:?}"),
    }
}

#[test]
fn every_rule_gives_what_its_log_claims() {
    let (logs, data) = (repo("tests/logs/base"), repo("tests/data"));
    let run = Run::new("replay --format json --data").arg(data.display().to_string()).arg(logs.display().to_string());
    let document = run.run().code(0).json();
    assert_eq!(document["games"].as_array().expect("games").len(), 28, "all games of all logs are replayed");
}

#[test]
fn the_abbot_comes_back_only_from_what_is_unfinished_and_only_instead_of_a_figure() {
    let garden = "Red Eg (0,-1) r180 abbot garden";
    let (code, message) =
        refused("carcassonne + abbot", &[garden, "Blue U (1,0) r90", "Red U (-1,0) r90 recall, meeple road"]);
    assert_eq!((code.as_str(), message.as_str()), ("TW0718", "a turn has one action at most (B4.10)"));
    let (code, _) = refused("carcassonne + abbot", &["Red Eg (0,-1) r180 meeple garden"]);
    assert_eq!(code, "TW0714");
    let (code, message) = refused("carcassonne + abbot", &["Red U (1,0) r90 recall"]);
    assert_eq!((code.as_str(), message.as_str()), ("TW0717", "Red has no `abbot` on the table to take back (B6)"));
    // Surrounded in the same turn, it is about to score 9 and comes back by itself.
    let around = [
        "Red A (1,0) r90 abbot monastery",
        "Blue B (1,-1) r0",
        "Red B (2,-1) r0",
        "Blue B (2,0) r0",
        "Red B (2,1) r0",
        "Blue E (1,1) r180",
        "Red E (0,-1) r180",
        "Blue U (-1,0) r90",
        "Red V (0,1) r0 recall",
    ];
    let (code, message) = refused("carcassonne + abbot", &around);
    assert_eq!(code, "TW0717");
    assert!(message.contains("completed"), "{message}");
    let none = told("game: carcassonne-c1\nvariant: abbot\nplayers: Red, Blue\n");
    assert_eq!(none[0].0, "TW0407", "{none:?}");
}

#[test]
fn the_river_is_laid_as_its_rules_say() {
    let river = |turns: &[&str]| refused("carcassonne + river", turns);
    let first = "Red RD (0,1) r0";
    assert_eq!(river(&["Red D (0,1) r0"]).0, "TW0720", "river first");
    assert_eq!(river(&["Red RL (0,1) r0"]).0, "TW0720", "the lake last");
    assert_eq!(river(&["Red RD (1,0) r0"]).0, "TW0705", "at the open end");
    assert_eq!(river(&[first, "Blue RF (0,2) r90"]).0, "TW0705", "continued");
    // Two bends the same way, one right after the other.
    let (code, message) = river(&["Red RG (0,1) r90", "Blue RJ (1,1) r180"]);
    assert_eq!(code, "TW0721", "{message}");
    // The other way, and with a straight between, they are allowed; the log of the river has them.
    assert!(
        told("game: carcassonne\nvariant: river\nplayers: Red, Blue\nRed RG (0,1) r90\nBlue RJ (1,1) r90\n").is_empty()
    );
    let back = ["Red RG (0,1) r90", "Blue RD (1,1) r90", "Red RJ (2,1) r180"];
    assert_eq!(refused("carcassonne + river-never-back", &back).0, "TW0721", "against the first direction");
    // One field around the spring.
    let (code, message) = river(&["Red RG (0,1) r90 meeple field:NR", "Blue RD (1,1) r90 meeple field:NL"]);
    assert_eq!(code, "TW0712", "{message}");
    // Nobody stands on the river, and a piece that fits is not thrown away.
    assert_eq!(river(&["Red RD (0,1) r0 meeple river"]).0, "TW0714");
    assert_eq!(river(&["Red RD discard"]).0, "TW0709");
    // Fields do not pass under a bridge: the two banks of RK are parted by its road as well.
    let parted = ["Red RK (0,1) r0 meeple field:NR", "Blue RD (0,2) r0 meeple field:NR"];
    assert!(
        told(&format!("game: carcassonne\nvariant: river\nplayers: Red, Blue\n{}\n", parted.join("\n"))).is_empty()
    );
    // The river of the anniversary edition is unknown, so it is refused, and says so.
    let unknown =
        Run::new("replay log.moves").file("log.moves", "game: carcassonne-20ae\nvariant: river\nplayers: A, B\n");
    let unknown = unknown.run().code(1);
    assert!(unknown.stdout.contains("TW0407") && unknown.stdout.contains("it is unknown"), "{}", unknown.stdout);
    // The start tile of the first edition is out of the game.
    let four = ["Red RD (0,1) r0", "Blue RF (0,2) r0"];
    let log = format!(
        "game: carcassonne-c1\nvariant: river-without-d\nplayers: Red, Blue\nstart: RA r0, D (5,5), D (7,5), D (9,5), D (11,5)\n{}\n",
        four.join("\n")
    );
    assert!(told(&log).iter().any(|(code, ..)| code == "TW0706"), "only three copies of D");
}

#[test]
fn who_accompanies_others_needs_company() {
    let (code, message) = refused("carcassonne + traders", &["Red U (1,0) r90 builder road"]);
    assert_eq!(code, "TW0726");
    assert_eq!(
        message,
        "a `builder` goes only where its player stands already, and Red has nothing in this `road` (TE4, TE7)"
    );
    let (code, _) = refused("carcassonne + traders", &["Red U (1,0) r90 meeple road", "Blue U (2,0) r90 builder road"]);
    assert_eq!(code, "TW0726", "another's meeple is no company");
    let (code, _) = refused("carcassonne + traders", &["Red U (1,0) r90 pig field:NL"]);
    assert_eq!(code, "TW0726");
    let road = ["Red U (1,0) r90 meeple road", "Blue U (-1,0) r90", "Red U (2,0) r90 meeple road"];
    assert_eq!(refused("carcassonne + traders", &road).0, "TW0712", "a second meeple still may not");
}

#[test]
fn a_second_turn_is_numbered_and_told_of() {
    let begin = [
        "1. Red U (1,0) r90 meeple road",
        "2. Blue U (-1,0) r90",
        "3. Red U (2,0) r90 builder road",
        "4. Blue U (-2,0) r90",
        "5. Red U (3,0) r90",
    ];
    let with = |last: &str| {
        let mut turns = begin.to_vec();
        turns.push(last);
        refused("carcassonne + traders", &turns)
    };
    let (code, message) = with("6. Blue A (4,0) r90");
    assert_eq!((code.as_str(), message.as_str()), ("TW0505", "turn 5b is missing: `6` follows turn 5"));
    let (code, message) = with("6. Red A (4,0) r90");
    assert_eq!(code, "TW0505");
    assert_eq!(message, "this is turn 5b, a second turn of the same player, not `6`");
    let (code, message) = with("Blue A (4,0) r90");
    assert_eq!((code.as_str(), message.as_str()), ("TW0708", "turn 5b is Red's, not `Blue`'s (B4.2)"));
    let (code, message) = with("5b. Red A (4,0) r90 {Red 3}");
    assert_eq!((code.as_str(), message.as_str()), ("TW0802", "after turn 5b Red is said to have `3` points and has 0"));
}

#[test]
fn tokens_claimed_wrongly_are_traced_to_the_cities_they_came_from() {
    let log = "game: carcassonne\nvariant: traders\nplayers: Red, Blue\n\
               Red TB02 (0,-1) r180 meeple city\nBlue E (1,-1) r270 {Blue.wine 2}\n";
    let run = Run::new("replay log.moves").file("log.moves", log).run().code(1);
    assert!(run.stdout.contains("after turn 2 Blue is said to have `2` wine and has 1"), "{}", run.stdout);
    assert!(run.stdout.contains("turn   2  +1   =   1  completed what lies at (0,-1)"), "{}", run.stdout);
    let run = Run::new("replay log.moves").file("log.moves", log.replace("wine", "wien")).run().code(1);
    assert!(run.stdout.contains("did you mean `wine`?"), "{}", run.stdout);
}

#[test]
fn every_edition_has_the_numbers_its_rules_state() {
    for (game, variants) in [
        ("carcassonne", vec!["river", "inns", "traders", "abbot"]),
        ("carcassonne-c1", vec!["river", "river-without-d", "inns-tiles", "traders"]),
        ("carcassonne-20ae", vec!["abbot"]),
        ("carcassonne-c3", vec!["river", "abbot"]),
        ("fenland", vec![]),
    ] {
        Run::new("count").arg(game).run().code(0);
        for variant in variants {
            let run = Run::new("count").arg(game).arg("--variant").arg(variant).run().code(0);
            assert!(run.stdout.contains("Every number agrees"), "{game} {variant}: {}", run.stdout);
        }
    }
}
