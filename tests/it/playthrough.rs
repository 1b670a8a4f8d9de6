//! Whole games as playthroughs: the log in, and out come the maps on the way, every point, and the final scores.

use crate::support::{Run, repo};

/// A whole game told: the table before the first turn and after every twentieth, then the ledger.
fn told(log: &str) -> String {
    let checkout = repo("");
    let text = std::fs::read_to_string(repo(log)).expect("a log of the tests");
    let turns = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    let mut out = String::new();
    for at in (0..=turns).step_by(20) {
        let ran =
            Run::new("render log --width 100").arg(log).arg("--at").arg(at.to_string()).within(&checkout).run().code(0);
        out.extend(["== after turn ", &at.to_string(), "\n\n", &ran.stdout, "\n"]);
    }
    let ran = Run::new("replay --width 100").arg(log).within(&checkout).run().code(0);
    out.extend(["== every point\n\n", &ran.stdout]);
    out
}

#[test]
fn two_players_race_down_the_river() {
    crate::snapshot!("playthrough-amazonas-2", told("tests/logs/amazonas/two-players.moves"));
}

#[test]
fn three_players_race_down_the_river() {
    crate::snapshot!("playthrough-amazonas-3", told("tests/logs/amazonas/three-players.moves"));
}

#[test]
fn four_players_race_down_the_river() {
    crate::snapshot!("playthrough-amazonas-4", told("tests/logs/amazonas/four-players.moves"));
}

#[test]
fn five_players_race_down_the_river() {
    crate::snapshot!("playthrough-amazonas-5", told("tests/logs/amazonas/five-players.moves"));
}

#[test]
fn the_oracle_agrees_on_every_total() {
    let rules = crate::oracle::Rules::load(&repo("data"), "amazonas", &[]).expect("the shipped game");
    for name in ["two", "three", "four", "five"] {
        let text = std::fs::read_to_string(repo(&format!("tests/logs/amazonas/{name}-players.moves"))).expect("a log");
        let games = crate::oracle::games(&text).expect("the oracle reads it");
        let outcome = crate::oracle::play_watched(&rules, &games[0], |_, _| ()).expect("legal play");
        assert_eq!(outcome.wrong_claims(&games[0]), Vec::<String>::new(), "{name}");
    }
}
