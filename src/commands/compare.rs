//! `compare`: what a change of the rules does to play.

use std::io::Write;

use super::games::{Games, compile};
use super::output::{Look, Sink};
use super::progress::Progress;
use super::{Failure, Status};
use crate::cli::{Compare, CompareFormat};
use crate::compare::{self, CompareDocument, Setting};
use crate::diagnostic::render::Style;
use crate::diff::Operand;

pub(super) fn run(args: &Compare, look: &Look) -> Result<Status, Failure> {
    let games = Games::load(&args.data, look, None)?;
    let mut compiled = Vec::new();
    for (one, other) in [(&args.a, &args.b), (&args.b, &args.a)] {
        let subject = Operand::open(one, other, games.library.clone())?.subject()?;
        compiled.push(compile(&subject.resolved).map_err(Failure::Broken)?);
    }
    let [a, b] = compiled.as_slice() else { return Ok(Status::Clean) };
    let least = usize::from(a.players[0].max(b.players[0])).max(2);
    let most = usize::from(a.players[1].min(b.players[1]));
    let players = args.players.unwrap_or(least);
    if players < least || players > most {
        let message = if least > most {
            format!("`{}` and `{}` are for no number of players that suits both", args.a, args.b)
        } else {
            format!("`{}` and `{}` are both for {least} to {most} players, not for {players}", args.a, args.b)
        };
        return Err(Failure::Usage(message));
    }
    let setting = Setting { games: args.games, players, seed: args.seed };
    let comparison = {
        let progress = Progress::new(Some(args.games), "pairs of games", look);
        let play = || compare::compare([&args.a, &args.b], [a, b], setting, &|games| progress.add(games));
        super::with_threads(args.jobs, play)?
    };
    if let Some(plot) = &args.plot {
        let mut sink = Sink::open(Some(plot))?;
        sink.write_all(compare::svg(&comparison).as_bytes()).map_err(Failure::io(plot.display().to_string()))?;
        sink.close()?;
    }
    let style = if args.output.is_some() { Style { colour: false, ..look.style() } } else { look.style() };
    let text = match args.format {
        CompareFormat::Human => compare::human(&comparison, &style),
        CompareFormat::Json => format!("{:#}\n", serde_json::json!(CompareDocument::from(&comparison))),
        CompareFormat::Markdown => compare::markdown(&comparison),
    };
    let mut sink = Sink::open(args.output.as_deref())?;
    sink.write_all(text.as_bytes()).map_err(Failure::io("output"))?;
    sink.close()?;
    Ok(Status::Clean)
}
