//! One random game whose choices stay the same wherever two rulesets allow the same.

use std::collections::BTreeMap;

use crate::deal::{self, Deal, Pick};
use crate::game::{ClassId, FigureId, Game};
use crate::play::{Entry, Match, Reason, Room};
use crate::table::{Placement, Ways};

/// What a game gave.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// Points by seat.
    pub scores: Vec<i32>,
    /// The seats that win.
    pub winners: Vec<usize>,
    /// Turns.
    pub turns: u32,
    /// Tiles that fitted nowhere.
    pub discards: u32,
    /// Points of all players by where they come from.
    pub sources: BTreeMap<String, i32>,
}

impl Sample {
    /// The number that stands at this place of [`super::MEASURES`].
    pub(super) fn measure(&self, at: usize) -> f64 {
        let mean = |scores: &[i32]| scores.iter().copied().map(f64::from).sum::<f64>() / scores.len().max(1) as f64;
        match at {
            0 => mean(&self.scores),
            1 => {
                let mut sorted = self.scores.clone();
                sorted.sort_unstable_by(|one, other| other.cmp(one));
                f64::from(sorted.first().unwrap_or(&0) - sorted.get(1).or(sorted.first()).unwrap_or(&0))
            }
            2 => f64::from(self.scores.first().copied().unwrap_or(0)) - mean(self.scores.get(1..).unwrap_or_default()),
            3 => f64::from(self.turns),
            _ => f64::from(self.discards),
        }
    }

    /// Whether what stands at this place of [`super::EVENTS`] happened.
    pub(super) fn event(&self, at: usize) -> bool {
        match at {
            0 => self.winners.contains(&0),
            _ => self.winners.len() > 1,
        }
    }
}

/// Plays games of a seed.
pub struct Player<'g> {
    game: &'g Game,
    players: usize,
    seed: u64,
    room: Option<Room>,
    ways: Ways,
    actions: Vec<(FigureId, usize)>,
}

/// A copy of a tile: its class, and a number that is the same for the same copy under any ruleset.
type Copy = (u64, ClassId);

/// A number from others, each bit of which depends on all of theirs (the finalizer of `SplitMix64`).
fn mix(words: &[u64]) -> u64 {
    let step = |hash: u64, word: &u64| {
        let mut z = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    words.iter().fold(0, step)
}

/// A number for a name (FNV-1a).
fn named(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl<'g> Player<'g> {
    /// Games of a ruleset for so many players.
    #[must_use]
    pub fn new(game: &'g Game, players: usize, seed: u64) -> Self {
        Self { game, players, seed, room: None, ways: Ways::default(), actions: Vec::new() }
    }

    /// Plays game number `index` of the seed.
    pub fn play(&mut self, index: u64) -> Sample {
        let key = mix(&[self.seed, index]);
        let game = self.game;
        let mut play = Match::new(game, self.players, false, self.room.take().unwrap_or_default());
        // What the table decides is decided by numbers of its own, one after the other.
        let mut dealt = 0_u64;
        let mut pick = |bound: usize| {
            dealt += 1;
            (mix(&[key, 4, dealt]) % bound.max(1) as u64) as usize
        };
        deal::start(&mut play, &mut pick);
        let mut deck = self.deck(&play, key);
        let deal = Deal::new(&play, &mut deck, |(_, class)| *class, &mut pick);
        let mut discards = 0;
        while let Some(copy) = deck.pop() {
            discards += u32::from(!self.turn(&mut play, copy, key, (&deal, &mut pick)));
        }
        play.finish();
        let mut sources = BTreeMap::new();
        for entry in play.ledger().entries() {
            *sources.entry(source(entry, game)).or_insert(0) += entry.points * entry.seats().count() as i32;
        }
        let sample = Sample {
            scores: play.seats().iter().map(|seat| seat.points).collect(),
            winners: play.winners(),
            turns: play.turns(),
            discards,
            sources,
        };
        self.room = Some(play.into_room());
        sample
    }

    /// The draw stack, the last tile drawn first: by rank, early stacks before the others.
    fn deck(&self, play: &Match<'_>, key: u64) -> Vec<Copy> {
        let game = self.game;
        let mut deck: Vec<Copy> = Vec::new();
        for stack in (0..=game.stacks.len()).rev() {
            let from = deck.len();
            for tile in game.tiles.iter().filter(|tile| !tile.apart && usize::from(tile.stack) == stack) {
                let copies = tile
                    .classes
                    .clone()
                    .map(ClassId)
                    .flat_map(|class| std::iter::repeat_n(class, play.copies_left(class) as usize));
                let tile = named(&tile.id);
                deck.extend(copies.enumerate().map(|(number, class)| (mix(&[key, tile, number as u64]), class)));
            }
            let part = &mut deck[from..];
            part.sort_unstable_by_key(|(rank, class)| (*rank, class.0));
            if let Some(rule) = game.stacks.get(stack) {
                let is = |copy: &Copy, id: Option<usize>| id.is_some() && game.classes[copy.1.index()].tile == id;
                if let Some(at) = part.iter().position(|copy| is(copy, rule.last)) {
                    part[..=at].rotate_right(1);
                }
                if let Some(at) = part.iter().position(|copy| is(copy, rule.first)) {
                    part[at..].rotate_left(1);
                }
            }
        }
        deck
    }

    /// The placement of a class that comes first by its rank.
    fn choose(&mut self, play: &mut Match<'_>, class: ClassId, key: u64) -> Option<Placement> {
        play.ways(class, &mut self.ways);
        let rank = |placement: &Placement| {
            let Placement { cell, rotation, .. } = *placement;
            mix(&[key, cell.x as u64, cell.y as u64, u64::from(rotation.quarters())])
        };
        self.ways.iter(play.table()).min_by_key(rank)
    }

    /// Plays a turn; whether the tile could be laid.
    fn turn(&mut self, play: &mut Match<'_>, (rank, class): Copy, key: u64, (deal, pick): (&Deal, Pick<'_>)) -> bool {
        let game = self.game;
        let key = mix(&[key, rank]);
        let Some(mut placement) = self.choose(play, class, key) else {
            // Nothing fits, so nothing can refuse it.
            let _ = play.discard(class);
            return false;
        };
        // The enumerator gave the placement, so it is legal.
        let _ = play.lay(placement);
        if play.pieces_done().is_err() {
            let mut apart: Vec<Copy> = Vec::new();
            for tile in game.tiles.iter().filter(|tile| tile.apart) {
                let left = tile.classes.clone().map(ClassId).filter(|&class| play.copies_left(class) > 0);
                apart.extend(left.map(|class| (mix(&[key, named(&game.classes[class.index()].name)]), class)));
            }
            apart.sort_unstable_by_key(|(rank, class)| (*rank, class.0));
            for (rank, class) in apart {
                if let Some(found) = self.choose(play, class, rank) {
                    placement = found;
                    let _ = play.lay(placement);
                    break;
                }
            }
        }
        deal.settle(play, pick, &mut |_| ());
        self.act(play, placement.class, key);
        play.end_turn();
        true
    }

    /// Places or takes back a figure, or does nothing, each way equally likely.
    fn act(&mut self, play: &mut Match<'_>, class: ClassId, key: u64) {
        let game = self.game;
        play.actions(&mut self.actions);
        let figure = |figure: FigureId| named(&game.figures[figure.index()].name);
        let segments = game.segments_of(class);
        let place = |&(kind, segment): &(FigureId, usize)| {
            let feature = named(&game.features[segments[segment].feature.index()].name);
            mix(&[key, 1, figure(kind), feature, named(&segments[segment].id)])
        };
        let placed = self.actions.iter().map(|action| (place(action), *action)).min();
        let taken = play.recalls().map(|kind| (mix(&[key, 2, figure(kind)]), kind)).min();
        let nothing = mix(&[key, 3]);
        let first = placed.map(|(rank, _)| rank).into_iter().chain(taken.map(|(rank, _)| rank)).min();
        if first.is_none_or(|rank| rank > nothing) {
            return;
        }
        match (placed, taken) {
            (Some((rank, (kind, segment))), _) if Some(rank) == first => drop(play.place(kind, segment)),
            (_, Some((_, kind))) => drop(play.recall(Some(kind))),
            _ => {}
        }
    }
}

/// Where points come from, in words.
fn source(entry: &Entry, game: &Game) -> String {
    let feature = entry.feature.map(|id| game.features[id.index()].name.replace('_', " ")).unwrap_or_default();
    let text = match entry.reason {
        Reason::Completed => format!("{feature} completed"),
        Reason::Final => format!("{feature} at the end"),
        Reason::Recall => format!("{feature}, figure taken back"),
        Reason::Race => format!("{feature} race"),
        Reason::Mouth => "end of the race".to_owned(),
        Reason::Goods => "most goods".to_owned(),
        Reason::Chip => "chips".to_owned(),
        Reason::Hidden => "hidden tiles".to_owned(),
    };
    text.trim_start().to_owned()
}
