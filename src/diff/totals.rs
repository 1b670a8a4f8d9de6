//! The sums over all games: how many differ, and in what.

use std::collections::BTreeMap;

use super::logs::{Fate, GameDiff};

/// Sums over recorded games under two rulesets.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Games replayed.
    pub games: u64,
    /// Those in which nothing differs, the ones that stop under both alike included.
    pub same: u64,
    /// Those in which something does.
    pub differing: u64,
    /// Those with a move that is legal under the first ruleset only.
    pub becoming_illegal: u64,
    /// Those with a move that is legal under the second only.
    pub becoming_legal: u64,
    /// Those that neither ruleset can play to their end.
    pub illegal_both: u64,
    /// Those that are played to an end under both, with other winners.
    pub winners: u64,
    /// Those of which no single key and no pair explains the result.
    pub not_separable: u64,
    /// Games of other families, left aside.
    pub skipped: u64,
    /// Parts of logs that hold no game, or one that could not be read.
    pub unread: u64,
    /// By seat.
    pub seats: Vec<SeatTotal>,
    /// By keys, each list of numbers that explains a game by itself.
    pub keys: BTreeMap<Vec<usize>, KeyTotal>,
}

/// Points of a seat, over games that both rulesets play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatTotal {
    /// Games with this seat.
    pub games: u64,
    /// The sum of the second ruleset's points less the first's.
    pub sum: i64,
}

impl SeatTotal {
    /// The mean difference, in points a game.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.sum as f64 / self.games as f64 }
    }
}

/// What a key, or a pair, explains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KeyTotal {
    /// Games whose result it gives by itself.
    pub games: u64,
    /// Those of them that become illegal.
    pub illegal: u64,
    /// Points of all seats in the others, the second ruleset's less the first's.
    pub sum: i64,
}

impl Totals {
    /// Adds a game that differs.
    pub(super) fn add(&mut self, game: &GameDiff) {
        self.games += 1;
        self.differing += 1;
        match game.fate {
            Fate::BecomesIllegal => self.becoming_illegal += 1,
            Fate::BecomesLegal => self.becoming_legal += 1,
            Fate::StopsElsewhere => self.illegal_both += 1,
            Fate::Differs => {}
        }
        let [before, after] = &game.winners;
        self.winners += u64::from(!before.is_empty() && !after.is_empty() && before != after);
        self.not_separable += u64::from(game.keys.is_empty());
        let mut sum = 0;
        for (seat, difference) in (0..game.players.len()).map(|seat| (seat, game.difference(seat))) {
            if let Some(difference) = difference {
                let total = self.seat(seat);
                total.games += 1;
                total.sum += difference;
                sum += difference;
            }
        }
        for keys in &game.keys {
            let total = self.keys.entry(keys.clone()).or_default();
            total.games += 1;
            total.illegal += u64::from(game.fate == Fate::BecomesIllegal);
            total.sum += sum;
        }
    }

    /// Adds a game of so many players that is the same under both.
    pub(super) fn add_same(&mut self, players: usize) {
        self.games += 1;
        self.same += 1;
        for seat in 0..players {
            self.seat(seat).games += 1;
        }
    }

    /// Adds a game that stops under both alike.
    pub(super) fn add_illegal(&mut self) {
        self.games += 1;
        self.same += 1;
        self.illegal_both += 1;
    }

    fn seat(&mut self, seat: usize) -> &mut SeatTotal {
        if self.seats.len() <= seat {
            self.seats.resize(seat + 1, SeatTotal::default());
        }
        &mut self.seats[seat]
    }
}
