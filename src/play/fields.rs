//! Ground at the end of the game: for what lies in it (R29), or for the closed features it borders (B5).

use super::{Counted, Match, Reason};
use crate::game::{FeatureId, Measure, Unit, Worth};
use crate::model::FieldScoring;
use crate::table::{NodeId, SeatCounts};

impl Match<'_> {
    /// Scores all ground that carries figures.
    pub(super) fn score_ground(&mut self) {
        let mut fields = self.claimed(true);
        let pays_for_closed = |play: &Self, field: NodeId| {
            let feature = play.room.table.segment(play.game, field).feature;
            play.game.features[feature.index()].unfinished.closed().is_some()
        };
        for &field in &fields {
            if !pays_for_closed(self, field) {
                self.score_plain_ground(field);
            }
        }
        fields.retain(|&field| pays_for_closed(self, field));
        if !fields.is_empty() {
            self.score_bordering(&fields);
        }
        self.room.roots = fields;
    }

    /// Scores ground that pays for closed features, by the rule in force.
    fn score_bordering(&mut self, fields: &[NodeId]) {
        let mut links = std::mem::take(&mut self.room.links);
        links.clear();
        for &field in fields {
            let feature = self.room.table.segment(self.game, field).feature;
            if let Some((pays_for, _)) = self.game.features[feature.index()].unfinished.closed() {
                self.closed_beside(field, pays_for, &mut links);
            }
        }
        match self.game.options.fields {
            FieldScoring::PerField => self.per_field(&links, fields),
            FieldScoring::PerFieldCityOnce => self.per_field_city_once(&links, fields),
            FieldScoring::PerCity => self.per_city(&mut links, fields),
        }
        self.room.links = links;
    }

    /// The completed features of a kind that a field borders, each once, as pairs with the field.
    fn closed_beside(&mut self, field: NodeId, pays_for: FeatureId, links: &mut Vec<(NodeId, NodeId)>) {
        let table = &self.room.table;
        self.room.mark += 1;
        for node in table.members(field) {
            let (piece, _) = table.position(node);
            for &border in &table.segment(self.game, node).borders {
                let root = table.feature_of(piece, border as usize);
                if self.room.marks.len() <= root.index() {
                    self.room.marks.resize(root.index() + 1, 0);
                }
                if self.room.marks[root.index()] == self.room.mark {
                    continue;
                }
                self.room.marks[root.index()] = self.room.mark;
                if table.segment(self.game, root).feature == pays_for && table.is_completed(self.game, root) {
                    links.push((root, field));
                }
            }
        }
    }

    /// Each field pays its majority for every closed feature it borders (third rule).
    fn per_field(&mut self, links: &[(NodeId, NodeId)], fields: &[NodeId]) {
        for &field in fields {
            let closed = links.iter().filter(|(_, beside)| *beside == field).count() as u32;
            let (seats, _) = self.room.table.seats(field).majority();
            self.award_field(field, closed, seats, &[field]);
        }
    }

    /// The same, but a closed feature pays each player at most once (second rule): through a field where a figure adds to the
    /// points, if there is one.
    fn per_field_city_once(&mut self, links: &[(NodeId, NodeId)], fields: &[NodeId]) {
        let mut paid: Vec<NodeId> = Vec::new();
        for seat in 0..self.players {
            paid.clear();
            for raised in [true, false] {
                for &field in fields {
                    if self.is_raised(field, seat) != raised {
                        continue;
                    }
                    let (seats, _) = self.room.table.seats(field).majority();
                    if seats & (1 << seat) == 0 {
                        continue;
                    }
                    let before = paid.len();
                    for &(city, _) in links.iter().filter(|(_, beside)| *beside == field) {
                        if !paid.contains(&city) {
                            paid.push(city);
                        }
                    }
                    self.award_field(field, (paid.len() - before) as u32, 1 << seat, &[field]);
                }
            }
        }
    }

    /// Whether a figure of this seat adds to what the field gives it.
    fn is_raised(&self, field: NodeId, seat: usize) -> bool {
        self.room.standing.iter().any(|standing| {
            standing.seat as usize == seat
                && !self.game.figures[standing.figure.index()].adds.units.is_empty()
                && self.room.table.find(standing.node) == field
        })
    }

    /// Each closed feature pays whoever has most figures on all fields that border it (first rule).
    fn per_city(&mut self, links: &mut [(NodeId, NodeId)], all: &[NodeId]) {
        links.sort_unstable();
        let mut fields = Vec::new();
        for &field in all {
            // What lies in a field is its own majority's.
            let (seats, _) = self.room.table.seats(field).majority();
            self.award_field(field, 0, seats, &[field]);
        }
        for group in links.chunk_by(|a, b| a.0 == b.0) {
            let all =
                group.iter().map(|&(_, field)| self.room.table.seats(field)).fold(SeatCounts::EMPTY, SeatCounts::union);
            let (seats, _) = all.majority();
            fields.clear();
            fields.extend(group.iter().map(|&(_, field)| field));
            self.award_closed(group[0].1, seats, &fields);
        }
    }

    /// Awards what a field is worth with so many closed features beside it; `fields` are those in which figures may add to it.
    fn award_field(&mut self, field: NodeId, closed: u32, seats: u8, fields: &[NodeId]) {
        let feature = self.room.table.segment(self.game, field).feature;
        if closed == 0 && self.pays_nothing_else(feature) {
            return;
        }
        let mut tally = std::mem::take(&mut self.room.tally);
        self.room.table.measure(self.game, field, false, &mut tally);
        let counted =
            Counted { tiles: tally.tiles, closed, icons: &tally.icons, cells: &tally.cells, ..Counted::default() };
        let measure = Measure { tiles: tally.tiles, neighbours: 0, closed, icons: &tally.icons };
        let points = self.game.features[feature.index()].worth(&measure, false).points(&measure);
        self.award_raised(Reason::Final, feature, points, seats, fields, &measure, counted);
        self.room.tally = tally;
    }

    /// Whether ground pays for closed features and nothing else, so that without one it need not be measured.
    fn pays_nothing_else(&self, feature: FeatureId) -> bool {
        let ground = &self.game.features[feature.index()];
        let closed_only = |worth: &Worth| worth.units.iter().all(|(unit, _)| matches!(unit, Unit::Closed(_)));
        ground.when.is_empty()
            && closed_only(&ground.unfinished)
            && self.game.figures.iter().all(|figure| closed_only(&figure.adds))
    }

    /// Awards one closed feature alone, for all fields around it.
    fn award_closed(&mut self, field: NodeId, seats: u8, fields: &[NodeId]) {
        let feature = self.room.table.segment(self.game, field).feature;
        let points = self.game.features[feature.index()].unfinished.closed().map_or(0, |(_, points)| points);
        let mut tally = std::mem::take(&mut self.room.tally);
        self.room.table.measure(self.game, field, false, &mut tally);
        let counted = Counted { tiles: tally.tiles, closed: 1, cells: &tally.cells, ..Counted::default() };
        let measure = Measure { closed: 1, ..Measure::default() };
        self.award_raised(Reason::Final, feature, points, seats, fields, &measure, counted);
        self.room.tally = tally;
    }
}
