//! From a played game to its report.

use super::names::Names;
use crate::diagnostic::TurnNumber;
use crate::play::{Ledger, Match, Moment, Reason};
use crate::report::{self, GameReport};

/// Fills in what the game gave: scores, winners where it came to an end, and the ledger where it is told.
pub fn report_of(play: &Match<'_>, names: &Names, with_entries: bool, report: &mut GameReport) {
    report.turns = play.turns();
    report.scores = play.seats().iter().map(|seat| seat.points).collect();
    if play.is_over() {
        report.winners = play.winners().into_iter().map(|seat| seat as u8).collect();
    }
    if with_entries {
        report.ledger = entries(play.ledger(), names);
    }
}

/// A moment as reports number it.
pub(super) fn turn_number(moment: Moment) -> TurnNumber {
    TurnNumber { number: moment.turn, part: moment.extra.then_some('b') }
}

/// The ledger with its names.
pub(super) fn entries(ledger: &Ledger, names: &Names) -> Vec<report::Entry> {
    let entry = |entry: &crate::play::Entry| {
        let reason = match entry.reason {
            Reason::Completed => report::Reason::Completed,
            Reason::Final => report::Reason::Final,
            Reason::Recall => report::Reason::Recall,
            Reason::Race => report::Reason::Amazon,
            Reason::Mouth => report::Reason::Mouth,
            Reason::Goods => report::Reason::Goods,
            Reason::Chip => report::Reason::Chip,
            Reason::Hidden => report::Reason::Hidden,
        };
        let feature = entry.feature.map(|id| &names.features[id.index()]);
        let counting = match entry.reason {
            Reason::Race => &names.race_icons[..],
            Reason::Mouth => &[],
            Reason::Goods => &names.goods[..],
            _ => feature.map_or(&[][..], |feature| &feature.icons),
        };
        let count = |icon: u8| ledger.icons(entry).find(|(id, _)| id.0 == icon).map_or(0, |(_, count)| count);
        let mut units = Vec::new();
        if entry.neighbours > 0 {
            units.push((names.neighbour.clone(), entry.neighbours));
        }
        if let Some(closed) = feature.and_then(|feature| feature.closed.clone()) {
            units.push((closed, entry.closed));
        }
        if entry.place > 0 {
            units.push((report::PLACE.into(), u32::from(entry.place)));
        }
        if let Some(figure) = entry.raised_by {
            units.push((names.figures[figure.index()].clone(), 1));
        }
        let mut icons: Vec<_> =
            counting.iter().map(|&icon| (names.icons[icon as usize].clone(), count(icon))).collect();
        if entry.reason == Reason::Goods {
            icons.retain(|(_, count)| *count > 0);
        }
        report::Entry {
            turn: turn_number(entry.moment),
            reason,
            feature: feature.filter(|_| entry.reason != Reason::Mouth).map(|feature| feature.name.clone()),
            points: entry.points,
            seats: entry.seats().map(|seat| seat as u8).collect(),
            tiles: entry.tiles,
            icons,
            units,
            cells: ledger.cells(entry).to_vec(),
        }
    };
    ledger.entries().iter().map(entry).collect()
}
