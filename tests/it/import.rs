//! Games recorded elsewhere: imported, then replayed; what is lost is told with its place; nobody's name is kept.

use std::fs;

use crate::support::{Ran, Run, repo};

/// Files under `tests/import`, their format, and the codes of what there is to say about them.
const FILES: [(&str, &str, &[&str]); 12] = [
    ("save.jcz", "jcz", &[]),
    ("undo.jcz", "jcz", &["TW1005"]),
    ("scenario.jcz", "jcz", &["TW1002"]),
    ("stops.jcz", "jcz", &["TW1005"]),
    ("old.jcz", "jcz", &[]),
    ("river.jcz", "jcz", &[]),
    ("abbot.jcz", "jcz", &[]),
    ("no-farmers.jcz", "jcz", &[]),
    ("builder.jcz", "jcz", &[]),
    ("inns-first.jcz", "jcz", &[]),
    ("cantplay.json", "bga", &["TW1004", "TW1004"]),
    ("deutsch.json", "bga", &[]),
];

/// Names, ids and numbers of tables that stand in the files.
const PEOPLE: [&str; 10] =
    ["Ottilie", "Quast", "Korbinian", "Ada", "Ben", "84210077", "90550123", "551234567", "66ab19c0ffee", "c-17"];

fn content(name: &str) -> String {
    fs::read_to_string(repo("tests/import").join(name)).expect("a file to import")
}

/// Imports a file of ours.
fn import(name: &str, format: &str) -> Run {
    Run::new(&format!("import {format}")).file(name, content(name)).arg(name)
}

/// Imports this text with `--format short`.
fn short(format: &str, text: impl AsRef<[u8]>) -> Ran {
    Run::new(&format!("import {format} - --format short --quiet")).stdin(text).run()
}

/// The codes of findings in lines of the short format.
fn codes(lines: &str) -> Vec<&str> {
    lines.lines().filter_map(|line| Some(line.split_once('[')?.1.split_once(']')?.0)).collect()
}

#[test]
fn each_file_is_imported_and_replays() {
    for (name, format, expected) in FILES {
        let ran = import(name, format).arg("--format").arg("short").arg("--quiet").run().code(0);
        assert_eq!(codes(&ran.stderr), expected, "{name}\n{}", ran.stderr);
        let (stem, _) = name.split_once('.').expect("a name with an ending");
        crate::snapshot!(format!("import-{stem}"), &ran.stdout);
        let replay = Run::new("replay - --format short --ledger none");
        let replayed = replay.stdin(&ran.stdout).run().code(0);
        assert_eq!(replayed.stdout, "", "{name}");
    }
}

#[test]
fn names_and_ids_are_left_behind_unless_asked_for() {
    for (name, format, _) in FILES {
        for how in ["human", "json", "sarif"] {
            let ran = import(name, format).arg("--format").arg(how).run().code(0);
            for person in PEOPLE {
                assert!(
                    !ran.stdout.contains(person) && !ran.stderr.contains(person),
                    "{name}: {person}\n{}",
                    ran.stderr
                );
            }
        }
    }
    let ran = import("deutsch.json", "bga").arg("--keep-names").run().code(0);
    assert!(ran.stdout.contains("\nplayers: OttilieQuast (Ottilie Quast), Korbinian\n"), "{}", ran.stdout);
    // What is no JSON shows none either.
    for (name, format, _) in FILES {
        let text = content(name);
        let ran = Run::new(&format!("import {format} -")).stdin(&text[..text.len() - 4]).run().code(1);
        assert!(PEOPLE.iter().all(|person| !ran.stderr.contains(person)), "{name}\n{}", ran.stderr);
    }
    for id in &PEOPLE[5..] {
        assert!(!ran.stdout.contains(id), "{id}");
    }
    let ran = import("old.jcz", "jcz").arg("--keep-names").run().code(0);
    assert!(ran.stdout.contains("\nplayers: OttilieQuast (Ottilie Quast), Korbinian\n"), "{}", ran.stdout);
}

#[test]
fn what_we_lack_is_told_and_marked() {
    let save = content("save.jcz");
    // What is replaced, by what, the finding, and turns that are still written.
    let cases = [
        ("\"basic:2\": 1", "\"basic:2\": 1, \"abbey-and-mayor:1\": 1", "TW1002", 0),
        ("\"basic:2\": 1", "\"basic:2\": 2", "TW1002", 0),
        ("\"small-follower\": 7", "\"small-follower\": 8", "TW1002", 0),
        ("\"farmers\": true", "\"farmers\": true, \"pig\": 1", "TW1002", 0),
        ("\"farmers\": true", "\"farmers\": true, \"fairy\": true", "TW1002", 0),
        ("\"tiny-city-scoring\": \"4\"", "\"tiny-city-scoring\": \"3\"", "TW1002", 0),
        ("\"tiny-city-scoring\": \"4\"", "\"house-rule\": \"on\"", "TW1002", 71),
        (", {\"name\": \"Korbinian\", \"slot\": 3}", "", "TW1002", 0),
        ("\"tile\": \"BA/RCr\"", "\"tile\": \"WR/CFR\"", "TW1002", 0),
        ("\"tile\": \"BA/RCr\", \"x\": 0", "\"tile\": \"BA/RCr\", \"x\": \"far\"", "TW1001", 0),
        ("\"position\": [2, 1]", "\"position\": [9, 9]", "TW1003", 2),
        ("\"position\": [2, 1]", "\"position\": [2, 10000000]", "TW1001", 2),
        ("\"position\": [2, 1]", "\"position\": 7", "TW1001", 2),
    ];
    for (from, to, code, turns) in cases {
        assert!(save.contains(from), "{from}");
        let ran = short("jcz", save.replace(from, to)).code(1);
        assert_eq!(codes(&ran.stderr), [code], "{to}\n{}", ran.stderr);
        assert_eq!(ran.stdout.lines().filter(|line| line.contains(". ")).count(), turns, "{to}");
        let is_partial = turns > 0 && turns < 71;
        assert_eq!(ran.stdout.contains("\nx-import: partial, only the first 2 turns\n"), is_partial, "{to}");
        assert_eq!(ran.stdout.ends_with("end: stopped\n"), is_partial, "{to}");
        if turns > 0 {
            Run::new("replay -").stdin(&ran.stdout).run().code(0);
        }
    }
}

#[test]
fn a_message_that_cannot_be_carried_over_ends_the_game_there() {
    let save = content("save.jcz");
    let third = save.lines().position(|line| line.contains("[2, 1]")).expect("the third tile");
    let lines: Vec<&str> = save.lines().collect();
    let with = |message: &str| {
        let mut lines = lines.clone();
        lines.insert(third, message);
        short("jcz", lines.join("\n")).code(1)
    };
    let cases = [
        ("{\"type\": \"MOVE_NEUTRAL_FIGURE\", \"payload\": {}},", "TW1002", 10),
        ("{\"type\": \"PLACE_TILE\", \"payload\": {\"tileId\": \"WR/CFR\"}},", "TW1002", 46),
        ("{\"type\": \"PLACE_TILE\"},", "TW1001", 10),
        ("{\"type\": 7},", "TW1001", 1),
        ("7,", "TW1001", 1),
        ("{\"type\": \"UNDO\", \"payload\": {}},", "TW1002", 10),
        ("{\"type\": \"DEPLOY_MEEPLE\", \"payload\": {\"meepleId\": \"0.wagon.1\"}},", "TW1002", 51),
        ("{\"type\": \"DEPLOY_MEEPLE\", \"payload\": {\"meepleId\": \"9.small.1\"}},", "TW1001", 51),
        ("{\"type\": \"RETURN_MEEPLE\", \"payload\": {\"meepleId\": \"0.small.1\"}},", "TW1002", 10),
    ];
    for (message, code, column) in cases {
        let ran = with(message);
        let place = format!("<stdin>:{}:{column}: error[{code}]", third + 1);
        assert!(ran.stderr.starts_with(&place), "{message}\n{place}\n{}", ran.stderr);
        assert!(ran.stdout.contains("\nx-import: partial, only the first 2 turns\n"), "{message}\n{}", ran.stdout);
    }
    let figure = "{\"type\": \"DEPLOY_MEEPLE\", \"payload\": {\"meepleId\": \"0.small.1\", \"pointer\": {\"position\": [2, 1], \
                  \"feature\": \"Tower\", \"location\": \"TOWER\"}}},";
    let cases = [
        (figure.to_owned(), "a figure goes to `TOWER`, which we lack"),
        (figure.replace("\"Tower\"", "\"Castle\"").replace("TOWER", "N"), "a figure goes to `Castle`, which we lack"),
        (road("1.small.1", "[2, 1]"), "the figure is not of whoever laid the tile"),
        (road("0.small.1", "[2, 0]"), "the figure goes to another tile than the one just laid"),
        (road("0.small.1", "[2]"), "where the tile lies cannot be read"),
        (road("0.big.1", "[2, 1]"), "a `big` takes part, which this game does not have by our rules"),
        (road("0.small.1", "[2, 1]").replace("\"Road\"", "\"City\""), "`U` turned r0 has no city at `N`"),
    ];
    for (figure, words) in cases {
        let mut lines = lines.clone();
        lines.insert(third + 1, &figure);
        let ran = short("jcz", lines.join("\n")).code(1);
        assert!(ran.stderr.contains(words), "{words}\n{}", ran.stderr);
        assert!(ran.stdout.contains("\nx-import: partial, only the first 2 turns\n"), "{words}\n{}", ran.stdout);
    }
}

/// A message that places a figure on a road.
fn road(meeple: &str, position: &str) -> String {
    format!(
        "{{\"type\": \"DEPLOY_MEEPLE\", \"payload\": {{\"meepleId\": \"{meeple}\", \"pointer\": {{\"position\": {position}, \
         \"feature\": \"Road\", \"location\": \"N\"}}}}}},"
    )
}

#[test]
fn crowds_and_long_games_take_no_long_time() {
    let many = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(",");
    let tile =
        |n| format!("{{\"type\":\"playTile\",\"args\":{{\"player_id\":{n},\"type\":15,\"x\":{n},\"y\":0,\"ori\":1}}}}");
    let ran = short("bga", format!("[{{\"data\":[{}]}}]", many(100_000, &tile))).code(1);
    assert_eq!(codes(&ran.stderr)[0], "TW1002");
    let no = |n| {
        format!(
            "{{\"type\":\"pickTile\",\"args\":{{\"id\":{n},\"type\":3}}}},{{\"type\":\"cantPlay\",\"args\":{{\"id\":{n}}}}}"
        )
    };
    short("bga", format!("[{{\"data\":[{}]}}]", many(60_000, &no))).code(1);
    let player = |n| format!("{{\"name\":\"n{n}\"}}");
    let setup = "\"setup\":{\"sets\":{\"basic:2\":1},\"elements\":{\"small-follower\":7}}";
    let ran = short("jcz", format!("{{{setup},\"players\":[{}],\"replay\":[]}}", many(100_000, &player))).code(1);
    assert_eq!(codes(&ran.stderr), ["TW1002"]);
    let message = |n: usize| {
        let cell = n + 1;
        format!(
            "{{\"type\":\"PLACE_TILE\",\"payload\":{{\"tileId\":\"BA/RFr\",\"rotation\":\"R0\",\"position\":[{cell},0]}}}}"
        )
    };
    let two = many(2, &player);
    let ran = short("jcz", format!("{{{setup},\"players\":[{two}],\"replay\":[{}]}}", many(60_000, &message))).code(1);
    assert_eq!(codes(&ran.stderr), ["TW1005", "TW1003"], "{}", ran.stderr);
    assert!(ran.stdout.contains("only the first 8 turns"), "{}", ran.stdout);
}

#[test]
fn the_refusal_of_a_turn_has_the_words_of_a_replay() {
    let text = content("save.jcz").replace("\"position\": [2, 1]", "\"position\": [9, 9]");
    let ran = short("jcz", text).code(1);
    assert!(ran.stderr.contains("turn 3 is not played by our rules: (9,9) touches no piece (B4.3)"), "{}", ran.stderr);
    let text = content("save.jcz").replacen("\"0.small.1\"}, \"player\": 0", "\"1.small.1\"}, \"player\": 1", 1);
    let text = text.replacen("\"position\": [1, 0]}, \"player\": 0", "\"position\": [1, 0]}, \"player\": 1", 1);
    let ran = short("jcz", text).code(1);
    assert!(ran.stderr.contains("turn 1 is Red's, not `Blue`'s"), "{}", ran.stderr);
    assert_eq!(ran.stdout, "");
}

#[test]
fn a_log_of_the_web_that_contradicts_our_table_is_told() {
    let log = content("deutsch.json");
    let at = log.find("playPartisan").expect("a figure");
    let (before, figure) = log.split_at(at);
    let cases = [
        (figure.replacen("\"pos\": \"", "\"pos\": \"9", 1), "TW1002"),
        (figure.replacen("\"pos\": ", "\"pos\": null, \"place\": ", 1), "TW1002"),
        (figure.replacen("\"id\": \"", "\"id\": \"1", 1), "TW1001"),
        (
            figure.replacen(
                "\"type\": \"playTile\"",
                "\"type\": \"playTile\", \"args\": {\"type\": \"25\"}, \"old\"",
                1,
            ),
            "TW1001",
        ),
        (figure.replacen("\"ori\": \"", "\"ori\": \"4", 1), "TW1001"),
        (figure.replacen("\"score\": \"", "\"score\": \"-", 1), "TW1001"),
    ];
    for (changed, code) in cases {
        assert_ne!(changed, figure, "{code}");
        let ran = short("bga", [before, &changed].concat()).code(1);
        assert!(codes(&ran.stderr).contains(&code), "{code}\n{}", ran.stderr);
    }
    let bare: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    let bare = bare["data"]["data"].to_string();
    assert_eq!(short("bga", bare).code(0).stdout, short("bga", log).code(0).stdout);
}

#[test]
fn broken_files_give_a_finding_and_no_game() {
    let deep = "[".repeat(200_000);
    let wide = format!("{{\"replay\": [{}0]}}", "0,".repeat(1_200_000));
    let cases: [(&[u8], &str); 12] = [
        (b"", "TW1001"),
        (b"\xef\xbb\xbf", "TW1001"),
        (b"\x00\x01\x02", "TW1001"),
        (b"\xff\xfe{\x00", "TW0102"),
        (b"game: carcassonne\n", "TW1001"),
        (b"null", "TW1001"),
        (b"[]", "TW1001"),
        (b"{}", "TW1001"),
        (b"{\"setup\": 1, \"replay\": 2, \"data\": 3}", "TW1001"),
        (
            b"{\"setup\": {}, \"players\": [], \"replay\": [], \"data\": [{\"data\": [{\"type\": \"playTile\"}]}]}",
            "TW1001",
        ),
        (deep.as_bytes(), "TW0105"),
        (wide.as_bytes(), "TW0105"),
    ];
    for format in ["jcz", "bga"] {
        for (bytes, code) in cases {
            let ran = short(format, bytes).code(1);
            let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]);
            assert!(!codes(&ran.stderr).is_empty(), "{format} {shown}");
            assert!(codes(&ran.stderr).iter().all(|found| *found == code), "{format} {shown}\n{}", ran.stderr);
            assert_eq!(ran.stdout, "", "{format} {shown}");
        }
    }
    let save = content("save.jcz");
    for end in (0..save.len()).step_by(997).filter(|end| save.is_char_boundary(*end)) {
        assert_eq!(codes(&short("jcz", &save[..end]).code(1).stderr), ["TW1001"], "cut at {end}");
    }
}

#[test]
fn games_are_written_whole_or_not_at_all() {
    let run = || Run::new("import jcz save.jcz bad.jcz --output games.moves").file("save.jcz", content("save.jcz"));
    let ran = run().file("bad.jcz", "{}").run().code(1);
    assert!(ran.stdout.contains("bad.jcz:1:1") && ran.stderr.is_empty(), "{}", ran.stdout);
    let written = fs::read_to_string(ran.folder.path().join("games.moves")).expect("the games");
    assert_eq!(written.matches("game: ").count(), 1);
    // Nothing to write leaves the file as it was.
    let ran =
        Run::new("import jcz bad.jcz --output games.moves").file("bad.jcz", "{}").file("games.moves", "mine").run();
    let kept = fs::read_to_string(ran.folder.path().join("games.moves")).expect("the file");
    assert_eq!((ran.code, kept.as_str()), (1, "mine"));
    // What cannot be done at all.
    Run::new("import jcz none.jcz").run().code(2);
    Run::new("import jcz .").run().code(2);
    Run::new("import chess save.jcz").run().code(2);
    let ran = import("undo.jcz", "jcz").arg("--format").arg("json").arg("--output").arg("games.moves").run().code(0);
    let document = ran.json();
    assert_eq!(document["files"][0]["games"], 1);
    assert_eq!(document["files"][0]["findings"][0]["slug"], "inferred");
}

#[test]
fn two_games_in_one_run_are_one_log() {
    let run = Run::new("import jcz a.jcz b.jcz").file("a.jcz", content("save.jcz")).file("b.jcz", content("undo.jcz"));
    let ran = run.run().code(0);
    let replayed = Run::new("replay -").stdin(&ran.stdout).run().code(0);
    assert!(replayed.stdout.ends_with("2 games, 79 turns, 0 findings\n"), "{}", replayed.stdout);
}
