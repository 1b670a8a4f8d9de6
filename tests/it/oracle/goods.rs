//! Goods, for the oracle: tokens taken with completed features, and what most of a kind is worth.
//!
//! What must stay true: a feature gives its goods once, in the turn that completes it, to whoever has that turn.

use super::play::Position;
use super::rules::Rules;
use super::table::Groups;

/// A kind of goods.
#[derive(Debug)]
pub(crate) struct Good {
    /// How many there are.
    pub(crate) tokens: i64,
    /// Points for whoever holds most of them at the end.
    pub(crate) most: i64,
}

impl Position {
    /// Gives the player whose turn it is a token for each icon of a feature, as long as there are any (TE2); whose figures
    /// stand there does not matter.
    pub(super) fn take_goods(&mut self, rules: &Rules, groups: &Groups, number: usize) {
        for (icon, good) in &rules.goods {
            let out: i64 = self.seats.iter().filter_map(|seat| seat.goods.get(icon)).sum();
            let taken = self.count(rules, groups, number, icon).min(good.tokens - out).max(0);
            *self.seats[self.turn].goods.entry(icon.clone()).or_default() += taken;
        }
    }

    /// Pays whoever holds most of each kind, ties in full (TE3); what nobody holds pays nobody.
    pub(super) fn score_goods(&mut self, rules: &Rules) {
        for (icon, good) in &rules.goods {
            let most = self.seats.iter().filter_map(|seat| seat.goods.get(icon)).max().copied().unwrap_or(0);
            for seat in self.seats.iter_mut().filter(|seat| most > 0 && seat.goods.get(icon) == Some(&most)) {
                seat.points += good.most;
            }
        }
    }
}
