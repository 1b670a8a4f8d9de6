//! `validate`: checks data files and move logs.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::games::Games;
use super::output::{Look, Sink};
use super::settings::Book;
use super::{Failure, Status};
use crate::cli::Validate;
use crate::diagnostic::Finding;
use crate::library::builtin_files;
use crate::replay::{RunOptions, replay_log};
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
    let mut broken = false;
    for log in &logs {
        let name: Arc<str> = log.name(&args.stdin_filename).into();
        let (report, findings, data) = check_log(&games, log, &name, look)?;
        // What is wrong with the data a log needs is told once, by the data's own files where they are asked about.
        broken |= data.is_some();
        let told = |finding: &Finding| {
            let file = finding.place.as_ref().map(crate::text::Place::file);
            checked.iter().any(|(report, _)| Some(&*report.file) == file)
        };
        rest.extend(data.iter().flat_map(|data| data.iter()).filter(|finding| !told(finding)).cloned());
        checked.push((report, findings));
    }
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

/// A file's report, what is wrong with it, and what is wrong with the data it needs.
type CheckedLog = (FileReport, Vec<Finding>, Option<Arc<Vec<Finding>>>);

/// A move log, checked by replaying it.
fn check_log(games: &Games, log: &Input, name: &Arc<str>, look: &Look) -> Result<CheckedLog, Failure> {
    let rulesets = games.rulesets();
    let options = RunOptions { maps: Some(look.style()), ..RunOptions::default() };
    let mut findings = Vec::new();
    let mut broken = None;
    let mut tell = |outcome: crate::replay::GameOutcome| {
        findings.extend(outcome.findings);
        broken = outcome.broken;
        Ok(if broken.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let (games, finding) =
        replay_log(&rulesets, name, log.open()?, &options, &mut tell).map_err(Failure::io(name.to_string()))?;
    findings.extend(finding);
    let report = FileReport { file: name.clone(), kind: Some("moves".into()), games: Some(games as u32) };
    Ok((report, findings, broken))
}
