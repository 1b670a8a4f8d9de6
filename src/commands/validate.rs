//! `validate`: checks data files and move logs.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::games::Games;
use super::logs::NamedLog;
use super::output::{Look, Sink};
use super::settings::Book;
use super::{Failure, Status};
use crate::cli::Validate;
use crate::diagnostic::Finding;
use crate::library::builtin_files;
use crate::replay::{Replayed, RunOptions, Shard, replay_logs};
use crate::report::{FileReport, ValidateWriter};
use crate::source::discover::{self, Input, Sort};
use crate::source::read;
use crate::validate;

pub(super) fn run(args: &Validate, look: &Look) -> Result<Status, Failure> {
    let games = Games::load_loosely(&args.data, look, args.paths.first())?;
    let built_in = args.paths.is_empty();
    let inputs = if built_in { Vec::new() } else { discover::data_and_logs(&args.paths)? };
    let mut texts: Vec<validate::Text> = Vec::new();
    let mut logs: Vec<Input> = Vec::new();
    for (name, bytes) in if built_in { builtin_files() } else { Vec::new() } {
        texts.push((name.clone(), read::text(&name, bytes.to_vec())));
    }
    for input in inputs {
        let name = input.name(&args.stdin_filename);
        match &input {
            Input::Stdin if name.ends_with(".moves") => logs.push(input),
            Input::Stdin => texts.push((name.clone(), read::stream(&name, std::io::stdin()))),
            Input::File(path) if input.sort() != Some(Sort::Log) => texts.push((name, read::file(path))),
            Input::File(_) => logs.push(input),
        }
    }
    let mut checked: Vec<(FileReport, Vec<Finding>)> = Vec::new();
    let outcome = validate::data(games.library.clone(), texts, built_in);
    let mut rest = outcome.elsewhere;
    if args.deep {
        rest.extend(outcome.rulesets.iter().flat_map(validate::deep));
    }
    checked.extend(outcome.files);
    let logs = check_logs(&games, &logs, args, look)?;
    // What is wrong with the data that logs need is told once, by the data's own files where they are asked about.
    let told = |finding: &Finding| {
        let file = finding.place.as_ref().map(crate::text::Place::file);
        checked.iter().any(|(report, _)| Some(&*report.file) == file)
    };
    rest.extend(logs.broken.iter().flat_map(|data| data.iter()).filter(|finding| !told(finding)).cloned());
    let broken = !logs.broken.is_empty();
    checked.extend(logs.files);
    let mut sink = Sink::open(args.report.output.as_deref())?;
    let mut book = Book::new(&args.report, look.no_settings)?;
    let limits = book.limits(args.paths.first().map(String::as_str))?;
    let mut writer = ValidateWriter::new(&mut sink, args.report.format(), args.report.options(look, limits, None));
    for (file, findings) in &checked {
        writer.set_levels(book.levels(&file.file)?);
        writer.file(file, findings).map_err(Failure::io("output"))?;
    }
    crate::diagnostic::sort(&mut rest);
    let totals = writer.finish(&rest).map_err(Failure::io("output"))?;
    sink.flush().map_err(Failure::io("output"))?;
    sink.close()?;
    look.tell_totals(args.report.format(), &totals);
    if !look.quiet {
        for note in &outcome.notes {
            let _ = writeln!(anstream::stderr(), "note: {note}");
        }
        let clean = checked.iter().all(|(_, findings)| findings.is_empty()) && rest.is_empty();
        for known in outcome.known.iter().filter(|_| clean) {
            let _ = writeln!(anstream::stderr(), "note: {known}");
        }
    }
    if broken {
        return Err(Failure::BrokenTold);
    }
    Ok(Status::of(totals.tally.failed(limits.0)))
}

/// Move logs, checked by replaying them: reports, and what is wrong with the data they need.
struct CheckedLogs {
    files: Vec<(FileReport, Vec<Finding>)>,
    broken: Vec<Arc<Vec<Finding>>>,
}

fn check_logs(games: &Games, inputs: &[Input], args: &Validate, look: &Look) -> Result<CheckedLogs, Failure> {
    let logs = super::logs::named(inputs, &args.stdin_filename, None);
    let report = |log: &NamedLog<'_>| FileReport { file: log.file.clone(), kind: Some("moves".into()), games: Some(0) };
    let mut files: Vec<_> = logs.iter().map(|log| (report(log), Vec::new())).collect();
    let mut broken: Vec<Arc<Vec<Finding>>> = Vec::new();
    let mut tell = |told: Replayed| {
        match told {
            Replayed::Game(log, outcome) => {
                let (report, findings) = &mut files[log];
                *report.games.get_or_insert_default() += 1;
                findings.extend(outcome.findings);
                // One ruleset is broken in the same way for all games.
                let news = outcome.broken.filter(|data| !broken.iter().any(|known| Arc::ptr_eq(known, data)));
                broken.extend(news);
            }
            Replayed::Outside(log, finding) => files[log].1.push(finding),
            Replayed::Pause => {}
        }
        Ok(ControlFlow::Continue(()))
    };
    let options = RunOptions { maps: Some(look.style()), ..RunOptions::default() };
    replay_logs(&games.rulesets(), &logs, &options, Shard::default(), &mut tell)?;
    Ok(CheckedLogs { files, broken })
}
