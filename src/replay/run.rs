//! Replaying whole logs: many games, on all cores, told in the order they stand.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::batches::Log;
use super::game::{GameOutcome, Replayer};
use super::rulesets::Rulesets;
use super::shard::Shard;
use super::walk::{LogEnd, Part, Told, WalkError, walk};
use crate::diagnostic::{Code, Finding};
use crate::log::GameBytes;
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

/// What a replay tells on its way; logs have the numbers of their places in the list.
#[derive(Debug)]
pub enum Replayed {
    /// A game of a log.
    Game(usize, GameOutcome),
    /// What is wrong in a log outside any game: text before the first, no game at all, one too long to be read.
    Outside(usize, Finding),
    /// Nothing for now: the next game may be long in coming, so what was told should go out.
    Pause,
}

/// Replays the games of logs that belong to a shard, giving each to `tell`, in order, until that breaks off.
///
/// # Errors
/// Where reading or telling fails.
pub fn replay_logs<L: Log>(
    rulesets: &Rulesets<'_>,
    logs: &[L],
    options: &RunOptions,
    shard: Shard,
    tell: &mut dyn FnMut(Replayed) -> io::Result<ControlFlow<()>>,
) -> Result<(), WalkError> {
    // Games are counted over all logs.
    let mut count = 0_u64;
    let mut takes = |game: &GameBytes<'_>| {
        count += u64::from(game.named);
        if game.named { shard.has(count - 1) } else { shard.is_first() }
    };
    let work = |parts: &[Part<'_>]| {
        let mut replayer = Replayer::new(rulesets, Arc::clone(parts[0].file), options);
        let replay = |part: &Part<'_>| replayer.of(part.file).replay(&part.game);
        parts.iter().map(replay).collect()
    };
    // The log of which it was told already that its text begins with no game.
    let mut said = None;
    let mut told = |told: Told<'_, GameOutcome>| {
        let (log, findings) = match told {
            Told::Game(part, outcome) if part.game.named => return tell(Replayed::Game(part.log, outcome)),
            Told::Pause => return tell(Replayed::Pause),
            Told::Game(part, outcome) => {
                said = Some(part.log);
                (part.log, outcome.findings)
            }
            Told::End(end) if shard.is_first() => (end.log, amiss(&end, said == Some(end.log)).into_iter().collect()),
            Told::End(_) => return Ok(ControlFlow::Continue(())),
        };
        for finding in findings {
            if tell(Replayed::Outside(log, finding))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    walk(logs, options.jobs, &mut takes, &work, &mut told)
}

/// What is amiss with a log as a whole; `said` where something is already.
fn amiss(end: &LogEnd<'_>, said: bool) -> Option<Finding> {
    match end.cut {
        Some(lines_before) => Some(cut_off(end.file, lines_before)),
        None => (end.games == 0 && !said).then(|| no_game(end.file)),
    }
}

/// The finding for a log without any game.
pub(crate) fn no_game(file: &Arc<str>) -> Finding {
    Finding::error(Code::NoGame, "no game stands in this log")
        .help("a game starts at its `game:` line, such as `game: NAME`")
        .at(Excerpt::whole(file.clone(), "").place(Span::default()))
}

fn cut_off(file: &Arc<str>, lines_before: usize) -> Finding {
    let place = Excerpt { file: file.clone(), text: "".into(), first_line: lines_before + 1 }.place(Span::default());
    Finding::error(Code::TooLarge, "a game is longer than 64 MiB, and the rest of the log was not read")
        .help("a game of 100,000 turns takes less; is this a move log?")
        .at(place)
}
