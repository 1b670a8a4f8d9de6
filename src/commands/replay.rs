//! `replay`: verifies recorded games.

use std::io::Write;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use super::games::Games;
use super::output::{Look, Sink};
use super::progress::Replaying;
use super::settings::Book;
use super::{Failure, Status};
use crate::cli::{Ledger, Replay};
use crate::diagnostic::render::Format;
use crate::replay::{GameOutcome, Replayed, RunOptions, replay_logs};
use crate::report::{LedgerLevel, ReplayWriter};
use crate::source::discover::{self, Input};

pub(super) fn run(args: &Replay, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data, look, args.logs.first())?;
    let inputs = discover::logs(&args.logs)?;
    let level = args.ledger.map(|level| match level {
        Ledger::None => LedgerLevel::None,
        Ledger::Summary => LedgerLevel::Summary,
        Ledger::Full => LedgerLevel::Full,
    });
    let format = args.report.format();
    let for_people = matches!(format, Format::Human);
    let options = RunOptions {
        variants: args.variants.variants.clone(),
        keep_cells: level.unwrap_or(LedgerLevel::Full) == LedgerLevel::Full && format != Format::Jsonl,
        scores_only: level == Some(LedgerLevel::None) || matches!(format, Format::Short | Format::Github),
        maps: for_people.then(|| look.style()),
        // More threads than cores only wait for each other.
        jobs: args.jobs.map(|jobs| usize::from(jobs).min(rayon::current_num_threads())),
    };
    match options.jobs {
        None => replay_all(args, look, &games, &inputs, level, &options),
        Some(jobs) => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
            let pool = pool.map_err(|error| Failure::Usage(format!("{jobs} threads cannot be started: {error}")))?;
            pool.install(|| replay_all(args, look, &games, &inputs, level, &options))
        }
    }
}

fn replay_all(
    args: &Replay,
    look: &Look,
    games: &Games,
    inputs: &[Input],
    level: Option<LedgerLevel>,
    options: &RunOptions,
) -> Result<Status, Failure> {
    let rulesets = games.rulesets();
    let progress = Replaying::new(inputs, look);
    let mut sink = Sink::open(args.report.output.as_deref())?.above(&progress);
    let mut book = Book::new(&args.report, look.no_settings)?;
    let limits = book.limits(args.logs.first().map(String::as_str))?;
    // Settings that are broken end the run before anything is written.
    let logs = super::logs::named(inputs, &args.stdin_filename, Some(&progress.counter()));
    let levels = logs.iter().map(|log| book.levels(&log.file)).collect::<Result<Vec<_>, _>>()?;
    let report_options = args.report.options(look, limits, level);
    let mut broken: Option<Arc<Vec<crate::diagnostic::Finding>>> = None;
    let failure;
    let totals = {
        let mut writer = ReplayWriter::new(&mut sink, args.report.format(), report_options);
        // The log that the writer was last told of.
        let mut reached = None;
        let mut stop = false;
        let mut tell = |told: Replayed| {
            if let Replayed::Game(log, _) | Replayed::Outside(log, _) = &told
                && reached.replace(*log) != Some(*log)
            {
                writer.set_levels(Rc::clone(&levels[*log]));
            }
            match told {
                Replayed::Game(_, GameOutcome { broken: Some(findings), .. }) => {
                    broken = Some(findings);
                    stop = true;
                }
                Replayed::Game(_, outcome) => {
                    progress.game();
                    let told = writer.game(&outcome.report, &outcome.findings)?;
                    stop = args.fail_fast && told.errors > 0;
                }
                Replayed::Outside(_, finding) => writer.apart(finding),
                Replayed::Pause => writer.flush()?,
            }
            Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let replayed = replay_logs(&rulesets, &logs, options, args.shard.unwrap_or_default(), &mut tell);
        failure = replayed.err().map(Failure::from);
        // A log of which nothing was told was gone through as well: what is set for it served.
        for (_, levels) in levels.iter().enumerate().filter(|(log, _)| !stop || Some(*log) <= reached) {
            writer.set_levels(Rc::clone(levels));
        }
        // Whatever keeps the job from being done, what was written so far is closed as its format wants it.
        let broken: Vec<_> = broken.iter().flat_map(|findings| findings.iter().cloned()).collect();
        writer.finish(&broken).map_err(Failure::io("output"))?
    };
    drop(progress);
    if failure.is_some() || broken.is_some() {
        sink.close()?;
        return Err(failure.unwrap_or(Failure::BrokenTold));
    }
    sink.flush().map_err(Failure::io("output"))?;
    sink.close()?;
    look.tell_totals(args.report.format(), &totals);
    Ok(Status::of(totals.tally.failed(limits.0)))
}
