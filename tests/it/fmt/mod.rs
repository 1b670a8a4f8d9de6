//! The canonical form of logs and data: says the same, keeps what people wrote between the lines, and is its own.

mod spelling;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use tilewright::fmt::{Refused, data, log};
use tilewright::game::{self, Game};
use tilewright::generate::Generator;
use tilewright::library::Library;
use tilewright::replay::{NotFound, Rulesets};
use tilewright::text::Excerpt;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use self::spelling::{Dice, damaged, mangled, mangled_data};
use crate::support::{Run, repo, shared};

fn compiled(game: &str, variants: &[&str]) -> Game {
    let resolved = Library::builtin().resolve(game, variants).expect("shipped rulesets resolve");
    game::compile(
        &resolved.ruleset,
        &resolved.variants,
        &resolved.tilesets,
        resolved.board.as_ref(),
        resolved.mouth.as_ref(),
        &resolved.maps,
    )
    .expect("shipped rulesets compile")
}

/// The canonical form of logs on one ruleset, whatever they name.
fn formatted(game: &Game, text: &str) -> String {
    let known = game.clone();
    let rulesets = Rulesets::new(move |_, _| Ok::<_, NotFound>(known.clone()));
    match log::format(&rulesets, &Arc::from("log"), text.as_bytes()) {
        Ok(text) => text,
        Err(Refused::File(findings)) => {
            panic!("{} at {:?}", findings[0].message, findings[0].place.as_ref().map(|at| at.line))
        }
        Err(Refused::Data(findings)) => panic!("{}", findings[0].message),
    }
}

fn generated(game: &Game, players: usize, seed: u64, games: u64) -> String {
    let mut generator = Generator::new(game, players, seed).with_all_claims();
    let mut text = String::new();
    (0..games).for_each(|index| generator.write(index, &mut text));
    text
}

/// The lines of a log that say something, without comments.
fn bare(text: &str) -> Vec<&str> {
    let lines = text.lines().map(|line| line.split_once('#').map_or(line, |(before, _)| before).trim_end());
    lines.filter(|line| !line.is_empty()).collect()
}

/// What a replay tells, without the lines where it stands.
fn replayed(text: &str) -> Value {
    fn without_lines(value: &mut Value) {
        if let Value::Object(map) = value {
            map.retain(|key, _| !matches!(key.as_str(), "line" | "column" | "end_line" | "end_column"));
        }
        match value {
            Value::Object(map) => map.values_mut().for_each(without_lines),
            Value::Array(items) => items.iter_mut().for_each(without_lines),
            _ => {}
        }
    }
    let mut document = Run::new("replay --format json -").stdin(text).run().code(0).json();
    without_lines(&mut document);
    document
}

#[test]
fn however_a_game_is_spelled_its_canonical_form_is_the_same() {
    let mut dice = Dice(11);
    let rulesets: [(&str, &[&str], usize, u64); 7] = [
        ("amazonas", &[], 2, 2),
        ("amazonas", &["bonus-doubles"], 5, 2),
        ("carcassonne", &[], 3, 2),
        ("carcassonne", &["river", "abbot", "traders"], 3, 3),
        ("carcassonne", &["traders"], 2, 9),
        ("carcassonne", &["inns"], 6, 1),
        ("fenland", &[], 2, 2),
    ];
    let (mut extra_turns, mut discards) = (0, 0);
    for (name, variants, players, games) in rulesets {
        let game = compiled(name, variants);
        let text = generated(&game, players, 7, games);
        extra_turns += text.matches("b. ").count();
        discards += text.matches(" discard\n").count();
        let canonical = formatted(&game, &text);
        assert_eq!(formatted(&game, &canonical), canonical, "{name}: not its own canonical form");
        assert_eq!(bare(&canonical).len(), bare(&text).len());
        let before = replayed(&text);
        assert_eq!(before, replayed(&canonical), "{name}: another game");
        for _ in 0..5 {
            let (text, comments) = mangled(&game, &text, &mut dice);
            let again = formatted(&game, &text);
            assert_eq!(bare(&again), bare(&canonical), "{name}: spelled otherwise");
            let kept: Vec<usize> =
                again.split('#').skip(1).map(|rest| rest.lines().next().unwrap_or("").parse().expect(rest)).collect();
            assert_eq!(kept, (1..=comments).collect::<Vec<_>>(), "{name}: comments");
            assert!(!again.contains(['\r', '\t', '\u{feff}']) && !again.contains("\n\n\n") && !again.contains(" \n"));
            assert_eq!(formatted(&game, &again), again, "{name}: not its own canonical form");
        }
        let (text, _) = mangled(&game, &text, &mut dice);
        assert_eq!(before, replayed(&text), "{name}: the test itself spoilt the game");
    }
    assert!(extra_turns > 3 && discards > 0, "{extra_turns} extra turns, {discards} discards");
}

/// What somebody jotted down, and its canonical form.
const JOTTED: &str = "\
# our evening


game:amazonas
players: Red (Ada #1) ,Blue(Ben),  Green   # three
note:  no rivers   # here
# first round
Red T04a (2, 1) r90 meeple tributary:W
2. Blue T13a (2,2) r270 camp jungle:SR   # a camp
# the river
Green A03a (1,4) meeple tributary:W {Green 3,Red 03}


4.Red A04b r0 + D2 r180 meeple village
end:  now
game: carcassonne
players: A, Bb
A D (1,0) meeple road:W {A 7}
";

const TIDY: &str = "\
# our evening

game: amazonas
players: Red (Ada #1), Blue (Ben), Green  # three
note: no rivers   # here

# first round
1. Red   T04a (2,1) r90 meeple tributary:W
2. Blue  T13a (2,2) r270 camp jungle:NL  # a camp
# the river
3. Green A03a r0 meeple tributary {Green 3, Red 3}

4. Red   A04b r0 + D2 r180 meeple village
end: now

game: carcassonne
players: A, Bb

1. A  D (1,0) r0 meeple road {A 7}
";

#[test]
fn a_log_is_written_anew() {
    let ran = Run::new("fmt logs").file("logs/a.moves", JOTTED).run().code(0);
    let path = ran.folder.path().join("logs/a.moves");
    assert_eq!(fs::read_to_string(&path).expect("a log"), TIDY);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str()),
        ("formatted logs/a.moves\n", "1 file formatted, 0 files as before\n")
    );

    // What is canonical is not touched.
    let ran = Run::new("fmt --quiet a.moves").file("a.moves", TIDY).run().code(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    let ran = Run::new("fmt --quiet a.moves").file("a.moves", JOTTED).run().code(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    assert_eq!(fs::read_to_string(ran.folder.path().join("a.moves")).expect("a log"), TIDY);
}

#[test]
fn check_and_diff_write_nothing() {
    let run = |args: &str| Run::new(args).file("a.moves", JOTTED).file("b.moves", TIDY);
    let ran = run("fmt --check .").run().code(1);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str()),
        ("would change a.moves\n", "1 file would change, 1 file as before\n")
    );
    assert_eq!(fs::read_to_string(ran.folder.path().join("a.moves")).expect("a log"), JOTTED);
    run("fmt --check b.moves").run().code(0);
    run("fmt --diff b.moves").run().code(0);
    for args in ["fmt --diff . --color never", "fmt --check --diff a.moves"] {
        let ran = run(args).run().code(1);
        assert!(ran.stdout.starts_with("--- a.moves\n+++ a.moves\n@@ -1,"), "{}", ran.stdout);
        assert!(ran.stdout.contains("\n-Red T04a (2, 1) r90 meeple tributary:W\n"), "{}", ran.stdout);
        assert!(ran.stdout.contains("\n+1. Red   T04a (2,1) r90 meeple tributary:W\n"), "{}", ran.stdout);
        assert_eq!(fs::read_to_string(ran.folder.path().join("a.moves")).expect("a log"), JOTTED);
    }
    assert!(
        run("fmt --diff a.moves --color always").run().code(1).stdout.contains("\u{1b}[31m-game:amazonas\u{1b}[0m\n")
    );
}

#[test]
fn what_cannot_be_read_is_left_alone_and_the_rest_is_formatted() {
    let illegal = "game: carcassonne\nplayers: A, B\nA H (5,5) r0\n";
    let unreadable = "game: carcassonne\nplayers: A, B\nA H (5;5) r0\n";
    let broken = "kind = \"tileset\"\nid = \n";
    let ran = Run::new("fmt .")
        .file("a.moves", illegal)
        .file("b.moves", unreadable)
        .file("c.moves", JOTTED)
        .file("d.moves", "# nothing\n")
        .file("e.moves", b"# \xff\ngame: carcassonne\n")
        .file("f.toml", broken)
        .file("g.toml", "name=1\n")
        .run()
        .code(1);
    let read = |name: &str| fs::read(ran.folder.path().join(name)).expect("a file");
    assert_eq!(read("a.moves"), illegal.as_bytes());
    assert_eq!(read("b.moves"), unreadable.as_bytes());
    assert_eq!(read("c.moves"), TIDY.as_bytes());
    assert_eq!(read("f.toml"), broken.as_bytes());
    assert_eq!(read("g.toml"), b"name=1\n");
    assert_eq!(ran.stdout, "formatted c.moves\n");
    let told: Vec<&str> = ran.stderr.lines().collect();
    let starts = [
        "a.moves:3:5: error[TW0702]: ",
        "b.moves:3:5: error[TW0506]: ",
        "d.moves:1:1: error[TW0512]: ",
        "e.moves:1:3: error[TW0102]: ",
        "f.toml:2:4: error[TW0103]: ",
        "note: `g.toml` has no `kind`",
        "1 file formatted, 1 file as before, 5 files with errors left alone",
    ];
    assert_eq!(told.len(), starts.len(), "{}", ran.stderr);
    for (line, start) in told.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}\n{start}");
    }
    // One illegal game leaves the whole file as it is; wrong totals are none of this job's.
    Run::new("fmt --check -").stdin(format!("{TIDY}\n{illegal}")).run().code(1);
    assert!(Run::new("replay -").stdin(TIDY).run().code(1).stdout.contains("TW0802"));
}

#[test]
fn a_file_that_cannot_be_written_stays() {
    let run = Run::new("fmt a.moves").file("a.moves", JOTTED);
    let path = run.path().join("a.moves");
    let mut permissions = fs::metadata(&path).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("our own file");
    let ran = run.run().code(2);
    assert_eq!(ran.stderr, "error: `a.moves` is read-only and was not written\n");
    assert_eq!(fs::read_to_string(&path).expect("a log"), JOTTED);
}

#[test]
fn the_standard_input_goes_to_the_standard_output() {
    let ran = Run::new("fmt -").stdin(JOTTED).run().code(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (TIDY, ""));
    let ran = Run::new("fmt - --stdin-filename x.moves").stdin("game: carcassonne\nplayers: A\n").run().code(1);
    assert_eq!((ran.stdout.as_str(), ran.stderr.starts_with("x.moves:2:")), ("", true), "{}", ran.stderr);
    let ran = Run::new("fmt -").stdin("kind=\"variant\"").run().code(0);
    assert_eq!(ran.stdout, "kind = \"variant\"\n");
    let ran = Run::new("fmt --check - --stdin-filename x.toml").stdin("kind=\"variant\"").run().code(1);
    assert_eq!(ran.stdout, "would change x.toml\n");
    assert_eq!(Run::new("fmt -").stdin("a=1").run().code(0).stdout, "a=1");
}

#[test]
fn what_to_format_must_be_said() {
    let ran = Run::new("fmt").file("a.moves", JOTTED).run().code(2);
    assert!(ran.stderr.contains("name files or folders, `.` for this one"), "{}", ran.stderr);
    assert!(Run::new("fmt - a.moves").file("a.moves", JOTTED).run().code(2).stderr.contains("stands alone"));
    Run::new("fmt none.moves").run().code(2);
    Run::new("fmt none").run().code(2);
}

#[test]
fn data_are_laid_out() {
    let before = concat!(
        "\u{feff}#:schema x\r\n\r\n\r\nkind=\"ruleset\"   # what it is\r\nformat   = 1\r\n# of players\r\nplayers=[ 2,5 ]\r\n",
        "  [ icons . \"boat\" ] # R15\r\non=[\"a\",]\r\n  [[ stack ]]\r\nlist = [ # head\r\n   [1,2],[3,\r\n4] # pair\r\n\r\n\r\n",
        " # alone\r\n ,{ a=1,b = [ ] , c={} },\r\n\r\n]\r\nt='''\r\n  as  it = is\r\n'''\r\n\r\n\r\n"
    );
    let after = "\
#:schema x

kind = \"ruleset\"  # what it is
format = 1
# of players
players = [2, 5]

[icons.\"boat\"]  # R15
on = [\"a\"]

[[stack]]
list = [  # head
  [1, 2], [
    3,
    4,
  ],  # pair

  # alone
  { a = 1, b = [], c = {} },
]
t = '''\r\n  as  it = is\r\n'''
";
    let excerpt = Excerpt::whole("x.toml", before);
    assert_eq!(data::format(&excerpt).expect("TOML").expect("a kind"), after);

    let long = format!("kind = \"x\"\na = [{}]\n", ["\"twenty characters ...\""; 8].join(", "));
    let written = data::format(&Excerpt::whole("x.toml", long)).expect("TOML").expect("a kind");
    assert_eq!(written.lines().count(), 11);
    assert!(written.starts_with("kind = \"x\"\na = [\n  \"twenty characters ...\",\n"), "{written}");
    let newer = Excerpt::whole("x.toml", "kind = 1\na = { # TOML 1.1\n b = 1 }\n");
    assert_eq!(data::format(&newer).expect_err("no place for the comment").len(), 1);
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
}

fn comments(text: &str) -> Vec<&str> {
    let tokens = Source::new(text).lex().filter(|token| token.kind() == TokenKind::Comment);
    tokens.map(|token| text[token.span().start()..token.span().end()].trim_end()).collect()
}

#[test]
fn data_say_the_same_however_they_are_spelled() {
    let mut paths = Vec::new();
    files(&repo("data"), "toml", &mut paths);
    files(&repo("tests/data"), "toml", &mut paths);
    assert!(paths.len() > 40, "{} files", paths.len());
    let mut dice = Dice(3);
    for path in paths {
        let text = fs::read_to_string(&path).expect("a data file");
        let values: toml::Table = toml::from_str(&text).expect("TOML");
        let spelled = mangled_data(&text, &mut dice);
        let written = data::format(&Excerpt::whole("x.toml", spelled.as_str()));
        let written = written.unwrap_or_else(|why| panic!("{}: {why:?}", path.display())).expect("a kind");
        assert_eq!(toml::from_str::<toml::Table>(&written).expect("TOML"), values, "{}", path.display());
        assert_eq!(comments(&written), comments(&spelled), "{}", path.display());
        assert!(!written.contains(['\r', '\t']) && !written.contains("\n\n\n") && !written.contains(" \n"));
        let again = data::format(&Excerpt::whole("x.toml", written.as_str())).expect("TOML").expect("a kind");
        assert_eq!(again, written, "{}: not its own canonical form", path.display());
    }
}

#[test]
fn what_is_shipped_is_canonical() {
    Run::new("fmt --check data tests/data").within(&repo("")).run().code(0);
    Run::new("fmt --check tests/logs --data tests/data").within(&repo("")).run().code(0);
}

#[test]
fn recorded_games_stay_the_games_they_are() {
    let Some(folder) = shared("corpora") else { return };
    for name in ["people-2p", "abbot", "river"] {
        let text = fs::read_to_string(folder.join(format!("{name}.moves"))).expect("a log");
        let ran = Run::new("fmt -").stdin(&text).run().code(0);
        assert_eq!(bare(&ran.stdout).len(), bare(&text).len());
        assert_eq!(replayed(&ran.stdout), replayed(&text), "{name}");
        assert_eq!(Run::new("fmt -").stdin(&ran.stdout).run().code(0).stdout, ran.stdout, "{name}");
    }
}

#[test]
fn whatever_is_formatted_is_canonical() {
    let library = Library::builtin();
    let rulesets = Rulesets::new(|game, variants| {
        let known = library.resolve(game, variants).is_ok();
        if known { Ok(compiled(game, variants)) } else { Err(NotFound::Game(String::new())) }
    });
    let name = Arc::from("x");
    let toml = fs::read_to_string(repo("data/carcassonne/variants/traders.toml")).expect("a data file");
    let mut dice = Dice(77);
    let mut written = [0, 0];
    for _ in 0..3000 {
        let bytes = damaged(JOTTED, &mut dice);
        if let Ok(text) = log::format(&rulesets, &name, &bytes) {
            written[0] += 1;
            let again = log::format(&rulesets, &name, text.as_bytes()).expect("what was written can be read");
            assert_eq!(again, text, "{}", String::from_utf8_lossy(&bytes));
        }
        let damaged = damaged(&toml, &mut dice);
        let spelled = String::from_utf8_lossy(&damaged);
        if let Ok(Some(text)) = data::format(&Excerpt::whole("x.toml", spelled.as_ref())) {
            written[1] += 1;
            let again = data::format(&Excerpt::whole("x.toml", text.as_str())).expect("what was written can be read");
            assert_eq!(again.as_deref(), Some(text.as_str()), "{spelled}");
        }
    }
    assert!(written.iter().all(|count| *count > 300), "{written:?} were formatted");
}
