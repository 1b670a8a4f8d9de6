//! What must hold for any game: engine and oracle agree, the enumerator and the checker agree, and where a game lies on the
//! table, how it is turned and what players are called make no difference.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use tilewright::game::{self, ClassId, Game};
use tilewright::generate::{Generator, Policy};
use tilewright::geometry::{Cell, Rotation};
use tilewright::library::{Library, check};
use tilewright::log::split;
use tilewright::replay::{NotFound, Replayer, Rulesets, RunOptions};
use tilewright::report::GameReport;
use tilewright::table::{Placement, Ways};
use tilewright::text::Excerpt;

use crate::oracle::{self, Overlay, Rules};
use crate::support::repo;

pub(crate) fn compiled(game: &str, variants: &[&str]) -> Game {
    let mut library = Library::builtin();
    library.add_dir(&repo("tests/data")).expect("the tests' games");
    let resolved =
        library.resolve(game, variants).unwrap_or_else(|findings| panic!("{game} {variants:?}: {findings:?}"));
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

fn generated(game: &Game, players: usize, seed: u64, games: u64) -> Vec<String> {
    let mut generator = Generator::new(game, players, seed).with_all_claims();
    let write = |index| {
        let mut text = String::new();
        generator.write(index, &mut text);
        text
    };
    (0..games).map(write).collect()
}

/// Replays one game on its own ruleset.
fn replayed(game: &Game, text: &str) -> (GameReport, Vec<String>) {
    let known = game.clone();
    let rulesets = Rulesets::new(move |_, _| Ok::<_, NotFound>(known.clone()));
    let options = RunOptions::default();
    let mut replayer = Replayer::new(&rulesets, Arc::from("game"), &options);
    let parts = split(text.as_bytes());
    let outcome = replayer.replay(&parts[0]);
    let findings = outcome.findings.iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect();
    (outcome.report, findings)
}

/// Every ruleset and reading that engine and oracle are held against each other on.
const READINGS: [(&str, &[&str]); 48] = [
    ("carcassonne", &[]),
    ("carcassonne", &["no-farmers"]),
    ("carcassonne", &["farmers-1"]),
    ("carcassonne", &["farmers-2"]),
    ("carcassonne", &["small-city-2"]),
    ("carcassonne", &["river"]),
    ("carcassonne", &["abbot"]),
    ("carcassonne", &["river", "abbot", "farmers-2"]),
    ("amazonas", &[]),
    ("amazonas", &["bonus-doubles"]),
    ("trial", &[]),
    ("trial", &["amazon-only"]),
    ("trial", &["five-points", "amazon-only"]),
    ("trial", &["together"]),
    ("trial", &["each"]),
    ("trial", &["piece"]),
    ("trial", &["per-camp"]),
    ("trial", &["turn-lost"]),
    ("trial", &["turn-lost-boat-moves"]),
    ("trial", &["tie-mouth"]),
    ("carcassonne", &["inns-tiles", "traders-tiles"]),
    ("carcassonne", &["inns"]),
    ("carcassonne", &["traders"]),
    ("carcassonne", &["inns", "traders", "abbot", "river"]),
    ("carcassonne", &["traders", "farmers-1"]),
    ("carcassonne", &["traders", "farmers-2"]),
    ("carcassonne", &["traders", "no-farmers"]),
    ("carcassonne", &["river-never-back"]),
    ("carcassonne", &["table-20x13"]),
    ("carcassonne", &["table-20x13-closed", "inns", "traders"]),
    ("carcassonne-c1", &["small-city-2", "farmers-1", "river-without-d"]),
    ("carcassonne-c1", &["inns", "traders"]),
    ("carcassonne-20ae", &["abbot"]),
    ("carcassonne-c3", &["river", "abbot"]),
    ("house", &["late-scoring"]),
    ("house", &["small-table-open", "traders"]),
    ("house", &["small-table-closed", "traders"]),
    ("fenland", &[]),
    ("carcassonne-maps", &[]),
    ("carcassonne-maps", &["sample-east", "farmers-2"]),
    ("carcassonne-maps", &["sample-both", "abbot"]),
    ("carcassonne-maps", &["map-chips"]),
    ("carcassonne-maps", &["sample-east", "map-chips", "no-farmers"]),
    ("carcassonne-maps", &["sample-both", "map-chips"]),
    ("chart", &[]),
    ("chart", &["chips"]),
    ("chart", &["chips", "other-readings"]),
    ("chart", &["chips", "third-readings"]),
];

pub(crate) fn oracle_rules(game: &str, variants: &[&str]) -> Rules {
    // The oracle knows one folder of games: put those of the tests beside the shipped ones.
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    copy(&repo("data"), folder.path());
    copy(&repo("tests/data"), folder.path());
    let named: Vec<Overlay<'_>> = variants.iter().map(|variant| Overlay::Name(variant)).collect();
    Rules::load(folder.path(), game, &named).unwrap_or_else(|error| panic!("{game} {variants:?}: {error}"))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the test's folder takes folders");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("the test's folder takes files");
        }
    }
}

#[test]
fn random_games_score_as_the_oracle_scores_them() {
    let mut turns = 0;
    for (name, variants) in READINGS {
        let game = compiled(name, variants);
        let rules = oracle_rules(name, variants);
        for players in usize::from(game.players[0])..=usize::from(game.players[1]) {
            for (number, text) in generated(&game, players, 7, 2).into_iter().enumerate() {
                let (_, findings) = replayed(&game, &text);
                assert!(findings.is_empty(), "{name} {variants:?}, {players} players, game {number}: {findings:?}");
                let games = oracle::games(&text).expect("the oracle reads generated games");
                let outcome = oracle::play_watched(&rules, &games[0], |_, _| ())
                    .unwrap_or_else(|error| panic!("{name} {variants:?}, {players} players: {error}\n{text}"));
                let wrong = outcome.wrong_claims(&games[0]);
                assert!(wrong.is_empty(), "{name} {variants:?}, {players} players: {wrong:?}\n{text}");
                assert!(outcome.scored, "{name} {variants:?}: a generated game is played to its end");
                turns += outcome.turns.len();
            }
        }
    }
    assert!(turns > 5000, "{turns} turns are not many");
}

#[test]
fn games_the_oracle_made_replay_in_the_engine() {
    for (name, variants) in [
        ("carcassonne", &[][..]),
        ("carcassonne", &["river", "abbot"]),
        ("carcassonne", &["river-never-back"]),
        ("carcassonne", &["farmers-1", "small-city-2"]),
        ("carcassonne", &["inns", "traders"]),
        ("carcassonne", &["traders", "farmers-2"]),
        ("house", &["late-scoring"]),
        ("house", &["small-table-closed", "traders"]),
        ("amazonas", &[]),
        ("amazonas", &["bonus-doubles"]),
    ] {
        let game = compiled(name, variants);
        let rules = oracle_rules(name, variants);
        for players in 2..=usize::from(game.players[1]) {
            for seed in 0..2 {
                let text =
                    oracle::random_log(&rules, &format!("game: {name}"), players, seed).expect("a game can be played");
                let ours = oracle::play(&rules, &text).expect("the oracle's own game is legal");
                let (report, findings) = replayed(&game, &text);
                assert!(findings.is_empty(), "{name} {variants:?}, {players} players: {findings:?}\n{text}");
                let points: Vec<i64> = report.scores.iter().map(|points| i64::from(*points)).collect();
                assert_eq!(points, ours.end.points, "{name} {variants:?}, {players} players\n{text}");
            }
        }
    }
}

/// All placements of all classes that have copies left, by brute force over the table and a margin.
fn checked(play: &tilewright::play::Match<'_>, class: ClassId) -> BTreeSet<(i32, i32, u16)> {
    let (low, high) = play.table().bounds().expect("a table with a piece");
    let mut fitting = BTreeSet::new();
    for y in low.y - 3..=high.y + 3 {
        for x in low.x - 3..=high.x + 3 {
            for rotation in Rotation::ALL {
                let placement = Placement { class, cell: Cell::new(x, y), rotation };
                let fits = play.table().fits(play.game(), placement);
                let refusal = play.table().refusal(play.game(), placement);
                assert_eq!(fits, refusal.is_empty(), "{placement:?}: {refusal:?}");
                if fits {
                    fitting.insert((x, y, rotation.degrees()));
                }
            }
        }
    }
    fitting
}

#[test]
fn the_enumerator_lists_what_the_checker_and_the_oracle_accept() {
    for (name, variants) in [
        ("carcassonne", &[][..]),
        ("carcassonne", &["river"]),
        ("house", &["small-table-closed"]),
        ("amazonas", &[]),
        ("trial", &[]),
        ("carcassonne-maps", &[]),
        ("carcassonne-maps", &["map-chips"]),
        ("chart", &["chips", "other-readings"]),
    ] {
        let game = compiled(name, variants);
        let rules = oracle_rules(name, variants);
        for text in generated(&game, 2, 11, 1) {
            let games = oracle::games(&text).expect("the oracle reads generated games");
            let mut positions = Vec::new();
            oracle::play_watched(&rules, &games[0], |position, _| positions.push(position.clone()))
                .expect("legal play");
            let known = game.clone();
            let rulesets = Rulesets::new(move |_, _| Ok::<_, NotFound>(known.clone()));
            let options = RunOptions::default();
            let parts = split(text.as_bytes());
            // Lines and turns agree only where no tile was discarded before.
            let mut turns = text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
            let discards = turns.position(|line| line.ends_with(" discard")).unwrap_or(usize::MAX);
            for turn in (0..positions.len().min(discards)).step_by(9) {
                let mut replayer = Replayer::new(&rulesets, Arc::from("game"), &options).until(Some(turn as u32));
                replayer.replay_with(&parts[0], |play, _, _| {
                    let (mut found, mut ways) = (Vec::new(), Ways::default());
                    for (index, class) in game.classes.iter().enumerate().filter(|(_, class)| class.tile.is_some()) {
                        let id = ClassId(index as u16);
                        play.table().placements(&game, id, &mut found);
                        let listed: BTreeSet<_> =
                            found.iter().map(|p| (p.cell.x, p.cell.y, p.rotation.degrees())).collect();
                        assert_eq!(listed.len(), found.len(), "each once");
                        let mut own = play.clone();
                        own.ways(id, &mut ways);
                        let mut counted: Vec<_> = (0..ways.len()).map(|n| ways.nth(own.table(), n)).collect();
                        assert_eq!(counted, ways.iter(own.table()).collect::<Vec<_>>(), "each by its number");
                        counted.sort_by_key(|placement| (placement.cell, placement.rotation));
                        assert_eq!(counted, found, "{name} {variants:?}, turn {turn}, `{}`", class.name);
                        let accepted = checked(play, id);
                        let distinct = u16::from(class.distinct_rotations) * 90;
                        let first: BTreeSet<_> = accepted.iter().copied().filter(|(_, _, r)| *r < distinct).collect();
                        assert_eq!(listed, first, "{name} {variants:?}, turn {turn}, `{}`", class.name);
                        let oracle = oracle::legal(&rules, &positions[turn], &class.name).expect("a known tile");
                        assert_eq!(accepted, oracle, "{name} {variants:?}, turn {turn}, `{}`", class.name);
                    }
                });
            }
        }
    }
}

/// A base game's log moved, turned and with its players renamed.
fn transformed(text: &str, quarters: u8, by: (i32, i32), names: &[(&str, &str)]) -> String {
    let turn = |x: i32, y: i32| match quarters {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    };
    let degrees = i32::from(quarters) * 90;
    let port = |word: &str| {
        let all = tilewright::geometry::PORT_NAMES;
        let at = all.iter().position(|name| *name == word).expect("a port");
        all[(at + 3 * usize::from(quarters)) % 12].to_owned()
    };
    let mut out = String::new();
    for line in text.lines() {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        for word in &mut words {
            if let Some(cell) = word.strip_prefix('(').and_then(|word| word.strip_suffix(')')) {
                let (x, y) = cell.split_once(',').expect("a cell");
                let (x, y) = turn(x.parse().expect("x"), y.parse().expect("y"));
                *word = format!("({},{})", x + by.0, y + by.1);
            } else if ["r0", "r90", "r180", "r270"].contains(&word.as_str()) {
                let turned = (word[1..].parse::<i32>().expect("degrees") + degrees) % 360;
                *word = format!("r{turned}");
            } else if let Some((feature, at)) = word.split_once(':').filter(|(_, at)| !at.is_empty()) {
                *word = format!("{feature}:{}", port(at));
            }
        }
        let mut line = words.join(" ");
        for (old, new) in names {
            line = line.replace(old, new);
        }
        out.push_str(&line);
        out.push('\n');
        if line.starts_with("players:") {
            writeln!(out, "start: D ({},{}) r{degrees}", by.0, by.1).expect("writing to a string cannot fail");
        }
    }
    out
}

#[test]
fn a_game_moved_turned_or_renamed_scores_the_same() {
    let game = compiled("carcassonne", &[]);
    for (number, text) in generated(&game, 3, 23, 6).into_iter().enumerate() {
        let (report, findings) = replayed(&game, &text);
        assert!(findings.is_empty(), "{findings:?}");
        for quarters in 0..4 {
            let by = (17 * i32::from(quarters) - 200, 9);
            let names = [("Red", "Zoe"), ("Blue", "A-1"), ("Green", "m_m")];
            let other = transformed(&text, quarters, by, &names);
            let (moved, findings) = replayed(&game, &other);
            assert!(findings.is_empty(), "game {number} turned by {quarters}: {findings:?}\n{other}");
            assert_eq!(moved.scores, report.scores);
            assert_eq!(moved.players.iter().map(|name| &**name).collect::<Vec<_>>(), ["Zoe", "A-1", "m_m"]);
        }
    }
}

#[test]
fn players_who_choose_write_games_that_hold_and_score_more() {
    let mut sums = [0_i64; 3];
    for (name, variants) in [("carcassonne", &["traders", "inns"][..]), ("amazonas", &[]), ("fenland", &[])] {
        let game = compiled(name, variants);
        let rules = oracle_rules(name, variants);
        for (at, policy) in [Policy::Random, Policy::Mixed, Policy::Greedy].into_iter().enumerate() {
            let mut generator = Generator::new(&game, 3, 5).with_all_claims().with_policy(policy);
            for number in 0..2 {
                let mut text = String::new();
                generator.write(number, &mut text);
                let (report, findings) = replayed(&game, &text);
                assert!(findings.is_empty(), "{name} {policy:?}: {findings:?}");
                let games = oracle::games(&text).expect("the oracle reads generated games");
                let outcome = oracle::play_watched(&rules, &games[0], |_, _| ()).expect("the oracle plays them");
                assert!(outcome.wrong_claims(&games[0]).is_empty(), "{name} {policy:?}");
                sums[at] += report.scores.iter().map(|points| i64::from(*points)).sum::<i64>();
            }
        }
    }
    assert!(sums[0] < sums[1] && sums[1] < sums[2], "random, mixed, greedy: {sums:?}");
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let game = compiled("carcassonne", &[]);
    assert_eq!(generated(&game, 2, 5, 3), generated(&game, 2, 5, 3));
    assert_ne!(generated(&game, 2, 5, 1), generated(&game, 2, 6, 1));
    crate::snapshot!("generated-base-seed-5", generated(&game, 2, 5, 1).concat());
}

#[test]
fn the_reconstruction_strands_no_more_tiles_than_the_base_game() {
    let discards = |name: &str| {
        let game = compiled(name, &[]);
        let games = [2, 4].into_iter().flat_map(|players| generated(&game, players, 99, 150));
        games.map(|text| text.matches(" discard\n").count()).sum::<usize>()
    };
    let (race, base) = (discards("amazonas"), discards("carcassonne"));
    assert!(race <= base, "{race} tiles fitted nowhere in 300 games, {base} in those of the base game");
}

/// A change to some bytes: where, what is taken away, what comes there.
fn mangling() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, Vec<u8>)>> {
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..6),
        prop::sample::select(vec![
            "(",
            ")",
            "{",
            "}",
            ":",
            "=",
            ",",
            "#",
            "\n",
            "\r\n",
            "-",
            "999999",
            "r90",
            " + ",
            "game:",
            "end: now\n",
            "[[",
            "]]",
            "\"",
            "'''",
            "\u{feff}",
            "\0",
            "remove = true",
            "1e9",
            "-1",
            "discard",
            " chip purple 2",
            " reveal B (8,8) r0",
            " lost",
            " = { half = true }\n",
            "recall",
            "score: ",
            "start: A01a (1,4) r0, A01a (1,5)\n",
            "start: D (0,0), D (0,5)\n",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0_usize..40, bytes), 1..6)
}

fn mangle(text: &str, changes: &[(prop::sample::Index, usize, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (at, taken, added) in changes {
        let at = at.index(bytes.len() + 1);
        let end = (at + taken).min(bytes.len());
        bytes.splice(at..end, added.iter().copied());
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_log_however_mangled_makes_it_panic(changes in mangling(), which in 0..3_usize) {
        let (name, variants) =
            [("amazonas", &[][..]), ("carcassonne", &["abbot"]), ("carcassonne-maps", &["map-chips"])][which];
        let game = compiled(name, variants);
        let text = generated(&game, 2, 3, 1).concat();
        let bytes = mangle(&text, &changes);
        let rulesets = Rulesets::new(move |_, _| Ok::<_, NotFound>(game.clone()));
        let options = RunOptions { maps: Some(tilewright::render::Style::default()), keep_cells: true, ..RunOptions::default() };
        let mut replayer = Replayer::new(&rulesets, Arc::from("game"), &options);
        for part in split(&bytes) {
            let outcome = replayer.replay_with(&part, |play, _, players| {
                let _ = tilewright::render::board(&tilewright::replay::scene_of(play, players), &tilewright::render::Style::default());
            });
            for finding in &outcome.findings {
                prop_assert!(finding.place.is_some(), "{finding:?}");
            }
        }
    }

    #[test]
    fn no_variant_however_mangled_makes_it_panic(changes in mangling(), which in any::<prop::sample::Index>()) {
        let files: Vec<_> =
            tilewright::library::builtin_files().into_iter().filter(|(name, _)| name.contains("/variants/")).collect();
        let (name, bytes) = &files[which.index(files.len())];
        let mangled = mangle(std::str::from_utf8(bytes).expect("shipped files are UTF-8"), &changes);
        let folder = tempfile::TempDir::new().expect("a folder for the test");
        let path = folder.path().join("variant.toml");
        fs::write(&path, mangled).expect("the test's folder takes files");
        let path = path.display().to_string();
        let game = name.trim_start_matches("<built-in>/").split('/').next().expect("a game");
        let library = Library::builtin();
        for variants in [vec![path.as_str()], vec!["no-farmers", path.as_str()]] {
            match library.resolve(game, &variants) {
                Ok(resolved) => {
                    let _ = tilewright::lint::check(&resolved);
                    let _ = tilewright::count::count(&resolved).text();
                    let _ = tilewright::validate::deep(&resolved);
                }
                Err(findings) => prop_assert!(!findings.is_empty()),
            }
        }
    }

    #[test]
    fn no_import_however_mangled_makes_it_panic(changes in mangling(), which in 0..3_usize) {
        let (name, format) = [
            ("scenario.jcz", tilewright::import::Format::Jcz),
            ("old.jcz", tilewright::import::Format::Jcz),
            ("deutsch.json", tilewright::import::Format::Bga),
        ][which];
        let text = fs::read_to_string(repo("tests/import").join(name)).expect("a file to import");
        let Ok(mangled) = String::from_utf8(mangle(&text, &changes)) else { return Ok(()) };
        let game = compiled("carcassonne", &[]);
        let rulesets = Rulesets::new(move |_, _| Ok::<_, NotFound>(game.clone()));
        let imported = tilewright::import::import(format, &Excerpt::whole(name, mangled), false, &rulesets);
        if imported.log.is_none() {
            prop_assert!(!imported.findings.is_empty(), "nothing is lost without a word");
        }
    }

    #[test]
    fn no_data_file_however_mangled_makes_it_panic(changes in mangling(), which in any::<prop::sample::Index>()) {
        let files = tilewright::library::builtin_files();
        let (name, bytes) = &files[which.index(files.len())];
        let text = String::from_utf8(bytes.to_vec()).expect("shipped files are UTF-8");
        let mangled = mangle(&text, &changes);
        if let Ok(text) = String::from_utf8(mangled.clone()) {
            let checked = check(Excerpt::whole(name.as_str(), text));
            prop_assert!(checked.findings.iter().all(|finding| finding.place.is_some()));
        }
        // The same file among its fellows: put together, checked, compiled and played as far as it goes.
        let folder = tempfile::TempDir::new().expect("a folder for the test");
        copy(&repo("data"), folder.path());
        let file = folder.path().join(name.trim_start_matches("<built-in>/"));
        prop_assert!(file.is_file(), "{file:?}");
        fs::write(file, mangled).expect("the test's folder takes files");
        let mut library = Library::builtin();
        library.add_dir(folder.path()).expect("a folder of games");
        let of_maps = name.contains("carcassonne-maps/");
        let games = [("amazonas", "bonus-doubles"), ("carcassonne", "river"), ("carcassonne", "abbot")];
        let maps = [("carcassonne-maps", "map-chips"), ("carcassonne-maps", "sample-both")];
        for (game, variant) in if of_maps { &maps[..] } else { &games[..] }.iter().copied() {
            for variants in [&[][..], &[variant]] {
                let Ok(resolved) = library.resolve(game, variants) else { continue };
                let _ = tilewright::lint::check(&resolved);
                let _ = tilewright::count::count(&resolved).text();
                let _ = tilewright::validate::deep(&resolved);
            }
        }
    }
}
