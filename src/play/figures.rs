//! Figures: which may be placed where, and taking them back.

use super::{Illegal, Match, Reason, Standing, Why};
use crate::game::{FeatureId, FigureId};
use crate::table::NodeId;

/// Why a figure may not stand somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Objection {
    Misplaced,
    NothingToJoin,
    Occupied,
    NoneLeft,
}

impl<'g> Match<'g> {
    /// Whether a figure of the player may be placed on a segment of the piece that figures are placed on now, mostly the last one laid.
    ///
    /// # Errors
    /// Where the figure may not stand there, the feature is taken (R13, B4.3) or, for a figure that joins others (TE4, TE7),
    /// is not the player's, or none is left.
    pub fn may_place(&self, figure: FigureId, segment: usize) -> Result<(), Illegal> {
        let piece = self.acting_piece();
        let root = self.room.table.feature_of(piece, segment);
        let feature = self.room.table.segment(self.game, root).feature;
        match self.objection(figure, feature, root) {
            None => Ok(()),
            Some(Objection::Misplaced) => Err(Illegal::FigureMisplaced(figure, feature)),
            Some(Objection::NothingToJoin) => Err(Illegal::NothingToJoin(figure, feature)),
            Some(Objection::Occupied) => Err(self.occupied(root)),
            Some(Objection::NoneLeft) => Err(Illegal::NoFigureLeft(figure)),
        }
    }

    /// The first thing that speaks against a figure in a feature.
    #[inline]
    fn objection(&self, id: FigureId, feature: FeatureId, root: NodeId) -> Option<Objection> {
        let figure = &self.game.figures[id.index()];
        if !figure.on[feature.index()] || !self.game.features[feature.index()].claimable {
            return Some(Objection::Misplaced);
        }
        let seats = self.room.table.seats(root);
        if figure.joins {
            if seats.get(self.seat) == 0 {
                return Some(Objection::NothingToJoin);
            }
        } else if !seats.is_empty() {
            return Some(Objection::Occupied);
        }
        (self.room.seats[self.seat].supply[id.index()] == 0).then_some(Objection::NoneLeft)
    }

    /// Places a figure of the player on a segment of the piece that figures are placed on now, mostly the last one laid.
    ///
    /// # Errors
    /// Where [`Match::may_place`] refuses it.
    pub fn place(&mut self, figure: FigureId, segment: usize) -> Result<(), Illegal> {
        self.may_place(figure, segment)?;
        let piece = self.acting_piece();
        let root = self.room.table.feature_of(piece, segment);
        let weight = self.game.figures[figure.index()].weight;
        self.connect_icons();
        let seats = self.room.table.seats(root);
        self.room.table.set_seats(root, seats.plus(self.seat, weight));
        self.room.seats[self.seat].supply[figure.index()] -= 1;
        let first = self.room.table.pieces()[piece].first_node;
        let node = NodeId(first.0 + segment as u32);
        self.room.standing.push(Standing { seat: self.seat as u8, figure, node });
        self.acted = true;
        if self.game.race.is_some() {
            self.advance(self.seat, self.room.table.race_icons(root), Why::Icons);
        }
        Ok(())
    }

    /// Every way to place a figure on the last piece, in the order of figures and segments.
    pub fn actions(&self, found: &mut Vec<(FigureId, usize)>) {
        found.clear();
        let Some(laid) = self.room.table.pieces().get(self.acting_piece()) else { return };
        let (segments, first) = (self.game.segments_of(laid.placement.class), laid.first_node.0);
        for figure in (0..self.game.figures.len()).map(|index| FigureId(index as u8)) {
            for (number, segment) in segments.iter().enumerate() {
                let root = self.room.table.find(NodeId(first + number as u32));
                if self.objection(figure, segment.feature, root).is_none() {
                    found.push((figure, number));
                }
            }
        }
    }

    /// Figures of the player that can be taken back now.
    pub fn recalls(&self) -> impl Iterator<Item = FigureId> + use<'_, 'g> {
        self.room
            .standing
            .iter()
            .filter(|standing| self.may_recall(**standing) == Some(true))
            .map(|standing| standing.figure)
    }

    /// Whether a standing figure can be taken back by the player: none where it is not the player's or of no such kind, false
    /// where what it stands on is completed.
    fn may_recall(&self, standing: Standing) -> Option<bool> {
        let mine = standing.seat as usize == self.seat && self.game.figures[standing.figure.index()].recall;
        mine.then(|| !self.room.table.is_completed(self.game, self.room.table.find(standing.node)))
    }

    /// Who stands in a feature that is taken.
    fn occupied(&self, root: NodeId) -> Illegal {
        let table = &self.room.table;
        let feature = table.segment(self.game, root).feature;
        let standing = self.room.standing.iter().find(|standing| table.find(standing.node) == root);
        let (seat, node) = standing.map_or((self.seat, root), |standing| (standing.seat as usize, standing.node));
        Illegal::FeatureOccupied { feature, seat, cell: self.cell_of(node) }
    }

    /// The north-west cell of the piece a node lies on.
    #[must_use]
    pub fn cell_of(&self, node: NodeId) -> crate::geometry::Cell {
        let (piece, _) = self.room.table.position(node);
        self.room.table.pieces()[piece].placement.cell
    }

    /// Takes one of the player's figures back from a site or feature that is not completed, and scores it as at the end (B6).
    ///
    /// # Errors
    /// Where the player has no such figure on the table, or what it stands on is completed.
    pub fn recall(&mut self, figure: Option<FigureId>) -> Result<(), Illegal> {
        let mut completed = false;
        let found = self.room.standing.iter().position(|standing| {
            let may = self.may_recall(*standing).filter(|_| figure.is_none_or(|figure| figure == standing.figure));
            completed |= may == Some(false);
            may == Some(true)
        });
        let Some(at) = found else { return Err(Illegal::NothingToRecall { completed }) };
        let standing = self.room.standing.remove(at);
        let root = self.room.table.find(standing.node);
        let weight = self.game.figures[standing.figure.index()].weight;
        let seats = self.room.table.seats(root).minus(self.seat, weight);
        self.room.table.set_seats(root, seats);
        self.room.seats[self.seat].supply[standing.figure.index()] += 1;
        self.acted = true;
        self.score_for(root, false, Reason::Recall, 1 << self.seat);
        Ok(())
    }
}
