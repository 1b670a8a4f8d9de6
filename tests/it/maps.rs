//! Boards with a fixed grid and the map chips: what each rule gives and refuses, and what is made of a board's file.
//!
//! The logs under `tests/logs/maps` claim what was counted by hand from the rules (A4, A6, ME1 to ME4); refusals are here.

use std::fs;

use serde_json::Value;
use tilewright::generate::Generator;

use crate::properties::compiled;
use crate::support::{Ran, Run, repo};

const START: &str = "start: D (1,1) r0, U (7,1) r90\n";

fn with_data(args: &str) -> Run {
    Run::new(args).arg("--data").arg(repo("tests/data").display().to_string())
}

fn findings(ran: &Ran) -> Vec<(String, String, String)> {
    let document = ran.json();
    let all = document["games"].as_array().expect("games").iter().filter_map(|game| game["findings"].as_array());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    all.flatten().map(|one| (text(&one["code"]), text(&one["message"]), text(&one["help"]))).collect()
}

/// The one finding of a game for Red and Blue on the chart, its code, message and help.
#[track_caller]
fn refused(variants: &str, start: &str, turns: &str) -> (String, String, String) {
    let variant = if variants.is_empty() { String::new() } else { format!("variant: {variants}\n") };
    let log = format!("game: chart\n{variant}players: Red, Blue\n{start}\n{turns}\n");
    let ran = with_data("replay log.moves --format json").file("log.moves", log).run();
    match findings(&ran).as_slice() {
        [one] => one.clone(),
        other => panic!("{turns}: {other:?}"),
    }
}

#[test]
fn every_rule_gives_what_its_log_claims() {
    let logs = repo("tests/logs/maps").display().to_string();
    let document = with_data("replay --format json").arg(logs).run().code(0).json();
    assert_eq!(document["games"].as_array().map(Vec::len), Some(8), "all games of all logs are replayed");
    let chips = &document["games"][0]["ledger"];
    let reasons: Vec<_> = chips.as_array().expect("a ledger").iter().map(|entry| &entry["reason"]).collect();
    assert_eq!(reasons, ["chip", "hidden", "hidden", "hidden"]);
    assert_eq!((&chips[2]["points"], &chips[2]["cells"][0]), (&Value::from(-2), &serde_json::json!([7, 2])));
}

#[test]
fn tiles_lie_on_squares_and_continue_what_is_printed() {
    let told = |turns: &str| {
        let (code, message, _) = refused("", START, turns);
        (code, message)
    };
    let says = |code: &str, message: &str| (code.to_owned(), message.to_owned());
    assert_eq!(told("Red E (1,-1) r0"), says("TW0727", "(1,-1) is no square of `chart` (A4.3)"));
    assert_eq!(told("Red B (3,2) r0"), says("TW0727", "(3,2) is no square of `chart` (A4.3)"), "water");
    assert_eq!(told("Red B (6,4) r0"), says("TW0727", "(6,4) is no square of `chart` (A4.3)"), "a highlight");
    assert_eq!(told("Red B (4,1) r0"), says("TW0727", "(4,1) is a square of a large city, which takes no tile (A4.3)"));
    assert_eq!(
        told("Red B (4,0) r0"),
        says("TW0702", "(4,0) touches nothing but a large city that no tile lies beside yet (B4.3)")
    );
    let (code, message) = told("Red U (2,1) r90\nBlue U (3,1) r90");
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("TW0728", "`U` turned r90 does not fit at (3,1): its east edge shows `road` where `field` is printed (A4.6)")
    );
    let (code, message) = told("Red B (0,2) r0\nBlue V (0,1) r0");
    assert_eq!(code, "TW0702", "{message}");
    let down = "Red B (1,2) r0\nBlue B (0,2) r0\nRed B (0,3) r0";
    assert_eq!(
        told(down),
        says(
            "TW0728",
            "`B` turned r0 does not fit at (0,3): its west edge shows `field` where `road` is printed (A4.6)"
        )
    );
}

#[test]
fn start_tiles_lie_on_start_squares() {
    let told = |start: &str| {
        let (code, message, help) = refused("", start, "Red B (1,2) r0");
        assert_eq!(code, "TW0734", "{message}");
        (message, help)
    };
    let (message, help) = told("");
    assert_eq!(message, "the log does not say which tiles lie on the start squares of `chart`");
    assert_eq!(help, "write each with its square: `start: D (1,1) r0, ...`; the squares are (1,1), (7,1)");
    assert_eq!(told("start: D (2,1) r0\n").0, "(2,1) is no start square of `chart`");
    assert_eq!(told("start: D (1,1) r0\n").0, "1 of 2 start squares have a tile");
    let (code, message, _) = refused("", "start: E (1,1) r0, U (7,1) r90\n", "Red B (1,2) r0");
    assert_eq!((code.as_str(), message.as_str()), ("TW0722", "the start tile `D` is on no start square (B1)"));
}

#[test]
fn chips_and_hidden_tiles_are_told_and_no_others() {
    let told = |turns: &str| refused("chips", START, turns);
    let code = |turns: &str| told(turns).0;
    let (number, message, help) = told("Red U (2,1) r90\nBlue B (2,0) r0");
    assert_eq!(
        (number.as_str(), message.as_str()),
        ("TW0729", "a chip lies on (2,0), and the turn does not say which it was")
    );
    assert!(help.contains("`chip purple 1`; colours are `purple` and `orange`"), "{help}");
    let chip = |part: &str| told(&format!("Red U (2,1) r90\nBlue B (2,0) r0 {part}"));
    assert_eq!(chip("chip purpel 1").2, "did you mean `purple`?");
    assert_eq!(chip("chip purple 3").1, "no `purple` chip of `3` is left");
    assert_eq!(chip("chip purple 3").2, "of this colour there are left 2 of 1, 1 of 2");
    assert_eq!(chip("chip purple 1, chip orange 1").0, "TW0730");
    assert_eq!(code("Red U (2,1) r90 chip purple 1"), "TW0730");
    let beside = |part: &str| told(&format!("Red V (6,1) r270 {part}"));
    let (number, message, _) = beside("");
    assert_eq!(
        (number.as_str(), message.as_str()),
        ("TW0731", "the tile hidden on (6,0) lies beside one laid now, and the turn does not turn it up")
    );
    assert_eq!(beside("reveal B (7,2) r0").1, "no tile hidden on (7,2) is to be turned up in this turn");
    let (number, message, help) = beside("reveal B (6,0) lost");
    assert_eq!((number.as_str(), message.as_str()), ("TW0733", "`B` is said to be lost and fits on (6,0)"));
    assert!(help.starts_with("it is laid: `reveal B (6,0) r0`"), "{help}");
    let (number, message, help) = beside("reveal E (6,0) r180");
    assert_eq!(number, "TW0703", "{message}");
    assert_eq!(help, "`E` fits there turned `r0`, `r90` or `r270`");
    assert_eq!(beside("reveal C (6,0) r0").2, "it fits in no rotation, so it leaves the game: `reveal C (6,0) lost`");
    assert_eq!(code("Red V (6,0) r270"), "TW0701");
    let on = told("Red V (6,1) r270 reveal B (6,0) r0\nBlue U (6,2) r0 reveal C (7,2) lost\nRed B (8,2) r0");
    assert_eq!((on.0.as_str(), on.1.as_str()), ("TW0701", "the cell (8,2) is taken by a hidden tile"));
    // Figures go on the tile that was drawn, not on the one turned up (A6.8).
    let (number, message, _) = beside("reveal B (6,0) r0, meeple monastery");
    assert_eq!((number.as_str(), message.as_str()), ("TW0715", "`V` has no `monastery`"));
    assert_eq!(beside("meeple road, reveal B (6,0) r0").0, "TW0508");
    assert_eq!(beside("reveal B (6,0)").0, "TW0508");
    assert_eq!(beside("reveal B r0").0, "TW0508");
    assert_eq!(refused("", START, "Red U (2,1) r90\nBlue B (2,0) r0 chip purple 1").0, "TW0724");
    // Two at once are turned up as the player likes, or clockwise.
    let both = |variants: &str| {
        let turns = "Red U (2,1) r90\nBlue B (7,0) r0 reveal E (8,0) r0, reveal B (6,0) r0\nRed B (1,2) r0";
        let log = format!("game: chart\nvariant: {variants}\nplayers: Red, Blue\n{START}\n{turns}\n");
        findings(&with_data("replay - --format json").stdin(log).run())
    };
    assert_eq!((both("chips"), both("chips, other-readings")), (Vec::new(), Vec::new()), "east, then west");
    let west_first = refused(
        "chips, other-readings",
        START,
        "Red U (2,1) r90\nBlue B (7,0) r0 reveal B (6,0) r0, reveal E (8,0) r0",
    );
    assert_eq!(
        (west_first.0.as_str(), west_first.1.as_str()),
        ("TW0732", "the tile hidden on (8,0) is turned up before the one on (6,0)")
    );
    // A square that its tile has left is shut by the other reading, and the order is fixed.
    let shut = "Red V (6,1) r270 reveal C (6,0) lost\nBlue B (5,0) r0\nRed B (6,0) r0";
    let (number, message, _) = refused("chips, other-readings", START, shut);
    assert_eq!(
        (number.as_str(), message.as_str()),
        ("TW0727", "(6,0) takes no tile any more: its hidden tile left the game (A4.3)")
    );
}

#[test]
fn chips_of_unknown_numbers_are_counted_by_colour() {
    // Two chips of 2 in a colour that is said to have one: the numbers may be wrong, the sum is known.
    let chips = "#:schema variant.schema.json\nkind = \"variant\"\nformat = 1\nid = \"guess\"\nextends = \"chart\"\n\
                 [chips]\nfound = 2\nlost = 2\nverified = VERIFIED\n[chips.colours]\npurple = [1, 1]\norange = [1]\n";
    let turns =
        "Red U (2,1) r90\nBlue B (2,0) r0 chip purple 2\nRed B (1,2) r0\nBlue B (0,2) r0 chip purple 2 {Blue 4}";
    let told = |verified: &str| {
        let log = format!("game: chart\nplayers: Red, Blue\n{START}\n{turns}\n");
        let run = with_data("replay - --format json --variant ./guess.toml").stdin(log);
        findings(&run.file("guess.toml", chips.replace("VERIFIED", verified)).run())
    };
    assert_eq!(told("false"), Vec::new());
    let refused = told("true");
    assert_eq!((refused[0].0.as_str(), refused[0].2.as_str()), ("TW0730", "of this colour there are left 1 of 1"));
}

#[test]
fn a_log_with_chips_has_a_canonical_form() {
    let log = "game: chart\nvariant: chips\nplayers: Red, Blue\nstart: D (1,1), U (7,1) r90\n\n\
               Red U (2,1) r90\nBlue B (2,0) chip purple 2,meeple monastery=m\nRed V (6,1) r270  reveal B  (6,0) r0 , meeple road:E\n\
               Blue U (6,2) r0 reveal C (7,2)  lost {Blue 0}\n";
    let ran = with_data("fmt log.moves").file("log.moves", log).run().code(0);
    let written = fs::read_to_string(ran.folder.path().join("log.moves")).expect("the log");
    let turns: Vec<&str> = written.lines().skip_while(|line| !line.starts_with("1.")).collect();
    assert_eq!(
        turns,
        [
            "1. Red  U (2,1) r90",
            "2. Blue B (2,0) r0 chip purple 2, meeple monastery",
            "3. Red  V (6,1) r270 reveal B (6,0) r0, meeple road",
            "4. Blue U (6,2) r0 reveal C (7,2) lost {Blue 0}",
        ]
    );
}

#[test]
fn generated_games_replay_clean_and_are_the_same_everywhere() {
    for variants in [&["map-chips"][..], &["sample-east", "map-chips"], &["sample-both", "map-chips"], &[]] {
        let game = compiled("carcassonne-maps", variants);
        for players in 2..=5 {
            let mut text = String::new();
            Generator::new(&game, players, 3).with_all_claims().write(0, &mut text);
            let ran = Run::new("replay - --format json").stdin(&text).run().code(0);
            let told = &ran.json()["games"][0];
            assert_eq!(
                (&told["ended"], told["findings"].as_array().map(Vec::len)),
                (&Value::from("complete"), Some(0))
            );
            let chips = text.matches(" chip ").count();
            let most = if variants.contains(&"sample-both") { 30 } else { 15 };
            assert!(chips <= most && text.matches("reveal ").count() <= most);
            assert_eq!(chips > 0, variants.contains(&"map-chips"), "{text}");
        }
    }
    let game = compiled("carcassonne-maps", &["map-chips"]);
    let mut text = String::new();
    Generator::new(&game, 3, 7).write(0, &mut text);
    crate::snapshot!("generated-map-chips-seed-7", &text);
    let drawn = Run::new("render log - --ascii").stdin(&text).run().code(0);
    crate::snapshot!("render-map-chips-seed-7", drawn.stdout);
}

#[test]
fn tiles_double_with_the_maps_and_hidden_ones_are_not_drawn() {
    let stack = |variants: &[&str]| {
        let game = compiled("carcassonne-maps", variants);
        tilewright::play::Match::new(&game, 2, false, tilewright::play::Room::default()).stack_left()
    };
    assert_eq!(stack(&[]), 114);
    let meeples = compiled("carcassonne-maps", &[]).figures[0].supply;
    assert_eq!(meeples, 9, "A4.2");
    assert_eq!(stack(&["map-chips"]), 114 - 15);
    assert_eq!(stack(&["sample-both"]), 228);
    assert_eq!(stack(&["sample-both", "map-chips"]), 228 - 30);
    let chart = |variants: &[&str]| {
        let game = compiled("chart", variants);
        tilewright::play::Match::new(&game, 2, false, tilewright::play::Room::default()).stack_left()
    };
    assert_eq!((chart(&["chips"]), chart(&["chips", "third-readings"])), (72 - 4, 60));
}

#[test]
fn a_map_is_drawn_with_what_lies_on_it() {
    let board = Run::new("render board carcassonne-maps --variant map-chips --ascii").run().code(0);
    crate::snapshot!("render-map-sample-west", board.stdout);
    let both = Run::new("render board carcassonne-maps --variant sample-both").run().code(0);
    assert!(both.stdout.starts_with("sample-west, A made-up western coast, house\nsample-east, "), "{}", both.stdout);
    let none = Run::new("render board carcassonne").run().code(2);
    assert!(none.stderr.contains("has no start board and no map"), "{}", none.stderr);
}

#[test]
fn a_board_without_the_documented_counts_is_told_where_it_is_written() {
    let text = fs::read_to_string(repo("data/carcassonne-maps/sample-west.toml")).expect("the sample");
    let row = "\"  ..c..p..\"";
    assert_eq!(text.matches(row).count(), 1);
    let ran =
        Run::new("validate board.toml --format json").file("board.toml", text.replace(row, "\"  .....p..\"")).run();
    let told = ran.code(1).json();
    let found = &told["files"][0]["findings"];
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(
        (&found[0]["code"], &found[0]["message"]),
        (&Value::from("TW0323"), &Value::from("the rules state 15 places for chips, and 14 are drawn"))
    );
    // A slip in a row is told on its sign.
    let ran =
        Run::new("validate board.toml --format short").file("board.toml", text.replace(row, "\"  ..c.xp..\"")).run();
    let line = text.lines().position(|line| line.contains(row)).expect("a row") + 1;
    assert!(ran.stdout.starts_with(&format!("board.toml:{line}:10: error[TW0321]")), "{}", ran.stdout);
}

#[test]
fn half_squares_are_squares_only_where_two_maps_are_joined() {
    let log = |variant: &str, starts: &str, turns: &str| {
        let head = format!("game: carcassonne-maps\n{variant}players: Red, Blue\nstart: {starts}");
        Run::new("replay - --format json").stdin(format!("{head}\n{turns}\n")).run()
    };
    let turns = "Red B (10,9) r0\nBlue B (11,9) r0";
    let one = log("", "D (2,5) r0, B (9,9) r0", turns);
    assert_eq!(findings(&one)[0].1, "(11,9) is no square of `sample-west` (A4.3)");
    // Beyond it lies the other board.
    let starts = "D (2,5) r0, B (9,9) r0, U (12,8) r0, U (18,4) r90";
    let both = log("variant: sample-both\n", starts, &format!("{turns}\nRed U (12,9) r0")).code(0);
    assert_eq!(both.json()["games"][0]["turns"], 3);
}

#[test]
fn a_filled_sheet_is_the_boards_file() {
    let sheet = Run::new("transcribe carcassonne-maps --set sample-west").run().code(0).stdout;
    let empty = Run::new("validate board.toml --format json").file("board.toml", &sheet).run().code(1).json();
    assert_eq!(empty["files"][0]["findings"].as_array().map(Vec::len), Some(1), "an empty sheet is told once");
    // Filled with the rows, the border and the large cities of the sample, it is a board to play on.
    let sample = fs::read_to_string(repo("data/carcassonne-maps/sample-west.toml")).expect("the sample");
    let part = |from: &str, to: &str| {
        let start = sample.find(from).expect("it begins") + from.len();
        sample[start..].split(to).next().expect("it ends").to_owned()
    };
    let (rows, border) = (part("rows = [\n", "]\n"), part("border = [\n", "]\n\n"));
    let cities = part("half = true }\n", "\n# A3");
    let ruler = sheet.find("rows = [\n").expect("rows") + 9;
    let end = ruler + sheet[ruler..].find("]\nborder").expect("the end of the rows");
    let filled = format!("{}{rows}{}", &sheet[..ruler], &sheet[end..]);
    let filled = filled
        .replace("border = [\n", &format!("border = [\n{border}"))
        .replace("\n# What is documented", &format!("{cities}\n# What is documented"));
    let variant = "#:schema variant.schema.json\nkind = \"variant\"\nformat = 1\nid = \"mine\"\nstatus = \"transcribed\"\nextends = \"carcassonne-maps\"\nmaps = [\"board.toml\"]\n";
    let with = |args: &str| Run::new(args).file("board.toml", &filled).file("mine.toml", variant);
    with("validate .").run().code(0);
    let game = with("generate carcassonne-maps --variant ./mine.toml --variant map-chips").run().code(0).stdout;
    let log = game.replace("variant: mine, map-chips", "variant: map-chips");
    with("replay - --variant ./mine.toml").stdin(log).run().code(0);
    let html = Run::new("transcribe carcassonne-maps --set sample-west --format html").run().code(2);
    assert!(html.stderr.contains("the sheet of a map is `text`"), "{}", html.stderr);
}

#[test]
fn maps_and_chips_are_told_apart() {
    let told = |a: &str, b: &str| Run::new("diff").arg(a).arg(b).run().code(1).stdout;
    let other = told("carcassonne-maps", "carcassonne-maps+sample-east");
    assert!(other.contains("the map `sample-west` gives way to `sample-east`"), "{other}");
    let chips = told("carcassonne-maps", "carcassonne-maps+map-chips");
    assert!(chips.contains("chips are new"), "{chips}");
    let sample = fs::read_to_string(repo("data/carcassonne-maps/sample-west.toml")).expect("the sample");
    let run = Run::new("diff a.toml b.toml").file("a.toml", &sample);
    let run = run.file("b.toml", sample.replace("\"c.......c..h\"", "\"........c..h\"")).run().code(1);
    assert!(run.stdout.contains("row 6: `c.......c..h` -> `........c..h`"), "{}", run.stdout);
    let compared = Run::new("compare carcassonne-maps carcassonne-maps+map-chips --games 6 --seed 1").run();
    assert!(compared.code < 2 && compared.stdout.contains("chips"), "{}{}", compared.stdout, compared.stderr);
}
