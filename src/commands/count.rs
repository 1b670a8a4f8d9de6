//! `count`: the numbers of a game's tile sets beside what the rules state.

use std::io::Write;
use std::sync::Arc;

use super::games::Games;
use super::one_game::WholeLog;
use super::output::{Look, Sink};
use super::{Failure, Status};
use crate::cli::{Count, CountFormat};
use crate::count::{self, CountReport};
use crate::diagnostic::Level;
use crate::diagnostic::render::Format;
use crate::replay::{Replayer, RunOptions};
use crate::report::{self, FileReport, ValidateWriter};

pub(super) fn run(args: &Count, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data, look, args.log.as_ref())?;
    if let Some(log) = &args.log {
        return left_after(args, &games, log);
    }
    if args.game.is_none() && !args.variants.variants.is_empty() {
        return Err(Failure::Usage(
            "a variant changes one ruleset: name it, as in `count GAME --variant NAME`".to_owned(),
        ));
    }
    let names = args.game.clone().map_or_else(|| games.library.game_names(), |game| vec![game]);
    let mut reports: Vec<CountReport> = Vec::new();
    for name in &names {
        reports.push(count::count(&games.resolve(name, &args.variants.variants)?));
    }
    let mut out = Sink::stdout();
    let written = match args.format {
        CountFormat::Human => {
            let texts: Vec<_> = reports.iter().map(CountReport::text).collect();
            out.write_all(texts.join("\n").as_bytes())
        }
        CountFormat::Short | CountFormat::Github | CountFormat::Sarif | CountFormat::Junit | CountFormat::Markdown => {
            let told = differences(args, look, &games, &names, &mut out)?;
            out.close()?;
            return Ok(told);
        }
        CountFormat::Json => {
            let document = count::CountDocument { format: count::FORMAT, games: reports.clone() };
            writeln!(out, "{:#}", serde_json::json!(document))
        }
    };
    written.map_err(Failure::io("standard output"))?;
    out.close()?;
    Ok(Status::of(reports.iter().any(|report| report.differs)))
}

/// The differences as findings, on the bytes of what the rules state.
fn differences(
    args: &Count,
    look: &Look,
    games: &Games,
    names: &[String],
    out: &mut dyn Write,
) -> Result<Status, Failure> {
    let format = match args.format {
        CountFormat::Github => Format::Github,
        CountFormat::Sarif => Format::Sarif,
        CountFormat::Junit => Format::Junit,
        CountFormat::Markdown => Format::Markdown,
        CountFormat::Short | CountFormat::Human | CountFormat::Json => Format::Short,
    };
    let options = report::Options { style: look.style(), ..report::Options::default() };
    let mut writer = ValidateWriter::new(out, format, options);
    for name in names {
        let resolved = games.resolve(name, &args.variants.variants)?;
        let findings = count::differences(&resolved);
        let report = FileReport { file: name.as_str().into(), kind: Some("ruleset".into()), games: None };
        writer.file(&report, &findings).map_err(Failure::io("standard output"))?;
    }
    let totals = writer.finish(&[]).map_err(Failure::io("standard output"))?;
    look.tell_totals(format, &totals);
    Ok(Status::of(totals.tally.failed(false)))
}

/// What is left in the stack, and apart, after a log's first game as far as it goes.
fn left_after(args: &Count, games: &Games, log: &str) -> Result<Status, Failure> {
    let rulesets = games.rulesets();
    let log = WholeLog::read(log)?;
    let (name, part) = (Arc::clone(&log.name), log.game(1)?);
    let options = RunOptions { variants: args.variants.variants.clone(), ..RunOptions::default() };
    let mut left: Option<count::Left> = None;
    let outcome = Replayer::new(&rulesets, name.clone(), &options).replay_with(&part, |play, _, _| {
        left = Some(count::left(play));
    });
    if let Some(findings) = outcome.broken {
        return Err(Failure::Broken(findings.to_vec()));
    }
    let Some(left) = left else {
        return Err(Failure::Usage(format!(
            "the first game of {name} cannot be played: `tilewright replay {name}` says why"
        )));
    };
    let mut out = Sink::stdout();
    let written = match args.format {
        CountFormat::Json => writeln!(out, "{:#}", serde_json::json!(left)),
        _ => out.write_all(left.text().as_bytes()),
    };
    written.map_err(Failure::io("standard output"))?;
    out.close()?;
    let stopped = outcome.findings.iter().filter(|finding| finding.level == Level::Error).count();
    if stopped > 0 {
        let _ = writeln!(anstream::stderr(), "note: the game stops at an error: `tilewright replay {name}` says why");
    }
    Ok(Status::of(stopped > 0))
}
