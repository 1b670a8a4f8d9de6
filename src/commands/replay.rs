//! `replay`: verifies recorded games.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::games::Games;
use super::output::{Look, Sink};
use super::{Failure, Status};
use crate::cli::{Ledger, Replay};
use crate::diagnostic::Level;
use crate::diagnostic::render::Format;
use crate::replay::{RunOptions, replay_log};
use crate::report::{LedgerLevel, ReplayWriter};
use crate::source::discover::{self, Input};

pub(super) fn run(args: &Replay, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data)?;
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
        maps: for_people.then(|| look.map_style()),
        jobs: args.jobs.map(usize::from),
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
    let mut sink = Sink::open(args.report.output.as_deref())?;
    let report_options = args.report.options(look, level);
    let mut broken = None;
    let totals = {
        let mut writer = ReplayWriter::new(&mut sink, args.report.format(), report_options);
        let mut alone = Vec::new();
        let mut stop = false;
        for input in inputs {
            let name: Arc<str> = input.name(&args.stdin_filename).into();
            let reader = input.open()?;
            let mut tell = |outcome: crate::replay::GameOutcome| {
                if let Some(findings) = outcome.broken {
                    broken = Some(findings);
                    return Ok(ControlFlow::Break(()));
                }
                writer.game(&outcome.report, &outcome.findings)?;
                stop |= args.fail_fast && outcome.findings.iter().any(|finding| finding.level == Level::Error);
                Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            };
            let (_, finding) =
                replay_log(&rulesets, &name, reader, options, &mut tell).map_err(Failure::io(name.to_string()))?;
            alone.extend(finding);
            if broken.is_some() || stop {
                break;
            }
        }
        if let Some(findings) = broken {
            return Err(Failure::Broken(findings.to_vec()));
        }
        writer.finish(&alone).map_err(Failure::io("output"))?
    };
    sink.flush().map_err(Failure::io("output"))?;
    sink.close()?;
    look.tell_totals(args.report.format(), &totals);
    Ok(Status::of(totals.tally.failed(args.report.deny_warnings)))
}
