//! Tile sets that are known to be right already: rulesets and their variants share most of them as they stand, and what a
//! drawing is by itself hangs on nothing but the drawing and the shapes of the features.
//!
//! What must stay true: only a set is remembered of which no drawing, taken by itself, gave a finding.

use std::sync::{Mutex, PoisonError};

use super::Game;
use crate::model::{Shape, Tileset};
use crate::source::Shared;

/// Tile sets of which every drawing was found right by itself.
#[derive(Debug, Default)]
pub struct RightSets(Mutex<Vec<(Shared<Tileset>, Shapes)>>);

/// The features that the ruleset declares, each with its shape.
type Shapes = Vec<(String, Shape)>;

impl RightSets {
    /// Whether a set of this game was found right before.
    pub(super) fn holds(&self, game: &Game<'_>, set: usize) -> bool {
        let features = &game.resolved.ruleset.features;
        let same = |shapes: &Shapes| {
            let declared = features.iter().map(|(name, feature)| (name, feature.shape));
            declared.eq(shapes.iter().map(|(name, shape)| (name, *shape)))
        };
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|(known, shapes)| known.is(&game.resolved.tilesets[set]) && same(shapes))
    }

    /// Remembers a set of this game, of which no drawing gave a finding.
    pub(super) fn add(&self, game: &Game<'_>, set: usize) {
        let features = &game.resolved.ruleset.features;
        let shapes = features.iter().map(|(name, feature)| (name.clone(), feature.shape)).collect();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.push((game.resolved.tilesets[set].clone(), shapes));
    }
}
