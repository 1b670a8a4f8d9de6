//! Recorded games under both rulesets: which moves become illegal, where a game first differs, what it gives, and which
//! keys explain it.
//!
//! Games are replayed whatever ruleset and variants their logs name, and claims are left aside: they belong to the ruleset
//! that a game was played by. Memory holds of each game that differs a row. What must stay true: the rows are in the order
//! of the logs, whatever the number of threads.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::running::Plans;
use super::totals::Totals;
use crate::diagnostic::{Code, Finding, Level, TurnNumber};
use crate::log::GameBytes;
use crate::play::{Match, Moment};
use crate::replay::{Log, Part, Replayer, Rulesets, Told, WalkError, walk};
use crate::report::Ended;

/// The most games that differ of which a row is kept.
const MOST_ROWS: usize = 100_000;

/// What becomes of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is played under both, and gives something else.
    Differs,
    /// A move is legal under the first ruleset only.
    BecomesIllegal,
    /// A move is legal under the second only.
    BecomesLegal,
    /// It stops under both, at different moves or with different points.
    StopsElsewhere,
}

/// The move that stops a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// The turn; none where the game was refused before it began.
    pub turn: Option<TurnNumber>,
    /// Its line and column in the log, counted from 1.
    pub place: (usize, usize),
    /// Which rule it breaks.
    pub code: Code,
    /// What is wrong.
    pub message: String,
}

/// A game that differs.
#[derive(Clone, Debug)]
pub struct GameDiff {
    /// The log.
    pub file: Arc<str>,
    /// The line of its `game:` header.
    pub line: usize,
    /// The players, by seat.
    pub players: Vec<Arc<str>>,
    /// What becomes of it.
    pub fate: Fate,
    /// The first turn that differs; none where it is refused before it begins.
    pub first_turn: Option<TurnNumber>,
    /// Points by seat under each ruleset, as far as it was played.
    pub scores: [Vec<i32>; 2],
    /// The seats that win under each; none where it was not played to an end.
    pub winners: [Vec<u8>; 2],
    /// What stops it under each.
    pub illegal: [Option<Illegal>; 2],
    /// Keys, by number, that give the second ruleset's result: each list by itself does. None where no key and no pair
    /// that was tried does.
    pub keys: Vec<Vec<usize>>,
}

impl GameDiff {
    /// Points of the second ruleset less those of the first, where it is played under both.
    #[must_use]
    pub fn difference(&self, seat: usize) -> Option<i64> {
        let points = |side: usize| self.scores[side].get(seat).copied().map(i64::from);
        if self.fate == Fate::Differs { Some(points(1)? - points(0)?) } else { None }
    }
}

/// What a change does to recorded games.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    /// The keys that differ.
    pub keys: Vec<String>,
    /// Whether there are more of them than were tried.
    pub capped: bool,
    /// The games that differ, in order.
    pub games: Vec<GameDiff>,
    /// So many more of them were left out here; the totals count them.
    pub omitted: u64,
    /// The sums.
    pub totals: Totals,
}

/// A game as one ruleset plays it.
struct Played {
    ended: Ended,
    scores: Vec<i32>,
    winners: Vec<u8>,
    illegal: Option<Illegal>,
    /// Everything that was scored or moved, each as a number, with its turn.
    events: Vec<(Moment, u64)>,
    players: Vec<Arc<str>>,
}

impl Played {
    /// Whether two rulesets played a game alike.
    fn is_like(&self, other: &Self) -> bool {
        let turn = |played: &Self| played.illegal.as_ref().map(|illegal| illegal.turn);
        (self.ended, &self.scores, &self.winners, turn(self))
            == (other.ended, &other.scores, &other.winners, turn(other))
            && self.events == other.events
    }
}

/// Replays logs under both rulesets: what differs. Games that `takes` refuses, by their ruleset's name, are counted and left
/// aside; `tick` hears of each game that is done.
///
/// # Errors
/// Where reading fails.
pub fn diff_logs<L: Log>(
    plans: &Plans<'_>,
    logs: &[L],
    takes: &mut dyn FnMut(&str) -> bool,
    tick: &dyn Fn(),
) -> Result<Differences, WalkError> {
    let rulesets = plans.rulesets();
    let mut found = Differences { keys: plans.keys.clone(), capped: plans.is_capped(), ..Differences::default() };
    let (mut skipped, mut unnamed) = (0, 0);
    let mut takes = |game: &GameBytes<'_>| {
        let taken = game.named && takes(game_of(game));
        unnamed += u64::from(!game.named);
        skipped += u64::from(game.named && !taken);
        taken
    };
    let mut tell = |told: Told<'_, Row>| {
        match told {
            Told::Game(_, row) => {
                found.add(row);
                tick();
            }
            Told::Pause => {}
            Told::End(end) => found.totals.unread += u64::from(end.cut.is_some()),
        }
        Ok(ControlFlow::Continue(()))
    };
    walk(logs, None, &mut takes, &|parts| replay(plans, &rulesets, parts), &mut tell)?;
    found.totals.skipped += skipped;
    found.totals.unread += unnamed;
    Ok(found)
}

/// A game: its row where it differs, else what it gave.
enum Row {
    Differs(Box<GameDiff>),
    Same(Vec<i32>),
    IllegalBoth,
    Broken,
}

impl Differences {
    fn add(&mut self, row: Row) {
        match row {
            Row::Differs(game) => {
                self.totals.add(&game);
                if self.games.len() < MOST_ROWS { self.games.push(*game) } else { self.omitted += 1 }
            }
            Row::Same(scores) => self.totals.add_same(scores.len()),
            Row::IllegalBoth => self.totals.add_illegal(),
            Row::Broken => self.totals.unread += 1,
        }
    }
}

/// The name in a game's first line.
fn game_of<'p>(part: &GameBytes<'p>) -> &'p str {
    let line = part.bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let name =
        line.iter().position(|&byte| byte == b':').map_or(&[][..], |colon| &line[colon + 1..]).trim_ascii_start();
    let end = name.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-').unwrap_or(name.len());
    std::str::from_utf8(&name[..end]).unwrap_or_default()
}

fn replay(plans: &Plans<'_>, rulesets: &Rulesets<'_>, parts: &[Part<'_>]) -> Vec<Row> {
    let replayer = |plan: usize| Replayer::new(rulesets, Arc::clone(parts[0].file), &plans.options()[plan]);
    let (mut first, mut second) = (replayer(0), replayer(1));
    let mut others: Vec<Option<Replayer<'_, '_>>> = plans.options().iter().map(|_| None).collect();
    let one_game = |part: &Part<'_>| {
        let (Some(a), Some(b)) = (played(&mut first, part), played(&mut second, part)) else { return Row::Broken };
        if a.is_like(&b) {
            return if a.illegal.is_some() { Row::IllegalBoth } else { Row::Same(a.scores) };
        }
        let mut keys = Vec::new();
        if plans.keys.len() == 1 {
            keys.push(vec![0]);
        }
        for range in plans.tried() {
            for plan in range {
                let replayer = others[plan].get_or_insert_with(|| replayer(plan));
                if played(replayer, part).is_some_and(|played| played.is_like(&b)) {
                    keys.push(plans.keys_of(plan));
                }
            }
            if !keys.is_empty() {
                break;
            }
        }
        Row::Differs(Box::new(row(part, a, b, keys)))
    };
    parts.iter().map(one_game).collect()
}

fn row(part: &Part<'_>, a: Played, b: Played, keys: Vec<Vec<usize>>) -> GameDiff {
    let fate = match (&a.illegal, &b.illegal) {
        (None, None) => Fate::Differs,
        (None, Some(_)) => Fate::BecomesIllegal,
        (Some(_), None) => Fate::BecomesLegal,
        (Some(_), Some(_)) => Fate::StopsElsewhere,
    };
    let first_turn = first_turn(&a, &b);
    let players = if a.players.is_empty() { b.players } else { a.players };
    GameDiff {
        file: part.file.clone(),
        line: part.game.lines_before + 1,
        players,
        fate,
        first_turn,
        scores: [a.scores, b.scores],
        winners: [a.winners, b.winners],
        illegal: [a.illegal, b.illegal],
        keys,
    }
}

/// The first turn in which anything differs; none where a game is refused before it begins.
fn first_turn(a: &Played, b: &Played) -> Option<TurnNumber> {
    let refused = [a, b].iter().any(|played| played.illegal.as_ref().is_some_and(|illegal| illegal.turn.is_none()));
    if refused {
        return None;
    }
    let same = a.events.iter().zip(&b.events).take_while(|(one, other)| one == other).count();
    let event = |played: &Played| {
        let (moment, _) = played.events.get(same)?;
        Some(TurnNumber { number: moment.turn, part: moment.extra.then_some('b') })
    };
    let stop = |played: &Played| played.illegal.as_ref().and_then(|illegal| illegal.turn);
    [event(a), event(b), stop(a), stop(b)].into_iter().flatten().min()
}

/// Replays a game; none where the ruleset cannot be.
fn played(replayer: &mut Replayer<'_, '_>, part: &Part<'_>) -> Option<Played> {
    let mut events = Vec::new();
    let outcome = replayer.of(part.file).replay_with(&part.game, |play, _, _| events = events_of(play));
    if outcome.broken.is_some() {
        return None;
    }
    let report = outcome.report;
    let illegal = (report.ended == Ended::Illegal).then(|| stop(&outcome.findings));
    Some(Played {
        ended: report.ended,
        scores: report.scores,
        winners: report.winners,
        illegal,
        events,
        players: report.players,
    })
}

/// What stopped a game: the last error that belongs to a turn, claims aside; else the first of all.
fn stop(findings: &[Finding]) -> Illegal {
    let is_claim =
        |code: Code| matches!(code, Code::WrongClaim | Code::WrongScore | Code::UnknownCounter | Code::WrongNumber);
    let errors = || findings.iter().filter(|finding| finding.level == Level::Error);
    let in_turn = errors().rfind(|finding| finding.turn.is_some() && !is_claim(finding.code));
    let only_number = || errors().rfind(|finding| finding.turn.is_some() && finding.code == Code::WrongNumber);
    let found = in_turn.or_else(only_number).or_else(|| errors().next());
    Illegal {
        turn: found.and_then(|finding| finding.turn),
        place: found.and_then(|finding| finding.place.as_ref()).map_or((1, 1), |at| (at.line, at.column)),
        code: found.map_or(Code::Internal, |finding| finding.code),
        message: found.map(|finding| finding.message.clone()).unwrap_or_default(),
    }
}

/// Everything that happened in a game beyond the laying of its pieces. Names stand in for numbers, which differ between
/// rulesets.
fn events_of(play: &Match<'_>) -> Vec<(Moment, u64)> {
    let (game, ledger) = (play.game(), play.ledger());
    let hash = |what: &dyn Fn(&mut FxHasher)| {
        let mut hasher = FxHasher::default();
        what(&mut hasher);
        hasher.finish()
    };
    let mut events: Vec<(Moment, u64)> = Vec::new();
    events.extend(ledger.entries().iter().map(|entry| {
        let feature = entry.feature.map(|id| game.features[id.index()].name.as_str());
        (entry.moment, hash(&|to| (0, entry.reason, feature, entry.points, entry.seats().collect::<Vec<_>>()).hash(to)))
    }));
    events.extend(
        ledger
            .advances()
            .iter()
            .map(|advance| (advance.moment, hash(&|to| (1, advance.seat, advance.spaces, advance.why).hash(to)))),
    );
    events.extend(ledger.takings().iter().map(|taking| {
        let good = game.icons[game.goods[usize::from(taking.good)].icon.0 as usize].as_str();
        (taking.moment, hash(&|to| (2, taking.seat, good, taking.tokens).hash(to)))
    }));
    // In the order of turns; what is of one turn keeps the order of the ledger.
    events.sort_by_key(|(moment, _)| (moment.turn, moment.extra));
    events
}
