//! Worksheets: written, filled in and read back; what is wrong in a filled one is told on its line.

use std::fs;

use proptest::prelude::*;
use serde_json::Value;
use tilewright::diagnostic::Level;
use tilewright::diagnostic::render::Style;
use tilewright::library::Library;
use tilewright::source::Resolved;
use tilewright::text::Excerpt;
use tilewright::transcribe::{Reading, Worksheet, read, scan, text};

use crate::support::{Run, repo};

const GAMES: [(&str, &[&str]); 6] = [
    ("amazonas", &[]),
    ("amazonas", &["bonus-doubles"]),
    ("carcassonne", &[]),
    ("carcassonne", &["river", "inns", "traders"]),
    ("carcassonne-c1", &["river", "traders-tiles"]),
    ("fenland", &[]),
];

fn resolved(game: &str, variants: &[&str]) -> Resolved {
    Library::builtin().resolve(game, variants).expect("shipped rulesets resolve")
}

fn sheet(resolved: &Resolved, variants: &[&str]) -> String {
    let variants: Vec<String> = variants.iter().map(|&name| name.to_owned()).collect();
    text(&Worksheet { resolved, variants: &variants, only: None }, &Style::PLAIN)
}

/// A sheet with every box and the source filled in.
fn filled(sheet: &str) -> String {
    sheet.replace("\nsource:\n", "\nsource: Ada, a box\n").replace("\nbox:\n", "\nbox: same\n")
}

fn taken(sheet: &str, resolved: &Resolved) -> Reading {
    read(&scan(Excerpt::whole("sheet", sheet)), resolved)
}

/// A part without what says how well it is known.
fn bare(mut value: Value) -> Value {
    match &mut value {
        Value::Object(map) => {
            map.retain(|key, _| key != "status" && key != "source");
            map.values_mut().for_each(|value| *value = bare(value.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| *value = bare(value.take())),
        _ => {}
    }
    value
}

fn parts(resolved: &Resolved) -> Vec<Value> {
    let sets = resolved.tilesets.iter().map(|set| serde_json::to_value(set).expect("a value"));
    let board = resolved.board.iter().map(|board| serde_json::to_value(board).expect("a value"));
    let mouth = resolved.mouth.iter().map(|mouth| serde_json::to_value(mouth).expect("a value"));
    sets.chain(board).chain(mouth).collect()
}

fn told(reading: &Reading) -> Vec<String> {
    let line = |finding: &tilewright::diagnostic::Finding| {
        let (line, column) = finding.place.as_ref().map_or((0, 0), |place| (place.line, place.column));
        format!("{line}:{column} {} {}", finding.code.number(), finding.message)
    };
    reading.findings.iter().map(line).collect()
}

#[test]
fn a_sheet_of_all_the_same_gives_the_data_back() {
    for (game, variants) in GAMES {
        let resolved = resolved(game, variants);
        let sheet = filled(&sheet(&resolved, variants));
        let reading = taken(&sheet, &resolved);
        assert_eq!(told(&reading), Vec::<String>::new(), "{game} {variants:?}");
        let before = parts(&resolved);
        assert_eq!(reading.files.len(), before.len());
        for (file, before) in reading.files.iter().zip(before) {
            let value: Value = toml::from_str(&file.text).expect("TOML");
            assert_eq!(bare(value.clone()), bare(before), "{game}: {}", file.name);
            assert_eq!(file.statuses.keys().collect::<Vec<_>>(), ["transcribed"], "{game}: {}", file.name);
            for record in ["tile", "side"].iter().filter_map(|key| value[key].as_array()).flatten() {
                assert_eq!((&record["status"], &record["source"]), (&"transcribed".into(), &"Ada, a box".into()));
            }
        }
        assert_eq!(scan(Excerpt::whole("s", sheet.as_str())).variants(), variants);
    }
}

#[test]
fn what_differs_differs_there_alone() {
    let ours = resolved("amazonas", &[]);
    let sheet = filled(&sheet(&ours, &[]));
    let block = sheet.find("[tile T13]").expect("a block");
    let (before, after) = sheet.split_at(block);
    let after = after
        .replacen("box: same", "box: differs", 1)
        .replacen("edges: village tributary jungle tributary", "edges: village jungle jungle tributary", 1)
        .replacen("tributary at E W", "tributary at W; icons boat 1", 1)
        .replacen("segment j: jungle at EL WR", "segment j: jungle at EL ER SL SR WL WR", 1)
        .replacen("segment j2: jungle at ER SL SR WL\n", "", 1)
        .replacen("face a: 2; t boat 1\n", "face a: 2\n", 1)
        .replacen("; j2 animal 2", "; j animal 2", 1);
    let reading = taken(&format!("{before}{after}"), &ours);
    // The rules show a jungle that is split in two, and now there is none: the box is what it is.
    assert!(reading.findings.iter().all(|finding| finding.level == Level::Warning), "{:?}", told(&reading));
    let land: Value = toml::from_str(&reading.files[0].text).expect("TOML");
    let before = bare(parts(&ours).remove(0));
    let changed: Vec<usize> = (0..20).filter(|&at| bare(land["tile"][at].clone()) != before["tile"][at]).collect();
    assert_eq!(changed, [12]);
    assert_eq!(land["tile"][12]["segments"][1]["icons"]["boat"], 1);
    assert_eq!(land["tile"][12]["segments"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_half_filled_sheet_keeps_what_was_not_compared() {
    let ours = resolved("amazonas", &[]);
    let sheet = sheet(&ours, &[]).replace("\nsource:\n", "\nsource: Ada\n");
    let empty = taken(&sheet, &ours);
    assert!(empty.files.is_empty() && empty.findings.len() == 32, "{:?}", told(&empty));
    let half = sheet.replacen("\nbox:\n", "\nbox: same\n", 1);
    let reading = taken(&half, &ours);
    assert_eq!(reading.findings.len(), 31);
    assert!(reading.findings.iter().all(|finding| finding.code.number() == "TW1101"));
    let statuses: Vec<_> = reading.files[0].statuses.iter().map(|(word, count)| format!("{count} {word}")).collect();
    assert_eq!(statuses, ["10 transcribed", "55 reconstructed"]);
    assert!(reading.files[0].text.contains("title = \"Land tiles\"\nstatus = \"reconstructed\""));
    let nameless = half.replace("source: Ada", "source:");
    assert!(taken(&nameless, &ours).files.is_empty());
}

#[test]
fn mistakes_are_told_on_their_line() {
    let ours = resolved("amazonas", &[]);
    let whole = filled(&sheet(&ours, &[]));
    let cut = |start: &str| whole.split_once(start).map(|(_, rest)| format!("{start}{rest}")).expect("it is there");
    let mouth = format!("game: amazonas\nsource: Ada\n{}", cut("[mouth amazonas-mouth]"));
    let doubles = whole.find("[set amazonas-doubles]").expect("a set");
    let board = whole.find("[board ").expect("a board");
    let doubles = format!("game: amazonas\nsource: Ada\n{}", &whole[doubles..board]);
    let say = |sheet: &str, old: &str, new: &str| {
        assert!(sheet.contains(old), "{old}");
        let reading = taken(&sheet.replacen(old, new, 1), &ours);
        let errors = reading.findings.iter().filter(|finding| finding.level == Level::Error).count();
        assert!(errors == 0 || reading.files.is_empty(), "nothing is given where something is wrong");
        let words = |line: String| line.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ");
        told(&reading).into_iter().map(words).collect::<Vec<_>>()
    };
    let differs = doubles.replacen("box: same", "box: differs", 1);
    let line_of = |sheet: &str, part: &str| sheet[..sheet.find(part).expect("it is there")].lines().count() + 1;
    let at = line_of(&differs, "segment t: tributary at a.E");
    assert_eq!(say(&differs, "tributary at a.E;", "tributary at a.X;"), [format!("{at}:25 TW0207")]);
    assert_eq!(
        say(&differs, "tributary at a.E; icons boat 1", "tributary at a.E; icons boot 1"),
        [format!("{at}:36 TW0302")]
    );
    assert_eq!(
        say(&differs, "tributary at a.E; icons boat 1", "tribute at a.E; icons boat 1"),
        [format!("{at}:12 TW0302")]
    );
    assert_eq!(
        say(&differs, "tributary at a.E; icons boat 1", "tributary at a.E; icon boat 1"),
        [format!("{at}:30 TW1102")]
    );
    let count = line_of(&differs, "count: 1");
    assert_eq!(say(&differs, "count: 1", "count: one"), [format!("{count}:8 TW0204")]);
    assert_eq!(say(&differs, "count: 1", "count: 2")[0], format!("{}:8 TW0303", line_of(&differs, "total: 4")));
    assert_eq!(say(&doubles, "[tile D4]", "[tile D5]").len(), 2);
    assert_eq!(say(&doubles, "box: same", "box: sane").len(), 1);
    assert_eq!(say(&doubles, "count: 1", "count: 2"), [format!("{count}:1 TW1104")]);
    let boxes = line_of(&doubles, "box: same");
    assert_eq!(say(&doubles, "box: same", "box: differs"), [format!("{boxes}:6 TW1104")]);
    assert_eq!(say(&doubles, "box: same", "box: new"), [format!("{boxes}:6 TW1104")]);
    let edges = line_of(&differs, "edges: ");
    assert_eq!(say(&differs, "edges: amazon", "edges: jungle"), [format!("{edges}:8 TW1104")]);
    // The box says otherwise than the rules: a warning, and the data are given.
    let differs = mouth.replacen("box: same", "box: differs", 1);
    assert_eq!(say(&differs, "points: 6 3", "points: 7 3").len(), 1);
    let reading = taken(&differs.replacen("points: 6 3", "points: 7 3", 1), &ours);
    assert_eq!((reading.files.len(), reading.findings[0].level), (1, Level::Warning));
    assert_eq!(
        say(&differs, "points: 6 3", "points: 7 x"),
        [format!("{}:11 TW0204", line_of(&differs, "points: 6 3"))]
    );
}

#[test]
fn the_program_writes_and_takes_sheets() {
    let ran = Run::new("transcribe amazonas --set amazonas-mouth").run().code(0);
    let full = filled(&ran.stdout);
    let back = Run::new("transcribe amazonas --from sheet").file("sheet", &full).run().code(0);
    assert!(back.stdout.starts_with("#:schema ../../schemas/mouth.schema.json\n"), "{}", back.stdout);
    assert!(back.stderr.contains("1 file, 0 findings"), "{}", back.stderr);
    let empty = Run::new("transcribe amazonas --from - --format short").stdin(&ran.stdout).run().code(1);
    assert_eq!(empty.stdout, "");
    assert!(empty.stderr.contains("<stdin>:21:1: error[TW1101]"), "{}", empty.stderr);
    assert!(Run::new("transcribe amazonas --set mouth").run().code(2).stderr.contains("`amazonas-mouth`"));
    Run::new("transcribe amazonas --format json").run().code(2);
    Run::new("transcribe amazonas --from sheet --format html").file("sheet", &full).run().code(2);

    // A whole game, written into a folder that takes the place of the built-in one.
    let whole = filled(&Run::new("transcribe amazonas").run().code(0).stdout);
    let several = Run::new("transcribe amazonas --from sheet").file("sheet", &whole).run().code(2);
    assert!(several.stderr.contains("`--output DIR`"), "{}", several.stderr);
    let ran = Run::new("transcribe amazonas --from sheet --output mine/amazonas").file("sheet", &whole).run().code(0);
    assert!(ran.stderr.contains("note: wrote mine/amazonas/land.toml: 65 transcribed\n"), "{}", ran.stderr);
    let folder = ran.folder.path().join("mine/amazonas");
    fs::copy(repo("data/amazonas/game.toml"), folder.join("game.toml")).expect("a copy");
    let checked = Run::new("validate mine").within(ran.folder.path()).run().code(0);
    assert!(checked.stderr.contains("note: amazonas-land: 65 transcribed\n"), "{}", checked.stderr);
    let counted = Run::new("count amazonas --data mine").within(ran.folder.path()).run().code(0);
    assert!(counted.stdout.contains("65 transcribed") && !counted.stdout.contains("reconstructed"));
    Run::new("fmt --check mine").within(ran.folder.path()).run().code(0);
    // A sheet that is wrong leaves what is there.
    let before = fs::read(folder.join("land.toml")).expect("a file");
    let wrong = whole.replacen("count: 10", "count: 11", 1);
    let run = Run::new("transcribe amazonas --from wrong --output mine/amazonas").within(ran.folder.path());
    fs::write(ran.folder.path().join("wrong"), wrong).expect("our own folder");
    run.run().code(1);
    assert_eq!(fs::read(folder.join("land.toml")).expect("a file"), before);
}

#[test]
fn the_printed_sheet_is_one_sound_page() {
    for (game, variants) in GAMES {
        let run = || {
            let run =
                variants.iter().fold(Run::new("transcribe --format html"), |run, name| run.arg("--variant").arg(*name));
            run.arg(game).run().code(0).stdout
        };
        let page = run();
        assert_eq!(page, run());
        assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
        assert!(!page.contains("<script") && !page.contains("http") && !page.contains("url("));
        let mut open: Vec<&str> = Vec::new();
        for tag in page.split('<').skip(1).filter_map(|rest| Some(rest.split_once('>')?.0)) {
            let name = tag.split(' ').next().unwrap_or_default();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{game}"),
                None if tag.ends_with('/') || matches!(name, "!DOCTYPE" | "meta" | "input") => {}
                None => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }
    let tile = "id = \"A\"\ncount = 5\ntitle = \"<b>&\"";
    let files =
        ["tiles.toml", "game.toml"].map(|name| fs::read_to_string(repo("data/fenland").join(name)).expect("data"));
    let tiles = files[0].replacen("title = \"Causeway through the fen\"", "title = \"<b>&\"", 1);
    let run = Run::new("transcribe fenland --data . --format html").file("fenland/tiles.toml", tiles);
    let page = run.file("fenland/game.toml", &files[1]).run().code(0).stdout;
    assert!(page.contains("&lt;b&gt;&amp;") && !page.contains("<b>"), "{tile}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mangled_sheets_never_panic(
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0..40_usize, "[a-zA-Z0-9:;.,+#|\\[\\] \né-]{0,12}"), 1..6),
        game in 0..3_usize,
    ) {
        static SHEETS: std::sync::LazyLock<Vec<(Resolved, String)>> = std::sync::LazyLock::new(|| {
            [("amazonas", &[][..]), ("carcassonne", &["traders"][..]), ("fenland", &[][..])].map(|(game, variants)| {
                let resolved = resolved(game, variants);
                let sheet = filled(&sheet(&resolved, variants)).replace("box: same", "box: differs");
                (resolved, sheet)
            }).into()
        });
        let (resolved, sheet) = &SHEETS[game];
        let mut letters: Vec<char> = sheet.chars().collect();
        for (at, length, new) in cuts {
            let start = at.index(letters.len());
            let end = (start + length).min(letters.len());
            letters.splice(start..end, new.chars());
        }
        let reading = taken(&letters.into_iter().collect::<String>(), resolved);
        prop_assert!(reading.findings.iter().all(|finding| finding.code.number() != "TW0901"), "{:?}", told(&reading));
    }
}
