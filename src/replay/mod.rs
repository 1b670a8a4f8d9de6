//! Replaying recorded games: every move checked, every claim verified, every point explained.
//!
//! A game is replayed on its own: its text in, a report and its findings out. The first illegal move stops a game, and
//! only that game; the rest of its text is still read, so that every slip of the pen is told at once. What must stay true:
//! a game without findings had every move legal and every claim right, and one wrong thing is told once.

mod acting;
mod batches;
mod chips;
mod claims;
mod findings;
mod game;
mod game_text;
mod names;
mod outcome;
mod pipe;
mod playing;
mod rulesets;
mod run;
mod scene;
mod shard;
mod trace;
mod walk;

pub use batches::{Log, TextLog};
pub use game::{GameOutcome, Replayer};
pub use outcome::report_of;
pub use rulesets::{Named, NotFound, Rulesets};
pub(crate) use run::no_game;
pub use run::{Replayed, RunOptions, replay_logs};
pub use scene::{scene_of, vocabulary};
pub use shard::Shard;
pub use trace::PlayedTurn;
pub use walk::{LogEnd, Part, Told, WalkError, walk};
