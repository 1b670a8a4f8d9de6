//! The oracle against everything whose scores are known: recorded games, and the worked examples of the rules.
//!
//! What must stay true: every claim and every final score is found right. Where the recorded games are absent the tests say
//! so and pass.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Outcome, Overlay, Rules, games, legal, play, play_watched};

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
        let key = (game.game.clone(), game.variants.clone());
        if !known.contains_key(&key) {
            let names = game.variants.iter().map(|name| Overlay::Name(name));
            let overlays: Vec<Overlay<'_>> = names.chain(more.iter().copied()).collect();
            known.insert(key.clone(), Rules::load(&data(), &game.game, &overlays)?);
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
            assert!(result.is_err(), "{name}: {what}");
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
        "enclosed.moves",
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
        "wrong-player.moves",
        "wrong-port.moves",
    ];
    as_expected(&folder, &[], &refused);
}

#[test]
fn amazonas_examples() {
    let Some(folder) = shared("conformance/amazonas") else { return };
    let tiles = folder.join("data/amazonas/examples.toml");
    as_expected(&folder, &[Overlay::File(&tiles)], &["*"]);
}

/// Plays a log of the made-up tiles under an option.
fn reading(option: &str, turns: &str) -> Option<Outcome> {
    let tiles = shared("conformance/amazonas")?.join("data/amazonas/examples.toml");
    let overlays = [Overlay::File(&tiles), Overlay::Text(option)];
    let rules = Rules::load(&data(), "amazonas", &overlays).expect("the rules are read");
    Some(play(&rules, &format!("game: amazonas\nplayers: Red, Blue\n{turns}")).expect("the game is legal"))
}
