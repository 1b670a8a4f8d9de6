//! `--shard`, `--jobs` and `--fail-fast`: who replays what, and that nobody else's work changes what is told.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

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

#[test]
fn a_folder_of_small_logs_is_told_as_one_large_log_would_be() {
    let logs = |run: Run| {
        let games = (0..600).map(|game| (format!("logs/g{game:03}.moves"), if game % 7 == 3 { ILLEGAL } else { GOOD }));
        games.fold(run, |run, (name, text)| run.file(&name, text))
    };
    for args in ["", "--fail-fast", "--shard 2/3"] {
        for format in ["short", "jsonl", "json"] {
            let told = |jobs: &str| {
                let run =
                    Run::new("replay logs --ledger none --format").arg(format).args(args).args("--jobs").arg(jobs);
                // Logs without a game, and one with text before it.
                let run = logs(run).file("logs/g100.moves", "").file("logs/g200.moves", "# nothing\n");
                let ran = run.file("logs/g300.moves", format!("oops\n{GOOD}")).run();
                (ran.code, ran.stdout, ran.stderr)
            };
            let one = told("1");
            assert!(one == told("2"), "{args} --format {format}");
            if (args, format) == ("", "short") {
                let places: Vec<_> = one.1.lines().filter(|line| line.contains("TW0512")).collect();
                assert_eq!(places.len(), 3, "{}", one.1);
                assert!(one.2.contains("598 games"), "{}", one.2);
            }
        }
    }
}

#[test]
fn what_lies_outside_any_game_weighs_as_its_own_folder_says() {
    let settings = "#:schema x\nkind = \"settings\"\nformat = 1\n\n[levels]\nno-game = \"allow\"\n";
    let run = Run::new("replay a b --format short").file("a/tilewright.toml", settings).file("a/empty.moves", "");
    let ran = run.file("b/empty.moves", "").run().code(1);
    assert!(ran.stdout.contains("b/empty.moves") && !ran.stdout.contains("a/empty.moves"), "{}", ran.stdout);
    let run = Run::new("replay a --format short").file("a/tilewright.toml", settings).file("a/empty.moves", "");
    assert_eq!(run.run().code(0).stdout, "");
    // A log that only holds nothing is gone through like any other: what is allowed for it came up.
    Run::new("replay a --allow no-game --deny-warnings").file("a/empty.moves", "").run().code(0);
}

/// A file that opens and cannot be read is the memory of the program itself, where there is nothing at its beginning.
#[cfg(target_os = "linux")]
#[test]
fn what_was_found_before_a_log_that_cannot_be_read_is_told() {
    let run = Run::new("replay --format json a.moves /proc/self/mem b.moves").file("a.moves", format!("oops\n{GOOD}"));
    let ran = run.file("b.moves", GOOD).run().code(2);
    let told = ran.json();
    assert_eq!(told["games"].as_array().map(Vec::len), Some(1), "the first log's game, and nothing behind what failed");
    assert!(ran.stdout.contains("TW0512"), "{}", ran.stdout);
    assert!(ran.stderr.contains("error: /proc/self/mem: "), "{}", ran.stderr);
}

#[test]
fn a_pipe_is_answered_while_it_is_written() {
    for args in [&["--jobs", "1"][..], &["--jobs", "2"], &[]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        command.args(["replay", "-", "--format", "jsonl", "--fail-fast"]).args(args);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = piped.spawn().expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut answer = |written: &str| {
            input.write_all(written.as_bytes()).expect("it is read");
            let line = lines.next().expect("an answer comes").expect("in UTF-8");
            serde_json::from_str::<Value>(&line).expect("a line is JSON")["ended"].clone()
        };
        // A game is whole when the next begins; the input stays open all the time.
        assert_eq!(answer(&format!("{GOOD}game: carcassonne\n")), "stopped");
        assert_eq!(answer(&format!("players: Red, Blue\nend: stopped\n{ILLEGAL}")), "stopped");
        assert_eq!(answer("game: carcassonne\n"), "illegal");
        // The first illegal game ends the run, whatever is still to come.
        assert_eq!(child.wait().expect("it ends").code(), Some(1));
        drop(input);
    }
}
