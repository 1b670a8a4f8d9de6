//! One game of a log that is read whole: what `render log`, `moves` and `count --log` work on.

use std::io::Read;
use std::sync::Arc;

use super::Failure;
use crate::log::{GameBytes, split};
use crate::source::discover;

/// A log read whole.
pub(super) struct WholeLog {
    /// Its name as messages show it.
    pub(super) name: Arc<str>,
    bytes: Vec<u8>,
}

impl WholeLog {
    /// # Errors
    /// Where it cannot be read.
    pub(super) fn read(file: &str) -> Result<Self, Failure> {
        let input = discover::single(file)?;
        let name: Arc<str> = input.name("<stdin>").into();
        let mut bytes = Vec::new();
        input.open().and_then(|mut log| log.read_to_end(&mut bytes)).map_err(Failure::io(name.to_string()))?;
        Ok(Self { name, bytes })
    }

    /// One of its games, counted from 1.
    ///
    /// # Errors
    /// Where it holds fewer.
    pub(super) fn game(&self, number: usize) -> Result<GameBytes<'_>, Failure> {
        let mut games = split(&self.bytes);
        let held = games.len();
        let index = number.checked_sub(1).filter(|index| *index < held);
        index
            .map(|index| games.swap_remove(index))
            .ok_or_else(|| Failure::Usage(format!("there is no game {number} in {}: it holds {held}", self.name)))
    }
}
