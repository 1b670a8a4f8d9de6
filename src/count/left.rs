//! What is left to draw in a game: what a player who counts tiles wants to know.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::FORMAT;
use crate::game::ClassId;
use crate::play::Match;

/// Copies that are not in play yet.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Left {
    /// The version of this shape.
    pub format: u32,
    /// The ruleset's id.
    pub game: String,
    /// Turns ended.
    pub turns: u32,
    /// Copies left in the draw stack.
    pub stack: u32,
    /// Tiles of which any copy is left, in the order of the sets.
    pub tiles: Vec<LeftTile>,
}

/// A tile, or those of its faces that the rules can tell apart.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LeftTile {
    /// How logs name it.
    pub tile: String,
    /// Copies left.
    pub left: u32,
    /// Copies in all.
    pub copies: u32,
    /// Whether it lies apart from the stack.
    pub apart: bool,
    /// In how many ways it could be laid now.
    pub placements: usize,
}

/// What is left in this game.
#[must_use]
pub fn left(play: &Match<'_>) -> Left {
    let game = play.game();
    let mut found = Vec::new();
    let mut tiles = Vec::new();
    for (index, class) in game.classes.iter().enumerate() {
        let id = ClassId(index as u16);
        let (Some(tile), left) = (game.tile_of(id), play.copies_left(id)) else { continue };
        if left == 0 {
            continue;
        }
        play.table().placements(game, id, &mut found);
        let (copies, placements) = (class.copies, found.len());
        tiles.push(LeftTile { tile: class.name.clone(), left, copies, apart: tile.apart, placements });
    }
    Left { format: FORMAT, game: game.id.clone(), turns: play.turns(), stack: play.stack_left(), tiles }
}

impl Left {
    /// The table for people, lines ending in LF.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let plural = |count: u32, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        // Writing to a string cannot fail.
        let (stack, turns) = (plural(self.stack, "tile"), plural(self.turns, "turn"));
        let _ = writeln!(text, "{}: {stack} left in the stack after {turns}", self.game);
        if !self.tiles.is_empty() {
            let _ = writeln!(text, "\n  {:<8} {:>4}  {:>6}  {:>10}", "tile", "left", "copies", "placements");
        }
        for tile in &self.tiles {
            let apart = if tile.apart { "  apart" } else { "" };
            let _ = writeln!(
                text,
                "  {:<8} {:>4}  {:>6}  {:>10}{apart}",
                tile.tile, tile.left, tile.copies, tile.placements
            );
        }
        if !self.tiles.is_empty() {
            text.push_str("\nplacements: ways to lay it now; turned so that it looks the same counts once\n");
        }
        text
    }
}
