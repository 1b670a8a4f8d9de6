//! `--shard`, `--jobs` and `--fail-fast`: who replays what, and that nobody else's work changes what is told.

use serde_json::Value;

use crate::support::Run;

const GOOD: &str = "game: carcassonne\nplayers: Red, Blue\n\n1. Red U (1,0) r90\nend: stopped\n";
const ILLEGAL: &str = "game: carcassonne\nplayers: Red, Blue\n\n1. Red U (5,5) r0\n";

/// A text of so many games, each third of them illegal.
fn games(number: usize) -> String {
    (0..number).map(|game| if game % 3 == 2 { ILLEGAL } else { GOOD }).collect()
}

/// The places of the games that a shard of two files tells, in order.
fn told(shard: &str, first: &str, second: &str) -> Vec<(String, u64)> {
    let run = Run::new("replay a.moves b.moves --format jsonl --shard").arg(shard);
    let ran = run.file("a.moves", first).file("b.moves", second).run();
    let records = ran.stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
    let games = records.filter(|record| record.get("game").is_some());
    let place = |game: Value| {
        let file = game["file"].as_str().expect("a game has a file").to_owned();
        (file, game["line"].as_u64().expect("a game has a line"))
    };
    games.map(place).collect()
}

#[test]
fn shards_together_replay_every_game_once_and_keep_its_place() {
    let (first, second) = (games(5), games(6));
    let all = told("1/1", &first, &second);
    assert_eq!(all.len(), 11);
    for of in [2, 3, 20] {
        let mut next = 0;
        let shards: Vec<_> = (1..=of).map(|number| told(&format!("{number}/{of}"), &first, &second)).collect();
        for (game, place) in all.iter().enumerate() {
            // The count goes on from one file to the next.
            assert_eq!(shards[game % of].get(game / of), Some(place), "game {game} of {of} shards");
            next += 1;
        }
        assert_eq!(shards.iter().map(Vec::len).sum::<usize>(), next);
    }
}

#[test]
fn what_lies_outside_any_game_is_told_by_the_first_shard() {
    let run = |shard: &str, text: &str| Run::new("replay - --format short --shard").arg(shard).stdin(text).run();
    let text = format!("oops\n{GOOD}{GOOD}");
    let (first, second) = (run("1/2", &text).code(1), run("2/2", &text).code(0));
    assert!(first.stdout.contains("TW0512") && second.stdout.is_empty(), "{}{}", first.stdout, second.stdout);
    assert!(run("1/2", "").code(1).stdout.contains("TW0512"));
    // A shard without a game has nothing to complain of.
    assert!(run("2/2", "").code(0).stderr.contains("0 games"));
    assert!(run("3/3", &text).code(0).stderr.contains("0 games"));
}

#[test]
fn a_shard_that_is_none_is_a_wrong_command_line() {
    for (shard, says) in [("0/2", "no shard 0"), ("3/2", "numbered from 1 to 2"), ("x", "written `I/N`")] {
        let ran = Run::new("replay - --shard").arg(shard).stdin(GOOD).run().code(2);
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
    }
}

#[test]
fn threads_change_nothing_that_is_told() {
    let text = format!("oops\n{}", games(900));
    for args in ["", "--fail-fast", "--shard 2/3", "--shard 3/3 --fail-fast"] {
        for format in ["short", "jsonl", "json", "human", "junit"] {
            let run = |jobs: &str| {
                let run = Run::new("replay - --format").arg(format).args(args).args("--jobs").arg(jobs);
                let ran = run.stdin(&text).run();
                (ran.code, ran.stdout, ran.stderr)
            };
            assert!(run("1") == run("2"), "{args} --format {format}");
        }
    }
    let run = Run::new("replay - --fail-fast --format jsonl").stdin(games(900)).run().code(1);
    assert_eq!(run.stdout.lines().count(), 3, "the third game is the first illegal one");
}
