//! What the jobs say: games replayed and files checked, as types, with schemas, in every format.
//!
//! The jobs fill [`GameReport`] and [`FileReport`] and hand each over as it is done, with its findings; a
//! [`ReplayWriter`] or [`ValidateWriter`] writes it at once, so that millions of games stream through. What must stay
//! true: the JSON is the contract's (`formats.md`, section 4) and its schemas come from the records that are written;
//! memory does not grow with the number of games; a green run says how much it verified.

mod game;
mod human;
mod ledger;
mod record;
mod sink;
mod totals;
mod writer;

pub use game::{Ended, Entry, FileReport, GameReport, Reason};
pub use ledger::{LedgerLevel, PLACE, Source, sources};
pub use record::{
    EntryRecord, FileRecord, GameRecord, LedgerRecord, ReplayReport, SourceRecord, ValidateReport, output_schema,
    schemas,
};
pub use totals::Totals;
pub use writer::{Options, ReplayWriter, ValidateWriter};

/// The number of the JSON output's format.
pub const FORMAT: u32 = 1;

#[cfg(test)]
mod tests;
