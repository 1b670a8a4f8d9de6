//! Goods: tokens for whoever completes a feature that carries them, and points for whoever has most (TE1-TE3).

use super::{Counted, Match, Reason, Taking};
use crate::table::NodeId;

impl Match<'_> {
    /// Whether completing a feature gives anything even where nobody stands in it.
    pub(super) const fn gives_goods(&self) -> bool {
        !self.game.goods.is_empty()
    }

    /// Gives the player whose turn it is a token for each of the feature's icons, as long as there are any (TE2).
    pub(super) fn take_goods(&mut self, root: NodeId) {
        let mut tally = std::mem::take(&mut self.room.tally);
        self.room.table.measure(self.game, root, false, &mut tally);
        for (index, good) in self.game.goods.iter().enumerate() {
            let tokens = tally.icons[good.icon.0 as usize].min(self.room.tokens[index]);
            self.room.tokens[index] -= tokens;
            self.room.seats[self.seat].goods[index] += tokens;
            let moment = self.moment();
            let cell = tally.cells.iter().copied().min_by_key(|cell| (cell.y, cell.x)).unwrap_or_default();
            self.room.ledger.take(Taking { moment, seat: self.seat as u8, good: index as u8, tokens, cell });
        }
        self.room.tally = tally;
    }

    /// Pays whoever has most of each good; all who tie in full (TE3).
    pub(super) fn score_goods(&mut self) {
        for (index, good) in self.game.goods.iter().enumerate() {
            let most = self.room.seats.iter().map(|seat| seat.goods[index]).max().unwrap_or(0);
            if most == 0 {
                continue;
            }
            let has_most = |seat: &super::Seat| seat.goods[index] == most;
            let seats = self.room.seats.iter().enumerate().filter(|(_, seat)| has_most(seat));
            let seats = seats.fold(0, |set, (seat, _)| set | 1 << seat);
            let mut sums = std::mem::take(&mut self.room.sums);
            sums.clear();
            sums.resize(self.game.icons.len(), 0);
            sums[good.icon.0 as usize] = most;
            self.award(Reason::Goods, None, good.most, seats, Counted { icons: &sums, ..Counted::default() });
            self.room.sums = sums;
        }
    }
}
