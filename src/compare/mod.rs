//! The same seeded games under two rulesets, and what the second does to play.
//!
//! Games are paired: a copy of a tile has its place in the shuffle, and each way to lay it or to place a figure its rank, by
//! the seed and by what it is, never by how many others there are. So two rulesets that allow the same choose the same, and
//! only what a change touches differs. What must stay true: the result depends on the data, the seed and the number of
//! games, not on the number of threads.

mod json;
mod play;
mod sentences;
mod stats;
mod svg;
mod text;

pub use json::{CompareDocument, schemas};
pub use play::{Player, Sample};
pub use sentences::sentences;
pub use stats::{Effect, Interval, Share, wilson};
pub use svg::svg;
pub use text::{human, markdown};

use std::collections::BTreeMap;

use rayon::prelude::*;

use self::stats::Sums;
use crate::game::Game;

/// The number of the JSON output's format.
pub const FORMAT: u32 = 1;

/// Pairs of games that are played before their numbers are added.
const BATCH: u64 = 512;

/// Numbers of a game, each with its mean: the key, and what it is called.
pub const MEASURES: [(&str, &str); 5] = [
    ("score", "points a player"),
    ("lead", "points between first and second"),
    ("first_seat", "first seat's lead over the others"),
    ("turns", "turns a game"),
    ("discards", "tiles discarded a game"),
];

/// What happens in some games, as a share of all.
pub const EVENTS: [(&str, &str); 2] = [("first_wins", "games won by the first seat"), ("ties", "games tied")];

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Pairs of games.
    pub games: u64,
    /// Players.
    pub players: usize,
    /// The seed.
    pub seed: u64,
}

/// What the second ruleset does.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// How the first operand was written.
    pub a: String,
    /// How the second one was.
    pub b: String,
    /// What was played.
    pub setting: Setting,
    /// Each of [`MEASURES`].
    pub measures: Vec<Effect>,
    /// Each of [`EVENTS`].
    pub events: Vec<Share>,
    /// Points a player by where they come from, by name.
    pub sources: Vec<(String, Effect)>,
}

/// Plays the games and compares them; `tick` hears of pairs that are done.
#[must_use]
pub fn compare(names: [&str; 2], games: [&Game; 2], setting: Setting, tick: &(dyn Fn(u64) + Sync)) -> Comparison {
    let mut measures = vec![Sums::default(); MEASURES.len()];
    let mut events = vec![Sums::default(); EVENTS.len()];
    let mut sources: BTreeMap<String, Sums> = BTreeMap::new();
    let mut first = 0;
    while first < setting.games {
        let last = (first + BATCH).min(setting.games);
        let numbers: Vec<u64> = (first..last).collect();
        let players = || games.map(|game| Player::new(game, setting.players, setting.seed));
        let pairs: Vec<[Sample; 2]> = numbers
            .par_iter()
            .map_init(players, |players, &number| players.each_mut().map(|player| player.play(number)))
            .collect();
        for [a, b] in &pairs {
            for (at, sums) in measures.iter_mut().enumerate() {
                sums.add(a.measure(at), b.measure(at));
            }
            for (at, sums) in events.iter_mut().enumerate() {
                sums.add(f64::from(a.event(at)), f64::from(b.event(at)));
            }
            let names = a.sources.keys().chain(b.sources.keys().filter(|name| !a.sources.contains_key(*name)));
            for name in names {
                let each = |sample: &Sample| {
                    f64::from(sample.sources.get(name).copied().unwrap_or(0)) / setting.players as f64
                };
                sources.entry(name.clone()).or_default().add(each(a), each(b));
            }
        }
        tick(last - first);
        first = last;
    }
    let games = setting.games;
    Comparison {
        a: names[0].to_owned(),
        b: names[1].to_owned(),
        setting,
        measures: measures.iter().map(|sums| sums.effect(games)).collect(),
        events: events.iter().map(|sums| sums.share(games)).collect(),
        sources: sources.into_iter().map(|(name, sums)| (name, sums.effect(games))).collect(),
    }
}
