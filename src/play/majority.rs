//! Features scored by majority: whoever has most figures in one scores it, all who tie in full (R21, B4.9).

use std::ops::Range;

use super::{Counted, Match, Reason};
use crate::game::{FeatureId, FigureId, Measure};
use crate::model::{CampScoring, MultiCell};
use crate::table::NodeId;

impl Match<'_> {
    /// Scores what the pieces of a turn completed, and returns the figures there.
    pub(super) fn score_completed(&mut self, pieces: Range<usize>) {
        let mut roots = std::mem::take(&mut self.room.roots);
        roots.clear();
        let (table, gives_goods) = (&self.room.table, self.gives_goods());
        // Most turns complete nothing, and then no segment need be looked at.
        for piece in pieces.filter(|_| table.any_closed()) {
            let laid = table.pieces()[piece];
            for (index, segment) in self.game.segments_of(laid.placement.class).iter().enumerate() {
                if segment.surrounded || !self.game.features[segment.feature.index()].completes() {
                    continue;
                }
                let root = table.feature_of(piece, index);
                if table.open_edges(root) == 0
                    && (gives_goods || !table.seats(root).is_empty())
                    && !roots.contains(&root)
                {
                    roots.push(root);
                }
            }
        }
        for &node in table.shut() {
            let root = table.find(node);
            let feature = table.segment(self.game, root).feature;
            if self.game.features[feature.index()].completes() && table.open_edges(root) == 0 && !roots.contains(&root)
            {
                roots.push(root);
            }
        }
        for &site in table.completed_sites() {
            let feature = table.segment(self.game, site).feature;
            if self.game.features[feature.index()].completes() && !table.seats(site).is_empty() {
                roots.push(site);
            }
        }
        for &root in &roots {
            if gives_goods {
                self.take_goods(root);
            }
            if !self.room.table.seats(root).is_empty() {
                self.score_feature(root, true, Reason::Completed);
                self.return_figures(root);
            }
        }
        self.room.roots = roots;
    }

    /// Scores a feature for its majority.
    pub(super) fn score_feature(&mut self, root: NodeId, completed: bool, reason: Reason) {
        let (seats, _) = self.room.table.seats(root).majority();
        self.score_for(root, completed, reason, seats);
    }

    /// Scores a feature for these seats, completed or as it is.
    pub(super) fn score_for(&mut self, root: NodeId, completed: bool, reason: Reason, seats: u8) {
        let whole = self.game.options.multi_cell == MultiCell::Piece;
        let mut tally = std::mem::take(&mut self.room.tally);
        self.room.table.measure(self.game, root, whole, &mut tally);
        let id = self.room.table.segment(self.game, root).feature;
        let measure = Measure { tiles: tally.tiles, neighbours: tally.neighbours, closed: 0, icons: &tally.icons };
        let points = self.game.features[id.index()].worth(&measure, completed).points(&measure);
        let counted = Counted {
            tiles: tally.tiles,
            neighbours: tally.neighbours,
            icons: &tally.icons,
            cells: &tally.cells,
            ..Counted::default()
        };
        self.award_raised(reason, id, points, seats, &[root], &measure, counted);
        self.room.tally = tally;
    }

    /// Gives points for a feature, and more to those whose figures in any of these parts of it add to them (TE7): once for
    /// the first declared kind of figure that does, however many there are.
    #[expect(clippy::too_many_arguments, reason = "what an entry of the ledger says, and where to look for figures")]
    pub(super) fn award_raised(
        &mut self,
        reason: Reason,
        feature: FeatureId,
        points: u32,
        mut seats: u8,
        roots: &[NodeId],
        measure: &Measure<'_>,
        counted: Counted<'_>,
    ) {
        let figures = self.game.figures.iter().enumerate();
        // A figure taken back scores for itself, without company.
        for (index, figure) in figures.filter(|(_, figure)| reason != Reason::Recall && !figure.adds.units.is_empty()) {
            let adds = figure.adds.points(measure);
            for seat in 0..self.players {
                if adds == 0 || seats & (1 << seat) == 0 {
                    continue;
                }
                let stands = |standing: &super::Standing| {
                    standing.seat as usize == seat
                        && standing.figure.index() == index
                        && roots.contains(&self.room.table.find(standing.node))
                };
                if self.room.standing.iter().any(stands) {
                    seats &= !(1 << seat);
                    let raised_by = Some(FigureId(index as u8));
                    let points = points.saturating_add(adds);
                    self.award(reason, Some(feature), points, 1 << seat, Counted { raised_by, ..counted });
                }
            }
        }
        self.award(reason, Some(feature), points, seats, counted);
    }

    /// Gives the figures in a scored feature back to their players, but for those that stay.
    fn return_figures(&mut self, root: NodeId) {
        let (game, table) = (self.game, &mut self.room.table);
        let mut seats = table.seats(root);
        let players = &mut self.room.seats;
        self.room.standing.retain(|standing| {
            let figure = &game.figures[standing.figure.index()];
            if !figure.returns || table.find(standing.node) != root {
                return true;
            }
            let seat = standing.seat as usize;
            seats = seats.minus(seat, figure.weight);
            players[seat].supply[standing.figure.index()] += 1;
            false
        });
        table.set_seats(root, seats);
    }

    /// At the end of the game: every line, block and site that still carries figures.
    ///
    /// One that was completed and left unscored (D1) scores at its completed value.
    pub(super) fn score_unfinished(&mut self) {
        let roots = self.claimed(false);
        for &root in &roots {
            let completed = self.room.table.is_completed(self.game, root);
            self.score_feature(root, completed, Reason::Final);
        }
        self.room.roots = roots;
    }

    /// Features that carry figures, each once, in the order of their oldest figure: ground, or everything else.
    ///
    /// The list is the room's and goes back there when it has served.
    pub(super) fn claimed(&mut self, ground: bool) -> Vec<NodeId> {
        let mut roots = std::mem::take(&mut self.room.roots);
        roots.clear();
        for standing in &self.room.standing {
            let root = self.room.table.find(standing.node);
            if self.is_ground(root) == ground && !roots.contains(&root) {
                roots.push(root);
            }
        }
        roots
    }

    /// Scores ground that pays for what lies in it (R29), not for what it borders.
    pub(super) fn score_plain_ground(&mut self, root: NodeId) {
        if self.game.options.staying == CampScoring::Once {
            self.score_feature(root, false, Reason::Final);
            return;
        }
        let counts = self.room.table.seats(root);
        let (seats, most) = counts.majority();
        for _ in 0..most {
            self.score_for(root, false, Reason::Final, seats);
        }
    }
}
