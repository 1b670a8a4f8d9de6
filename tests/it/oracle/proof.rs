//! The oracle against everything whose scores are known: recorded games, and the worked examples of the rules.
//!
//! What must stay true: every claim and every final score is found right. Where the recorded games are absent the tests say
//! so and pass.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Outcome, Overlay, Position, Rules, Totals, games, legal, play, play_watched, random_log};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// A folder beside the project, or nothing (and a word about it) where it is absent.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn shared(name: &str) -> Option<PathBuf> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = home.ancestors().map(|folder| folder.join("../shared").join(name)).find(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("skipped: no folder `../shared/{name}`");
    }
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file is there")
}

/// Plays all games of a log, each by the rules its headers name, and lists what is wrong with them.
fn faults(text: &str, more: &[Overlay<'_>]) -> Result<(usize, Vec<Outcome>, Vec<String>), String> {
    let mut known: BTreeMap<(String, Vec<String>), Rules> = BTreeMap::new();
    let (mut outcomes, mut wrong, games) = (Vec::new(), Vec::new(), games(text)?);
    for game in &games {
        let key = (game.ruleset.clone(), game.variants.clone());
        if !known.contains_key(&key) {
            let names = game.variants.iter().map(|name| Overlay::Name(name));
            let overlays: Vec<Overlay<'_>> = names.chain(more.iter().copied()).collect();
            known.insert(key.clone(), Rules::load(&data(), &game.ruleset, &overlays)?);
        }
        let outcome = play_watched(&known[&key], game, |_, _| ())?;
        wrong.extend(outcome.wrong_claims(game));
        outcomes.push(outcome);
    }
    Ok((games.len(), outcomes, wrong))
}

/// Plays every game of a recorded file, split over the cores.
fn all_right(file: &str, least: usize) {
    let Some(folder) = shared("corpora") else { return };
    let text = read(&folder.join(file));
    let starts: Vec<usize> = text.match_indices("game:").map(|(at, _)| at).chain([text.len()]).collect();
    let (next, played) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(bounds) = starts.get(next.fetch_add(1, Ordering::Relaxed)..).and_then(|rest| rest.get(..2)) {
            let (n, outcomes, wrong) = faults(&text[bounds[0]..bounds[1]], &[]).expect("the game is legal");
            assert_eq!(wrong, Vec::<String>::new());
            assert!(outcomes.iter().all(|outcome| outcome.scored), "a recorded game is complete");
            played.fetch_add(n, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    assert!(played.into_inner() >= least, "all games of {file} were played");
}

macro_rules! recorded {
    ($($name:ident: $file:literal, $least:literal;)*) => {
        $(#[test] fn $name() { all_right($file, $least); })*
    };
}

recorded! {
    people: "people-2p.moves", 7;
    two_players: "base-2p.moves", 148;
    four_players: "base-4p.moves", 50;
    second_engine: "base-2p-second.moves", 300;
    no_farmers: "no-farmers.moves", 50;
    third_engine: "no-farmers-third.moves", 200;
    small_city: "small-city-2.moves", 49;
    river: "river.moves", 50;
    abbot: "abbot.moves", 48;
}

/// The valid logs of a folder of small logs score as its table says, and the ones named are refused.
fn as_expected(folder: &Path, more: &[Overlay<'_>], refused: &[&str]) {
    for row in read(&folder.join("expected.tsv")).lines().skip(1) {
        let [name, code, _, scores, what] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let result = faults(&read(&folder.join(name)), more);
        if code == "0" {
            let (_, outcomes, wrong) = result.unwrap_or_else(|error| panic!("{name}: {error}: {what}"));
            assert_eq!(wrong, Vec::<String>::new(), "{name}: {what}");
            let said: Vec<String> = outcomes.iter().map(scores_of).collect();
            assert_eq!(said.join("; "), scores, "{name}: {what}");
        } else if refused.contains(&"*") || refused.contains(&name) {
            assert!(!result.is_ok_and(|(_, _, wrong)| wrong.is_empty()), "{name}: {what}");
        }
    }
}

fn scores_of(outcome: &Outcome) -> String {
    let each = outcome.players.iter().zip(&outcome.end.points);
    each.map(|(player, points)| format!("{player} {points}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn base_examples() {
    let Some(folder) = shared("conformance") else { return };
    let refused = [
        "corner-only.moves",
        "farmer-without-farmers.moves",
        "isolated.moves",
        "meeple-on-garden.moves",
        "mismatch.moves",
        "missing-cell.moves",
        "no-such-feature.moves",
        "occupied.moves",
        "one-player.moves",
        "own-road-occupied.moves",
        "placeable-discard.moves",
        "port-needed.moves",
        "recall-nothing.moves",
        "river-edge.moves",
        "second-meeple-on-road.moves",
        "too-many-copies.moves",
        "unknown-figure.moves",
        "wrong-claim.moves",
        "wrong-player.moves",
        "wrong-port.moves",
        "wrong-score.moves",
    ];
    as_expected(&folder, &[], &refused);
}

#[test]
fn amazonas_examples() {
    let Some(folder) = shared("conformance/amazonas") else { return };
    let tiles = folder.join("data/amazonas/examples.toml");
    as_expected(&folder, &[Overlay::File(&tiles)], &["*"]);
}

/// Rules with the made-up tiles and an overlay's text.
fn made_up(overlay: &str) -> Option<Rules> {
    let tiles = shared("conformance/amazonas")?.join("data/amazonas/examples.toml");
    let overlays = [Overlay::File(&tiles), Overlay::Text(overlay)];
    Some(Rules::load(&data(), "amazonas", &overlays).expect("the rules are read"))
}

/// Plays a game of two by some rules, and says what each has: points, then boats.
fn ends(rules: &Rules, turns: &str) -> [i64; 4] {
    let outcome = play(rules, &format!("game: any\nplayers: Red, Blue\n{turns}")).expect("the game is legal");
    let Totals { points, boats, .. } = outcome.end;
    [points[0], points[1], boats[0], boats[1]]
}

#[test]
fn d1_a_turn_on_the_river_may_score_the_race_only() {
    // A village whole on the tile, with a fruit: 3 completed, 2 unfinished. The tile pays both boats 2, the mouth 6.
    let village = "tiles.AC.segments.v = { feature = 'village', icons = { fruit = 1 } }";
    let turns = "Red AC meeple village\nBlue J (2,0) camp jungle\n";
    let Some(both) = made_up(village) else { return };
    assert_eq!(ends(&both, turns), [5, 2, 0, 0]);
    let only = made_up(&format!("{village}\noptions.amazon_turn = 'amazon_only'")).expect("the folder is there");
    assert_eq!(ends(&only, turns), [2, 2, 0, 0], "not even in a later turn");
    assert_eq!(ends(&only, &format!("{turns}end: now")), [11, 8, 0, 0], "at its completed value");
}

#[test]
fn d2_the_animals_of_a_double_and_of_what_drew_it() {
    // Red is one space ahead; "!" shows 2 caimans, the double 1 caiman and 2 piranhas.
    let turns = "Red J (2,0) boat\nBlue AX + D camp jungle:b.EL";
    for (reading, totals) in [("double", [3, 2, 1, 0]), ("together", [5, 2, 1, 0]), ("each", [5, 3, 1, 1])] {
        let overlay = format!("tiles.AX.segments.r.icons.caiman = 2\noptions.bang_animals = '{reading}'");
        let Some(rules) = made_up(&overlay) else { return };
        assert_eq!(ends(&rules, turns), totals, "{reading}");
    }
}

#[test]
fn d3_a_double_is_two_tiles_or_one() {
    let long = "tiles.D.segments.v = { feature = 'village', at = 'a.E b.E' }\ntiles.D.segments.e.at = 'a.NR b.SL'";
    for (reading, points) in [("cells", 2), ("piece", 1)] {
        let Some(rules) = made_up(&format!("{long}\noptions.multi_cell_tiles = '{reading}'")) else { return };
        assert_eq!(ends(&rules, "Red AX + D meeple village\nend: now"), [3 + points + 6, 3 + 6, 0, 0], "{reading}");
    }
}

#[test]
fn d4_two_camps_in_one_jungle_score_once_or_twice() {
    let turns =
        "Red JA (-1,0) camp jungle\nBlue J (-1,-1)\nRed J (2,0) camp jungle\nBlue J (0,-1)\nRed J (1,-1)\nend: now";
    for (reading, points) in [("once", 3), ("per_camp", 6)] {
        let Some(rules) = made_up(&format!("options.camps_in_one_jungle = '{reading}'")) else { return };
        assert_eq!(ends(&rules, turns), [points + 3, 6, 1, 2], "{reading}");
    }
}

#[test]
fn d5_d9_a_tile_that_fits_nowhere() {
    let turns = "Red V (2,2)\nBlue V (-1,2) r180\nRed C discard\n";
    for (reading, next, boats) in
        [("redraw", "Red", [2, 1]), ("turn_lost", "Blue", [1, 2]), ("turn_lost_boat_moves", "Blue", [2, 2])]
    {
        let Some(rules) = made_up(&format!("options.unplaceable = '{reading}'")) else { return };
        assert_eq!(ends(&rules, &format!("{turns}{next} J (2,0)"))[2..], boats, "{reading}");
    }
}

#[test]
fn d6_a_tie_is_shared_or_goes_to_the_mouth() {
    let log = "game: any\nplayers: Red, Blue\nRed J (2,0)\nBlue WF (2,2) meeple village\nend: now";
    for (reading, winners) in [("shared", vec![0, 1]), ("mouth", vec![0])] {
        let Some(rules) = made_up(&format!("options.tie = '{reading}'")) else { return };
        let outcome = play(&rules, log).expect("the game is legal");
        assert_eq!((outcome.end.points, outcome.winners), (vec![6, 6], winners), "{reading}");
    }
}

#[test]
fn d8_a_double_across_moves_the_river_to_the_next_column() {
    let across = "[tiles.D]\nsize = [2, 1]\n[tiles.D.segments]\ne.at = 'a.NR b.NL b.NR b.EL b.ER b.SL'\n\
                  w.at = 'a.NL a.WL a.WR a.SL a.SR b.SR'";
    let Some(rules) = made_up(across) else { return };
    let play =
        |turns: &str| play(&rules, &format!("game: any\nplayers: Red, Blue\n{turns}")).expect("the game is legal");
    let bang = play("").position.after(&rules, "AX", (0, 4), 0).expect("there is a copy");
    assert_eq!(legal(&rules, &bang, "D"), Ok([(0, 5, 0), (0, 5, 180)].into()));
    let position = play("Red AX + D").position;
    assert_eq!(legal(&rules, &position, "A"), Ok([(1, 6, 0), (1, 6, 180)].into()));
    assert!(legal(&rules, &position, "J").expect("a tile").contains(&(2, 5, 0)));
}

#[test]
fn the_first_tile_has_ten_cells() {
    for players in ["Red, Blue, Green", "Red, Blue, Green, Black"] {
        let Some(rules) = made_up("") else { return };
        let position = play(&rules, &format!("game: any\nplayers: {players}")).expect("a game").position;
        assert_eq!(legal(&rules, &position, "J").expect("a tile").len(), 4 * 7, "three of the ten are no jungle");
        assert_eq!(legal(&rules, &position, "A"), Ok([(0, 4, 0), (0, 4, 180)].into()));
        assert!(legal(&rules, &position, "Q").is_err());
    }
}

#[test]
fn three_rules_for_farmers() {
    // One city of two tiles, a field on either side of it, and a farmer of Red's in each.
    let turns = "Red E (0,-1) r180 meeple field\nBlue U (1,0) r90\nRed U (-1,0) r90 meeple field:NL\nend: now";
    for (overlays, red) in [(&[][..], 6), (&[Overlay::Name("farmers-2")], 3), (&[Overlay::Name("farmers-1")], 4)] {
        let rules = Rules::load(&data(), "carcassonne", overlays).expect("the rules are read");
        assert_eq!(ends(&rules, turns), [red, 0, 0, 0], "{overlays:?}");
    }
}

#[test]
fn the_river_bends() {
    let cells = |bends: &str, turns: &str| {
        let overlays = [Overlay::Name("river"), Overlay::Text(bends)];
        let rules = Rules::load(&data(), "carcassonne", &overlays).expect("the rules are read");
        let log = format!("game: any\nplayers: Red, Blue\nRed RG (0,1)\n{turns}");
        let position = play(&rules, &log).expect("the game is legal").position;
        legal(&rules, &position, "RJ").expect("a tile")
    };
    for (reading, at_once, later) in [("any", 2, 2), ("no_u_turn", 1, 2), ("never_back", 1, 1)] {
        let bends = format!("options.river_bends = '{reading}'");
        assert_eq!(cells(&bends, "").len(), at_once, "{reading}");
        assert_eq!(cells(&bends, "Blue RC (-1,1)").len(), later, "{reading}");
    }
}

#[test]
fn what_was_played_is_listed() {
    let Some(folder) = shared("corpora") else { return };
    for (file, variants) in [("people-2p.moves", &[][..]), ("river.moves", &["river"]), ("abbot.moves", &["abbot"])] {
        let overlays: Vec<Overlay<'_>> = variants.iter().map(|name| Overlay::Name(name)).collect();
        let rules = Rules::load(&data(), "carcassonne", &overlays).expect("the rules are read");
        let game = &games(&read(&folder.join(file))).expect("the log is read")[0];
        let mut seen = 0;
        let outcome = play_watched(&rules, game, |position: &Position, turn| {
            let piece = &turn.pieces[0];
            let (cell, all) = (piece.cell.expect("a cell"), legal(&rules, position, &piece.tile).expect("a tile"));
            assert_eq!(turn.discard, all.is_empty());
            if let Some([figure, target]) = turn.actions.first().map(Vec::as_slice) {
                let after = position.after(&rules, &piece.tile, cell, piece.rotation).expect("a copy is left");
                let feature = target.split(':').next().expect("a feature");
                let listed = after.placeable(&rules);
                let drawn = &after.table.pieces.last().expect("a piece").drawing.segments;
                let is = |id: &str| drawn.iter().any(|one| one.id == id && one.feature == feature);
                assert!(listed.iter().any(|(kind, id)| kind == figure && is(id)), "{turn:?}: {listed:?}");
            }
            assert!(turn.discard || all.contains(&(cell.0, cell.1, piece.rotation)), "{turn:?}");
            seen += 1;
        });
        assert_eq!(outcome.expect("the game is legal").turns.len(), seen);
    }
}

#[test]
fn random_games_end_well() {
    for (game, variants) in [("amazonas", &[][..]), ("carcassonne", &[]), ("carcassonne", &["river", "abbot"])] {
        let overlays: Vec<Overlay<'_>> = variants.iter().map(|name| Overlay::Name(name)).collect();
        let rules = Rules::load(&data(), game, &overlays).expect("the rules are read");
        let named = if variants.is_empty() { String::new() } else { format!("\nvariant: {}", variants.join(", ")) };
        let head = format!("game: {game}{named}");
        for players in 2..=5 {
            let log = random_log(&rules, &head, players, players as u64).expect("a game can be played");
            let outcome = play(&rules, &log).expect("the game is legal");
            assert!(outcome.scored && outcome.end.points.iter().sum::<i64>() > 0, "{log}");
            let position = outcome.position;
            // R9: the full river but for the mouth.
            let spaces = if game == "amazonas" { [37, 37, 29, 29][players - 2] } else { 0 };
            assert_eq!(position.spaces, spaces);
            for (seat, left) in outcome.end.supplies.iter().enumerate() {
                assert!(outcome.end.boats[seat] < spaces.max(1));
                let out = position.standing.iter().filter(|one| one.seat == seat).count();
                let all: i64 = rules.figures.values().map(|figure| figure.supply).sum();
                assert_eq!(left.values().sum::<i64>() + out as i64, all, "no figure is lost");
            }
        }
    }
}
