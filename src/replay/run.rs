//! Replaying whole logs: many games, on all cores, told in the order they stand.
//!
//! Memory holds two chunks of a log and the outcomes of one, however long the log is: the next is read while one is
//! replayed. What must stay true: the order and the content of what is told do not depend on the number of threads.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::prelude::*;

use super::chunks::Chunks;
use super::game::{GameOutcome, Replayer};
use super::rulesets::Rulesets;
use super::shard::Share;
use crate::diagnostic::{Code, Finding};
use crate::log::{GameBytes, split};
use crate::render::Style;
use crate::text::{Excerpt, Span};

/// How a run replays.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Variants applied to every game after its own.
    pub variants: Vec<String>,
    /// Whether ledgers keep the cells of what was scored.
    pub keep_cells: bool,
    /// Whether the ledger is not told at all.
    pub scores_only: bool,
    /// How to draw the maps of findings; none are drawn where none.
    pub maps: Option<Style>,
    /// Threads; all cores where none.
    pub jobs: Option<usize>,
}

/// So many outcomes are held at once, however short the games are.
const MOST_HELD: usize = 4096;
/// About how many batches a thread gets of a chunk: more even out games of different length.
const BATCHES: usize = 16;

/// Replays a log, giving each game to `tell` in order until that breaks off. The number of games, and what is wrong outside
/// any game: text before the first, no game at all, one too long to be read.
///
/// # Errors
/// Where reading or telling fails.
pub fn replay_log(
    rulesets: &Rulesets<'_>,
    file: &Arc<str>,
    input: impl Read + Send,
    options: &RunOptions,
    tell: &mut dyn FnMut(GameOutcome) -> io::Result<ControlFlow<()>>,
) -> io::Result<(u64, Vec<Finding>)> {
    replay_share(rulesets, file, input, options, &mut Share::default(), tell)
}

/// The same for the games of a shard alone; `share` goes from one log of a run to the next. The number is that of the games
/// replayed.
///
/// # Errors
/// Where reading or telling fails.
pub fn replay_share(
    rulesets: &Rulesets<'_>,
    file: &Arc<str>,
    input: impl Read + Send,
    options: &RunOptions,
    share: &mut Share,
    tell: &mut dyn FnMut(GameOutcome) -> io::Result<ControlFlow<()>>,
) -> io::Result<(u64, Vec<Finding>)> {
    let mut chunks = Chunks::new(input, options.jobs.unwrap_or_else(rayon::current_num_threads));
    let (mut games, first_game) = (0, share.games);
    let mut alone = Vec::new();
    let mut next = chunks.next_chunk()?;
    while let Some(chunk) = next {
        let mut parts = split(&chunk.bytes);
        for part in &mut parts {
            part.lines_before += chunk.lines_before;
        }
        parts.retain(|part| if part.named { share.takes_next() } else { share.shard.is_first() });
        let mut ahead = None;
        for parts in parts.chunks(MOST_HELD) {
            let named = parts.iter().map(|part| part.named);
            let outcomes = match ahead {
                None if options.jobs != Some(1) => {
                    let replay = || replay_parts(rulesets, file, parts, options);
                    let (outcomes, read) = rayon::join(replay, || chunks.next_chunk());
                    ahead = Some(read);
                    outcomes
                }
                _ => replay_parts(rulesets, file, parts, options),
            };
            for (outcome, named) in outcomes.into_iter().flatten().zip(named) {
                if !named {
                    alone.extend(outcome.findings);
                    continue;
                }
                games += 1;
                if tell(outcome)?.is_break() {
                    return Ok((games, alone));
                }
            }
        }
        if chunk.cut {
            alone.extend(share.shard.is_first().then(|| cut_off(file, chunk.lines_before)));
            return Ok((games, alone));
        }
        next = ahead.unwrap_or_else(|| chunks.next_chunk())?;
        chunks.reuse(chunk);
    }
    if share.games == first_game && alone.is_empty() && share.shard.is_first() {
        alone.push(no_game(file));
    }
    Ok((games, alone))
}

/// The finding for a log without any game.
pub(crate) fn no_game(file: &Arc<str>) -> Finding {
    Finding::error(Code::NoGame, "no game stands in this log")
        .help("a game starts at its `game:` line, such as `game: NAME`")
        .at(Excerpt::whole(file.clone(), "").place(Span::default()))
}

/// Outcomes of all games, batch by batch in order.
fn replay_parts(
    rulesets: &Rulesets<'_>,
    file: &Arc<str>,
    parts: &[GameBytes<'_>],
    options: &RunOptions,
) -> Vec<Vec<GameOutcome>> {
    let replay = |batch: &[GameBytes<'_>]| {
        let mut replayer = Replayer::new(rulesets, file.clone(), options);
        batch.iter().map(|part| replayer.replay(part)).collect::<Vec<_>>()
    };
    if options.jobs == Some(1) || parts.len() < 2 {
        return vec![replay(parts)];
    }
    let batch = parts.len().div_ceil(rayon::current_num_threads() * BATCHES).max(1);
    parts.par_chunks(batch).map(replay).collect()
}

fn cut_off(file: &Arc<str>, lines_before: usize) -> Finding {
    let place = Excerpt { file: file.clone(), text: "".into(), first_line: lines_before + 1 }.place(Span::default());
    Finding::error(Code::TooLarge, "a game is longer than 64 MiB, and the rest of the log was not read")
        .help("a game of 100,000 turns takes less; is this a move log?")
        .at(place)
}
