//! Going through logs: their games worked on by all threads, what comes out told in the order in which they stand.
//!
//! Memory holds a few batches of games and what came out of one, however long the logs are: the next is read while one is
//! worked on. What must stay true: the order and the content of what is told do not depend on the number of threads.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::prelude::*;

use super::batches::{Batches, Log, Stretch, Then};
use crate::log::GameBytes;

/// A game of a log.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The number of the log, counted from 0.
    pub log: usize,
    /// The log's name.
    pub file: &'a Arc<str>,
    /// The game; without a name, what stands before the first.
    pub game: GameBytes<'a>,
}

/// What is told on the way.
#[derive(Debug)]
pub enum Told<'a, T> {
    /// What came out of a game.
    Game(Part<'a>, T),
    /// Where a log ends.
    End(LogEnd<'a>),
    /// All that was read is told, and more may be long in coming.
    Pause,
}

/// The end of a log.
#[derive(Clone, Copy, Debug)]
pub struct LogEnd<'a> {
    /// Its number, counted from 0.
    pub log: usize,
    /// Its name.
    pub file: &'a Arc<str>,
    /// How many games stand in it.
    pub games: u64,
    /// The lines before a last game that is too long to be read whole, where there is one: its beginning was taken for it.
    pub cut: Option<usize>,
}

/// Why a way through logs was broken off.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// A log cannot be read.
    #[error("{file}: {error}")]
    Read {
        /// The log.
        file: Arc<str>,
        /// What failed.
        error: io::Error,
    },
    /// Telling failed.
    #[error(transparent)]
    Tell(io::Error),
}

/// So many outcomes are held at once, however short the games are.
const MOST_HELD: usize = 4096;
/// About how many shares a thread gets of a batch: more even out games of different length.
const SHARES: usize = 16;

/// Works on the games of logs that `takes` wants, on so many threads (all where none), and tells in order what came out, until
/// that breaks off. Games are given to `work` some at a time: an outcome for each is wanted.
///
/// # Errors
/// Where reading or telling fails.
pub fn walk<L: Log, T: Send>(
    logs: &[L],
    jobs: Option<usize>,
    takes: &mut dyn FnMut(&GameBytes<'_>) -> bool,
    work: &(dyn Fn(&[Part<'_>]) -> Vec<T> + Sync),
    tell: &mut dyn FnMut(Told<'_, T>) -> io::Result<ControlFlow<()>>,
) -> Result<(), WalkError> {
    let threads = jobs.unwrap_or_else(rayon::current_num_threads);
    let mut batches = Batches::new(logs, threads);
    let mut next = batches.next_batch();
    // Games of the log so far.
    let mut games = 0;
    while let Some(batch) = next {
        let mut parts = Vec::new();
        // How many of them each stretch has, and how many games there are in it.
        let mut counts = Vec::with_capacity(batch.stretches.len());
        for stretch in &batch.stretches {
            let (before, all) = (parts.len(), batch.games(stretch));
            let named = all.iter().filter(|game| game.named).count() as u64;
            let part = |game| Part { log: stretch.log, file: &stretch.file, game };
            parts.extend(all.into_iter().filter(|game| takes(game)).map(part));
            counts.push((parts.len() - before, named));
        }
        let mut ahead = None;
        let mut outcomes = parts.chunks(MOST_HELD).flat_map(|parts| {
            let outcomes = if threads > 1 && ahead.is_none() && !batches.waits() {
                let (outcomes, read) = rayon::join(|| share_out(parts, threads, work), || batches.next_batch());
                ahead = Some(read);
                outcomes
            } else {
                share_out(parts, threads, work)
            };
            parts.iter().zip(outcomes.into_iter().flatten())
        });
        for (stretch, (count, named)) in batch.stretches.iter().zip(counts) {
            for (part, outcome) in outcomes.by_ref().take(count) {
                if tell(Told::Game(*part, outcome)).map_err(WalkError::Tell)?.is_break() {
                    return Ok(());
                }
            }
            games += named;
            if let Some(end) = stretch.log_end(games) {
                games = 0;
                if tell(Told::End(end)).map_err(WalkError::Tell)?.is_break() {
                    return Ok(());
                }
            }
        }
        drop(outcomes);
        next = match ahead {
            Some(read) => read,
            None if batches.waits() && tell(Told::Pause).map_err(WalkError::Tell)?.is_break() => return Ok(()),
            None => batches.next_batch(),
        };
        if let Some((file, error)) = batches.reuse(batch) {
            return Err(WalkError::Read { file, error });
        }
    }
    Ok(())
}

/// What comes out of all parts, share by share in order.
fn share_out<T: Send>(
    parts: &[Part<'_>],
    threads: usize,
    work: &(dyn Fn(&[Part<'_>]) -> Vec<T> + Sync),
) -> Vec<Vec<T>> {
    if threads == 1 || parts.len() < 2 {
        return vec![work(parts)];
    }
    let share = parts.len().div_ceil(rayon::current_num_threads() * SHARES).max(1);
    parts.par_chunks(share).map(work).collect()
}

impl Stretch {
    /// The end of the log behind it, which holds so many games.
    fn log_end(&self, games: u64) -> Option<LogEnd<'_>> {
        let cut = match self.then {
            Then::More => return None,
            Then::End => None,
            Then::Cut => Some(self.lines_before),
        };
        Some(LogEnd { log: self.log, file: &self.file, games, cut })
    }
}
