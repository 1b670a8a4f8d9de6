//! `diff`: every kind of difference, its key and its places; what it changes in games; revisions of git; exit statuses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{Ran, Run, repo, shared};

const GAME: &str = r#"#:schema x
kind = "ruleset"
format = 1
id = "wood"
players = [2, 4]
tilesets = ["set.toml"]
start = [{ tile = "A", cell = [0, 0] }]
[figures.meeple]
supply = 7
on = ["road"]
[icons.star]
on = ["road"]
[features.road]
shape = "line"
completed = { tile = 1 }
final = { tile = 1 }
[features.field]
shape = "ground"
claimable = false
[options]
tie = "shared"
"#;

const SET: &str = r#"#:schema x
kind = "tileset"
format = 1
id = "set"
total = 6
[[tile]]
id = "A"
count = 4
segments = [
  { id = "r", feature = "road", at = "E W" },
  { id = "n", feature = "field", at = "NL NR EL WR" },
  { id = "s", feature = "field", at = "ER SL SR WL" },
]
faces = [{}, { id = "x", count = 1, icons = { r = { star = 1 } } }]
[[tile]]
id = "B"
count = 2
segments = [
  { id = "r", feature = "road", at = "E" },
  { id = "r2", feature = "road", at = "W" },
  { id = "n", feature = "field", at = "NL NR EL WR" },
  { id = "s", feature = "field", at = "ER SL SR WL" },
]
"#;

const VARIANT: &str =
    "#:schema x\nkind = \"variant\"\nformat = 1\nid = \"more\"\nextends = \"wood\"\n[figures.meeple]\nsupply = 9\n";

/// Two folders of the game, the second with these replacements in its ruleset and set.
fn two(changes: &[(&str, &str)]) -> Run {
    let (mut game, mut set) = (GAME.to_owned(), SET.to_owned());
    for (from, to) in changes {
        assert!(game.contains(from) != set.contains(from), "`{from}` stands in one of them");
        game = game.replace(from, to);
        set = set.replace(from, to);
    }
    let run = Run::new("diff").file("a/wood/game.toml", GAME).file("a/wood/set.toml", SET);
    run.file("b/wood/game.toml", game).file("b/wood/set.toml", set)
}

fn diff(changes: &[(&str, &str)]) -> Ran {
    two(changes).arg("a/wood").arg("b/wood").arg("--format").arg("json").run()
}

fn texts(document: &Value, list: &str) -> Vec<(String, String)> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let each = document[list].as_array().expect("a list").iter();
    each.map(|change| (word(&change["key"]), word(&change["text"]))).collect()
}

#[track_caller]
fn suits_its_schema(document: &Value, name: &str) {
    let schema = fs::read_to_string(repo(&format!("schemas/{name}.schema.json"))).expect("a schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a sound schema");
    let errors: Vec<String> = validator.iter_errors(document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn each_kind_of_difference_is_one_sentence_with_its_key() {
    let cases: &[(&str, &str, &str, &str)] = &[
        ("players = [2, 4]", "players = [2, 5]", "players", "players: 2 to 4 -> 2 to 5"),
        (
            "cell = [0, 0] }",
            "cell = [1, 0], rotation = 90 }",
            "start",
            "the game starts with `A` (1,0) r90, not `A` (0,0) r0",
        ),
        ("supply = 7", "supply = 8", "figures.meeple.supply", "figure `meeple`: supply: 7 -> 8"),
        (
            "supply = 7\non = [\"road\"]",
            "supply = 7\non = [\"field\"]",
            "figures.meeple.on",
            "figure `meeple` no longer stands on `road`",
        ),
        (
            "supply = 7",
            "supply = 7\nreturns = \"never\"",
            "figures.meeple.returns",
            "figure `meeple`: returns: `when_scored` -> `never`",
        ),
        (
            "supply = 7",
            "supply = 7\nweight = 2",
            "figures.meeple.weight",
            "figure `meeple`: weight in a majority: 1 -> 2",
        ),
        ("supply = 7", "supply = 7\nrecall = true", "figures.meeple.recall", "figure `meeple` may be taken back"),
        (
            "supply = 7",
            "supply = 7\njoins = true",
            "figures.meeple.joins",
            "figure `meeple` only joins figures of its player",
        ),
        (
            "supply = 7",
            "supply = 7\nadds = { tile = 1 }",
            "figures.meeple.adds",
            "figure `meeple` adds: nothing -> 1 a tile",
        ),
        (
            "[icons.star]\n",
            "[figures.dog]\nsupply = 1\non = [\"road\"]\n[icons.star]\n",
            "figures.dog",
            "figure `dog` is new",
        ),
        (
            "[icons.star]\non = [\"road\"]",
            "[icons.star]\non = [\"road\", \"field\"]",
            "icons.star.on",
            "icon `star` lies on `field` too",
        ),
        ("[options]\n", "[goods.star]\ntokens = 5\nmost = 10\n[options]\n", "goods.star", "good `star` is new"),
        (
            "completed = { tile = 1 }",
            "completed = { tile = 2 }",
            "features.road.completed",
            "feature `road` completed: 1 -> 2 a tile",
        ),
        ("completed = { tile = 1 }\n", "", "features.road.completed", "feature `road` completed: 1 a tile -> never is"),
        (
            "final = { tile = 1 }",
            "final = { tile = 1, star = 3 }",
            "features.road.final",
            "feature `road` at the end: 0 -> 3 a star",
        ),
        (
            "[features.field]",
            "when = [{ max_tiles = 2, completed = { tile = 4 } }]\n[features.field]",
            "features.road.when",
            "feature `road` scores 4 a tile completed, with at most 2 tiles",
        ),
        ("claimable = false", "claimable = true", "features.field.claimable", "feature `field` takes figures"),
        ("tie = \"shared\"", "tie = \"mouth\"", "options.tie", "option `tie`: `shared` -> `mouth`"),
        (
            "tie = \"shared\"",
            "unplaceable = \"turn_lost\"",
            "options.unplaceable",
            "option `unplaceable`: `redraw`, the default, -> `turn_lost`",
        ),
        (
            "tie = \"shared\"",
            "table = { size = [9, 9], edge = \"open\" }",
            "options.table",
            "option `table`: no limit -> 9 x 9 cells, its edge `open`",
        ),
        ("count = 2\n", "count = 3\n", "tiles.B.count", "tile `B`: 2 -> 3 copies"),
        ("id = \"B\"\n", "id = \"C\"\n", "tiles.C", "tile `C` is new (2 copies)"),
        ("id = \"B\"\n", "id = \"C\"\n", "tiles.B", "tile `B` is gone (2 copies)"),
        ("id = \"B\"\n", "id = \"B\"\napart = true\n", "tiles.B.apart", "tile `B` lies apart from the stack"),
        ("id = \"B\"\n", "id = \"B\"\ndraws_double = true\n", "tiles.B.draws_double", "tile `B` draws another piece"),
        (
            "at = \"E\" },\n  { id = \"r2\", feature = \"road\", at = \"W\" },",
            "at = \"W E\" },",
            "tiles.B.segments",
            "tile `B`: the `road` segments at E and at W are joined at W E",
        ),
        (
            "{ id = \"r\", feature = \"road\", at = \"E W\" },",
            "{ id = \"r\", feature = \"road\", at = \"W\" }, { id = \"r2\", feature = \"road\", at = \"E\" },",
            "tiles.A.segments",
            "tile `A`: the `road` at E W is split into those at W and at E",
        ),
        ("at = \"E W\"", "at = \"N W\"", "tiles.A.segments", "tile `A`: the `road` at E W lies at N W"),
        ("at = \"E W\"", "at = \"N\"", "tiles.A.segments", "tile `A`: the `road` at E W lies at N"),
        (
            "at = \"E W\"",
            "at = \"E W\", icons = { star = 2 }",
            "tiles.A.segments",
            "tile `A`: the `road` at E W carries 2 star, not no icon",
        ),
        (
            "at = \"E W\"",
            "at = \"E W\", bridge = true",
            "tiles.A.segments",
            "tile `A`: the `road` at E W may cross others",
        ),
        ("id = \"r2\"", "id = \"q\"", "tiles.B.segments", "tile `B`: the segment `r2` is called `q`"),
        ("id = \"x\", count = 1", "id = \"x\", count = 2", "tiles.A.faces", "tile `A`, face `x`: 1 -> 2 copies"),
        ("id = \"x\", count = 1", "id = \"y\", count = 1", "tiles.A.faces", "tile `A`, face `x` is gone (1 copy)"),
        ("{ star = 1 }", "{ star = 2 }", "tiles.A.faces", "tile `A`, face `x`, segment `r`: 1 star -> 2 star"),
    ];
    for (from, to, key, text) in cases {
        let document = diff(&[(from, to)]).code(1).json();
        let told = texts(&document, "changes");
        assert!(told.contains(&((*key).to_owned(), (*text).to_owned())), "{text}\n{told:#?}");
        suits_its_schema(&document, "diff");
    }
}

#[test]
fn what_is_the_same_is_the_same_however_it_is_written() {
    let same =
        diff(&[("at = \"E W\"", "at = \"W E\""), ("on = [\"road\"]\n[icons", "on = [\"road\"]\nweight = 1\n[icons")]);
    let document = same.code(0).json();
    assert_eq!((texts(&document, "changes").len(), texts(&document, "notes").len()), (0, 0));
    // An option at its default is as if it was not written; titles and sources change no game.
    let noted = diff(&[
        ("tie = \"shared\"", "field_scoring = \"per_field\""),
        ("id = \"wood\"", "id = \"wood\"\ntitle = \"Wood\""),
    ]);
    let document = noted.code(0).json();
    assert_eq!(texts(&document, "notes"), [(String::new(), "the ruleset's title: none -> `Wood`".to_owned())]);
}

#[test]
fn both_places_are_told() {
    let document = diff(&[("count = 2\n", "# three now\ncount = 3\n")]).code(1).json();
    let change = &document["changes"][0];
    assert_eq!((&change["before"], &change["after"]), (&Value::from(2), &Value::from(3)));
    assert_eq!((change["from"]["file"].as_str(), &change["from"]["line"]), (Some("a/wood/set.toml"), &Value::from(17)));
    assert_eq!((change["to"]["file"].as_str(), &change["to"]["line"]), (Some("b/wood/set.toml"), &Value::from(18)));
    let told = two(&[("count = 2\n", "count = 3\n")]).arg("a/wood").arg("b/wood").run().code(1);
    assert_eq!(
        told.stdout,
        "a/wood -> b/wood: 1 difference\n\n  tile `B`: 2 -> 3 copies\n      a/wood/set.toml:17 -> b/wood/set.toml:17\n"
    );
    let told = two(&[("count = 2\n", "count = 3\n")]).arg("a/wood").arg("b/wood").arg("--format").arg("github").run();
    let first = "::notice file=b/wood/set.toml,line=17,col=9,title=tiles.B.count::tile `B`: 2 -> 3 copies\n";
    assert!(told.code(1).stdout.starts_with(first));
    let told = two(&[("count = 2\n", "count = 3\n")]).arg("a/wood").arg("b/wood").arg("--format").arg("markdown").run();
    assert!(
        told.code(1)
            .stdout
            .contains("| `tiles.B.count` | tile `B`: 2 -&gt; 3 copies | `a/wood/set.toml:17` | `b/wood/set.toml:17` |")
    );
}

#[test]
fn parts_folders_and_variants_are_operands() {
    let json = |run: Run| run.arg("--format").arg("json").run();
    let set = json(two(&[("count = 2\n", "count = 3\n")]).arg("a/wood/set.toml").arg("b/wood/set.toml"));
    assert_eq!(
        texts(&set.code(1).json(), "changes"),
        [("tiles.B.count".to_owned(), "tile `B`: 2 -> 3 copies".to_owned())]
    );
    // A folder of games means all of them, with their variants.
    let folders = two(&[("count = 2\n", "count = 3\n")]).file("b/wood/variants/more.toml", VARIANT);
    let told = json(
        folders
            .file("b/hill/game.toml", "#:schema x\nkind = \"ruleset\"\nformat = 1\nid = \"hill\"\nextends = \"wood\"\n")
            .arg("a")
            .arg("b"),
    );
    let told = texts(&told.code(1).json(), "changes");
    let keys: Vec<&str> = told.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["tiles.B.count", "variants.more", "games.hill"]);
    // A variant's own change is told once, and not again what its game changes.
    let both = two(&[("count = 2\n", "count = 3\n")]).file("a/wood/variants/more.toml", VARIANT);
    let told = json(both.file("b/wood/variants/more.toml", VARIANT.replace('9', "8")).arg("a/wood").arg("b/wood"));
    let told = texts(&told.code(1).json(), "changes");
    assert_eq!(told[1], ("figures.meeple.supply".to_owned(), "figure `meeple`: supply: 9 -> 8".to_owned()));
    assert_eq!(told.len(), 2);
    // By path with its variant; a variant's file; names.
    let told = json(two(&[]).file("a/wood/variants/more.toml", VARIANT).arg("a/wood").arg("a/wood+more")).code(1);
    assert_eq!(texts(&told.json(), "changes")[0].1, "figure `meeple`: supply: 7 -> 9");
    let told = json(
        two(&[]).file("a/wood/variants/more.toml", VARIANT).arg("a/wood/game.toml").arg("a/wood/variants/more.toml"),
    );
    assert_eq!(texts(&told.code(1).json(), "changes").len(), 1);
    assert_eq!(texts(&Run::new("diff carcassonne no-farmers --format json").run().code(1).json(), "changes").len(), 2);
    let boards = Run::new("diff amazonas amazonas+bonus-doubles --format json").run().code(1);
    assert!(!texts(&boards.json(), "changes").is_empty());
}

#[test]
fn boards_and_mouths() {
    let board = fs::read_to_string(repo("data/amazonas/start-board.toml")).expect("a board");
    let mouth = fs::read_to_string(repo("data/amazonas/mouth.toml")).expect("a mouth");
    let spaces = board.lines().find(|line| line.starts_with("spaces = ")).expect("spaces");
    let points = mouth.lines().find(|line| line.starts_with("points = ")).expect("points");
    let run = Run::new("diff a.toml b.toml --format json").file("a.toml", &board);
    let told = run.file("b.toml", board.replacen(spaces, "spaces = 99", 1)).run().code(1).json();
    assert!(texts(&told, "changes")[0].1.ends_with("-> 99 spaces"), "{told:#}");
    let run = Run::new("diff a.toml b.toml --format json").file("a.toml", &mouth);
    let told = run.file("b.toml", mouth.replacen(points, "points = [9]", 1)).run().code(1).json();
    assert!(texts(&told, "changes")[0].1.ends_with("-> 9 points"), "{told:#}");
    Run::new("diff a.toml b.toml").file("a.toml", board).file("b.toml", mouth).run().code(2);
}

#[test]
fn operands_that_mean_nothing_are_told() {
    for (args, said) in [
        ("chess carcassonne", "`chess` is no game, variant, path or `REV:PATH`"),
        ("carcassonne none/game.toml", "`none/game.toml` does not exist"),
        ("carcassonne river", ""),
        ("river amazonas", "several games have the variant `river`"),
        ("carcassonne carcassonne+chess", "has no variant `chess`"),
        ("carcassonne HEAD:data", "is in no git repository"),
        ("carcassonne .", "holds no `game.toml`"),
        ("carcassonne ''", "does not"),
    ] {
        let args = args.replace("''", "./-");
        let ran = Run::new(&format!("diff {args}")).run();
        if said.is_empty() {
            ran.code(1);
        } else {
            let ran = ran.code(2);
            assert!(ran.stderr.contains(said), "{args}: {}", ran.stderr);
            assert!(ran.stdout.is_empty());
        }
    }
    Run::new("diff").arg("").arg("").run().code(2);
    Run::new("diff").arg("+").arg(":").run().code(2);
    Run::new("diff").arg("--").arg("-x:y").arg("carcassonne").run().code(2);
    Run::new("diff").arg("carcassonne+".repeat(50)).arg("carcassonne").run().code(2);
    Run::new("diff a.toml carcassonne").file("a.toml", [0xff, 0xfe, 0]).run().code(2);
    Run::new("diff a.toml carcassonne").file("a.toml", "kind = \"ruleset\"\n").run().code(2);
    Run::new("diff carcassonne amazonas --logs a.moves").file("a.moves", "game: carcassonne\n").run().code(2);
    Run::new("diff carcassonne no-farmers --logs none.moves").run().code(2);
}

const LOG: &str = "game: carcassonne\nplayers: Red, Blue\n\n1. Red H (0,-1) r0 meeple city:S {Red 4}\n2. Blue U (1,0) r90 meeple field:NL\nend: now\n\n\
                   game: carcassonne\nvariant: abbot\nplayers: Red, Blue\n\n1. Red H (0,-1) r0\nend: now\n\ngame: amazonas\nplayers: A, B\n\n";

#[test]
fn logs_are_replayed_under_both_whatever_they_name() {
    let told = Run::new("diff carcassonne carcassonne+no-farmers+small-city-2 --format json --logs a.moves")
        .file("a.moves", LOG);
    let document = told.run().code(1).json();
    suits_its_schema(&document, "diff");
    let logs = &document["logs"];
    let counts =
        ["games", "same", "differing", "becoming_illegal", "skipped"].map(|key| logs[key].as_u64().expect("a number"));
    assert_eq!(counts, [2, 1, 1, 1, 1]);
    let game = &logs["list"][0];
    assert_eq!((game["fate"].as_str(), game["first_turn"].as_u64()), (Some("becomes_illegal"), Some(1)));
    assert_eq!((game["illegal_after"]["turn"].as_u64(), game["illegal_after"]["line"].as_u64()), (Some(2), Some(5)));
    // Points in turn 1 and a refusal in turn 2: only two keys together give both.
    let pairs = game["explained_by"].as_array().expect("a list");
    assert_eq!(pairs.len(), 2, "{pairs:?}");
    assert!(pairs.iter().all(|pair| pair.as_array().is_some_and(|pair| pair.len() == 2)), "{pairs:?}");
    let human = Run::new("diff carcassonne no-farmers --logs a.moves").file("a.moves", LOG).run().code(1).stdout;
    assert!(human.contains("2 games replayed under both: 1 the same, 1 differs: 1 becomes illegal."), "{human}");
    // The other way round it becomes legal; with nothing that differs, nothing does.
    let back =
        Run::new("diff no-farmers carcassonne --format json --logs a.moves").file("a.moves", LOG).run().code(1).json();
    assert_eq!(back["logs"]["becoming_legal"], 1);
    Run::new("diff carcassonne carcassonne --logs a.moves").file("a.moves", LOG).run().code(0);
    // Whatever the number of threads.
    let jobs = |jobs: &str| {
        let run = Run::new("diff carcassonne no-farmers --format json --logs a.moves --jobs").arg(jobs);
        run.file("a.moves", LOG.repeat(40)).run().code(1).stdout
    };
    assert_eq!(jobs("1"), jobs("2"));
}

/// The games of a log as `replay` tells them.
fn replayed(log: &Path, variant: &str) -> Vec<Value> {
    let run = Run::new(&format!("replay --format jsonl --ledger none {variant}")).arg(log.to_string_lossy());
    let lines = run.run().stdout;
    let games = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    games.filter(|game| game.get("game").is_some()).collect()
}

#[test]
fn the_effect_is_that_of_replaying_each_by_hand() {
    let Some(log) = shared("corpora/base-2p.moves") else { return };
    for variant in ["no-farmers", "small-city-2", "farmers-2"] {
        let run = Run::new(&format!("diff carcassonne {variant} --format json --logs")).arg(log.to_string_lossy());
        let document = run.run().code(1).json();
        suits_its_schema(&document, "diff");
        let list = document["logs"]["list"].as_array().expect("a list");
        let by_line: BTreeMap<u64, &Value> =
            list.iter().map(|game| (game["line"].as_u64().expect("a line"), game)).collect();
        let (before, after) = (replayed(&log, ""), replayed(&log, &format!("--variant {variant}")));
        assert_eq!((before.len(), after.len()), (148, 148));
        let (mut differing, mut sums) = (0, [0_i64; 2]);
        for (a, b) in before.iter().zip(&after) {
            let line = a["line"].as_u64().expect("a line");
            let scores = |game: &Value| ["Red", "Blue"].map(|player| game["scores"][player].as_i64().expect("points"));
            let told = by_line.get(&line);
            if b["ended"] == "illegal" {
                let game = told.unwrap_or_else(|| panic!("{variant}: line {line} is not told"));
                // Claims are wrong before a move is: the move is what stops the game.
                let turn = b["turns"].as_u64().map(|turns| turns + 1);
                assert_eq!(
                    (game["fate"].as_str(), game["illegal_after"]["turn"].as_u64()),
                    (Some("becomes_illegal"), turn)
                );
                differing += 1;
                continue;
            }
            let difference = [0, 1].map(|seat| scores(b)[seat] - scores(a)[seat]);
            sums.iter_mut().zip(difference).for_each(|(sum, one)| *sum += one);
            if difference != [0, 0] {
                let game = told.unwrap_or_else(|| panic!("{variant}: line {line} is not told"));
                let players = game["players"].as_array().expect("players");
                assert_eq!(
                    players.iter().map(|one| one["difference"].as_i64()).collect::<Vec<_>>(),
                    difference.map(Some)
                );
                differing += 1;
            }
        }
        assert!(differing > 0 && list.len() >= differing, "{variant}");
        for (seat, sum) in sums.into_iter().enumerate().filter(|_| variant != "no-farmers") {
            let mean = document["logs"]["seats"][seat]["mean_difference"].as_f64().expect("a mean");
            assert!((mean - sum as f64 / 148.0).abs() < 1e-5, "{variant}: {mean}");
        }
    }
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
#[test]
fn revisions_of_git_are_operands() {
    let git = |folder: &Path, args: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]);
        command.args(args).current_dir(folder).output().map(|output| output.status.success())
    };
    let run = two(&[]).file("data/wood/game.toml", GAME).file("data/wood/set.toml", SET);
    if git(run.path(), &["init", "-q"]).is_err() {
        eprintln!("skipped: the program `git` is not there");
        return;
    }
    let folder = run.path().to_owned();
    for args in [&["add", "data"][..], &["commit", "-qm", "one"]] {
        assert!(git(&folder, args).expect("git"), "{args:?}");
    }
    fs::write(folder.join("data/wood/set.toml"), SET.replace("count = 2\n", "count = 3\n")).expect("a file");
    assert!(git(&folder, &["commit", "-qam", "two"]).expect("git"));
    fs::write(folder.join("data/wood/set.toml"), SET.replace("count = 2\n", "count = 5\n")).expect("a file");
    let again = |args: &str| Run::new(&format!("diff {args}")).within(&folder).run();
    let told = again("HEAD~1:data/wood HEAD:data/wood --format json").code(1).json();
    assert_eq!(texts(&told, "changes")[0].1, "tile `B`: 2 -> 3 copies");
    assert_eq!(told["changes"][0]["from"]["file"], "HEAD~1:data/wood/set.toml");
    let told = again("HEAD:data data").code(1).stdout;
    assert!(told.contains("HEAD:data/wood/set.toml:17 -> data/wood/set.toml:17"), "{told}");
    again("HEAD:data/wood/set.toml HEAD:data/wood/set.toml").code(0);
    assert!(again("HEAD:data/hill data").code(2).stderr.contains("`data/hill` does not exist in `HEAD`"));
    assert!(again("NONE:data data").code(2).stderr.contains("`NONE` is not a revision"));
    assert!(again("HEAD:../data data").code(2).stderr.contains("does not lie in the repository"));
    // Broken data of a revision is told by the revision's name.
    fs::write(folder.join("data/wood/set.toml"), SET.replace("count = 2\n", "count = -2\n")).expect("a file");
    assert!(git(&folder, &["commit", "-qam", "three"]).expect("git"));
    let told = again("HEAD:data/wood HEAD~1:data/wood").code(2).stderr;
    assert!(told.contains("HEAD:data/wood/set.toml:17") && !told.contains("/tmp"), "{told}");
    drop(run);
}

#[test]
fn logs_without_a_game_are_trouble_and_no_agreement() {
    for (log, why) in
        [("\u{1}\u{2}", "1 that cannot be read"), ("game: amazonas\nplayers: A, B\n", "1 of other rulesets")]
    {
        let run = Run::new("diff carcassonne carcassonne+no-farmers --logs a.moves").file("a.moves", log).run().code(2);
        assert!(run.stderr.contains(why), "{}", run.stderr);
    }
}
