//! What the words of a record mean by the ruleset in play: tiles, figures, and places on the tile just laid.

use super::record::{Drawings, Piece, Target};
use super::writing::Writer;
use crate::diagnostic::Code;
use crate::game::{ClassId, FigureId, Game, NONE, TileName};
use crate::geometry::Rotation;
use crate::notation;
use crate::table::Placement;
use crate::text::Span;

impl Writer<'_, '_> {
    /// How a piece lies by our drawings.
    pub(super) fn placement(&mut self, piece: &Piece) -> Result<Placement, ()> {
        let class = self.class(piece.drawings, piece.span)?;
        let tile = self.play.game().tile_of(class).map(|tile| tile.id.as_str());
        let drawing = piece.drawings.iter().find(|drawing| Some(drawing.tile) == tile);
        let turn = Rotation::from_quarters(drawing.map_or(0, |drawing| drawing.quarters));
        Ok(Placement { class, cell: piece.cell, rotation: piece.rotation.then(turn) })
    }

    /// The class of the first drawing that has a copy left; of the first of all where none has.
    pub(super) fn class(&mut self, drawings: Drawings, span: Span) -> Result<ClassId, ()> {
        let classes: Vec<_> = drawings.iter().filter_map(|drawing| self.class_of(drawing.tile, drawing.face)).collect();
        let left = classes.iter().find(|class| self.play.copies_left(**class) > 0);
        if let Some(class) = left.or(classes.first()) {
            return Ok(*class);
        }
        let tile = drawings.first().map_or("", |drawing| drawing.tile);
        let message = format!("the ruleset `{}` has no tile `{tile}`", self.play.game().id);
        self.told.error(Code::NotCarriedOver, span, message, "");
        Err(())
    }

    /// The class of a tile and face. Where the edition has no such face, its plain one is meant.
    pub(super) fn class_of(&self, tile: &str, face: &str) -> Option<ClassId> {
        let named = |name: &str| match self.play.game().tile_name(name.as_bytes()) {
            Some(TileName::Class(class)) => Some(class),
            _ => None,
        };
        named(&format!("{tile}{face}")).or_else(|| named(tile))
    }

    /// The figure of this name.
    pub(super) fn figure(&mut self, name: &str, span: Span) -> Result<FigureId, ()> {
        let game = self.play.game();
        game.figure(name.as_bytes()).ok_or_else(|| {
            let message = format!("a `{name}` takes part, which this game does not have by our rules");
            self.told.error(Code::NotCarriedOver, span, message, "");
        })
    }

    /// The segment of the piece just laid that a target means.
    pub(super) fn segment(
        &mut self,
        placement: Placement,
        figure: FigureId,
        target: &Target,
        span: Span,
    ) -> Result<usize, ()> {
        let game = self.play.game();
        if let Some(segment) = find(game, placement, figure, target) {
            return Ok(segment);
        }
        let class = &game.classes[placement.class.index()].name;
        let feature = target.feature.unwrap_or("place for a figure");
        let message = format!("`{class}` turned {} has no {feature} at `{}`", placement.rotation, target.written);
        let segments = 0..game.segments_of(placement.class).len();
        let places: Vec<_> =
            segments.map(|segment| notation::place(game, placement.class, placement.rotation, segment)).collect();
        let places: Vec<_> = places.iter().map(String::as_str).collect();
        let help = format!("it has {}", crate::diagnostic::list_of(&places, "and"));
        self.told.error(Code::ImportRefused, span, message, help);
        Err(())
    }
}

/// The segment that a target means on a piece of one cell.
fn find(game: &Game, placement: Placement, figure: FigureId, target: &Target) -> Option<usize> {
    let segments = game.segments_of(placement.class);
    let feature_of = |segment: usize| game.features[segments[segment].feature.index()].name.as_str();
    let suits = |segment: &usize| target.feature.is_none_or(|feature| feature_of(*segment) == feature);
    let cell = game.cells_of(placement.class, placement.rotation).first()?;
    let mut found = target.ports.iter().map(|port| cell.ports[port.index()]);
    if let Some(first) = found.next() {
        let is_one = first != NONE && found.all(|other| other == first);
        return is_one.then_some(usize::from(first)).filter(suits);
    }
    // Several reach no edge where a monastery stands in an enclosed field: the figure tells which.
    let inner = || (0..segments.len()).filter(|&segment| segments[segment].ports.is_empty()).filter(suits);
    let stands = |segment: &usize| game.figures[figure.index()].on[segments[*segment].feature.index()];
    inner().find(stands).or_else(|| inner().next())
}
