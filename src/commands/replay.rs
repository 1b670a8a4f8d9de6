//! `replay`: verifies recorded games.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::games::Games;
use super::output::{Look, Sink};
use super::progress::Replaying;
use super::settings::Book;
use super::{Failure, Status};
use crate::cli::{Ledger, Replay};
use crate::diagnostic::render::Format;
use crate::replay::{RunOptions, Share, replay_share};
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
    for input in inputs {
        book.levels(&input.name(&args.stdin_filename))?;
    }
    let report_options = args.report.options(look, limits, level);
    let mut broken: Option<Arc<Vec<crate::diagnostic::Finding>>> = None;
    let mut failure = None;
    let totals = {
        let mut writer = ReplayWriter::new(&mut sink, args.report.format(), report_options);
        let mut alone = Vec::new();
        let mut stop = false;
        let mut share = Share::of(args.shard.unwrap_or_default());
        for input in inputs {
            let name: Arc<str> = input.name(&args.stdin_filename).into();
            let reader = progress.reading(input.open()?);
            writer.set_levels(book.levels(&name)?);
            let mut tell = |outcome: crate::replay::GameOutcome| {
                if let Some(findings) = outcome.broken {
                    broken = Some(findings);
                    return Ok(ControlFlow::Break(()));
                }
                progress.game();
                let told = writer.game(&outcome.report, &outcome.findings)?;
                stop |= args.fail_fast && told.errors > 0;
                Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            };
            match replay_share(&rulesets, &name, reader, options, &mut share, &mut tell) {
                Ok((_, findings)) => alone.extend(findings),
                Err(error) => {
                    failure = Some(Failure::io(name.to_string())(error));
                    break;
                }
            }
            if broken.is_some() || stop {
                break;
            }
        }
        // Whatever keeps the job from being done, what was written so far is closed as its format wants it.
        crate::diagnostic::sort(&mut alone);
        alone.extend(broken.iter().flat_map(|findings| findings.iter().cloned()));
        writer.finish(&alone).map_err(Failure::io("output"))?
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
