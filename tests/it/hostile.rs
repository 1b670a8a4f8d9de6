//! Bad input and bad places: a clear finding, the right status, nothing lost, nothing half written.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::support::{Run, repo};

/// A log of one legal turn.
const GOOD: &str = "game: carcassonne\nplayers: Red, Blue\n\n1. Red E (0,-1) r180\n";

/// The codes and lines of all findings of a JSON report.
fn told(document: &Value) -> Vec<(String, u64)> {
    let games = document["games"].as_array().into_iter().flatten();
    let lists = games.map(|game| &game["findings"]).chain([&document["findings"]]);
    let findings = lists.filter_map(Value::as_array).flatten();
    findings
        .map(|finding| (finding["slug"].as_str().expect("a slug").to_owned(), finding["line"].as_u64().unwrap_or(0)))
        .collect()
}

fn replay(log: impl AsRef<[u8]>) -> Vec<(String, u64)> {
    let ran = Run::new("replay --format json -").stdin(log).run();
    let findings = told(&ran.json());
    assert_eq!(ran.code, i32::from(!findings.is_empty()), "{findings:?}");
    findings
}

#[test]
fn bytes_that_are_no_text_are_told_by_their_place() {
    assert_eq!(replay(b"game: carcassonne\nplayers: Red (Zo\xe9), Blue\n"), [("not-utf8".to_owned(), 2)]);
    assert_eq!(replay(b"\xff\xfeg\0a\0m\0e\0"), [("no-game".to_owned(), 1)]);
    assert_eq!(replay(b"# nothing\n"), [("no-game".to_owned(), 1)]);
    assert_eq!(replay(b""), [("no-game".to_owned(), 1)]);
}

#[test]
fn what_the_grammar_forbids_is_told_once() {
    let game = |turns: &str| format!("game: carcassonne\nplayers: Red, Blue\n{turns}\n");
    let cases = [
        ("1. Red B discard {Red 0}", "bad-claim", 3),
        ("x-: nothing", "unknown-header", 3),
        ("1. Red E (0,-1) R180", "bad-action", 3),
        ("1.", "unexpected-text", 3),
        ("1. Red E (0,-1) r180 meeple field:WL, meeple city", "too-many-actions", 3),
        ("end: complete", "not-complete", 3),
        ("start: D (0,0), E", "header-misplaced", 3),
    ];
    for (turn, slug, line) in cases {
        let found = replay(game(turn));
        if turn.starts_with("start:") {
            assert_eq!(found, [("unusual-start".to_owned(), 3), ("cell-missing".to_owned(), 3)], "{turn}");
        } else {
            assert_eq!(found, [(slug.to_owned(), line)], "{turn}");
        }
    }
    let many: Vec<_> = (0..100_000).map(|number| format!("P{number}")).collect();
    assert_eq!(replay(format!("game: carcassonne\nplayers: {}\n", many.join(", "))), [("too-long".to_owned(), 2)]);
    let many = many.join(", ").to_lowercase();
    assert_eq!(replay(format!("game: carcassonne\nvariant: {many}\nplayers: A, B\n")), [("too-long".to_owned(), 2)]);
}

#[test]
fn a_game_that_asks_for_what_cannot_go_together_stops_alone() {
    let log = format!("{GOOD}\ngame: carcassonne\nvariant: farmers-1, farmers-2\nplayers: Red, Blue\n\n{GOOD}");
    let ran = Run::new("replay --format json -").stdin(log).run().code(1);
    let document = ran.json();
    assert_eq!(told(&document), [("variant-conflict".to_owned(), 7)]);
    let turns: Vec<_> = document["games"].as_array().expect("games").iter().map(|game| game["turns"].clone()).collect();
    assert_eq!(turns, [1, 0, 1]);
}

#[test]
fn a_port_on_a_piece_of_several_cells_needs_its_cell() {
    let log = |target: &str| format!("game: trial\nplayers: Red, Blue\n\n1. Red AB r0 + L r0 camp jungle:{target}\n");
    let data = repo("tests/data").display().to_string();
    let replay = |target: &str| {
        let ran = Run::new("replay --format json - --data").arg(&data).stdin(log(target)).run();
        told(&ran.json())
    };
    assert_eq!(replay("b.EL"), []);
    assert_eq!(replay("EL"), [("no-such-segment".to_owned(), 4)]);
}

#[test]
fn pieces_of_the_course_that_start_on_the_table_carry_spaces_too() {
    let names = ["A01a", "A01b", "A01b", "A01c", "A01c", "A01d", "A01e", "A02a", "A02b"];
    let tiles: Vec<_> = names.iter().zip(4..).map(|(name, y)| format!("{name} (1,{y}) r0")).collect();
    let log = |start: &str| format!("game: amazonas\nplayers: Red, Blue, Green, Black\nstart: {start}\n");
    let ran = Run::new("render log -").stdin(log(&tiles[..2].join(", "))).run().code(0);
    assert!(ran.stdout.contains("(10 in all)"), "8 spaces on the board and 2 on the tiles: {}", ran.stdout);
    let ran = Run::new("render log -").stdin(log(&tiles.join(", "))).run();
    assert!(ran.code < 2, "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn what_the_file_says_of_board_and_mouth_is_held_against_the_rules() {
    let edits = [
        ("start-board.toml", "spaces = 16", "spaces = 15", 1),
        ("start-board.toml", "size = [2, 4]", "size = [2, 3]", 1),
        ("mouth.toml", "[6, 3]", "[6, 4]", 1),
        ("mouth.toml", "[7, 4, 1]", "[7, 4]", 1),
    ];
    for (file, old, new, differ) in edits {
        let mut run = Run::new("validate --format json amazonas");
        let mut edited = false;
        for name in ["game", "land", "river", "doubles", "bonus-doubles", "start-board", "mouth"] {
            let name = format!("{name}.toml");
            let mut text = fs::read_to_string(repo("data/amazonas").join(&name)).expect("a shipped file");
            if name == file {
                edited = text.contains(old);
                text = text.replacen(old, new, 1);
            }
            run = run.file(&format!("amazonas/{name}"), text);
        }
        assert!(edited, "{file} says {old}");
        let document = run.run().code(1).json();
        let files = document["files"].as_array().expect("files");
        let found: Vec<_> = files.iter().filter_map(|file| file["findings"].as_array()).flatten().collect();
        let stated = found
            .iter()
            .filter(|finding| finding["message"].as_str().is_some_and(|said| said.contains("the rules state")));
        assert_eq!(stated.count(), differ, "{old} to {new}: {found:?}");
    }
}

#[test]
fn a_document_is_closed_whatever_happens() {
    let data = Run::new("replay --format json log.moves --data games")
        .file("log.moves", format!("{GOOD}\ngame: torn\nplayers: Red, Blue\n"))
        .file(
            "games/torn/game.toml",
            "kind = \"ruleset\"\nformat = 1\nid = \"torn\"\ntilesets = [\"../../log.moves\"]\n",
        );
    let ran = data.run().code(2);
    assert!(ran.stderr.contains("data is broken"), "{}", ran.stderr);
}

#[test]
fn a_file_is_replaced_only_by_a_whole_one() {
    let ran = Run::new("replay good.moves --output none/report.txt").file("good.moves", GOOD).run().code(2);
    assert_eq!(ran.stderr, "error: none/report.txt: no such file or folder\n");
    let run = Run::new("replay missing.moves --output old.txt").file("old.txt", "old");
    let ran = run.run().code(2);
    assert_eq!(fs::read_to_string(ran.folder.path().join("old.txt")).expect("still there"), "old");
    let ran = Run::new("replay good.moves --output new.txt").file("good.moves", GOOD).run().code(0);
    let written = fs::read_to_string(ran.folder.path().join("new.txt")).expect("written");
    assert!(written.ends_with("1 game, 1 turn, 0 findings\n") && ran.stdout.is_empty(), "{written}");
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_stays_a_link() {
    let run = Run::new("replay good.moves --output link.txt").file("good.moves", GOOD).file("real.txt", "old");
    std::os::unix::fs::symlink("real.txt", run.path().join("link.txt")).expect("a link");
    let ran = run.run().code(0);
    let link = ran.folder.path().join("link.txt");
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert!(fs::read_to_string(ran.folder.path().join("real.txt")).expect("the file").contains("0 findings"));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    let binary = env!("CARGO_BIN_EXE_tilewright");
    let script = format!("set -o pipefail; '{binary}' generate carcassonne --games 200 | head -n 1");
    let output = Command::new("bash").args(["-c", &script]).output().expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "game: carcassonne\n");
    assert!(output.stderr.is_empty() && output.status.success(), "{output:?}");
}

#[test]
fn colour_is_there_when_asked_for_and_not_otherwise() {
    let bad = "game: carcasonne\n";
    let plain = Run::new("replay -").stdin(bad).run().code(1);
    assert!(!plain.stdout.contains('\u{1b}'));
    assert!(Run::new("replay - --color always").stdin(bad).run().code(1).stdout.contains('\u{1b}'));
    assert!(Run::new("replay -").env("CLICOLOR_FORCE", "1").stdin(bad).run().code(1).stdout.contains('\u{1b}'));
    let never = Run::new("replay - --color never").env("CLICOLOR_FORCE", "1").stdin(bad).run().code(1);
    assert_eq!(never.stdout, plain.stdout);
}

#[test]
fn a_long_line_and_many_games_are_read_to_their_end() {
    let long = format!("{GOOD}# {}\n", "x".repeat(5_000_000));
    assert_eq!(replay(long), []);
    let many = GOOD.repeat(9000);
    let one = Run::new("replay --format jsonl --jobs 1 -").stdin(&many).run().code(0);
    let two = Run::new("replay --format jsonl --jobs 2 -").stdin(&many).run().code(0);
    assert_eq!(one.stdout.lines().count(), 9000);
    assert!(one.stdout == two.stdout, "the number of threads changes nothing");
}

#[test]
fn quiet_runs_tell_findings_and_nothing_else() {
    let ran = Run::new("replay --quiet -").stdin(GOOD).run().code(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    let ran = Run::new("replay --quiet --format short -").stdin("game: carcasonne\n").run().code(1);
    assert_eq!(ran.stdout.lines().count(), 1);
    assert_eq!(ran.stderr, "");
}
