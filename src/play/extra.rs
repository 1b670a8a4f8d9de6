//! A second turn in a row, earned by a figure whose feature a tile continues (TE5).

use super::Match;
use crate::model::ExtraTurn;

impl Match<'_> {
    /// Whether the piece laid last continues a feature in which a figure of the player stands that earns a second turn.
    ///
    /// Asked before this turn's figure is placed, so whatever stands there stood there before.
    #[inline]
    pub(super) fn continues_own(&self) -> bool {
        self.game.figures.iter().any(|figure| figure.extra_turn) && self.continues_one_that_earns()
    }

    fn continues_one_that_earns(&self) -> bool {
        let earns = |figure: usize| self.game.figures[figure].extra_turn;
        let table = &self.room.table;
        let piece = self.acting_piece();
        let segments = self.game.segments_of(table.pieces()[piece].placement.class).len();
        let mut earning = self
            .room
            .standing
            .iter()
            .filter(|standing| standing.seat as usize == self.seat && earns(standing.figure.index()));
        earning.any(|standing| {
            let root = table.find(standing.node);
            (0..segments).any(|segment| table.feature_of(piece, segment) == root)
        })
    }

    /// Whether the player goes on: never a third time, and only if there is a tile to draw.
    pub(super) const fn second_turn_follows(&self) -> bool {
        self.extra_due && !self.extra && self.stack > 0
    }

    /// Ends a turn that the same player follows with a second one.
    pub(super) fn begin_second_turn(&mut self) {
        if self.game.options.extra_turn == ExtraTurn::AfterScoring {
            self.settle();
        }
        self.extra = true;
        self.begin_part();
    }
}
