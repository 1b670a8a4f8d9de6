//! Verifying claims: totals at the end of a turn, and the final score.

use rustc_hash::FxHashMap;

use super::game::MOST_FAULTS;
use super::outcome::turn_number;
use super::playing::Run;
use super::scene;
use crate::diagnostic::{Code, Finding, did_you_mean};
use crate::game::Good;
use crate::log::{ClaimText, quote};
use crate::play::Match;
use crate::text::{Place, Span};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Counter {
    /// Points.
    Points,
    /// Spaces a racer has advanced.
    Racer,
    /// Figures of this kind in the supply.
    Supply(usize),
    /// Tokens of this good.
    Good(usize),
}

/// A claim that turned out wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wrong {
    pub(super) seat: usize,
    pub(super) counter: Counter,
    pub(super) claimed: i64,
    pub(super) counted: i64,
}

/// What earlier claims of a game were off by.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    /// By player and counter: claimed less counted, the finding that told of it, and how many claims repeated it.
    off: FxHashMap<(usize, Counter), (i64, usize, u32)>,
    /// Findings that another difference has followed, each with how many claims repeated it.
    settled: Vec<(usize, u32)>,
}

impl Account {
    /// Compares a claim with what is counted; a finding's facts where it parts from it, or parts anew.
    pub(super) fn check(&mut self, wrong: Wrong, finding: usize) -> Option<Wrong> {
        let difference = wrong.claimed - wrong.counted;
        let key = (wrong.seat, wrong.counter);
        if difference == 0 {
            // Right again: a later difference is a new one.
            if let Some((off, ..)) = self.off.get_mut(&key) {
                *off = 0;
            }
            return None;
        }
        match self.off.get_mut(&key) {
            Some((off, _, repeats)) if *off == difference => {
                *repeats += 1;
                None
            }
            _ => {
                if let Some(&(_, told, count)) = self.off.get(&key) {
                    self.settled.push((told, count));
                }
                self.off.insert(key, (difference, finding, 0));
                Some(wrong)
            }
        }
    }

    /// Findings whose difference was claimed again later, each with how often.
    pub(super) fn repeats(&self) -> Vec<(usize, u32)> {
        let current = self.off.values().map(|(_, finding, count)| (*finding, *count));
        let mut repeats: Vec<_> = current.chain(self.settled.iter().copied()).filter(|(_, count)| *count > 0).collect();
        repeats.sort_unstable();
        repeats
    }
}

/// What a claim counts.
pub(super) fn counter_of(play: &Match<'_>, claim: &ClaimText<'_>) -> Option<Counter> {
    let Some(word) = claim.counter else { return Some(Counter::Points) };
    let game = play.game();
    if game.race.as_ref().is_some_and(|race| race.figure.as_bytes() == word.text) {
        return Some(Counter::Racer);
    }
    if let Some(figure) = game.figure(word.text) {
        return Some(Counter::Supply(figure.index()));
    }
    let is_it = |good: &Good| game.icons[good.icon.0 as usize].as_bytes() == word.text;
    game.goods.iter().position(is_it).map(Counter::Good)
}

/// The total itself.
pub(super) fn counted(play: &Match<'_>, seat: usize, counter: Counter) -> i64 {
    let player = &play.seats()[seat];
    match counter {
        Counter::Points => i64::from(player.points),
        Counter::Racer => i64::from(player.racer),
        Counter::Supply(figure) => i64::from(player.supply[figure]),
        Counter::Good(good) => i64::from(player.goods[good]),
    }
}

/// A counter that nothing counts.
pub(super) fn unknown_counter(play: &Match<'_>, claim: &ClaimText<'_>, place: Place) -> Finding {
    let word = claim.counter.unwrap_or(claim.player);
    let game = play.game();
    let mut known: Vec<&str> = game.figures.iter().map(|figure| figure.name.as_str()).collect();
    known.extend(game.race.as_ref().map(|race| race.figure.as_str()));
    known.extend(game.goods.iter().map(|good| game.icons[good.icon.0 as usize].as_str()));
    let message = format!("nothing called `{}` is counted in `{}`", quote(word.text), game.id);
    Finding::error(Code::UnknownCounter, message).help(did_you_mean(&word.lossy(), known.iter().copied())).at(place)
}

/// The words for a wrong claim. One behind a turn says which, as logs need no numbers.
pub(super) fn wrong_claim(play: &Match<'_>, wrong: Wrong, player: &str, is_score: bool, place: Place) -> Finding {
    let Wrong { counter, claimed, counted, .. } = wrong;
    let game = play.game();
    let plural = |count: i64| if count == 1 { "" } else { "s" };
    let when = if is_score { String::new() } else { format!("after turn {} ", turn_number(play.last_moment())) };
    let (message, label) = match counter {
        Counter::Points => (
            format!("{when}{player} is said to have `{claimed}` point{} and has {counted}", plural(claimed)),
            format!("{counted}, not {claimed}"),
        ),
        Counter::Racer => {
            let racer = game.race.as_ref().map_or("racer", |race| race.figure.as_str());
            (
                format!(
                    "{when}{player}'s {racer} is said to have advanced `{claimed}` space{} and has advanced {counted}",
                    plural(claimed)
                ),
                format!("{counted}, not {claimed}"),
            )
        }
        Counter::Supply(figure) => (
            format!(
                "{when}{player} is said to have `{claimed}` {}{} left and has {counted}",
                game.figures[figure].name,
                plural(claimed)
            ),
            format!("{counted}, not {claimed}"),
        ),
        Counter::Good(good) => (
            format!(
                "{when}{player} is said to have `{claimed}` {} and has {counted}",
                game.icons[game.goods[good].icon.0 as usize]
            ),
            format!("{counted}, not {claimed}"),
        ),
    };
    let code = if is_score { Code::WrongScore } else { Code::WrongClaim };
    Finding::error(code, message).label(label).at(place)
}

impl Run<'_, '_> {
    pub(super) fn claims(&mut self, claims: &[ClaimText<'_>], is_score: bool) {
        for claim in claims {
            if self.findings.len() >= MOST_FAULTS {
                return;
            }
            let seat = self.players.iter().position(|name| name.as_bytes() == claim.player.text);
            let Some(seat) = seat else {
                let message = format!("nobody in this game is called `{}`", quote(claim.player.text));
                let help = did_you_mean(&claim.player.lossy(), self.players.iter().map(String::as_str));
                self.push_claim(Finding::error(Code::UnknownPlayer, message).help(help), claim.player.span(), is_score);
                continue;
            };
            let Some(counter) = counter_of(&self.play, claim) else {
                let span = claim.counter.unwrap_or(claim.player).span();
                let finding = unknown_counter(&self.play, claim, self.text.place(span));
                self.push_claim(finding, span, is_score);
                continue;
            };
            let counted = counted(&self.play, seat, counter);
            let wrong = Wrong { seat, counter, claimed: claim.value, counted };
            if let Some(wrong) = self.account.check(wrong, self.findings.len()) {
                let place = self.text.place(claim.span);
                let mut finding = wrong_claim(&self.play, wrong, &self.players[seat], is_score, place);
                scene::explain_claim(&self.play, &self.players[seat], wrong, &mut finding);
                self.push_claim(finding, claim.span, is_score);
            }
        }
    }

    /// Claims stand behind their turn, which is over by then.
    pub(super) fn push_claim(&mut self, finding: Finding, span: Span, is_score: bool) {
        let turn = (!is_score).then_some(turn_number(self.play.last_moment()));
        self.findings.push(Finding { turn, ..finding.at(self.text.place(span)) });
    }

    pub(super) fn tell_repeats(&mut self) {
        for (index, count) in self.account.repeats() {
            let later = if count == 1 { "1 later total is".to_owned() } else { format!("{count} later totals are") };
            let said = format!("{later} off by the same and not told again");
            let finding = &mut self.findings[index];
            finding.help = Some(match finding.help.take() {
                Some(help) => format!("{help}; {said}"),
                None => said,
            });
        }
    }
}
