//! Random legal games from a seed, written as move logs.
//!
//! The same seed gives the same bytes on every machine: the generator is a fixed stream cipher, each game has a stream of
//! its own, and numbers below a bound are drawn without bias from its 32-bit words. What must stay true: what is written
//! replays without a finding.

use std::fmt::Write as _;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use crate::deal::{self, Deal, Dealt};
use crate::game::{ClassId, FigureId, Game, MAX_PLAYERS};
use crate::moves::{self, Deed, Move};
use crate::notation::{self, push_cell, push_number};
use crate::play::{Match, Room};
use crate::table::{Placement, Ways};

/// What players are called where nobody says.
pub const PLAYER_NAMES: [&str; 8] = ["Red", "Blue", "Green", "Black", "Yellow", "White", "Pink", "Brown"];

/// How players choose their turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Policy {
    /// A placement, then what to do with a figure: each equally likely.
    #[default]
    Random,
    /// Any of the turns that gain most points over the best of the others at once.
    Greedy,
    /// The one or the other, each turn anew.
    Mixed,
}

impl Policy {
    /// The word that logs say it by.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Mixed => "mixed",
        }
    }
}

/// A source of random games.
pub struct Generator<'g> {
    game: &'g Game,
    players: usize,
    seed: u64,
    all_claims: bool,
    policy: Policy,
    room: Option<Room>,
    deck: Vec<ClassId>,
    deal: Deal,
    ways: Ways,
    actions: Vec<(FigureId, usize)>,
    recalls: Vec<FigureId>,
}

/// Random numbers for one game.
struct Dice(ChaCha8Rng);

impl Dice {
    /// A number below `bound`, each equally likely.
    fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u32;
        // Lemire's method: the high half of a product, refused where it would favour small numbers.
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let low = product as u32;
            // A low half of at least the bound is never refused, and needs no division.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as usize;
            }
        }
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

impl<'g> Generator<'g> {
    /// Games of a ruleset for so many players.
    #[must_use]
    pub fn new(game: &'g Game, players: usize, seed: u64) -> Self {
        Self {
            game,
            players,
            seed,
            all_claims: false,
            policy: Policy::Random,
            room: None,
            deck: Vec::new(),
            deal: Deal::default(),
            ways: Ways::default(),
            actions: Vec::new(),
            recalls: Vec::new(),
        }
    }

    /// Games by players who choose so.
    #[must_use]
    pub const fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The same games with every total of every player claimed behind every turn, not only points that changed.
    #[must_use]
    pub fn with_all_claims(mut self) -> Self {
        self.all_claims = true;
        self
    }

    /// Writes game number `index` of the seed behind what `out` holds.
    pub fn write(&mut self, index: u64, out: &mut String) {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(index);
        let mut dice = Dice(rng);
        let game = self.game;
        let mut play = Match::new(game, self.players, false, self.room.take().unwrap_or_default());
        let _ = writeln!(out, "game: {}", game.id);
        if !game.variants.is_empty() {
            let _ = writeln!(out, "variant: {}", game.variants.join(", "));
        }
        let _ = writeln!(out, "players: {}", PLAYER_NAMES[..self.players].join(", "));
        let _ = writeln!(out, "source: {} play, seed {}, no. {}", self.policy.word(), self.seed, index + 1);
        if game.any_reconstructed() {
            let _ = writeln!(out, "note: drawings in play are reconstructions, not what is printed on the tiles");
        }
        let starts = deal::start(&mut play, &mut |bound| dice.below(bound));
        if !starts.is_empty() {
            let name = |placement: &Placement| &game.classes[placement.class.index()].name;
            let each = starts.iter().map(|start| format!("{} {} {}", name(start), start.cell, start.rotation));
            let _ = writeln!(out, "start: {}", each.collect::<Vec<_>>().join(", "));
        }
        out.push('\n');
        self.stack(&play, &mut dice);
        self.deal = Deal::new(&play, &mut self.deck, |class| *class, &mut |bound| dice.below(bound));
        while let Some(class) = self.deck.pop() {
            self.turn(&mut play, class, &mut dice, out);
        }
        play.finish();
        let scores = play.seats().iter().zip(PLAYER_NAMES).map(|(seat, name)| format!("{name} {}", seat.points));
        let _ = writeln!(out, "score: {}", scores.collect::<Vec<_>>().join(", "));
        self.room = Some(play.into_room());
    }

    /// Shuffles the draw stack: the last tile is drawn first, early stacks before the main one.
    fn stack(&mut self, play: &Match<'_>, dice: &mut Dice) {
        let game = self.game;
        self.deck.clear();
        let stacks = game.stacks.len();
        for stack in (0..=stacks).rev() {
            let from = self.deck.len();
            for tile in game.tiles.iter().filter(|tile| !tile.apart && tile.stack as usize == stack) {
                for class in tile.classes.clone().map(ClassId) {
                    let copies = play.copies_left(class) as usize;
                    self.deck.extend(std::iter::repeat_n(class, copies));
                }
            }
            dice.shuffle(&mut self.deck[from..]);
            if let Some(rule) = game.stacks.get(stack) {
                let part = &mut self.deck[from..];
                let is = |class: ClassId, id: Option<usize>| id.is_some() && game.classes[class.index()].tile == id;
                if let Some(at) = part.iter().position(|&class| is(class, rule.last)) {
                    part.swap(0, at);
                }
                if let Some(at) = part.iter().position(|&class| is(class, rule.first)) {
                    let top = part.len() - 1;
                    part.swap(top, at);
                }
            }
        }
    }

    fn turn(&mut self, play: &mut Match<'_>, class: ClassId, dice: &mut Dice, out: &mut String) {
        let game = self.game;
        let seat = play.seat();
        let mut before = [0; MAX_PLAYERS];
        for (before, seat) in before.iter_mut().zip(play.seats()) {
            *before = seat.points;
        }
        let moment = play.moment();
        push_number(out, moment.turn);
        out.push_str(if moment.extra { "b. " } else { ". " });
        out.push_str(PLAYER_NAMES[seat]);
        out.push(' ');
        play.ways(class, &mut self.ways);
        if self.ways.is_empty() {
            let _ = writeln!(out, "{} discard", game.classes[class.index()].name);
            // Nothing fits, so nothing can refuse it.
            let _ = play.discard(class);
            return;
        }
        let chooses = match self.policy {
            Policy::Random => false,
            Policy::Greedy => true,
            Policy::Mixed => dice.below(2) == 0,
        };
        if chooses {
            self.best(play, class, dice, out);
        } else {
            self.any(play, dice, out);
        }
        play.end_turn();
        self.claims(play, &before, out);
        out.push('\n');
    }

    /// A turn that gains most over the others at once, any of those.
    fn best(&self, play: &mut Match<'_>, class: ClassId, dice: &mut Dice, out: &mut String) {
        let seat = play.seat();
        let lead = |play: &Match<'_>| {
            let points = |at: usize| i64::from(play.seats()[at].points);
            let others = (0..play.seats().len()).filter(|at| *at != seat).map(points).max().unwrap_or(0);
            points(seat) - others
        };
        let turns = moves::moves(play, class);
        let gains: Vec<i64> =
            turns.iter().map(|turn| moves::after(play, turn).map_or(i64::MIN, |after| lead(&after))).collect();
        let most = gains.iter().copied().max().unwrap_or_default();
        let best: Vec<&Move> =
            turns.iter().zip(&gains).filter(|(_, gain)| **gain == most).map(|(turn, _)| turn).collect();
        let Some(turn) = best.get(dice.below(best.len().max(1))) else { return };
        for (number, piece) in turn.pieces.iter().enumerate() {
            Self::lay(play, *piece, if number > 0 { " + " } else { "" }, out);
        }
        let placement = turn.pieces[turn.pieces.len() - 1];
        let dealt = self.settle(play, dice, out);
        // What was turned up may have brought another's figure to where one was meant to stand.
        let deed = match turn.deed {
            Deed::Place(figure, segment) if play.may_place(figure, segment).is_err() => Deed::Pass,
            deed => deed,
        };
        self.deed(play, placement, deed, dealt, out);
    }

    /// Any turn: a placement, then something to do, each equally likely.
    fn any(&mut self, play: &mut Match<'_>, dice: &mut Dice, out: &mut String) {
        let game = self.game;
        let mut placement = self.pick(play, dice);
        Self::lay(play, placement, "", out);
        if play.pieces_done().is_err() {
            let mut apart: Vec<ClassId> = Vec::new();
            for tile in game.tiles.iter().filter(|tile| tile.apart) {
                apart.extend(tile.classes.clone().map(ClassId).filter(|&class| play.copies_left(class) > 0));
            }
            dice.shuffle(&mut apart);
            for follow in apart {
                play.ways(follow, &mut self.ways);
                if !self.ways.is_empty() {
                    placement = self.pick(play, dice);
                    Self::lay(play, placement, " + ", out);
                    break;
                }
            }
        }
        let dealt = self.settle(play, dice, out);
        self.act(play, placement, dealt, dice, out);
    }

    /// Takes the chip and turns up the hidden tiles of the turn; whether there were any.
    fn settle(&self, play: &mut Match<'_>, dice: &mut Dice, out: &mut String) -> bool {
        let game = self.game;
        let mut dealt = false;
        self.deal.settle(play, &mut |bound| dice.below(bound), &mut |told| {
            out.push_str(if std::mem::replace(&mut dealt, true) { ", " } else { " " });
            let name = |class: ClassId| &game.classes[class.index()].name;
            let _ = match told {
                Dealt::Chip(colour, points) => {
                    let colour = game.map.as_ref().and_then(|map| map.colours.get(colour));
                    write!(out, "chip {} {points}", colour.map_or("", String::as_str))
                }
                Dealt::Laid(Placement { class, cell, rotation }) => {
                    write!(out, "reveal {} {cell} {rotation}", name(class))
                }
                Dealt::Lost(class, cell) => write!(out, "reveal {} {cell} lost", name(class)),
            };
        });
        dealt
    }

    /// Any of the ways found, each equally likely.
    fn pick(&self, play: &Match<'_>, dice: &mut Dice) -> Placement {
        self.ways.nth(play.table(), dice.below(self.ways.len()))
    }

    /// The totals that a turn changed, or all of them.
    fn claims(&self, play: &Match<'_>, before: &[i32], out: &mut String) {
        let game = self.game;
        let start = out.len();
        let mut claim = |name: &str, counter: &str, value: i64| {
            out.push_str(if out.len() == start { " {" } else { ", " });
            out.push_str(name);
            if !counter.is_empty() {
                out.push('.');
                out.push_str(counter);
            }
            out.push(' ');
            push_number(out, value);
        };
        for (seat, (now, name)) in play.seats().iter().zip(PLAYER_NAMES).enumerate() {
            if self.all_claims || before[seat] != now.points {
                claim(name, "", i64::from(now.points));
            }
            if self.all_claims {
                if let Some(race) = &game.race {
                    claim(name, &race.figure, i64::from(now.racer));
                }
                for (kind, &left) in game.figures.iter().zip(&now.supply) {
                    claim(name, &kind.name, i64::from(left));
                }
                for (good, &tokens) in game.goods.iter().zip(&now.goods) {
                    claim(name, &game.icons[good.icon.0 as usize], i64::from(tokens));
                }
            }
        }
        if out.len() > start {
            out.push('}');
        }
    }

    fn lay(play: &mut Match<'_>, placement: Placement, joint: &str, out: &mut String) {
        let game = play.game();
        let class = &game.classes[placement.class.index()];
        // A front goes on in one place only, so its pieces need no cell.
        let at_front = class.along && game.course.is_some_and(|course| course.front);
        out.push_str(joint);
        out.push_str(&class.name);
        if !at_front {
            out.push(' ');
            push_cell(out, placement.cell);
        }
        out.push(' ');
        out.push_str(placement.rotation.word());
        // The enumerator gave the placement, so it is legal.
        let _ = play.lay(placement);
    }

    /// Places or takes back a figure, or does nothing, each way equally likely.
    fn act(&mut self, play: &mut Match<'_>, placement: Placement, dealt: bool, dice: &mut Dice, out: &mut String) {
        play.actions(&mut self.actions);
        self.recalls.clear();
        self.recalls.extend(play.recalls());
        let choice = dice.below(self.actions.len() + self.recalls.len() + 1);
        let recall = choice.checked_sub(self.actions.len()).and_then(|at| self.recalls.get(at));
        let deed = match (self.actions.get(choice), recall) {
            (Some(&(figure, segment)), _) => Deed::Place(figure, segment),
            (None, Some(&figure)) => Deed::Recall(figure),
            (None, None) => Deed::Pass,
        };
        self.deed(play, placement, deed, dealt, out);
    }

    /// Does something with a figure, or nothing, and writes it down.
    fn deed(&self, play: &mut Match<'_>, placement: Placement, deed: Deed, dealt: bool, out: &mut String) {
        let game = self.game;
        let joint = if dealt { ", " } else { " " };
        // What is done was listed as legal.
        match deed {
            Deed::Place(figure, segment) => {
                out.push_str(joint);
                out.push_str(&game.figures[figure.index()].name);
                out.push(' ');
                notation::push_target(out, game, placement.class, placement.rotation, segment);
                let _ = play.place(figure, segment);
            }
            Deed::Recall(figure) => {
                out.push_str(joint);
                out.push_str("recall ");
                out.push_str(&game.figures[figure.index()].name);
                let _ = play.recall(Some(figure));
            }
            Deed::Pass => {
                if let Some(race) = &game.race {
                    out.push(' ');
                    out.push_str(&race.figure);
                }
            }
        }
    }
}
