//! The conformance logs and the recorded games beside the checkout: every result equal, every refusal at its line.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Run, shared};

/// Runs every row of a folder's `expected.tsv` and tells all that differ.
fn conform(folder: &Path, variant: Option<&Path>) {
    let table = fs::read_to_string(folder.join("expected.tsv")).expect("a table of expected results");
    let mut wrong = Vec::new();
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let [file, code, line, scores, what] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        rows += 1;
        let mut run = Run::new("replay --format json").arg(folder.join(file).display().to_string());
        if let Some(variant) = variant {
            run = run.arg("--variant").arg(variant.display().to_string());
        }
        let ran = run.run();
        let document = ran.json();
        let errors: Vec<_> = findings(&document).filter(|finding| finding["level"] == "error").collect();
        let lines: Vec<_> = errors.iter().map(|finding| finding["line"].to_string()).collect();
        let got = scores_of(&document);
        let right = ran.code.to_string() == code
            && (scores == "-" || got == scores)
            && lines == if code == "0" { Vec::new() } else { vec![line.to_owned()] };
        if !right {
            wrong.push(format!("{file} ({what}): exit {}, scores {got}, errors at lines {lines:?}", ran.code));
        }
    }
    assert!(wrong.is_empty(), "{} of {rows} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows > 20, "a table of {rows} rows is not the conformance suite");
}

fn findings(document: &Value) -> impl Iterator<Item = &Value> {
    let games = document["games"].as_array().into_iter().flatten();
    games
        .flat_map(|game| game["findings"].as_array().into_iter().flatten())
        .chain(document["findings"].as_array().into_iter().flatten())
}

fn scores_of(document: &Value) -> String {
    let games = document["games"].as_array().into_iter().flatten();
    let of_game = |game: &Value| {
        let players = game["players"].as_array().into_iter().flatten().filter_map(Value::as_str);
        players.map(|player| format!("{player} {}", game["scores"][player])).collect::<Vec<_>>().join(", ")
    };
    games.map(of_game).collect::<Vec<_>>().join("; ")
}

#[test]
fn the_base_family_conforms() {
    if let Some(folder) = shared("conformance") {
        conform(&folder, None);
    }
}

#[test]
fn the_worked_examples_conform() {
    if let Some(folder) = shared("conformance/amazonas") {
        conform(&folder, Some(&folder.join("data/amazonas/examples.toml")));
    }
}

#[test]
fn every_recorded_game_has_the_scores_it_is_known_to_have() {
    let Some(folder) = shared("corpora") else { return };
    let known = [
        ("people-2p", 7),
        ("base-2p", 148),
        ("base-4p", 50),
        ("base-2p-second", 300),
        ("no-farmers", 50),
        ("no-farmers-third", 200),
        ("small-city-2", 49),
        ("river", 50),
        ("abbot", 48),
    ];
    for (name, games) in known {
        let log = folder.join(format!("{name}.moves"));
        let text = fs::read_to_string(&log).expect("a log");
        let ran = Run::new("replay --format jsonl --ledger none").arg(log.display().to_string()).run().code(0);
        let lines: Vec<Value> =
            ran.stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect();
        let replayed = lines.iter().filter(|line| line["ended"] == "complete").count();
        assert_eq!(replayed, games, "{name}: games played to their end");
        // A claim that is not read proves nothing: change one and it must be told.
        let first = text.find("score: ").expect("a score");
        let spoilt =
            format!("{}score: Red 1000{}", &text[..first], &text[first + text[first..].find(',').expect("a comma")..]);
        let ran = Run::new("replay --format json --ledger none -").stdin(spoilt).run().code(1);
        let document = ran.json();
        let errors: Vec<_> = findings(&document).collect();
        assert_eq!((errors.len(), &errors[0]["slug"]), (1, &Value::from("wrong-score")), "{name}");
    }
}
