//! Reports.
mod game;
pub use game::*;
