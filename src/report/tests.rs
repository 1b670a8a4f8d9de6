//! Whole reports in each format, as snapshots; and what must hold of any of them.

use std::io::{self, Write};

use serde_json::Value;

use super::*;
use crate::diagnostic::render::{Charset, Format, Style, samples};
use crate::diagnostic::{Code, Finding, TurnNumber};
use crate::geometry::Cell;

fn entry(turn: u32, reason: Reason, feature: &str, points: i32, seats: &[u8], tiles: u32) -> Entry {
    Entry {
        turn: TurnNumber { number: turn, part: None },
        reason,
        feature: Some(feature.into()),
        points,
        seats: seats.to_vec(),
        tiles,
        icons: Vec::new(),
        units: Vec::new(),
        cells: (0..tiles as i32).map(|x| Cell::new(x, -1)).collect(),
    }
}

/// A finished game with something of everything.
fn finished() -> GameReport {
    let city = Entry { icons: vec![("shield".into(), 1)], ..entry(2, Reason::Completed, "city", 6, &[0], 2) };
    let mut road = entry(7, Reason::Completed, "road", 4, &[0, 1], 4);
    road.turn.part = Some('b');
    let farm = Entry { units: vec![("closed_city".into(), 3)], ..entry(9, Reason::Final, "field", 9, &[1], 30) };
    let monastery = Entry { units: vec![("neighbour".into(), 4)], ..entry(9, Reason::Final, "monastery", 5, &[0], 1) };
    GameReport {
        file: "games/people.moves".into(),
        line: 12,
        game: "carcassonne".into(),
        variants: vec!["river".into()],
        players: vec!["Red".into(), "Blue".into()],
        reconstructed: false,
        turns: 9,
        ended: Ended::Complete,
        scores: vec![15, 13],
        winners: vec![0],
        ledger: vec![city, road, farm, monastery],
    }
}

/// A game that breaks off at its first turn.
fn broken() -> GameReport {
    let players = vec!["Red".into(), "Blue".into(), "Green".into()];
    GameReport {
        game: "carcassonne".into(),
        players,
        scores: vec![0; 3],
        ..GameReport::refused("games/people.moves", 40)
    }
}

fn games() -> Vec<(GameReport, Vec<Finding>)> {
    let claim =
        Finding::error(Code::WrongClaim, "Red has 2 points, not `4`").at(samples::place(&samples::log(), "Red 4"));
    let start = Finding::warning(Code::UnusualStart, "the game starts with `H`");
    let stopped = GameReport {
        file: "games/other.moves".into(),
        ended: Ended::Stopped,
        winners: Vec::new(),
        reconstructed: false,
        turns: 1,
        line: 1,
        variants: Vec::new(),
        ..finished()
    };
    vec![(finished(), vec![]), (broken(), vec![claim.clone(), start.clone()]), (stopped, vec![start])]
}

fn top() -> Vec<Finding> {
    vec![Finding::error(Code::Unreadable, "the folder `games` cannot be read")]
}

fn replay(format: Format, games: &[(GameReport, Vec<Finding>)], top: &[Finding], options: Options) -> (String, Totals) {
    let mut out = Vec::new();
    let mut writer = ReplayWriter::new(&mut out, format, options);
    for (game, findings) in games {
        writer.game(game, findings).expect("writing to memory");
    }
    let totals = writer.finish(top).expect("writing to memory");
    (String::from_utf8(out).expect("output is UTF-8"), totals)
}

fn validate(format: Format, options: Options) -> String {
    let mut out = Vec::new();
    let mut writer = ValidateWriter::new(&mut out, format, options);
    let mut findings = samples::findings();
    let set = FileReport { file: "data/set.toml".into(), kind: Some("tileset".into()), games: None };
    writer.file(&set, &findings.split_off(2)[..1]).expect("writing to memory");
    let log = FileReport { file: "a.moves".into(), kind: Some("moves".into()), games: Some(7) };
    writer.file(&log, &[]).expect("writing to memory");
    writer.finish(&findings).expect("writing to memory");
    String::from_utf8(out).expect("output is UTF-8")
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// SARIF's list of rules is the registry and would hide the rest.
fn without_rules(text: String, format: Format) -> String {
    if format != Format::Sarif {
        return text;
    }
    let mut log: Value = serde_json::from_str(&text).expect("valid JSON");
    log["runs"][0]["tool"]["driver"]["rules"] = "every code".into();
    log["runs"][0]["tool"]["driver"]["version"] = "this version".into();
    serde_json::to_string_pretty(&log).expect("valid JSON")
}

#[test]
fn each_format_looks_as_chosen() {
    for format in Format::ALL {
        let (text, _) = replay(format, &games(), &top(), Options::default());
        snapshot(&format!("replay-{}", format.word()), &without_rules(text, format));
        let text = validate(format, Options::default());
        snapshot(&format!("validate-{}", format.word()), &without_rules(text, format));
    }
}

#[test]
fn one_game_is_told_whole() {
    let one = &games()[..1];
    snapshot("replay-one-human", &replay(Format::Human, one, &[], Options::default()).0);
    let narrow = Options { style: Style { charset: Charset::Ascii, width: 60, colour: false }, ..Options::default() };
    let (text, _) = replay(Format::Human, one, &[], narrow);
    assert!(text.lines().all(|line| line.len() <= 60), "{text}");
    snapshot("replay-one-human-ascii-60", &text);
    let summary = Options { ledger: Some(LedgerLevel::Summary), ..Options::default() };
    snapshot("replay-one-human-summary", &replay(Format::Human, one, &[], summary).0);
    let (text, _) = replay(Format::Human, &games()[1..2], &[], Options::default());
    assert!(text.contains("illegal, 1 error, 1 warning") && text.contains("TW0802"), "{text}");
}

#[test]
fn an_empty_run_says_so() {
    let (text, totals) = replay(Format::Human, &[], &[], Options::default());
    assert_eq!((text.as_str(), totals), ("0 games, 0 turns, 0 findings\n", Totals::default()));
    for format in [Format::Json, Format::Sarif] {
        let (text, _) = replay(format, &[], &[], Options::default());
        serde_json::from_str::<Value>(&text).expect("one document");
    }
}

#[test]
fn the_cap_holds_over_the_whole_run_and_counts_go_on() {
    let options = Options { max_diagnostics: Some(1), ..Options::default() };
    for format in [Format::Human, Format::Short, Format::Github, Format::Markdown, Format::Junit] {
        let (text, totals) = replay(format, &games(), &top(), options);
        // Lines for programs hold findings only; their totals are the command's to say.
        let lines = matches!(format, Format::Short | Format::Github);
        assert_eq!(text.contains("and 3 more"), !lines, "{text}");
        assert_eq!((totals.held_back, totals.to_string().contains("(3 not shown)")), (3, true));
        assert!(text.contains("TW0802") && !text.contains("TW0101"), "{text}");
        assert_eq!((totals.tally.errors, totals.tally.warnings, totals.games, totals.illegal), (2, 2, 3, 1));
    }
    let (text, _) = replay(Format::Json, &games(), &top(), options);
    let document: Value = serde_json::from_str(&text).expect("one document");
    let omitted = [&document["games"][0], &document["games"][1], &document["games"][2], &document];
    assert_eq!(omitted.map(|it| it["omitted"].as_u64()), [None, Some(1), Some(1), Some(1)]);
    let (text, _) = replay(Format::Sarif, &games(), &top(), options);
    let log: Value = serde_json::from_str(&text).expect("one document");
    assert_eq!(log["runs"][0]["properties"]["omitted"], 3);
}

#[test]
fn json_is_what_its_schema_says() {
    let schemas = schemas();
    let check = |name: &str, document: &Value| {
        let (_, schema) = schemas.iter().find(|(it, _)| *it == name).expect("the schema is there");
        let validator = jsonschema::draft7::new(schema).expect("the schema is one");
        let errors: Vec<_> = validator.iter_errors(document).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{document:#}");
    };
    for level in LedgerLevel::ALL {
        let options = Options { ledger: Some(level), max_diagnostics: Some(3), ..Options::default() };
        let (text, _) = replay(Format::Json, &games(), &top(), options);
        check("replay", &serde_json::from_str(&text).expect("one document"));
    }
    let options = Options { max_diagnostics: Some(2), ..Options::default() };
    check("validate", &serde_json::from_str(&validate(Format::Json, options)).expect("one document"));
    for (name, schema) in &schemas {
        let wrong = serde_json::json!({ "format": 2, "games": [], "files": [], "findings": [] });
        assert!(!jsonschema::draft7::is_valid(schema, &wrong), "{name} takes another format");
        assert!(!schema.to_string().contains("\"null\""), "{name} has null");
    }
    snapshot("replay-schema", &serde_json::to_string_pretty(&schemas[0].1).expect("a schema is JSON"));
}

#[test]
fn a_line_of_jsonl_is_an_element_of_games() {
    let options = Options { ledger: Some(LedgerLevel::Full), ..Options::default() };
    let (document, _) = replay(Format::Json, &games(), &[], options);
    let document: Value = serde_json::from_str(&document).expect("one document");
    let (lines, _) = replay(Format::Jsonl, &games(), &[], options);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert_eq!(document["games"], Value::Array(lines));
}

#[test]
fn sums_by_source_add_up_to_the_scores() {
    let game = finished();
    for (seat, &score) in game.scores.iter().enumerate() {
        assert_eq!(sources(&game).iter().map(|source| source.points[seat]).sum::<i32>(), score);
    }
}

#[test]
fn junit_counts_its_cases() {
    let (text, _) = replay(Format::Junit, &games(), &top(), Options::default());
    assert_eq!(text.matches("<testcase").count(), 4);
    assert_eq!(text.matches("<failure").count(), 2);
    let deny = Options { deny_warnings: true, ..Options::default() };
    let (text, _) = replay(Format::Junit, &games(), &top(), deny);
    assert_eq!(text.matches("<failure").count(), 3);
    let capped = Options { max_diagnostics: Some(0), ..Options::default() };
    let (without, _) = replay(Format::Junit, &games(), &top(), capped);
    assert_eq!(without.matches("<failure").count(), 2, "a cap hides no failure: {without}");
    assert!(text.contains("tests=\"2\" failures=\"1\"") && text.contains("tests=\"1\" failures=\"1\""), "{text}");
}

/// Takes some bytes, then is closed.
struct Pipe(usize);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 && !bytes.is_empty() { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_comes_back_as_such() {
    for format in Format::ALL {
        for room in [0, 7, 150] {
            let mut pipe = Pipe(room);
            let mut writer = ReplayWriter::new(&mut pipe, format, Options::default());
            let written = games().iter().try_for_each(|(game, findings)| writer.game(game, findings).map(drop));
            let error = written.and_then(|()| writer.finish(&top()).map(|_| ())).expect_err("the pipe is closed");
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{format:?}");
        }
    }
}
