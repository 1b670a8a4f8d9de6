//! Rules and tile data of tile-laying games: checked, drawn, and recorded games replayed to verified scores.
//!
//! Data flows one way: bytes, values with spans, checked model, compiled game, table, ledger, report. Nobody imports
//! upward. The rules engine (`game`, `table`, `play`) knows no file, no command line and no printing.

pub mod cli;
pub mod commands;
pub mod compare;
pub mod count;
pub mod deal;
pub mod diagnostic;
pub mod diff;
pub mod explain;
pub mod fmt;
pub mod game;
pub mod generate;
pub mod geometry;
pub mod import;
pub mod library;
pub mod lint;
pub mod log;
pub mod model;
pub mod moves;
pub mod notation;
pub mod play;
pub mod render;
pub mod replay;
pub mod report;
pub mod resolve;
pub mod schema;
pub mod source;
pub mod table;
pub mod text;
pub mod transcribe;
pub mod validate;
