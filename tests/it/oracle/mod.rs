//! The oracle: a second scorer, slow and from scratch, that the engine is held against.
//!
//! It was written from the rules alone and shares no code with `src/`: it reads the data as plain TOML, the logs with a few
//! lines of its own, floods all features anew every turn and counts them. What must stay true: no import from the crate,
//! and nothing kept from turn to turn that can be found by looking at the table, so that where oracle and engine agree,
//! two different roads led there. It is no checker of logs: it refuses illegal play, but not each misspelt word.
//!
//! ```text
//! let rules = Rules::load(data, "amazonas", &[Overlay::Text("options.bang_animals = 'each'")])?;
//! let outcome = play(&rules, log)?;                        // totals after every turn and at the end
//! let wine = outcome.end.counter(seat, "wine");            // any counter a log may claim
//! play_watched(&rules, &game, |position, turn| { ... })?;  // the position before every turn
//! let cells = legal(&rules, position, "T07")?;             // brute force
//! let log = random_log(&rules, "game: amazonas", 3, seed)?; // a whole game the engine did not choose
//! let after = position.after(&rules, "A04b", (0, 4), 180)?;  // what a double may then do: legal(&rules, &after, "D1")
//! ```

mod data;
mod goods;
mod log;
mod map;
mod play;
mod proof;
mod proof_figures;
mod proof_table;
mod random;
mod rules;
mod score;
mod table;
mod tiles;
mod turns;

pub(crate) use log::games;
pub(crate) use play::{Outcome, Position, Totals, legal, play, play_watched};
pub(crate) use random::random_log;
pub(crate) use rules::{Overlay, Rules};
