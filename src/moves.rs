//! The legal moves of a position, and how many games there are from it to a depth.
//!
//! A move is a whole turn: the pieces laid, and a figure placed, taken back, or neither. What must stay true: every move
//! listed is one that a log may write, each once, in the order of cells, rotations, figures and segments. A tile that fits
//! nowhere has no move; it would be put aside.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use crate::game::{ClassId, FigureId, Game};
use crate::notation;
use crate::play::Match;
use crate::table::Placement;

/// The number of the JSON format.
pub const FORMAT: u32 = 1;

/// What is done with figures in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Nothing.
    Pass,
    /// A figure is placed on a segment of the last piece laid.
    Place(FigureId, usize),
    /// A figure is taken back.
    Recall(FigureId),
}

/// A legal turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The tile drawn, and the piece that follows it.
    pub pieces: Vec<Placement>,
    /// What is done then.
    pub deed: Deed,
}

impl Move {
    /// As a log writes it, without number and player.
    #[must_use]
    pub fn text(&self, game: &Game) -> String {
        let mut text = String::new();
        for (number, piece) in self.pieces.iter().enumerate() {
            let class = &game.classes[piece.class.index()];
            let joint = if number > 0 { " + " } else { "" };
            let _ = write!(text, "{joint}{} {} {}", class.name, piece.cell, piece.rotation);
        }
        match (self.deed, self.pieces.last()) {
            (Deed::Place(figure, segment), Some(piece)) => {
                let target = notation::target(game, piece.class, piece.rotation, segment);
                let _ = write!(text, " {} {target}", game.figures[figure.index()].name);
            }
            (Deed::Recall(figure), _) => {
                let _ = write!(text, " recall {}", game.figures[figure.index()].name);
            }
            _ => {}
        }
        text
    }
}

/// Classes of tiles that may be drawn now, those of early stacks first come.
#[must_use]
pub fn drawable(play: &Match<'_>) -> Vec<ClassId> {
    let classes = (0..play.game().classes.len()).map(|index| ClassId(index as u16));
    classes.filter(|class| play.game().tile_of(*class).is_some() && play.may_draw(*class).is_ok()).collect()
}

/// Calls `each` with every way to lay a tile of this class, what follows it included, and the game after it.
fn each_laying(play: &Match<'_>, class: ClassId, each: &mut dyn FnMut(&[Placement], &Match<'_>)) {
    let mut placements = Vec::new();
    play.table().placements(play.game(), class, &mut placements);
    for placement in placements {
        let mut after = play.clone();
        if after.lay(placement).is_err() {
            continue;
        }
        if after.pieces_done().is_ok() {
            each(&[placement], &after);
            continue;
        }
        let apart = (0..play.game().classes.len()).map(|index| ClassId(index as u16));
        for follow in apart.filter(|class| after.may_draw(*class).is_ok()) {
            let mut follows = Vec::new();
            after.table().placements(play.game(), follow, &mut follows);
            for second in follows {
                let mut both = after.clone();
                if both.lay(second).is_ok() {
                    each(&[placement, second], &both);
                }
            }
        }
    }
}

/// What may be done with figures once the pieces are laid.
fn deeds(after: &Match<'_>) -> Vec<Deed> {
    let mut placed = Vec::new();
    after.actions(&mut placed);
    let mut deeds = vec![Deed::Pass];
    deeds.extend(placed.into_iter().map(|(figure, segment)| Deed::Place(figure, segment)));
    let mut recalls: Vec<FigureId> = after.recalls().collect();
    recalls.sort_by_key(|figure| figure.index());
    recalls.dedup();
    deeds.extend(recalls.into_iter().map(Deed::Recall));
    deeds
}

/// Every legal turn with a tile of this class.
#[must_use]
pub fn moves(play: &Match<'_>, class: ClassId) -> Vec<Move> {
    let mut found = Vec::new();
    each_laying(play, class, &mut |pieces, after| {
        found.extend(deeds(after).into_iter().map(|deed| Move { pieces: pieces.to_vec(), deed }));
    });
    found
}

/// The number of placements of a tile of this class, what follows it included, and of turns with it.
#[must_use]
pub fn count(play: &Match<'_>, class: ClassId) -> (u64, u64) {
    let (mut placements, mut turns) = (0, 0);
    each_laying(play, class, &mut |_, after| {
        placements += 1;
        turns += deeds(after).len() as u64;
    });
    (placements, turns)
}

/// The game after a turn; none where it is not legal.
#[must_use]
pub fn after<'g>(play: &Match<'g>, turn: &Move) -> Option<Match<'g>> {
    let mut after = play.clone();
    for piece in &turn.pieces {
        after.lay(*piece).ok()?;
    }
    match turn.deed {
        Deed::Pass => {}
        Deed::Place(figure, segment) => after.place(figure, segment).ok()?,
        Deed::Recall(figure) => after.recall(Some(figure)).ok()?,
    }
    after.end_turn();
    Some(after)
}

/// How many sequences of so many turns there are, with each kind of tile drawn once wherever a copy is left.
#[must_use]
pub fn perft(play: &Match<'_>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    drawable(play).into_iter().map(|class| divide(play, class, depth)).sum()
}

/// The same, where the first tile drawn is of this class.
#[must_use]
pub fn divide(play: &Match<'_>, class: ClassId, depth: u32) -> u64 {
    if depth <= 1 {
        return count(play, class).1;
    }
    moves(play, class).iter().filter_map(|turn| after(play, turn)).map(|play| perft(&play, depth - 1)).sum()
}

/// What `moves --format json` writes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(title = "moves")]
pub struct MovesReport {
    /// The number of this format.
    pub format: u32,
    /// The ruleset's id.
    pub game: String,
    /// The turn that comes next, `7` or `7b`.
    pub turn: String,
    /// Whose it is.
    pub player: String,
    /// Turns looked ahead.
    pub depth: u32,
    /// Each kind of tile that may be drawn.
    pub tiles: Vec<TileMoves>,
    /// Sequences of turns in all.
    pub total: u64,
}

/// What may be done with one kind of tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TileMoves {
    /// Its name.
    pub tile: String,
    /// Copies left.
    pub left: u32,
    /// Ways to lay it.
    pub placements: u64,
    /// Sequences of turns that begin with it.
    pub turns: u64,
    /// The turns themselves, as a log writes them; only where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// The schema of the JSON output.
#[must_use]
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    vec![("moves", crate::report::output_schema::<MovesReport>(FORMAT))]
}
