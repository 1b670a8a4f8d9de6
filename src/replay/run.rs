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

/// What a replay tells on its way.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "it is handed on once and never kept")]
pub enum Replayed {
    /// A game, with the number of its log.
    Game(usize, GameOutcome),
    /// Nothing for now: the next game may be long in coming, so what was told should go out.
    Pause,
}

/// A finding outside any game, with the number of its log.
pub type Outside = (usize, Finding);

/// Replays the games of logs that belong to a shard, giving each to `tell`, in order, until that breaks off. What is wrong outside any game: text before the first, no game at all, one too long to be read.
///
/// # Errors
/// Where reading or telling fails.
pub fn replay_logs<L: Log>(
    rulesets: &Rulesets<'_>,
    logs: &[L],
    options: &RunOptions,
    shard: Shard,
    tell: &mut dyn FnMut(Replayed) -> io::Result<ControlFlow<()>>,
) -> Result<Vec<Outside>, WalkError> {
    let mut outside: Vec<Outside> = Vec::new();
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
    let mut told = |told: Told<'_, GameOutcome>| match told {
        Told::Game(part, outcome) if part.game.named => tell(Replayed::Game(part.log, outcome)),
        Told::Pause => tell(Replayed::Pause),
        Told::Game(part, outcome) => {
            outside.extend(outcome.findings.into_iter().map(|finding| (part.log, finding)));
            Ok(ControlFlow::Continue(()))
        }
        Told::End(end) if shard.is_first() => {
            let said = outside.last().is_some_and(|(log, _)| *log == end.log);
            outside.extend(amiss(&end, said).map(|finding| (end.log, finding)));
            Ok(ControlFlow::Continue(()))
        }
        Told::End(_) => Ok(ControlFlow::Continue(())),
    };
    walk(logs, options.jobs, &mut takes, &work, &mut told)?;
    Ok(outside)
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
